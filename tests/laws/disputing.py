"""Disputes in generated play: the rulings that disputes are about, and a choice of the moves."""

from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from tests.laws.habit import Habits, Plan
from verger.domain.core.decider import Accepted
from verger.domain.core.dispute import Ruled
from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Group, Option
from verger.domain.core.ruling import Refused
from verger.domain.dispute.arguing import ruled

DISPUTING = ("dispute", "state_view", "withdraw_dispute", "propose_settlement", "vote", "appeal")

_GRANT = Ruled(1, "grant", None, "Tokens from nowhere.", ())
"""A stand-in for the ruling of a version that has none, because its effects came without a move."""


class Outside:
    """The rulings on record."""

    def __init__(self) -> None:
        self.events: dict[int, Ruled] = {}
        self.refusals: list[Ruled] = []

    def keep(self, version: int, seat: SeatId, move: dict[str, Any], judgement: object) -> None:
        """Put the ruling on a move on record."""
        if isinstance(judgement, Accepted):
            self.events[version] = ruled(version, move["move"], seat, judgement.ruling)
        elif isinstance(judgement, Refused):
            self.refusals.append(ruled(version - 1, move["move"], seat, judgement))

    def told(self, move: dict[str, Any]) -> dict[str, Any]:
        """The move in the form that the rules judge: a dispute gets its ruling. Any number of a refusal finds a refusal."""
        if move["move"] != "dispute":
            return move
        about = move["about"]
        if about["of"] == "event":
            found = self.events.get(about["version"], _GRANT)
        else:
            kept = self.refusals or [_GRANT]
            found = kept[about["number"] % len(kept)]
        return {**move, "ruled": msgspec.to_builtins(found)}


def evenly(options: list[Option], habits: Habits, random: Random) -> list[Option]:
    """Choose possible moves of a dispute: each kind, remedy and correction equally often."""
    found = [option for option in options if option.fixed["move"] in DISPUTING]
    if not found:
        return []
    kind = random.choice(sorted({str(option.fixed["move"]) for option in found}))
    return [_narrowed(option, habits, random) for option in found if option.fixed["move"] == kind]


def _narrowed(option: Option, habits: Habits, random: Random) -> Option:
    """Return the same option with only one random variant of each field."""
    fields = tuple(
        replace(field, shapes=_one_sort(field, habits, random))
        if isinstance(field, Group)
        else field
        for field in option.fields
    )
    return replace(option, fields=fields)


def _one_sort(group: Group, habits: Habits, random: Random) -> tuple[Option, ...]:
    if not group.shapes:
        return ()
    sorts = sorted({_sort(shape) for shape in group.shapes})
    # These kinds are preferred, because they would be rare.
    rare = [sort for sort in sorts if sort in ("amendment", *habits.rare_corrections)]
    sort = random.choice(rare if rare and random.random() < 0.6 else sorts)
    chosen = [shape for shape in group.shapes if _sort(shape) == sort]
    return tuple(_narrowed(shape, habits, random) for shape in chosen)


def _sort(shape: Option) -> str:
    return str(next(iter(shape.fixed.values()), ""))


def with_near_rewind(move: dict[str, Any], version: int, random: Random) -> dict[str, Any]:
    """Limit a settlement's rewind, so that it does not undo the whole evening."""
    remedy = move.get("remedy")
    if not isinstance(remedy, dict) or remedy["remedy"] != "rewind":
        return move
    near = max(1, version - random.choice((1, 2, 5, 20)))
    return {**move, "remedy": {**remedy, "to": near}}


def agreeing(plan: Plan, random: Random) -> Any:
    """Vote yes in most cases, because random votes would settle few disputes."""
    if plan is None or random.random() < 0.1:
        return plan
    mover, move = plan
    return mover, {**move, "yes": True}
