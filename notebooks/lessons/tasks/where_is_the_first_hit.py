"""The questions of the lesson on reciprocal rank and success, with their answers."""

import rankteach as rt
from rankteach.classroom import question

TAUGHT = ["P", "R", "F1", "RR"]

late = rt.Ranking(
    [0, 0, 1, 0, 1, 0],
    items=[
        "Buy a ticket in the app",
        "Return a ticket that you did not use",
        "Over an hour late? Claim 25 %",
        "Where is my train now?",
        "Form for claims after a delay (PDF)",
        "Lost property",
    ],
)
"""The help page of a railway. You ask: my train was 70 minutes late, do I get money back?"""

HOURS, NAMED = "When does the library open?", "Open the report whose name you know"
PATENTS, HOTEL = "Find the patents that could stop your product", "Choose a hotel for the holidays"

three = {
    "my train was late": rt.Ranking(
        [1, 0, 0, 0], items=["Claims after a delay", "Return a ticket", "Where is my train?", "Lost property"]
    ),
    "can I take my bicycle?": rt.Ranking(
        [0, 0, 0, 1], items=["Folding prams", "Dogs on board", "Bicycle hire at stations", "Bicycles on board"]
    ),
    "lost my umbrella": rt.Ranking(
        [0, 1, 0, 0], items=["Bad weather", "Lost property", "Contact us", "Buy a ticket in the app"]
    ),
}
"""Three questions of passengers, each with one answer that helps."""

bad_and_perfect = {
    "goal": "RR == 1 and P@5 == 1/5",
    "task": "RR is 1, but only one of the first five results helps",
    "hints": ["RR is 1 if the first result helps.", "The other one that helps must leave the first five."],
    "solution": late.moved(3, to=1).moved(5, to=6),
    "fixed": "labels",
}

near_enough = {
    "goal": "mean Success@3 == 1 and MRR < 1/2",
    "task": "Everyone finds help among the first three results, but MRR is below 1/2",
    "hints": [
        "Who finds no help among the first three now?",
        "If MRR is too high then: which passenger can wait a little longer?",
    ],
    "solution": {
        "my train was late": three["my train was late"].moved(1, to=2),
        "can I take my bicycle?": three["can I take my bicycle?"].moved(4, to=3),
    },
    "fixed": "labels",
}

second_hit = question(
    "At first, the form is at rank 5. You move it up to rank 4. What does RR do?",
    choices={
        "It rises": "At which rank is the first hit before the move, and after it?",
        "It stays the same": "",
        "It falls": "RR falls when the first hit moves down. Does it?",
    },
    answer="It stays the same",
    because="The first hit stays at rank 3. RR ignores everything below it.",
)

two_results = question(
    "Another question has its first hit at rank 4, but your watch has room for three results. What is RR@3?",
    answer=rt.reciprocal_rank([0, 0, 0, 1], k=3),
    choices={
        "1/4": "That is RR of the whole list. Does your watch show rank 4?",
        "1/3": "That is RR of a list whose first hit is at rank 3. Where is it here?",
    },
    taught=TAUGHT,
    hints=["Is there a hit among the first three?"],
    because="Without a hit in the first k, RR@k is 0. The first hit at rank 4 comes too late.",
)

claim_deleted = question(
    "The railway deletes the page on claims (rank 3), and the results below it move up. What is RR now?",
    choices={
        "0": "One of the remaining five results still helps. Which one?",
        "1/3": "The result that is at rank 3 now is about moving trains. Does it help?",
        "1/4": "",
        "1/5": "The form was at rank 5. How many results are above it now?",
    },
    answer="1/4",
    because="The form becomes the first hit. It has moved up to rank 4.",
)

largest_gain = question(
    "The first hit moves up. Put these moves in order, the largest gain in RR first.",
    answer=["from rank 2 to 1", "from rank 10 to 2", "from rank 3 to 2", "from rank 10 to 5"],
    hints=["Subtract: from rank 3 to 2 the gain is 1/2 − 1/3."],
    because="The gains are 1/2, 2/5, 1/6 and 1/10. The last step to the top gains more than eight ranks below it.",
)

cliff = question(
    "Which costs more RR: dropping from rank 1 to rank 2, or from rank 2 off the list?",
    choices={
        "From rank 1 to rank 2": "That costs 1 − 1/2. And dropping off the list, from 1/2 to 0?",
        "Off the list": "That costs 1/2 − 0. And dropping from rank 1 to rank 2, from 1 to 1/2?",
        "Both the same": "",
    },
    answer="Both the same",
    because="Each costs 1/2, even though at rank 2 you still find the answer, and off the list you never do.",
)

read_aloud = question(
    "A voice assistant reads the first result aloud, and nothing else. Which measure fits it?",
    choices={
        "Success@1": "",
        "Success@3": "The results at ranks 2 and 3 are never read aloud. Should they count?",
        "RR": "RR gives 1/2 for a hit at rank 2. Does anyone hear it?",
        "P@3": "It reads one result aloud, not three.",
    },
    answer="Success@1",
    because="What is never heard must not count. (RR@1 is the same number.)",
)

mean_rank = question(
    "Three other questions find their first hit at ranks 1, 1 and 10, so MRR is 0.7. "
    "At which rank is the first hit on average?",
    choices={
        "0.7": "That is MRR, a mean of fractions. A rank is at least 1.",
        "1.4": "That is 1/0.7. The reciprocal of a mean is not the mean of the reciprocals: average 1, 1 and 10.",
        "4": "",
        "10": "That is the worst of the three. Average 1, 1 and 10.",
    },
    answer="4",
    because="(1 + 1 + 10)/3 = 4. A late first hit hardly lowers MRR, so 1/MRR looks much better than the mean rank.",
)

one_is_enough = question(
    "For which of these searches is the first hit all that matters? There can be several.",
    choices={
        HOURS: "",
        PATENTS: "A single overlooked patent can stop it, so you need all of them. Which number from lesson 1 measures that?",
        NAMED: "",
        HOTEL: "Would you book the first hotel that fits, without comparing it with another?",
    },
    answer=[HOURS, NAMED],
    because="One result ends the search: the answer to a question, or an item you already know (known-item search).",
)

exit_question = question(
    "A patent search reports MRR = 0.95, and the lawyers are not impressed. Explain why, in one sentence.",
    answer="MRR says only that the first relevant patent is near the top; the lawyers need every relevant patent, "
    "because missing a single one can be expensive, so they should ask for recall.",
)

DRAFTS = {
    "RR": ["you count the last relevant item only"],
}
"""What `rt.check` says of each draft that the lesson hands out. The report does not count it as a try."""
