"""Other tools, each with its conventions: what ``convention="trec_eval"`` stands for."""

from __future__ import annotations

import re
from typing import Any

from rankteach.core.checks import scalar, shown
from rankteach.tracing.tool import Tool as Tool
from rankteach.tracing.tool_rows import TOOLS as TOOLS

EXAMPLE_CUTOFF = 10
OTHER_NAMES = {
    "sklearn": "scikitlearn",
    "pytrecevalterrier": "pytreceval",
    "xgb": "xgboost",
    "lgb": "lightgbm",
    "lgbm": "lightgbm",
    "llamaindexcore": "llamaindex",
    "haystackai": "haystack",
    "sbert": "sentencetransformers",
    "lkpy": "lenskit",
    "pyspark": "spark",
    "sparkml": "spark",
    "sparkmllib": "spark",
    "pysparkml": "spark",
    "pysparkmllib": "spark",
    "elastic": "elasticsearch",
}
NEAR = 0.85  # a longer name may differ in one letter; the name of another tool is not misspelled


def _plain(name: str) -> str:
    """A name without case, dashes, dots and underscores."""
    plain = re.sub(r"[-_. ]", "", name.lower())
    return OTHER_NAMES.get(plain, plain)


def tool(name: Any) -> Tool:
    """The tool of this name, whatever its case, with dashes or underscores.

    Raises ``TypeError`` or ``ValueError``, with the nearest name there is.
    """
    name = scalar(name)
    if not isinstance(name, str):
        raise TypeError(f"convention must be the name of a tool, such as 'trec_eval', not {shown(name)}.")
    for spelled in (str, _plain):
        for one in TOOLS:
            if spelled(one.name) == spelled(name):
                return one
    import difflib

    names, typed = [one.name for one in TOOLS], name.lower()[:60]
    begun = [one for one in names if re.split("[-_]", one)[0] == typed]
    near = begun or difflib.get_close_matches(typed, names, 1, NEAR)
    meant = f" Did you mean {near[0]!r}?" if near else ""
    raise ValueError(f"convention must be one of {', '.join(map(repr, names))}, not {shown(name)}.{meant}")


def settings(name: str, metric: str, k: int | None = None) -> dict[str, Any]:
    """The parameters with which one of our metrics gives the number of a tool.

    Raises ``ValueError`` for a measure that the tool does not have, or not in this form, with what to use instead.

    >>> settings("scikit-learn", "nDCG", 10)["ideal"]
    'retrieved'
    """
    chosen = tool(name)
    theirs = chosen.measure_for(metric, k)
    if theirs is None:
        raise ValueError(_refusal(chosen, metric, k))
    shared = {"ties": chosen.ties} if chosen.ties else {}
    return {**shared, "no_relevant": chosen.no_relevant, **theirs.parameters}


def _refusal(chosen: Tool, metric: str, k: int | None) -> str:
    """What a tool lacks, and what to use instead: the form that it has, or a tool that has this one."""
    form, other = (" without a cutoff", EXAMPLE_CUTOFF) if k is None else (" with a cutoff", None)
    theirs = chosen.measure_for(metric, other)
    near = f" {chosen.instead[metric]}" if metric in chosen.instead else ""
    if theirs is None:
        known = ", ".join(dict.fromkeys(one.rstrip("@") for one in chosen.measures))
        return f"{chosen.name} has no {metric}. The metric must be one of {known}.{near}"
    at, its = (f"{metric}@{other}", theirs.at_k.format(other)) if other else (metric, theirs.whole)
    has = (f"the convention {one.name!r}, which has {metric}{form}" for one in TOOLS if one.measure_for(metric, k))
    elsewhere = next(has, "leave convention out")
    return f"{chosen.name} has no {metric}{form}.{near} Use {at}, which is its {its}, or {elsewhere}."
