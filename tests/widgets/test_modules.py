"""A surface sends the modules that it imports, joined to one, and their style sheets."""

import base64
import re
import zlib

import pytest

from docs.gallery import EXAMPLES
from rankteach.widgets.frame import modules
from rankteach.widgets.frame.modules import WIDGETS, bundle, script, style
from tests.tools import files

STEMS = {surface: [path.stem for path in modules.modules(surface)] for surface in EXAMPLES}


def unpacked(surface):
    packed = re.search(r'const packed = "([^"]+)"', bundle(surface))[1]
    parts = zlib.decompress(base64.b85decode(packed)).decode().split("\0")
    return dict(zip(("script", "style"), parts, strict=True))


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Return a function that writes modules into folders of surfaces of their own."""
    monkeypatch.setattr(modules, "WIDGETS", tmp_path)

    def write(**texts):
        for name, text in texts.items():
            folder = tmp_path / (name if name == "one" else "frame")
            folder.mkdir(exist_ok=True)
            (folder / f"{name}.js").write_text(text)

    return write


SHOWS = re.compile(r"^export default \{(?! render \})", re.MULTILINE)


def test_every_module_that_shows_a_surface_is_known():
    found = {path.stem for path in WIDGETS.glob("*/*.js") if SHOWS.search(path.read_text(encoding="utf-8"))}
    assert found == EXAMPLES.keys()


def test_every_module_and_style_sheet_is_part_of_a_surface():
    sent = {path for surface in EXAMPLES for path in modules.modules(surface)}
    of_a_page = {*WIDGETS.glob("pages/*.js"), *WIDGETS.glob("*/recorded.js"), WIDGETS / "frame/unpack.js"}
    assert {*files(WIDGETS, ".js")} - of_a_page == sent
    worn = {path.with_suffix(".css") for path in sent}
    assert worn >= {*files(WIDGETS, ".css")} - {WIDGETS / "session/picture.css"}


def test_a_surface_has_only_what_it_imports():
    assert not {"list", "cards", "ladder", "controls"} & set(STEMS["steps"])
    assert ".rankteach {" in style("steps") and ".rt-heads" not in style("steps")
    assert "ladder" in STEMS["agreement"] and "ladder" not in STEMS["explorer"]


@pytest.mark.parametrize("surface", EXAMPLES)
def test_a_module_comes_after_those_that_it_imports(surface):
    joined = script(surface)
    defined = [re.search(rf"^function {name}\b", joined, re.MULTILINE).start() for name in ("make", "mount", "build")]
    assert defined == sorted(defined)
    assert STEMS[surface][-1] == surface


@pytest.mark.parametrize("surface", EXAMPLES)
def test_the_joined_module_imports_nothing_and_exports_once(surface):
    statements = re.findall(r"^(?:import|export).*", script(surface), re.MULTILINE)
    assert len(statements) == 1
    assert statements[0].startswith("export default")


@pytest.mark.parametrize("surface", EXAMPLES)
def test_no_two_modules_of_a_surface_define_the_same_name(surface):
    names = re.findall(r"^(?:async )?(?:function\*?|const|let|class) (\w+)", script(surface), re.MULTILINE)
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("surface", EXAMPLES)
def test_what_is_sent_is_the_joined_module_and_its_style_without_comments(surface):
    sent = unpacked(surface)
    lines = [re.sub(r"/\*\* @type .*?\*/ | // [^\"'`/]*$", "", line.strip()) for line in script(surface).split("\n")]
    kept = [line for line in lines if not re.match(r"$|//|/\*| ?\*", line)]
    assert sent["script"].replace("\n", "") == "".join(kept)
    assert not any("/*" in line[:2] for line in sent["style"].split("\n"))
    assert re.findall(r'"[^"]*"', sent["style"]) == re.findall(r'"[^"]*"', modules._short(style(surface)))


@pytest.mark.parametrize(
    "line",
    [
        'const SVG = "http://www.w3.org/2000/svg";',
        'write(node, "a // b");',
        "const pattern = /a // b/u;",
        "const words = `${one} // ${other}`;",
        "const area = width /* in pixels */ * height;",
        "* factor;",
    ],
)
def test_no_comment_is_seen_where_there_is_none(line):
    assert modules._short(f"  {line}") == line


def test_comments_are_left_out():
    text = "// one\n/** Two.\n * lines\n */\nconst a = 1; // of them\n\n/* three */\n  let b;\n"
    assert modules._short(text) == "const a = 1;\nlet b;"


def test_a_module_that_two_others_import_comes_once(written):
    written(
        one='import { two } from "../frame/two.js";\nimport { three } from "../frame/three.js";\ntwo(three);\n',
        two='import { three } from "./three.js";\nexport const two = three;\n',
        three="export const three = 3;\n",
    )
    assert script("one").split() == ["const", "three", "=", "3;", "const", "two", "=", "three;", "two(three);"]


def test_modules_that_import_each_other_are_refused(written):
    written(
        one='import { two } from "../frame/two.js";\n',
        two='import { three } from "./three.js";\n',
        three='import { two } from "./two.js";\n',
    )
    with pytest.raises(ValueError, match=r"two\.js must not import itself, also not by way of three\.js"):
        script("one")


def test_a_surface_sends_little():
    sizes = {surface: len(bundle(surface)) for surface in EXAMPLES}
    assert [surface for surface, size in sizes.items() if size >= 60 * 1024] == []
    assert sizes["steps"] < 43 * 1024
    assert sizes["question"] < 36 * 1024


def test_a_changed_file_is_in_the_next_bundle(written):
    shared = WIDGETS / "frame" / "unpack.js"
    written(one="export default 1;\n", unpack=shared.read_text(encoding="utf-8"))
    (modules.WIDGETS / "one" / "one.css").write_text(".rt-one { color: red; }\n")
    assert unpacked("one") == {"script": "export default 1;", "style": ".rt-one{color:red;}"}
    (modules.WIDGETS / "one" / "one.css").write_text(".rt-one { color: blue; }\n")
    assert "blue" in unpacked("one")["style"]


SHARED = {"soft", "quiet", "foot", "close", "note", "label", "value", "change", "pick", "unseen", "tool", "scroll"}
SHARED |= {"top", "more", "name", "check", "hints", "told"}  # kinds of elements that look alike in every part


def test_a_class_belongs_to_one_part():
    """An element of one part, and what another part marks elements with, would otherwise look like each other."""
    made, marked = {}, {}
    for path in sorted({path for surface in EXAMPLES for path in modules.modules(surface)}):
        text = path.read_text(encoding="utf-8")
        for names in re.findall(r'class: ["`]([\w -]+)', text):
            for name in re.findall(r"rt-([\w-]+)", names):
                made.setdefault(name, set()).add(path.name)
        for name in re.findall(r'classList\.(?:toggle|add)\("rt-([\w-]+)"', text):
            marked.setdefault(name, set()).add(path.name)
    twice = {name: by for name, by in made.items() if len(by | marked.get(name, set())) > 1 and name not in SHARED}
    assert not twice
