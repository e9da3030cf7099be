"""Archives: whether a session's log holds together, by its hash chain alone.

Whether the rules allow what was played, `verger verify` says.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Iterable
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec

from verger_client.errors import NotVerified

DIGEST_EVERY = 200
EARLIER = (
    "This archive is of an earlier checkout of Verger and stays with that checkout:"
    " this program cannot read it."
)
DIGEST_BYTES = 32
REMOVED = b'"[redacted]"'
LINE = re.compile(
    rb'\{"version":[1-9][0-9]*,"type":"[a-z_]+",(?:"format":[1-9][0-9]*,)?"hash":"[0-9a-f]{64}",'
    rb'(?:"request":"[0-9a-f]{64}",)?(?P<salt>"salt":"[0-9a-f]{32}",)?"texts":\[(?:\[[0-9]+,[0-9]+\],?)*\]'
    rb'(?P<kept>,"kept":\[(?:"[0-9a-f]{32}(?:[0-9a-f]{32})?",?)*\])?(?:,"sealed":(?P<sealed>\[.*?\]))?'
    rb',"event":(?P<event>\{.*\})\}\n'
)
MALFORMED = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""The errors of reading if members are missing or of other types, or if the text is no JSON in UTF-8."""


class Verified(msgspec.Struct, frozen=True):
    """An archive whose events hold together."""

    session: str
    events: int
    redacted: int


def verify(lines: Iterable[bytes]) -> Verified:
    """Check an archive, such as a file opened with `rb`. Raises `NotVerified` at the first wrong version."""
    rest = iter(lines)
    try:
        chain = _Chain(json.loads(next(rest, b"{}").decode()))
        for line in rest:
            chain.add(line)
        return chain.end()
    except NotVerified:
        raise
    except MALFORMED as error:
        raise NotVerified("The archive is not written as the log writes archives.") from error


class _Chain:
    """An archive as far as it has been read."""

    def __init__(self, header: Any) -> None:
        _hold(header.get("verger") != "archive", EARLIER)
        _hold(header.get("verger") == "log", "This is no archive.")
        self._session, self._head = header["session"], header["head"]
        self._lineage = header["lineage"]
        self._version, self._previous, self._due = 0, bytes(32), False
        self._named, self._removed, self._said = set[int](), dict[int, list[int]](), ""

    def add(self, line: bytes) -> None:
        """Read on by a line."""
        told = json.loads(line.decode())
        if "state" in told:
            said = told["state"]["version"]
            _hold(self._due and said == self._version, "A state's digest is out of place.")
            self._due = False
            return
        _hold(not self._due, f"Version {self._version} has no digest of its state.")
        self._version += 1
        _hold(told["version"] == self._version, f"Version {self._version} is missing.")
        event = _event(told, line)
        _hold(event != b"", f"Version {self._version} is not written as the log writes events.")
        self._link(told, event)
        self._due = self._version % DIGEST_EVERY == 0 or self._version == self._head

    def _link(self, told: Any, event: bytes) -> None:
        version = self._version
        if "kept" in told:
            kept = [bytes.fromhex(one) for one in told["kept"]]
            self._removed[version] = [n for n, one in enumerate(kept) if len(one) == DIGEST_BYTES]
        else:
            kept = _salts(told)
        facts = _facts(event, told["texts"], kept)
        digest = sha256(bytes.fromhex(told.get("request", "")) + facts).digest()
        place = bisect_left(self._lineage, version, key=lambda part: part["until"])
        is_own = place == len(self._lineage)
        session = self._session if is_own else self._lineage[place]["session"]
        linked = self._previous + UUID(session).bytes + version.to_bytes(8, "big") + digest
        self._previous = sha256(linked).digest()
        _hold(told["hash"] == self._previous.hex(), f"Version {version} is not what was chained.")
        shown = {_sealed(part) for part in told.get("sealed", ())}
        committed = told["event"].get("sealed", ())
        _hold(shown.issubset(committed), f"Version {version} sealed another text.")
        move = told["event"]["move"]
        self._named |= set(move.get("rewritten", ()))
        self._said = move.get("removed", self._said)

    def end(self) -> Verified:
        """What was verified, now that nothing follows."""
        _hold(self._version == self._head, f"Version {self._version + 1} is missing.")
        _hold(not self._due, f"Version {self._version} has no digest of its state.")
        _hold(self._removed.keys() <= self._named, "No redaction names what was redacted.")
        lines = [" ".join(map(str, (v, *gone))) + "\n" for v, gone in self._removed.items()]
        found = sha256("".join(lines).encode()).hexdigest() if lines else ""
        _hold(found == self._said, "The newest redaction tells of other texts than those removed.")
        return Verified(self._session, self._version, len(self._removed))


def _event(told: Any, line: bytes) -> bytes:
    """An event's bytes; empty if its line is not written as the log writes lines."""
    found = LINE.fullmatch(line)
    if not found or (found["salt"] is None) == (found["kept"] is None):
        return b""
    json.loads(found["sealed"] or b"[]")  # Members behind `sealed` would replace those before it.
    event, texts = found["event"], told["texts"]
    kept, end = told.get("kept", [""] * len(texts)), 0
    if len(kept) != len(texts):
        return b""
    for (at, size), one in zip(texts, kept, strict=True):
        is_text = event[at : at + 1] == event[at + size - 1 : at + size] == b'"'
        if at < end or size < 2 or not is_text:
            return b""
        end = at + size
        if len(one) == 2 * DIGEST_BYTES and event[at:end] != REMOVED:
            return b""
    return event


def _salts(told: Any) -> list[bytes]:
    """The salt of each text of an event that was not redacted."""
    salt, count = bytes.fromhex(told["salt"]), len(told["texts"])
    return [sha256(salt + n.to_bytes(4, "big")).digest()[:16] for n in range(count)]


def _facts(event: bytes, texts: Any, kept: list[bytes]) -> bytes:
    """An event with the digests of its texts in place of these."""
    parts, end = [], 0
    for (at, size), one in zip(texts, kept, strict=True):
        is_removed = len(one) == DIGEST_BYTES
        digest = one if is_removed else sha256(one + event[at : at + size]).digest()
        parts += [event[end:at], b"#", digest.hex().encode()]
        end = at + size
    return b"".join([*parts, event[end:]])


def _sealed(part: Any) -> str:
    text = msgspec.json.encode([part["name"], part["eyes"], part["text"]])
    return sha256(bytes.fromhex(part["salt"]) + text).hexdigest()


def _hold(holds: bool, sentence: str) -> None:  # noqa: FBT001
    if not holds:
        raise NotVerified(sentence)
