"""Precedents: rulings cite the settled disputes about the rules that they apply."""

from collections.abc import Mapping

from msgspec.structs import replace

from verger.domain.core.decider import Judgement
from verger.domain.core.identifier import DisputeId, RuleId
from verger.domain.core.ruling import Applied, Fact, Refused

FACT = "precedents"
"""The name of the fact that lists the precedents of an applied rule."""

Precedents = Mapping[RuleId, tuple[DisputeId, ...]]


def cited(judgement: Judgement, precedents: Precedents) -> Judgement:
    """Return a judgement whose facts name the precedents of its rules (`dispute.precedent`)."""
    if isinstance(judgement, Refused):
        facts = _with(judgement.rule, judgement.facts, precedents)
        return replace(judgement, facts=facts)
    rules = tuple(
        [
            Applied(applied.rule, _with(applied.rule, applied.facts, precedents))
            for applied in judgement.ruling.rules
        ]
    )
    return replace(judgement, ruling=replace(judgement.ruling, rules=rules))


def _with(rule: RuleId, facts: dict[str, Fact], precedents: Precedents) -> dict[str, Fact]:
    ids = precedents.get(rule)
    return {**facts, FACT: ids} if ids else facts
