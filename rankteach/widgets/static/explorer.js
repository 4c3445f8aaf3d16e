// Draws the view that Python sends, and sends back what somebody did. Nothing is calculated here.
//
// Names of items come from strangers: they are only ever set as text. MathML comes from Python, escaped.
// The current row is local to the browser: marking it needs no kernel.

const ICONS = {
  grip: ["0 0 8 14", "M2 2h.01M6 2h.01M2 7h.01M6 7h.01M2 12h.01M6 12h.01", 2],
  up: ["0 0 10 6", "M1.5 5 5 1.5 8.5 5", 1.5],
  down: ["0 0 10 6", "M1.5 1 5 4.5 8.5 1", 1.5],
  remove: ["0 0 10 10", "M1 1l8 8M9 1l-8 8", 1.6],
};
const SVG = "http://www.w3.org/2000/svg";
const GLIDE = { duration: 200, easing: "cubic-bezier(.2, .7, .3, 1)" };
const LONG = 12; // rows: a longer list has the calculation beside it
const WIDE = 5; // columns: a table with more has the full width
const DRAG_FROM = 4; // pixels: less than that is a click
const PATIENCE = 4000; // milliseconds: then the surface says that it has no answer
const SILENCE = "Python has not answered. If the kernel was restarted, run this cell again.";
const SPARK = "Small line: the measure at every cutoff; dot: the value shown; dotted: before your changes";

// --- small helpers --------------------------------------------------------------------------------------

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

function shape(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

function icon(name) {
  const [viewBox, d, width] = ICONS[name];
  const svg = shape("svg", { viewBox, "aria-hidden": "true" });
  const line = { fill: "none", stroke: "currentColor", "stroke-linecap": "round", "stroke-linejoin": "round" };
  svg.append(shape("path", { d, "stroke-width": width, ...line }));
  return svg;
}

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Says whether the text changed.
function write(node, text) {
  if (node.textContent === text) return false;
  node.textContent = text;
  return true;
}

function writeMath(node, math) {
  if (node.rtMath !== math) node.innerHTML = node.rtMath = math;
}

// One child for each entry, kept from draw to draw by its key, so that focus and animations survive.
function keyed(parent, entries, key, create, update) {
  const old = new Map([...parent.children].map((node) => [node.rtKey, node]));
  entries.forEach((entry, place) => {
    const name = key(entry, place);
    const node = old.get(name) ?? create(entry);
    old.delete(name);
    node.rtKey = name;
    update(node, entry, place);
    if (parent.children[place] !== node) parent.insertBefore(node, parent.children[place] ?? null);
  });
  old.forEach((node) => node.remove());
}

// Arrow keys, Home and End among nodes of which one is in the tab order.
function walk(event, nodes, here, previous = "ArrowUp", next = "ArrowDown") {
  const last = nodes.length - 1;
  const to = { [previous]: here - 1, [next]: here + 1, Home: 0, End: last }[event.key];
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return null;
  event.preventDefault();
  const node = nodes[Math.min(Math.max(to, 0), last)];
  node.focus();
  return node;
}

function rove(nodes, chosen) {
  const one = chosen ?? nodes.find((node) => node.tabIndex === 0) ?? nodes[0];
  for (const node of nodes) node.tabIndex = node === one ? 0 : -1;
}

// What stood elsewhere before glides to its new place.
function glide(list, before) {
  if (still()) return;
  const top = list.getBoundingClientRect().top;
  for (const node of list.children) {
    const moved = before.has(node) ? before.get(node) - (node.getBoundingClientRect().top - top) : 0;
    if (Math.abs(moved) > 1) node.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], GLIDE);
  }
}

// Scrolls the list until the node is in sight, and never the page.
function reveal(list, node) {
  const lowest = node.offsetTop + node.offsetHeight - list.clientHeight;
  list.scrollTop = Math.min(Math.max(list.scrollTop, lowest), node.offsetTop);
}

function places(list) {
  const top = list.getBoundingClientRect().top;
  return new Map([...list.children].map((node) => [node, node.getBoundingClientRect().top - top]));
}

function flash(node) {
  if (still()) return;
  const tint = "color-mix(in srgb, var(--rt-accent) 22%, transparent)";
  node.animate([{ backgroundColor: tint }, { backgroundColor: "transparent" }], { duration: 800, easing: "ease-out" });
}

// --- gestures ---------------------------------------------------------------------------------------------

// Gestures that Python has not answered yet, by model. A busy kernel sees only the last message of many,
// so each message repeats those before it.
const waiting = new WeakMap();

function send(model, gesture) {
  const done = model.get("view").done;
  const queue = (waiting.get(model) ?? []).filter((one) => one.n > done);
  const n = Math.max(done, queue.at(-1)?.n ?? 0) + 1;
  if (gesture.do === "cut" && queue.at(-1)?.do === "cut") queue.pop(); // only where the slider stops counts
  waiting.set(model, [...queue, { ...gesture, n }]);
  model.set("gesture", queue.length ? { ...gesture, n, late: queue } : { ...gesture, n });
  model.save_changes();
  return n;
}

// --- the list ---------------------------------------------------------------------------------------------

function makeItem(surface, { item }) {
  const by = (step) => () => surface.act({ do: "move", item, by: step });
  const node = make(
    "li",
    { class: "rt-item" },
    make("span", { class: "rt-grip", "aria-hidden": "true" }, icon("grip")),
    make("span", { class: "rt-rank" }),
    make("span", { class: "rt-name", dir: "auto" }),
    make("span", { class: "rt-score" }),
    make("button", {
      class: "rt-mark",
      type: "button",
      "aria-keyshortcuts": "Alt+ArrowUp Alt+ArrowDown",
      onclick: (event) => surface.act({ do: "toggle", item, ...(event.shiftKey && { back: true }) }),
    }),
    make(
      "span",
      { class: "rt-moves" },
      make("button", { type: "button", tabindex: -1, onclick: by(-1) }, icon("up")),
      make("button", { type: "button", tabindex: -1, onclick: by(1) }, icon("down")),
    ),
  );
  node.rtItem = item;
  return node;
}

function drawItem(node, row, rank, list) {
  const [, number, name, score, mark, moves] = node.children;
  write(number, String(rank));
  write(name, row.item);
  name.title = row.item;
  write(score, row.score);
  if (mark.rtShown !== row.mark) {
    const [full, all] = row.pips ?? [row.state === "on" ? 1 : 0, 1];
    const dots = make("span", { class: "rt-dots", "aria-hidden": "true" });
    for (let i = 0; i < all; i += 1) dots.append(make("i", { class: i < full ? "full" : "" }));
    mark.replaceChildren(dots, row.mark);
    mark.rtShown = row.mark;
  }
  mark.className = `rt-mark ${row.state}`;
  mark.setAttribute("aria-label", `rank ${rank}, ${row.item}: ${row.mark}`);
  if (list.binary) mark.setAttribute("aria-pressed", { on: "true", off: "false", open: "mixed" }[row.state]);
  const [up, down] = moves.children;
  up.disabled = rank === 1;
  down.disabled = rank === list.rows.length && !list.hidden;
  up.setAttribute("aria-label", `Move ${row.item} up`);
  down.setAttribute("aria-label", `Move ${row.item} down`);
}

function drawCut(node, k, cuts) {
  write(node.firstChild, `k = ${k}`);
  node.classList.toggle("rt-idle", !cuts); // the chosen measure has no cutoff
}

function drawList(surface, list) {
  const { ol } = surface;
  const focused = ol.contains(surface.focused()) ? surface.focused() : null;
  const before = places(ol);
  surface.drag?.cancel();
  const entries = list.rows.map((row, place) => ({ row, rank: place + 1 }));
  if (list.cut !== null) entries.splice(list.cut, 0, { cut: list.cut });
  keyed(
    ol,
    entries,
    (entry) => (entry.cut ? "cut" : `item ${entry.row.item}`),
    (entry) => (entry.cut ? make("li", { class: "rt-cut" }, make("span")) : makeItem(surface, entry.row)),
    (node, entry) => (entry.cut ? drawCut(node, entry.cut, list.cuts) : drawItem(node, entry.row, entry.rank, list)),
  );
  glide(ol, before);
  const marks = [...ol.querySelectorAll(".rt-mark")];
  ol.hidden = !list.rows.length;
  rove(marks, marks.find((mark) => mark === focused));
  if (!focused) return;
  // where its button can do no more, an item has its mark in focus
  const node = focused.isConnected ? focused : marks.at(-1);
  const target = node?.disabled ? node.closest(".rt-item").querySelector(".rt-mark") : node;
  target?.focus({ preventScroll: true });
  if (target) reveal(ol, target.closest(".rt-item"));
}

function onListKey(surface, event) {
  const mark = event.target.closest(".rt-mark");
  if (!mark) return;
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (event.altKey && step) {
    event.preventDefault();
    surface.act({ do: "move", item: mark.closest("li").rtItem, by: step });
    return;
  }
  const marks = [...surface.ol.querySelectorAll(".rt-mark")];
  const to = walk(event, marks, marks.indexOf(mark));
  if (to) rove(marks, to);
}

// Dragging with any pointer: a mouse takes the row anywhere, a finger takes its grip (elsewhere it scrolls).
// The others make room while the item is held; Escape lets it go where it was.
function startDrag(surface, event) {
  const node = event.target.closest(".rt-item");
  if (!node || event.button !== 0 || event.target.closest("button")) return;
  if (event.pointerType !== "mouse" && !event.target.closest(".rt-grip")) return;
  const { ol } = surface;
  const items = [...ol.querySelectorAll(".rt-item")];
  const tops = items.map((item) => item.offsetTop);
  const scrolled = ol.scrollTop;
  const from = items.indexOf(node);
  let to = from;
  let held = false;

  const rest = () => {
    for (const [place, item] of items.entries()) {
      item.style.transform = "";
      write(item.querySelector(".rt-rank"), String(place + 1));
    }
  };
  const end = () => {
    ol.removeEventListener("pointermove", move);
    for (const type of ["pointerup", "pointercancel"]) ol.removeEventListener(type, drop);
    node.classList.remove("rt-held");
    ol.classList.remove("rt-gliding");
    surface.drag = null;
  };
  const cancel = () => {
    end();
    rest();
  };
  const move = (moved) => {
    const shift = moved.clientY - event.clientY + ol.scrollTop - scrolled;
    if (!held && Math.abs(shift) < DRAG_FROM) return;
    if (!held) {
      held = true;
      ol.setPointerCapture(event.pointerId);
      node.querySelector(".rt-mark").focus({ preventScroll: true });
      node.classList.add("rt-held");
      ol.classList.add("rt-gliding");
      surface.drag = { cancel };
    }
    const top = Math.min(Math.max(tops[from] + shift, tops[0]), tops.at(-1));
    const nearest = tops.map((one) => Math.abs(one - top));
    to = nearest.indexOf(Math.min(...nearest));
    const order = items.filter((item) => item !== node);
    order.splice(to, 0, node);
    for (const [place, item] of order.entries()) {
      const y = item === node ? top : tops[place];
      item.style.transform = `translateY(${y - tops[items.indexOf(item)]}px)`;
      write(item.querySelector(".rt-rank"), String(place + 1));
    }
    reveal(ol, items[to]);
  };
  const drop = (dropped) => {
    end();
    if (held) surface.dragged = true;
    if (!held || dropped.type === "pointercancel" || to === from) {
      rest();
      return;
    }
    surface.drag = { cancel: rest }; // stays as it lies until Python's answer is drawn
    surface.act({ do: "move", item: node.rtItem, to: to + 1 });
  };
  surface.dragged = false;
  ol.addEventListener("pointermove", move);
  for (const type of ["pointerup", "pointercancel"]) ol.addEventListener(type, drop);
}

// --- the measures -----------------------------------------------------------------------------------------

function makeCard(surface, { key }) {
  const spark = make("span", { class: "rt-spark", "aria-hidden": "true", title: SPARK });
  const svg = shape("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" });
  svg.append(shape("polyline", { class: "before" }), shape("polyline", {}));
  spark.append(svg, make("i"));
  return make(
    "div",
    { class: "rt-card" },
    make(
      "button",
      { class: "rt-pick", type: "button", role: "radio", onclick: () => surface.act({ do: "choose", card: key }) },
      make("span", { class: "rt-label" }),
      make("span", { class: "rt-value" }),
      make("span", { class: "rt-under" }, make("span"), make("span", { class: "rt-change" })),
      spark,
    ),
    make("button", { class: "rt-remove", type: "button", tabindex: -1, onclick: () => surface.act({ do: "remove", card: key }) }, icon("remove")),
  );
}

function line(points) {
  if (!points.length) return "";
  const across = points.length > 1 ? points : [...points, ...points];
  return across.map((point, i) => `${(i * 100) / (across.length - 1)},${100 - 100 * point}`).join(" ");
}

function drawCard(node, card, only) {
  const [pick, remove] = node.children;
  const [label, value, under, spark] = pick.children;
  const [exact, change] = under.children;
  const [svg, dot] = spark.children;
  write(label, card.label);
  pick.title = `${card.label}: ${card.title}`;
  pick.setAttribute("aria-checked", String(card.chosen));
  pick.tabIndex = card.chosen ? 0 : -1;
  if (write(value, card.value) && node.isConnected) flash(value);
  write(exact, card.exact);
  write(change, { up: "▲ ", down: "▼ ", "": "" }[card.way] + card.change);
  change.className = `rt-change ${card.way}`;
  svg.firstChild.setAttribute("points", line(card.start));
  svg.lastChild.setAttribute("points", line(card.points));
  dot.hidden = card.at === null;
  if (card.at !== null) {
    dot.style.left = `${card.points.length > 1 ? (card.at * 100) / (card.points.length - 1) : 50}%`;
    dot.style.bottom = `${100 * card.points[card.at]}%`;
  }
  remove.hidden = only;
  remove.setAttribute("aria-label", `Remove ${card.label}`);
}

function drawCards(surface, cards) {
  const focused = surface.cards.contains(surface.focused());
  keyed(
    surface.cards,
    cards,
    (card) => card.key,
    (card) => makeCard(surface, card),
    (node, card) => drawCard(node, card, cards.length === 1),
  );
  // where the focused card went, its successor is in focus; where an arrow key chose, the chosen one is
  if (focused) surface.cards.querySelector('[aria-checked="true"]').focus({ preventScroll: true });
}

function onCardKey(surface, event) {
  const picks = [...surface.cards.querySelectorAll(".rt-pick")];
  const here = picks.indexOf(event.target);
  if (here < 0) return;
  if (event.key === "Delete" && picks.length > 1) {
    surface.act({ do: "remove", card: event.target.parentNode.rtKey });
    return;
  }
  const vertical = { ArrowUp: "ArrowLeft", ArrowDown: "ArrowRight" }[event.key];
  const like = vertical ? { key: vertical, preventDefault: () => event.preventDefault() } : event;
  const to = walk(like, picks, here, "ArrowLeft", "ArrowRight");
  if (to && to !== event.target) surface.act({ do: "choose", card: to.parentNode.rtKey });
}

function drawControls(surface, view) {
  surface.cutoff.hidden = !view.cutoff;
  if (view.cutoff) {
    const [, words, slider] = surface.cutoff.children;
    write(words, `k = ${view.cutoff.value}`);
    slider.max = view.cutoff.most;
    if (!surface.waits()) slider.value = view.cutoff.value; // else the hand is ahead of the answer
  }
  surface.reset.setAttribute("aria-disabled", String(!view.changed)); // and not disabled: it may be in focus
  const menu = JSON.stringify(view.menu);
  if (surface.add.rtMenu !== menu) {
    surface.add.rtMenu = menu;
    const groups = view.menu.map(({ group, options }) => {
      const made = options.map((one) => make("option", { value: one.measure, disabled: one.taken }, one.words));
      return make("optgroup", { label: group }, ...made);
    });
    surface.add.replaceChildren(make("option", { value: "" }, "Add a measure"), ...groups);
  }
}

// --- the calculation --------------------------------------------------------------------------------------

function makeConvention(surface, convention) {
  const node = make("span");
  if (!convention.options) return node;
  const choose = (event) => {
    surface.act({ do: "convention", parameter: convention.parameter, value: event.target.value });
  };
  node.append(make("select", { "aria-label": convention.parameter, onchange: choose }));
  return node;
}

function drawConvention(node, convention) {
  if (!convention.options) {
    write(node, convention.words);
    return;
  }
  const select = node.firstChild;
  select.title = convention.words;
  const options = convention.options.map((one) => make("option", { value: one.value }, one.words));
  // a gain of one's own has no name in the menu: it stands first
  if (!convention.value) options.unshift(make("option", { value: "", disabled: true }, convention.words));
  select.replaceChildren(...options);
  select.value = convention.value;
}

function drawHead(surface, trace) {
  const { title, conventions } = surface;
  title.replaceChildren(make("b", {}, trace.label), trace.title);
  const focused = conventions.contains(surface.focused()) ? surface.focused() : null;
  keyed(
    conventions,
    trace.conventions,
    (one, place) => (one.parameter ? `choose ${one.parameter}` : place),
    (one) => makeConvention(surface, one),
    drawConvention,
  );
  if (focused?.isConnected) focused.focus({ preventScroll: true });
  write(surface.line, trace.line);
}

function drawFormula(surface, formula) {
  const [name, pieces] = surface.formula.children;
  writeMath(name, formula.name);
  keyed(pieces, formula.pieces, (_, place) => place, () => make("span"), (node, piece) => writeMath(node, piece.math));
}

function drawTable(surface, node, table, flashes) {
  if (!node.firstChild) node.append(make("thead", {}, make("tr"), make("tr")), make("tbody"));
  const [head, body] = node.children;
  node.style.setProperty("--columns", table.heads.length);
  node.classList.toggle("rt-wide", table.heads.length > WIDE);
  const classes = table.heads.map((one) => (one.edge ? `${one.kind} edge` : one.kind));
  node.rtLinked = table.linked;
  const [titles, definitions] = head.children;
  keyed(titles, table.heads, (_, place) => place, () => make("th", { scope: "col" }), (cell, one, place) => {
    cell.className = classes[place];
    write(cell, one.title);
  });
  keyed(definitions, table.heads, (_, place) => place, () => make("td"), (cell, one, place) => {
    cell.className = classes[place];
    writeMath(cell, one.math);
  });
  keyed(
    body,
    table.rows,
    (_, place) => place,
    () => make("tr", { tabindex: -1 }),
    (line, cells) =>
      keyed(line, cells, (_, place) => place, () => make("td"), (cell, words, place) => {
        cell.className = classes[place] + (words === "●" ? " on" : "");
        const name = classes[place].startsWith("name");
        cell.dir = name ? "auto" : "";
        cell.title = name ? words : "";
        if (write(cell, words) && flashes) flash(cell);
      }),
  );
}

function drawTrace(surface, trace) {
  const same = surface.shown === trace.label + trace.tables.map((table) => table.heads.length);
  surface.shown = trace.label + trace.tables.map((table) => table.heads.length);
  drawHead(surface, trace);
  drawFormula(surface, trace.formula);
  keyed(
    surface.tables,
    trace.tables,
    (_, place) => place,
    () => make("div", {}, make("table", { class: "rt-table" }), make("p", { class: "rt-soft rt-note" })),
    (node, table) => {
      drawTable(surface, node.firstChild, table, same);
      write(node.lastChild, table.hidden);
      node.lastChild.hidden = !table.hidden;
    },
  );
  keyed(
    surface.steps,
    trace.steps,
    (step) => step.row,
    () => make("li", { tabindex: -1 }, make("b"), make("span")),
    (node, step) => {
      write(node.firstChild, step.lead);
      write(node.lastChild, step.text);
    },
  );
}

// --- the current row ----------------------------------------------------------------------------------------

// The same row in the table, in the list and among the sentences.
function markRow(surface, row) {
  surface.row = row;
  const table = surface.tables.querySelector("table");
  const groups = [
    [...surface.tables.querySelectorAll("table:first-of-type tbody tr")],
    [...surface.steps.children],
    table?.rtLinked ? [...surface.ol.querySelectorAll(".rt-item")] : [],
  ];
  for (const node of surface.ol.children) node.classList.remove("rt-now");
  for (const [kind, nodes] of groups.entries()) {
    for (const [place, node] of nodes.entries()) {
      node.classList.toggle("rt-now", place + 1 === row);
      if (place + 1 === row) node.setAttribute("aria-current", "step");
      else node.removeAttribute("aria-current");
    }
    if (kind < 2) rove(nodes, nodes[row - 1]);
  }
}

function onRowKey(surface, event, nodes) {
  const here = nodes.indexOf(event.target);
  if (here < 0) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    markRow(surface, surface.row === here + 1 ? null : here + 1);
  }
  const to = walk(event, nodes, here);
  if (to) markRow(surface, nodes.indexOf(to) + 1);
}

function onRowClick(surface, event, nodes) {
  const place = nodes.findIndex((node) => node.contains(event.target)) + 1;
  if (place) markRow(surface, surface.row === place ? null : place);
}

// --- the surface ------------------------------------------------------------------------------------------

function build(surface) {
  const heading = (text) => make("h4", {}, text);
  const close = make("button", { class: "rt-close", type: "button", "aria-label": "Close", onclick: () => surface.close() }, icon("remove"));
  surface.error = make("div", { class: "rt-error", hidden: true }, make("span", { role: "alert" }), close);
  surface.silence = make("div", { class: "rt-silence", role: "status" });
  // over the surface: what is under the pointer stays there
  const notices = make("div", { class: "rt-notices" }, surface.error, surface.silence);
  surface.live = make("div", { class: "rt-unseen", role: "status", "aria-live": "polite" });
  const reset = () => surface.reset.ariaDisabled === "true" || surface.act({ do: "reset" });
  surface.reset = make("button", { class: "rt-quiet", type: "button", onclick: reset }, "Reset");
  surface.reset.title = "Back to the list as it was at the start";
  surface.ol = make("ol", { class: "rt-list", "aria-label": "Ranked list" });
  surface.hidden = make("p", { class: "rt-soft rt-note" });
  surface.more = make("button", { class: "rt-quiet rt-more", type: "button", onclick: () => surface.act({ do: "show" }) });
  surface.missed = make("p", { class: "rt-soft rt-note" });
  const slide = (event) => surface.act({ do: "cut", k: event.target.valueAsNumber });
  surface.cutoff = make(
    "label",
    { class: "rt-cutoff" },
    make("span", {}, "cutoff"),
    make("b"),
    make("input", { type: "range", min: 1, step: 1, "aria-label": "cutoff k", oninput: slide }),
  );
  const add = (event) => {
    surface.act({ do: "add", measure: event.target.value });
    event.target.value = "";
  };
  surface.add = make("select", { class: "rt-quiet rt-add", "aria-label": "Add a measure", onchange: add });
  surface.cards = make("div", { class: "rt-cards", role: "radiogroup", "aria-label": "Measures" });
  surface.head = make("header", { class: "rt-head" });
  surface.title = make("h4", { class: "rt-title" });
  surface.line = make("p", { class: "rt-line" });
  surface.conventions = make("div", { class: "rt-conventions" });
  surface.head.append(surface.title, surface.line, surface.conventions);
  surface.formula = make("div", { class: "rt-formula" }, make("span"), make("div", { class: "rt-pieces" }));
  surface.tables = make("div", { class: "rt-tables" });
  surface.steps = make("ol", { class: "rt-steps", "aria-label": "Step by step" });

  const hint = make("span", { class: "rt-soft" }, "click a mark, drag", make("span", { class: "rt-keys" }, " or Alt+↑↓"));
  const left = make("section", { class: "rt-left", "aria-label": "Ranked list" }, make("div", { class: "rt-bar" }, heading("Ranked list"), hint, surface.reset));
  left.append(surface.ol, surface.hidden, surface.more, surface.missed);
  const right = make("section", { class: "rt-right", "aria-label": "Measures" }, make("div", { class: "rt-bar" }, heading("Measures"), surface.cutoff, surface.add));
  right.append(surface.cards);
  const trace = make("section", { class: "rt-trace", "aria-label": "Calculation" });
  const player = make("footer", { class: "rt-player" });
  trace.append(surface.head, surface.formula, surface.tables, surface.steps, player);
  surface.body = make("div", { class: "rt-body" }, left, right, trace);
  const frame = make("div", { class: "rt-frame" }, notices, surface.body, surface.live);

  // JupyterLab binds single keys: none that is typed in here may reach it (x would cut the cell).
  const root = make("div", { class: "rankteach", tabindex: -1, "data-lm-suppress-shortcuts": "true" }, frame);
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") surface.drag ? surface.drag.cancel() : surface.close();
    event.stopPropagation();
  });
  listen(surface);
  return root;
}

function listen(surface) {
  const { ol, cards, tables, steps } = surface;
  const rows = () => [...tables.querySelectorAll("table:first-of-type tbody tr")];
  const items = () => [...ol.querySelectorAll(".rt-item")];
  ol.addEventListener("keydown", (event) => onListKey(surface, event));
  ol.addEventListener("pointerdown", (event) => startDrag(surface, event));
  ol.addEventListener("click", (event) => {
    if (!surface.dragged && !event.target.closest("button")) onRowClick(surface, event, items());
    surface.dragged = false;
  });
  cards.addEventListener("keydown", (event) => onCardKey(surface, event));
  tables.addEventListener("keydown", (event) => onRowKey(surface, event, rows()));
  tables.addEventListener("click", (event) => onRowClick(surface, event, rows()));
  steps.addEventListener("keydown", (event) => onRowKey(surface, event, [...steps.children]));
  steps.addEventListener("click", (event) => onRowClick(surface, event, [...steps.children]));
}

function draw(surface, view) {
  surface.body.classList.toggle("long", view.list.rows.length > LONG);
  drawControls(surface, view);
  drawList(surface, view.list);
  for (const name of ["hidden", "more", "missed"]) {
    write(surface[name], view.list[name]);
    surface[name].hidden = !view.list[name];
  }
  drawCards(surface, view.cards);
  drawTrace(surface, view.trace);
  markRow(surface, surface.row);
}

function render({ model, el }) {
  const surface = { row: null, drag: null, asked: 0, timer: null };
  surface.act = (gesture) => {
    surface.asked = send(model, gesture);
    wait();
  };
  surface.waits = () => surface.asked > model.get("view").done;
  const wait = () => {
    surface.timer ??= setTimeout(() => write(surface.silence, SILENCE), PATIENCE);
  };
  const answered = () => {
    clearTimeout(surface.timer);
    surface.timer = null;
    write(surface.silence, "");
    if (surface.waits()) wait(); // for the rest
  };
  surface.close = () => {
    if (surface.error.contains(surface.focused())) surface.ol.querySelector('.rt-mark[tabindex="0"]')?.focus();
    surface.error.hidden = true;
  };
  surface.focused = () => el.getRootNode().activeElement;
  const root = build(surface);
  el.append(root);

  const onView = () => {
    const view = model.get("view");
    answered();
    draw(surface, view);
    onError();
    if (surface.asked && view.said && !surface.waits()) write(surface.live, view.said);
  };
  const onError = () => {
    surface.error.hidden = !model.get("error");
    write(surface.error.firstChild, model.get("error"));
  };
  model.on("change:view", onView);
  model.on("change:error", onError);
  onView();
  return () => {
    clearTimeout(surface.timer);
    model.off("change:view", onView);
    model.off("change:error", onError);
    root.remove();
  };
}

export default { render };
