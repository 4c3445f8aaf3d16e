"""Can everybody use a surface? The rules of axe-core, and the contrast of every word."""

from importlib.resources import files

from playwright.sync_api import Page

# Of the package only the script is used: it brings axe-core without Node.
SCRIPT = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
EVERY = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# A region that scrolls can be reached by a key: its size is observed after a frame is laid out, and acted upon in the
# next one, after what was asked for before. So three frames later it is known.
RUN = """
async ([within, runOnly]) => {
  for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame);
  const rules = { "color-contrast": { enabled: false } };
  const options = { runOnly, rules, resultTypes: ["violations"], preload: false };
  const { violations } = await axe.run(surface.querySelectorAll(within), options);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html, any, all, none }) => {
      const why = [...any, ...all, ...none].map(({ message }) => message).join("; ");
      return `${id} (${help}): ${target.flat().join(" ")}\\n    ${html.slice(0, 200)}\\n    ${why}`;
    }),
  );
}
"""

# Instead of axe-core's own rule, which takes twenty times as long and does not judge words of one letter, nor words
# over a gradient. Here every word must stand out from what is behind it, 4.5 to 1 as WCAG AA asks, whatever its size.
# Colours that still fade in are not judged before they have arrived: a number flashes when it changes.
CONTRAST = """
async (within) => {
  for (let some; (some = surface.getAnimations().filter(isFading)).length; )
    await Promise.allSettled(some.map((animation) => animation.finished));
  function isFading(animation) {
    const ends = Number.isFinite(animation.effect.getComputedTiming().endTime);
    return ends && animation.playState === "running";
  }
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const paint = (layers) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const [color, opacity] of [["white", 1], ...layers]) {
      canvas.globalAlpha = opacity;
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => {
    const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = rgb.map((v) => linear(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const poor = [];
  for (const node of surface.querySelectorAll(`:is(${within}) *`)) {
    const words = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    const off = node.closest(":disabled, [aria-disabled='true'], option");
    if (!words || off || !node.checkVisibility({ opacityProperty: true })) continue;
    const styles = [];
    for (let one = node; one; one = one.parentElement ?? one.getRootNode().host) styles.unshift(getComputedStyle(one));
    let opacity = 1;
    const behind = styles.map((style) => [style.backgroundColor, (opacity *= style.opacity)]);
    const color = node instanceof SVGElement ? styles.at(-1).fill : styles.at(-1).color;
    const [a, b] = [paint(behind), paint([...behind, [color, opacity]])].map(light);
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast >= 4.5) continue;
    poor.push(`contrast ${contrast.toFixed(2)} of "${node.textContent}": ${node.outerHTML.slice(0, 200)}`);
  }
  return poor;
}
"""


def faults(page: Page, within: str = ".rankteach") -> list[str]:
    """Return what is wrong in the elements that a selector names: which rule, which element, why."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(SCRIPT)
    found: list[str] = page.evaluate(RUN, [within, EVERY])
    return found + faint(page, within)


def faint(page: Page, within: str = ".rankteach") -> list[str]:
    """Return the words in these elements that do not stand out: how far, which words, which element."""
    found: list[str] = page.evaluate(CONTRAST, within)
    return found
