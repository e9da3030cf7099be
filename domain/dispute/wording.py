"""Proposed settlements in words, and their facts: everything that a seat needs to vote."""

from collections.abc import Iterator
from typing import Any, assert_never

from verger.domain.core.decider import Ruleset, State
from verger.domain.core.dispute import Settlement
from verger.domain.core.identifier import DisputeId, number
from verger.domain.core.remedy import (
    Amendment,
    NoRemedy,
    Override,
    Plain,
    Remedy,
    RewindTo,
    corrections_of,
)
from verger.domain.core.ruling import Fact
from verger.domain.core.text import listed
from verger.domain.core.timeline import Undoing
from verger.domain.dispute import correction
from verger.domain.dispute.correction import AMEND, OVERRIDE
from verger.domain.history import rewind, undoing


def kind(remedy: Remedy[Any]) -> str:
    """Return the name of a remedy, as a fact."""
    return str(type(remedy).__struct_config__.tag)


def facts(
    ruleset: Ruleset[Any], state: State[Any], remedy: Remedy[Plain], undone: Undoing | None
) -> Iterator[tuple[str, dict[str, Fact]]]:
    """Yield the rules of a proposed remedy, with the facts of each consequence."""
    match remedy:
        case NoRemedy():
            return
        case RewindTo(to):
            yield rewind.RULE, {"rewind_version": to, **undoing.facts(undone or Undoing())}
        case Amendment(name, corrections):
            yield AMEND, {"amendment_name": name}
            for part in corrections:
                yield AMEND, correction.described(ruleset, state, part).facts
        case Override(rule, corrections):
            yield OVERRIDE, {"overridden_rule": rule}
            for part in corrections:
                yield OVERRIDE, correction.described(ruleset, state, part).facts
        case _:
            assert_never(remedy)


def proposal(ruleset: Ruleset[Any], state: State[Any], id: DisputeId, proposed: Settlement) -> str:
    """Return a sentence about a proposed settlement and its remedy."""
    by, which = state.table.name(proposed.by), f"the ruling of dispute {number(id)}"
    undone = proposed.undoing or Undoing()
    remedy = _in_words(ruleset, state, proposed.remedy, undone)
    consequences = undoing.consequences(undone)
    return f"{by} proposes that {which} is {proposed.outcome}, {remedy}.{consequences}"


def _in_words(
    ruleset: Ruleset[Any], state: State[Any], remedy: Remedy[Plain], undone: Undoing
) -> str:
    """Describe a remedy as the end of a sentence."""
    parts = [correction.described(ruleset, state, part).words for part in corrections_of(remedy)]
    match remedy:
        case NoRemedy():
            return "without a remedy"
        case RewindTo():
            return f"and to {undoing.in_words(undone)}"
        case Amendment(name):
            return f"with the amendment “{name}”: to {listed(parts)}"
        case Override(rule):
            then = f", and to {listed(parts)}" if parts else ""
            return f"and to set {rule} aside for this once{then}"
        case _:
            assert_never(remedy)
