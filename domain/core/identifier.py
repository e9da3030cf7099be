"""The identifiers that every ruleset shares."""

from collections.abc import Iterable
from operator import itemgetter
from typing import Annotated, NewType, TypeVar

from msgspec import Meta

SessionId = NewType("SessionId", str)
"""A session's UUID in its canonical text form."""

SeatId = NewType("SeatId", str)
"""A place at the table: `s1` is the first GM's, then `s2`, `s3` … in seat order."""

ProposalId = NewType("ProposalId", str)
"""A question put to the table: `p1`, `p2` …, never used twice."""

DisputeId = NewType("DisputeId", str)
"""A dispute about a ruling: `q1`, `q2` …, never used twice."""

RuleId = NewType("RuleId", str)
"""A rule's stable name, such as `table.pause`."""

HouseRuleId = NewType("HouseRuleId", str)

Account = NewType("Account", str)
"""Who holds tokens: `bank`, `supply`, `seat:s1`, `escrow:d1`, `bribe:s1`."""

Version = int
"""An event's number in its session: 1, 2, 3 … without gaps; 0 is before the first."""

SIGN = Meta(extra={"sign": True})
Sign = Annotated[str, SIGN]
"""A text that nobody wrote: marks, digests, codes, the name of a ruleset. It is never redacted."""

Id = TypeVar("Id", bound=str)
Item = TypeVar("Item")


def in_order(items: Iterable[tuple[Id, Item]]) -> list[tuple[Id, Item]]:
    """Pairs sorted by the numbers in their ids, which is the order of creation.

    A map's own order differs between processes; output and comparisons must not depend on it.
    """
    by_text = sorted(items, key=itemgetter(0))
    # A number has no zeros in front: the longer is the greater, and of one length text tells.
    by_text.sort(key=lambda item: len(item[0]))
    return by_text


def number(id: str) -> int:
    """The number in an id, which counts what there was of its sort: how a sentence names it."""
    return int(id[1:])
