"""Amendments: corrected rules. Each has a number in its ruleset, and the old rule is kept.

A session is judged by the amendments that it began with, the first so many; its table may agree on
another number. That is a house rule, so a log pins it, and what-if compares by it.
"""

from collections.abc import Mapping, Sequence

import msgspec

from verger.domain.core.house_rule import HouseRule, Value, house_rules
from verger.domain.core.identifier import HouseRuleId, RuleId
from verger.domain.core.table import Table

HOUSE_RULE = HouseRuleId("amendments")


class RuleAmendment(msgspec.Struct, frozen=True):
    """How rules were mended, for the sessions that begin from a day on."""

    number: int
    """Who is judged by it is judged by those before it."""
    # Behind the release that brings it, so that by then all processes know it.
    since: str
    """The day, such as `2026-11-27`."""
    rules: tuple[RuleId, ...]
    title: str
    statement: str
    """What is judged otherwise, and why."""

    def holds(self, table: Table) -> bool:
        """Whether a table is judged by it: asked where the mended rule is judged."""
        return in_force(table.house_rules) >= self.number


def in_force(chosen: Mapping[HouseRuleId, Value]) -> int:
    """The newest amendment among chosen house rules; sessions from before any name none."""
    value = chosen.get(HOUSE_RULE, 0)
    return value if isinstance(value, int) else 0


def choice_of(amendments: Sequence[RuleAmendment]) -> dict[HouseRuleId, HouseRule]:
    """The house rule that chooses the amendments of a table, if there are any."""
    if not amendments:
        return {}
    mended = dict.fromkeys(rule for one in amendments for rule in one.rules)
    return house_rules(
        HouseRule(
            HOUSE_RULE,
            "Up to which amendment the rules hold. A session begins with the newest.",
            tuple(mended),
            most=len(amendments),
            labels=(
                "The rules as first written",
                *(f"The rules up to amendment {one.number}: {one.title}" for one in amendments),
            ),
        )
    )


def in_words(number: Value) -> str:
    """The amendments in force, as a part of a sentence."""
    if not number:
        return "as first written"
    return "with amendment 1" if number == 1 else f"with amendments 1 to {number}"
