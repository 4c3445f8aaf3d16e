"""Surfaces of several kinds in one page: each looks as it does alone, in whatever order their sheets came."""

import pytest

import rankteach as rt
from rankteach.classroom import question
from rankteach.widgets.frame.modules import SURFACES, sheets
from tests.browser.bare import traits_of

EIGHT = rt.examples.eight_documents
MAKE = {
    "agreement": lambda: rt.explore_agreement(list("abcd"), list("badc")),
    "curves": lambda: rt.explore_curve(EIGHT),
    "evaluation": lambda: rt.explore(rt.evaluate({"1": {"a": 1}}, {"1": {"b": 2, "a": 1}}, ["AP", "RR"])),
    "explorer": lambda: rt.explore(EIGHT, ["P@5", "AP", "nDCG@5"]),
    "queries": lambda: rt.explore_queries({"soup": EIGHT, "tart": [0, 1]}, ["MAP", "mean nDCG"], without=["tart"]),
    "question": lambda: question("Which order has the highest AP?", answer=[f"list {place}" for place in range(9)]),
    "sides": lambda: rt.side_by_side(EIGHT, EIGHT.moved(3, to=1), ["AP", "nDCG"]),
    "steps": lambda: rt.step_through(rt.average_precision(EIGHT)),
}

# With each of several groups of sheets in the page: what differs in any element from what the first makes of it. Only
# the properties that a sheet sets are compared: no other can differ unless one of these does, and they are few.
COMPARE = """
async (groups) => {
  document.querySelectorAll("style").forEach((one) => one.remove());
  const style = document.head.appendChild(document.createElement("style"));
  const nodes = [...document.querySelectorAll(".rankteach, .rankteach *")];
  const set = (rule) => [...(rule.style ?? []), ...[...(rule.cssRules ?? [])].flatMap(set)];
  style.textContent = groups.flat().join("\\n");
  const names = [...new Set(set(style.sheet))].filter((name) => !name.startsWith("--"));
  const looks = async (sheets) => {
    style.textContent = sheets.join("\\n");
    // lines and sizes that scripts set are there two frames later
    for (let i = 0; i < 2; i += 1) await new Promise((done) => requestAnimationFrame(done));
    return nodes.map((node) => {
      const computed = getComputedStyle(node);
      return names.map((name) => `${name}: ${computed.getPropertyValue(name)}`);
    });
  };
  const [first, ...others] = groups;
  const alone = await looks(first);
  const differs = new Set();
  for (const sheets of others) {
    (await looks(sheets)).forEach((lines, place) => {
      const { tagName, className } = nodes[place];
      const known = new Set(alone[place]);
      const node = `${tagName}.${className.baseVal ?? className}`;
      for (const line of lines) if (!known.has(line)) differs.add(`${node} ${line}`);
    });
  }
  style.remove();
  return [nodes.length, names.length, [...differs]];
}
"""


# Another surface in the same page, drawn from its traits.
ANOTHER = """
async ([place, traits]) => {
  const { default: widget } = await import(`/other${place}.js`);
  const model = { get: (name) => traits[name], on() {}, off() {}, send() {} };
  const el = document.body.appendChild(document.createElement("div"));
  await widget.render({ model, el });
  return [...document.querySelectorAll("style")].map((one) => one.dataset.rankteach);
}
"""


def test_every_kind_of_surface_is_in_the_style_sheet_test():
    assert tuple(MAKE) == SURFACES


@pytest.mark.parametrize("surface", SURFACES)
def test_a_surface_looks_the_same_beside_the_others(bare_page, surface):
    page = bare_page(MAKE[surface]()).page
    page.emulate_media(reduced_motion="reduce")
    every = dict(sorted(pair for one in SURFACES for pair in sheets(one).items()))
    for width in (360, 700, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        nodes, names, differs = page.evaluate(COMPARE, [list(sheets(surface).values()), list(every.values())])
        assert nodes > 50
        assert names > 50
        assert differs == [], width


@pytest.mark.parametrize("order", [SURFACES, SURFACES[::-1]])
def test_a_page_has_each_sheet_once_and_in_order(bare_page, order):
    first, *others = (MAKE[surface]() for surface in order)
    page = bare_page(first, others=others).page
    for place, other in enumerate(others):
        names = page.evaluate(ANOTHER, [place, traits_of(other)])
    assert names == sorted({name for surface in SURFACES for name in sheets(surface)})
