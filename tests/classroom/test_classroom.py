import re
from fractions import Fraction

import rankteach as rt
from rankteach.classroom import compare, measured, question, switch, table, worked


def test_a_check_takes_a_trace_a_column_a_number_or_a_list():
    trace = rt.precision([1, 0])
    assert compare("P", "0.5", trace).verdicts == ["the same"]
    assert compare("P", "0.5", 0.5).verdicts == ["the same"]
    assert compare("P@k", ["1", "0.5"], trace.at_every_k()).verdicts == ["the same"] * 2
    assert compare("P@k", ["1", "0.5"], [1, Fraction(1, 2)], rows=["a", "b"]).verdicts == ["the same"] * 2
    assert compare("DCG", "1.63", rt.dcg([1, 1])).verdicts == ["rounded"]


def test_words_are_escaped():
    asked = question("1 < 2?", answer="<yes>", choices=["<yes>", "no"])
    shown = compare("<b>", "1", 1, how="a < b")._repr_html_() + asked._repr_mimebundle_()[0]["text/html"]
    assert "&lt;b&gt;" in shown and "a &lt; b" in shown and "1 &lt; 2?" in shown and "&lt;yes&gt;" in shown


def test_lists_and_measures_make_a_table():
    rows = measured({"early": [1, 0], "late": [0, 1]}, {"the first hit": "RR", "AP": rt.measure("AP")})
    assert [(entry.title, entry.cells) for entry in rows.table().entries] == [
        ("list", ["early", "late"]),
        ("the first hit", ["1", "1/2 = 0.5"]),
        ("AP", ["1", "1/2 = 0.5"]),
    ]
    one_list = measured([0, 1], ["P", "RR"]).table().entries
    assert [entry.cells for entry in one_list] == [["P", "RR"], ["1/2 = 0.5", "1/2 = 0.5"]]


def test_a_table_says_where_a_value_is_0_divided_by_0():
    assert measured([1, 1], ["AUC", "AP"]).table().entries[1].cells == ["0/0", "1"]


def test_text_is_on_the_left_of_a_table_and_numbers_are_on_the_right():
    entries = (
        table({"who": ["you", "we"], "AP": [rt.average_precision([0, 1]), Fraction(2, 3)], "k": [1, 2]}).table().entries
    )
    assert [(entry.cells, entry.numeric) for entry in entries] == [
        (["you", "we"], False),
        (["1/2 = 0.5", "2/3"], True),
        (["1", "2"], True),
    ]


def test_a_formula_is_worked_out_at_each_cutoff():
    shown = worked(rt.examples.eight_documents, ["P", 'F(form="counts")'], at=[1, 4, 8])
    assert [str(trace.exact) for trace in shown.traces["P"]] == ["1", "3/4", "1/2"]
    assert "F1@4 = 2 · 3 / (2 · 3 + 1 + 1) = 3/4 = 0.75" in repr(shown)
    for name in shown.traces:
        for trace in shown.traces[name]:
            assert trace.substitution in shown._repr_html_()
    kind, html = shown._mime_()  # marimo typesets no TeX
    assert (kind, html.count("<math"), "$" in html) == ("text/html", 6, False)


# --- a switch -----------------------------------------------------------------------------------------
def test_a_switch_shows_each_result_once_and_the_first_one_is_chosen():
    with_it, without = table({"pairs": [6]}), compare("pairs", "8", 8)
    html = switch({"with <its> minus": with_it, "without": without})._repr_html_()
    assert html.count("checked") - html.count(":checked") == 1
    assert html.index(" checked") < html.index("with &lt;its&gt; minus") < html.index("without</b>")
    assert all(html.count(one._repr_html_()) == 1 for one in (with_it, without))


def test_two_switches_do_not_turn_each_other():
    one, other = (switch({"a": table({"n": [n]}), "b": table({"n": [0]})})._repr_html_() for n in (1, 2))
    assert not set(re.findall('name="(.*?)"', one)) & set(re.findall('name="(.*?)"', other))
