"""What a measure is called elsewhere: aliases, and how trec_eval, ir_measures and ranx write measures.

A written measure is taken apart here into the name of one of our metrics and plain parameters. Nothing in it is run.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rankteach.core.checks import LONGEST, shown
from rankteach.tracing.tools import TOOLS


def _aliases_of_tools() -> dict[str, tuple[str, dict[str, Any]]]:
    """What tools call their measures, with those of our parameters in which all tools with a name agree.

    Names that two of them use for two of our metrics are left out.
    """
    meanings: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    for one in TOOLS:
        for metric, theirs in one.measures.items():
            for name in (theirs.at_k, theirs.whole):
                if name.isidentifier():
                    meanings.setdefault(name.lower(), []).append((metric.rstrip("@"), dict(theirs.parameters)))
    return {
        name: (metric, {one: value for one, value in chosen.items() if all(m[1].get(one) == value for m in meant)})
        for name, meant in meanings.items()
        for metric, chosen in meant[:1]
        if {one for one, _ in meant} == {metric}
    }


A_MEAN = re.compile(r"(mean|geometric|pooled|sum)(?![a-z])|m(ap|rr)(?![a-z_])", re.IGNORECASE)  # a name such as MAP
# other names in use, next to the metric's own and that of its function
_NAMES = {
    "P": "prec pre set_p setp precision_score ppv",
    "R": "rec set_recall setr recall_score tpr sensitivity context_recall",
    "F": "f1 fscore f_measure fbeta f1_score set_f setf",
    "Accuracy": "acc success s h top hitrate hitratio hr top_k_accuracy",
    "FallOut": "fpr false_positive_rate",
    "RPrec": "rprecision p@r bep break_even break_even_point",
    "IPA11": "11pt 11point 11pointaverage 11pointaverageprecision 11pointinterpolatedaverageprecision eleven_point "
    "eleven_point_average_precision interpolated_average_precision",
    "RR": "mean_reciprocal_rank retrieval_reciprocal_rank",
    "AP": "averageprecision mean_average_precision",
    "DCG": "discounted_cumulative_gain",
    "nDCG": "normalized_discounted_cumulative_gain normalised_discounted_cumulative_gain",
    "ERR": "expected_reciprocal_rank",
    "RBP": "rank_biased_precision",
    "RBO": "rank_biased_overlap",
    "Q": "qmeasure",
    "StRecall": "strec s_recall",
    "alpha_nDCG": "α_ndcg andcg",
    "OPA": "ordered_pair_accuracy pairwise_accuracy",
    "AUC": "roc auc_roc roc_auc_score auroc rocauc",
    "PRAUC": "aucpr aupr auprc",
    "Tau": "kendall kendalltau",
    "TauW": "weightedtau",
    "Rho": "spearmanrho",
}
# names from which parameters follow, too
_IMPLYING: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("R", {"denominator": "min"}, "relative_p set_relative_p setrelp r_cap recall_cap"),
    ("F", {"beta": 2}, "f2"),
    ("F", {"beta": 0.5}, "f0.5"),
    ("AP", {"denominator": "hits"}, "context_precision contextual_precision retrieval_average_precision"),
    ("PRAUC", {"no_relevant": 1}, "lrap label_ranking_average_precision label_ranking_average_precision_score"),
    ("PRAUC", {"no_relevant": 1}, "multilabelrankingaverageprecision"),  # of torchmetrics
    ("AUC", {"average": "by_items"}, "gauc"),
    ("AP", {"denominator": "min"}, "mapk"),
    ("AP", {"average": "geometric"}, "gmap gm_map"),
    ("Bpref", {"average": "geometric"}, "gm_bpref"),
    ("FAP", {"beta": 2}, "fap2"),
    ("DCG", {"gain": "exponential"}, "dcg_burges"),
    ("nDCG", {"gain": "exponential"}, "ndcg_burges"),
    ("CWL", {"user": "SDCG"}, "sdcg"),
    ("IPA11", {"form": "trec_eval_10"}, "11pt_avg"),
    ("IPrec", {"form": "trec_eval_10"}, "iprec_at_recall"),
)
ALIASES = {
    **_aliases_of_tools(),
    **{name: (metric, {}) for metric, names in _NAMES.items() for name in names.split()},
    **{name: (metric, implied) for metric, implied, names in _IMPLYING for name in names.split()},
}
# measures of tools that are none of ours, so that no suggestion is near them
NOT_OURS = {
    "trec_eval": "G P_avgjg Rndcg Rprec_mult_avgjg binG map_avgjg ndcg_rel num_nonjudged_ret num_nonrel_judged_ret "
    "num_q relstring runid set_map unj utility yaap",
    "ir_measures": "AP_IA BPM Compat ERR_IA MAP_IA NERR10 NERR11 NERR8 NERR9 NRBP NumQ P_IA SetAP alpha_DCG "
    "nERR_IA nNRBP α_DCG",
    "scikit-learn": "r2",
    "BEIR": "hole",
}
# what to use instead of some of them
INSTEAD = {
    **dict.fromkeys(("g", "bing", "ndcg_rel", "rndcg"), "Its authors never published it; use nDCG."),
    **dict.fromkeys(("set_map", "setap"), "It is P times R, both of the whole list."),
    "hole": "Hole@k is 1 − Judged@k.",
    "unj": "Down to the end of a list it is 1 − Judged@k.",
    "utility": "Unless you weigh otherwise, it is 2 NumRelRet − NumRet, both of the whole list.",
}
BY_VERSION = ("11pt_avg", "iprec_at_recall")  # another version of the tool has another form, which a convention sets
SQUARED = ("set_f", "setf")  # its beta is the square of ours

_MEASURE = re.compile(
    r"\s*+(?P<name>(?i:p@r)|(?:11[-_]?)?[A-Za-zα][\w.]*(?:-[A-Za-z]+)?)\s*+(?:\((?P<inside>.*)\))?\s*+(?:@\s*+(?P<at>\S+))?\s*+",
    re.DOTALL,
)
# trec_eval's P_5, P.5, recall_100, map_cut.3, set_F.2; several numbers, as in P.5,10, are several measures
_NUMBERED = re.compile(
    r"\s*(?P<name>P|recall|relative_P|map_cut|ndcg_cut|success|iprec_at_recall|set_F|Rprec_mult)"
    r"[._](?P<number>\d+(?:\.\d+)?)(?P<more>(?:,\d+(?:\.\d+)?)+)?\s*",
    re.ASCII | re.IGNORECASE,
)
# MAP_10 and precision_at_5
_UNDERSCORE = re.compile(r"\s*(?P<name>[A-Za-z]\w*?)_(?:at_)?(?P<k>\d+)\s*", re.ASCII)
_SHORT = {"map_cut": "AP", "ndcg_cut": "nDCG", "rprec_mult": "RPrec"}
_AT = ("h", "s", "top")  # names of a metric only with a cutoff: top-5
_PARTS = {"iprec_at_recall": "recall", "rprec_mult": "multiple"}  # what their number is, instead of a cutoff
# ranx's map@100-l2, which is from grade 2
_RANX = re.compile(r"\s*(?P<measure>[a-z][a-z0-9_-]*(?:\.\d+|@\d+)?)-l(?P<grade>\d+)\s*", re.ASCII)
# trec_eval's rbp.p=0.8, which it prints as rbp_p=0.8; and ranx's rbp.95, which adds up grades as they are
_RBP = re.compile(r"\s*(?:(?P<name>rbp|rbp_resid)[._]p=(?P<p>\d*\.?\d+)|rbp\.(?P<digits>\d+))\s*", re.ASCII)
# a mean over queries in words: mean nDCG@5, pooled LAG
AVERAGES = {"mean": "query", "geometric mean": "geometric", "pooled": "pooled", "sum of": "sum"}
_AVERAGE = re.compile(rf"\s*(?P<words>{'|'.join(AVERAGES)})\s+(?=\S)", re.IGNORECASE)
_MEAN = re.compile(r"\s*(?:g?MAP|MRR)(?![A-Za-z])")
MAIN = ("p", "beta", "recall")  # what a fraction with no name is: RBP(0.8), F(0.5); a whole number is a cutoff
_FRACTION = re.compile(r"(?P<name>[A-Za-z]+)[._]?(?P<number>0?\.\d+)", re.ASCII)  # RBP.8, RBO0.9
LIKE = 0.87  # a name is taken for another one misspelled; of three letters, none can be wrong
# ir_measures' parameters
_GAINS = {"log2": "linear", "exp-log2": "exponential"}
_RENAMED = {"cutoff": "k", "gains": "gain", "dcg": "gain", "max_rel": "max_grade"}


class Parsed(NamedTuple):
    """A measure taken apart: our metric's name, the parameters that are written, and those that its name implies."""

    metric: str
    written: dict[str, Any]
    implied: dict[str, Any]


def names_mean(text: str) -> bool:
    """Whether a written measure says that it is a mean over queries: MAP, MRR, mean nDCG@5."""
    return bool(_MEAN.match(text) or _AVERAGE.match(text))


def parse(text: str, known: Mapping[str, Any]) -> Parsed:
    """A written measure taken apart; ``known`` holds our metrics by name, with their ``parameters``.

    Raises ``ValueError`` that says what is wrong, with the nearest name there is.
    """
    if not (over := _AVERAGE.match(text)):
        return _parsed(text, known)
    inner = _parsed(text[over.end() :], known)
    average = AVERAGES[over["words"].lower()]
    return inner if average == "query" else inner._replace(implied={**inner.implied, "average": average})


def _parsed(text: str, known: Mapping[str, Any]) -> Parsed:
    """A written measure without the words for an average."""
    if ranx := _RANX.fullmatch(text):
        inner = _parsed(ranx["measure"], known)
        if not known[inner.metric].binary:
            if ranx["grade"] == "1":  # every grade but 0
                return inner
            raise ValueError(
                f"ranx's -l{ranx['grade']}, which counts grades below {ranx['grade']} as 0, needs a metric of relevant "
                f"or not. Write the gain of each grade instead: '{inner.metric}(gain={{1: 0, 2: 2}})'."
            )
        return inner._replace(written={**inner.written, "rel": int(ranx["grade"])})
    if rbp := _RBP.fullmatch(text):
        metric, implied = _metric(rbp["name"] or "rbp", known)
        gain = {"gain": "raw" if rbp["digits"] else "scaled"}
        return Parsed(metric, {"p": float(rbp["p"] or f"0.{rbp['digits']}")}, implied or gain)
    if numbered := _NUMBERED.fullmatch(text):
        if numbered["more"]:
            one = f"{numbered['name']}.{numbered['number']}"
            raise ValueError(f"a measure must have one cutoff, such as {one!r}. Write one measure for each cutoff.")
        return _numbered(numbered["name"], numbered["number"], known)
    cut = None if _known(text.strip(), known) else _UNDERSCORE.fullmatch(text)  # F_1 and F_2 have a beta, no cutoff
    if cut and (meant := _known(cut["name"], known)):
        metric, implied = meant
        return Parsed(metric, {"k": _whole(cut["k"])}, implied)
    match = _MEASURE.fullmatch(text)
    if not match:
        name, *rest = re.split(r"(?=[@(])", text, maxsplit=1)
        in_one = re.sub(r"(?:['’]s)?[\s{}$-]+", "_", name).strip("_")
        cut = _UNDERSCORE.fullmatch(in_one)
        if in_one != name and _known(cut["name"] if cut else in_one, known):  # Kendall's tau, P at 5, nDCG_{10}
            return _parsed("".join([in_one, *rest]), known)
        several = " Put commas between several." * (" " in text.strip())
        raise ValueError(f"a measure must be a name, parameters and a cutoff, such as 'AP(rel=2)@100'.{several}")
    metric, implied = _metric(match["name"], known)
    written = _renamed(_arguments(match["inside"], known[metric].parameters), known[metric].parameters)
    if metric == "NumRet" and "rel" in written:  # as ir_measures counts relevant items
        metric = "NumRelRet"
    if metric == "P" and written.pop("relative", False):  # as ir_measures divides by as many as there can be
        metric, implied = "R", {"denominator": "min"}
    if match["name"].lower() in SQUARED and isinstance(written.get("beta"), int | float) and written["beta"] > 0:
        written["beta"] = _root(written["beta"])
    if match["at"] is not None:
        at, value = _at(match["at"], known[metric].parameters)
        if at in written:
            raise ValueError("the cutoff must be given once, in parentheses or after @, not twice.")
        written[at] = value
    if match["name"].lower() in _AT and "k" not in written:
        raise ValueError(f"{match['name']} needs a cutoff, such as '{match['name']}@10'.")
    return Parsed(metric, written, implied)


def _numbered(name: str, number: str, known: Mapping[str, Any]) -> Parsed:
    """A measure of trec_eval with its number."""
    name = name.lower()
    metric, implied = _metric(_SHORT.get(name, name), known)
    if name in _PARTS:
        return Parsed(metric, {_PARTS[name]: float(number)}, implied)
    if name == "set_f":
        return Parsed(metric, {"beta": _root(float(number))}, implied)
    if not number.isdecimal():
        raise ValueError(f"the cutoff of {name} must be a whole number of at least 1, not {shown(number)}.")
    return Parsed(metric, {"k": _whole(number)}, implied)


def _known(name: str, known: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """The metric of this name with what the name implies, if there is one."""
    lower = name.lower().replace("-", "_")
    for metric, one in known.items():
        if lower in (metric.lower(), one.function.__name__):
            return metric, {}
    metric, implied = ALIASES.get(lower) or ALIASES.get(lower.replace("_", "")) or ("", {})
    return (metric, dict(implied)) if metric in known else None


def _metric(name: str, known: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    if metric := _known(name, known):
        return metric
    if (short := name.lower()) in _SHORT:
        needed, number = _PARTS.get(short, "cutoff"), "0.2" if short in _PARTS else "10"
        raise ValueError(f"{name} needs a {needed}, such as '{name}_{number}'.")
    problem = f"there is no metric {shown(name)}."
    if len(name) <= LONGEST:
        stems = _stems(name.replace("-", "_"))
        others = [] if stems[-1] in known else NOT_OURS.items()
        lacked = [(one, stem) for stem in stems for one, names in others if stem.lower() in names.lower().split()]
        if lacked:
            theirs, stem = lacked[0]
            instead = f" {INSTEAD[stem.lower()]}" if stem.lower() in INSTEAD else ""
            problem = f"{shown(name)} is a measure of {theirs} that rankteach lacks.{instead}"
        elif near := _meant(name, stems, known):
            problem += f" Did you mean {near!r}?"
    raise ValueError(f"{problem} The metric must be one of {', '.join(known)}.")


def _stems(name: str) -> list[str]:
    """A name, and what is left of it where its last digits are a cutoff: f110, f11, f1, f."""
    bare = name.rstrip("0123456789")
    return [*(name[:end] for end in range(len(name), len(bare), -1)), bare.rstrip("_")]


def _meant(name: str, stems: Sequence[str], known: Mapping[str, Any]) -> str:
    """What an unknown name may mean: nDCG@10 for nDCG10, else one that is nearly the same; empty if none is."""
    import difflib

    fraction = _FRACTION.fullmatch(name)
    if fraction and (metric := _known(fraction["name"], known)) and (main := _main(known[metric[0]].parameters)):
        return f"{metric[0]}({main}={float(fraction['number'])})"
    for stem in stems:
        if metric := _known(stem, known):
            spelled = metric[0] if stem.lower() == metric[0].lower() else stem
            k = int(name[len(stem) :].lstrip("_") or 0)
            return f"{spelled}@{k}" if k and "k" in known[metric[0]].parameters else spelled
    lower = stems[-1].lower()
    functions = (one.function.__name__ for one in known.values())
    aliases = (alias for alias, (metric, _) in ALIASES.items() if metric in known)
    names: dict[str, str] = {one.lower(): one for one in [*aliases, *functions, *known]}
    turned = (one for one in names if sorted(one) == sorted(lower))
    near = next(iter(difflib.get_close_matches(lower, names, 1, LIKE)), "") or next(turned, "")
    return names.get(near, "")


def _main(parameters: Mapping[str, Any]) -> str:
    """The parameter that a fraction means, or an empty text."""
    return next((name for name in MAIN if name in parameters), "")


def _at(written: str, parameters: Mapping[str, Any]) -> tuple[str, Any]:
    """The parameter after @ and its value: the cutoff, or, with a decimal point, the level of recall of IPrec@0.1."""
    if "recall" in parameters and re.fullmatch(r"\d*\.\d+", written, re.ASCII):
        return "recall", float(written)
    if not (written.isascii() and written.isdecimal()):
        dash = written[:-1].isdecimal() and written.endswith("-")
        meant = " For xgboost's dash, which counts 0 where nothing is relevant, write no_relevant=0." if dash else ""
        meant = " With as many ranks as relevant items, there is P@R." if written in ("R", "r") else meant
        raise ValueError(f"the cutoff after @ must be a whole number of at least 1, not {shown(written)}.{meant}")
    return "k", _whole(written)


def _whole(digits: str) -> int:
    if len(digits) > LONGEST:
        raise ValueError(f"the cutoff must be a number of ranks, not a number with {len(digits):,} digits.")
    return int(digits)


def _renamed(arguments: dict[str, Any], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters of ir_measures as ours, where the metric has them under another name."""
    renamed: dict[str, Any] = {}
    for name, value in arguments.items():
        ours = name if name in parameters else _RENAMED.get(name, name)
        if ours in parameters and ours != name:
            name = ours
            value = _GAINS.get(value, value) if isinstance(value, str) else value
        elif name == "min_rel" and not value and "max_grade" in parameters:
            continue  # grade 0 has no gain here anyway
        if name in renamed:
            raise ValueError(f"{name} must be given once, not again under another name.")
        renamed[name] = value
    return renamed


def _root(number: float) -> float:
    """The square root, a whole number where it is one."""
    root = math.sqrt(number)
    return int(root) if root.is_integer() else root


def _arguments(inside: str | None, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters in parentheses: literals only, or words. A number by itself needs no name where it means one."""
    if not inside or not inside.strip():
        return {}
    import ast

    number, main = inside.strip(), _main(parameters)
    if main and re.fullmatch(r"\d*\.\d+", number, re.ASCII):
        inside = f"{main}={number}"
    elif number.isdecimal() and "k" in parameters:
        if main:
            number = number[:LONGEST]
            raise ValueError(f"{number} must have a name in parentheses. Write {main}={number} or k={number}.")
        inside = f"k={number}"
    try:
        call = ast.parse(f"f({inside})", mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.args:  # as AP(rel=2)(rel=3)
            raise ValueError
        given = {one.arg: one.value for one in call.keywords if one.arg}
        if len(given) < len(call.keywords):
            raise ValueError
        read = {name: one.id if isinstance(one, ast.Name) else ast.literal_eval(one) for name, one in given.items()}
        values = {name: list(value) if isinstance(value, tuple) else value for name, value in read.items()}
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ValueError("each parameter must be given once, as name=value, such as rel in 'AP(rel=2)@100'.") from None
    for name, value in values.items():
        if len(name) > LONGEST or (isinstance(value, str) and len(value) > LONGEST):
            raise ValueError(
                f"a parameter must have at most {LONGEST} characters, not {name[:LONGEST]}={shown(value)}."
            )
    return values
