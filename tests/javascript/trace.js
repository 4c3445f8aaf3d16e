// AP of the relevance [1, 0, 1], as Python sends it, without what is only drawn.

const head = (title, kind, origin, grows = false) => ({ title, kind, origin, grows, math: "", edge: false, final: false });
const above = (column, row) => [[0, column, 0, row]];

/** @returns {any} */
export function averagePrecision() {
  const precision = (row) => [[0, 2, row, row], [0, 0, row, row]];
  const credit = (row) => [[0, 3, row, row], [0, 1, row, row]];
  return {
    label: "AP",
    title: "average precision",
    tables: [
      {
        heads: [
          head("rank", "row", "given"),
          head("rel", "mark", "given"),
          head("hits", "number", "calculated", true),
          head("precision", "number", "calculated"),
          head("credit", "number", "calculated"),
        ],
        rows: [
          ["1", "●", "1", "1", "1"],
          ["2", "○", "", "1/2", ""],
          ["3", "●", "2", "2/3", "2/3"],
        ],
        origins: [0, 1, 2].map((row) => [[], [], above(1, row), precision(row), credit(row)]),
        row: "rank",
        linked: true,
        hidden: "",
      },
    ],
    scalars: [
      { name: "m", value: "2", origins: above(1, 2) },
      { name: "", value: "5/6", origins: [[0, 4, 0, 2], [-1, 0, 0, 0]] },
    ],
    steps: [1, 2, 3].map((row) => ({ row, lead: `Rank ${row}`, text: "" })),
  };
}
