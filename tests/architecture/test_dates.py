"""No date is computed by replacing the year of another: most years have no 29 February."""

import pytest

from tests.architecture.source import calls, files
from tests.support.root import ROOT

PROGRAM = ("domain", "projections", "service", "clients", "deploy", "bench", "tests")


@pytest.mark.thorough
def test_no_date_is_moved_by_replacing_its_year_month_or_day() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in files(*(ROOT / name for name in PROGRAM))
        for call in calls(path, "replace")
        if {one.arg for one in call.keywords} & {"year", "month", "day"}
    ]
    assert wrong == []
