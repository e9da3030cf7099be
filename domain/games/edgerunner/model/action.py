"""The rolled actions, each with its skill, its target and its purpose."""

from typing import assert_never

import msgspec

from verger.domain.core.text import Label
from verger.domain.games.edgerunner.model.target import TargetId
from verger.domain.table.sheet import CharacterId


class _Action(msgspec.Struct, frozen=True, tag_field="action", forbid_unknown_fields=True):
    skill: Label


class Move(_Action, frozen=True, tag="move"):
    """Move over the map (`action.move`)."""


class MoveAnother(_Action, frozen=True, tag="move_another"):
    """Move another character or thing, willing or not (`action.move_another`)."""

    target: CharacterId


class Attack(_Action, frozen=True, tag="attack"):
    """Put stress on a track. The track of a border or an aspect has no name (`action.attack`)."""

    target: TargetId
    track: Label | None = None


class Defense(_Action, frozen=True, tag="defense"):
    """Set a threshold for a track of your character or of another character (`action.defense`)."""

    target: CharacterId
    track: Label


class Maneuver(_Action, frozen=True, tag="maneuver"):
    """Place an aspect on something (`action.maneuver`)."""

    target: TargetId
    aspect: Label


class Recovery(_Action, frozen=True, tag="recovery"):
    """Clear boxes of another character's track together with that character (`action.recovery`)."""

    target: CharacterId
    track: Label


Action = Move | MoveAnother | Attack | Defense | Maneuver | Recovery


def target_of(action: Action) -> TargetId | None:
    """Return an action's target; None for a move."""
    return None if isinstance(action, Move) else TargetId(action.target)


def is_same(action: Action, before: Action) -> bool:
    """Return whether two actions have the same kind, skill and target (`action.continue`)."""
    return (
        type(action) is type(before)
        and action.skill == before.skill
        and target_of(action) == target_of(before)
    )


def kind_of(action: Action) -> str:
    """Return the name of an action for programs, such as `attack`."""
    return str(action.__struct_config__.tag)


def name_of(action: Action) -> str:
    """Return an action's name for a sentence."""
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
