"""Presets: the conventions of a tool by its name."""

import pickle
from fractions import Fraction

import pytest

import rankteach as rt
from rankteach import Ranking
from rankteach.explain.numbers.conventions import changes_of
from rankteach.tracing.mean import QUERIES
from rankteach.tracing.tool_table import OF_A_TOOL
from rankteach.tracing.tools import TOOLS, Tool, tool
from tests.draws import harmonic

HALF = Fraction(1, 2)


ROWS = [(one, name) for one in TOOLS for name in one.measures]


def written(name: str, k: int | None) -> str:
    """A measure of ours; ir_measures has another one that it calls Accuracy."""
    return name.rstrip("@").replace("Accuracy", "Success") + (f"@{k}" if k else "")


OF_ONE_LIST = [(one, name) for one, name in ROWS if not one.compares]
LACKED = [(one, name, None) for one, name in OF_ONE_LIST if not (name.endswith("@") or one.measures[name].whole)]


@pytest.mark.parametrize(("tool", "name"), ROWS, ids=lambda one: getattr(one, "name", one))
def test_each_measure_of_each_preset_is_one_of_ours(tool: Tool, name: str) -> None:
    theirs = tool.measures[name]
    made = rt.measure(written(name, None if theirs.whole else 5), convention=tool.name)
    for parameter, value in theirs.parameters.items():
        if parameter == "average":
            assert value in made.metric.averages
        else:
            assert made.metric.with_defaults(made.parameters)[parameter] == value
    assert theirs.at_k or theirs.whole
    assert rt.measure(str(made)) == made  # the string is explicit: it does not name the tool
    assert "convention" not in str(made)
    trace = made([2, 0, 1], [3, 2, 1]) if tool.compares else made(Ranking([2, 0, 1, 0, 0], scores=[5, 4, 3, 2, 1]))
    assert tool.words in trace.conventions
    assert trace.measure == str(made)
    assert (
        pickle.loads(pickle.dumps(trace)).conventions == rt.read_json(trace.to_json()).conventions == trace.conventions
    )


@pytest.mark.parametrize(("tool", "name", "k"), LACKED, ids=lambda one: getattr(one, "name", str(one)))
def test_what_the_table_marks_as_absent_is_refused_with_what_to_use_instead(
    tool: Tool, name: str, k: int | None
) -> None:
    metric = rt.measure(name).metric
    for call in (
        lambda: rt.measure(written(name, k), convention=tool.name),
        lambda: metric([1, 0, 1], k=k, convention=tool.name),
        lambda: rt.evaluate({"q": {"a": 1}}, {"q": {"a": 1.0}}, [written(name, k)], convention=tool.name),
        lambda: rt.mean(written(name, k), [[1, 0]], convention=tool.name),
    ):
        with pytest.raises(ValueError, match=f"{tool.name} has no {name} with") as error:
            call()
    instead, _, its = str(error.value).partition(" Use ")[2].partition(", which is its ")
    assert rt.measure(instead.replace("Accuracy", "Success"), convention=tool.name)([1, 0, 1, None]).value > 0
    assert its.startswith(tool.measures[name].whole if k else tool.measures[name].at_k.format(10))


def test_another_measure_of_a_tool_by_the_name_of_ours_is_refused() -> None:
    for name in ("Accuracy", "Accuracy@5", "Accuracy(rel=2)@5"):
        with pytest.raises(ValueError, match="Its Accuracy is the fraction of pairs in the right order; write Success"):
            rt.evaluate({"q": {"a": 1, "b": 0}}, {"q": {"a": 2.0, "b": 1.0}}, [name], convention="ir_measures")
    assert rt.measure("Success@5", convention="ir_measures")([0, 1]).value == 1


@pytest.mark.parametrize(("name", "tool", "k"), [
    ("AP", "kaggle", 10), ("nDCG", "recommenders", 10), ("P", "cwl-eval", 10), ("P", "xgboost", 32),
])  # fmt: skip
def test_the_cutoff_of_a_tool_is_set_where_none_is_written(name: str, tool: str, k: int) -> None:
    ranking = Ranking([0] * 3 + [1] * 40 + [0] * 20)
    made = rt.measure(name, convention=tool)
    assert made.parameters["k"] == k and f"cutoff k = {k}" in made(ranking).conventions
    assert (
        made(ranking)
        == rt.measure(f"{name}@{k}", convention=tool)(ranking)
        == made.metric(ranking, k=None, convention=tool)
    )
    assert made(ranking).value != rt.measure(f"{name}@50", convention=tool)(ranking).value


def test_the_persistence_of_a_tool_is_set_where_none_is_written() -> None:
    made = rt.measure("RBP", convention="cwl-eval")([1, 1])
    assert made.value == pytest.approx((1 - 0.9) * (1 + 0.9)) and made != rt.rbp([1, 1])


@pytest.mark.parametrize("name", ["RR", "Bpref"])
def test_a_tool_without_cutoffs_is_not_named_at_every_k(name: str) -> None:
    trace = rt.measure(name, convention="trec_eval")(Ranking([0, 1, 0, 1], scores=[2, 1, 1, 0]))
    every = trace.at_every_k()
    assert every.values[-1] == trace.value and len(every) == 4
    cut = trace.metric.with_cutoff(trace.parameters, 3)
    assert "convention" not in cut and cut["ties"] == "item_descending"


def test_every_preset_says_where_it_is_known_from() -> None:
    for one in TOOLS:
        assert one.source and one.version
        assert one.queries in QUERIES
        assert one.ties in (None, "stable", "item_descending", "item_ascending")


def test_what_is_given_wins_over_a_preset() -> None:
    ranking = Ranking([3, 2, 0], missed=[3])
    assert rt.ndcg(ranking, convention="scikit-learn").value == rt.ndcg(ranking, ideal="retrieved").value
    both = rt.ndcg(ranking, convention="scikit-learn", ideal="uncut")
    assert both.value == rt.ndcg(ranking, ideal="uncut").value
    assert 'as in scikit-learn 1.9, but with ideal="uncut"' in both.conventions
    assert rt.measure('nDCG(ideal="uncut")', convention="scikit-learn")(ranking) == both
    assert rt.measure("ndcg_burges@2", convention="ranx").parameters["gain"] == "exponential"
    assert rt.mean("nDCG", [ranking], convention="scikit-learn", ties="stable").measure == 'nDCG(ideal="retrieved")'
    measure = rt.measure("nDCG@2")
    assert rt.measure(measure, convention="gdeval") == rt.measure('nDCG(gain="exponential", ties="item_descending")@2')
    assert rt.measure(rt.ndcg, convention="rax") == rt.measure("nDCG", convention="rax")


def test_a_preset_can_depend_on_the_cutoff() -> None:
    assert str(rt.measure("RR", convention="ir_measures")) == 'RR(ties="item_descending")'
    assert str(rt.measure("RR@10", convention="ir_measures")) == 'RR(ties="item_ascending")@10'


def test_what_is_of_a_whole_list_is_not_said_to_be_of_a_tool_that_cuts_it() -> None:
    whole, cut = (changes_of(tool("xgboost"), rt.ndcg.metric, k, {}, {"ties": False}) for k in (None, 32))
    assert whole is None and cut is not None


def test_a_preset_says_how_queries_are_averaged() -> None:
    lists = [[1, 0], [0, 0], [1, 1]]
    trace = rt.mean("F@2", lists, convention="evidently")
    assert trace.exact == harmonic((HALF + 1) / 2, Fraction(1))
    assert "from the mean precision and the mean recall, of queries with a relevant item" in trace.conventions
    mean = rt.mean("F@2", lists, convention="evidently", average="query", queries="all").exact
    assert mean == (harmonic(HALF, Fraction(1)) + 1) / 3


OTHER_NAMES = {
    "scikit-learn": "sklearn, scikit_learn, SciKit-Learn", "trec_eval": "TREC_EVAL, trec-eval",
    "trec_eval_9": "trec-eval-9", "ranx": "Ranx", "cwl-eval": "cwl_eval", "lightgbm": "lightgbm, LGBM",
    "catboost": "CatBoost", "xgboost": "xgb", "mteb": "mteb", "beir": "BEIR",
    "llama-index": "llamaindex, llama_index, llama_index.core", "haystack": "haystack-ai", "ragas": "ragas",
    "deepeval": "DeepEval", "mlflow": "mlflow", "implicit": "implicit", "spark": "spark, pyspark.mllib, Spark ML",
    "sentence-transformers": "sbert, sentence_transformers", "lenskit": "LensKit", "recbole": "RecBole",
    "elasticsearch": "elastic, Elasticsearch", "opensearch": "opensearch",
}  # fmt: skip


@pytest.mark.parametrize(
    ("written", "name"), [(one, name) for name, names in OTHER_NAMES.items() for one in names.split(", ")]
)
def test_other_names_of_a_tool(written: str, name: str) -> None:
    (known,) = rt.conventions(written)
    assert known.name == name
    metric = next(one for one in known.measures if not one.endswith("@"))
    measure = metric if known.measures[metric].whole else f"{metric}@2"
    one, other = (rt.measure(measure, convention=called)([1, 0]) for called in (written, name))
    assert one == other
    assert one.conventions == other.conventions


@pytest.mark.parametrize(("typed", "near"), [
    ("mteb2", "mteb"), ("raga", "ragas"), ("deepval", "deepeval"), ("light-gbm2", "lightgbm"), ("trec", "trec_eval"),
    ("llama", "llama-index"), ("foo", ""), ("rag", ""), ("ray", ""), ("lightfm", ""), ("torch", ""), ("rank", ""),
    ("spacy", ""), ("langchain", ""), ("pyserini", ""), ("trulens", ""), ("lucene", ""), ("tensorflow", ""), ("", ""),
])  # fmt: skip
def test_only_a_tool_that_is_nearly_what_was_typed_is_suggested(typed: str, near: str) -> None:
    with pytest.raises(ValueError, match="convention must be one of") as error:
        rt.measure("AP", convention=typed)
    assert str(error.value).partition("Did you mean ")[2] == (f"{near!r}?" if near else "")


def test_no_two_tools_have_one_name() -> None:
    assert [tool(one.name.upper()) for one in TOOLS] == list(TOOLS)


def test_a_name_that_tools_share_implies_what_they_agree_on() -> None:
    assert str(rt.measure("precision_at_k")) == "P" and str(rt.measure("ndcg_at_k@5")) == "nDCG@5"
    assert str(rt.measure("precision_at_k@5", convention="mlflow")) == 'P(denominator="items")@5'


def test_the_table_of_conventions() -> None:
    every = rt.conventions()
    assert [one.name for one in every] == [one.name for one in TOOLS]
    for written in (repr(every), every.to_markdown().replace("\\", ""), every._repr_html_()):
        for one in TOOLS:
            assert one.name in written and one.version in written
        assert "nDCG: ideal" in written and "equal scores" in written
    assert len(repr(every).splitlines()) == len(TOOLS) + 1
    one = rt.conventions("ir_measures")
    assert len(one) == 1
    for name, theirs in one[0].measures.items():
        assert name in repr(one) and theirs.whole in repr(one)
    assert "RR@k" in repr(one) and "mean over: all" in repr(one)
    assert "scores: 32-bit" in repr(one) and "scores: 64-bit" in repr(rt.conventions("trec_eval"))
    assert "Compares two lists." in repr(rt.conventions("scipy")) and "mean over" not in repr(rt.conventions("scipy"))
    table = {
        entry.title: dict(zip(every.table().entries[0].cells, entry.cells, strict=True))
        for entry in every.table().entries
    }
    for one in TOOLS:  # nothing is said of lists by a tool that compares two
        assert not one.compares or {table[title][one.name] for title in OF_A_TOOL} == {""}
    others = table["other parameters"]
    assert [others[tool] for tool in ("ircor", "sigir2024-rbo")] == ["TauAP: ties a", "RBO: ties a"]
    assert others["xgboost"] == "P: k 32, no relevant 0; AP: k 32; nDCG: k 32"
    for each in every:  # what has one name with a cutoff and without stands once
        for names in rt.conventions(each.name).table().entries[1].cells:
            assert len(set(names.split(", "))) == names.count(",") + 1
