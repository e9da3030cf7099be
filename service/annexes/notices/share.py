"""Shares: how long a webhook occupies one of a process's places, and which attempts may wait longer.

A receiver that hangs occupies its place without any work. A thousand of them would occupy all places.
So each webhook has a turn of a fifth of a second. If its receiver has not answered by then,
the attempt goes on, and another webhook gets the place. The number of attempts that wait for longer
than two seconds has limits, per address and in total.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from enum import IntEnum
from ipaddress import IPv6Address, ip_address

WORKERS = 16
"""The number of places: the webhooks that a process works on at a time."""
FAILING = 4
"""How many of these places webhooks can have whose last attempt failed."""
OF_TARGET = 8
"""The maximum number of webhooks with the same host and port that a process works on or waits for at a time."""
TURN_SECONDS = 0.2
"""How long a webhook has a place."""
GRACE_SECONDS = 2.0
"""How long every attempt may wait after its webhook has left the place."""
LATE = 64
"""The maximum number of attempts that may wait longer, up to their time limit."""
OF_ADDRESS = 16
"""The maximum number of these attempts at the same address."""
SLOW_SECONDS = 60.0
"""How often the counts of slow turns start again from zero."""


class WebhookHealth(IntEnum):
    """The health of a webhook. Webhooks with a lower value come first."""

    WELL = 0
    """The last attempt succeeded."""
    NEW = 1
    """There was no attempt yet."""
    FAILING = 2
    """The last attempt failed."""


class Turn:
    """The time that a process gives a webhook: first with a place, and then without a place, waiting for the receiver."""

    def __init__(self, owner: str, target: str, health: WebhookHealth) -> None:
        self.owner, self.target, self.health = owner, target, health
        self.address = target
        """The address of the attempt. Before the look-up, it is the host and port."""
        self.is_over = False
        """Whether another webhook may have the place."""
        self._has_to_end = False
        self._attempt: asyncio.Timeout | None = None

    @property
    def is_trying(self) -> bool:
        """Whether an attempt is in progress."""
        return self._attempt is not None

    def leads_to(self, address: str) -> None:
        """Note the address of the attempt. All addresses of an IPv6 network of /64 count as one."""
        ip = ip_address(address)
        self.address = str(int(ip) >> 64) if isinstance(ip, IPv6Address) else address

    def tries(self, attempt: asyncio.Timeout | None) -> None:
        """Take the time limit of an attempt that begins, or None when it ends."""
        self._attempt = attempt
        if self._has_to_end:
            self.end()

    def end(self) -> None:
        """End the attempt as if its time were over."""
        self._has_to_end = True
        if self._attempt is not None:
            self._attempt.reschedule(asyncio.get_running_loop().time())


def _nobody() -> None:
    return None


class Shares:
    """The webhooks that a process works on, and those of them that only wait."""

    def __init__(self) -> None:
        self.freed: Callable[[], None] = _nobody
        """Called when a place is free."""
        self._placed: set[Turn] = set()
        self._waiting: set[Turn] = set()
        self._late: dict[Turn, None] = {}
        """The waiting webhooks that have waited longer than `GRACE_SECONDS`."""
        self._slow: Counter[str] = Counter()
        self._slow_until = 0.0

    def begin(self, turn: Turn) -> None:
        """Give a webhook a place."""
        self._placed.add(turn)
        asyncio.get_running_loop().call_later(TURN_SECONDS, self._pass_on, turn)

    def end(self, turn: Turn) -> None:
        """Note that the work on a webhook has ended."""
        self._placed.discard(turn)
        self._waiting.discard(turn)
        self._late.pop(turn, None)
        self.freed()

    @property
    def free(self) -> int:
        """The number of free places."""
        return WORKERS - len(self._placed)

    @property
    def free_for_failing(self) -> int:
        """The number of free places for webhooks whose last attempt failed."""
        placed = sum(turn.health is WebhookHealth.FAILING for turn in self._placed)
        return max(0, FAILING - placed)

    @property
    def targets(self) -> Counter[str]:
        """The number of webhooks that are worked on or wait, by target."""
        return Counter(turn.target for turn in self._placed | self._waiting)

    @property
    def owners(self) -> Counter[str]:
        """The number of turns of each owner: recent slow turns, and turns with a place now."""
        return self._slow + Counter(turn.owner for turn in self._placed)

    def _pass_on(self, turn: Turn) -> None:
        """Free the place of a webhook whose work has not ended."""
        if turn not in self._placed:
            return
        turn.is_over = True
        self._placed.discard(turn)
        self._waiting.add(turn)
        loop = asyncio.get_running_loop()
        if loop.time() >= self._slow_until:
            self._slow, self._slow_until = Counter(), loop.time() + SLOW_SECONDS
        self._slow[turn.owner] += turn.is_trying
        loop.call_later(GRACE_SECONDS, self._is_late, turn)
        self.freed()

    def _is_late(self, turn: Turn) -> None:
        """Let an attempt wait longer. If too many wait, end one of them.

        Failing webhooks lose their attempt first, then new ones. Among equals, the oldest attempt at the address
        with the most attempts ends.
        """
        if turn not in self._waiting:
            return
        self._late[turn] = None
        counts = Counter(one.address for one in self._late)
        among = list(self._late)
        if counts[turn.address] > OF_ADDRESS:
            among = [one for one in among if one.address == turn.address]
        elif len(among) <= LATE:
            return
        ended = max(among, key=lambda one: (one.health, counts[one.address]))
        del self._late[ended]
        ended.end()
