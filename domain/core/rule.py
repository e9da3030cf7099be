"""A rule as it is served: its id, what it says in our words, and where it stands in its text."""

from collections.abc import Iterable, Mapping

import msgspec

from verger.domain.core.identifier import RuleId


class Rule(msgspec.Struct, frozen=True):
    """One rule of a ruleset."""

    id: RuleId
    statement: str
    section: str
    """The section of the game's text; `house` where the text is silent and we decided."""


def rulebook(rules: Iterable[tuple[str, str, str]]) -> dict[RuleId, Rule]:
    """Rules by id, in the order of the text, from (id, section, statement)."""
    return {RuleId(id): Rule(RuleId(id), statement, section) for id, section, statement in rules}


def house_rulebook(rules: Mapping[str, str]) -> dict[RuleId, Rule]:
    """Rules that no text of a game has: their statements by id."""
    return rulebook((id, "house", statement) for id, statement in rules.items())
