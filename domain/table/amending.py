"""Whether a program knows the amendments that a log is judged by, or they are of a later one.

A later program's are known by their number alone: whatever follows from one that a session began
with, that its table was asked about or has adopted is for later programs to judge.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.core import amendment
from domain.core.decider import Ruleset, State
from domain.core.house_rule import Value
from domain.core.identifier import HouseRuleId
from domain.core.table import HouseRuleChosen, SessionStarted
from domain.table.proposal import ChooseHouseRule, Proposed

_NAMING = frozenset({SessionStarted, HouseRuleChosen, Proposed})


class UnknownAmendmentError(Exception):
    """A log is judged by an amendment that this program does not have yet."""


def require_known(ruleset: Ruleset[Any], effects: Iterable[Any]) -> None:
    """Raise UnknownAmendmentError where effects name an amendment that a ruleset does not have."""
    for effect in effects:
        # A fold asks this of every effect of a log.
        if type(effect) in _NAMING:
            _require(ruleset, _chosen(effect))


def require_known_in(ruleset: Ruleset[Any], state: State[Any]) -> None:
    """The same of what a state has from a log: what holds, and what its table is asked."""
    _require(ruleset, state.table.house_rules)
    for asked in state.play.proposals.open.values():
        _require(ruleset, _proposed(asked.subject))


def _chosen(effect: Any) -> Mapping[HouseRuleId, Value]:
    match effect:
        case SessionStarted():
            return effect.house_rules
        case HouseRuleChosen():
            return {effect.house_rule: effect.value}
        case _:
            return _proposed(effect.subject)


def _proposed(subject: Any) -> Mapping[HouseRuleId, Value]:
    return {subject.house_rule: subject.value} if isinstance(subject, ChooseHouseRule) else {}


def _require(ruleset: Ruleset[Any], chosen: Mapping[HouseRuleId, Value]) -> None:
    newest, known = amendment.in_force(chosen), len(ruleset.amendments)
    if newest > known:
        told = f"amendment {newest} of {ruleset.name}; this program has {known}"
        raise UnknownAmendmentError(f"it is judged by {told}")
