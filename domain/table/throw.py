"""Throwing dice.

A house rule chooses between the server's dice and real dice that a player types in.
"""

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta

from verger.domain.core.decider import Draft
from verger.domain.core.house_rule import HouseRule
from verger.domain.core.identifier import HouseRuleId, RuleId
from verger.domain.core.option import DiceField, Field
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import Table

ID = HouseRuleId("dice")

Reported = Annotated[
    tuple[int, ...],
    Meta(
        title="ReportedDice",
        max_length=10_000,
        description="The values of real dice, if the table throws real dice (house rule `dice`).",
    ),
]
"""The type of a move's field `reported`. This field shows in the log that the dice were typed
in."""


def dice(*bears_on: str) -> HouseRule:
    """Return the house rule of a game that chooses who rolls, and the rules that it affects."""
    return HouseRule(
        ID,
        "Whether the server rolls, or players type in real dice, which are marked as such.",
        tuple(RuleId(rule) for rule in bears_on),
        ("server", "reported"),
        labels=("The server rolls the dice", "Players roll real dice and type them in"),
    )


def throw(
    draft: Draft[Any], count: int, faces: int, reported: Sequence[int] | None, rule: str
) -> tuple[int, ...] | Refused:
    """Return the values of dice: drawn, or typed in by the seat that rolled."""
    if not rolls_its_own(draft.table):
        if reported is not None:
            return refuse(Code.SERVER_ROLLS, rule)
        return draft.facts.dice.roll(count, faces).values if count else ()
    given = tuple(reported or ())
    if len(given) != count or not all(1 <= value <= faces for value in given):
        shown = ", ".join(map(str, given[:20])) or "none"
        return refuse(
            Code.IMPOSSIBLE_DICE, rule, dice_needed=count, faces_per_die=faces, dice_reported=shown
        )
    return given


def rolls_its_own(table: Table) -> bool:
    """Return whether the table types in real dice (house rule `dice`)."""
    return table.house_rules.get(ID) == "reported"


def typed(table: Table, count: int, faces: int) -> tuple[Field, ...]:
    """Return the field for real dice in the options of a table that rolls its own, or nothing."""
    return (
        (DiceField("reported", faces, count, label="Faces of the dice"),)
        if rolls_its_own(table)
        else ()
    )
