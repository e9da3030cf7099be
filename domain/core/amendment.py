"""Amendments: numbered corrections to the rules of a ruleset. The uncorrected rules stay available.

A session is judged by the first N amendments, and N is the value of a house rule. A new session
begins with the newest N, and its table can agree on another number. Because N is a house rule, the log
records it, and a what-if can compare two numbers.
"""

from collections.abc import Mapping, Sequence

import msgspec

from verger.domain.core.house_rule import HouseRule, Value, house_rules
from verger.domain.core.identifier import HouseRuleId, RuleId
from verger.domain.core.table import Table

HOUSE_RULE = HouseRuleId("amendments")


class RuleAmendment(msgspec.Struct, frozen=True):
    """A correction to rules, for the sessions that begin on or after a date."""

    number: int
    """The number of the amendment. It applies together with all lower numbers."""
    # A day after the release, so that all processes know the amendment by then.
    since: str
    """The first day when new sessions use it, such as `2026-11-27`."""
    rules: tuple[RuleId, ...]
    """The ids of the corrected rules."""
    title: str
    """The amendment in a few words."""
    statement: str
    """The change of the ruling, and the reason."""

    def holds(self, table: Table) -> bool:
        """Return whether the amendment applies to a table.

        Code that judges a corrected rule asks this.
        """
        return in_force(table.house_rules) >= self.number


def in_force(chosen: Mapping[HouseRuleId, Value]) -> int:
    """Return the number of the newest amendment among chosen house rules; 0 if they name none."""
    value = chosen.get(HOUSE_RULE, 0)
    return value if isinstance(value, int) else 0


def choice_of(amendments: Sequence[RuleAmendment]) -> dict[HouseRuleId, HouseRule]:
    """Return the house rule that chooses the amendments; an empty dict if there are none."""
    if not amendments:
        return {}
    mended = dict.fromkeys(rule for amendment in amendments for rule in amendment.rules)
    return house_rules(
        HouseRule(
            HOUSE_RULE,
            "The last amendment of the rules that applies in this session. A session begins with "
            "the newest amendment.",
            tuple(mended),
            most=len(amendments),
            labels=(
                "The rules as first written",
                *(
                    f"The rules up to amendment {amendment.number}: {amendment.title}"
                    for amendment in amendments
                ),
            ),
        )
    )


def in_words(number: Value) -> str:
    """Describe the amendments that apply, as a part of a sentence."""
    if not number:
        return "as first written"
    return "with amendment 1" if number == 1 else f"with amendments 1 to {number}"
