"""The questions of the lesson on many queries, with their answers."""

from fractions import Fraction

import rankteach as rt
from rankteach.classroom import question

TAUGHT = ["P", "R", "F1", "RR", "AP", "CG", "DCG", "IDCG", "nDCG"]


def found(**relevant: int) -> rt.Ranking:
    """A list of items in their order, with 1 for each relevant one."""
    return rt.Ranking(list(relevant.values()), items=[item.replace("_", " ") for item in relevant])


shop = {
    "strong lock": found(Lock_deicer=0, Locker_padlock=0, Strong_shirt=0, Folding_lock=1),
    "child seat": found(Rear_child_seat=1, Gel_seat_cover=0, Front_child_seat=1),
    "bell": found(Dumbbell=0, Brass_bell=1),
    "helmet": found(Cycling_helmet=1),
    "puncture kit": found(Glueless_patches=1, Patches_with_glue=1, Kit_bag=0),
}
"""What the search of a sports shop found for five queries; you ride a bicycle."""

unicycle = found(Bicycle_pump=0, Uniform_shirt=0, Cycle_map=0)
"""The shop sells no unicycles, so nothing is relevant."""

fairer = {
    "goal": "MAP == 43/60 and gMAP > 0.66",
    "task": "MAP stays 43/60, but gMAP rises above 0.66",
    "hints": [
        "gMAP rises most if the smallest AP rises. Which query has it?",
        "Move the lock up to rank 2: its AP rises by 1/4. Now another query must lose 1/4.",
        "child seat has AP 5/6. Move its first seat down.",
    ],
    "solution": {"strong lock": shop["strong lock"].moved(4, to=2), "child seat": shop["child seat"].moved(1, to=2)},
    "fixed": "labels",
}

nobody_left_behind = {
    "goal": "MAP > 4/5 and gMAP > 4/5",
    "task": "MAP and gMAP are both above 4/5",
    "hints": ["Which customer waits longest?", "Move the strong lock up, far enough for gMAP."],
    "solution": {"bell": shop["bell"].moved(2, to=1), "strong lock": shop["strong lock"].moved(4, to=2)},
    "fixed": "labels",
}

better = question(
    "Without strong lock, MAP rises from 0.72 to 0.83. Is the search better now?",
    choices={
        "Yes, by 0.11": "Which list has changed? A customer who types strong lock still finds de-icer first.",
        "No": "",
        "Yes, because strong lock was unfair": "It was the hardest query. A shop must know its hardest queries.",
    },
    answer="No",
    because="Every list is as it was. A mean without the hard queries measures your choice of queries.",
)

other_shop = {
    "strong lock": found(Chain_lock=1),
    "child seat": found(Seat_post=0, Child_seat=1),
    "bell": found(Bicycle_bell=1),
    "helmet": found(Riding_helmet=0, Helmet_bag=0, Ski_helmet=0, Cycling_helmet=1),
    "puncture kit": found(Tube=0, Patches=1),
}
"""What another shop finds for the same queries."""

mrr = question(
    "Another shop answers the same five queries with the first hit at ranks 1, 2, 1, 4 and 2. "
    "What is MRR, the mean reciprocal rank?",
    answer=rt.mean("RR", other_shop),
    choices={
        Fraction(1, 2): "You took 1 divided by the mean rank, 2. Take 1/rank of each query first, then the mean.",
        Fraction(13, 4): "That is the sum of the five reciprocal ranks. Now take their mean.",
        2: "That is the mean rank. Take 1/rank of each query first, then the mean.",
        Fraction(13, 16): "You divided the sum by 4. How many queries are there?",
    },
    taught=TAUGHT,
    hints=[
        "The reciprocal rank of each query is 1 divided by the rank of its first hit.",
        "1, 1/2, 1, 1/4 and 1/2. Take their mean.",
    ],
)

where = question(
    "You may move one relevant item up by one rank. Where does MAP rise the most?",
    choices={
        "child seat, from rank 3 to 2": "AP rises from 5/6 to 1, by 1/6. Another query gains more.",
        "bell, from rank 2 to 1": "",
        "strong lock, from rank 4 to 3": "Its customers suffer most, but AP only rises from 1/4 to 1/3, by 1/12.",
    },
    answer="bell, from rank 2 to 1",
    because="AP of bell rises by 1/2, so MAP rises by 1/10. The hard query would give 1/60. "
    "A team that optimises MAP works on queries that are nearly right.",
)

zero = question(
    "Now strong lock finds no lock at all: its AP falls from 1/4 to 0, and MAP from 0.72 to 0.67. gMAP was 0.64. "
    "Guess: what is it now?",
    choices={
        "0.58": "That is a fall as small as MAP's. But gMAP multiplies. What does a factor of nearly 0 do to a product?",
        "0.32": "It falls further than by half. One of the five factors is now nearly 0.",
        "0.08": "",
        "0": "Nearly. But the 0 counts as 0.00001, and the fifth root of a small product is larger than the product.",
    },
    answer="0.08",
    because="One query that fails drags gMAP down, however well the others do. That is what it was made for.",
)

unicycles = question(
    'A sixth query is "unicycle". The shop sells none, so nothing is relevant, and AP counts as 0. '
    "The five APs add up to 43/12. What is MAP over all six?",
    answer=rt.mean("AP", {**shop, "unicycle": unicycle}),
    choices={Fraction(43, 60): "That leaves unicycle out. How many queries are there with unicycle?"},
    taught=TAUGHT,
    hints=["The sum stays 43/12, because 0 is added.", "Divide by 6 queries."],
    because="Leave unicycle out, and MAP is 43/60 again. Tools do both, so say which queries you average over.",
)

pool = question(
    "Put the results of all five queries into one pool: 13 results, 7 of them relevant. "
    "What is precision by query (macro), and what is it in the pool (micro)?",
    choices={
        "7/13 by query, 37/60 in the pool": "The other way round: 7/13 counts results, whichever query they belong to.",
        "37/60 by query, 7/13 in the pool": "",
        "7/13, both": "They are the same only if each query has as many results. Here helmet has one, and strong lock four.",
    },
    answer="37/60 by query, 7/13 in the pool",
    because="By query, (1/4 + 2/3 + 1/2 + 1 + 2/3) / 5 = 37/60 ≈ 0.62. In the pool, strong lock has four of 13 votes, "
    "and helmet has one: 7/13 ≈ 0.54.",
)

exit_question = question(
    "Your shop's MAP rose from 0.72 to 0.80 after an update. Before you celebrate, what do you look at?",
    answer="At the queries: are they the same ones, how are those without relevant items counted, which rose and which "
    "fell? Perhaps easy queries became perfect, and strong lock finds nothing now: gMAP would tell.",
)

DRAFTS = {
    "MAP": ["for each query, your function returns AP divided by all judged items, not by the relevant items (m)"],
}
"""What `rt.check` says of each draft that the lesson hands out. The report does not count it as a try."""
