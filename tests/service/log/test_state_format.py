"""The number of a state's form is raised when the fields of the state change.

Without a new number, the server would read a snapshot of the old form as the new one.
"""

import pytest

from tests.service.log.state_shapes import Form, current, forgotten, recorded


def test_a_state_with_other_fields_has_another_number() -> None:
    assert forgotten(recorded(), current()) == [], "raise state_format of these games"


def test_the_forms_are_recorded() -> None:
    assert recorded() == current(), "run .venv/bin/python -m tests.service.log.state_shapes"


@pytest.mark.parametrize(
    ("now", "names"),
    [
        (Form(1, "one"), []),
        (Form(1, "other"), ["verge 1"]),
        (Form(2, "other"), []),
        (Form(2, "one"), []),
    ],
)
def test_other_fields_under_the_same_number_are_found(now: Form, names: list[str]) -> None:
    assert forgotten({"verge 1": Form(1, "one")}, {"verge 1": now}) == names
