"""The kinds of identifiers that every ruleset uses."""

from collections.abc import Iterable
from operator import itemgetter
from typing import Annotated, NewType, TypeVar

from msgspec import Meta

SessionId = NewType("SessionId", str)
"""A session's UUID in its canonical text form."""

SeatId = NewType("SeatId", str)
"""A place at the table: `s1` is the first GM's seat, then `s2`, `s3` … in the order of creation."""

ProposalId = NewType("ProposalId", str)
"""A question to the table: `p1`, `p2` … No id is used twice."""

DisputeId = NewType("DisputeId", str)
"""A dispute about a ruling: `q1`, `q2` … No id is used twice."""

RuleId = NewType("RuleId", str)
"""A rule's stable name, such as `table.pause`."""

HouseRuleId = NewType("HouseRuleId", str)

Account = NewType("Account", str)
"""An account that holds tokens: `bank`, `supply`, `seat:s1`, `escrow:d1`, `bribe:s1`."""

Version = int
"""An event's number in its session: 1, 2, 3 … without gaps; 0 is before the first."""

SIGN = Meta(extra={"sign": True})
Sign = Annotated[str, SIGN]
"""A text that no person wrote, such as a digest, a code or a ruleset's name. It is never
redacted."""

Id = TypeVar("Id", bound=str)
Item = TypeVar("Item")


def in_order(items: Iterable[tuple[Id, Item]]) -> list[tuple[Id, Item]]:
    """Return pairs sorted by the numbers in their ids, which is the order of creation.

    The order of a map differs between processes, so output and comparisons must not depend on it.
    """
    by_text = sorted(items, key=itemgetter(0))
    # Numbers have no leading zeros, so a longer id has the greater number. Ids of one length sort
    # as text.
    by_text.sort(key=lambda item: len(item[0]))
    return by_text


def number(id: str) -> int:
    """Return the number in an id, for a sentence: `2` for `p2`."""
    return int(id[1:])
