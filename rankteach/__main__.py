"""The calculation behind a number, in a terminal: ``python -m rankteach explain``, and other commands."""

from __future__ import annotations

import argparse
import codecs
import os
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TextIO, get_args

from rankteach.core.batch import Batch
from rankteach.core.checks import shown, whole_number
from rankteach.core.ranking import Duplicates, Ranking, Ties
from rankteach.notation.terminal import within, wrapped
from rankteach.notation.text import visible
from rankteach.runs import read_qrels
from rankteach.runs.comparison import compare
from rankteach.runs.evaluation import Evaluation, checked_depth, evaluate, measures_with, read_ranking
from rankteach.tracing.list_conventions import SHARED, in_order
from rankteach.tracing.measures import Measure
from rankteach.tracing.tools import tool

PROGRAM = "python -m rankteach"
IN_PYTHON = {  # what a note says to type, and what does the same in a terminal
    r" `(?:result|trace)\b[^`]*` [^.`]*\.|All measures are in rt\.which\S+\n?": "",
    r"`(?:rt\.evaluate\(\.\.\., )?ties='averaged'\)?`": "`--ties averaged`",
    r"`relevant_from=(\S+)` or `rel=\1`": r"`--rel \1`",
    r"`rt\.evaluate\(\.\.\., '(Judged@\d+)'\)`": r"`--measure \1`",
    r"`rt\.evaluate\(qrels, run, measures\)`": "`--qrels` is the file of judgements",
}
USUAL = ["nDCG@10", "AP", "RR"]
ONE = ["nDCG@10"]
PLAIN = {
    "≈": "~", "·": "*", "÷": "/", "●": "x", "○": "o", "−": "-", "–": "-", "√": "sqrt ", "…": "...", "²": "^2",
    "∞": "inf", "∑": "sum", "∏": "prod", "≥": ">=", "≤": "<=", "≠": "!=", "→": "->", "×": "x", "τ": "tau", "ρ": "rho",
    "α": "alpha", "\u0302": "", "\u0304": "",  # and signs above a letter
}  # for terminals that do not have these signs  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status is 0, or 2 for an error.

    In a terminal lines are no longer than it is wide; in a file or a pipe each row has one line.

    >>> main(["explain", "--grades", "1", "0", "1", "--measure", "P@2"])
    P@2  precision = 1/2 = 0.5
    divided by all ranks, empty ones too (as trec_eval does) · cutoff k = 2 · relevant from grade 1 · \
m = 2 relevant items
    <BLANKLINE>
    P@k = h_k / k
    P@2 = 1 / 2 = 0.5
    <BLANKLINE>
    rank   item   relevant                    hits      precision
       i             rel_i   h_i = ∑(j=1..i) rel_j   P(i) = h_i/i
       1   d1            ●                       1            1/1
       2   d2            ○                       1            1/2
    0
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.name is None:
        parser.print_help()
        return 0
    codecs.register_error("plain", _plainly)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="plain")
    width = _width(sys.stdout)
    try:
        with within(width):
            text = options.command(options)
        print(wrapped(visible(with_options(text)), width), flush=True)
    except BrokenPipeError:  # piped into head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, TypeError, ValueError, LookupError) as error:
        words = visible(f"{parser.prog} {options.name}: {_message(error, options)}")
        print(wrapped(words, _width(sys.stderr)), file=sys.stderr)
        return 2
    return 0


def with_options(text: str) -> str:
    """A text with the options of a terminal instead of what you would type in Python."""
    for call, option in IN_PYTHON.items():
        text = re.sub(call, option, text)
    return text


def _width(stream: TextIO) -> int | None:
    """How wide the terminal is; None for a file or a pipe."""
    return shutil.get_terminal_size().columns if stream.isatty() else None


def _message(error: Exception, options: argparse.Namespace) -> str:
    """The message of an error; for a missing file, with what it must hold."""
    if isinstance(error, FileNotFoundError) and error.filename:
        option, holds = ("--qrels", "judgements") if error.filename == options.qrels else ("--run", "retrieved items")
        return f"{option} must be the path of a file of {holds}, but there is no file {shown(error.filename)}"
    words = str(error.args[0] if isinstance(error, KeyError) and error.args else error)
    if isinstance(error, IsADirectoryError):
        return words.replace("source", "--qrels" if f"but {options.qrels} is" in words else "--run", 1)
    return words


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """What is printed for signs that the terminal's encoding does not have."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(PLAIN.get(sign, "?") for sign in error.object[error.start : error.end]), error.end


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=PROGRAM, description=(__doc__ or "").partition(":")[0] + ".")
    parser.add_argument("--version", action="version", version=f"rankteach {sys.modules['rankteach'].__version__}")
    commands = parser.add_subparsers(metavar="command", dest="name")

    explain = _command(commands, _explain, "the calculation of one query's value, step by step", ONE)
    explain.add_argument("--steps", action="store_true", help="also explain each row in words")
    explain.add_argument("--rows", type=int, help="how many rows to show at most")

    words = "means over all queries, and the best and worst queries"
    evaluate = _command(commands, _evaluate, words, USUAL, one_list=False)
    evaluate.add_argument("--by", help="the measure to sort the queries by; by default the first one")
    evaluate.add_argument("--queries", type=int, default=10, help="how many queries to show (10)")
    words = "leave out judged queries that the run does not have"
    evaluate.add_argument("--only-both", action="store_true", help=words)

    words = "two runs over the same queries: their difference, and whether it could be chance"
    _command(commands, _compare, words, ONE, one_list=False, runs=2)

    words = "why two measures, or a measure in two tools, have different values"
    _command(commands, _differences, words, ONE)

    which = _command(commands, _which, "which measure, cutoff and convention give a printed number", [])
    which.add_argument("number", help="as it was printed, such as 0.5556")
    which.add_argument("--misprints", action="store_true", help="look for wrong digits, too, as in a printed document")

    page = _command(commands, _page, "a live list as a page that needs no Python", ["AP"])
    page.add_argument("--out", required=True, help="the .html file to write")
    page.add_argument("--python", action="store_true", help="the page also loads Python, from a folder next to it")
    words = "where npm has installed pyodide and numpy (node_modules), or cdn"
    page.add_argument("--runtime", default="node_modules", help=words)

    files = f"--qrels {_example('recipes.qrels')} --run {_example('words.run')}"
    examples = [
        f"  {PROGRAM} explain --grades 1 0 1 1 0 --measure AP --steps",
        f"  {PROGRAM} explain {files} --query 117 --measure nDCG@10",
        f"  {PROGRAM} evaluate {files} --measure nDCG@10 AP",
        f"  {PROGRAM} compare {files} {_example('meaning.run')} --measure AP",
        f"  {PROGRAM} differences --grades 1 0 1 0 0 --missed 1 1 --measure AP --convention torchmetrics",
        f"  {PROGRAM} differences {files} --measure nDCG@10 --convention trec_eval gdeval",
        f"  {PROGRAM} which 0.7708 --grades 1 0 1 1 0 1 0 0",
        f"  {PROGRAM} page --grades 1 0 1 1 0 --measure AP --out ap.html",
    ]
    for name, command in {"": parser, **commands.choices}.items():
        shown = [one for one in examples if one.startswith(f"  {PROGRAM} {name}")]
        command.epilog = "\n".join(["examples:", *shown])
        command.formatter_class = argparse.RawDescriptionHelpFormatter
    return parser


def _example(name: str) -> str:
    """The path of a file that comes with rankteach, as you type it here."""
    path = Path(__file__).resolve().parent / "classroom" / "data" / name
    typed = str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
    return f'"{typed}"' if " " in typed else typed


def _command(
    commands: Any, run: Callable[..., str], words: str, usual: list[str], *, one_list: bool = True, runs: int = 1
) -> argparse.ArgumentParser:
    """A command, and the options that every command has; those for a list that is typed in only if it takes one."""
    command: argparse.ArgumentParser = commands.add_parser(run.__name__.strip("_"), help=words)
    command.set_defaults(command=run, usual=usual)
    option = command.add_argument
    option("--qrels", required=not one_list, help="the file of judgements")
    files = "the file of the run" if runs == 1 else "the files of the two runs"
    option("--run", required=not one_list, nargs=runs if runs > 1 else None, help=files)
    option("--rel", type=float, default=1, help="the grade from which an item is relevant (1)")
    option("--depth", type=int, help="count only this many items from the top of every query's list")
    if one_list:
        option("--query", help="the query, as the files call it")
        option("--grades", nargs="+", help="instead of files: RNRN, or the grades, best rank first, - if unjudged")
        missed = "with --grades: the grades of items that were not retrieved"
        option("--missed", nargs="+", default=[], help=missed)
    measures = f"one or more, such as 'AP(rel=2)@100' (by default {' '.join(usual) or 'all'})"
    option("--measure", dest="measures", action="extend", nargs="+", help=measures)
    tools = "+" if run is _differences else None  # of which it takes two
    option("--convention", nargs=tools, help="calculate as this tool does, such as trec_eval or scikit-learn")
    option("--ties", choices=list(SHARED["ties"].values), help="the order of equal scores")
    again = "what to do with an item that a query has twice (refuse): keep the first, or count each"
    option("--duplicates", choices=get_args(Duplicates), default="refuse", help=again)
    return command


def _explain(options: argparse.Namespace) -> str:
    ranking = _ranking(options)
    rows: dict[str, Any] = {} if options.rows is None else {"most_rows": whole_number(options.rows, "--rows")}
    parts = []
    for asked in _measures_for(options):
        cut = _cut(ranking, options, [asked])
        if not options.grades:
            from rankteach.runs.evaluation.measured import with_order

            asked = with_order(asked, cut, _order(options) or "item_descending")
        trace = asked(cut)
        parts.append(trace.to_text(**rows))
        if options.steps:
            parts.append("\n".join([*(step.text for step in trace.steps), trace.closing]))
    return "\n\n".join(parts)


def _evaluate(options: argparse.Namespace) -> str:
    most = whole_number(options.queries, "--queries")
    result = _evaluated(options, options.run, queries="both" if options.only_both else None)
    return str(result.to_text(by=options.by, most=most))


def _compare(options: argparse.Namespace) -> str:
    # both over all judged queries, whatever the tool does: a pair needs a value on either side
    options.qrels = read_qrels(options.qrels)
    first, second = (_evaluated(options, run, queries="judged") for run in options.run)
    parts = []
    for asked in first.measures:
        comparison = compare(first, second, asked)
        parts += [one.to_text() for one in (comparison, comparison.randomisation(), comparison.bootstrap())]
    return "\n\n".join(parts)


def _differences(options: argparse.Namespace) -> str:
    from rankteach.explain.differences import differences

    tools, options.convention = options.convention or [], None
    measures = _measures_for(options)
    if len(measures) != (1 if tools else 2) or len(tools) > 2:
        raise ValueError("--measure must name two measures, or one with one or two tools as --convention.")
    if tools and options.ties:
        raise ValueError("--ties must not be given with --convention, because each tool has its own. Leave --ties out.")
    measure, two = (measures[0], [None, *tools][-2:]) if tools else (None, measures)
    if options.query or options.grades or options.missed or not (options.qrels and options.run):
        return str(differences(*two, ranking=_cut(_ranking(options), options, []), measure=measure).to_text())
    both = []
    for one in two:
        options.measures, options.convention = ([measure], one) if tools else ([one], None)
        both.append(_evaluated(options, options.run, queries=None))
    return str(differences(*both).to_text())


def _which(options: argparse.Namespace) -> str:
    from rankteach.explain.numbers.which import which

    measures = _measures_for(options)
    if options.query or options.grades or options.missed:
        given: Any = _cut(_ranking(options), options, measures)
    else:
        if not (options.qrels and options.run):
            raise ValueError("a list must be given: --grades, or --qrels and --run, with or without --query")
        given = evaluate(options.qrels, options.run, ONE, **_reading(options, _order(options))).rankings()
        if options.depth is not None:
            given = Batch({query: _cut(given[query], options, measures) for query in given.queries})
    if options.convention and not options.measures:
        raise ValueError("--convention needs --measure, too. Leave out both to try all conventions.")
    return str(which(options.number, given, measures=measures or None, misprints=options.misprints).to_text())


def _page(options: argparse.Namespace) -> str:
    from rankteach.widgets import explore

    folder = Path(options.out).parent
    if not folder.is_dir():
        raise ValueError(f"--out must be in a folder that exists. Make the folder {shown(str(folder))} first.")
    measures = _measures_for(options)
    ranking = _cut(_ranking(options), options, measures)
    explore(ranking, measures).to_live_page(options.out, python=options.python, runtime=options.runtime)
    if options.python:
        return f"Saved {options.out}, and Python in the folder python next to it: publish both on a web server."
    return f"Saved {options.out}: open it in a browser. It works without a network, so you can send or publish it."


def _measures_for(options: argparse.Namespace) -> list[Measure]:
    """The measures, as the named tool calculates them, but with the order of equal scores that --ties names."""
    asked = options.measures or options.usual
    return list(measures_with(asked, options.convention, options.ties).values()) if asked else []


def _evaluated(options: argparse.Namespace, run: str, queries: str | None) -> Evaluation:
    return evaluate(
        options.qrels,
        run,
        options.measures or options.usual,
        queries=queries,
        convention=options.convention,
        depth=options.depth,
        **_reading(options, options.ties),
    )


def _reading(options: argparse.Namespace, ties: Any) -> dict[str, Any]:
    """How files are read."""
    return {"ties": ties, "relevant_from": options.rel, "duplicates": options.duplicates}


def _ranking(options: argparse.Namespace) -> Ranking:
    """The ranking: grades typed in, or one query of the files."""
    if options.grades:
        if others := [name for name in ("query", "qrels", "run") if getattr(options, name) is not None]:
            raise ValueError(f"--grades must not be given with --{' and --'.join(others)}. Leave out one or the other.")
        if options.ties:
            raise ValueError("--ties must not be given with --grades, which has no scores. Leave one of them out.")
        missed = " ".join(options.missed)
        return Ranking(" ".join(options.grades), missed=missed, relevant_from=options.rel)
    if options.missed:
        raise ValueError("--missed needs --grades. For files, the judgements say which relevant items were missed.")
    if not (options.qrels and options.run and options.query):
        raise ValueError("a list must be given: --qrels, --run and --query, or --grades")
    return read_ranking(options.qrels, options.run, options.query, **_reading(options, _order(options)))


def _cut(ranking: Ranking, options: argparse.Namespace, measures: Sequence[Measure]) -> Ranking:
    """The ranking down to --depth, in the order in which the measures have it."""
    depth = checked_depth(options.depth, {str(measure): measure for measure in measures})
    if depth is None:
        return ranking
    orders = {measure.order: str(measure) for measure in measures}
    if len(orders) > 1:
        raise ValueError(
            f"--depth needs measures with one order of equal scores, but {' and '.join(orders.values())} have several. "
            "Ask for one of them."
        )
    for order in orders:
        ranking = in_order(ranking, *order)
    return ranking.head(depth)


def _order(options: argparse.Namespace) -> Any:
    """The order of equal scores in which a list is read: that of --ties, or that of the named tool."""
    ties = options.ties or (tool(options.convention).ties if options.convention else None)
    return ties if ties in get_args(Ties) else None


if __name__ == "__main__":
    sys.exit(main())
