"""Throwing dice: the server's, or by house rule real ones that are typed in."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from domain.core.reason import Code
from domain.core.ruling import Refused, refuse
from domain.core.table import house_rule
from domain.games.verge.model.conflict import FACES
from domain.games.verge.rules import HOUSE_RULES
from domain.games.verge.state import Draft, State

RULE = "conflict.roll"

Reported = Annotated[
    tuple[int, ...],
    Meta(
        max_length=10_000,
        description="What real dice show, where the table rolls its own (house rule dice).",
    ),
]


def throw(
    draft: Draft, count: int, reported: Sequence[int] | None, rule: str = RULE
) -> tuple[int, ...] | Refused:
    """The values of so many d6 (`conflict.roll`): drawn, or typed in by who rolled."""
    if not rolls_its_own(draft.state):
        if reported is not None:
            return refuse(Code.SERVER_ROLLS, rule)
        return draft.facts.dice.roll(count, FACES).values if count else ()
    given = tuple(reported or ())
    if len(given) != count or not all(1 <= value <= FACES for value in given):
        shown = ", ".join(map(str, given[:20])) or "none"
        return refuse(Code.IMPOSSIBLE_DICE, rule, needed=count, faces=FACES, given=shown)
    return given


def rolls_its_own(state: State) -> bool:
    """Whether the table types real dice in (house rule `dice`)."""
    return house_rule(state.table, HOUSE_RULES, "dice") == "reported"


def best_face(values: Sequence[int]) -> int:
    """The most frequent face, the higher one on a tie (`conflict.roll`); 0 without dice."""
    return max(values, key=lambda value: (values.count(value), value), default=0)
