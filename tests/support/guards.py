"""Attempts of the service's role and of the owner that the guards of the database must refuse.

Each attempt is rolled back. Exactly one guard refuses it, so a missing guard is noticed.
"""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import asyncpg

from tests.support.log import chained
from verger.domain.core.since import OLDEST
from verger.service.database.pool import ROLE, Connection
from verger.service.log.chain import BEFORE_FIRST, text_digests
from verger.service.log.row import Row

FORBIDDEN, TAKEN, MISPLACED = "42501", "23505", "VG001"
"""PostgreSQL's codes for a forbidden statement, a value that exists already, and an event that does not follow."""
AT = datetime(2026, 11, 28, tzinfo=UTC)
KEY, SALT = bytes(range(32)), bytes(16)
SAID = '"said"'
"""The data of an event that is one free text."""
FIXED: Mapping[str, str] = {
    "forks": "version",
    "operator_actions": "command",
    "stated_heads": "version",
    "stated_nodes": "hash",
    "statements": "size",
}
"""The other tables whose rows never change, each with a column."""
OTHER_ENDS = (
    "INSERT INTO stubs (session, code, version, hash, by) VALUES"
    " (gen_random_uuid(), 'session_deleted', 1, sha256(''), 'operator')"
)
FORKED = "INSERT INTO forks VALUES (gen_random_uuid(), gen_random_uuid(), 1, sha256(''), now())"


class Insert(NamedTuple):
    """Rows that are inserted into a table."""

    table: str
    rows: Sequence[Row]

    def __str__(self) -> str:
        return f"insert versions {[row.version for row in self.rows]} into {self.table}"


Step = str | Insert


class Attempt(NamedTuple):
    """A step that the database must refuse."""

    step: Step
    code: str = FORBIDDEN
    before: Sequence[Step] = ()
    """Allowed steps before it, in the same transaction."""
    role: str = ""
    """The role that tries it; empty for the owner."""


def broken(url: str) -> list[str]:
    """Try all attempts on a connection of the database's owner. Return a sentence for each that was not refused."""
    return asyncio.run(_broken(url))


async def _broken(url: str) -> list[str]:
    connection = await asyncpg.connect(url)
    try:
        return await tried(connection)
    finally:
        await connection.close()


async def tried(connection: Connection) -> list[str]:
    """Try all attempts on a connection."""
    attempts = [*_of_events(_log(uuid4())), *_of_other_tables()]
    return [what for one in attempts if (what := await _fault(connection, one))]


async def _fault(connection: Connection, attempt: Attempt) -> str:
    """Return why an attempt was not refused as it must be; empty if it was."""
    what = f"{attempt.step}, by {attempt.role or 'the owner'}"
    transaction = connection.transaction()
    await transaction.start()
    try:
        for step in attempt.before:
            await _do(connection, step)
        if attempt.role:
            await connection.execute(f"SET LOCAL ROLE {attempt.role}")
        await _do(connection, attempt.step)
    except asyncpg.exceptions.PostgresError as raised:
        error: Any = raised
        if error.sqlstate == attempt.code and _is_own(error, attempt):
            return ""
        return f"another guard refused it ({error}): {what}"
    finally:
        await transaction.rollback()
    return f"a guard is missing: {what}"


def _is_own(error: Any, attempt: Attempt) -> bool:
    """Return whether the tested guard refused, and not another one with the same code."""
    if attempt.code == TAKEN:
        return str(error.table_name).startswith("events")
    return not attempt.role or str(error).startswith(("permission denied", "must be owner"))


async def _do(connection: Connection, step: Step) -> None:
    if isinstance(step, str):
        await connection.execute(step)
    else:
        await connection.copy_records_to_table(step.table, records=step.rows, columns=Row._fields)


def _of_events(log: Sequence[Row]) -> Iterator[Attempt]:
    """Attempts on the log, which begin with a session of three events."""
    table = "events"
    own = f"WHERE session = '{log[0].session}'"
    begun = [Insert(table, log)]
    for rows, code in _misplaced(log):
        yield Attempt(Insert(table, rows), code, begun)
    for where in (own, "WHERE false"):
        yield Attempt(f"UPDATE {table} SET data = '\"else\"' {where}", before=begun)  # noqa: S608
        yield Attempt(f"DELETE FROM {table} {where}", before=begun)  # noqa: S608
    yield Attempt(f"TRUNCATE {table}", before=begun)
    redacting = [*begun, Insert(table, [_redaction(log[-1], of=1)])]
    (digest,) = text_digests(SALT, [SAID.encode()])
    less = f"""data = '"[redacted]"', texts = '[[0,12]]', salt = '', kept = '["{digest.hex()}"]'"""
    for more in ("seat = 's2'", "place = NULL"):
        wrong = f"UPDATE {table} SET {less}, {more} {own} AND version = 1"  # noqa: S608
        yield Attempt(wrong, before=redacting)
    yield Attempt(f"UPDATE {table} SET {less} {own} AND version = 2", before=redacting)  # noqa: S608
    yield Attempt(f"DELETE FROM {table} {own}", before=[*begun, OTHER_ENDS])  # noqa: S608
    for statement in (
        f"UPDATE {table} SET data = data WHERE false",  # noqa: S608
        f"DELETE FROM {table} WHERE false",  # noqa: S608
        f"TRUNCATE {table}",
        f"ALTER TABLE {table} DISABLE TRIGGER ALL",
    ):
        yield Attempt(statement, role=ROLE)


def _misplaced(log: Sequence[Row]) -> Iterator[tuple[Sequence[Row], str]]:
    """Rows that do not belong after a log, each with the code of the refusal."""
    yield [log[1]], TAKEN
    yield [_after(log[-1], key=KEY)], TAKEN
    yield [_after(log[-1])._replace(version=5)], MISPLACED
    yield [_row(log[0].session, 5, log[-1].hash)], MISPLACED
    yield [_row(log[0].session, 4, log[0].hash)], MISPLACED


def _of_other_tables() -> Iterator[Attempt]:
    for table, column in FIXED.items():
        for statement in (
            f"UPDATE {table} SET {column} = {column} WHERE false",  # noqa: S608
            f"DELETE FROM {table} WHERE false",  # noqa: S608
            f"TRUNCATE {table}",
        ):
            yield Attempt(statement)
            yield Attempt(statement, role=ROLE)
    yield Attempt("DELETE FROM forks", before=[FORKED, OTHER_ENDS])
    yield Attempt("UPDATE stubs SET by = 's1'", before=[OTHER_ENDS])
    yield Attempt("DELETE FROM stubs", before=[OTHER_ENDS])
    yield Attempt("TRUNCATE stubs CASCADE")


def _log(session: UUID) -> list[Row]:
    """Return a session of three events. The last event has a key."""
    first = _row(session, 1, BEFORE_FIRST, data=SAID)
    second = _after(first, data=SAID)
    return [first, second, _after(second, key=KEY)]


def _after(before: Row, *, key: bytes | None = None, kind: str = "signal", data: str = "{}") -> Row:
    return _row(before.session, before.version + 1, before.hash, key, kind, data)


def _redaction(before: Row, *, of: int) -> Row:
    return _after(before, kind="redact", data=json.dumps({"move": {"rewritten": [of]}}))


def _row(
    session: UUID,
    version: int,
    previous: bytes,
    key: bytes | None = None,
    kind: str = "signal",
    data: str = "{}",
) -> Row:
    own = (key, key and bytes(32), data, None, SALT, b"", OLDEST, AT)
    row = Row(session, version, kind, "s1", *own)
    texts = f"[[0,{len(SAID)}]]" if data == SAID else "[]"
    return chained(row._replace(texts=texts), previous)
