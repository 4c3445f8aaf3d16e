"""A trace as static HTML: in a page that is all there is, cleaned as viewers of notebooks do it, and in JupyterLab."""

import re
from urllib.parse import unquote

import pytest

import rankteach as rt
from rankteach.tracing.measures import metrics
from tests.browser.jupyter import notebook_of
from tests.preview import EXAMPLES, made
from tests.tiers import LONG

LIKE_A_NOTEBOOK = "<style>table { font: 12px sans-serif; border-spacing: 0 } td, th { padding: .5em }</style>"


def test_pairs_of_long_names_leave_room_for_all_numbers_of_a_wide_table(page):
    items = ["Leek pie", "Onion soup", "Leek soup", "Potato salad", "Leek and potato soup"]
    ranking = rt.Ranking([1, 0, 3, 0, 2], scores=[1.5, 1, 0.5, 0, -0.5], items=items)
    pushes = rt.lambdas(rt.ndcg(ranking, k=2, gain="exponential"), convention="lightgbm")
    page.set_viewport_size({"width": 800, "height": 600})
    page.set_content(f"<!doctype html>{LIKE_A_NOTEBOOK}{pushes._repr_html_()}")
    table = page.locator("table").first
    assert table.locator("th").count() > 7
    assert table.evaluate("(one) => one.parentElement.scrollWidth - one.parentElement.clientWidth") <= 1


# --- the picture of a surface that is not live ----------------------------------------------------------
# How far the heads are below what is before them, and whether the words that say how to run the cell cover others.
GAPS = """
() => {
  const box = (node) => node.getBoundingClientRect();
  const prompt = box(document.querySelector("strong"));
  const heads = [...document.querySelectorAll("h4")];
  const gaps = heads.flatMap((head) => {
    const before = head.previousElementSibling ?? head.closest("main > *").previousElementSibling;
    return before && before.localName !== "strong" ? [box(head).top - box(before).bottom] : [];
  });
  const words = document.createRange();
  const covered = heads.filter((head) => {
    words.selectNodeContents(head);
    return box(words).right > prompt.left && box(words).bottom > prompt.top && box(words).top < prompt.bottom;
  });
  return [gaps, covered.map((head) => head.textContent)];
}
"""
NOT_LIVE = {
    **EXAMPLES,
    **{
        f"{n} queries": f"rt.explore_queries({ {f'a query with many words {i}': [1, 0] for i in range(n)} })"
        for n in (2, 4)
    },
    "a query without a title": "rt.explore(rt.evaluate(rt.examples.qrels(), rt.examples.run(), ['AP']), query='117')",
}


@pytest.mark.parametrize("name", NOT_LIVE)
def test_the_heads_of_a_picture_touch_nothing(page, name):
    (source,) = re.findall('charset=utf-8,(.*?)"', made(NOT_LIVE[name])._html())
    page.set_content(unquote(source))
    gaps, covered = page.evaluate(GAPS)
    assert min(gaps, default=10) >= 10
    assert not covered


LISTS = list("abcdefgh"), list("hgabdcef")
GRADED = rt.Ranking([3, 0, 2, 0, 1, 0, 0, 3], scores=[1 - rank / 10 for rank in range(8)], missed=[2])
OUTSIDE = """
() => {
  const [main, rows] = [document.querySelector("main"), [...document.querySelectorAll("tr")]];
  const { bottom, right } = main.getBoundingClientRect();
  const last = document.querySelector(".cut") ? 4 : rows.length - 1; // of a longer table the end fades
  const [row, cell] = [rows[last], rows[last].lastElementChild].map((one) => one.getBoundingClientRect());
  return [row.bottom > bottom, cell.right > right];
}
"""


@pytest.mark.parametrize("name", [metric.name for metric in metrics()])
def test_the_picture_of_a_calculation_has_its_last_row_and_its_last_column(page, name):
    measure = rt.measure(name)
    try:
        trace = measure(*LISTS) if measure.metric.pairing else measure(GRADED)
    except ValueError:  # it is of labels
        trace = measure([1, 0, 1, 1, 0, 0, 1, 0])
    (source,) = re.findall('charset=utf-8,(.*?)"', rt.step_through(trace)._html())
    page.set_content(unquote(source))
    assert page.evaluate(OUTSIDE) == [False, False]


LONG_NAMES = [f"{name} soup with cream and a lot of herbs" for name in ("Leek", "Pea", "Potato", "Onion", "Carrot")]
WITH_LONG_NAMES = {
    "agreement": lambda: rt.explore_agreement(LONG_NAMES, LONG_NAMES[::-1]),
    "side by side": lambda: rt.side_by_side(*(rt.Ranking.from_items(one, LONG_NAMES[:2]) for one in PAIR_OF_LONG)),
    "one list": lambda: rt.explore(rt.Ranking([1, 0, 1, 0, 0], items=LONG_NAMES)),
    "steps": lambda: rt.step_through(rt.kendall_tau(LONG_NAMES, LONG_NAMES[::-1])),
}
PAIR_OF_LONG = LONG_NAMES, [*LONG_NAMES[2:], *LONG_NAMES[:2]]
OVER = """
() => [...document.querySelectorAll(".top > *, .two > *, section")].filter((one) =>
  one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML.slice(0, 80))
"""


@pytest.mark.parametrize("name", WITH_LONG_NAMES)
def test_long_names_of_a_picture_cover_nothing(page, name):
    (source,) = re.findall('charset=utf-8,(.*?)"', WITH_LONG_NAMES[name]()._html())
    page.set_content(unquote(source))
    assert "Potato soup" in page.locator("main").inner_text()
    assert page.evaluate(OVER) == []
    assert page.evaluate(OUTSIDE)[1] is False


# --- cleaned ------------------------------------------------------------------------------------------
# What MathJax makes of a formula: version 2 (nbviewer) puts a preview, what it draws and its source in place of the
# text, version 3 (GitHub, JupyterLab) a container.
TYPESET = {
    2: """<span class="MathJax_Preview"></span><span class="MathJax">drawn</span><script type="math/tex"></script>""",
    3: "<mjx-container>drawn</mjx-container>",
}
SEEN = """
() => [...document.querySelectorAll("p > span")].map((term) => {
  const after = getComputedStyle(term, "::after").content;
  return [
    getComputedStyle(term).fontSize === "0px" ? "" : term.innerText.trim(),
    after === "none" ? "" : after.slice(1, -1),
  ].filter(Boolean);
})
"""


def cleaned(written):
    """As GitHub cleans the HTML of a notebook: no style sheet and nothing of it, no style and no class."""
    return re.sub(r' (?:style|class)="[^"]*"', "", re.sub("<style>.*?</style>", "", written))


@pytest.mark.parametrize("clean", [str, cleaned], ids=["nbviewer", "GitHub"])
@pytest.mark.parametrize("typeset", [None, *TYPESET])
def test_a_viewer_shows_each_formula_once(page, clean, typeset):
    """The formula as it is typeset; before that, or where no typesetting is done, its text or its source."""
    page.set_content(f"<!doctype html>{clean(rt.average_precision([1, 0, 1]).to_html())}")
    if typeset:
        formulas = page.locator("p > span")
        formulas.evaluate_all("(all, drawn) => all.forEach((one) => { one.innerHTML = drawn; })", TYPESET[typeset])
    seen = page.evaluate(SEEN)
    assert len(seen) == 2 and all(len(once) == 1 for once in seen)
    assert (seen[0] == ["drawn"]) == bool(typeset)
    assert typeset or clean is cleaned or seen[1] == ["AP = (1 + 2/3) / 2 = 5/6 ≈ 0.8333"]
    assert "font-size" not in page.locator("body").inner_text()


# --- in JupyterLab ------------------------------------------------------------------------------------
EVERY_TABLE = """
import rankteach as rt
graded = rt.Ranking([3, 2, 3, 0, 1] * 4, missed=[3, 2], scores=[1 - i / 40 for i in range(20)])
binary = [1, 0, 1, 1, 0] * 4
mixed = [7 * i % 20 for i in range(20)]
pair = [rt.average_precision([1, 0, 1, 1]), rt.average_precision([0, 1, 1, 1])]
shown = [rt.differences(*pair), rt.conventions(), rt.catalogue()]
shown += [rt.evaluate(rt.examples.qrels(), rt.examples.run(), ["nDCG@10", "AP", "RR"])]
for metric in rt.catalogue()[::EVERY]:
    measure = rt.measure(metric.name)
    if metric.family == "agreement":
        shown.append(measure(mixed, list(range(20))))
    else:
        shown += [measure(graded), measure(binary)]
display({"text/html": "".join(f"<section>{one._repr_html_()}</section>" for one in shown)}, raw=True)
"""
TYPESET_TO_THE_END = """() => {
  const formulas = [...document.querySelectorAll(".jp-OutputArea-output .rt-tex")];
  return formulas.length > 20 && formulas.every((one) => one.querySelector("mjx-container"));
}"""
CUT_OFF = """() => [...document.querySelectorAll(".jp-OutputArea-output section")].flatMap((section) => {
  const parts = [...section.querySelectorAll("table, mjx-container")];
  const edge = section.getBoundingClientRect().right + 1;
  const over = parts.filter((one) => one.getBoundingClientRect().right > edge).length;
  return over ? [section.innerText.slice(0, 60)] : [];
})"""


def test_every_table_and_formula_of_20_items_fits_a_window_of_1280(lab, lab_page, tmp_path):
    lab_page.set_viewport_size({"width": 1280, "height": 720})
    lab.open_notebook(
        lab_page, notebook_of(tmp_path / "tables.ipynb", EVERY_TABLE.replace("EVERY", "1" if LONG else "3"))
    )
    lab_page.wait_for_function(TYPESET_TO_THE_END)
    assert lab_page.evaluate(CUT_OFF) == []
