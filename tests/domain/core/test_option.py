"""Options: the moves that each seat may make, computed again for every request."""

import gc

import pytest

from verger.domain.core.option import Group, Option, TextField, choices, move_option

MOVE = move_option(
    "tell",
    (
        choices("whom", [("s1", "Ann"), ("s2", "Bo")]),
        Group("what", (Option({}, (TextField("text", 100),)),), many=3),
    ),
)


@pytest.mark.parametrize("part", [MOVE, *MOVE.fields])
def test_the_garbage_collector_need_not_look_at_options(part: object) -> None:
    """No object in an option refers back to it, and a session has very many options."""
    assert not gc.is_tracked(part)
