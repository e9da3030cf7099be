"""Whether this program knows the house rules of a log, or a later program added one of them.

A program records only house rules that it has, and only values that they take. So if an event has
an unknown house rule or value, a later program wrote it. Only that program can judge the events
after it. The amendments are a house rule too: its value is their number.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from verger.domain.core.decider import Ruleset, State
from verger.domain.core.house_rule import Value
from verger.domain.core.identifier import HouseRuleId
from verger.domain.core.since import NewerError
from verger.domain.core.table import HouseRuleChosen, SessionStarted
from verger.domain.table.proposal import ChooseHouseRule, Proposed

_NAMING = frozenset({SessionStarted, HouseRuleChosen, Proposed})
_SHOWN = 60
"""The maximum number of characters of an unknown name or value in a message."""


def require_known(ruleset: Ruleset[Any], effects: Iterable[Any]) -> None:
    """Raise NewerError if effects name a house rule, or a value of one, that a ruleset does not have."""
    for effect in effects:
        # A fold calls this for every effect of a log, so the fast check comes first.
        if type(effect) in _NAMING:
            _require(ruleset, _chosen(effect))


def require_known_in(ruleset: Ruleset[Any], state: State[Any]) -> None:
    """Raise NewerError if a state has an unknown house rule or value, chosen or proposed."""
    _require(ruleset, state.table.house_rules)
    for question in state.play.proposals.open.values():
        _require(ruleset, _proposed(question.subject))


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
    for id, value in chosen.items():
        rule = ruleset.house_rules.get(id)
        if rule is None:
            fault = f"{id[:_SHOWN]!r}, which {ruleset.name} does not have in this program"
        elif not rule.takes(value):
            fault = (
                f"{id} with the value {str(value)[:_SHOWN]!r}; in this program it is {rule.allowed}"
            )
        else:
            continue
        raise NewerError(f"it was written by a later program, with the house rule {fault}")
