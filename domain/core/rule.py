"""A rule in the API: its id, our statement of it, and its place in the text of the game."""

from collections.abc import Iterable, Mapping

import msgspec

from verger.domain.core.identifier import RuleId


class Rule(msgspec.Struct, frozen=True):
    """One rule of a ruleset."""

    id: RuleId
    """The stable id of the rule."""
    statement: str
    """The rule in a sentence."""
    section: str
    """The section of the game's text. `house` means that the text says nothing, and that this
    server decides."""


def rulebook(rules: Iterable[tuple[str, str, str]]) -> dict[RuleId, Rule]:
    """Return rules by id, in the order of the text, from (id, section, statement)."""
    return {RuleId(id): Rule(RuleId(id), statement, section) for id, section, statement in rules}


def house_rulebook(rules: Mapping[str, str]) -> dict[RuleId, Rule]:
    """Return rules that are in no text of a game, from their ids and statements."""
    return rulebook((id, "house", statement) for id, statement in rules.items())
