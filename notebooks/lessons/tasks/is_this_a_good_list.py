"""The questions of the lesson on precision, recall and F, with their answers."""

import rankteach as rt
from rankteach.classroom import question

TAUGHT = ["P", "R", "F1"]

GIFTS = "Gift cards, today, our secret"
RESET = "The password reset you asked for"
SALARY = "Your salary: confirm your account"
MENU = "Canteen menu for next week"

emails = rt.Ranking(
    [1, 1, 0, 1, 0, 0, 1, 0],
    items=[
        "Mailbox full: log in now",
        GIFTS,
        RESET,
        "Parcel at customs: pay 1.99",
        "Your flight tomorrow: new gate B12",
        "Minutes of Tuesday's meeting",
        SALARY,
        MENU,
    ],
    scores=[0.97, 0.94, 0.81, 0.77, 0.62, 0.35, 0.28, 0.05],
)
"""Eight emails and the scores of a phishing filter. Relevant are those that try to steal something."""

unscored = emails.replace(scores=None)
"""The same emails to be moved, whatever the filter says of them."""

monday = rt.Ranking([1, 0, 1, 0, 0, 1, 1, 0, 1, 1])
"""Ten emails of another day, six of them phishing; no surface shows a number of theirs."""

perfect_four = {
    "goal": "F1@4 == 1",
    "task": "Make the first four emails perfect: two moves are enough",
    "hints": [
        "F1@4 is 1 if all four phishing emails come first, in any order.",
        "Which harmless email is in the top four? Which phishing email is below?",
        "Drag the salary up into the top four. Then drag the password reset below rank 4.",
    ],
    "solution": unscored.moved(3, to=8).moved(6, to=4),
    "fixed": "labels",
}

half_below = {
    "goal": "P@4 of A == P@4 of B and R@4 of A == 1 and R@4 of B == 1/2",
    "task": "P@4 is equal; A has all its relevant items in the top 4, and B half of them",
    "hints": ["A is fine as it was at the start.", "B needs as many relevant items below rank 4 as it has above."],
    "solution": ([1, 0, 1, 0, 0, 0], [1, 0, 1, 0, 1, 1]),
}

one_more = question(
    "You check one more email. Which of the two numbers can fall?",
    choices={
        "Only precision": "",
        "Only recall": "Recall counts the phishing emails you found. Can you lose one by checking one more email?",
        "Both": "Precision can. But recall counts the phishing emails you found, and those stay found.",
        "Neither": "Set the cutoff to 2 and then to 3. What does the reset email do to precision?",
    },
    answer="Only precision",
    because="A phishing email you've found stays found, so recall never falls. A harmless email pulls precision down.",
)

missed = question(
    "You check the first five emails. Which email is a false negative?",
    choices={
        GIFTS: "You check it, and it is phishing: a true positive.",
        RESET: "You check it, and it is harmless: a false positive.",
        SALARY: "",
        MENU: "You don't check it, and it is harmless: a true negative. Which email should you have checked?",
    },
    answer=SALARY,
    because="You trust it, but it is phishing: the filter said no, and the filter was wrong.",
)

precision = question(
    "On Monday you get these ten emails, and check the first five. What is their precision?",
    answer=rt.precision(monday, k=5),
    choices={
        "1/3": "That is the fraction of the phishing emails you check: recall. How many emails do you check?",
        "3/5": "That's the share that isn't phishing.",
    },
    taught=TAUGHT,
    hints=["How many emails do you check?", "How many of these five are phishing?"],
)

recall = question(
    "And what is the recall of Monday's first five?",
    answer=rt.recall(monday, k=5),
    choices={
        "2/5": "That is the fraction of the checked emails that are phishing: precision. How many phishing emails are there?",
        "1/2": "Did you divide the emails you find by those you miss? Recall divides by all phishing emails.",
    },
    taught=TAUGHT,
    hints=["How many phishing emails are there in all, also below the cutoff?", "How many of these do you find?"],
)

lazy_filter = question(
    'Another day, 1,000 emails arrive, and 4 are phishing. A lazy filter says "harmless" to every email. '
    "What fraction of its 1,000 decisions is right?",
    choices={
        "none": 'That is its recall: it finds no phishing email. But to how many harmless emails does it say "harmless"?',
        "half": "It is right about each harmless email. How many of the 1,000 are harmless?",
        "996 of 1,000": "",
    },
    answer="996 of 1,000",
    because="Its accuracy is 99.6 %, and it finds nothing. The harmless emails it trusts, the true negatives, "
    "outnumber everything else.",
)

f_of_monday = question(
    "Back to Monday's ten emails: 2 of the first five are phishing, and 6 of all ten. What is F1@5?",
    answer=rt.f_score(monday, k=5),
    choices={
        "11/30": "That is the plain mean of precision and recall. F1 is their harmonic mean: use the counts.",
        "2/5": "That is precision. F1 also counts the phishing emails that you miss.",
        "2/9": "Count each true positive twice: above the line and below it.",
        "4/9": "Below the line, too, each true positive counts twice.",
    },
    taught=TAUGHT,
    hints=[
        "Count first: true positives, false positives, false negatives.",
        "There are two true positives, three false positives, and four false negatives.",
    ],
)

why_equal = question(
    "Before you moved an email, P@4 and R@4 were equal. They stay equal wherever you move the emails. Why?",
    choices={
        "It's a coincidence": "Try to make them differ. Move any email anywhere, and watch P@4 and R@4.",
        "F1 makes them equal": "F1 is calculated from P and R; it can't change them. What do P and R divide by?",
        "You check as many emails as there are phishing emails": "",
    },
    answer="You check as many emails as there are phishing emails",
    because="P@4 divides the hits by the 4 emails you check, R@4 by the 4 phishing emails in the inbox. "
    "The precision at this cutoff has a name: R-precision.",
)

by_hand = question(
    "The security desk checks every email above the cutoff by hand. Each harmless email it checks costs 1 minute; each phishing email it misses costs 10. Where do you put the cutoff?",
    choices={
        "after rank 2": "No false alarm, but two misses: 2 · 10 = 20 minutes. Can you do better?",
        "after rank 4": "One false alarm and one miss: 1 + 10 = 11 minutes. Can you do better?",
        "after rank 7": "",
        "after rank 8": "No miss, but four false alarms: 4 minutes. Is the last one necessary?",
    },
    answer="after rank 7",
    because="Three false alarms and no miss: 3 minutes. If misses cost more, check more emails. Watch recall.",
)

deleted = question(
    "Now every email above the cutoff is deleted, unread. Each harmless email that is deleted costs you 10 minutes "
    "(or your flight); a phishing email that gets through costs 1. Where do you put the cutoff?",
    choices={
        "after rank 1": "No false alarm, but three misses: 3 minutes. Can you do better?",
        "after rank 2": "",
        "after rank 4": "One false alarm and one miss: 10 + 1 = 11 minutes. Which email would you lose?",
        "after rank 7": "No miss, but three false alarms: 3 · 10 = 30 minutes, and your flight has left.",
    },
    answer="after rank 2",
    because="No false alarm and two misses: 2 minutes. If false alarms cost more, choose a small cutoff. Watch precision.",
)

best_cutoffs = question(
    "At which cutoffs are F0.5, F1 and F2 highest, in this order?",
    choices={
        "4, 4 and 4": "All three are 3/4 there. Can one of them go higher at another cutoff?",
        "2, 4 and 7": "",
        "7, 4 and 2": "F2 gives more weight to recall. Is recall higher at rank 2 or at rank 7?",
        "8, 8 and 8": "Recall is 1 there, but it is 1 at rank 7, too, with one false alarm fewer.",
    },
    answer="2, 4 and 7",
    because="F0.5 peaks at the cutoff where deleting costs least, F2 at the cutoff where checking by hand costs least.",
)

exit_question = question(
    "A web shop screens its orders for stolen credit cards, and phones the owner of every card above the cutoff. Which error hurts more, and which of the two numbers do you watch?",
    answer="A miss hurts more, because the shop pays for the stolen goods, while a false alarm costs one phone call. So watch recall, and accept that some calls are for nothing: that lowers precision.",
)

DRAFTS = {
    "F1@3": ["your function returns the plain mean of precision and recall"],
}
"""What `rt.check` says of each draft that the lesson hands out. The report does not count it as a try."""
