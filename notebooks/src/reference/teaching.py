# %% [markdown]
# # For a class
#
# You teach ranking metrics, or you will tomorrow. Here you prepare an example and find it again, set a task that ticks itself, and print a
# worksheet. The plan for one lesson comes first; its numbers in the last column lead to [step by step](player.ipynb).
#
# **A reference**; about 15 minutes. Run each cell with `Shift`+`Enter`; then the surfaces come alive. Words: [glossary](../glossary.md).
#
# ## One lesson, 45 minutes
#
# | minutes | what | step by step |
# |---|---|---|
# | 5 | You searched and got eight documents. Is that a good list? Collect opinions. | |
# | 10 | Walk through AP together, forward and back. Where does this number come from? | 1 |
# | 10 | *Predict each step* in pairs. Collect wrong answers, and let the surface say which mistakes they are. | 2 |
# | 10 | Models A and B: why does precision see no difference? The task with one move. | 3 |
# | 5 | Guess the best swap, then look. Or: what would a shuffled list get? | 4, 5 |
# | 5 | Hand out the worksheet, with another list. | |

# %%
from pathlib import Path
from tempfile import TemporaryDirectory

import rankteach as rt
from rankteach import examples

eight = examples.eight_documents
ap = rt.average_precision(eight)

# %% [markdown]
# ## Prepare it
#
# **Prepare an example, and find it again.** Every surface has *Large*, for the projector, and *Copy as code*: the line of Python that makes the surface as it is now. Paste it into tomorrow's notebook. You can *Undo*, *Redo*
# (`Ctrl`+`Z`, `Ctrl`+`Shift`+`Z`) and *Reset*. With a **key**, a surface goes on where the last one with that key was: run the cell again, and your changes are still there, until the kernel restarts.

# %%
rt.explore(eight, measures=["P@5", "R@5"], key="first lesson")

# %% [markdown]
# **A task that ticks itself.** `goal="AP == 3/4"` on any surface says how far you are; `rt.check(my_function, "AP")` tests a student's own code.
#
# **A worksheet to print.** `to_page` writes a calculation as a page. With `blanks` it is a worksheet with gaps, and the answer key is on a page of its own. Leave out whole columns by name, single cells as `("precision", 3)`, the
# result as `"value"`. Everything that is calculated from a blank is left out, too, so that no gap can be read off another number; `keep=["value"]` prints the result all the same, for students to check theirs. (In your own notebook
# leave out the temporary folder.)

# %%
with TemporaryDirectory() as folder:
    page = Path(folder) / "worksheet.html"
    ap.to_page(page, blanks=["hits"])
    worksheet, answers = page.read_text(encoding="utf-8").split("Answer key", 1)

# %% [markdown]
# **A worksheet for each student.** Each has another list, whose numbers come out well; the keys come behind them. `keys="keys.html"` writes them to a file of their own.

# %%
sheets = rt.classroom.worksheets("AP", n=30, seed=7)
print(sheets)
print(sheets[0].scenario)

# %% [markdown]
# **A question bank.** Each question has hints, its calculation as the worked solution, and a sentence for each likely wrong answer. `questions.save("quiz.xml")` writes them for Moodle; `.gift`, `.zip` (QTI), `.md` and `.html` (to print) for
# others. `rt.classroom.curated("03")` has the questions that were written for lesson 3.

# %%
questions = rt.classroom.bank(["AP", "nDCG@5"], n=20, seed=7)
print(questions)
questions[1].question()

# %% [markdown]
# **Into a spreadsheet, a paper, a file.**
#
# - `ap.to_spreadsheet("ap.xlsx")`, or `.csv`: the cells are **formulas**, so a class can change a grade and watch the rest follow. (The `.xlsx` needs the package openpyxl.)
# - `ap.to_latex()`: the formula and every step, for a paper; `to_latex(document=True)` is a document of its own. `to_markdown()` for a web page.
# - `surface.to_live_page("ap.html")`: a live surface as one file that answers clicks without Python.
# - `ap.to_json()`: everything. `rt.read_json` reads it back, and refuses a file whose numbers were changed:

# %%
try:
    rt.read_json(ap.to_json().replace('"37/48"', '"38/48"', 1))
except ValueError as error:
    print(error)


# %% tags=["check"]
lesson = rt.explore(eight, measures=["P@5", "R@5"], key="first lesson")
lesson.k = 3
once_more = rt.explore(eight, measures=["P@5", "R@5"], key="first lesson")
assert once_more.k == 3 and eval(once_more.code).values == once_more.values
assert "37/48" not in worksheet and "37/48" in answers
assert len(sheets) == 30 and len(questions) == 20 and questions[1].kind == "calculate a value"
assert rt.read_json(ap.to_json()) == ap

# %% [markdown]
# **Source:** Buckley and Voorhees (2005), *Retrieval system evaluation*, in *TREC*, MIT Press (AP). The eight documents are from
# [the introduction](../documents/02_ranking_metrics_introduction.ipynb).
#
# **Go on with** [step by step](player.ipynb), [the lessons](../README.md), or [same name, different number](conventions.ipynb), when two answers are both right.
