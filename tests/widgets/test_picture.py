"""The picture of a surface where nothing is live: the same on every machine, whole, and harmless."""

import re
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

import rankteach as rt
from rankteach.widgets.session.picture import MOST_POINTS, PROMPT, WIDTH, _line
from tests.preview import EXAMPLES, made

MOST_BYTES = 16_000
HOSTILE = ["</svg><script>alert(1)</script>", "\"><img src='x' onerror=alert(1)>", "100 % & #1", "Größe"]


def drawn(surface):
    """The image as a tree, and as its source."""
    (source,) = re.findall(
        r'<img alt=".*?" width="960" src="data:image/svg\+xml;charset=utf-8,(.*?)">', surface._html()
    )
    return ElementTree.fromstring(unquote(source)), source


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_surface_has_a_picture_that_says_how_it_comes_alive(name):
    surface = made(EXAMPLES[name])
    tree, source = drawn(surface)
    words = "".join(tree.itertext())
    assert PROMPT in words and tree.get("width") == str(WIDTH) and 90 < float(tree.get("height")) < 900
    assert len(source.encode()) < MOST_BYTES
    assert "url(" not in source and "href" not in source and "<" not in source
    assert drawn(made(EXAMPLES[name]))[1] == source
    if "text" not in surface.view:
        assert surface.view.get("trace", surface.view)["label"] in words


@pytest.mark.parametrize("scheme", ["var(--rt-accent)", "light-dark(", "color-scheme:light dark"])
def test_its_colours_are_those_of_the_surfaces(scheme):
    assert scheme in unquote(drawn(rt.explore([1, 0]))[1])


def test_names_from_outside_are_text():
    tree, _ = drawn(rt.explore(rt.Ranking([1, 0, 1, 0], items=HOSTILE)))
    names = {one.tag.rpartition("}")[2] for one in tree.iter()}
    assert not names & {"script", "img"}
    assert set(HOSTILE) <= {one.text for one in tree.iter()}


def test_titles_grades_and_printed_numbers_are_in_it():
    ranking = rt.Ranking([2, 1], items=["d1", "d2"])
    surface = rt.explore(ranking, ["CG@2"], titles={"d1": "Leek soup"}, printed=["2", "2"])
    words = "".join(drawn(surface)[0].itertext())
    for one in ("Leek soup", "●● grade 2", "●○ grade 1", "Printed 2, 2. CG@2 is 3, so 2 is wrong ✗."):
        assert one in words


@pytest.mark.parametrize(("given", "words"), [({}, "AP = 1"), ({"task": "Reach the most"}, "Reach the most")], ids=str)
def test_a_goal_is_its_task_or_else_its_conditions(given, words):
    tree, _ = drawn(rt.explore([0, 1], goal="AP == 1", **given))
    (goal,) = (one for one in tree.iter() if one.get("class") == "goal")
    assert "".join(goal.itertext()) == f"Goal {words}"


def test_a_long_list_is_not_drawn_to_its_end_and_says_so():
    tree, source = drawn(rt.explore([1, 0] * 100))
    assert len(source.encode()) < MOST_BYTES and float(tree.get("height")) < 790
    assert "⋮" in tree.itertext() and "⋮" not in drawn(rt.explore([1, 0] * 5))[0].itertext()
    assert "and R5, R6" in drawn(rt.explore_queries({f"R{i}": [1] for i in range(1, 7)}))[0].itertext()


@pytest.mark.parametrize("count", [2, MOST_POINTS - 1, MOST_POINTS, MOST_POINTS + 1, 2 * MOST_POINTS, 10 * MOST_POINTS])
def test_a_line_of_many_points_is_drawn_from_its_first_to_its_last_by_some(count):
    (points,) = re.findall(r"<polyline points='(.*?)'", _line({"points": [place / count for place in range(count)]}))
    across = [float(point.partition(",")[0]) for point in points.split()]
    assert across == sorted(set(across)) and across[0] == 0 and across[-1] == 100
    assert len(across) == count if count < MOST_POINTS else MOST_POINTS / 2 <= len(across) <= MOST_POINTS + 1


def test_a_question_tells_nothing_of_its_answer():
    from rankteach.classroom import question

    number = question("AP?", answer=29 / 36)
    choices = question("Which?", answer="RR", choices={"AP": "No.", "RR": ""})
    assert "0.80" not in number._html() and "29/36" not in number._html()
    words = [one.text for one in drawn(choices)[0].iter() if one.tag.endswith("}li")]
    assert words == ["AP", "RR"] and "No." not in choices._html()
