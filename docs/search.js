// Among the pages that a search finds, the one that is named so comes first: AP before PRAUC, whose text has AP more often.
const asked = (new URLSearchParams(location.search).get("q") ?? "").trim().toLowerCase();
const named = (title) => title.toLowerCase().split(/[^\p{L}\p{N}@]+/u).join(" ");
const whole = (title) => ` ${named(title)} `.includes(` ${named(asked)} `);
// eslint-disable-next-line no-unused-vars
var Scorer = {
  score: ([page, title, , , score]) => score + (asked && whole(title) ? 100 : 0) + (asked && page.endsWith(`metrics/${asked}`) ? 100 : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
