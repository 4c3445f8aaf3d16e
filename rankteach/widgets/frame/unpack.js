// The module that anywidget loads: a surface's own module and its style sheet, packed. Each surface is in a shadow root, so
// that no style sheet of a page, of another surface or of another version changes how it looks.

const packed = "PACKED";
const PAGE = /** @type {{ rankteachSurfaces?: Map<string, ReturnType<typeof unpack>> }} */ (globalThis);

async function unpack() {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
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

/** @param {{ model: import("./types.d.ts").Model, el: HTMLElement }} context */
async function render({ model, el }) {
  await idle();
  const { surface, sheet } = await unpacked();
  const root = el.shadowRoot ?? el.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  return surface.render({ model, el: root });
}

export default { render };
