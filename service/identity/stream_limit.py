"""Limits of live streams in a process, for each token and each address."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, NamedTuple
from uuid import UUID

FROM_ADDRESS = 100
"""The maximum number of onlookers at a time from one address."""

Holder = UUID | str
"""The holder of a stream: a token that can read the session, or the address of an onlooker."""


class Full(NamedTuple):
    """A limit of live streams that is reached: of one token, of one address, or of the process."""

    of: Literal["token", "address", "process"]
    limit: int


class Streams:
    """The live streams of a process."""

    def __init__(self, limit: int, token_limit: int) -> None:
        self._limit = limit
        self._onlookers_limit = limit // 2
        self._token_limit = token_limit
        self._held: Counter[Holder] = Counter()
        self._count = 0
        self._onlookers = 0
        self.followers: Counter[str] = Counter()
        """The number of open streams, by format."""

    def full_for(self, holder: Holder) -> Full | None:
        """Return the limit that one more stream of this holder would exceed, or None."""
        is_onlooker = isinstance(holder, str)
        own_limit = FROM_ADDRESS if is_onlooker else self._token_limit
        if self._held[holder] >= own_limit:
            return Full("address" if is_onlooker else "token", own_limit)
        if self._count >= self._limit:
            return Full("process", self._limit)
        if is_onlooker and self._onlookers >= self._onlookers_limit:
            return Full("process", self._onlookers_limit)
        return None

    @contextmanager
    def following(self, form: str) -> Iterator[None]:
        """Count a stream of this format during this block."""
        self.followers[form] += 1
        try:
            yield
        finally:
            self.followers[form] -= 1

    @contextmanager
    def one(self, holder: Holder) -> Iterator[None]:
        """Count a stream of this holder during this block."""
        self._add(holder, 1)
        try:
            yield
        finally:
            self._add(holder, -1)
            if not self._held[holder]:
                del self._held[holder]

    def _add(self, holder: Holder, count: int) -> None:
        self._held[holder] += count
        self._count += count
        self._onlookers += count if isinstance(holder, str) else 0
