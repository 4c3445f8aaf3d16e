"""Every surface in the colours of every host: read, not guessed, and followed when they change."""

from itertools import product

import pytest

from tests.browser import screen
from tests.browser.axe import faint
from tests.browser.bare import frames
from tests.browser.surfaces import SURFACES, Surface
from tests.tiers import LONG

# What each host says of itself: attributes of the body, and styles. JupyterLab, Notebook 7 and Voila were read from the
# packages that the tests install, VS Code and marimo from theirs. Colab has none: its two grounds are those of its
# variable --colab-primary-surface-color as its public pages have it, and its light theme sets no attribute there.
HOSTS = {
    "JupyterLab, light": ('data-jp-theme-light="true"', "body { --jp-layout-color0: white; background: white; }"),
    "JupyterLab, dark": ('data-jp-theme-light="false"', "body { --jp-layout-color0: #111; background: #111; }"),
    "Notebook 7, light": (
        'class="jp-ThemedContainer" data-notebook="notebooks" data-jp-theme-light="true"',
        "body { --jp-layout-color0: white; background: #eee; } #widget { background: white; }",
    ),
    "Notebook 7, dark": (
        'class="jp-ThemedContainer" data-notebook="notebooks" data-jp-theme-light="false"',
        "body { --jp-layout-color0: #111; background: #424242; } #widget { background: #111; }",
    ),
    "Voila, light": ('class="jp-Notebook theme-light" data-jp-theme-light="true"', "body { background: white; }"),
    "Voila, dark": ('class="theme-dark"', "body { background: #111111; }"),
    "VS Code, dark": (
        'class="vscode-dark"',
        ":root { --jp-layout-color0: white; --jp-content-font-color0: black; --vscode-editor-background: #1f1f1f; }"
        "html, body { background: transparent; color: #ccc; }",
    ),
    "VS Code, light": (
        'class="vscode-light"',
        ":root { --vscode-editor-background: #ffffff; } body { background: transparent; }",
    ),
    "VS Code, high contrast": (
        'class="vscode-high-contrast"',
        ":root { --jp-layout-color0: white; --vscode-editor-background: #000000; } body { background: transparent; }",
    ),
    "Colab, dark": ('theme="dark"', "html { color-scheme: dark; } body { background: #383838; }"),
    "Colab, light": ("", "html { color-scheme: light; } body { background: white; }"),
    "marimo, dark": ('class="dark"', ":root { color-scheme: dark; } body { background: rgb(24 28 26); }"),
    "a solarized page": ("", "body { background: #fdf6e3; }"),
}
DARK = {host for host in HOSTS if "dark" in host or "high" in host}
WEAR = """
([attributes, style]) => {
  const other = new DOMParser().parseFromString(`<body ${attributes}>`, "text/html").body;
  for (const { name } of [...document.body.attributes]) document.body.removeAttribute(name);
  for (const { name, value } of other.attributes) document.body.setAttribute(name, value);
  document.getElementById("host")?.remove();
  const sheet = document.createElement("style");
  sheet.id = "host";
  sheet.textContent = style;
  document.head.append(sheet);
  // a surface follows in the next frame
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
"""
WINDOWS = [(1280, 720), (850, 720), (706, 690), (1440, 900), (1920, 1080), (390, 844)]  # 850, 706: in JupyterLab
# As high as what its host shows at once, and as wide.
FITS = """
(node) => {
  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowY);
  let host = document.documentElement;
  for (let one = node; (one = one.parentElement); ) if (scrolls(one)) host = one;
  const { height, right } = node.getBoundingClientRect();
  const shown = host === document.documentElement ? innerHeight : host.clientHeight;
  const edge = host === document.documentElement ? innerWidth : host.getBoundingClientRect().right;
  const frame = node.querySelector(".rt-frame"); // nothing in it runs over its edge, or over another part
  const whole = frame.scrollHeight <= frame.clientHeight + 1;
  // with a goal it may be higher
  const more = node.querySelector(".rt-goal:not([hidden])") ? 9 * parseFloat(getComputedStyle(node).fontSize) : 0;
  return height <= shown + more && whole && right <= edge && host.scrollWidth <= host.clientWidth;
}
"""
# What has a scrollbar across, but for a formula and the row of values, whose shadows at the edges say that it goes on;
# so does, in a narrow window, the last column of a table of many.
ACROSS = """
(node, narrow) => [...node.querySelectorAll("*")]
  .filter((one) => one.checkVisibility() && /auto|scroll/.test(getComputedStyle(one).overflowX))
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && !one.matches(".rt-formula, .rt-worked > span, .rt-chips"))
  .filter((one) => !narrow || !one.matches(".rt-scroll[tabindex]:has(.rt-wide)"))
  .map((one) => `${one.className}: ${one.scrollWidth} in ${one.clientWidth}`)
"""
SCHEME = "(scheme) => surface.querySelector('.rankteach').style.colorScheme === scheme"
FIRST = {surface.name: surface for surface in reversed(SURFACES.values())}


# Which of the shapes that say something, or can be dragged, are less than 3 to 1 from their ground (WCAG 2.2, 1.4.11).
PALE = """
() => {
  const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const light = (...layers) => {
    for (const [colour, opacity] of [["white", 1], ...layers]) {
      brush.globalAlpha = opacity;
      brush.fillStyle = colour;
      brush.fillRect(0, 0, 1, 1);
    }
    const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    const [red, green, blue] = [...brush.getImageData(0, 0, 1, 1).data].map((v) => linear(v / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const shapes = {
    ".rt-mark, .rt-dots i, .rt-pick[aria-checked=true]": "borderTopColor",
    "td.mark > span": "borderTopColor ::after",
    ".rt-adds i": "backgroundColor",
    ".rt-grip": "color",
    ".rt-curve .rt-cut": "color ::after",
    ".rt-cut": "borderTopColor ::before",
    ".rt-plot .rt-point": "backgroundColor",
    ".rt-spread > i": "borderLeftColor",
    "input[type=range]": "accentColor",
    ".rt-spark polyline, .rt-join line:not(.rt-hit), .rt-crossing path, .rt-strip line, .rt-chance": "stroke",
    ".rt-path": "stroke",
    ".rt-chance-name": "color",
    ":focus-visible": "outlineColor",
  };
  const over = { ".rt-path": ".rt-so-far", ".rt-plot .rt-point": ".rt-so-far", ".rt-chance-name": ".rt-area" };
  return Object.entries(shapes).flatMap(([shape, drawn]) => {
    const [property, pseudo] = drawn.split(" ");
    return [...surface.querySelectorAll(shape)].filter((node) => node.checkVisibility()).flatMap((node) => {
      const grounds = [];
      let opacity = Number(getComputedStyle(node).opacity);
      for (let one = node; (one = one.parentElement); ) {
        grounds.unshift([getComputedStyle(one).backgroundColor, 1]);
        opacity *= getComputedStyle(one).opacity;
      }
      if (over[shape]) grounds.push([getComputedStyle(surface.querySelector(over[shape])).fill, 1]);
      const colour = getComputedStyle(node, pseudo)[property];
      const [a, b] = [light(...grounds), light(...grounds, [colour, opacity])];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      const least = shape === ".rt-chance-name" ? 4.5 : 3;
      return colour === "none" || contrast >= least ? [] : [`${shape}: ${contrast.toFixed(2)}`];
    });
  });
}
"""


@pytest.mark.parametrize("name", FIRST)
def test_words_and_shapes_can_be_seen_in_every_host(bare_page, name):
    page = bare_page(FIRST[name].make()).page
    page.emulate_media(reduced_motion="reduce")
    page.locator("[tabindex='0']").first.press("ArrowRight")
    for host, worn in HOSTS.items():
        page.evaluate(WEAR, list(worn))
        page.wait_for_function(SCHEME, arg="dark" if host in DARK else "light")
        found = faint(page) + page.evaluate(PALE)
        assert not found, f"{host}: {found}"


def test_a_surface_in_a_shadow_root_sees_what_is_behind_it(bare_page):
    """As in marimo, whose theme no selector in the shadow root can name."""
    page = bare_page(FIRST["rt-explorer"].make()).page
    page.evaluate(
        """async () => {
          document.body.style.background = "#181c1a";
          const host = document.body.appendChild(document.createElement("div"));
          const el = host.attachShadow({ mode: "open" }).appendChild(document.createElement("div"));
          const { default: widget } = await import("/widget.js");
          await widget.render({ model: window.model, el });
          document.getElementById("widget").remove();
          window.shadow = el.shadowRoot.querySelector(".rankteach");
        }"""
    )
    page.wait_for_function("() => window.shadow.style.colorScheme === 'dark'")
    size = "() => parseFloat(getComputedStyle(window.shadow).fontSize)"
    assert page.evaluate(size) == 14
    page.evaluate(
        "() => [...window.shadow.querySelectorAll('.rt-tool')].find((one) => one.ariaLabel === 'Large').click()"
    )
    assert page.evaluate(size) == 22


def test_what_moves_in_a_surface_or_beside_it_reads_no_colours_anew(bare_page):
    """To read a colour is to draw it: only what is around a surface can change its ground."""
    page = bare_page(FIRST["rt-explorer"].make()).page
    frames(page)  # fitted
    page.evaluate(
        """() => {
          const { prototype } = CanvasRenderingContext2D;
          const read = prototype.getImageData;
          window.reads = window.ended = 0;
          prototype.getImageData = function (...box) {
            window.reads += 1;
            return read.apply(this, box);
          };
          surface.addEventListener("transitionend", () => (window.ended += 1));
          const beside = "<p id='beside' style='position: absolute; transition: color .05s'>beside</p>";
          document.body.insertAdjacentHTML("beforeend", beside);
        }"""
    )
    page.locator(".rt-mark.off").first.hover()
    page.wait_for_function("() => window.ended >= 1")
    page.evaluate(
        """() => new Promise((done) => {
          const beside = document.getElementById("beside");
          beside.addEventListener("transitionend", () => requestAnimationFrame(() => requestAnimationFrame(done)));
          getComputedStyle(beside).color;
          beside.style.color = "red";
        })"""
    )
    assert page.evaluate("() => window.reads") == 0
    page.evaluate("() => (document.body.style.cssText = 'transition: background .05s; background: #111')")
    page.wait_for_function(SCHEME, arg="dark")


def test_relevance_can_be_told_apart_in_forced_colours(bare_page):
    page = bare_page(FIRST["rt-explorer"].make()).page
    page.emulate_media(forced_colors="active")
    dots = page.locator(".rt-mark .rt-dots i")
    fills = dots.evaluate_all("(dots) => dots.map((dot) => getComputedStyle(dot).backgroundColor)")
    assert len(set(fills)) == 2
    in_table = "(marks) => marks.map((mark) => getComputedStyle(mark.firstChild, '::after').backgroundColor)"
    assert len(set(page.locator("tbody td.mark").evaluate_all(in_table))) == 2
    borders = "(picks) => new Set(picks.map((pick) => getComputedStyle(pick).borderColor)).size"
    assert screen.cards(page).evaluate_all(borders) == 2


def fits(surface, width):
    """Check that a surface fits its host, and that none of its parts has a column that is cut off."""
    surface.scroll_into_view_if_needed()
    surface.page.wait_for_function(FITS, arg=surface.element_handle())
    if width <= 390:  # tables can be scrolled
        return
    tabs = surface.get_by_role("tablist", name="Parts").get_by_role("tab").all()
    for tab in [one for one in tabs if one.is_visible()] or [None]:
        if tab is not None:
            tab.click()
        wide = surface.evaluate(ACROSS, width < 720)
        named = (surface.get_attribute("class"), surface.get_attribute("data-layout"), surface.page.viewport_size)
        assert not wide, (*named, wide)


LONG_CURVE = Surface("rt.explore_curve([1, 0, 0, 1, 0] * 4)", "rt-curve", ".rt-mark >> nth=1", ".rt-value")
WIDE_TABLES = {
    "long nDCG": "rt.explore(rt.Ranking([3, 2, 3, 0, 1] * 4, missed=[3, 2]), measures=['nDCG', 'Q', 'GAP'])",
    "steps of Q": "rt.step_through(rt.q_measure([3, 2, 3, 0, 1] * 4))",
    "steps of nERR": "rt.step_through(rt.nerr(rt.Ranking([3, 2, 3, 0, 1] * 4, missed=[3, 2])))",
    "names of films": "rt.step_through(rt.gap(rt.Ranking([2, 1, 3], items=['Spirited Away', 'Local Hero', 'Up'])))",
    "two of INST": "rt.side_by_side([1, 0, 1, 1, 0, 1, 0, 0], [0, 1, 1, 1, 0, 1, 0, 0], measures=['INST'])",
    "steps of AUC": "rt.step_through(rt.roc_auc([1, 0, 0, 1, 0] * 4))",
    "weighted tau": "rt.explore_agreement([6, 1, 5, 2, 4, 3], [1, 2, 3, 4, 5, 6], measures=['TauW'])",
}
SIZED = {
    **SURFACES,
    "long curve": LONG_CURVE,
    **{name: Surface(source, "rt-wide", "", "") for name, source in WIDE_TABLES.items()},
}


@pytest.mark.parametrize("name", SIZED)
def test_every_surface_fits_the_window(bare_page, name):
    """As high as the window at most, no column that is cut off, and no scrollbar across."""
    page = bare_page(SIZED[name].make()).page
    page.emulate_media(reduced_motion="reduce")
    views = list(product((False, True), WINDOWS))
    # all windows for one surface of each kind; of the others every fifth one, and all in the long form
    shown, place = False, list(SIZED).index(name)
    for lecture, (width, height) in views if LONG or SIZED[name] in FIRST.values() else views[place % 5 :: 5]:
        if lecture is not shown:
            page.get_by_role("button", name="Lecture view").click()
            shown = lecture
        page.set_viewport_size({"width": width, "height": height})
        fits(screen.surface(page), width)


IN_SIGHT = """(kind) => [...surface.querySelectorAll(kind)].some((node) => {
  const { top, bottom, height } = node.getBoundingClientRect();
  return height > 0 && top >= 0 && bottom <= innerHeight;
})"""


def test_large_in_front_of_a_class_shows_the_list_and_the_measures_together(bare_page):
    """On a projector of 1280 × 720; the lecture view adds the formula and the player."""
    page = bare_page(FIRST["rt-explorer"].make()).page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.get_by_role("button", name="Large").click()
    for kind in (".rt-list", ".rt-cards", ".rt-tabs"):
        page.wait_for_function(IN_SIGHT, arg=kind)
    tabs = page.get_by_role("tablist", name="Parts").get_by_role("tab")
    assert tabs.all_inner_texts() == ["Ranked list · Measures", "Calculation"]
    tabs.last.click()
    page.wait_for_function(IN_SIGHT, arg=".rt-play")
    assert page.get_by_role("list", name="Ranked list").is_hidden()
    page.get_by_role("button", name="Lecture view").click()
    for kind in (".rt-list", ".rt-cards", ".rt-formula", ".rt-play"):
        page.wait_for_function(IN_SIGHT, arg=kind)
    assert page.get_by_role("tablist", name="Parts").is_hidden()


def test_tabs_are_tabs_and_each_says_what_it_shows(bare_page):
    page = bare_page(FIRST["rt-explorer"].make()).page
    page.set_viewport_size({"width": 390, "height": 844})
    tabs = page.get_by_role("tablist", name="Parts").get_by_role("tab")
    tabs.first.press("ArrowRight")
    for key, name in [("ArrowRight", "Calculation"), ("Home", "Ranked list"), ("ArrowRight", "Measures")]:
        page.keyboard.press(key)
        assert page.get_by_role("tab", selected=True).inner_text() == name
        assert page.get_by_role("tabpanel", name=name).is_visible()
        assert page.get_by_role("tabpanel").count() == 1  # the others are hidden
    assert page.locator("[role=toolbar][aria-orientation=vertical]").count() == 0
