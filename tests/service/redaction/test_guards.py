"""The database refuses changes of the log, even by its owner and during a redaction."""

from collections.abc import Iterator
from uuid import uuid4

import asyncpg
import pytest

from tests.service.log.test_store import after, log_of
from tests.support.log import chained
from verger.service.database.pool import Connection
from verger.service.log.chain import BEFORE_FIRST
from verger.service.log.insert import insert
from verger.service.log.row import Row

PART, OTHER = '{"name":"part","text":"Mine."}', '{"name":"part","text":"Yours."}'
TEXT_SALT = "substr(sha256(salt || int4send(0)), 1, 16)"
DIGEST = f"encode(sha256({TEXT_SALT} || convert_to(data, 'UTF8')), 'hex')"
LEFT = {
    "data": "'\"[redacted]\"'",
    "texts": "'[[0,12]]'",
    "kept": f"coalesce(kept, '[\"' || {DIGEST} || '\"]')",
    "salt": "''",
    "request_print": "sha256(request_print)",
}
"""The columns that a redaction changes, and the values that it gives them."""


def with_texts(rows: list[Row]) -> Iterator[Row]:
    """Yield these events, each with its whole data marked as one text."""
    previous = BEFORE_FIRST
    for row in rows:
        told = chained(row._replace(texts=f"[[0,{len(row.data)}]]"), previous)
        previous = told.hash
        yield told


class Log:
    """A session of four events that the owner may rewrite. The third has two sealed parts, the fourth has a key."""

    def __init__(self, owner: Connection) -> None:
        self._owner = owner
        self.rows: list[Row] = []

    async def begin(self) -> None:
        """Append the events."""
        *rows, last = log_of(uuid4(), '"one"', '"two"', '"three"', '"four"')
        keyed = last._replace(request_key=bytes(32), request_print=bytes(48))
        self.rows = [
            row._replace(sealed=f"[{PART},{OTHER}]") if row.version == 3 else row
            for row in with_texts([*rows, keyed])
        ]
        await insert(self._owner, self.rows)

    async def redacts(self, *versions: int, sealed: str | None = None) -> None:
        """Append the event of a redaction that names these versions."""
        newest, named = self.rows[-1], list(versions)
        said = f'{{"move":{{"rewritten":{named}}}}}'
        row = after(newest.hash, newest.session, newest.version + 1, data=said)
        self.rows.append(row._replace(type="redact", sealed=sealed))
        await insert(self._owner, self.rows[-1:])

    async def rewrites(self, version: int, /, **also: str) -> None:
        """Remove the text of a version, and change other columns in the same statement."""
        changes = ", ".join(f"{column} = {value}" for column, value in (LEFT | also).items())
        whose = f"session = '{self.rows[0].session}' AND version = {version}"
        async with self._owner.transaction():
            await self._owner.execute(f"UPDATE events SET {changes} WHERE {whose}")  # noqa: S608

    async def cannot_rewrite(self, version: int, /, **also: str) -> None:
        """Require that this rewrite is refused."""
        with pytest.raises(asyncpg.InsufficientPrivilegeError, match="written once"):
            await self.rewrites(version, **also)


@pytest.fixture
async def log(owner: Connection) -> Log:
    log = Log(owner)
    await log.begin()
    return log


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("session", "gen_random_uuid()"),
        ("version", "9"),
        ("type", "'note'"),
        ("seat", "'s2'"),
        ("seat", "NULL"),
        ("request_key", "sha256('k')"),
        ("hash", "sha256('h')"),
        ("format", "format + 1"),
        ("at", "at + interval '1 second'"),
        ("sealed", f"'[{PART}]'"),
        # With any of these values, the text could be guessed.
        ("salt", "salt"),
        ("request_print", "sha256('p')"),
        ("digest", "sha256('d')"),
        ("digest", "NULL"),
        ("kept", "NULL"),
        ("kept", "'[]'"),
        ("texts", "'[]'"),
        # Nothing would be removed.
        ("data", "data"),
    ],
)
async def test_a_redaction_changes_nothing_but_the_text(
    owner: Connection, log: Log, column: str, value: str
) -> None:
    async with owner.transaction():
        await log.redacts(2)
        await log.cannot_rewrite(2, **{column: value})
        await log.rewrites(2)


async def test_a_redaction_takes_something_out(owner: Connection, log: Log) -> None:
    kept = f"'[\"' || encode({TEXT_SALT}, 'hex') || '\"]'"
    async with owner.transaction():
        await log.redacts(2)
        # Only the salt is removed, so the digest still fits.
        await log.cannot_rewrite(2, data="data", texts="texts", kept=kept)
        await log.rewrites(2)


async def test_the_salt_and_the_print_of_an_event_with_a_key_go(
    owner: Connection, log: Log
) -> None:
    async with owner.transaction():
        await log.redacts(4)
        await log.cannot_rewrite(4, salt="salt")
        await log.cannot_rewrite(4, request_print="request_print")
        await log.rewrites(4)


async def test_sealed_parts_may_go_and_none_comes_or_changes(owner: Connection, log: Log) -> None:
    async with owner.transaction():
        await log.redacts(3)
        changed = PART.replace("Mine", "Hers")
        for sealed in (f"[{changed},{OTHER}]", f"[{PART},{OTHER},{changed}]", f"[{changed}]"):
            await log.cannot_rewrite(3, sealed=f"'{sealed}'")
        await log.rewrites(3, sealed=f"'[{OTHER}]'")
        await log.cannot_rewrite(3, sealed=f"'[{PART}]'")
        await log.rewrites(3, sealed="NULL")


async def test_a_second_redaction_keeps_the_digest_of_the_first(
    owner: Connection, log: Log
) -> None:
    digest = "SELECT digest FROM events WHERE version = 3"
    async with owner.transaction():
        await log.redacts(3)
        await log.rewrites(3)
        before = await owner.fetchval(digest)
        await log.cannot_rewrite(3, sealed="NULL", digest="sha256('d')")
    async with owner.transaction():
        await log.redacts(3)
        await log.cannot_rewrite(3, sealed="NULL", digest="sha256('d')")
        await log.cannot_rewrite(3, sealed="NULL", kept="'[]'")
        await log.rewrites(3, sealed="NULL")
        assert await owner.fetchval(digest) == before


async def test_only_the_newest_redaction_names_the_rewritten_events(
    owner: Connection, log: Log
) -> None:
    async with owner.transaction():
        await log.redacts(3)
        await log.redacts(1)
        await log.cannot_rewrite(3)
        await log.rewrites(1)


async def test_a_redaction_that_is_committed_allows_nothing_more(
    owner: Connection, log: Log
) -> None:
    await log.redacts(2, 3)
    await log.cannot_rewrite(2)
    async with owner.transaction():
        await log.redacts(3)
        await log.cannot_rewrite(2)


async def test_a_redaction_is_of_one_session(owner: Connection, log: Log) -> None:
    other = Log(owner)
    await other.begin()
    async with owner.transaction():
        await log.redacts(2)
        await other.cannot_rewrite(2)
        await log.rewrites(2)


async def test_a_redaction_of_one_session_opens_no_older_redaction_of_another(
    owner: Connection, log: Log
) -> None:
    other = Log(owner)
    await other.begin()
    await other.redacts(2)
    async with owner.transaction():
        await log.redacts(2)
        await other.cannot_rewrite(2)
        await log.rewrites(2)


async def test_the_event_of_a_redaction_does_not_rewrite_itself(
    owner: Connection, log: Log
) -> None:
    async with owner.transaction():
        await log.redacts(2, 5, sealed=f"[{PART}]")
        await log.cannot_rewrite(5)
        # Only the sealed part is removed, so the digest still fits.
        await log.cannot_rewrite(5, data="data", texts="texts", kept="'[]'", sealed="NULL")


async def test_an_event_after_a_redaction_ends_the_right_to_rewrite(
    owner: Connection, log: Log
) -> None:
    async with owner.transaction():
        await log.redacts(2)
        newest = log.rows[-1]
        await insert(owner, [after(newest.hash, newest.session, newest.version + 1)])
        await log.cannot_rewrite(2)


async def test_the_end_of_a_session_deletes_no_other(owner: Connection, log: Log) -> None:
    other = Log(owner)
    await other.begin()
    newest = log.rows[-1]
    async with owner.transaction():
        ended = "SELECT end_session($1, $2, $3, 'session_deleted', 'operator')"
        assert await owner.fetchval(ended, newest.session, newest.version, newest.hash)
        for whose in (f"session = '{other.rows[0].session}'", "version = 4"):
            with pytest.raises(asyncpg.InsufficientPrivilegeError, match="written once"):
                async with owner.transaction():
                    await owner.execute(f"DELETE FROM events WHERE {whose}")  # noqa: S608
    assert await owner.fetchval("SELECT count(*) FROM events") == len(other.rows)
    # After its transaction, not even a statement that deletes nothing is allowed.
    with pytest.raises(asyncpg.InsufficientPrivilegeError, match="written once"):
        await owner.execute("DELETE FROM events WHERE false")
