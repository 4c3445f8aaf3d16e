"""The checks run side by side."""

from tests import run


def test_after_a_check_that_fails_no_other_starts(monkeypatch, capfd):
    missing = ["no_such_module"]
    monkeypatch.setattr(run, "CHECKS", {"first": missing, "second": missing, "third": ["this"]})
    assert run.main([]) == 1
    printed = capfd.readouterr().out
    assert printed.count("No module named no_such_module") == 2
    assert "third" not in printed
    assert printed.endswith("0 passed, 2 failed\n")


def test_a_check_that_passes_is_counted_once(monkeypatch, capfd):
    monkeypatch.setattr(run, "CHECKS", {"first": ["this"], "second": ["this"], "third": ["this"]})
    assert run.main(["first", "third"]) == 0
    printed = capfd.readouterr().out
    assert printed.count("Beautiful is better than ugly.") == 2
    assert printed.endswith("2 passed, 0 failed\n")
