"""The site in Chromium, from a plain static server, with every other host blocked; the long form has JupyterLite, too.

All that needs the built site is in this file, so that it is built once.
"""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest

import rankteach as rt
from docs.build import LESSONS, build
from docs.lite import PAGE, with_version
from docs.recordings import NOTEBOOKS, ROOT
from docs.teachers import page_name
from notebooks.build import names, path_of
from rankteach.classroom.hand_in import FORGOTTEN
from rankteach.tracing.metric import known_metrics
from tests.browser import screen
from tests.browser.axe import faint, faults
from tests.browser.jupyter import PANEL, Lab
from tests.browser.pages import open_page, served
from tests.environment import Environment
from tests.tiers import LONG
from tests.tools import program

SOME = {
    "index": ".rt-mark",
    "metrics/ap": ".rt-mark",
    "notebooks/lessons/03_average_precision": ".rt-mark",
    "teachers/04_ap_at_k": "",
}
"""Of each page that is quickly built, what a click on changes the live surface."""
DECK = "slides/03_average_precision"
OTHERS = {
    "metrics/index": "",
    "metrics/auc": ".rt-mark",
    "notebooks/documents/03_rank_metrics": ".rt-mark",
    "notebooks/reference/conventions": ".rt-mark",
    "notebooks/README": "",
    "notebooks/glossary": "",
    "gallery": ".rt-mark",
    "api/metrics": "",
    "api/index": "",
    "teachers": "",
    "cite": "",
    "search": "",
    **{page_name(name): "" for name in LESSONS},
}
SAID = "(place) => [...place.shadowRoot.querySelectorAll('.rt-value, .rt-title')].map((one) => one.textContent).join()"
AT_REST = """
() => {
  const shadows = [...document.querySelectorAll("[data-drawn]")].map((one) => one.shadowRoot);
  return [document, ...shadows].every((one) => !one.getAnimations().length);
}
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build the pages that are quickly built; in the long form all of the site, as ``make site`` does.

    Then a warning of Sphinx ends it.
    """
    folder = tmp_path_factory.mktemp("site")
    if LONG:
        program("npm", "npm")
        environment = Environment(folder / "environment")
        environment.variables["RANKTEACH_REPOSITORY"] = "https://github.com/ann/rankteach"
        environment.python("-m", "pip", "install", "--editable", f"{ROOT}[site]")
        environment.python("-m", "docs.build", folder, cwd=ROOT)
    else:
        assert build(folder, {*SOME, DECK}) == 0
    return folder / "site"


@pytest.fixture(scope="module")
def opened(site, chromium):
    """Return a function that opens a page of the site; it must say nothing to the console and ask no other host."""
    asked, said = [], []
    with served(site) as url, open_page(chromium) as page:
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)

        def open_one(name, width=1280, scheme="light", height=900):
            page.goto("about:blank")  # or a deck that is still open becomes narrow and keeps its place for the next one
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{url}{name}.html")
            page.wait_for_load_state()
            return page

        yield open_one
    assert not said, said
    assert not [one for one in asked if not one.startswith((url, "blob:", "data:"))]


PAGES = {**SOME, **(OTHERS if LONG else {})}


@pytest.mark.parametrize("name", [name for name, click in PAGES.items() if click])
def test_a_live_list_answers_a_click(opened, name):
    page = opened(name)
    # labels that are fixed, as in some tasks, do not answer
    answers = page.locator(f"{PAGES[name]}:not([aria-disabled=true])")
    live = page.locator("[data-drawn]").filter(has=answers).first
    live.scroll_into_view_if_needed()
    before = live.evaluate(SAID)
    live.locator(answers).first.click()
    page.wait_for_function(f"([place, before]) => ({SAID})(place) !== before", arg=[live.element_handle(), before])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_accessible_on_a_phone_and_on_a_screen(opened, name, scheme):
    for width in (390, 1280):
        page = opened(name, width, scheme)
        page.wait_for_function(AT_REST)
        page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
        look = faults if scheme == "light" else faint  # nothing but colours differs in the dark
        assert not look(page, "body")


def test_the_list_of_the_front_page_moves_by_itself_until_it_is_touched(opened):
    page = opened("index")
    live = page.locator("[data-drawn]").first
    before = live.evaluate(SAID)
    page.wait_for_function(f"([place, before]) => ({SAID})(place) !== before", arg=[live.element_handle(), before])
    page.get_by_text("It plays by itself").wait_for()
    screen.title(live).first.click()
    page.get_by_role("button", name="Stop").wait_for(state="hidden")


def test_the_list_of_the_front_page_stays_where_motion_is_unwelcome(opened):
    page = opened("index")
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    page.locator("[data-drawn]").first.wait_for()
    assert page.get_by_text("It plays by itself").count() == 0
    page.emulate_media(reduced_motion="no-preference")


def test_a_question_of_a_lesson_answers_on_its_page(opened):
    page = opened("notebooks/lessons/03_average_precision")
    asked = page.locator(".rt-question-surface").first
    asked.get_by_role("button", name="Reveal answer").click()
    asked.get_by_role("button", name="Try again").wait_for()
    assert page.get_by_text("Run each cell").count() == 0


@pytest.mark.parametrize("name", [name for name in PAGES if name.startswith("teachers/")])
def test_the_page_of_a_teacher_fits_one_screen(opened, name):
    for width, height in ((1440, 900), (1366, 768), (1280, 720)):
        page = opened(name, width, height=height)
        below = page.locator(".sheet").evaluate("(sheet) => sheet.getBoundingClientRect().bottom")
        assert below <= height
    dots = page.locator(".dots .on")  # printed as they look, or a solution on paper has empty dots only
    assert dots.evaluate_all("(dots) => dots.every((dot) => getComputedStyle(dot).printColorAdjust === 'exact')")


def at(page, slide):
    """Wait until the deck shows this slide."""
    page.wait_for_function("(slide) => Reveal.getIndices().h === slide", arg=slide)


def test_a_slide_has_a_live_list_and_its_keys_do_not_turn_the_slide(opened):
    page = opened(DECK)
    at(page, 0)
    for slide in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        at(page, slide)
    live = page.locator("section.present:not(.stack) [data-drawn]")
    live.wait_for()
    before = live.evaluate(SAID)
    screen.marks(live).first.click()
    page.wait_for_function(f"([place, before]) => ({SAID})(place) !== before", arg=[live.element_handle(), before])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    at(page, 3)


def test_a_deck_on_a_phone_is_a_page_to_scroll_and_cuts_nothing_off(opened):
    page = opened(DECK, 390)
    page.wait_for_function("() => Reveal.isReady() && Reveal.isScrollView()")
    page.mouse.move(200, 500)
    page.mouse.wheel(0, page.viewport_size["height"])
    at(page, 1)
    texts = page.locator(".slides :is(pre, p, ul, ol)")
    assert texts.count() > 20
    assert texts.evaluate_all("(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0


def test_the_answer_on_a_slide_comes_with_the_next_key(opened):
    page = opened(DECK)
    asked = page.locator("[data-state=question]").first
    asked.evaluate("(slide) => { const { h, v } = Reveal.getIndices(slide); Reveal.slide(h, v); }")
    answer = page.locator("section.present:not(.stack) .answer")
    answer.wait_for(state="hidden")
    page.keyboard.press("ArrowRight")
    answer.wait_for(state="visible")


def test_an_answer_uncovers_the_surface_that_waits_for_it(opened):
    """It is on a slide before the question, and once more after it."""
    page = opened(DECK)
    place = """(all) => {
      const shown = all.map((one) => one.dataset.live);
      const twice = all.filter((one) => shown.indexOf(one.dataset.live) !== shown.lastIndexOf(one.dataset.live));
      return twice.map((one) => Reveal.getIndices(one.closest("section")).h);
    }"""
    before, after = page.locator(".live").evaluate_all(place)
    surface = page.locator("section.present:not(.stack) [data-drawn]")
    covered = surface.get_by_text("Answer this question to see the numbers")
    page.evaluate("(slide) => Reveal.slide(slide)", before)
    covered.wait_for()
    page.evaluate("(slide) => Reveal.slide(slide)", after - 1)
    at(page, after - 1)
    for _ in range(2):  # the answer, the next slide
        page.keyboard.press("ArrowRight")
    at(page, after)
    surface.locator(".rt-value").first.wait_for()
    covered.wait_for(state="hidden")


def test_a_slide_is_never_higher_than_its_window(opened):
    page = opened(DECK)
    page.set_viewport_size({"width": 1100, "height": 520})
    slides = page.evaluate(
        "Reveal.getSlides().map((slide) => slide.querySelector('.live') ? -1 : Reveal.getIndices(slide).h)"
    )
    for slide in [one for one in slides if one >= 0]:
        page.evaluate("(slide) => Reveal.slide(slide, 0, 99)", slide)
        at(page, slide)
        page.wait_for_function("() => Reveal.getCurrentSlide().scrollHeight <= Reveal.getCurrentSlide().clientHeight")


SMALL = """
() => {
  const { shadowRoot } = Reveal.getCurrentSlide().querySelector("[data-drawn]");
  const says = ({ childNodes }) => [...childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".rt-unseen");
  const size = (one) => parseFloat(getComputedStyle(one).fontSize); // 0: dots say it
  const words = [...shadowRoot.querySelectorAll("*:not(style, math *)")].filter((one) => says(one) && seen(one));
  return words.filter((one) => size(one) && size(one) < 16).map((one) => one.textContent);
}
"""


def test_no_letter_of_a_surface_on_a_slide_is_small(opened):
    page = opened(DECK, height=720)
    live = page.evaluate("Reveal.getSlides().flatMap((slide, at) => slide.querySelector('[data-live]') ? [at] : [])")
    views = set()
    for slide in live:
        page.evaluate("(slide) => Reveal.slide(slide)", slide)
        at(page, slide)
        shown = page.locator("section.present:not(.stack) [data-drawn]")
        shown.wait_for()
        views.add(shown.get_attribute("data-view"))
        page.wait_for_function(f"() => !({SMALL})().length")
    assert views == {"full", "lecture"}


def on_a_slide(page, shown):
    """The rows of a table on a slide, which has become small enough for it."""
    at(page, 0)
    page.evaluate("(card) => { Reveal.getSlides()[1].innerHTML = card; Reveal.slide(1); }", shown._repr_html_())
    at(page, 1)
    page.wait_for_function("() => Reveal.getCurrentSlide().scrollHeight <= Reveal.getCurrentSlide().clientHeight")
    return [row.bounding_box() for row in page.locator("section.present:not(.stack) tbody tr").all()]


def test_a_long_table_on_a_slide_goes_on_next_to_its_beginning(opened):
    qrels, runs = rt.examples.qrels(), (rt.examples.run(), rt.examples.second_run())
    one, other = (rt.evaluate(qrels, run, ["AP"]) for run in runs)
    rows = on_a_slide(opened(DECK, height=720), one.compare(other, "AP"))
    assert rows[0]["x"] < rows[-1]["x"]


def test_a_wide_table_on_a_slide_stays_in_one_piece(opened):
    recipes = ["Leek pie", "Onion soup", "Leek soup", "Potato salad", "Leek and potato soup"]
    ranking = rt.Ranking([1, 0, 3, 0, 2], items=recipes, scores=[2, 1.5, 1, 0.5, 0])
    page = opened(DECK, height=720)
    rows = on_a_slide(page, rt.lambdas(rt.ndcg(ranking, k=2, gain="exponential"), convention="lightgbm"))
    assert len({(row["x"], row["width"]) for row in rows}) == 1
    assert rows[0]["x"] + rows[0]["width"] < page.viewport_size["width"]


# the page of AP is built, and the lesson and the front page have the word, too
def test_the_page_that_is_named_so_is_found_first(opened):
    page = opened("index")
    page.goto(page.url.replace("index.html", "search.html?q=AP"))
    found = page.locator("#search-results li a").first
    found.wait_for()
    page.get_by_text("Search finished").wait_for()
    assert page.locator("#search-results li a").first.inner_text() == "Average precision (AP)"


# --- the whole site ---------------------------------------------------------------------------------------
@pytest.mark.slow
def test_pages_load_nothing_from_elsewhere(site):
    pages = list(site.rglob("*.html"))
    assert len(pages) > len(known_metrics())
    for page in pages:
        loaded = re.findall(
            r'<(?:script|img|iframe)[^>]+src="(?:https?:)?//[^"]*|<link[^>]+href="(?:https?:)?//[^"]*',
            page.read_text(encoding="utf-8"),
        )
        assert not loaded, page.relative_to(site)


@pytest.mark.slow
def test_each_notebook_opens_in_jupyterlite(site):
    for path in map(path_of, names()):
        inside = path.relative_to(NOTEBOOKS).as_posix()
        page = (site / "notebooks" / inside).with_suffix(".html")
        (link,) = re.findall(r'href="([^"]+)">open the notebook in JupyterLite', page.read_text(encoding="utf-8"))
        assert (page.parent / urlsplit(link).path).is_file(), link
        assert urlsplit(link).query == f"path={inside}" and (site / "lite/files" / inside).is_file()


@dataclass
class Lite:
    """JupyterLite of the site, which needs no server of Jupyter."""

    url: str

    def copy(self, source, *, run):
        return source.relative_to(NOTEBOOKS).as_posix()

    def address(self, place, path):
        return f"{self.url}{PAGE}{path}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "measure", "value"), [("00_start_here", "P@5", "0.600"), ("lessons/07_many_queries", "MAP", "0.717")]
)
def test_a_notebook_runs_in_jupyterlite_without_an_error(site, chromium, name, measure, value):
    with served(site) as url, open_page(chromium) as page:
        outputs = Lab(Lite(url)).open_notebook(page, name)
        assert not [output for cell in outputs for output in cell if output["output_type"] == "error"]
        card = screen.cards(page).filter(has=page.get_by_text(measure, exact=True)).first
        screen.values(card).filter(has_text=value).wait_for()


@pytest.mark.slow
def test_jupyterlite_runs_a_notebook_as_far_as_its_first_surface(site, chromium):
    with served(site) as url, open_page(chromium) as page:
        Lab(Lite(url)).open_notebook(page, "00_start_here", run=False)
        screen.surface(page).first.wait_for()


PLACE = "[...content.model.cells].findIndex((cell) => cell.sharedModel.source.startsWith(source))"
SHOW = f"(source) => {{ const {{ content }} = {PANEL}; return content.scrollToItem({PLACE}); }}"
RUN = f"""
async (source) => {{
  const {{ content }} = {PANEL};
  content.activeCellIndex = {PLACE};
  await window.jupyterapp.commands.execute("notebook:run-cell");
}}
"""


@pytest.mark.slow
def test_the_first_lesson_runs_in_jupyterlite_and_answers_a_click_also_on_a_phone(site, chromium):
    asked = []
    with served(site) as url, open_page(chromium) as page:
        page.on("request", lambda request: asked.append(urlsplit(request.url)))
        outputs = Lab(Lite(url)).open_notebook(page, "lessons/01_is_this_a_good_list")
        assert not [output for cell in outputs for output in cell if output["output_type"] == "error"]

        page.evaluate(SHOW, "rt.explore(emails")  # the notebook is at its end, where other surfaces have the same list
        card = screen.cards(page).filter(has=page.get_by_text("P@4", exact=True)).first
        screen.values(card).filter(has_text="0.750").wait_for()
        page.get_by_role("button", name="rank 1, Mailbox full: log in now: relevant", disabled=False).first.click()
        screen.values(card).filter(has_text="0.500").wait_for()

        page.set_viewport_size({"width": 390, "height": 844})  # the lesson on a phone
        surface = screen.surface(page).first
        surface.get_by_role("button", name="rank 1, Mailbox full: log in now: not relevant").click()
        surface.get_by_role("tab", name="Measures", exact=True).click()
        screen.values(surface).filter(has_text="0.750").first.wait_for()
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert {one.netloc for one in asked if one.scheme.startswith("http")} == {urlsplit(url).netloc}


@pytest.mark.slow
def test_answers_survive_a_reload_in_jupyterlite_until_the_lesson_starts_again(site, chromium):
    with served(site) as url, open_page(chromium) as page:
        asked = page.locator(".rt-question-surface")
        field, first = asked.get_by_role("textbox"), screen.surface(page).first  # which comes by itself
        Lab(Lite(url)).open_notebook(page, "lessons/03_average_precision", run=False)
        first.wait_for()
        page.evaluate(RUN, "tasks.tart")
        field.fill("7/18")
        page.keyboard.press("Enter")
        asked.get_by_role("button", name="Try again").wait_for()

        page.reload()
        first.wait_for()
        page.evaluate(RUN, "tasks.tart")
        asked.get_by_role("button", name="Try again").wait_for()
        assert field.input_value() == "7/18"
        page.evaluate(RUN, "rt.classroom.report")
        page.get_by_role("button", name="Start again").click()
        page.get_by_role("button", name="Forget them").click()
        page.get_by_text(FORGOTTEN).wait_for()

        page.reload()
        first.wait_for()
        page.evaluate(RUN, "tasks.tart")
        asked.get_by_role("button", name="Check").wait_for()
        assert field.input_value() == ""


@pytest.mark.slow
def test_a_lesson_that_was_saved_in_jupyterlite_is_offered_the_next_version(site, chromium):
    path = site / "lite/files/lessons/03_average_precision.ipynb"
    text = path.read_text(encoding="utf-8")
    head = f"() => {PANEL}.content.model.cells.get(0).sharedModel.source"
    ready = f"() => {PANEL.replace('.', '?.')}?.context?.isReady"
    offer = "This lesson has changed since you saved your copy."
    with served(site) as url, open_page(chromium) as page:
        Lab(Lite(url)).open_notebook(page, "lessons/03_average_precision", run=False)
        page.wait_for_function(ready)
        page.evaluate(f"() => {PANEL}.content.model.cells.get(0).sharedModel.setSource('# My notes')")
        page.evaluate(f"() => {PANEL}.context.save()")
        try:
            path.write_text(with_version(text.replace("# Lesson 3.", "# Next term.", 1)), encoding="utf-8")
            page.reload()
            page.get_by_text(offer).wait_for()
            assert page.evaluate(head) == "# My notes"
            with page.expect_navigation():
                page.get_by_role("button", name="Open the new version").click()
            page.wait_for_function(ready)
            assert page.evaluate(head).startswith("# Next term.")
            screen.surface(page).first.wait_for()
            assert not page.get_by_text(offer).count()
        finally:
            path.write_text(text, encoding="utf-8")
