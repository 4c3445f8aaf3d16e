// What draws a surface sees of Python in a saved page: a model as anywidget gives it, over a table of what was recorded.
// It follows the edges from state to state and calculates nothing.

const LOADING = "This needs Python, which is still loading. Try again in a moment.";
const WITHOUT = "This page has no Python: it shows only what was saved in it. To try this, press Copy as code and run the line in a notebook.";
const MOST_STEPS = 200; // that can be undone

/** @import { Action, CardView, SharedItem } from "../protocol.d.ts" */
/** @import { Ask, Change, Group, PageModel, Place, Sent, Table } from "./types.d.ts" */

/** An action as Python wrote it. @param {Action} action */
const textOf = (action) => JSON.stringify(Object.entries(action).sort());

/** The lists or mappings of one kind, from columns of differences. @param {Group} group */
function composedOf([keys, count, columns]) {
  const last = columns.map(() => 0);
  return Array.from({ length: count }, (_, row) => {
    for (const [at, column] of columns.entries()) last[at] += column[row];
    return { keys, parts: [...last] };
  });
}

/**
 * @param {Table} table what Python recorded
 * @param {boolean} alone whether no Python will come
 * @returns {PageModel} a model with the values of the widget
 */
export function makeModel(table, alone = true) {
  const { leaves, groups, views, formulas, edges, orders, names, signs, quoted, implied, own, spans } = table;
  const composed = groups.flatMap(composedOf);
  /** @type {any[]} */
  const built = [];
  /** @type {Place} */
  let here = { state: table.start, order: table.order, announcement: "", swap: null, called: table.called };
  /** @type {[Change[], Change[], string, string, number]} */
  let [past, future, sliding, error, done] = [[], [], "", "", 0];
  /** @type {Ask | null} */
  let python = null; // asks it, once it is there
  let leads = false; // it answers everything from the first action on that was not recorded
  /** @type {Sent[]} */
  let performed = []; // since the page was opened: what Python has to know first
  /** @type {{ event: string, callback: () => void }[]} */
  let listeners = [];
  /** @type {any} */
  const values = { arrangement: table.arrangement, menu: [], titles: table.titles, action: {} };

  /** @param {number} number @returns {any} */
  function build(number) {
    if (number < leaves.length) return leaves[number];
    const { keys, parts } = composed[number - leaves.length];
    built[number] ??= keys ? Object.fromEntries(keys.map((key, at) => [key, build(parts[at])])) : parts.map(build);
    return built[number];
  }

  // the names of the items as they are ordered now, instead of the signs
  const any = signs ? new RegExp(`[${signs}]`, "g") : /(?!)/g;
  /** @param {number[]} order @param {string} sign */
  const place = (order, sign) => order[signs.indexOf(sign)];
  /** @param {string} text @param {number[]} order */
  const named = (text, order) => text.replace(any, (sign) => names[place(order, sign)]);
  /** @param {unknown} data @param {number[]} order */
  const inJson = (data, order) => JSON.stringify(data).replace(any, (sign) => JSON.stringify(names[place(order, sign)]).slice(1, -1));
  /** @param {number[]} order */
  const moved = (order) => order.some((one, rank) => one !== rank);

  /** @param {Place} place */
  function codeOf({ state, order, called }) {
    const { code } = build(views[state]);
    if (!signs) return code;
    const unnamed = called ? code : code.replaceAll(implied, "");
    const line = unnamed.replace(new RegExp(`'[${signs}]'`, "g"), (/** @type {string} */ sign) => quoted[place(order, sign[1])]);
    return `${line.slice(0, -1)}${table.titled})`; // signs have no titles
  }

  /** Where each item is in the other one of two lists, which only its name says. @param {any} view */
  function join(view) {
    const [first, second] = [view.first.rows, view.second.rows];
    for (const [rows, others, other] of [[first, second, "B"], [second, first, "A"]]) {
      for (const [here, row] of rows.entries()) {
        const there = others.findIndex((/** @type {SharedItem} */ { item }) => item === row.item);
        const shift = there === here ? "" : String(Math.abs(there - here));
        Object.assign(row, { way: there > here ? "up" : shift ? "down" : "level", shift, words: `rank ${there + 1} in ${other}` });
      }
    }
    const way = new Map(second.map((/** @type {SharedItem} */ row) => [row.item, row.way]));
    view.lines = first.map((/** @type {SharedItem} */ { item }) => ({ item, kind: way.get(item) }));
  }

  function show() {
    const { state, order, announcement, swap } = here;
    const view = { ...build(views[state]), ...own, code: "" };
    if (swap) view.list = { ...view.list, swap };
    if (here.moves) view.list = { ...view.list, moves: here.moves };
    if ("changed" in view) view.changed ||= moved(order);
    if (!alone) delete view.still; // Python moves what the record does not
    const known = { calculation: formulas[state], done, code: codeOf(here), announcement };
    const history = { undo: past.length > 0, redo: future.length > 0 };
    const drawn = JSON.parse(inJson(view, order));
    if (own.linked) join(drawn);
    values.view = JSON.stringify({ ...drawn, ...known, ...history });
    values.formulas = inJson({ n: formulas[state], ...build(formulas[state]) }, order);
    values.error = error;
  }

  /** Where an action leads; nothing if it was not recorded. @param {Action} action @returns {Place | null} */
  function follow(action) {
    const { state, order } = here;
    const [first, count] = spans[String(action.list ?? action.query ?? "")] ?? [];
    const rank = (/** @type {string} */ item) => order.indexOf(names.indexOf(item, first));
    const asked = { ...action };
    if (signs && asked.item !== undefined) {
      if (asked.by !== undefined) {
        asked.to = Math.min(Math.max(rank(asked.item) - first + 1 + asked.by, 1), count);
        delete asked.by;
      }
      asked.item = signs[rank(asked.item)];
    }
    if (signs && asked.items) asked.items = asked.items.map((item) => signs[rank(item)]);
    const columns = edges[textOf(asked)] ?? (asked.back && edges[textOf({ do: asked.do, item: asked.item })]);
    if (!columns || columns[0][state] === null) return null;
    const [step, turned, lead, news, swap] = columns.map((column) => column[state]);
    const [ranks, anew] = [orders[turned], table.anew[action.do]];
    const from = anew === undefined ? order : names.map((_, rank) => rank);
    const changes = action.do !== "reset" || step || moved(order);
    return {
      state: state + step,
      order: ranks?.map((rank) => from[rank]) ?? from,
      announcement: named((changes ? [lead, news] : [lead]).map(build).filter(Boolean).join("; "), order),
      swap: build(swap),
      called: anew ?? (here.called || table.reorder.includes(action.do)), // Python then names the items
    };
  }

  /** @param {number} state @returns {string | undefined} */
  const shownAt = (state) => (build(views[state]).cards ?? []).find((/** @type {CardView} */ card) => card.chosen)?.value;

  /** What an item that is held would bring at each rank, as far as that was recorded. @param {string} item */
  function hold(item) {
    const ranks = build(views[here.state]).list?.rows.length ?? 0;
    const brought = Array.from({ length: ranks }, (_, rank) => follow({ do: "move", item, to: rank + 1 }));
    const moves = brought.map((there) => ({ value: (there && shownAt(there.state)) ?? "", share: 0 }));
    const known = moves.every(({ value }) => value);
    if (python && !known) return false;
    here = { ...here, moves: known ? moves : null };
    error = "";
    return true;
  }

  /**
   * Undo skips a state with the same code, and takes back a whole movement of a slider at once.
   * @param {Place} there
   * @param {string} slides the action of the slider
   */
  function goOn(there, slides) {
    const code = codeOf(there);
    if (code !== codeOf(here)) {
      const before = (slides && slides === sliding && past.pop()?.before) || here;
      const back = code === codeOf(before);
      if (!back) past.push({ before, announcement: there.announcement });
      if (past.length > MOST_STEPS) past.shift();
      future = [];
      sliding = back ? "" : slides;
    }
    here = there;
    error = "";
  }

  /** Whether all items of long lists are shown. @param {any} view */
  const isWhole = ({ list, more = list?.more }) => more === "Show fewer";

  /** @param {boolean} back */
  function step(back) {
    const [from, to] = back ? [past, future] : [future, past];
    const last = from.pop();
    if (!last) {
      error = `There is no change to ${back ? "undo" : "redo"}.`;
      return;
    }
    to.push({ before: here, announcement: last.announcement });
    const shown = build(views[here.state]); // undo does not change whose calculation is shown, or how much of a list
    const did = back ? last.announcement.split("; ")[0] : last.announcement; // not the values that it led to
    here = last.before;
    if (shown.query !== undefined) here = follow({ do: "query", query: shown.query }) ?? here;
    if (isWhole(shown) !== isWhole(build(views[here.state]))) here = follow({ do: "show" }) ?? here;
    here = { ...here, swap: null, announcement: `${back ? "Undone" : "Redone"}${did ? `: ${did}` : "."}` };
    sliding = error = "";
  }

  /** @param {Sent} action */
  function perform({ n, late, slides, hints, ...action }) {
    for (const one of late ?? []) if (one.n > done) perform(one);
    if (leads) return;
    const known = performedHere(action, slides ? action.do : "");
    if (known || !python) done = n;
    else leads = true;
    if (known) performed.push({ n, slides, hints, ...action });
    else if (!python) error = alone ? WITHOUT : LOADING;
  }

  /** Whether the record knows an action: then it is performed. @param {Action} action @param {string} slides */
  function performedHere(action, slides) {
    if (action.do === "undo" || action.do === "redo") {
      step(action.do === "undo");
      return true;
    }
    if (action.do === "hold" && action.item !== undefined) return hold(action.item);
    const there = follow(action);
    if (there) goOn(there, slides);
    return Boolean(there);
  }

  /** Tells Python what it does not know yet, and an action if there is one. @param {Ask} python @param {Sent | null} action */
  function tell(python, action) {
    const late = [...performed, ...(action?.late ?? [])];
    const last = action ?? late.pop() ?? {};
    performed = [];
    python({ ...last, late });
  }

  /** @param {Record<string, unknown>} before what was shown */
  function fire(before) {
    const changed = ["view", "formulas", "error"].filter((name) => values[name] !== before[name]);
    for (const name of changed) for (const one of [...listeners]) if (one.event === `change:${name}`) one.callback();
  }

  show();
  return {
    get: (name) => values[name],
    set: (name, value) => {
      values[name] = value;
    },
    save_changes: async () => {
      await null; // the surface first notes that it waits
      if (values.action.n <= done) return;
      const before = { ...values };
      if (!leads) perform(values.action);
      if (!leads) show();
      fire(before);
      if (python) tell(python, leads ? values.action : null);
    },
    /** From now on Python can be asked. */
    ask: (ask) => {
      python = ask;
      tell(ask, null);
    },
    /** No Python will come. */
    goOnAlone: () => {
      alone = true;
    },
    /** What Python answers: drawn if the page can go on no more without it; its menu of measures always. */
    receive: ({ view, formulas, menu, titles, error }) => {
      const before = { ...values, view: JSON.stringify(menu) === JSON.stringify(values.menu) ? values.view : "" };
      values.menu = menu;
      if (leads) {
        const drawn = JSON.parse(view);
        const worked = JSON.parse(formulas);
        done = drawn.done;
        // numbers of calculations that the record does not have
        values.view = JSON.stringify({ ...drawn, calculation: -drawn.calculation });
        values.formulas = JSON.stringify({ ...worked, n: -worked.n });
        values.error = error;
        values.titles = titles;
      }
      fire(before);
    },
    send: () => {},
    on: (event, callback) => listeners.push({ event, callback }),
    off: (event, callback) => {
      listeners = listeners.filter((one) => one.event !== event || one.callback !== callback);
    },
  };
}

/** What Python packed. @param {string} text */
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

/**
 * Draw what was recorded of a surface, and return its model; its headings come right after the last one above it.
 * @param {string} module @param {Table} table @param {HTMLElement} el
 */
export async function draw(module, table, el, level = 2, alone = true) {
  const url = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
  const { default: surface, makeRecorded = makeModel } = await import(url); // a question has a model of its own
  URL.revokeObjectURL(url);
  const model = makeRecorded(table, alone);
  await surface.render({ model, el });
  for (const heading of (el.shadowRoot ?? el).querySelectorAll("h4")) heading.ariaLevel = String(level);
  return model;
}
