"""The tables of the page about archives are enough to write a verifier. The verifier in this file uses only them."""

import json
import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Any
from uuid import UUID

import pytest

from tests.api.docs.test_archive import LINES, PAGE, SEALS
from tests.support import damaged_archives
from tests.support.log import EVENINGS, archived, evening, rows

LINE = re.compile(r"(?m)^\| (header|event|state) \| `(\w+)` \| (.+?) \| `(.+)` \|$")
HASHED = re.compile(r"(?m)^\| `(text|digest|hash|sealed)` \| (.+; .+) \|$")
PART = re.compile(r"`(.+?)`(?:, ([\d or]+) bytes)?")
((EVERY,),) = [re.findall(r"after every (\d+)th version and after the head", PAGE)]
FOUND = (
    "an event is missing",
    "an event after the end",
    "the last line is missing",
    "two events in another order",
    "a state is of another version",
    "a hash is another",
    "a salt is another",
    "a sentence is another",
    "a sealed text is another",
    "a number of sealed parts",
)
"""Faults of archives that this verifier must find."""


def pattern(line: str) -> re.Pattern[bytes]:
    """Return the regular expression of a kind of line, from the table of its members."""
    members = [
        (name, there == "always", text)
        for kind, name, there, text in LINE.findall(PAGE)
        if kind == line
    ]
    told = [
        f'(?:"{name}":(?P<{name}>{text}),){"" if always else "?"}' for name, always, text in members
    ]
    return re.compile(("\\{" + "".join(told)[:-2] + ")\\}\n").encode())


HEADER, EVENT, STATE = map(pattern, ("header", "event", "state"))
SUMS = {name: PART.findall(parts) for name, parts in HASHED.findall(PAGE)}


def summed(name: str, values: dict[str, Any]) -> bytes:
    """Return a hash of the values that the table lists."""
    return sha256(b"".join(as_bytes(values[part], sizes) for part, sizes in SUMS[name])).digest()


def as_bytes(value: Any, sizes: str) -> bytes:
    allowed = [int(size) for size in sizes.split(" or ") if size]
    match value:
        case int():
            made = value.to_bytes(allowed[0], "big")
        case UUID():
            made = value.bytes
        case str():
            made = bytes.fromhex(value)
        case _:
            made = value
    assert not allowed or len(made) in allowed, f"{len(made)} bytes"
    return made


def verified(lines: Iterable[bytes]) -> int:
    """Return the number of events in an archive. Raise AssertionError if a line does not fit the tables."""
    first, *rest = lines
    assert HEADER.fullmatch(first), "no header"
    header = json.loads(first)
    version, previous, due, redacted, named = 0, bytes(32), False, set(), set()
    for line in rest:
        if STATE.fullmatch(line):
            assert due, "no digest of a state is due"
            assert json.loads(line)["state"]["version"] == version, "another version's state"
            due = False
            continue
        found = EVENT.fullmatch(line)
        assert found, "no line of an event"
        assert not due, "the digest of a state is due"
        version += 1
        told = json.loads(line)
        assert told["version"] == version, "out of place"
        previous = chained(header, told, found["event"], previous)
        assert told["hash"] == previous.hex(), "another hash"
        assert {*map(of_sealed, told.get("sealed", ()))} <= {*told["event"].get("sealed", ())}, (
            "sealed"
        )
        named |= {*told["event"]["move"].get("rewritten", ())}
        redacted |= {version} if "kept" in told else set()
        due = version % int(EVERY) == 0 or version == header["head"]
    assert (version, due) == (header["head"], False), "cut off"
    assert redacted <= named, "taken out by nobody"
    return version


def chained(header: Any, told: Any, event: bytes, previous: bytes) -> bytes:
    assert ("salt" in told) != ("kept" in told), "one of both"
    covered = {"request": told.get("request", ""), "facts": facts(told, event)}
    digest = summed("digest", covered)
    holders = (part["session"] for part in header["lineage"] if told["version"] <= part["until"])
    session = UUID(next(holders, header["session"]))
    values = {
        "previous": previous,
        "session": session,
        "version": told["version"],
        "digest": digest,
    }
    return summed("hash", values)


def facts(told: Any, event: bytes) -> bytes:
    parts, end = [], 0
    for number, (at, size) in enumerate(told["texts"]):
        text, kept = event[at : at + size], told["kept"][number] if "kept" in told else ""
        salt = bytes.fromhex(told.get("salt", "")) + number.to_bytes(4, "big")
        own = kept or sha256(salt).hexdigest()[:32]
        is_removed = len(own) == 64
        assert not is_removed or text == b'"[redacted]"', "a removed text says something else"
        digest = (
            own if is_removed else summed("text", {"salt of the text": own, "text": text}).hex()
        )
        parts += [event[end:at], b"#", digest.encode()]
        end = at + size
    return b"".join([*parts, event[end:]])


def of_sealed(part: Any) -> str:
    told = [part["name"], part["eyes"], part["text"]]
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    return summed("sealed", {"salt": part["salt"], "[name, eyes, text]": text}).hex()


EVERY_EVENING = sorted(file.stem for file in EVENINGS.glob("*.jsonl"))


@pytest.mark.parametrize("name", EVERY_EVENING)
def test_archives_of_all_evenings_fit_the_tables(name: str) -> None:
    assert verified(archived(rows(evening(name)))) == len(evening(name))


def test_a_format_is_shown_unless_it_is_the_first() -> None:
    told = [line.replace(b',"hash":', b',"format":2,"hash":', 1) for line in LINES]
    assert verified(told) == verified(LINES)


def test_sealed_parts_are_checked_too() -> None:
    assert b'"sealed":[{"name":"note"' in LINES[SEALS]


@pytest.mark.parametrize("fault", FOUND)
def test_a_line_that_breaks_the_tables_is_found(fault: str) -> None:
    damages = damaged_archives.LINES | damaged_archives.SEALED
    with pytest.raises(AssertionError):
        verified(damages[fault]([*LINES]))


@pytest.mark.parametrize(
    ("old", "new"), [(b'"format":1', b'"format":2'), (b"{", b"{ "), (b'"log"', b'"story"')]
)
def test_a_changed_first_line_is_refused(old: bytes, new: bytes) -> None:
    with pytest.raises(AssertionError, match="no header"):
        verified([LINES[0].replace(old, new, 1), *LINES[1:]])
