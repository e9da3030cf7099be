"""Archives: check the log of a session by its hash chain.

`verger verify` also checks that the rules allow every move.
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
from verger_client.file_form import foreign_form, line_fault

DIGEST_EVERY = 200
EARLIER = (
    "This archive is of an earlier checkout of Verger and stays with that checkout:"
    " this program cannot read it."
)
UNWRITTEN = "The archive is not written as the log writes archives."
DIGEST_BYTES = 32
REMOVED = b'"[redacted]"'
ID = rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
HEADER = re.compile(
    rb'\{"verger":"log","format":1,"session":"%b","ruleset":"[a-z_]+","ruleset_version":[1-9][0-9]*,'
    rb'"head":[1-9][0-9]*,"states":"[a-z_]+(?:-[0-9]+){2}",'
    rb'"lineage":\[(?:\{"session":"%b","until":[1-9][0-9]*\},?)*\]\}\n' % (ID, ID)
)
LINE = re.compile(
    rb'\{"version":[1-9][0-9]*,"type":"[a-z_]+",(?:"format":(?:[2-9]|[1-9][0-9]+),)?"hash":"[0-9a-f]{64}",'
    rb'(?:"request":"[0-9a-f]{64}",)?(?P<salt>"salt":"[0-9a-f]{32}",)?"texts":\[(?:\[[0-9]+,[0-9]+\],?)*\]'
    rb'(?P<kept>,"kept":\[(?:"[0-9a-f]{32}(?:[0-9a-f]{32})?",?)*\])?(?:,"sealed":(?P<sealed>\[.*?\]))?'
    rb',"event":(?P<event>\{.*\})\}\n'
)
STATE = re.compile(rb'\{"state":\{"version":[1-9][0-9]*,"digest":"[0-9a-f]{64}"\}\}\n')
MALFORMED = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""The errors if members are missing or have other types, or if the text is not JSON in UTF-8."""


class Verified(msgspec.Struct, frozen=True):
    """An archive whose hash chain is complete."""

    session: str
    events: int
    redacted: int


def verify(lines: Iterable[bytes]) -> Verified:
    """Check an archive, such as a file opened with `rb`. Raises `NotVerified` at the first wrong version."""
    rest = iter(lines)
    line = next(rest, b"")
    form = foreign_form(line)
    _hold(form == "", f"This is no archive as it was exported: {form}.")
    try:
        chain = _Chain(line)
        for line in rest:
            chain.add(line)
        return chain.end()
    except NotVerified as error:
        raise NotVerified(_with_fault(str(error), line)) from None
    except MALFORMED as error:
        raise NotVerified(_with_fault(UNWRITTEN, line)) from error


def _with_fault(sentence: str, line: bytes) -> str:
    """Return a sentence about a line, and add the fault at the end of the line if it has one."""
    fault = line_fault(line)
    return f"{sentence.removesuffix('.')}: {fault}." if fault else sentence


class _Chain:
    """The state of the check: the part of the archive that has been read."""

    def __init__(self, line: bytes) -> None:
        header = json.loads(line.decode())
        _hold(header.get("verger") != "archive", EARLIER)
        _hold(header.get("verger") == "log", "This is no archive.")
        _hold(HEADER.fullmatch(line), "The first line is not written as the log writes it.")
        self._session, self._head = header["session"], header["head"]
        self._lineage = header["lineage"]
        ends = [*[part["until"] for part in self._lineage], self._head]
        sessions = {self._session, *[part["session"] for part in self._lineage]}
        is_line = ends == sorted(set(ends)) and len(sessions) == len(ends)
        _hold(is_line, "The first line names no line of forks.")
        self._version, self._previous, self._due, self._at = 0, bytes(32), False, ""
        self._unnamed, self._removed, self._said = set[int](), dict[int, list[int]](), ""

    def add(self, line: bytes) -> None:
        """Read the next line."""
        told = json.loads(line.decode())
        if "state" in told:
            _hold(STATE.fullmatch(line), "A state's digest is not written as the log writes it.")
            said = told["state"]["version"]
            _hold(self._due and said == self._version, "A state's digest is out of place.")
            self._due = False
            return
        _hold(not self._due, f"Version {self._version} has no digest of its state.")
        self._version += 1
        _hold(told["version"] == self._version, f"Version {self._version} is missing.")
        event = written_event(told, line)
        _hold(event != b"", f"Version {self._version} is not written as the log writes events.")
        self._link(told, event)
        self._due = self._version % DIGEST_EVERY == 0 or self._version == self._head

    def _link(self, told: Any, event: bytes) -> None:
        version = self._version
        if "kept" in told:
            kept = [bytes.fromhex(one) for one in told["kept"]]
            self._removed[version] = [n for n, one in enumerate(kept) if len(one) == DIGEST_BYTES]
            self._unnamed.add(version)
        before = self._previous
        self._previous = linked(told, event, self._holder(version), before)
        _hold(told["hash"] == self._previous.hex(), f"Version {version} is not what was chained.")
        shown = _sealed(told)
        committed = iter(told["event"].get("sealed", ()))
        # The parts are in the order of the event's digests, and each occurs once.
        is_sealed = all(digest in committed for digest in shown)
        _hold(is_sealed, f"Version {version} sealed another text.")
        self._go_on(told["event"], told["type"], before)

    def _holder(self, version: int) -> str:
        """Return the session that the hash of a version covers: in a fork, this can be an ancestor."""
        place = bisect_left(self._lineage, version, key=lambda part: part["until"])
        is_own = place == len(self._lineage)
        found: str = self._session if is_own else self._lineage[place]["session"]
        return found

    def _go_on(self, event: Any, tag: str, before: bytes) -> None:
        """Check that an event follows from the events before it."""
        version, move = self._version, event["move"]
        _hold(move["move"] == tag, f"Version {version} has the type of another move.")
        is_first = version > 1 and self._holder(version) != self._holder(version - 1)
        if tag == "fork_session" or is_first:
            forked = tag, move.get("version"), move.get("hash")
            is_fork = forked == ("fork_session", version - 1, before.hex())
            _hold(is_fork, f"Version {version} is no fork of the version before it.")
        at = event["at"].removesuffix("Z")
        _hold(at >= self._at, f"Version {version} is earlier than the version before it.")
        named = set(move.get("rewritten", ()))
        _hold(named <= self._removed.keys(), f"Version {version} names an event that is whole.")
        self._unnamed -= named
        self._at, self._said = at, move.get("removed", self._said)

    def end(self) -> Verified:
        """Check the end of the archive, and return the verified archive."""
        short = (
            f"The archive ends after version {self._version}, and its first line says {self._head}"
        )
        _hold(self._version == self._head, f"{short}: copy it as a whole.")
        _hold(not self._due, f"Version {self._version} has no digest of its state.")
        _hold(not self._unnamed, "No later redaction names an event that was redacted.")
        lines = [" ".join(map(str, (v, *gone))) + "\n" for v, gone in self._removed.items()]
        found = sha256("".join(lines).encode()).hexdigest() if lines else ""
        _hold(found == self._said, "The newest redaction tells of other texts than those removed.")
        return Verified(self._session, self._version, len(self._removed))


def written_event(told: Any, line: bytes) -> bytes:
    """Return an event's bytes. They are empty if the line has another form than the log writes."""
    found = LINE.fullmatch(line)
    if not found or (found["salt"] is None) == (found["kept"] is None):
        return b""
    event, texts = found["event"], told["texts"]
    # If a part has another form, the hash does not cover its bytes.
    if msgspec.json.encode(told["event"]) != event or not _is_canonical(found["sealed"], told):
        return b""
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


def linked(told: Any, event: bytes, session: str, previous: bytes) -> bytes:
    """Return the hash of an event, computed from the hash before it and the session."""
    kept = [bytes.fromhex(one) for one in told["kept"]] if "kept" in told else _salts(told)
    digest = sha256(bytes.fromhex(told.get("request", "")) + _facts(event, told["texts"], kept))
    place = UUID(session).bytes + told["version"].to_bytes(8, "big")
    return sha256(previous + place + digest.digest()).digest()


def _salts(told: Any) -> list[bytes]:
    """Return the salts of all texts of an event that was not redacted."""
    salt, count = bytes.fromhex(told["salt"]), len(told["texts"])
    return [sha256(salt + n.to_bytes(4, "big")).digest()[:16] for n in range(count)]


def _facts(event: bytes, texts: Any, kept: list[bytes]) -> bytes:
    """Return an event with digests in place of its texts."""
    parts, end = [], 0
    for (at, size), one in zip(texts, kept, strict=True):
        is_removed = len(one) == DIGEST_BYTES
        digest = one if is_removed else sha256(one + event[at : at + size]).digest()
        parts += [event[end:at], b"#", digest.hex().encode()]
        end = at + size
    return b"".join([*parts, event[end:]])


def _is_canonical(sealed: bytes | None, told: Any) -> bool:
    """Whether the sealed parts have exactly the form that the log writes."""
    if sealed is None:
        return "sealed" not in told
    names = ("name", "eyes", "salt", "text")
    parts = [{name: part[name] for name in names} for part in told["sealed"]]
    are_salts = all(bytes.fromhex(part["salt"]).hex() == part["salt"] for part in parts)
    return parts != [] and are_salts and msgspec.json.encode(parts) == sealed


def _sealed(told: Any) -> list[str]:
    """Return the digests of the sealed parts that the archive contains."""
    texts = [
        (part["salt"], [part[name] for name in ("name", "eyes", "text")])
        for part in told.get("sealed", ())
    ]
    return [
        sha256(bytes.fromhex(salt) + msgspec.json.encode(text)).hexdigest() for salt, text in texts
    ]


def _hold(holds: object, sentence: str) -> None:
    if not holds:
        raise NotVerified(sentence)
