// The module that anywidget loads: a surface's own module and its style sheets, packed. A page with several surfaces has
// each style sheet once, all of them in one order: so every surface looks as it does alone.

async function unpack() {
  const bytes = Uint8Array.from(atob("PACKED"), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const { script, sheets } = await new Response(stream).json();
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { default: surface } = await import(url);
  URL.revokeObjectURL(url);
  return { surface, sheets };
}

function wear(root, sheets) {
  for (const [name, text] of Object.entries(sheets)) {
    const worn = [...root.querySelectorAll("style[data-rankteach]")];
    let sheet = worn.find((one) => one.dataset.rankteach === name);
    if (!sheet) {
      sheet = document.createElement("style");
      sheet.dataset.rankteach = name;
      root.insertBefore(sheet, worn.find((one) => one.dataset.rankteach > name) ?? null);
    }
    if (sheet.textContent !== text) sheet.textContent = text;
  }
}

const unpacked = unpack(); // not awaited: anywidget gives a module two seconds to load, however busy the page is

async function render({ model, el }) {
  const { surface, sheets } = await unpacked;
  const root = el.getRootNode();
  wear(root instanceof ShadowRoot ? root : document.head, sheets);
  return surface.render({ model, el });
}

export default { render };
