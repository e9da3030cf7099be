"""The actions that are rolled: each with its skill, its target, and its purpose."""

from typing import assert_never

import msgspec

from verger.domain.core.text import Label
from verger.domain.games.edgerunner.model.target import TargetId
from verger.domain.table.sheet import CharacterId


class _Action(msgspec.Struct, frozen=True, tag_field="action", forbid_unknown_fields=True):
    skill: Label


class Move(_Action, frozen=True, tag="move"):
    """Cover distance on the map (`action.move`)."""


class MoveAnother(_Action, frozen=True, tag="move_another"):
    """Move somebody or something else, with its will or against it (`action.move_another`)."""

    target: CharacterId


class Attack(_Action, frozen=True, tag="attack"):
    """Put stress on a track; borders and aspects have one that needs no name (`action.attack`)."""

    target: TargetId
    track: Label | None = None


class Defense(_Action, frozen=True, tag="defense"):
    """Put up a threshold for a track, of oneself or another (`action.defense`)."""

    target: CharacterId
    track: Label


class Maneuver(_Action, frozen=True, tag="maneuver"):
    """Place an aspect on something (`action.maneuver`)."""

    target: TargetId
    aspect: Label


class Recovery(_Action, frozen=True, tag="recovery"):
    """Clear boxes of somebody else's track, together (`action.recovery`)."""

    target: CharacterId
    track: Label


Action = Move | MoveAnother | Attack | Defense | Maneuver | Recovery


def target_of(action: Action) -> TargetId | None:
    """An action's target; a move has none."""
    return None if isinstance(action, Move) else TargetId(action.target)


def is_same(action: Action, before: Action) -> bool:
    """Whether it is the same skill, action and target (`action.continue`)."""
    return (
        type(action) is type(before)
        and action.skill == before.skill
        and target_of(action) == target_of(before)
    )


def name_of(action: Action) -> str:
    """An action's name in a sentence."""
    match action:
        case Move():
            return "a move"
        case MoveAnother():
            return "a push"
        case Attack():
            return "an attack"
        case Defense():
            return "a defense"
        case Maneuver():
            return "a maneuver"
        case Recovery():
            return "a recovery"
        case _:
            assert_never(action)
