"""What runs inside WebAssembly: pytest, without the tests that need what a browser does not have."""

from collections.abc import Iterable
from fnmatch import fnmatch

import pytest

NEEDS = {
    "processes": [
        "tests/runs/test_command_line.py::test_a_terminal_without_the_signs_gets_others*",
        "tests/runs/test_command_line.py::test_output_into_a_closed_pipe_ends_without_an_error",
        "tests/package/test_import.py::test_the_*",
        "tests/package/test_import.py::test_a_metric_and_its_views_load_nothing_heavy",
        "tests/package/test_without.py::*",
        "tests/widgets/test_pages.py::*",
    ],
    "signals": [
        "tests/explain/test_check.py::test_an_endless_function_is_stopped*",
        "tests/explain/test_check.py::test_an_interrupt_ends_the_check*",
    ],
    "threads": [
        "tests/explain/test_check.py::test_in_another_thread_an_endless_function_is_left_behind",
        "tests/package/test_hostile.py::test_lists_that_several_threads_use_give_each_the_same_values",
    ],
    "matplotlib": ["tests/tracing/test_one_measure.py::test_one_measure_alone_is_a_list_of_one*plots*"],
    "pandas": ["tests/package/test_hostile_names.py::test_a_trace_with_such_names_is_written_to_files_and_read_back*"],
    "an event loop of its own": [
        "tests/widgets/test_ahead.py::test_a_browser_that_shows_a_widget_is_told",
        "tests/widgets/test_ahead.py::test_a_change_from_python_is_followed_by_the_next_predictions",
        "tests/widgets/test_ahead.py::test_each_action_is_followed_by_the_next_ones",
        "tests/widgets/test_ahead.py::test_where_no_browser_asked_nothing_is_worked_out",
        "tests/widgets/test_ahead.py::test_without_a_loop_nothing_is_worked_out",
        "tests/widgets/test_swap.py::test_a_long_search_answers_at_once_*",
        "tests/widgets/test_swap.py::test_another_action_ends_the_search*",
    ],
}
"""What tests need that are skipped, by their names."""
OPTIONS = ["-q", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-p", "_hypothesis_pytestplugin", "--capture=sys"]
WITHOUT_PANDAS = [
    f"--ignore=tests/{file}.py" for file in ("core/test_checks", "core/test_duplicates", "package/test_malformed")
]


class Skips:
    """Skips the tests that need something else."""

    @staticmethod
    def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
        for item in items:
            for what, names in NEEDS.items():
                if any(fnmatch(item.nodeid, name) for name in names):
                    item.add_marker(pytest.mark.skip(reason=f"needs {what}"))


def main(arguments: Iterable[str]) -> int:
    """Run pytest, and return its exit status."""
    return int(pytest.main([*OPTIONS, *WITHOUT_PANDAS, *arguments], plugins=[Skips()]))
