# %% [markdown]
# # Misconceptions, and two lists that refute each
#
# Twenty-four sentences that students say and that sound right. Below each are two lists for which it is false: project them, ask which list wins, then
# click. What the class can't explain, it can play with.
#
# **A reference** for teachers; two minutes each. Run each cell with `Shift`+`Enter`; then the lists come alive.

# %%
import rankteach as rt

# %% tags=["check"]


class Measured:
    """A list, and its value by any measure."""

    def __init__(self, ranking):
        self.ranking = ranking

    def value(self, name):
        trace = rt.measure(name)(self.ranking)
        return float(trace) if trace.exact is None else trace.exact


def as_shown(one, other):
    """Two lists as they are side by side."""
    both = rt.side_by_side(one, other)
    return Measured(both.first), Measured(both.second)


def same(name):
    return first.value(name) == second.value(name)


def better(name):
    return first.value(name) > second.value(name)


def worse(name):
    return first.value(name) < second.value(name)


# %% [markdown]
# ## 1. "Precision sees the order of the results"
#
# Precision counts the hits in the first k ranks. It can't tell a list that begins with them from one that ends with them. Heard in [lesson 1](../lessons/01_is_this_a_good_list.ipynb).

# %%
rt.side_by_side([1, 1, 0, 0, 0], [0, 0, 0, 1, 1], measures=["P@5", "AP"])

# %% tags=["check"]
first, second = as_shown([1, 1, 0, 0, 0], [0, 0, 0, 1, 1])
assert same("P@5") and not same("AP")

# %% [markdown]
# ## 2. "More results can't hurt"
#
# Recall never falls as the list grows. Every wrong result still costs the reader time, and precision shows it. Heard in [lesson 1](../lessons/01_is_this_a_good_list.ipynb).

# %%
rt.side_by_side([1, 1], [1, 1, 0, 0, 0, 0], measures=["R", "P"], chosen="P")

# %% tags=["check"]
first, second = as_shown([1, 1], [1, 1, 0, 0, 0, 0])
assert same("R") and better("P")

# %% [markdown]
# ## 3. "Precision 1 means that nothing was missed"
#
# Precision looks only at what was retrieved. List A retrieved two of ten relevant items. Heard in [lesson 1](../lessons/01_is_this_a_good_list.ipynb).

# %%
rt.side_by_side(
    rt.Ranking([1, 1], missed=[1] * 8), rt.Ranking([1, 1], missed=[]), measures=["P", "R"], chosen="R"
)

# %% tags=["check"]
first, second = as_shown(rt.Ranking([1, 1], missed=[1] * 8), rt.Ranking([1, 1], missed=[]))
assert same("P") and not same("R")

# %% [markdown]
# ## 4. "F1 is the mean of precision and recall"
#
# The plain mean of P and R is 0.6 for both lists. F1 is the harmonic mean, so the smaller of the two decides. Heard in [lesson 1](../lessons/01_is_this_a_good_list.ipynb).

# %%
rt.side_by_side(
    rt.Ranking([1], missed=[1] * 4),
    rt.Ranking([1, 1, 1, 0, 0], missed=[1] * 2),
    measures=["P", "R", "F1"],
    chosen="F1",
)

# %% tags=["check"]
first, second = as_shown(
    rt.Ranking([1], missed=[1] * 4),
    rt.Ranking([1, 1, 1, 0, 0], missed=[1] * 2),
)
assert first.value("P") + first.value("R") == second.value("P") + second.value("R") and not same("F1")

# %% [markdown]
# ## 5. "The hit rate counts the hits"
#
# Success@3 asks only whether there is a hit. One is as good as three. Heard in [lesson 2](../lessons/02_where_is_the_first_hit.ipynb).

# %%
rt.side_by_side([1, 1, 1], [0, 0, 1], measures=["Success@3", "P@3"], chosen="P@3")

# %% tags=["check"]
first, second = as_shown([1, 1, 1], [0, 0, 1])
assert same("Success@3") and not same("P@3")

# %% [markdown]
# ## 6. "Reciprocal rank rewards every hit"
#
# RR stops at the first hit. Whatever comes after it doesn't count. Heard in [lesson 2](../lessons/02_where_is_the_first_hit.ipynb).

# %%
rt.side_by_side([0, 1, 1, 1], [0, 1, 0, 0], measures=["RR", "P@4"])

# %% tags=["check"]
first, second = as_shown([0, 1, 1, 1], [0, 1, 0, 0])
assert same("RR") and not same("P@4")

# %% [markdown]
# ## 7. "AP is the mean of the precision at all ranks"
#
# AP averages the precision at the *relevant* ranks. Three wrong results at the end change the precision there, but not AP. Heard in [lesson 3](../lessons/03_average_precision.ipynb).

# %%
rt.side_by_side([1, 0, 1], [1, 0, 1, 0, 0, 0], measures=["AP", "P"])

# %% tags=["check"]
first, second = as_shown([1, 0, 1], [1, 0, 1, 0, 0, 0])
assert same("AP") and not same("P")

# %% [markdown]
# ## 8. "AP = 1 means that every result is relevant"
#
# AP is 1 if all relevant items come before the others. How many others follow doesn't matter. Heard in [lesson 3](../lessons/03_average_precision.ipynb).

# %%
rt.side_by_side([1, 1, 1, 1], [1, 0, 0, 0], measures=["AP", "P@4"])

# %% tags=["check"]
first, second = as_shown([1, 1, 1, 1], [1, 0, 0, 0])
assert same("AP") and not same("P@4")

# %% [markdown]
# ## 9. "AP divides by the relevant items found"
#
# Divided by the hits, one safe hit is perfect, and the relevant items that the list lacks cost nothing. AP divides by *all* relevant items. Heard in [lesson 3](../lessons/03_average_precision.ipynb) and [lesson 4](../lessons/04_ap_at_k.ipynb).

# %%
rt.side_by_side(
    rt.Ranking([1], missed=[1] * 3),
    rt.Ranking([1, 1, 0, 1], missed=[]),
    measures=['AP(denominator="hits")', "AP"],
    chosen="AP",
)

# %% tags=["check"]
first, second = as_shown(
    rt.Ranking([1], missed=[1] * 3),
    rt.Ranking([1, 1, 0, 1], missed=[]),
)
assert better('AP(denominator="hits")') and worse("AP")

# %% [markdown]
# ## 10. "Two lists with the same AP are equally good at the top"
#
# Many lists share one AP. List A has its first hit at rank 2 and the next one at the very end; list B has two hits in a row, at ranks 3 and 4. Heard in [lesson 3](../lessons/03_average_precision.ipynb).

# %%
rt.side_by_side([0, 1, 0, 0, 0, 1], [0, 0, 1, 1, 0, 0], measures=["AP", "RR"], chosen="RR")

# %% tags=["check"]
first, second = as_shown([0, 1, 0, 0, 0, 1], [0, 0, 1, 1, 0, 0])
assert same("AP") and not same("RR")

# %% [markdown]
# ## 11. "A perfect screen has AP@5 = 1"
#
# Divided by m, AP@5 can't reach 1 if more than five items are relevant. Divided by min(m, k), it can. Heard in [lesson 4](../lessons/04_ap_at_k.ipynb).

# %%
rt.side_by_side(
    rt.Ranking([1] * 5, missed=[1] * 3),
    rt.Ranking([1] * 5, missed=[]),
    measures=["AP@5", 'AP(denominator="min")@5'],
)

# %% tags=["check"]
first, second = as_shown(rt.Ranking([1] * 5, missed=[1] * 3), rt.Ranking([1] * 5, missed=[]))
assert worse("AP@5") and same('AP(denominator="min")@5')

# %% [markdown]
# ## 12. "AP puts the best items first"
#
# AP knows relevant and not relevant. It can't tell a great item from a fair one; nDCG can. Heard in [lesson 5](../lessons/05_graded_relevance.ipynb).

# %%
rt.side_by_side([3, 0, 1], [1, 0, 3], measures=["AP", "nDCG"], chosen="nDCG")

# %% tags=["check"]
first, second = as_shown([3, 0, 1], [1, 0, 3])
assert same("AP") and better("nDCG")

# %% [markdown]
# ## 13. "The divisor of DCG is log2(rank)"
#
# Then ranks 1 and 2 would both count in full, because log2(1) = 0 can't divide. DCG divides by log2(rank + 1), so rank 2 already costs something. Heard in [lesson 5](../lessons/05_graded_relevance.ipynb).

# %%
rt.side_by_side([3, 0], [0, 3], measures=['DCG(discount="log_rank")', "DCG"], chosen="DCG")

# %% tags=["check"]
first, second = as_shown([3, 0], [0, 3])
assert same('DCG(discount="log_rank")') and better("DCG")

# %% [markdown]
# ## 14. "Exponential gain only makes the numbers larger"
#
# It changes the winner: with 2^grade − 1, one perfect item outweighs three good ones. Heard in [lesson 5](../lessons/05_graded_relevance.ipynb).

# %%
rt.side_by_side([3, 0, 0], [2, 2, 2], measures=["DCG", 'DCG(gain="exponential")'], chosen="DCG")

# %% tags=["check"]
first, second = as_shown([3, 0, 0], [2, 2, 2])
assert worse("DCG") and better('DCG(gain="exponential")')

# %% [markdown]
# ## 15. "A swap costs the same at the top and at the bottom"
#
# Both lists are one swap away from the ideal order 3, 2, 1, 0. The discount falls steeply at the top, so the swap there costs more. Heard in [lesson 5](../lessons/05_graded_relevance.ipynb) and [lesson 6](../lessons/06_ndcg.ipynb).

# %%
rt.side_by_side([2, 3, 1, 0], [3, 2, 0, 1], measures=["nDCG"])

# %% tags=["check"]
first, second = as_shown([2, 3, 1, 0], [3, 2, 0, 1])
assert worse("nDCG")

# %% [markdown]
# ## 16. "nDCG near 1 means good results"
#
# nDCG compares a list with the best order of the items that *this query* has. A perfect order of poor items is 1. Heard in [lesson 6](../lessons/06_ndcg.ipynb).

# %%
rt.side_by_side([1, 1, 1], [2, 3, 3], measures=["nDCG", "DCG"], chosen="DCG")

# %% tags=["check"]
first, second = as_shown([1, 1, 1], [2, 3, 3])
assert better("nDCG") and worse("DCG")

# %% [markdown]
# ## 17. "The ideal list is the retrieved items in their best order"
#
# Then a search that misses every great item looks perfect. The ideal list has all judged items. Heard in [lesson 6](../lessons/06_ndcg.ipynb).

# %%
rt.side_by_side(
    rt.Ranking([1, 0, 0], missed=[3, 3]),
    rt.Ranking([3, 1, 3], missed=[]),
    measures=['nDCG(ideal="retrieved")', "nDCG"],
    chosen="nDCG",
)

# %% tags=["check"]
first, second = as_shown(
    rt.Ranking([1, 0, 0], missed=[3, 3]),
    rt.Ranking([3, 1, 3], missed=[]),
)
assert better('nDCG(ideal="retrieved")') and worse("nDCG")

# %% [markdown]
# ## 18. "A great item at rank 6 helps nDCG@5"
#
# The cutoff ends the list. An item at rank 6 counts as little as one the search never found. Heard in [lesson 6](../lessons/06_ndcg.ipynb).

# %%
rt.side_by_side(
    rt.Ranking([1, 0, 0, 0, 0, 3], missed=[]),
    rt.Ranking([1, 0, 0, 0, 0, 0], missed=[3]),
    measures=["nDCG@5", "nDCG"],
    chosen="nDCG",
)

# %% tags=["check"]
first, second = as_shown(
    rt.Ranking([1, 0, 0, 0, 0, 3], missed=[]),
    rt.Ranking([1, 0, 0, 0, 0, 0], missed=[3]),
)
assert same("nDCG@5") and better("nDCG")

# %% [markdown]
# ## 19. "A high AUC means that the top is good"
#
# Seventeen more wrong items at the end lift AUC from 0 to almost 0.9. The reader of the top sees no difference, and neither does AP. Heard in [lesson 8](../lessons/08_thresholds.ipynb).

# %%
rt.side_by_side([0, 0, 1] + [0] * 17, [0, 0, 1], measures=["AUC", "AP"])

# %% tags=["check"]
first, second = as_shown([0, 0, 1] + [0] * 17, [0, 0, 1])
assert better("AUC") and same("AP")

# %% [markdown]
# ## 20. "A filter with AUC 0 knows nothing"
#
# It orders every pair the wrong way round, so it knows everything. Turn its scores around. A filter that knows nothing has AUC 0.5, like list B. Heard in [lesson 8](../lessons/08_thresholds.ipynb).

# %%
rt.side_by_side([0, 0, 1, 1], [0, 1, 1, 0], measures=["AUC"])

# %% tags=["check"]
first, second = as_shown([0, 0, 1, 1], [0, 1, 1, 0])
assert (
    first.value("AUC") == 0
    and second.value("AUC") == 1 / 2
    and Measured([1, 1, 0, 0]).value("AUC") == 1
)

# %% [markdown]
# ## 21. "An unjudged item is an irrelevant one"
#
# An item that is not judged may be relevant. Most metrics count it as irrelevant; Bpref leaves it out. Heard in [lesson 10](../lessons/10_your_own_run.ipynb).

# %%
rt.side_by_side([1, None, 1, 0], [1, 0, 1, 0], measures=["AP", "Bpref", "Judged"], chosen="Bpref")

# %% tags=["check"]
first, second = as_shown([1, None, 1, 0], [1, 0, 1, 0])
assert same("AP") and better("Bpref")

# %% [markdown]
# ## 22. "A small lag means that the links were found"
#
# LAG counts the wrong links ahead of those that *were* found. Finding one link at rank 1 and missing three has no lag at all. Heard in [extra lesson e1](../lessons/e1_lag.ipynb).

# %%
rt.side_by_side(
    rt.Ranking([1, 0, 0, 0], missed=[1] * 3),
    rt.Ranking([1, 1, 0, 1], missed=[1]),
    measures=["LAG", "R"],
    chosen="R",
)

# %% tags=["check"]
first, second = as_shown(
    rt.Ranking([1, 0, 0, 0], missed=[1] * 3),
    rt.Ranking([1, 1, 0, 1], missed=[1]),
)
assert first.value("LAG") == 0 < second.value("LAG") and worse("R")

# %% [markdown]
# ## 23. "AP punishes a list that is too long"
#
# Wrong items after the last hit don't change AP. FAP asks where the list should end. Heard in [extra lesson e2](../lessons/e2_fap_and_gap.ipynb).

# %%
rt.side_by_side([1, 1, 1], [1, 1, 1, 0, 0], measures=["AP", "FAP"], chosen="FAP")

# %% tags=["check"]
first, second = as_shown([1, 1, 1], [1, 1, 1, 0, 0])
assert same("AP") and better("FAP")

# %% [markdown]
# ## 24. "ERR adds up everything that is good"
#
# In ERR's story a perfect first result satisfies almost every reader, and few read on. DCG adds up the whole list. Heard in [extra lesson e4](../lessons/e4_models_of_users.ipynb).

# %%
rt.side_by_side([3, 3, 3], [3, 0, 0], measures=["ERR", "DCG"])

# %% tags=["check"]
first, second = as_shown([3, 3, 3], [3, 0, 0])
assert first.value("ERR") - second.value("ERR") < 0.07 and first.value("DCG") > 2 * second.value("DCG")
