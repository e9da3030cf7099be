"""The report shows the sizes of commits. A run with only small commits is wrong."""

import pytest

from tests.torture.ledger import Ledger
from tests.torture.report import Report


@pytest.mark.parametrize(
    ("commits", "wrong"),
    [
        ({1: 40, 20: 1}, []),
        ({1: 40, 19: 9}, ["no commit has the events of 20 sessions, only of 19"]),
        ({}, ["no commit has the events of 20 sessions, only of 0"]),
    ],
)
def test_a_run_without_a_crowded_commit_is_wrong(commits: dict[int, int], wrong: list[str]) -> None:
    report = Report(1, Ledger())
    report.take_commits(commits)
    assert report.wrong == wrong


def test_the_report_says_how_large_commits_were() -> None:
    report = Report(1, Ledger())
    report.take_commits({1: 10, 30: 2})
    said = "12 commits, the largest of 30 sessions, half of the events in those of 30 and more; 2 of 20 and more"
    assert said in [*report.lines()]
