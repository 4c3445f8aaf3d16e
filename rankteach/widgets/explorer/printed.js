// What a document prints of a measure at each cutoff: a click moves the cutoff there and says whether the number is right.

import { make, makeButton, makeChildren, set, write } from "../frame/elements.js";

/** @import { ExplorerView } from "../protocol.d.ts" */
/** @import { Drawn, Surface } from "../frame/types.d.ts" */

export function makePrinted(/** @type {Surface<ExplorerView>} */ surface) {
  const numbers = make("div", { class: "rt-digits", role: "group", "aria-label": "Printed numbers" });
  const says = make("span", { role: "status" });
  const node = make("div", { class: "rt-printed rt-top", hidden: true }, make("b", {}, "Printed"), numbers, says);
  const drawNumbers = makeChildren(numbers, () => {
    const [k, text] = [make("small"), make("span")];
    const button = makeButton(k, () => surface.dispatch({ do: "cut", k: Number(k.dataset.k) }), { class: "rt-quiet" });
    button.append(text);
    /** @param {{ number: string, k: number, on: boolean }} printed */
    const draw = ({ number, k: at, on }) => {
      k.dataset.k = String(at);
      write(k, `k = ${at}`);
      write(text, number);
      set(button, "ariaPressed", String(on));
    };
    return { node: button, draw };
  });
  /** @param {Drawn<ExplorerView>} view */
  const draw = ({ printed, cutoff }) => {
    node.hidden = !printed;
    if (!printed) return;
    drawNumbers(printed.numbers.map((number, place) => ({ number, k: place + 1, on: cutoff?.value === place + 1 })));
    write(says, printed.says);
  };
  return { node, draw };
}
