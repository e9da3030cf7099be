"""The answer to a move: allowed or refused, with the rules that decided and the facts they saw."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from verger.domain.core.identifier import RuleId, Sign
from verger.domain.core.reason import KNOWN, register
from verger.domain.core.reasons import REASONS

Fact = str | int | bool | None | tuple[str, ...]


def filled(text: str, facts: Mapping[str, Fact]) -> str:
    """A sentence with the facts that its braces name, lists with commas."""
    spoken = {
        name: ", ".join(fact) or "none" if isinstance(fact, tuple) else fact
        for name, fact in facts.items()
    }
    return text.format_map(spoken)


class Applied(msgspec.Struct, frozen=True):
    """A rule that took part in a ruling, and the numbers and names that it saw."""

    rule: RuleId
    facts: dict[str, Fact] = {}


class Allowed(msgspec.Struct, frozen=True, tag_field="verdict", tag="allowed"):
    """The move stands: one sentence for a player, the rules for a program."""

    sentence: str
    rules: tuple[Applied, ...] = ()
    warnings: tuple[str, ...] = ()

    def worded_as(self, other: "Allowed") -> "Allowed":
        """This ruling in another's words: what is judged is the rest of it."""
        return replace(self, sentence=other.sentence, warnings=other.warnings)


class Refused(msgspec.Struct, frozen=True, tag_field="verdict", tag="refused"):
    """The move does not stand: why, by which rule, and what would make it legal."""

    code: Sign
    rule: RuleId
    facts: dict[str, Fact] = {}

    @property
    def sentence(self) -> str:
        """The sentence for a player; every number in it is also one of the facts."""
        return filled(KNOWN[self.code].sentence, self.facts)

    @property
    def remedy(self) -> str:
        """The way to make the move legal."""
        return filled(KNOWN[self.code].remedy, self.facts)


Ruling = Allowed | Refused

register(REASONS)


def refuse(code: StrEnum, rule: str, **facts: Fact) -> Refused:
    """A refusal by a rule, with the facts that its sentence needs."""
    return Refused(code, RuleId(rule), facts)
