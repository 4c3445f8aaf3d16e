"""The calculation behind a number, in a terminal: ``python -m rankteach explain``, and other commands."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any

import rankteach as rt

USUAL = ["nDCG@10", "AP", "RR"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status is 0, or 2 for what cannot be read or is unknown.

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
    asked = parser.parse_args(arguments)
    try:
        print(asked.command(asked), flush=True)
    except BrokenPipeError:  # piped into head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, TypeError, ValueError, LookupError) as error:
        words = error.args[0] if isinstance(error, KeyError) and error.args else error
        print(f"{parser.prog} {asked.name}: {words}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rankteach", description=(__doc__ or "").partition(":")[0] + ".")
    commands = parser.add_subparsers(required=True, metavar="command", dest="name")

    explain = commands.add_parser("explain", help="the calculation of one query's value, step by step")
    _files(explain, runs=1, needed=False)
    _one_list(explain)
    explain.add_argument("--measure", default="nDCG@10", help="such as nDCG@10 (the default) or 'AP(rel=2)@100'")
    explain.add_argument("--steps", action="store_true", help="also say in words what happens in each row")
    explain.add_argument("--rows", type=int, help="show at most so many rows")
    explain.set_defaults(command=_explain)

    evaluate = commands.add_parser("evaluate", help="means over all queries, and the queries that stand out")
    _files(evaluate, runs=1)
    _measures(evaluate)
    evaluate.add_argument("--by", help="the measure to sort the queries by; by default the first one")
    evaluate.add_argument("--queries", type=int, default=10, help="how many of them to show (10)")
    evaluate.add_argument(
        "--only-both", action="store_true", help="leave out judged queries that the run does not have"
    )
    evaluate.set_defaults(command=_evaluate)

    compare = commands.add_parser("compare", help="two runs over the same queries: differences, and chance")
    _files(compare, runs=2)
    compare.add_argument("--measure", default="nDCG@10", help="such as nDCG@10 (the default)")
    compare.set_defaults(command=_compare)

    which = commands.add_parser("which", help="which measure, cutoff and convention give a number")
    which.add_argument("number", help="as it was printed, such as 0.5556")
    _files(which, runs=1, needed=False)
    _one_list(which)
    which.set_defaults(command=_which)
    return parser


def _files(command: argparse.ArgumentParser, runs: int, needed: bool = True) -> None:
    command.add_argument("--qrels", required=needed, help="the file of judgements")
    run = "the file of what was retrieved" if runs == 1 else "the two files of what was retrieved"
    command.add_argument("--run", required=needed, nargs=runs if runs > 1 else None, help=run)
    command.add_argument("--rel", type=float, default=1, help="the grade from which an item is relevant (1)")


def _one_list(command: argparse.ArgumentParser) -> None:
    command.add_argument("--query", help="the query, as the files call it")
    command.add_argument("--grades", nargs="+", help="instead of files: the grades, best rank first, - for none")
    command.add_argument(
        "--missed", nargs="+", default=[], help="with --grades: those of items that were not retrieved"
    )


def _measures(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--measure", dest="measures", nargs="+", default=USUAL, help=f"one or more ({' '.join(USUAL)})"
    )


def _explain(asked: argparse.Namespace) -> str:
    trace = rt.measure(asked.measure)(_ranking(asked))
    display = {} if asked.rows is None else {"most_rows": asked.rows}
    text = trace.to_text(**display)
    return "\n\n".join([text, *("\n".join(step.text for step in trace.steps) for _ in range(asked.steps))])


def _evaluate(asked: argparse.Namespace) -> str:
    queries = "both" if asked.only_both else "judged"
    result = rt.evaluate(asked.qrels, asked.run, asked.measures, relevant_from=_number(asked.rel), queries=queries)
    return result.to_text(by=asked.by, most=asked.queries)


def _compare(asked: argparse.Namespace) -> str:
    first, second = (
        rt.evaluate(asked.qrels, run, asked.measure, relevant_from=_number(asked.rel)) for run in asked.run
    )
    comparison = rt.compare(first, second)
    return "\n\n".join(one.to_text() for one in (comparison, comparison.randomisation(), comparison.bootstrap()))


def _which(asked: argparse.Namespace) -> str:
    given: Any = _ranking(asked) if asked.query or asked.grades else None
    if given is None:
        if not (asked.qrels and asked.run):
            raise ValueError("of which list? Give --grades, or --qrels and --run, with or without --query")
        given = rt.evaluate(asked.qrels, asked.run, USUAL, relevant_from=_number(asked.rel)).rankings()
    return str(rt.which(asked.number, given).to_text())


def _ranking(asked: argparse.Namespace) -> rt.Ranking:
    """The list that is meant: one typed in, or that of a query out of the files."""
    if asked.grades:
        grades = [None if grade == "-" else _number(grade) for grade in asked.grades]
        return rt.Ranking(grades, missed=list(map(_number, asked.missed)), relevant_from=_number(asked.rel))
    if not (asked.qrels and asked.run and asked.query):
        raise ValueError("of which list? Give --qrels, --run and --query, or --grades")
    return rt.read_ranking(asked.qrels, asked.run, asked.query, relevant_from=_number(asked.rel))


def _number(typed: Any) -> Any:
    """A number as it was typed, whole if it is."""
    number = float(typed)
    return int(number) if number.is_integer() else number


if __name__ == "__main__":
    sys.exit(main())
