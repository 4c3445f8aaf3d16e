# %% [markdown]
# # Lesson 16. More than one need
#
# Three people type *jaguar*. One means the car, one the cat, one the guitar. Your search engine shows three pages about the car. Each of
# them is good. Two of the three people leave.
#
# After this lesson you can
#
# 1. say why a list of near duplicates scores well;
# 2. calculate subtopic recall and the gains of α-nDCG by hand;
# 3. say what coverage, Gini and novelty see that precision doesn't.
#
# **55 minutes.** You need [lesson 6](06_ndcg.ipynb). Run each cell with `Shift`+`Enter`; then the lists come alive.
#
# ## Play first
#
# *Cat and car* serves two needs (*subtopics*), each other page one. Drag pages. Which values change?

# %%
from tasks import more_than_one_need as tasks

import rankteach as rt

rt.explore(tasks.jaguar, measures=["P@3", "nDCG@3", "StRecall@3"], chosen="StRecall@3", fixed="labels")

# %%
tasks.unmoved

# %% [markdown]
# ## Count the needs
#
# A *subtopic* is one of the needs behind a query. *Subtopic recall* at rank k is the fraction of the subtopics that the first k results serve:
#
# $$\mathrm{StRecall@}k = \frac{\text{subtopics served in the first } k}{\text{all subtopics}}$$
#
# A result can serve two needs. A second result for the same need adds nothing.

# %%
rt.explore(
    tasks.mercury, measures=["StRecall@4", "P@4"], covered_until=tasks.five_meanings, fixed="labels"
)

# %%
tasks.five_meanings

# %% [markdown]
# ## Reach it

# %%
rt.explore(tasks.jaguar, measures=["StRecall@2"], **tasks.two_pages)

# %% [markdown]
# ## A second helping counts less
#
# Subtopic recall ignores the order of the first k, and a second page on the car isn't useless: it just helps less than the first. α-nDCG says how much less.
# For each need that a result serves, it gains
#
# $$(1 - \alpha)^{r}$$
#
# where $r$ is the number of results above it that serve this need. With α = 0 every page on the car gains 1; with α = 1 only the first one
# does. The gains are added up, then discounted as in DCG.

# %%
tasks.fourth_helping

# %% [markdown]
# ## Step through it
#
# α-nDCG divides by the sum of an ideal order. It is *greedy*: at each rank, it takes the page that gains most now.

# %%
tasks.second_place

# %%
rt.step_through(rt.alpha_ndcg(tasks.jaguar, k=4), covered_until=tasks.second_place)

# %%
rt.explore(tasks.jaguar, measures=["alpha_nDCG@3", "nDCG@3"], **tasks.best_three)

# %% [markdown]
# Can a list be better than the greedy ideal? Each of these pages serves the two needs in its name. α is 1, and you look at two pages.

# %%
print(f"{float(rt.alpha_ndcg(tasks.trap, k=2, alpha=1)):.2f}")
tasks.trap

# %%
tasks.above_one

# %% [markdown]
# ## The other axis: all users
#
# Two film services show three films to each of four users. In both, every user likes two of the three, so the mean precision is the same. Now count
# down the other axis: how often is each *film* shown?
#
# - *Coverage*: the fraction of all films that at least one user sees.
# - *Gini*: 0 if all films are shown equally often, near 1 if a few take everything.

# %%
from collections import Counter
from fractions import Fraction


def times_shown(lists):
    counts = Counter(film for shown in lists.values() for film in shown)
    if strangers := counts.keys() - {*tasks.films}:
        raise ValueError(f"Not among the eight films: {', '.join(strangers)}. Check the spelling.")
    return sorted(counts[film] for film in tasks.films)


def coverage(lists):
    return Fraction(sum(times > 0 for times in times_shown(lists)), len(tasks.films))


def gini(lists):
    times, n = times_shown(lists), len(tasks.films)
    apart = sum((2 * place - n - 1) * one for place, one in enumerate(times, start=1))
    return Fraction(apart, n * sum(times))


print(f"{len(tasks.films)} films: {', '.join(tasks.films)}")
for name, lists in (("same", tasks.same), ("mixed", tasks.mixed)):
    ranked = [rt.Ranking.from_items(lists[user], tasks.likes[user]) for user in lists]
    print(f"{name}: P {rt.mean('P', ranked).exact}, shown {times_shown(lists)},", end=" ")
    print(f"coverage {coverage(lists)}, Gini {gini(lists)}")

# %%
tasks.same_three

# %% [markdown]
# You run *same*, and everybody sees Alien, Heat and Jaws. Replace films with others of the eight, one user after the other, so that Gini falls
# below 1/3. Change as few of the twelve places as you can.

# %% tags=["yours"]
mine = {user: list(shown) for user, shown in tasks.same.items()}
mine["Ana"] = ["Alien", "Heat", "Amélie"]

print(f"places changed: {tasks.changed(mine)}, shown {times_shown(mine)},", end=" ")
print(f"coverage {coverage(mine)}, Gini {gini(mine)}, about {float(gini(mine)):.3f}")

# %%
tasks.replaced

# %% [markdown]
# *Novelty* asks how surprising the films are: −log2 of the fraction of users who know a film, on average over the films shown.

# %%
tasks.known_by_few

# %% [markdown]
# ## Recap
#
# - Precision, recall and nDCG judge each result by itself, so near duplicates score well.
# - Subtopic recall counts the needs that are served. α-nDCG also counts how soon, and how often.
# - Its ideal order is greedy, so a value can exceed 1.
# - Coverage and Gini count down the other axis: how often each item is shown. No mean over users sees them. Novelty asks who knows it.
#
# ## Before you go

# %%
tasks.exit_question

# %% [markdown]
# **Next:** [which metric when?](09_which_metric_when.ipynb) **All lessons:** [the list](../README.md).
# **Words:** [subtopic](../glossary.md#subtopic), [coverage](../glossary.md#coverage).
#
# **Sources:** Zhai, Cohen and Lafferty (2003), *Beyond Independent Relevance*, SIGIR. Clarke et al. (2008), *Novelty and Diversity in
# Information Retrieval Evaluation*, SIGIR. Herlocker et al. (2004), *Evaluating Collaborative Filtering Recommender Systems*, TOIS 22. Fleder
# and Hosanagar (2009), *Blockbuster Culture's Next Rise or Fall*, Management Science 55. Zhou et al. (2010), *Solving the Apparent
# Diversity-Accuracy Dilemma of Recommender Systems*, PNAS 107.

# %% tags=["check"]
# what questions and prose say, calculated another way
from itertools import product

for lists, of_coverage, of_gini in (
    (tasks.same, Fraction(3, 8), Fraction(5, 8)),
    (tasks.mixed, 1, Fraction(1, 6)),
):
    times = times_shown(lists)
    distances = sum(
        abs(one - other) for one, other in product(times, repeat=2)
    )  # the mean difference, by definition
    assert coverage(lists) == of_coverage
    assert gini(lists) == of_gini == Fraction(distances, 2 * len(times) * sum(times))
    liked = [len(tasks.likes[user] & {*shown}) for user, shown in lists.items()]
    assert liked == [2, 2, 2, 2]
of_few = {}  # the lowest Gini for each number of places that are filled anew
for times in product(range(5), repeat=8):
    if (
        sum(times) == 12
        and list(times[:3]) == sorted(times[:3])
        and list(times[3:]) == sorted(times[3:])
    ):
        distances = sum(abs(one - other) for one, other in product(times, repeat=2))
        new, value = sum(times[3:]), Fraction(distances, 2 * 8 * 12)
        of_few[new] = min(value, of_few.get(new, value))
assert min(new for new, value in of_few.items() if value < Fraction(1, 3)) == 5
assert [of_few[new] for new in (4, 5, 6)] == [Fraction(17, 48), Fraction(11, 48), Fraction(1, 6)]
assert tasks.replaced.check("5")
assert float(rt.precision(tasks.jaguar, k=3)) == float(rt.ndcg(tasks.jaguar, k=3)) == 1
assert rt.subtopic_recall(tasks.jaguar, k=3).exact == Fraction(1, 3)
ideal = rt.alpha_ndcg(tasks.jaguar, k=4).columns
assert [str(gain) for gain in ideal["ideal gain"].exact] == ["2", "1", "1/2", "1/2"]
assert float(rt.alpha_ndcg(tasks.trap, k=2, alpha=1)) > 1.2

# %% [markdown]
# ## Hand in
#
# Paste this code into your teacher's form, if there is one.

# %%
rt.classroom.report(tasks)
