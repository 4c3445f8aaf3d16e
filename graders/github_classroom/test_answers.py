"""What your answers must pass. You need not change this file."""

import answers

import rankteach as rt
from rankteach.classroom import question


def test_ap_by_hand():
    asked = question("What is AP?", answer=rt.average_precision([1, 0, 1, 1]), taught=["P", "R", "AP"])
    asked.check(answers.AP_BY_HAND).require()


def test_average_precision():
    rt.check(answers.average_precision, "AP").require()
