"""Work: the time that a request uses in the event loop. It is charged to the budgets of its client.

During this time, the event loop serves no other request, so all others wait. A client that has used
much of a budget must wait for turns: one piece of work at a time, with time for the others between.
"""

import asyncio
import heapq
import itertools
import time
import types
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextvars import ContextVar
from typing import Any, Protocol, TypeVar

from verger.service.account import RequestAccount, Stage

LIGHT = 0.05
"""The part of a budget that a client can use before it must wait for turns."""
REST = 6.0
"""After a turn, the next turn waits this many times as long as the turn took."""
PLAY_SECONDS = 2.0
"""If no request was served without a turn for this time, turns need not wait."""
SLICE_SECONDS = 0.002
"""The work before a pause. So this is how long other requests have to wait."""
GAP_SECONDS = 0.001
"""The minimum time between the beginnings of two turns. The cost of a turn is known only at its
end."""
TURN_SECONDS = 20.0
"""The maximum time to wait for a turn."""
WAITING = 2_000
"""The maximum number of pieces of work that wait for their turn."""
MEBIBYTE_SECONDS = 0.008
"""The work for a mebibyte of an answer that is not measured: rows that are decoded, and bytes that are sent."""

Result = TypeVar("Result")


class Budget(Protocol):
    """A budget that requests are charged to: the used milliseconds, and the highest number that counts as light."""

    used: float
    light: float


class NoTurnError(Exception):
    """No turn came in time, or too much work waits for a turn."""


class Turns:
    """The turns of a process. The waiting client that has used least of its budget goes first."""

    def __init__(self) -> None:
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()
        self._free_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self.played_at = float("-inf")
        """The time when a request was last served without a turn."""
        self.taken = 0
        self.refused = 0

    @property
    def waiting(self) -> int:
        """The number of pieces of work that wait for their turn."""
        return len(self._waiting)

    async def take(self, used: float) -> None:
        """Wait for a turn. `used` is the used part of a budget. Raises NoTurnError if no turn comes."""
        if len(self._waiting) >= WAITING and not self._make_room(used):
            self.refused += 1
            raise NoTurnError
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (used, next(self._numbers), turn))
        self._arm()
        try:
            async with asyncio.timeout(TURN_SECONDS):
                await turn
        except TimeoutError:
            self.refused += 1
            raise NoTurnError from None
        self.taken += 1

    def _make_room(self, used: float) -> bool:
        """Refuse the waiting work that has used most of its budget, if that is more than `used`. Return whether."""
        most = max(self._waiting, default=None)
        if most is None or most[0] <= used:
            return False
        self._waiting.remove(most)
        heapq.heapify(self._waiting)
        if not most[2].done():
            most[2].set_exception(NoTurnError())
        self.refused += 1
        return True

    def spent(self, seconds: float) -> None:
        """Note the length of a piece of work in a turn. The longer it was, the longer the next turn waits."""
        now = time.perf_counter()
        if now - self.played_at < PLAY_SECONDS:
            self._free_at = max(self._free_at, now) + REST * seconds

    def _arm(self) -> None:
        if self._timer is None and self._waiting:
            wait = max(0.0, self._free_at - time.perf_counter())
            self._timer = asyncio.get_running_loop().call_later(wait, self.give)

    def give(self) -> None:
        """Give the due turns to the work that has used least of its budgets. Skip cancelled work."""
        self._timer = None
        now = time.perf_counter()
        while self._waiting and now >= self._free_at:
            *_, turn = heapq.heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                self._free_at = now + GAP_SECONDS
        self._arm()


class Work:
    """The work of one request, and the budgets that it is charged to."""

    __slots__ = (
        "_advance", "_began", "_budgets", "_since", "_turns", "account", "is_free", "is_in_turns", "seconds",
    )  # fmt: skip

    def __init__(self, turns: Turns, budgets: Sequence[Budget], advance: float) -> None:
        self._turns = turns
        self._budgets = budgets
        self._advance = advance
        self.account = RequestAccount()
        self._began = 0.0
        """The time when the present step began, or 0 between two steps."""
        self._since = 0.0
        """The work since the last pause, in seconds."""
        self.seconds = 0.0
        """All work so far, in seconds."""
        self.is_free = False
        """Whether the present work is not charged, because it only passes on live events."""
        self.is_in_turns = False

    def also(self, budget: Budget) -> bool:
        """Charge the work also to another budget. Return whether this budget is new."""
        if budget in self._budgets:
            return False
        self._budgets = (*self._budgets, budget)
        budget.used += 1
        return True

    @property
    def is_costly(self) -> bool:
        """Whether one of the budgets has more than a light use."""
        return any(budget.used > budget.light for budget in self._budgets)

    def begin(self) -> bool:
        """Begin a step. Return whether it is inside a step that has begun before."""
        is_inner = self._began > 0
        if is_inner:
            self.settle()
        self._began = time.perf_counter()
        return is_inner

    def end(self, *, is_inner: bool) -> None:
        """End a step, and charge it."""
        now = time.perf_counter()
        if not self.is_free:
            self.charge(now - self._began)
        self._began = now if is_inner else 0.0

    def settle(self) -> None:
        """If a step is under way, charge its time up to now."""
        if self._began:
            now = time.perf_counter()
            if not self.is_free:
                self.charge(now - self._began)
            self._began = now

    def charge(self, seconds: float) -> None:
        """Charge this time, except for the part that was charged in advance."""
        self._since += seconds
        self.seconds += seconds
        if self.is_in_turns:
            self._turns.spent(seconds)
        milliseconds = seconds * 1_000
        if milliseconds <= self._advance:
            self._advance -= milliseconds
            return
        beyond, self._advance = milliseconds - self._advance, 0.0
        for budget in self._budgets:
            budget.used += beyond

    def sent(self, count: int) -> None:
        """Charge the work to send this number of bytes."""
        if not self.is_free:
            self.charge(count / 2**20 * MEBIBYTE_SECONDS)

    @property
    def is_pause_due(self) -> bool:
        """Whether the work since the last pause is long enough for a pause."""
        self.settle()
        return self._since >= SLICE_SECONDS

    async def pause(self) -> None:
        """Let other requests go on. If the use of a budget is not light, wait for a turn."""
        self._since = 0.0
        await (self.turn() if self.is_costly else asyncio.sleep(0))

    async def turn(self) -> None:
        """Wait for a turn."""
        self.is_in_turns = True
        # A request without budgets is one that is refused. It goes last.
        used = max([budget.used / budget.light for budget in self._budgets], default=1 / LIGHT)
        began = time.perf_counter()
        await self._turns.take(used)
        self.account.spent("wait", began)


CURRENT: ContextVar[Work | None] = ContextVar("work", default=None)
"""The work of the request that is being served."""


def spent(stage: Stage, began: float) -> None:
    """Add the time since `began` to a stage, in the account of the current request."""
    if work := CURRENT.get():
        work.account.spent(stage, began)


def hide_asker() -> None:
    """Keep the sender of the current request out of the log."""
    if work := CURRENT.get():
        work.account.is_anonymous = True


async def measured(awaited: Awaitable[Result]) -> Result:
    """Await something, and charge each of its steps to the current request."""
    work = CURRENT.get()
    return await (awaited if work is None else _steps(awaited.__await__(), work))


@types.coroutine
def _steps(steps: Generator[Any, Any, Result], work: Work) -> Generator[Any, Any, Result]:
    step: Callable[[Any], Any] = steps.send
    given: Any = None
    while True:
        is_inner = work.begin()
        try:
            waits_for = step(given)
        except StopIteration as done:
            result: Result = done.value
            return result
        finally:
            work.end(is_inner=is_inner)
        try:
            given = yield waits_for
            step = steps.send
        except BaseException as thrown:  # noqa: BLE001, it is thrown in the waiting step
            step, given = steps.throw, thrown


async def pause() -> None:
    """Let other requests go on, if the work since the last pause was long. Call this between pieces of long work."""
    work = CURRENT.get()
    if work is None:
        await asyncio.sleep(0)
    elif work.is_pause_due:
        await work.pause()


async def in_step() -> None:
    """Wait until the other requests in this turn of the event loop have come to this point, too.

    Each part of the code then runs for all of them in a row, from the processor's cache. So the moves of many
    clients take 10 % less time than if each ran from its beginning to its end.
    """
    await asyncio.sleep(0)


class Charging:
    """Charges the work in this block to the current request, and adds its time to a stage, if one is named."""

    __slots__ = ("_began", "_is_inner", "_stage", "_work")

    def __init__(self, stage: Stage | None = None) -> None:
        self._stage = stage

    def __enter__(self) -> None:
        self._work, self._began = CURRENT.get(), time.perf_counter()
        self._is_inner = self._work is not None and self._work.begin()

    def __exit__(self, *error: object) -> None:
        if self._work is not None:
            self._work.end(is_inner=self._is_inner)
            if self._stage:
                self._work.account.spent(self._stage, self._began)


async def in_thread(work_on: Callable[[], Result]) -> Result:
    """Do a long piece of work in a thread, so that other requests do not wait, and charge its processor time."""
    result, seconds = await asyncio.to_thread(_timed, work_on)
    charge(seconds)
    return result


def _timed(work_on: Callable[[], Result]) -> tuple[Result, float]:
    """Return the result of some work, and the processor time that it took."""
    began = time.thread_time()
    return work_on(), time.thread_time() - began


def charge(seconds: float) -> None:
    """Charge work that was done elsewhere to the current request."""
    if work := CURRENT.get():
        work.charge(seconds)


def is_free(*, free: bool) -> None:
    """Set whether the work from now on is free of charge."""
    if work := CURRENT.get():
        work.settle()
        work.is_free = free
