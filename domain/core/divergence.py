"""How an event that is judged again differs from what is on record of it."""

from typing import Literal

import msgspec

from verger.domain.core.identifier import RuleId, Sign

NEEDS_DICE = "It needs dice that were not thrown for it."
UNREACHED = "A move before it needs dice that were not thrown, and the table plays on from there."


class Divergence(msgspec.Struct, frozen=True):
    """An event that does not come out as it did, and why."""

    version: int
    outcome: Literal["refused", "different", "needs_dice", "unreached"]
    """Refused; accepted with another ruling or other effects; not known without new dice; or
    behind one that needs them."""
    was: str
    """The sentence of the ruling on record."""
    now: str
    """The sentence of the ruling or refusal that would be, or why there is none."""
    code: Sign = ""
    """Why it is refused; empty where it is not."""
    rule: RuleId = RuleId("")
    """The rule that refuses it; empty where none does."""
