"""The questions of the lesson on choosing a metric, with their answers."""

import rankteach as rt
from rankteach.classroom import question

rulings = {
    "Two cats allowed",
    "Cat ban is void",
    "Ban needs reason",
    "Pets are allowed",
}
"""The rulings that help a tenant to keep a cat."""

by_words = rt.Ranking.from_items(
    [
        "Two cats allowed",
        "Cat ban is void",
        "Cat scratches car",
        "Cat fed by tenant",
        "Cat up a tree",
        "Lost cat, found",
    ],
    rulings,
)
by_meaning = rt.Ranking.from_items(
    [
        "Cat scratches car",
        "Ban needs reason",
        "Two cats allowed",
        "Dog barks at night",
        "Cat ban is void",
        "Pets are allowed",
    ],
    rulings,
)

films = rt.Ranking(
    [3, 0, 1, 0, 1, 1],
    items=[
        "Spirited Away",
        "Traffic Cops",
        "Paddington 2",
        "Napkin Art",
        "Babe",
        "Local Hero",
    ],
)
"""Your stars: 3 for your all-time favourite, 1 for a pleasant evening, 0 for a film you'd switch off."""

more_or_better = {
    "goal": "P@3 of A > P@3 of B and nDCG@3 of A < nDCG@3 of B",
    "task": "A has more films you like in the top three, but nDCG@3 prefers B",
    "hints": [
        "B is fine as it was at the start: your favourite is first.",
        "A needs three films you like in the top three, and less at the very top. Where does Spirited Away go?",
    ],
    "solution": (films.moved(1, to=6).moved(1, to=5).moved(2, to=5), films),
    "fixed": "labels",
}

three_readers = {
    "goal": "RR of A > RR of B and R@4 of A < R@4 of B and AUC of A < AUC of B",
    "task": "The tenant prefers A (RR), the others prefer B (R@4 and AUC)",
    "hints": [
        "A starts with a relevant result, and B doesn't.",
        "B starts with a wrong result, and its three relevant ones come next: all in the top four.",
        "A has its other two at the end.",
    ],
    "solution": ([1, 0, 0, 0, 1, 1], [0, 1, 1, 1, 0, 0]),
    "fixed": "labels",
}

two_readers = question(
    "A tenant needs one ruling for a letter to her landlord. Her lawyer must know every ruling before the hearing. "
    "Who should use which search?",
    choices={
        "Both: by words": "It starts well. But the lawyer would miss two of the four rulings.",
        "Both: by meaning": "It finds all four. But the tenant first reads about a scratched car.",
        "The tenant by words, the lawyer by meaning": "",
        "The tenant by meaning, the lawyer by words": "Who can stop at the first hit, and who can't?",
    },
    answer="The tenant by words, the lawyer by meaning",
    because="RR speaks for the tenant, recall for the lawyer. Neither search is better: they serve different readers.",
)

known_item = question(
    'You type "town library opening hours". One page is right, and you have seen it before. Which measure fits?',
    choices={
        "RR": "",
        "P@10": "Only one page is right, so P@10 is 1/10 at rank 1 and at rank 10. Does the rank matter to you?",
        "R@100": "A hit at rank 90 would count as much as one at rank 1. Would you scroll there?",
        "AUC": "Among a million pages, rank 1 and rank 500 have nearly the same AUC.",
    },
    answer="RR",
    because="One right page, and you stop there: 1 divided by its rank says it all.",
)

slip = question(
    "The only right page slips from rank 1 to rank 2 in a list of ten. Put the measures in order, the largest loss first.",
    answer=["RR", "nDCG", "AUC", "P@5"],
    hints=[
        "Each is about one item. Write down each measure at rank 1, and at rank 2.",
        "RR falls from 1 to 1/2. nDCG falls to 1/log2(3), about 0.63.",
        "AUC: one of nine pairs is wrong now. P@5: is the page still in the top five?",
    ],
    because="They lose 0.5, 0.37, 0.11 and 0. So choosing a measure also means choosing which slip hurts.",
)

every_study = question(
    "Doctors write a guideline on aspirin after a stroke. They must not miss a study, and can read 200 abstracts. "
    "Which measure fits?",
    choices={
        "RR": "One study isn't enough for a guideline.",
        "P@10": "Do the doctors stop after ten abstracts?",
        "nDCG@10": "They read 200 abstracts anyway, so the order of the first ten hardly matters. A miss does.",
        "R@200": "",
    },
    answer="R@200",
    because="Their limit is 200, and a missed study is their risk. The same goes for a lawyer's search.",
)

film_night = question(
    "A film service shows you five tiles. You gave your films stars, from 0 to 3. Which measure fits?",
    choices={
        "P@5": "P@5 can't tell your all-time favourite from a pleasant evening.",
        "nDCG@5": "",
        "R@1000": "You see five tiles. Does it help that a film waits at rank 900?",
        "RR": "RR stops at the first film you like. What about the other four tiles?",
    },
    answer="nDCG@5",
    because="It reads grades, it cares about the order, and it stops where your screen ends.",
)

junk = question(
    "A filter moves emails to the junk folder without asking. Two of 100 emails are spam. A lost good email may cost you "
    "a job. Which measure fits?",
    choices={
        "Accuracy": "A filter that never moves anything has accuracy 0.98. Is it a good filter?",
        "AUC": "AUC averages over all thresholds, including those that lose half of your email.",
        "AP": "AP is about an order. But your email isn't ordered: each one is moved, or it is not.",
        "Recall where precision is at least 0.99": "",
    },
    answer="Recall where precision is at least 0.99",
    because="First rule out the mistake you can't afford. Then ask how much spam is caught.",
)

links = question(
    "A tool ranks tests for a requirement, and an engineer checks them from the top. Each wrong link costs her five minutes. "
    "Her boss asks how long a true link waits, on average. Which measure tells?",
    choices={
        "RR": "She doesn't stop at the first true link. How long do the others wait?",
        "P@5": "P@5 doesn't look below rank 5, but she does.",
        "AP": "AP falls when wrong links come first. But can you turn AP = 0.7 into minutes?",
        "AUC": "Each pair with the wrong link on top lowers AUC, and is a wait. But can you turn AUC = 0.9 into minutes?",
        "The mean number of wrong links above a true one": "",
    },
    answer="The mean number of wrong links above a true one",
    because="Times five minutes, it is the mean wait for a true link. This number is called lag; an extra lesson is about it.",
)

what_to_report = question(
    "Your new search wins by AP and loses by nDCG. What do you report?",
    choices={
        "AP": "That means choosing the metric after the result, and some metric nearly always says you win.",
        "The mean of both": "Each answers a question about a reader. What question does the mean answer?",
        "The one I chose before I looked, and the other": "",
        "Nothing: the metrics are broken": "Both work. They disagree because they watch different readers.",
    },
    answer="The one I chose before I looked, and the other",
    because="Choose by the task, before the result. Then show where they disagree: that is a finding.",
)

exit_question = question(
    'A voice assistant in your kitchen reads out one answer. Its team reports P@10, "because everybody does". '
    "What should it report, and why? Convince the team in one sentence.",
    answer="Your listener hears one answer, so P@10 also rewards nine answers they never hear: report P@1 (which equals Success@1), "
    "and RR, which says how near the right answer was.",
)

DRAFTS = {
    "R@3": [
        'your function returns R@3 divided by the relevant items or the ranks, whichever are fewer (denominator="min"), not by all relevant items'
    ],
}
"""What `rt.check` says of each draft that the lesson hands out. The report does not count it as a try."""
