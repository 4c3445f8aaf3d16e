"""The fast reader of run files gives what the simple one gives, and refuses in the same words what that refuses."""

import gzip
import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import rankteach
from rankteach.runs import read_qrels, read_run
from rankteach.runs.evaluation.sources import source_of
from rankteach.runs.fast.blocks import BLOCK
from rankteach.runs.fast.digits import numbers
from rankteach.runs.fast.fields import Irregular, Texts, seeds
from rankteach.runs.fast.judgements import table_of_qrels
from rankteach.runs.fast.run_file import KEYS, lines_of, match_file, run_of_query
from tests.runs.forms import frame, memory, told

Judged = dict[str, dict[str, int]]
TIES = ("item_descending", "item_ascending", "stable")
BLOCKS = (64, 100, 1000, BLOCK)  # the smaller ones put an end of the block into every part of a line


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a run is written."""
    return tmp_path / "run"


def simply(path: Path, judged: Judged, ties: Any) -> dict[str, Any]:
    """For each judged query of a run: its length, ranks and grades of what is found, grades of what is missed."""
    run = read_run(path, format="trec", ties=ties)
    found = {}
    for query, grades in judged.items():
        ranks = {item: rank for rank, item in enumerate(run.ranked(query)[0] if query in run else ())}
        places = {ranks[item]: grade for item, grade in grades.items() if item in ranks}
        found[query] = len(ranks), places, sorted(grade for item, grade in grades.items() if item not in ranks)
    return found


def fast(path: Path, judged: Judged, ties: Any = "item_descending", block: int = BLOCK) -> dict[str, Any]:
    found, *_ = match_file(str(path), judged, ties=ties, _block=block)
    answer = told(found.positions)
    assert list(answer) == list(judged)
    assert found.missing == [query for query, (length, *_) in answer.items() if not length]
    return answer


def outcome(reader: Callable[..., Any], *arguments: Any) -> Any:
    """What a reader gives, or what its error says."""
    try:
        return reader(*arguments)
    except ValueError as error:
        return str(error)


names = st.one_of(
    st.integers(0, 30).map(str),
    st.integers(0, 9).map("many-items-begin-like-this/{0}/and-end-like-this/{0}".format),
    st.text("aé日𝄞\x01\x1f\x7f#", min_size=1, max_size=12).filter(lambda name: not name.startswith("#")),
)
scores = st.one_of(
    st.integers(-3, 3).map(str),
    st.integers(0, 300).map(lambda score: f"{score / 100:.2f}"),
    st.floats(-9, 9).map(repr),
    st.floats(0, 1).map("{:.19f}".format),
    st.sampled_from(["1", "1.0", "1.00", "1e0", "01", "+1", "10e-1", "1.", ".5", "0.5", "-0", "0", "-.5", "1" * 30]),
)
WRONG = [
    *("a b c", "q Q0 d 1 2.5 t\rmore", "q Q0 \0 1 1 t", "a\nb c d e f", "q Q0 d 1 nan t", "q Q0 d 1 -inf t"),
    *("q Q0 d 1 1e999 t", "q Q0 d 1 1_0 t", "q Q0 d 1 1,5 t", "q Q0 d 1 1.2.3 t", "q Q0 d 1 . t", "q Q0 d 1 - t"),
]
RANKS = ["1", "2", "007", "12", "12345678", "123456789", "-", "2.5", "é"]
TAGS = ["tag", "tag", "another-tag"]
PASSED_OVER = ["", "  ", "#", "# a comment", "\t# of just six words, too", " \x0c"]


@st.composite
def files(draw: st.DrawFn, wrong: bool = False) -> tuple[bytes, Judged]:
    """A run with oddities, and judgements for some of it; at most one thing is wrong."""
    lines, judged = [], {"nowhere": {"1": 1}}
    for query in draw(st.lists(names, min_size=1, max_size=4, unique=True)):
        items = draw(st.lists(names, min_size=1, max_size=12, unique=True))
        rows = [(draw(scores), item) for item in items]
        if draw(st.booleans()):
            rows.sort(key=lambda row: -float(row[0]))
        between = draw(st.sampled_from([" ", "\t", "  ", " \t"]))
        ranks = draw(st.lists(st.sampled_from(RANKS), min_size=len(rows), max_size=len(rows)))
        tag = draw(st.sampled_from(TAGS))
        lines += [
            between.join((query, "Q0", item, rank, score, tag)) for rank, (score, item) in zip(ranks, rows, strict=True)
        ]
        if draw(st.booleans()):
            judged[query] = draw(st.dictionaries(st.sampled_from([*items, "33"]), st.integers(-1, 3)))
    if draw(st.booleans()):
        lines = draw(st.permutations(lines))
    odd = st.sampled_from(WRONG + lines) if wrong else st.sampled_from(PASSED_OVER)
    for line in draw(st.lists(odd, min_size=wrong, max_size=1 if wrong else 3)):
        lines.insert(draw(st.integers(0, len(lines))), line)
    if draw(st.booleans()):
        place = draw(st.integers(0, len(lines) - 1))
        lines[place] = draw(st.sampled_from([" ", "\t ", ""])) + lines[place] + draw(st.sampled_from([" ", "\x0b"]))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    return (end.join(lines) + draw(st.sampled_from(["", end]))).encode(), judged


alike = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def damaged(draw: st.DrawFn) -> tuple[bytes, Judged]:
    """A run in which one line may be wrong, or some bytes; and it may end early."""
    content, judged = draw(files(wrong=draw(st.booleans())))
    text = bytearray(content)
    for _ in range(draw(st.integers(0, 2))):
        text[draw(st.integers(0, len(text) - 1))] = draw(st.integers(0, 255))
    return bytes(text[: draw(st.one_of(st.just(len(text)), st.integers(0, len(text))))]), judged


def in_blocks(path: Path, judged: Judged, ties: Any, block: int) -> Any:
    """What the fast reader gives: what is judged, the notes, and the name."""
    _, notes, tag = match_file(str(path), judged, ties=ties, _block=block)
    return fast(path, judged, ties, block), tuple(notes), tag or path.stem


def as_a_whole(path: Path, judged: Judged, ties: Any) -> Any:
    """The same from the simple reader."""
    run = read_run(path, format="trec", ties=ties)
    return simply(path, judged, ties), run.notes, run.name


@alike
@given(files(), st.sampled_from(TIES), st.sampled_from(BLOCKS))
def test_both_readers_agree(path: Path, file: tuple[bytes, Judged], ties: str, block: int) -> None:
    path.write_bytes(file[0])
    assert in_blocks(path, file[1], ties, block) == as_a_whole(path, file[1], ties)


@settings(alike, max_examples=150)
@given(damaged(), st.sampled_from([*TIES, "refuse"]), st.sampled_from(BLOCKS), st.sampled_from([1, 4, 10, KEYS]))
def test_both_readers_read_or_refuse_a_damaged_file(
    path: Path, file: tuple[bytes, Judged], ties: str, block: int, keys: int
) -> None:
    """The same values, notes and name, or the same message about the same line; few keys make several parts."""
    path.write_bytes(file[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rankteach.runs.fast.run_file.KEYS", keys)
        assert outcome(in_blocks, path, file[1], ties, block) == outcome(as_a_whole, path, file[1], ties)


def test_the_tags_are_those_of_the_first_lines_of_queries(path: Path) -> None:
    lines = [f"q{n // 9} Q0 d{n} 1 {-n} {'b' if n >= 81 else 'a'}\n" for n in range(90)]
    notes = ("the lines have different tags ('a', 'b'): are there two runs in one file?",)
    for order in (lines, lines[0::2] + lines[1::2], lines[:45] + lines[81:] + lines[45:81]):
        path.write_text("".join(order))
        for block in BLOCKS:
            assert tuple(match_file(str(path), {}, _block=block)[1]) == read_run(path).notes == notes
    path.write_text("".join(lines).replace("q0 Q0 d4 1 -4 a", "q0 Q0 d4 1 -4 c"))
    assert tuple(match_file(str(path), {})[1]) == read_run(path).notes == notes


def test_what_comes_after_the_tag_is_ignored_and_noted(tmp_path: Path) -> None:
    path = tmp_path / "my.run"
    path.write_text("q Q0 a 1 3 t\nq Q0 b 2 2 t # why, é\n\nr Q0 c 1 1 t 1\nq Q0 d 3 1 t x y\n")
    note = "3 lines with more than 6 fields: what comes after the tag is ignored, as in trec_eval"
    run = read_run(path)
    assert (run.notes, run.name) == ((note,), "t")
    assert run == read_run({"q": {"a": 3.0, "b": 2.0, "d": 1.0}, "r": {"c": 1.0}})
    for block in BLOCKS:
        _, notes, tag = match_file(str(path), {"q": {"d": 1}}, _block=block)
        assert (notes, tag) == ([note], "t")
        assert fast(path, {"q": {"d": 1}}, block=block) == {"q": (3, {2: 1}, [])}
    assert run_of_query(str(path), "q") == read_run({"q": run["q"]})


def twins() -> tuple[str, str]:
    """Two names that have one key in the first query of a block: their second halves undo the difference of the first.

    Names of eight letters are keys one to one, so the keys of the first halves differ.
    """
    heads = [f"{number:08}" for number in range(2000)]
    keys = Texts.of(heads).fields().hashed(seeds(np.zeros(len(heads))))
    for one, head in zip(keys.tolist(), heads, strict=True):
        between = (one ^ int(keys[0])).to_bytes(8, "little")
        letters = [next((c for c in range(48, 123) if 48 <= c ^ byte < 123), None) for byte in between]
        if any(between) and None not in letters:
            tails = bytes(letters), bytes(c ^ byte for c, byte in zip(letters, between, strict=True))  # type: ignore
            return heads[0] + tails[0].decode(), head + tails[1].decode()
    raise AssertionError("no two names have one key")


def test_names_with_one_key_are_told_apart(path: Path) -> None:
    one, other = twins()
    first, second = Texts.of([one, other]).fields().hashed(seeds(np.zeros(2)))
    assert first == second and one != other
    for items, judged in (([one, other, "a"], {other: 1}), ([one, "a"], {other: 1}), (["a", one], {one: 2, other: 1})):
        path.write_text("".join(f"q Q0 {item} 1 {-rank} t\n" for rank, item in enumerate(items)))
        assert fast(path, {"q": judged}) == simply(path, {"q": judged}, TIES[0])
        table = frame(pytest.importorskip("pandas"), [("q", item, -rank) for rank, item in enumerate(items)])
        assert told(source_of({"q": judged}, table).matched) == fast(path, {"q": judged})
    path.write_text(f"q Q0 {one} 1 3 t\nq Q0 {other} 1 2 t\nq Q0 {one} 1 1 t\n")
    assert outcome(fast, path, {"q": {"a": 1}}, TIES[0]) == outcome(simply, path, {"q": {"a": 1}}, TIES[0])


def test_queries_in_one_file_only_are_read_alike(path: Path) -> None:
    path.write_text("q3 Q0 a 1 2 t\nq1 Q0 b 1 2 t\nq1 Q0 a 2 1.5 t\nq9 Q0 a 1 1 t\n")
    (matched, unjudged, missing, _), *_ = match_file(str(path), {"q1": {"a": 0.5}, "q2": {"a": 1}, "q4": {}})
    assert (matched.queries, unjudged, missing) == (["q1", "q2", "q4"], ["q3", "q9"], ["q2", "q4"])
    assert matched.lengths.tolist() == [2, 0, 0]
    assert (matched.places.tolist(), matched.grades.tolist()) == ([1, -1], [0.5, 1])
    (matched, unjudged, missing, _), *_ = match_file(str(path), {})
    assert (matched.queries, unjudged, missing) == ([], ["q3", "q1", "q9"], [])


def test_refused_ties_are_refused_by_both_readers(path: Path) -> None:
    path.write_text("q1 Q0 a 1 2 t\nq1 Q0 b 2 2.0 t\nq2 Q0 c 1 3 t\nq2 Q0 e 2 1 t\nq2 Q0 d 3 1.0 t\n")
    assert fast(path, {"q3": {"a": 1}}, "refuse") == {"q3": (0, {}, [1])}
    message = "query 'q2': items '(d' and 'e|e' and 'd)' must not both have score 1.0 with ties='refuse'"
    with pytest.raises(ValueError, match=message):
        match_file(str(path), {"q2": {"c": 1}}, ties="refuse")


def test_compressed_files_are_read_alike(tmp_path: Path) -> None:
    lines = "".join(f"q{n % 3} Q0 d{n} 1 {n / 7} t\n" for n in range(300)).encode()
    path = tmp_path / "run.gz"
    path.write_bytes(gzip.compress(lines))
    judged = {"q1": {"d1": 1, "d4": 2}}
    assert fast(path, judged, block=1000) == {"q1": (100, {99: 1, 98: 2}, [])}
    path.write_bytes(gzip.compress(lines)[:-20])
    with pytest.raises(ValueError, match="gzip file must be whole"):
        match_file(str(path), judged)


@pytest.mark.parametrize("beginning", [b"", b"q Q0 d 1 1 t\n", b"# "])
def test_a_line_without_end(path: Path, beginning: bytes) -> None:
    path.write_bytes(beginning + b"x" * 30_000_000)
    with memory() as peak:
        for read in (partial(match_file, str(path), {"q": {"d": 1}}), partial(run_of_query, str(path), "q")):
            with pytest.raises(ValueError, match="a line of more than 1,048,576 bytes"):
                read()
    assert peak() < 15_000_000


@pytest.mark.parametrize("scattered", [False, True])
def test_memory_does_not_grow_with_the_file(path: Path, scattered: bool) -> None:
    def peak(queries: int) -> int:
        lines = [f"q{query:06} Q0 item{item} 1 {-item} tag\n" for query in range(queries) for item in range(50)]
        path.write_text("".join(lines[0::2] + lines[1::2] if scattered else lines))
        del lines
        match_file(str(path), {"q000003": {"item7": 1}}, _block=1 << 14)
        with memory() as taken:
            found = fast(path, {"q000003": {"item7": 1}}, block=1 << 14)
        assert found == {"q000003": (50, {7: 1}, [])}
        return taken()

    assert peak(400) < 1.5 * peak(100)


FAULTS = {
    "a score": b"q000000 Q0 new 1 high tag\n",
    "a field": b"q000000 Q0 new\n",
    "an item given twice": b"q000000 Q0 item0 1 -9 tag\n",
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_memory_does_not_grow_with_a_file_that_is_refused_at_its_end(
    path: Path, fault: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rankteach.runs.fast.run_file.KEYS", 1 << 10)

    def peak(queries: int) -> int:
        lines = (b"q%06d Q0 item%d 1 %d tag\n" % (query, item, -item) for query in range(queries) for item in range(50))
        path.write_bytes(b"".join(lines) + fault)
        for _ in range(2):  # of the second time the memory counts
            with memory() as taken, pytest.raises(ValueError, match=f"run:{50 * queries + 1}: "):
                match_file(str(path), {"q000003": {"item7": 1}}, _block=1 << 14)
        return taken()

    assert peak(320) < 1.5 * peak(80)


def test_the_first_of_two_faults_is_named_also_where_the_second_is_the_end_of_a_compressed_file(tmp_path: Path) -> None:
    lines = [b"q%d Q0 item%d 1 %d tag\n" % (query, item, -item) for query in range(2000) for item in range(50)]
    path = tmp_path / "run.gz"
    path.write_bytes(gzip.compress(b"".join([*lines[:50], lines[7], *lines[50:]]))[:-20])
    for read in (fast, simply):
        assert "run.gz:51: query 'q0' has item 'item7' a second time" in outcome(
            read, path, {"q0": {"item7": 1}}, TIES[0]
        )


@pytest.mark.parametrize("twice", [b"", b"q0 Q0 item1 9 0 tag\n"])
def test_a_run_that_a_file_has_twice_is_refused_at_the_first_item_that_comes_again(
    path: Path, twice: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rankteach.runs.fast.run_file.KEYS", 16)
    lines = [b"q%d Q0 item%d 1 %d tag\n" % (query, item, -item) for query in range(9) for item in range(9)]
    path.write_bytes(b"".join([*lines, twice, *lines]))
    item, first = ("item1", 2) if twice else ("item0", 1)
    with pytest.raises(ValueError, match=rf"run:82: .*'{item}' a second time \(the first time: .*run:{first}\)"):
        match_file(str(path), {"q0": {"item7": 1}})


decimals = st.from_regex(r"-?[0-9]{0,22}\.?[0-9]{0,22}", fullmatch=True).filter(lambda text: text.strip("-.") != "")


@given(st.lists(st.one_of(decimals, st.floats(allow_nan=False, allow_infinity=False).map(repr)), min_size=1))
def test_numbers_are_those_of_float(texts: list[str]) -> None:
    found = numbers(Texts.of(texts).fields())
    assert [value.hex() for value in found.tolist()] == [float(text).hex() for text in texts]


@given(st.integers(2**52, 2**53 - 1), st.integers(-9, 9), st.integers(-1, 1))
def test_numbers_half_way_between_floats(below: int, exponent: int, aside: int) -> None:
    """Half way, or next to it in the last of nineteen digits."""
    middle = Fraction(2 * below + 1, 2) * Fraction(2) ** exponent
    after = max(0, 19 - len(str(int(middle))))
    whole = int(middle * 10**after) + aside
    assume(whole < 10**19)
    text = f"{whole // 10**after}.{whole % 10**after:0{after}}" if after else str(whole)
    assert numbers(Texts.of([text]).fields()).tolist() == [float(text)]


@pytest.mark.parametrize(
    "text", [".", "-", "+", "--1", "1.2.3", "1..2", "12345678.1234.", "1-2", "0x10", "1e", "x" * 24, "é"]
)
def test_the_fast_reader_refuses_text_that_is_no_number(text: str) -> None:
    for other in ("1.5", text):
        with pytest.raises(Irregular):
            numbers(Texts.of([text, other]).fields())


@alike
@given(files(), st.sampled_from(BLOCKS))
def test_one_query_of_a_file(path: Path, file: tuple[bytes, Judged], block: int) -> None:
    path.write_bytes(file[0])
    run = read_run(path, format="trec")
    for query in run:
        lines = [line for line in file[0].split(b"\n") if line.split()[:1] == [query.encode()]]
        assert lines_of(str(path), query, _block=block) == lines
        assert run_of_query(str(path), query) == read_run({query: run[query]})
    assert not run_of_query(str(path), "nowhere")


def test_no_file_holds_such_a_name(path: Path) -> None:
    path.write_text("q Q0 d 1 1 t\n")
    judged = read_qrels({"q": {"\ud800": 1, "d": 2}, "\ud800": {"d": 1}})
    assert fast(path, judged) == {"q": (1, {0: 2}, [1]), "\\ud800": (0, {}, [1])}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "message"),
    [("q Q0 d 9 9 t", r"run:3: query 'q' has item 'd' a second time"), ("q Q0 f 9 t", r"run:3: 5 fields")],
)
def test_one_query_with_a_wrong_line(path: Path, line: str, message: str) -> None:
    path.write_text(f"q Q0 d 1 2 t\nr Q0 d 1 2 t\n{line}\n")
    assert run_of_query(str(path), "r") == read_run({"r": {"d": 2.0}})
    with pytest.raises(ValueError, match=message):
        run_of_query(str(path), "q")


judgements = st.dictionaries(
    names, st.dictionaries(names, st.integers(-1, 3).map(str), min_size=1, max_size=9), max_size=4
)
ODD_QRELS = [
    "",
    "# a comment",
    "q 0 d",
    "q 0 d 1 more",
    "q 0 d 1.5",
    "q 0 d 1_0",
    "q 0 d -2",
    "q 0 d +1",
    "q 0 d 9999999999999999999",
]


@alike
@given(
    judgements,
    st.lists(st.sampled_from(ODD_QRELS), max_size=2),
    st.data(),
    st.sampled_from(BLOCKS),
)
def test_judgements_are_read_alike(
    tmp_path: Path, judged: dict[str, dict[str, str]], odd: list[str], data: st.DataObject, block: int
) -> None:
    """The fast way gives what the simple one gives, or nothing where that one has something to say."""
    lines = [f"{query} 0\t{item} {grade}" for query, items in judged.items() for item, grade in items.items()] + odd
    path = tmp_path / "qrels"
    path.write_text("\n".join(data.draw(st.permutations(lines))))
    table = table_of_qrels(str(path), _block=block)
    simple = outcome(read_qrels, path)
    if table is None:
        assert isinstance(simple, str) or simple.notes or "" in odd
    else:
        assert simple == read_qrels(table)
        assert list(table) == list(simple)
        assert not simple.notes


def test_a_query_longer_than_many_blocks(path: Path) -> None:
    lines = [f"q Q0 item-number-{item} 1 {item % 1000} tag" for item in range(60_000)]
    judged = {"q": {"item-number-31999": 1, "item-number-0": 2, "item-number-60000": 3}}
    path.write_text("\n".join(lines))
    assert fast(path, judged) == simply(path, judged, "item_descending")
    path.write_text("\n".join([*lines, f"q Q0 {'x' * (1 << 20)} 1 1 tag", "r Q0 a 1 1 tag"]))
    message = outcome(fast, path, judged)
    assert "run:60001: a line of more than 1,048,576 bytes" in message
    assert message == outcome(simply, path, judged, "item_descending")


def test_nothing_outside_knows_how_the_fast_reader_works() -> None:
    entries = {"match_file", "match_frames", "run_of_query", "table_of_qrels"}
    package = Path(rankteach.__file__).parent
    outside = [path for path in package.rglob("*.py") if path.parent.name != "fast"]
    imported = "".join(path.read_text(encoding="utf-8") for path in outside)
    found = {name for names in re.findall(r"runs\.fast[.\w]* import ([\w, ]+)", imported) for name in names.split(", ")}
    assert found == entries
