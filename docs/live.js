// Draws a recorded surface where a page has a place for one, as soon as the place comes near the window.
// Recordings are scripts, so that pages also work from the file system.
(() => {
MODEL
const FOLDER = document.currentScript.src;
const loading = {};
const waiting = {};

window.rankteachArrived = (name, text) => waiting[name](text);

function load(name) {
  loading[name] ??= new Promise((resolve, reject) => {
    waiting[name] = resolve;
    const script = document.createElement("script");
    script.src = new URL(`${name}.js`, FOLDER).href;
    script.onerror = reject;
    document.head.append(script);
  });
  return loading[name];
}

const opening = new Map();
const open = (place) => opening.get(place) ?? opening.set(place, drawIn(place)).get(place);

async function drawIn(place) {
  const { folder, table } = await unpacked(await load(`live-${place.dataset.live}`));
  const module = await load(folder);
  if (place.dataset.view) table.arrangement = place.dataset.view;
  const above = [...document.querySelectorAll("h1, h2, h3")].filter((one) => one.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING);
  const model = await draw(module, table, place, Number(above.at(-1)?.tagName[1] ?? 1) + 1);
  place.dataset.drawn = "";
  if (place.dataset.plays) playUntilTouched(place, model);
}

// The list on the front page moves by itself: who sees it knows what can be done with it.
function playUntilTouched(place, model) {
  const moves = place.dataset.plays.split(", ").map((move) => ({ do: "move", item: move.slice(0, -2), to: Number(move.slice(-1)) }));
  const actions = [...moves, { do: "reset" }];
  const stop = Object.assign(document.createElement("button"), { textContent: "Stop", type: "button" });
  const note = Object.assign(document.createElement("p"), { className: "more", textContent: "It plays by itself until you touch it. " });
  note.append(stop);
  let next = 0;
  const play = () => {
    const { top, bottom } = place.getBoundingClientRect();
    if (document.hidden || bottom < 0 || top > innerHeight) return;
    model.set("action", { ...actions[next % actions.length], n: JSON.parse(model.get("view")).done + 1 });
    model.save_changes();
    next += 1;
  };
  const playing = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : setInterval(play, 2200);
  if (!playing) return;
  place.after(note);
  const end = () => {
    clearInterval(playing);
    note.style.visibility = "hidden"; // so that nothing below it moves
  };
  for (const event of ["pointerdown", "keydown", "focusin"]) place.addEventListener(event, end, { once: true, capture: true });
  stop.addEventListener("click", end);
}

const near = new IntersectionObserver(
  (entries) => {
    for (const { target } of entries.filter((one) => one.isIntersecting)) {
      near.unobserve(target);
      open(target);
    }
  },
  { rootMargin: "50%" },
);
const places = [...document.querySelectorAll("[data-live]")];
for (const place of places) near.observe(place);

// The others follow from top to bottom while you read: what is above your line never becomes higher.
const idle = () => new Promise((done) => (window.requestIdleCallback ?? setTimeout)(done));
addEventListener("load", async () => {
  for (const place of places) {
    await idle();
    near.unobserve(place);
    await open(place);
  }
});

// The corner of a table has no words, so it is no header.
for (const corner of document.querySelectorAll("th")) if (!corner.textContent.trim()) corner.replaceWith(document.createElement("td"));

// What is wider than its box can be scrolled with keys, too.
for (const box of document.querySelectorAll(".wide, .formula, .trace > div, .cell_output div[style*=overflow]")) {
  if (box.scrollWidth > box.clientWidth) Object.assign(box, { tabIndex: 0, role: "group", ariaLabel: "wide: scroll to see all of it" });
}
})();
