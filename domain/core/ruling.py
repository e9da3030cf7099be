"""Rulings: the answer to a move, allowed or refused, with the applied rules and their facts."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from verger.domain.core.identifier import RuleId, Sign
from verger.domain.core.reason import KNOWN
from verger.domain.core.refusal_code import ReasonCode

Fact = str | int | bool | None | tuple[str, ...]


def filled(text: str, facts: Mapping[str, Fact]) -> str:
    """Return a text with facts in place of the names in braces. Lists are joined with commas."""
    spoken = {
        name: ", ".join(fact) or "none" if isinstance(fact, tuple) else fact
        for name, fact in facts.items()
    }
    return text.format_map(spoken)


class Applied(msgspec.Struct, frozen=True):
    """A rule that took part in a ruling, and the numbers and names that it used."""

    rule: RuleId
    """The id of the rule."""
    facts: dict[str, Fact] = {}
    """The numbers and names that the rule used, by name."""


class Allowed(msgspec.Struct, frozen=True, tag_field="verdict", tag="allowed"):
    """The move is accepted: a sentence for players, and the rules for programs."""

    sentence: str
    """The accepted move in a sentence."""
    rules: tuple[Applied, ...] = ()
    """The applied rules, with the numbers and names that they used."""
    warnings: tuple[str, ...] = ()
    """Sentences about consequences that players can overlook."""

    def worded_as(self, other: "Allowed") -> "Allowed":
        """Return this ruling with the texts of another ruling, so that a comparison of both ignores texts."""
        return replace(self, sentence=other.sentence, warnings=other.warnings)


class Refused(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="verdict", tag="refused"):
    """The move is refused: the code, the rule, and the facts that show how to make it legal."""

    code: Sign
    rule: RuleId
    facts: dict[str, Fact] = {}
    circumstances: dict[str, Fact] = {}
    """More facts for the texts, about the whole table. The judge adds them."""

    @property
    def all_facts(self) -> dict[str, Fact]:
        """The facts of the rule and those about the whole table."""
        return {**self.facts, **self.circumstances}

    @property
    def sentence(self) -> str:
        """The sentence for players. Every number in it is also one of the facts."""
        return filled(KNOWN[self.code].sentence, self.all_facts)

    @property
    def remedy(self) -> str:
        """The way to make the move legal."""
        return filled(KNOWN[self.code].remedy_for(self.all_facts), self.all_facts)


Ruling = Allowed | Refused


def refuse(code: ReasonCode, rule: str, **facts: Fact) -> Refused:
    """Return a refusal by a rule, with the facts that its sentence needs."""
    return Refused(str(code), RuleId(rule), facts)
