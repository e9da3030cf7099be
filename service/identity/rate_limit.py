"""Rate limits: the maximum work for one token, and for one address, in a minute in this process.

A request costs 1 in advance, and later 1 more for each millisecond of work after the first. A window
begins with its first request. Every answer contains the rest of the window, in the fields RateLimit
and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-11). Each process counts separately,
because a call of Redis would cost more than most requests do.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

from verger.service.problem.code import ProblemCode
from verger.service.settings import Settings
from verger.service.work import LIGHT

WINDOW_SECONDS = 60
ADVANCE = 1
"""The charge for a request before it is served. It includes the first millisecond of work."""
RETRY_SECONDS = 5
"""If too many requests wait for a turn, a client should try again after this time."""
ASKS, ASKS_SECONDS = 10, 3_600
"""The maximum number of requests for a seat at listed tables from one address, in a number of seconds."""
ASKS_AT_TABLE, ASKS_AT_TABLE_SECONDS = 5, 7 * 86_400
"""The same limit for one table, so that one address cannot send all 20 requests that a table can have.

It counts for a week, because such a request waits for a week.
"""
STARTS_SECONDS = 600
"""The window of the limit for starts of sessions from one address (VERGER_RATE_STARTS)."""
KEPT = 50_000
"""The number of tokens or addresses that a limit remembers. The one that was not seen for the longest time
is forgotten first."""

_OF_GUESSES = (
    ProblemCode.INVALID_TOKEN,
    ProblemCode.NO_SUCH_CLAIM_CODE,
    ProblemCode.MISSING_TOKEN,
    ProblemCode.INVALID_TICKET,
)
"""The error codes of a wrong token, code, ticket or session."""

Key = TypeVar("Key", bound=Hashable)
Clock = Callable[[], float]
Headers = tuple[tuple[bytes, bytes], ...]


class Window:
    """The use of a limit by one key, such as a token or an address, since its window began."""

    __slots__ = ("began", "is_known", "light", "used")

    def __init__(self, began: float, light: float) -> None:
        self.began = began
        self.used = 0.0
        self.light = light
        """A use up to this number is light (`verger.service.work`)."""
        self.is_known = False
        """For a token: whether it was valid at its last use."""


class RateLimit(Generic[Key]):
    """A limit: each key has this quota in each window of these seconds. A quota of 0 is no limit."""

    def __init__(self, name: str, quota: int, seconds: int = WINDOW_SECONDS) -> None:
        self.name, self.quota, self.seconds = name, quota, seconds
        self.policy = f'"{name}";q={quota};w={seconds}'.encode()
        self._rest = f'"{name}";r=%d;t=%d'.encode()
        self._windows: OrderedDict[Key, Window] = OrderedDict()

    def window(self, key: Key, now: float) -> Window:
        """Return the current window of a key."""
        window = self._windows.get(key)
        if window is None:
            window = self._windows[key] = Window(now, LIGHT * self.quota)
            if len(self._windows) > KEPT:
                self._windows.popitem(last=False)
            return window
        self._windows.move_to_end(key)
        windows = int((now - window.began) / self.seconds)
        if windows:
            # Work is charged after it is done, and can exceed the quota. The next windows pay for the excess.
            window.began, window.used = now, max(0.0, window.used - windows * self.quota)
        return window

    def rest(self, window: Window, now: float) -> bytes:
        """Return the rest of a window, and the seconds until it ends, in the form of the field RateLimit."""
        rest = int(self.quota - window.used)
        return self._rest % (max(0, rest), self.until(window, now))

    def until(self, window: Window, now: float) -> int:
        """Return the seconds until a window ends, rounded up."""
        return self.seconds - int(now - window.began)

    def is_spent(self, key: Key, now: float) -> bool:
        """Return whether a key has used up its quota. This check does not count as use."""
        window = self._windows.get(key)
        return (
            window is not None
            and window.used >= self.quota > 0
            and now - window.began < self.seconds
        )


Counted = tuple[RateLimit[Any], Window]


class Spent(NamedTuple):
    """A limit that is used up, and the seconds until its window ends."""

    policy: str
    quota: int
    seconds: int
    window: int = WINDOW_SECONDS


class Admission(NamedTuple):
    """The decision whether a request is served, and the windows that it is charged to."""

    address: str
    token: Window | None
    counted: Sequence[Counted]
    clock: Clock
    spent: Spent | None = None
    """The limit that refuses the request, if there is one."""

    def of_token(self) -> tuple[int, int, int] | None:
        """Return the use of the token, its limit, and the seconds until the window ends. None if there is no limit."""
        now = self.clock()
        for limit, window in self.counted:
            if window is self.token:
                return int(window.used), limit.quota, limit.until(window, now)
        return None

    @property
    def headers(self) -> Headers:
        """Return the header fields that describe the current limits."""
        return _headers(self.counted, self.clock())

    @property
    def pressing(self) -> Spent:
        """Return the most used limit, to answer a request that got no turn."""
        limit = max(self.counted, key=lambda entry: entry[1].used / entry[0].quota)[0]
        return Spent(limit.name, limit.quota, RETRY_SECONDS)

    @property
    def budgets(self) -> Sequence[Window]:
        """The windows that the work of the request is charged to. A refused request is not charged."""
        return () if self.spent else [window for _, window in self.counted]


class Charge(NamedTuple):
    """The token and address that a request is charged to."""

    address: str
    token: bytes | None
    """The request's token, valid or not; None if it has none."""
    is_guess: bool = False
    """Whether the request could be a guess without a token: of a claim code, or of a session that allows onlookers."""


class RateLimits:
    """The limits of a process."""

    def __init__(self, settings: Settings, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._token: RateLimit[bytes] = RateLimit("token", settings.rate_token)
        self._address: RateLimit[str] = RateLimit("address", settings.rate_address)
        self._failures: RateLimit[str] = RateLimit("failures", settings.rate_failures)
        self._asks: RateLimit[str] = RateLimit("asks", ASKS, ASKS_SECONDS)
        self._asks_at_table: RateLimit[tuple[str, UUID]] = RateLimit(
            "asks_at_table", ASKS_AT_TABLE, ASKS_AT_TABLE_SECONDS
        )
        self._starts: RateLimit[str] = RateLimit("starts", settings.rate_starts, STARTS_SECONDS)
        limits = (self._token, self._address, self._failures, self._starts)
        self.refused = {limit.name: 0 for limit in limits}
        """The number of requests that each limit has refused."""

    def admit(self, asking: Charge) -> Admission:
        """Count a request, or refuse it if a limit is spent."""
        now, token = self._clock(), None
        counted: list[Counted] = []
        if asking.token is not None:
            token = self._token.window(asking.token, now)
            if self._token.quota:
                counted.append((self._token, token))
        if self._address.quota:
            counted.append((self._address, self._address.window(asking.address, now)))
        if self._may_guess(asking, token, now):
            counted = [(self._failures, self._failures.window(asking.address, now))]
        spent = None
        for limit, window in counted:
            if window.used + ADVANCE > limit.quota:
                spent = Spent(limit.name, limit.quota, limit.until(window, now))
        if spent:
            self.refused[spent.policy] += 1
        else:
            for _, window in counted:
                window.used += ADVANCE
        return Admission(
            address=asking.address, token=token, counted=counted, clock=self._clock, spent=spent
        )

    def ask(self, address: str) -> Spent | None:
        """Count a request for a seat at a listed table.

        If the address has sent too many, return the limit. If not, return None.
        """
        return self._once(self._asks, address)

    def start(self, address: str) -> Spent | None:
        """Count the start of a session.

        If the address has started too many, return the limit. If not, return None.
        """
        spent = self._once(self._starts, address) if self._starts.quota else None
        if spent:
            self.refused[spent.policy] += 1
        return spent

    def _once(self, limit: RateLimit[str], address: str) -> Spent | None:
        now = self._clock()
        window = limit.window(address, now)
        if window.used + ADVANCE > limit.quota:
            return Spent(limit.name, limit.quota, limit.until(window, now), limit.seconds)
        window.used += ADVANCE
        return None

    def ask_at(self, address: str, table: UUID) -> bool:
        """Count a request for a seat at one table. Return False if the address has sent too many to this table."""
        window = self._asks_at_table.window((address, table), self._clock())
        if window.used + ADVANCE > ASKS_AT_TABLE:
            return False
        window.used += ADVANCE
        return True

    def _may_guess(self, asking: Charge, token: Window | None, now: float) -> bool:
        """Return whether a request could be one more guess from an address with too many wrong guesses."""
        if not self._failures.is_spent(asking.address, now):
            return False
        # A request with a token that is known to be valid is no guess. It may come from another client.
        return asking.is_guess or (token is not None and not token.is_known)

    def answered(self, admission: Admission, code: str) -> None:
        """Note from the code of an answer whether the token was valid, and whether the request was a wrong guess."""
        if code in _OF_GUESSES:
            self._failures.window(admission.address, self._clock()).used += 1
        if admission.token is not None and admission.spent is None:
            admission.token.is_known = code != ProblemCode.INVALID_TOKEN


def _headers(counted: Sequence[Counted], now: float) -> Headers:
    if not counted:
        return ()
    policies = b", ".join([limit.policy for limit, _ in counted])
    rests = b", ".join([limit.rest(window, now) for limit, window in counted])
    return ((b"ratelimit-policy", policies), (b"ratelimit", rests))
