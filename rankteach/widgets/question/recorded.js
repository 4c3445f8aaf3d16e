// A question in a saved page. Python recorded what each answer leads to; only how an answer is spelled is worked out here.

/** @import { Action, QuestionView } from "../protocol.d.ts" */

/** What Python recorded, by recorded.py. @typedef {{ view: QuestionView, bounds: (number | null)[], places: Record<string, number>, sealed: string, asks: string[] }} Asked */

const [UNREADABLE, OTHER, BELOW, ABOVE] = ["?", "other", "below", "above"];
const [START, PRIME, BITS] = [0xcbf29ce484222325n, 0x100000001b3n, 64]; // of FNV-1a
const SHORT = 10; // hexadecimal digits of a hash
const LONGEST = 48; // characters of a number
const FRACTION = /^([-+−–]?) *(?:([0-9]+) +)?([0-9]+(?:[.,][0-9]+)?) *[/⁄∕÷] *([0-9]+(?:[.,][0-9]+)?)$/;
const DECIMAL = /^([-+−–]?) *(?=[.,]?[0-9])([0-9]*)(?:[.,]([0-9]*))?(?:[eE]([-+−]?[0-9]{1,2}))? *(%?)$/;

/** A hash of some bytes, after another hash. @param {Iterable<number>} bytes */
function hashed(bytes, value = START) {
  for (const byte of bytes) value = BigInt.asUintN(BITS, (value ^ BigInt(byte)) * PRIME);
  return value;
}
const bytesOf = (/** @type {string} */ text) => new TextEncoder().encode(text);

/** What was sealed: the parts of the view that change, by their numbers. @param {string} sealed @param {bigint} value @returns {Promise<object[]>} */
function opened(sealed, value) {
  const packed = Uint8Array.from(atob(sealed), (letter, place) => {
    value = hashed([place % 256], value);
    return letter.charCodeAt(0) ^ Number(value >> 56n);
  });
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

/** A number that was typed, and how many digits follow its point; none for a fraction. @param {string} text */
function read(text) {
  const [, sign, whole = "0", above, below] = FRACTION.exec(text) ?? [];
  const [, minus, units, after = "", power = "0", percent] = DECIMAL.exec(text) ?? [];
  const signed = (/** @type {string} */ minus, /** @type {number} */ number) => (/[-−–]/.test(minus) ? -number : number);
  const [over, under] = [above, below].map((one) => Number(one?.replace(",", ".")));
  if (below) return under ? { number: signed(sign, Number(whole) + over / under) } : null;
  if (minus === undefined) return null;
  const digits = Math.max(after.length + (percent ? 2 : 0) - Number(power.replace("−", "-")), 0);
  return { number: signed(minus, Number(`${units}.${after}e${power.replace("−", "-")}`)) / (percent ? 100 : 1), digits };
}

/** How to look up what was typed, the most particular spelling first. @param {string} typed @param {Asked} asked */
function spellings(typed, { bounds: [low, high] }) {
  const bare = typed.trim().replace(/^[=≈~\s]+/, "");
  const text = bare.replace(/(\.\.\.|…)$/, "");
  const typedNumber = text.length > LONGEST ? null : read(text);
  if (!typedNumber) return [`?${typed.trim().toLowerCase()}`, UNREADABLE];
  const { number, digits } = typedNumber;
  const rounded = (/** @type {number} */ unit) => BigInt(Math.floor(number * unit + 0.5));
  const decimal = `${digits}:${rounded(1e9)}`;
  const particular = digits === undefined ? [`=${rounded(1e9)}`, `≈${rounded(1e5)}`] : [decimal, `=${rounded(1e9)}`];
  const beyond = low !== null && number < low ? [BELOW] : high !== null && number > high ? [ABOVE] : [];
  return [...(text === bare ? [] : [`${decimal}…`]), ...particular, ...beyond, OTHER];
}

/** What to say to a wrong answer: of a fraction, which of its two numbers to check. @param {string} said @param {string} typed @param {Asked["asks"]} asks @param {(spelling: string) => number | undefined} number */
function aboutFraction(said, typed, [ask, askBoth, checkAbove, checkBelow], number) {
  const [, sign, whole, above, below] = FRACTION.exec(typed.trim().replace(/^[=≈~\s]+/, "")) ?? [];
  if (!below || sign || whole || /[.,]/.test(above + below)) return said;
  const parts = [`${BigInt(above)}`, `${BigInt(below)}`];
  const known = (/** @type {string} */ spelling) => number(spelling) !== undefined;
  const check = known(`${parts[0]}/`) ? checkBelow : known(`/${parts[1]}`) ? checkAbove : askBoth;
  return said.replace(ask, check.replace(/\{(\d)\}/g, (_, place) => parts[place]));
}

/** How to look up an action; an order by how it begins, the longest beginning first. @param {Action} action @param {QuestionView} view @param {Asked} asked */
function places({ do: what, given = [] }, { kind, items, hints }, asked) {
  if (what !== "answer") return [what === "hint" ? `hint ${hints.length}` : what];
  if (kind === "number") return spellings(given[0], asked);
  if (kind === "text") return given[0].trim() ? [OTHER] : ["blank"];
  if (kind === "order") return [...given.keys(), given.length].map((left) => given.slice(0, given.length - left).join("\n"));
  return [items.filter((item) => given.includes(item)).join("\n")];
}

/** A model as anywidget gives it. @param {Asked} asked */
export function makeRecorded(asked) {
  const salt = hashed(bytesOf(asked.view.text));
  const number = (/** @type {string} */ spelling) => asked.places[hashed(bytesOf(spelling), salt).toString(16).slice(-SHORT)];
  /** @type {Set<() => void>} */
  const heard = new Set();
  const known = { calculation: 0, done: 0, undo: false, redo: false };
  /** @type {Record<string, any>} */
  const values = { arrangement: "", menu: [], titles: {}, error: "", action: {}, view: JSON.stringify({ ...asked.view, ...known }) };
  values.formulas = JSON.stringify({ n: 0, steps: [], code: [] });
  let shown = asked.view;
  return {
    get: (/** @type {string} */ name) => values[name],
    set: (/** @type {string} */ name, /** @type {unknown} */ value) => {
      values[name] = value;
    },
    save_changes: async () => {
      const changes = await opened(asked.sealed, salt);
      for (const action of [...(values.action.late ?? []), values.action].filter(({ n }) => n > known.done)) {
        const place = places(action, shown, asked).map(number).find((one) => one !== undefined);
        const given = action.given ?? shown.given;
        shown = action.do === "reset" ? asked.view : { ...shown, given };
        shown = { ...shown, ...changes[place ?? 0] };
        if (action.do === "answer" && shown.kind === "number")
          for (const said of /** @type {const} */ (["feedback", "announcement"]))
            shown[said] = aboutFraction(shown[said], given[0], asked.asks, number);
        known.done = action.n;
      }
      values.view = JSON.stringify({ ...shown, ...known });
      for (const callback of [...heard]) callback();
    },
    send: () => {},
    on: (/** @type {string} */ event, /** @type {() => void} */ callback) => event === "change:view" && heard.add(callback),
    off: (/** @type {string} */ event, /** @type {() => void} */ callback) => event === "change:view" && heard.delete(callback),
  };
}
