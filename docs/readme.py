"""The pictures of README, at twice their size: ``python -m docs.readme FONT``, where FONT is a .woff2 file.

They are made of live pages in Chromium: two pictures, and a list whose item is dragged, as an animation. With a font of
interfaces they look as they do on most machines, and not as they do on the one that makes them.
"""

from __future__ import annotations

import base64
import io
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import rankteach as rt
from docs.metrics import LIVE

TARGET = Path(__file__).parent.parent / ".github"
TITLES = ["Potato leek soup", "Onion tart", "Creamy leek soup", "Leek soup with trout", "Potato salad", "Broth"]
POINTER = "M2 1L2 18L6.4 13.9L9.3 20.5L12.3 19.2L9.4 12.8L15.4 12.8Z"
COLOURS, WIDTH, PAUSE, STEP = 96, 1000, 1600, 70
"""Of the animation: its palette, its width, and the milliseconds of its ends and of a frame between."""


def surfaces() -> dict[str, Any]:
    """What is shown, by the name of the picture."""
    graded = rt.Ranking([2, 0, 3, 2, 0, 1], items=TITLES, missed=[3])
    relevant = {TITLES[0], TITLES[2], TITLES[3], TITLES[5]}
    first = rt.Ranking.from_items(TITLES, relevant)
    second = rt.Ranking.from_items([TITLES[2], TITLES[3], TITLES[4], TITLES[0], TITLES[1], TITLES[5]], relevant)
    return {
        "explorer": rt.explore(graded, ["nDCG@5", "AP", "P@5", "RR"], chosen="nDCG@5"),
        "two": rt.side_by_side(first, second, ["AP", "nDCG", "RR", "P@3"]),
        "drag": rt.explore(LIVE, ["AP", "nDCG", "RR"], first_steps=True),
    }


@contextmanager
def opened(font: Path, width: int, scale: float) -> Iterator[Any]:
    """A function that opens the page of a surface, with this font."""
    from playwright.sync_api import sync_playwright

    encoded = base64.b64encode(font.read_bytes()).decode()
    sheet = f"@font-face {{ font-family: ui; font-weight: 100 900; src: url(data:font/woff2;base64,{encoded}) }}"
    sheet += ":root { --jp-ui-font-family: ui } body { padding: 0; max-width: none } h1, .how, footer { display: none }"
    sheet += "section { margin: 0 }"
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        page = browser.new_page(viewport={"width": width, "height": 900}, device_scale_factor=scale, bypass_csp=True)

        def open_one(surface: Any) -> Any:
            surface.to_live_page(Path(folder, "page.html"))
            page.goto(Path(folder, "page.html").as_uri())
            page.add_style_tag(content=sheet)
            page.locator(".rankteach").wait_for()
            page.evaluate("() => document.fonts.ready")
            page.wait_for_timeout(800)
            return page

        yield open_one
        browser.close()


def pictures(font: Path) -> None:
    """The pictures that stand still."""
    made = surfaces()
    with opened(font, 1040, 2) as show:
        for name in ("explorer", "two"):
            page = show(made[name])
            page.emulate_media(reduced_motion="reduce")
            page.locator(".rankteach").screenshot(path=TARGET / f"{name}.png")


def frames(font: Path) -> Iterator[tuple[bytes, int]]:
    """The frames of the animation, each with how long it is shown."""
    with opened(font, WIDTH, 1.5) as show:
        page = show(surfaces()["drag"])
        page.evaluate(
            """(shape) => {
              const style = "position: fixed; left: 0; top: 0; z-index: 9; pointer-events: none";
              const path = `<path d="${shape}" fill="#111" stroke="#fff" stroke-width="1.5"/>`;
              const svg = `<svg width="22" height="24" style="${style}">${path}</svg>`;
              document.body.insertAdjacentHTML("beforeend", svg);
              const pointer = document.body.lastElementChild;
              const follow = ({ clientX: x, clientY: y }) => { pointer.style.translate = `${x}px ${y}px`; };
              addEventListener("pointermove", follow, true);
            }""",
            POINTER,
        )

        def frame(pause: int = STEP) -> tuple[bytes, int]:
            page.wait_for_timeout(STEP)
            return page.locator(".rankteach").screenshot(), pause

        grips = [grip.bounding_box() for grip in page.locator(".rt-grip").all()]
        x, rows = grips[0]["x"] + grips[0]["width"] / 2, [grip["y"] + grip["height"] / 2 for grip in grips]
        page.mouse.move(x + 260, rows[4] + 60)
        yield frame(PAUSE)
        for part in range(1, 9):
            page.mouse.move(x + 260 * (1 - part / 8), rows[4] + 60 + (rows[3] - rows[4] - 60) * part / 8)
            yield frame()
        page.mouse.down()
        for part in range(1, 25):
            page.mouse.move(x + 2, rows[3] + (rows[0] - 4 - rows[3]) * part / 24)
            yield frame(4 * STEP if part % 8 == 0 else STEP)
        page.mouse.up()
        for _ in range(10):
            yield frame()
        page.mouse.move(x + 260, rows[4] + 60)
        yield frame(2 * PAUSE)


def animation(font: Path) -> None:
    """The drag as a .gif file."""
    from PIL import Image

    shown = list(frames(font))
    images = [Image.open(io.BytesIO(data)).convert("RGB") for data, _ in shown]
    palette = images[len(images) // 2].quantize(COLOURS)
    first, *rest = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    pauses = [pause for _, pause in shown]
    first.save(TARGET / "drag.gif", save_all=True, append_images=rest, duration=pauses, loop=0, optimize=True)


if __name__ == "__main__":
    pictures(Path(sys.argv[1]))
    animation(Path(sys.argv[1]))
