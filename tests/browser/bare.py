"""One widget in a page that has nothing else, with what anywidget would give to it."""

import json
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

SITE = "http://rankteach.test/"

BARE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>widget</title>
<link rel="stylesheet" href="widget.css"><body><div id="widget"></div></body></html>"""

# What anywidget gives to a widget's module: a model with traits, changes saved in one message, and listeners.
STAND_IN = """
async (state) => {
  const listeners = [];
  const pending = {};
  const fire = (event, ...values) =>
    listeners.filter((l) => l.event.split(" ").includes(event)).forEach((l) => l.callback(...values));
  const put = (name, value) => {
    if (JSON.stringify(state[name]) === JSON.stringify(value)) return false;
    state[name] = value;
    fire(`change:${name}`, model, value);
    return true;
  };
  const model = {
    get: (name) => state[name],
    set: (name, value) => { pending[name] = value; if (put(name, value)) fire("change", model); },
    save_changes: async () => {
      const changes = { ...pending };
      Object.keys(pending).forEach((name) => delete pending[name]);
      model.receive(await window.toPython(changes));
    },
    receive: (changes) => {
      const changed = Object.entries(changes).filter(([name, value]) => put(name, value));
      if (changed.length) fire("change", model);
    },
    on: (event, callback) => listeners.push({ event, callback }),
    off: (event, callback) => {
      const other = (l) => (event && l.event !== event) || (callback && l.callback !== callback);
      listeners.splice(0, listeners.length, ...listeners.filter(other));
    },
    send: () => {},
    tell: (message) => fire("msg:custom", message, []),
  };
  window.model = model;
  const module = await import("/widget.js");
  const widget = typeof module.default === "function" ? await module.default() : module.default ?? module;
  await widget.initialize?.({ model });
  window.cleanup = await widget.render({ model, el: document.getElementById("widget") });
}
"""


@dataclass
class BarePage:
    """A page that shows nothing but one widget."""

    page: Page
    saved: list[dict[str, Any]] = field(default_factory=list)
    """What the widget saved: a dictionary of traits for each ``save_changes``."""

    def push(self, **traits: Any) -> None:
        """Change traits as the kernel would; it sends what has parts as one string of JSON."""
        sent = {name: json.dumps(value) if isinstance(value, dict) else value for name, value in traits.items()}
        self.page.evaluate("(changes) => window.model.receive(changes)", sent)


def traits_of(widget: Any) -> dict[str, Any]:
    """Return the widget's own synchronised traits, without ipywidgets' machinery."""
    machinery = {"layout", "tabbable", "tooltip"}
    return dict(widget.get_state([key for key in widget.keys if key[0] != "_" and key not in machinery]))


def at_rest(page: Page) -> None:
    """Wait until nothing glides any more: what is looked for then stands where it stays."""
    page.wait_for_function("() => !document.querySelector('.rankteach').getAnimations({ subtree: true }).length")
