"""The deeds of the events of a log, for the questions about an undo."""

from functools import lru_cache
from typing import Any, get_args, get_type_hints

from verger.domain.core.clock import AnswersDue, TimePasses
from verger.domain.core.decider import Event, Ruleset
from verger.domain.core.dispute import DisputeEffect
from verger.domain.core.identifier import ProposalId
from verger.domain.core.past import THE_ACTION, Deed
from verger.domain.core.timeline import TimelineEffect
from verger.domain.judging.log import MOVES
from verger.domain.table.rename import Rename
from verger.domain.table.safety import SafetyMove
from verger.domain.table.seating import Leave, SeatingMove

_OF_THE_TABLE = (*MOVES, *get_args(SeatingMove), *get_args(SafetyMove), Rename, Leave)
_OF_THE_LOG = (*get_args(DisputeEffect), *get_args(TimelineEffect), AnswersDue)


def deed(ruleset: Ruleset[Any], event: Event[Any, Any]) -> Deed:
    """Return the deed of an event."""
    actions = set[str]()
    for effect in event.effects:
        if type(effect) in ruleset.actions.continues:
            actions.add(THE_ACTION)
        for name, kind in _action_ids(type(effect), ruleset.actions.ids):  # type: ignore[arg-type]
            if id := getattr(effect, name):
                actions.add(f"{kind}:{id}")
    return Deed(
        seat=event.seat,
        sentence=event.ruling.sentence,
        is_of_play=is_of_play(event) or _answers_for_a_seat(event),
        has_dice=bool(event.dice),
        actions=frozenset(actions),
        begins=any(type(effect) in ruleset.actions.begins for effect in event.effects),
    )


@lru_cache(None)
def _action_ids(effect: Any, kinds: frozenset[Any]) -> list[tuple[str, str]]:
    """Return the names of an effect's members that contain ids of actions, each with its id type.

    `effect` is the type of the effect, and `kinds` has the id types of the game's actions.
    """
    return [
        (name, kind.__name__)
        for name, hint in get_type_hints(effect).items()
        for kind in (hint, *get_args(hint))
        if kind is ProposalId or kind in kinds
    ]


def is_of_play(event: Event[Any, Any]) -> bool:
    """Return whether a move belongs to play.

    Only moves of play are repeated after a left-out move.
    """
    if event.seat is None or isinstance(event.move, _OF_THE_TABLE):
        return False
    is_about_log = [isinstance(effect, DisputeEffect | TimelineEffect) for effect in event.effects]
    return not (is_about_log and all(is_about_log))


def _answers_for_a_seat(event: Event[Any, Any]) -> bool:
    """Return whether a time limit passed, and its default answer changed the play."""
    return isinstance(event.move, TimePasses) and any(
        not isinstance(effect, _OF_THE_LOG) for effect in event.effects
    )
