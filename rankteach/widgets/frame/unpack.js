// The module that anywidget loads: a surface's own module and its style sheet, packed. Each surface is in a shadow root, so
// that no style sheet of a page, of another surface or of another version changes how it looks.

const packed = "PACKED"; // in base 85
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
const PAGE = /** @type {{ rankteachSurfaces?: Map<string, ReturnType<typeof unpack>> }} */ (globalThis);

async function unpack() {
  const short = (5 - (packed.length % 5)) % 5; // as many letters as bytes are left out at the end
  const text = packed + "~".repeat(short);
  const bytes = new DataView(new ArrayBuffer((text.length / 5) * 4));
  for (let word = 0; word < text.length / 5; word++) {
    let number = 0;
    for (const letter of text.slice(word * 5, word * 5 + 5)) number = number * 85 + LETTERS.indexOf(letter);
    bytes.setUint32(word * 4, number);
  }
  const stream = new Blob([bytes.buffer.slice(0, bytes.byteLength - short)]).stream().pipeThrough(new DecompressionStream("deflate"));
  const [script, style] = (await new Response(stream).text()).split("\0");
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { default: surface } = await import(url);
  URL.revokeObjectURL(url);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  return { surface, sheet };
}

/** What is unpacked once serves all surfaces of its kind in the page. */
function unpacked() {
  PAGE.rankteachSurfaces ??= new Map();
  const known = PAGE.rankteachSurfaces.get(packed) ?? unpack();
  PAGE.rankteachSurfaces.set(packed, known);
  return known;
}

// anywidget gives a module two seconds to load, however busy the page is: after that it says "Failed to initialize model."
// A page that is opened anew loads the modules of earlier runs, too. So a surface is only unpacked when it is shown, and
// when no other module waits.
const idle = () => new Promise((ready) => ("requestIdleCallback" in window ? requestIdleCallback(ready, { timeout: 1000 }) : setTimeout(ready)));

/**
 * A module that took longer is shown by anywidget, too, but all that Python sends it is lost. Its messages then go the way
 * of other widgets' messages, and it asks for what it has missed. @param {import("./types.d.ts").Model} model
 */
async function hear(model) {
  const own = await model.widget_manager?.get_model(model.get("own_id")).catch(() => null);
  try {
    await own?._handle_comm_msg({ content: { data: {} } }); // of no kind
  } catch {
    own.comm.on_msg(Object.getPrototypeOf(Object.getPrototypeOf(own))._handle_comm_msg.bind(own));
    own.comm.send({ method: "request_state" });
  }
}

/** @param {{ model: import("./types.d.ts").Model, el: HTMLElement }} context */
async function render({ model, el }) {
  await hear(model);
  await idle();
  const { surface, sheet } = await unpacked();
  const root = el.shadowRoot ?? el.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  return surface.render({ model, el: root });
}

export default { render };
