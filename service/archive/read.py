"""Read an archive event by event, with the state after each event, as long as its hash chain is valid."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from verger.domain.core.since import NewerError
from verger.service.archive.format import (
    BrokenLine,
    Header,
    StateDigest,
    UnreadableError,
    line_of,
)
from verger.service.archive.verify_file import known_header, lines, rewinds_in
from verger.service.log.chain import BEFORE_FIRST
from verger.service.log.form import decoded
from verger.service.log.playback import Playback
from verger.service.log.row import Row, is_next

T = TypeVar("T")


def read_as(decoder: msgspec.json.Decoder[T], row: Row) -> T:
    """Return the decoded event of a row. Raises UnreadableError if this program does not know its type."""
    try:
        return decoded(row, decoder.decode)
    except msgspec.MsgspecError as error:
        raise _damaged(row.version, f"it is no event of this program ({error})") from None


def header(file: Path) -> Header:
    """Return an archive's header. Raises UnreadableError if there is none."""
    with file.open("rb") as opened:
        return known_header(next(lines(opened), b""))


def states(file: Path) -> Iterator[tuple[Row, Playback]]:
    """Yield the events of an archive, each with the state after it."""
    with file.open("rb") as opened:
        playback = Playback(rewinds_in(opened))
        read = lines(opened)
        first = known_header(next(read, b""))
        version, previous = 0, BEFORE_FIRST
        for line in read:
            match line_of(first, line):
                case Row() as row:
                    version += 1
                    if version > first.head:
                        raise _damaged(first.head, "it is the last, and more stands after it")
                    _take(playback, row, version, previous)
                    yield row, playback
                    previous = row.hash
                case StateDigest():
                    continue
                case BrokenLine(what):
                    raise _damaged(version + 1, what)
        if version < first.head:
            raise _damaged(version + 1, "it is missing")


def _take(playback: Playback, row: Row, version: int, previous: bytes) -> None:
    """Process the next event, which must follow the last one. `verger verify` checks more."""
    if row.version != version or not is_next(row, version, previous):
        raise _damaged(version, "it is not the event that was chained here")
    try:
        playback.take(row)
    except NewerError as error:
        raise _damaged(version, str(error)) from None
    except Exception as error:  # noqa: BLE001, a forged log can have a valid chain and any content
        raise _damaged(version, f"it cannot have happened ({error!r})") from None


def _damaged(version: int, what: str) -> UnreadableError:
    return UnreadableError(f"version {version} cannot be read: {what}; ask `verger verify`")
