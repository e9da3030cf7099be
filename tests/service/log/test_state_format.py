"""If the fields of a state change, the number of its form must be raised.

Without a new number, the server would read a snapshot of the old form as if it had the new form.
"""

from typing import Annotated, Any

import msgspec
import pytest

from tests.service.log.state_shapes import Form, current, forgotten, recorded
from tests.support.shape import shape


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


def state(kind: Any, default: int) -> Any:
    """Return a state with two structs of the same name, and a field that is stored only with another value."""
    one, other = (
        msgspec.defstruct("Closing", [("field", field)], module=module)
        for module, field in (("conflict", int), ("dispute", kind))
    )
    fields: list[tuple[str, Any] | tuple[str, Any, Any]] = [
        ("one", one),
        ("other", other),
        ("left", int, default),
    ]
    return msgspec.defstruct("State", fields, omit_defaults=True)


def test_a_changed_field_of_a_second_struct_and_a_changed_default_are_other_shapes() -> None:
    assert shape(state(int, 0)) == shape(state(int, 0))
    assert len({shape(state(int, 0)), shape(state(str, 0)), shape(state(int, 1))}) == 3


def test_words_about_a_field_are_no_part_of_its_shape() -> None:
    told, reworded, bounded = (
        shape(state(Annotated[int, meta], 0))
        for meta in (
            msgspec.Meta(description="One's own."),
            msgspec.Meta(description="Own."),
            msgspec.Meta(ge=1),
        )
    )
    assert told == reworded != bounded
