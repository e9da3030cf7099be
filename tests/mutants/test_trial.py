"""A trial separates faults that tests notice from faults that survive or hang."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.mutants.fault import Fault
from tests.mutants.trial import LIMIT_SECONDS, Copy, Outcome

pytestmark = pytest.mark.thorough

TESTS = ("tests/domain/core/test_ledger.py",)
HANG_SECONDS = 10.0
"""The limit for the fault that hangs. The others have the usual limit, because a machine can be busy."""
RETURN, DEF = "return all(", "self, other: Self"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copy]:
    """Yield a copy of the project. Its tests notice a change only if they import the copy's modules."""
    with closing(Copy(tmp_path_factory.mktemp("trial") / "verger")) as copy:
        yield copy


@pytest.mark.parametrize(
    ("old", "new", "outcome"),
    [
        (RETURN, "return not all(", "noticed"),
        (RETURN, "return (True and all)(", "survived"),
        (RETURN, "while True: pass\n        return all(", "hangs"),
        (DEF, "self, other: int = 1 / 0", "no test ran"),
        ("return any(", "return all(", "does not fit"),
    ],
)
def test_an_outcome_is_that_of_the_tests(copy: Copy, old: str, new: str, outcome: Outcome) -> None:
    fault = Fault("Purses are compared.", "domain/core/ledger.py::Purse.covers", old, new, TESTS)
    seconds = HANG_SECONDS if outcome == "hangs" else LIMIT_SECONDS
    assert copy.attempt(fault, seconds).outcome == outcome
