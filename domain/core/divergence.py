"""Differences between a recorded event and a new judgement of its move."""

from typing import Literal

import msgspec

from verger.domain.core.identifier import RuleId, Sign

NEEDS_DICE = "The move needs dice that were not thrown for it."
UNREACHED = (
    "An earlier move needs dice that were not thrown. The table would play on from that move."
)


class Divergence(msgspec.Struct, frozen=True):
    """An event whose move now has another result, and the reason."""

    version: int
    """The version of the event."""
    outcome: Literal["refused", "different", "needs_dice", "unreached"]
    """`refused`, or `different` (another ruling or other effects), or `needs_dice` (unknown without
    new dice), or `unreached` (after an event that needs new dice)."""
    was: str
    """The sentence of the recorded ruling."""
    now: str
    """The sentence of the new ruling or refusal, or the reason why there is no new ruling. If this
    sentence would be the same as `was`, it names the first difference between the results
    instead."""
    code: Sign = ""
    """The refusal code; empty if the move is not refused."""
    rule: RuleId = RuleId("")
    """The rule that refuses the move; empty if no rule does."""
