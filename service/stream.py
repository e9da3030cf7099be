"""How many live readers a process serves: onlookers take no place from those who sit at a table."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from service.problem import ProblemError

FROM_ADDRESS = 100
"""Onlookers that are served at a time from one address."""


class Streams:
    """The live readers of a process."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._onlookers_limit = limit // 2
        self._count = 0
        self._onlookers: Counter[str] = Counter()
        """By the address that they come from."""
        self.followers: Counter[str] = Counter()
        """Those who follow a session, by the form that they are sent it in."""

    def admit(self, onlooker: str | None) -> None:
        """Refuse one more where there are as many as there may be; `onlooker` is one's address."""
        limits = [(self._count, self._limit)]
        if onlooker is not None:
            limits.append((self._onlookers.total(), self._onlookers_limit))
            limits.append((self._onlookers[onlooker], FROM_ADDRESS))
        for count, limit in limits:
            if count >= limit:
                raise ProblemError("too_many_streams", limit=limit)

    @contextmanager
    def following(self, form: str) -> Iterator[None]:
        """One who is sent events in this form, while it lasts."""
        self.followers[form] += 1
        try:
            yield
        finally:
            self.followers[form] -= 1

    @contextmanager
    def one(self, onlooker: str | None) -> Iterator[None]:
        """One of them, while it lasts."""
        self._count += 1
        if onlooker is not None:
            self._onlookers[onlooker] += 1
        try:
            yield
        finally:
            self._count -= 1
            if onlooker is not None:
                self._onlookers[onlooker] -= 1
                self._onlookers += Counter()  # forgets whoever has none left
