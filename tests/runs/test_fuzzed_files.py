"""Files that are broken in every way: they give a result or an error that names them, and never fill the memory."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rankteach as rt
from tests.runs.forms import memory, written

RUN = "".join(f"{query} Q0 d{item} {item} {9 - item / 3} näme\n" for query in (301, 302) for item in range(5)).encode()
QRELS = "".join(f"{query} 0 d{item} {item % 3}\r\n" for query in (301, 302) for item in range(5)).encode()
CELLS = b"qid,docno,score,text\n" + b"".join(b'301,d%d,%d.5,"a ""b"", c"\n' % (item, item) for item in range(5))
NESTED = json.dumps({"301": {"d1": 0.5, "é": 1}, "302": {"d1": -2e-3}}, indent=1).encode()
LINES = b"".join(b'{"query_id": "301", "doc_id": "d%d", "score": %d}\n' % (item, item) for item in range(5))
VALID = [RUN, QRELS, CELLS, NESTED, LINES, b'[["d1", "d2"], ["d3"]]', b'[["q", "d", 1], ["q", "e", 2]]']
SUFFIXES = ["", ".run", ".txt", ".csv", ".tsv", ".json", ".jsonl", ".gz", ".csv.gz"]
LETTERS = ["", "\u2028\u00a0", *"\n\r\t #\0-_\"',;:{}[]\\"]
WORDS = ["nan", "1e999", "\\ud800", "9" * 400]
ODD = [*map(str.encode, LETTERS + WORDS), b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\xc3", b"\x1f\x8b", b"\x85"]


@st.composite
def broken(draw: st.DrawFn) -> bytes:
    """A file of some format after a few accidents."""
    content = draw(st.sampled_from(VALID))
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(content)))
        stop = draw(st.one_of(st.just(start), st.integers(start, min(len(content), start + 9)), st.just(len(content))))
        content = content[:start] + draw(st.one_of(st.sampled_from(ODD), st.binary(max_size=4))) + content[stop:]
    return content


def outcome(path: Path) -> list[Any]:
    """What both readers make of a file: a table, or an error that names the file."""
    found: list[Any] = []
    for read in (rt.read_run, rt.read_qrels):
        try:
            found.append(read(path))
            assert len(found[-1]) and repr(found[-1])
        except ValueError as error:
            message = str(error)
            assert message.startswith(str(path))
            assert len(message) < len(str(path)) * 2 + 500 and message.isprintable()
            found.append(message)
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzzed")


@settings(max_examples=100)
@given(content=st.one_of(broken(), st.binary(max_size=60)), suffix=st.sampled_from(SUFFIXES))
def test_a_damaged_file_gives_a_result_or_an_error_that_names_it(folder: Path, content: bytes, suffix: str) -> None:
    path = folder / f"a{suffix}"
    path.write_bytes(gzip.compress(content, mtime=0) if suffix.endswith(".gz") else content)
    outcome(path)


@settings(max_examples=40)
@given(st.data())
def test_broken_gzip_is_refused_by_name(folder: Path, data: st.DataObject) -> None:
    packed = gzip.compress(data.draw(st.sampled_from(VALID)), mtime=0)
    place = data.draw(st.integers(2, len(packed) - 1))
    cut = data.draw(st.booleans())
    other = packed[:place] if cut else packed[:place] + bytes([packed[place] ^ 255]) + packed[place + 1 :]
    path = folder / "a.run.gz"
    path.write_bytes(other)
    found = outcome(path)
    if cut:
        assert all(isinstance(one, str) and "gzip file must be whole" in one for one in found)


def test_a_run_cut_anywhere_gives_a_result_or_an_error(folder: Path) -> None:
    whole = rt.read_run(written(folder, "cut.run", RUN))
    for stop in range(1, len(RUN), 3):
        found = outcome(written(folder, "cut.run", RUN[:stop]))[0]
        if isinstance(found, str):
            assert f":{RUN[:stop].count(10) + 1}: " in found
        else:
            assert all(set(found[query]) <= set(whole[query]) for query in found)
            assert sum(map(len, found.values())) == len(RUN[:stop].splitlines())


LONG = 16_000_000
HUGE = {
    "line.run": (b"301 Q0 d1 1 2.5 tag\n", b"x", "line.run:2: a line of more than 1,048,576 bytes"),
    "blanks.run": (b"301 Q0 d1 1 2.5 tag\n", b" ", "blanks.run:2: a line of more than 1,048,576 bytes"),
    "cell.csv": (b'qid,docno,score\n1,"', b"y\n", "cell.csv:65538: field larger than field limit"),
    "text.json": (b'{"q": {"', b"y", "text.json: a JSON file must have at most 131,072 bytes"),
    "line.jsonl": (b'{"qid": 1, "docno": 1, "score": 1}\n{"qid": "', b"y", "line.jsonl:2: a line of more than"),
}


@pytest.mark.parametrize("name", HUGE)
def test_files_without_end_are_refused_early(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rankteach.runs.formats.LARGEST_JSON", 2**17)  # what it is takes time to fill
    beginning, filling, told = HUGE[name]
    path = folder / f"{name}.gz"
    path.write_bytes(gzip.compress(beginning + filling * (LONG // len(filling)), compresslevel=1))
    with memory() as peak, pytest.raises(ValueError, match=told.replace(name, f"{name}.gz")):
        rt.read_run(path)
    assert peak() < LONG / 2


def test_memory_is_that_of_the_result_and_a_block(folder: Path) -> None:
    """Many lines that say little."""
    lines = b"# nothing to see here, only a long comment that stands in the file\n" * 10 + b"301 0 d1 1\n" * 2
    path = written(folder, "long.qrels", lines * 12_000)
    with memory() as peak:
        qrels = rt.read_qrels(path)
    assert (len(qrels), len(qrels["301"])) == (1, 1)
    assert peak() < 5_000_000 < path.stat().st_size


def test_long_names_are_shortened(folder: Path) -> None:
    line = b"1 Q0 " + b"d" * 900_000 + b" 1 1 t\n"
    found = outcome(written(folder, "long.run", line * 2))
    assert found[0].endswith(
        "long.run:1); a run must have each item once for each query, unless duplicates is 'first' or 'count'"
    )
