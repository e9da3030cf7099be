"""Long lists of cases: `make test` takes the first few, `make test-all` takes all of them."""

from collections.abc import Iterable
from typing import Any

import pytest


def few(cases: Iterable[Any], number: int) -> list[Any]:
    """Return cases as parameters of a test. Only the thorough run has more than the first `number` cases."""
    return [
        pytest.param(case, marks=[pytest.mark.thorough] if place >= number else [])
        for place, case in enumerate(cases)
    ]


def each_seed(number: int) -> pytest.MarkDecorator:
    """Parametrise a test with `seeds`: two seeds in every run, and the others only in thorough runs."""
    return pytest.mark.parametrize(
        "seeds", few([range(2), range(2, number)], 1), ids=["first", "others"]
    )
