"""Surfaces of several kinds in one page: each looks as it does alone, in whatever order their sheets came."""

import pytest

import rankteach as rt
from rankteach.widgets.shared.live import KINDS, SHARED, STATIC, style

EIGHT = rt.examples.eight_documents
MAKE = {
    "agreement": lambda: rt.explore_agreement(list("abcd"), list("badc")),
    "curve": lambda: rt.explore_curve(EIGHT),
    "explorer": lambda: rt.explore(EIGHT, ["P@5", "AP", "nDCG@5"]),
    "sidebyside": lambda: rt.side_by_side(EIGHT, EIGHT.moved(3, to=1), ["AP", "nDCG"]),
    "step": lambda: rt.step_through(rt.average_precision(EIGHT)),
}

# With each of several groups of sheets in the page: what differs in any element from what the first makes of it.
COMPARE = """
async (groups) => {
  document.querySelector("link").disabled = true;
  const style = document.head.appendChild(document.createElement("style"));
  const nodes = [...document.querySelectorAll(".rankteach, .rankteach *")];
  const looks = async (sheets) => {
    style.textContent = sheets.join("\\n");
    // lines and sizes that scripts set are there two frames later
    for (let i = 0; i < 2; i += 1) await new Promise((done) => requestAnimationFrame(done));
    return nodes.map((node) => {
      const found = getComputedStyle(node);
      const names = [...found].filter((name) => !name.startsWith("--"));
      return names.map((name) => `${name}: ${found.getPropertyValue(name)}`);
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
  return [nodes.length, [...differs]];
}
"""


def test_every_kind_of_surface_is_in_the_style_sheet_test():
    assert tuple(MAKE) == KINDS


@pytest.mark.parametrize("width", [360, 700, 1280])
@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_looks_the_same_beside_the_others(bare_page, kind, width):
    page = bare_page(MAKE[kind]()).page
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(reduced_motion="reduce")
    own = "\n".join((STATIC / f"{name}.css").read_text(encoding="utf-8") for name in (*SHARED, kind))
    every = [style(one) for one in KINDS]
    nodes, differs = page.evaluate(COMPARE, [[own], every, every[::-1]])
    assert nodes > 50
    assert differs == []
