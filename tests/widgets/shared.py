"""What the tests of surfaces share: a gesture, what stands where nothing is live, hostile names, HTML taken apart."""

import json
import subprocess
from html.parser import HTMLParser

import rankteach as rt
from tests.tools import program

KEPT = {"div", "p", "b", "em", "code", "br", "span", "details", "summary", "small", "ul", "li", "i", "style"}
KEPT |= {"sub", "sup", "table", "thead", "tbody", "tr", "th", "td"}  # or, as style, left out without harm
OF_A_PICTURE = {"img", "alt", "width", "src"}
HOSTILE = ["<img src=x onerror=alert(1)>", "$x$", "& \u202eevil"]
ABC = rt.Ranking([3, 0, 2, None, 1, 0], items=list("abcdef"), scores=[6, 5, 4, 4, 2, 1])
WIDGETS = {
    "explore": lambda: rt.explore(ABC, ["P@3", "AP", "nDCG@4"]),
    "curve": lambda: rt.explore_curve([1, 0, 1, 1, 0, 1, 0, 0]),
    "agreement": lambda: rt.explore_agreement(["a", "b", "c"], ["a", "c", "b"]),
    "queries": lambda: rt.explore_queries({"q": [1, 0], "p": [0, 1]}),
    "sides": lambda: rt.side_by_side([1, 0, 1], [0, 1, 0]),
    "steps": lambda: rt.step_through(rt.average_precision([1, 0, 1, 1, 0, 1, 0, 0])),
}
"""A surface of each kind that shows a calculation."""


def play(surface, do, **details):
    """Do a gesture as the browser does it; its error, if there is one."""
    surface.set_state({"action": {"do": do, "n": surface.view["done"] + 1, **details}})
    return surface.error


def in_node(script, given):
    """What a script prints in node, both as JSON."""
    command = [program("node", "node", "nodejs"), "--input-type=module", "--eval", script]
    text = json.dumps(given)
    done = subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


WALK = """
import { readFileSync } from "node:fs";
import { MAKER } from "SCRIPT";
const { table, actions } = JSON.parse(readFileSync(0, "utf-8"));
const model = MAKER(table);
const shown = () => Object.fromEntries(["view", "formulas", "error"].map((name) => [name, model.get(name)]));
const answers = [shown()];
for (const [place, action] of actions.entries()) {
  model.set("action", { ...action, n: place + 1 });
  await model.save_changes();
  answers.push(shown());
}
console.log(JSON.stringify(answers));
"""


def walk(script, maker, table, actions):
    """What the model of a page has, as text, at first and after each action."""
    return in_node(
        WALK.replace("MAKER", maker).replace("SCRIPT", script.as_uri()), {"table": table, "actions": actions}
    )


def static(surface):
    """What stands where nothing is live."""
    return surface._repr_mimebundle_()[0]["text/html"]


class Tags(HTMLParser):
    """What a piece of HTML is made of, as a cleaner of notebooks sees it."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.attributes, self.open, self.words = set(), set(), [], []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes.update(attributes)
        if tag not in ("br", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    def survive_a_cleaner(self):
        """Whether nothing in it is changed by what cleans notebooks, or is missed."""
        return (
            self.tags <= KEPT | OF_A_PICTURE
            and not self.open
            and {name for name, _ in self.attributes} <= OF_A_PICTURE | {"style", "class", "title"}
        )


def convention(explorer, parameter):
    """A convention of the calculation that is shown."""
    return next(one for one in explorer.view["trace"]["conventions"] if one.get("parameter") == parameter)
