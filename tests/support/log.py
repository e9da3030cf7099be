"""Stored sessions, made without a database: rows with hashes, request keys and sealed parts."""

import hashlib
import io
import itertools
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import timedelta
from functools import cache
from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import replace

from tests.support.asked import wire
from tests.support.dice import dice_of
from tests.support.root import TESTS
from verger.domain.core.decider import Accepted, Event, Facts, Ruleset, fold
from verger.domain.core.dice import RecordedDice
from verger.domain.core.identifier import SeatId, SessionId
from verger.domain.core.note import SealedPart
from verger.domain.core.past import GrowingPast
from verger.domain.core.since import OLDEST
from verger.domain.core.timeline import Rewound
from verger.domain.games.verge import RULESET
from verger.domain.history.fork import ForkSession
from verger.domain.history.free_text import Texts
from verger.domain.judging.deed import deed
from verger.domain.judging.judge import judge
from verger.service.archive.export import header, shown
from verger.service.archive.format import event_line, is_state_due, state_line, written
from verger.service.archive.verify import Finding
from verger.service.archive.verify_file import ArchiveVerifier, verify_archive
from verger.service.log.chain import BEFORE_FIRST, SALT_BYTES, link
from verger.service.log.codec import (
    Codec,
    codec,
    codec_of,
    codecs_by_format,
    digest_of,
    encode_state,
)
from verger.service.log.form import FORMAT
from verger.service.log.lineage import Lineage, LineagePart
from verger.service.log.playback import Playback, gone_back_to
from verger.service.log.reading import EventText
from verger.service.log.row import Row, digest_of_row
from verger.service.log.sealed import SEED
from verger.service.log.texts import kept_after
from verger.service.log.texts import written as stored

EVENINGS = TESTS / "golden" / "evenings"
SESSION = UUID(int=0x5E55_1011)
NOTE = SealedPart("note", (SeatId("s2"),), "5a" * 16, "The harbour is mined.")
VERGE = codec("verge", 1)

Events = list[Event[Any, Any]]


@cache
def evening(name: str) -> Events:
    """A recorded evening's events."""
    first, *lines = (EVENINGS / f"{name}.jsonl").read_bytes().splitlines()
    told = [line for line in lines if line.startswith(b'{"at"')]
    played = codec_of(EventText(1, told[0].decode(), OLDEST))
    events = [played.events.decode(line) for line in told]
    _seal(events, played.ruleset, msgspec.json.decode(first)["session"])
    return events


def rewinds(name: str) -> list[Rewound]:
    """The rewinds of a recorded evening."""
    return [one for event in evening(name) for one in event.effects if isinstance(one, Rewound)]


_SEALED: dict[str, SealedPart] = {}
"""The sealed parts of recorded evenings, by digest."""


def _seal(events: Events, ruleset: Ruleset[Any], session: dict[str, Any]) -> None:
    """Keep an evening's face-down dice, which are rolled again from its seed."""
    state, seed = ruleset.empty, bytes.fromhex(session["seed"])
    past = GrowingPast()
    for version, event in enumerate(events, 1):
        dice = dice_of(seed, SessionId(session["id"]), state.table, version)
        for roll in event.dice if event.sealed else ():
            dice.roll(len(roll.values), roll.faces, roll.eyes)
        _SEALED.update({part.digest: part for part in dice.sealed})
        state = fold(ruleset, state, event.effects, past)
        past.add(version, state.play, deed(ruleset, event))


def going_on(events: Events, length: int, thing: str = "Thing") -> Events:
    """The same session, played on until it has this many events."""
    state, played = RULESET.empty, list(events)
    for event in events:
        for effect in event.effects:
            state = RULESET.evolve(state, effect)
    for number in itertools.count():
        if len(played) == length:
            return played
        seat = state.table.sitting[number % 2]
        move = wire({"move": "add_limit", "kind": "veil", "text": f"{thing} {number}"})
        at = played[-1].at + timedelta(seconds=1)
        judged = judge(RULESET, state, move, Facts(seat, at, RecordedDice(())))
        assert isinstance(judged, Accepted), judged
        state = judged.after
        played.append(Event(at, seat, move, judged.ruling, judged.effects))
    raise AssertionError


def rows(events: Iterable[Event[Any, Any]], session: UUID = SESSION) -> list[Row]:
    """Return events as rows. Every second event came with a key, and the first has a sealed seed and note.

    At a fork, the rows continue under the id of another session.
    """
    made: list[Row] = []
    previous = BEFORE_FIRST
    for version, event in enumerate(events, 1):
        if isinstance(event.move, ForkSession):
            session = UUID(int=session.int + 1)
        made.append(_row(session, version, event, previous))
        previous = made[-1].hash
    return made


def _row(session: UUID, version: int, event: Event[Any, Any], previous: bytes) -> Row:
    sealed, told = None, event
    if version == 1:
        parts = (SealedPart(SEED, (), "a5" * 16, "00" * 32), NOTE)
        sealed = msgspec.json.encode(parts).decode()
        told = replace(event, sealed=tuple(part.digest for part in parts))
    elif event.sealed:
        sealed = msgspec.json.encode([_SEALED[digest] for digest in event.sealed]).decode()
    key = hashlib.sha256(b"key %d" % version).digest() if version % 2 == 0 else None
    print = key + b"salt" * 4 if key else None
    salt = hashlib.sha256(b"salt %d" % version).digest()[:16]
    tag = type(event.move).__struct_config__.tag
    now = stored(told, FORMAT)
    data = now.data.decode()
    if isinstance(event.move, ForkSession):
        data = data.replace(event.move.hash, previous.hex())
    columns = (key, print, data, sealed, salt, b"", now.format, event.at, now.places)
    return chained(Row(session, version, tag, event.seat, *columns), previous)


def chained(row: Row, previous: bytes) -> Row:
    """Return a row with the digest of its values, and with the hash that follows from the previous hash."""
    digest = digest_of_row(row)
    return row._replace(digest=digest, hash=link(previous, row.session, row.version, digest))


def rechained(log: Iterable[Row]) -> Iterator[Row]:
    """Yield a log with every hash computed again, as an attacker who rewrites history would do."""
    previous = BEFORE_FIRST
    for row in log:
        made = chained(_placed(row), previous)
        previous = made.hash
        yield made


def _placed(row: Row) -> Row:
    """Return a row with the true places of its texts, if the row is still an event."""
    for one in codecs_by_format().values():
        with suppress(msgspec.MsgspecError, ValueError, RecursionError):
            return row._replace(texts=stored(one.events.decode(row.data), row.format).places)
    return row


def redacted(row: Row, *texts: str, played: Codec = VERGE) -> Row:
    """A row as it is after a redaction that has taken these texts out."""
    event: Event[Any, Any] = played.events.decode(row.data)
    now = stored(Texts(texts).taken_out(event), row.format)
    print = row.request_print and hashlib.sha256(row.request_print).digest()
    left = row._replace(data=now.data.decode(), texts=now.places, kept=kept_after(row, now))
    return left._replace(salt=row.salt[SALT_BYTES:], request_print=print)


def lineage(log: list[Row]) -> Lineage:
    """The sessions whose rows a log is made of."""
    parts: list[LineagePart] = []
    for session, held in itertools.groupby(log, lambda row: row.session):
        versions = [row.version for row in held]
        parts.append(LineagePart(session, versions[0] - 1, versions[-1]))
    return Lineage(tuple(parts), None)


def archived(log: list[Row], seat: str = "s2") -> list[bytes]:
    """A log's archive as a seat may see it, line by line: every state is folded from the first event."""
    played = codec_of(log[0])
    state = played.fold(played.ruleset.empty, log[0])
    first = header(lineage(log), state, played, len(log))
    playback = Playback(gone_back_to(row.data.encode() for row in log))
    lines = [written(first)]
    for row in log:
        lines.append(event_line(row, shown(row, log[-1].session, (SeatId(seat),), ())))
        state = playback.take(row)
        if is_state_due(first, row.version):
            lines.append(state_line(row.version, digest_of(encode_state(state))))
    return lines


def examined(lines: Iterable[bytes]) -> ArchiveVerifier | Finding:
    """The findings of a check of an archive of these lines."""
    return verify_archive(io.BytesIO(b"".join(lines)), lambda _: None)
