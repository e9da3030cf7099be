"""Check that a log matches its clients' records: no loss, no repetition, no gap, equal streams."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import Literal, NamedTuple

from tests.torture.ledger import Account, Heard, Told

Kind = Literal["lost", "doubled", "gap", "stream", "withdrawn"]


class Line(NamedTuple):
    """The compared columns of a row of the log."""

    version: int
    hash: str
    key: str | None
    """The key of its request in hex. There is none if the request was sent without a key."""
    type: str
    at: int
    """The time of the event, in microseconds."""


class Finding(NamedTuple):
    """Something that is wrong with a log."""

    kind: Kind
    what: str


KEYED = {"add_limit", "give_nonce", "leave_out", "propose", "retract", "seal_note"}
"""The moves that players make here. Each is sent with a key."""


def findings(account: Account, log: Sequence[Line]) -> Iterator[Finding]:
    """Everything that is wrong with the rows of a session's own events."""
    yield from _gaps(account, log)
    yield from _lost(account, {line.version: line for line in log})
    yield from _doubled(account, log)
    known = {Told(line.version, line.hash) for line in log}
    for heard in account.heard:
        yield from _astray(account, heard, known)


def _gaps(account: Account, log: Sequence[Line]) -> Iterator[Finding]:
    if not log:
        yield Finding("lost", "the whole session")
    for expected, line in enumerate(log, account.begins):
        if line.version != expected:
            yield Finding("gap", f"version {line.version} stands where {expected} belongs")
            return
    for before, after in pairwise(log):
        if after.at < before.at:
            yield Finding("gap", f"version {after.version} is older than the one before it")


def _lost(account: Account, log: Mapping[int, Line]) -> Iterator[Finding]:
    for key, told in account.acknowledged.items():
        line = log.get(told.version)
        if line is None:
            yield Finding("lost", f"version {told.version} was acknowledged and is not there")
        elif (line.hash, line.key) != (told.hash, key):
            yield Finding("lost", f"version {told.version} was acknowledged and is another event")


def _doubled(account: Account, log: Sequence[Line]) -> Iterator[Finding]:
    times = Counter(line.key for line in log if line.key)
    versions = Counter(told.version for told in account.acknowledged.values())
    for key, number in times.items():
        if number > 1:
            yield Finding("doubled", f"one request was recorded {number} times")
        if key not in account.sent:
            yield Finding("doubled", "an event has the key of no request")
    for version, number in versions.items():
        if number > 1:
            yield Finding("doubled", f"version {version} was acknowledged to {number} requests")
    for line in log:
        if line.key is None and line.type in KEYED and not account.keyless:
            yield Finding("doubled", f"version {line.version} is a move that nobody sent")


def _astray(account: Account, heard: Heard, log: AbstractSet[Told]) -> Iterator[Finding]:
    """The wrong events of a stream.

    A stream may send an event that was never acknowledged, and a promotion may then lose this event. Unless the connection breaks, the
    stream must send `reset` before it continues.
    """
    for before, after in pairwise(heard.events):
        if after.version != before.version + 1:
            yield Finding("stream", f"version {after.version} was told after {before.version}")
    acknowledged, is_lost = set(account.acknowledged.values()), False
    for place, told in enumerate(heard.events):
        is_lost = is_lost and place not in heard.joins
        if told in log and is_lost:
            yield Finding("stream", f"version {told.version} was told with no reset before it")
        elif told in acknowledged and told not in log:
            yield Finding("stream", f"version {told.version} was told and is not in the log")
        elif told not in log:
            is_lost = True
            yield Finding("withdrawn", f"version {told.version} was told before it was durable")


def missing(told: Iterable[Told], log: Sequence[Told]) -> Iterator[Finding]:
    """The acknowledged events that a log lacks, and gaps in the log."""
    hashes = dict(log)
    for one in told:
        if hashes.get(one.version) != one.hash:
            yield Finding("lost", f"version {one.version} was acknowledged and is not read")
    if [one.version for one in log] != [*range(1, len(log) + 1)]:
        yield Finding("gap", "a log is read with a gap")


class Feed:
    """A check of the feed: a follower must receive every version of each session once, in order."""

    def __init__(self) -> None:
        self._read: Mapping[str, int] = {}
        self._heard: dict[str, int] = {}

    def begin(self, read: Mapping[str, int]) -> None:
        """Begin again after a `reset`. The follower has read the sessions at these versions."""
        self._read, self._heard = read, {}

    def newest(self, session: str) -> int:
        """The newest version of a session that the follower knows."""
        return max(self._read.get(session, 0), self._heard.get(session, 0))

    def hear(self, session: str, version: int) -> Iterator[Finding]:
        """Record an item, and yield its faults."""
        known = self._heard.get(session)
        if version > self.newest(session) + 1 or known not in (None, version - 1):
            yield Finding("stream", f"the feed told version {version} after {known}")
        self._heard[session] = version
