"""A changed byte or member of an archive or of a row is found, also with redactions, notes and forks.

docs/archive.md lists the changes that are not found. Every other change is tried here.
"""

import io
import json
from collections.abc import Iterator
from copy import deepcopy
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
import pytest

from tests.api.http.test_disputes import dispute, settle
from tests.api.http.test_redactions import redacted
from tests.support.client import Player, forked, played
from tests.support.server import Server, serving
from tests.support.settings import Settings
from verger.domain.core.since import NewerError
from verger.service.archive.format import BrokenLine, Header, UnreadableError, header_of, line_of
from verger.service.archive.verify import Verifier
from verger.service.archive.verify_file import ArchiveVerifier, verify_archive
from verger.service.log.chain import BEFORE_FIRST
from verger.service.log.lineage import Lineage
from verger.service.log.playback import gone_back_to
from verger.service.log.row import Row, is_next
from verger.service.wiring import Parts

pytestmark = pytest.mark.thorough

BYTES = 60
"""The number of bytes of each archive that are changed, one at a time. In each row, every column is changed
once."""
EVERY = 20_000
"""The maximum number of bytes of each archive that the quick check changes."""
MEMBERS = 120
"""The number of members of each archive that are changed."""


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database) as running:
        yield running


@pytest.fixture(scope="module")
def forks(server: Server) -> list[Player]:
    """A session, its fork and a fork of that; with notes, keys, and redactions before and after."""
    table = played(server.http, "Ann", "Bo")
    ann, bo = table["Ann"], table["Bo"]
    first = ann.draws_a_line("Quirin", key="one")["version"]
    ann.moves("seal_note", text="It was the cook.", eyes=["s2"])
    told = bo.moves("seal_note", text="Nobody knows.", eyes=[])["version"]
    second = bo.draws_a_line("Gerda, who knows Quirin")["version"]
    dispute(bo, grounds="Quirin is no line.")
    bo.moves("state_view", dispute="q1", text="He is one.")
    settle(table, "Ann", "overturned", remedy={"remedy": "rewind", "to": second})
    dispute(ann, grounds="Gerda said so.")
    redacted(ann, first)
    fork = forked(ann)["Ann"]
    again = fork.draws_a_line("Gerda, once more", key="two")["version"]
    fork.draws_a_line("Rats")
    fork.moves("seal_note", text="The rats are Ann's.", eyes=[])
    redacted(fork, again)
    last = forked(fork)["Ann"]
    last.draws_a_line("Gerda, who knows Quirin, is the last.")
    redacted(bo, told, second)
    ann.moves("reveal_note", note="k1")
    return [ann, fork, last]


@pytest.fixture(scope="module", params=[0, 1, 2], ids=["session", "fork", "fork of a fork"])
def player(request: pytest.FixtureRequest, forks: list[Player]) -> Player:
    one: Player = forks[request.param]
    return one


@pytest.fixture(scope="module")
def archive(player: Player) -> bytes:
    content: bytes = player.get(f"{player.home}/export").content
    assert b'"kept"' in content
    assert b'"[redacted]"' in content
    assert isinstance(looked_through(content), ArchiveVerifier)
    return content


def looked_through(content: bytes) -> ArchiveVerifier | None:
    """Verify an archive. Return nothing if it is refused."""
    try:
        found = verify_archive(io.BytesIO(content), lambda _: None)
    except UnreadableError:
        return None
    return found if isinstance(found, ArchiveVerifier) else None


def is_noticed(content: bytes) -> bool:
    """Return whether the verification notices a change. If the form of states is changed, it only counts unread digests."""
    found = looked_through(content)
    return found is None or found.log.counts.unread > 0


def test_a_changed_byte_of_an_archive_is_found(archive: bytes) -> None:
    random = Random(47)  # noqa: S311, changes that can be repeated
    for place in random.sample(range(len(archive)), BYTES):
        other = (archive[place] + random.randrange(1, 256)) % 256
        changed = archive[:place] + bytes([other]) + archive[place + 1 :]
        assert is_noticed(changed), archive[place - 60 : place + 20]


def test_each_byte_of_an_archive_is_changed_once_and_found(archive: bytes) -> None:
    lines, random = archive.splitlines(keepends=True), Random(51)  # noqa: S311
    header, previous, place, tried = header_of(lines[0]), BEFORE_FIRST, 0, 0
    left = set(random.sample(range(len(archive)), min(EVERY, len(archive))))
    for number, line in enumerate(lines):
        for at in (at for at in range(len(line)) if place + at in left):
            other = (line[at] + random.randrange(1, 256)) % 256
            changed = line[:at] + bytes([other]) + line[at + 1 :]
            content = b"".join([*lines[:number], changed, *lines[number + 1 :]])
            is_found = number > 0 and is_no_event(header, changed, previous)
            assert is_found or is_noticed(content), (number, at, other)
            tried += 1
        place += len(line)
        previous = (
            read.hash if number and isinstance(read := line_of(header, line), Row) else previous
        )
    assert tried == min(EVERY, len(archive)) > 10_000


def is_no_event(header: Header, line: bytes, previous: bytes) -> bool:
    """Return whether a line is not an event that follows this hash. The verifier refuses such a line without judging it."""
    match line_of(header, line):
        case Row() as row:
            return not is_next(row, row.version, previous)
        case other:
            return isinstance(other, BrokenLine)


def test_a_byte_that_is_taken_out_of_an_archive_or_put_in_is_found(archive: bytes) -> None:
    random = Random(48)  # noqa: S311, changes that can be repeated
    for place in random.sample(range(len(archive)), BYTES):
        assert is_noticed(archive[:place] + archive[place + 1 :])
        assert is_noticed(archive[:place] + bytes([archive[place]]) + archive[place:])


Path = tuple[Any, ...]


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """The place of every member and item within a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for name, part in inner:
        yield (*path, name)
        if isinstance(part, dict | list):
            yield from paths(part, (*path, name))


def changes(line: Any, path: Path) -> Iterator[Any]:
    """Yield the line without this member, and then with another value for it."""
    for other in (None, "other"):
        copy = deepcopy(line)
        holder = copy
        for step in path[:-1]:
            holder = holder[step]
        if other:
            holder[path[-1]] = another(holder[path[-1]])
        else:
            del holder[path[-1]]
        yield copy


def another(value: Any) -> Any:
    match value:
        case bool() | None:
            return 7
        case int():
            return value + 1
        case str():
            return "[redacted]" if value != "[redacted]" else "Quirin"
        case list():
            return [*value, *value[-1:]] or ["[redacted]"]
        case _:
            return {}


def may_change(path: Path) -> bool:
    """Return whether this member may change unnoticed by docs/archive.md: it belongs to a sealed part that is not shown."""
    return path[0] == "sealed" and len(path) <= 2


def test_a_changed_member_of_an_archive_is_found(archive: bytes) -> None:
    lines = archive.splitlines(keepends=True)
    random = Random(49)  # noqa: S311, changes that can be repeated
    every = [
        (number, path)
        for number, line in enumerate(lines)
        for path in paths(json.loads(line))
        if not may_change(path)
    ]
    for number, path in random.sample(every, min(MEMBERS, len(every))):
        for changed in changes(json.loads(lines[number]), path):
            written = msgspec.json.encode(changed) + b"\n"
            content = b"".join([*lines[:number], written, *lines[number + 1 :]])
            assert written == lines[number] or is_noticed(content), (number, path)


def test_a_further_text_that_is_taken_out_of_a_redacted_event_is_found(archive: bytes) -> None:
    lines = archive.splitlines(keepends=True)
    tried = 0
    for number, line in enumerate(lines):
        told = json.loads(line)
        for text, one in enumerate(told.get("kept", ())):
            if len(one) == 32:
                less = without_text(line, deepcopy(told), text)
                assert is_noticed(b"".join([*lines[:number], less, *lines[number + 1 :]]))
                tried += 1
    assert tried


def without_text(line: bytes, told: Any, number: int) -> bytes:
    """Remove one more text from a redacted event's line, as the redaction of this text would have left it."""
    head, _, event = line.partition(b',"event":')
    at, size = told["texts"][number]
    salt = bytes.fromhex(told["kept"][number])
    told["kept"][number] = sha256(salt + event[at : at + size]).hexdigest()
    gone = b'"[redacted]"'
    told["texts"] = [
        [place + (len(gone) - size) * (n > number), len(gone) if n == number else length]
        for n, (place, length) in enumerate(told["texts"])
    ]
    del told["event"]
    beside = msgspec.json.encode(told)[:-1]
    assert beside.startswith(head[:40])
    return beside + b',"event":' + event[:at] + gone + event[at + size :]


class Stored(NamedTuple):
    """The stored rows of a session's events."""

    rows: list[Row]
    lineage: Lineage


@pytest.fixture
async def stored(database: str, player: Player) -> Stored:
    async with Parts(Settings(database_url=database)).running() as parts:
        session = UUID(player.session)
        rows = await parts.store.read(session, 0, 1_000)
        return Stored(rows, await parts.store.lineage(session))


NULLABLE = {"seat", "request_key", "request_print", "sealed", "kept"}


def may_go(row: Row, column: str) -> bool:
    """Return whether a column may be emptied unnoticed by docs/archive.md, because a redaction may remove a note."""
    return column == "sealed" and row.is_redacted and "dice" not in (row.sealed or "")


def others(value: Any, random: Random) -> list[Any]:
    """Other values of a column: with one changed byte, and none."""
    match value:
        case None:
            return [b"x" * 32, "x"]
        case bytes() if value:
            place = random.randrange(len(value))
            other = (value[place] + random.randrange(1, 256)) % 256
            return [value[:place] + bytes([other]) + value[place + 1 :], value[:-1], None]
        case str() if value:
            place = random.randrange(len(value))
            signs = [sign for sign in 'aA0 \\"{x' if sign != value[place]]
            return [value[:place] + random.choice(signs) + value[place + 1 :], None]
        case UUID():
            return [UUID(int=value.int ^ 1)]
        case int():
            return [value + 1]
        case datetime():
            return [value + timedelta(microseconds=1)]
        case _:
            return [b"x"]


def is_found(stored: Stored, rows: list[Row]) -> bool:
    """Return whether the verifier finds a fault in a session's rows."""
    rewinds = gone_back_to(row.data.encode() for row in rows)
    verifier = Verifier(stored.lineage.holder, rewinds, lambda _: False)
    try:
        return any(map(verifier.take, rows)) or verifier.end() is not None
    except NewerError:
        return True


async def test_a_changed_column_of_the_database_is_found(stored: Stored) -> None:
    assert not is_found(stored, stored.rows)
    random, tried = Random(50), 0  # noqa: S311, changes that can be repeated
    for at, row in enumerate(stored.rows):
        for column, value in row._asdict().items():
            for other in others(value, random):
                if other is None and (column not in NULLABLE or may_go(row, column)):
                    continue
                changed = [
                    *stored.rows[:at],
                    row._replace(**{column: other}),
                    *stored.rows[at + 1 :],
                ]
                assert is_found(stored, changed), (row.version, row.type, column, other)
                tried += 1
    assert tried > 20 * len(stored.rows)
