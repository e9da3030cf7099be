"""Redaction in the database: everything that holds the texts changes with the event that says so."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, get_args
from uuid import UUID

import msgspec

from verger.domain.core.decider import Ruleset
from verger.domain.core.ruling import Refused
from verger.domain.history.free_text import Texts
from verger.service.database.pool import Connection
from verger.service.log.insert import StoreError

CHUNK = 500
"""Events rewritten by one statement."""

_NAMED = ("label", "name", "title", "via")
"""The members of stored answers that people wrote."""


class RewrittenEvent(NamedTuple):
    """An event as a redaction leaves it."""

    version: int
    data: str
    texts: str
    kept: str
    sealed: str | None


async def rewrite(
    connection: Connection,
    session: UUID,
    ruleset: Ruleset[Any],
    left: Sequence[RewrittenEvent],
    texts: Texts,
) -> bool:
    """Take texts out of a session, in the transaction that appends the redaction's event.

    Returns whether anything holds them: an event, a refused move, or a text outside the log.
    """
    for chunk in _chunks(left):
        done = await _call(connection, "redact_events", session, chunk)
        if done != len(chunk):
            raise StoreError(f"{len(chunk)} events to redact, but {done} were")
    is_beside = await _rewrite_labels(connection, session, texts)
    is_beside |= await _rewrite_descriptions(connection, session, texts)
    # Any concurrent writer has finished, or comes after this and sees the event.
    await connection.execute("LOCK TABLE refusals, snapshots IN SHARE ROW EXCLUSIVE MODE")
    await connection.execute("DELETE FROM snapshots WHERE session = $1", session)
    is_refused = await _rewrite_refusals(connection, session, ruleset, texts)
    return bool(left) or is_beside or is_refused


def _chunks(left: Sequence[RewrittenEvent]) -> Iterator[Sequence[RewrittenEvent]]:
    for start in range(0, len(left), CHUNK):
        yield left[start : start + CHUNK]


async def _rewrite_refusals(
    connection: Connection, session: UUID, ruleset: Ruleset[Any], texts: Texts
) -> bool:
    found = await connection.fetch(
        "SELECT number, move, ruling FROM refusals WHERE session = $1", session
    )
    left = [
        (number, _left_of_move(move, ruleset, texts), _left_of_ruling(ruling, texts))
        for number, move, ruling in found
    ]
    await _call(connection, "redact_refusals", session, left)
    return left != [tuple(row) for row in found]


def _left_of_move(move: str | None, ruleset: Ruleset[Any], texts: Texts) -> str | None:
    if move is None or not texts.may_be_in(move):
        return move
    for kind in (get_args(ruleset.event_type)[0], ruleset.move_type):
        try:
            asked = msgspec.json.decode(move, type=kind)
        except msgspec.MsgspecError:
            continue
        return msgspec.json.encode(texts.taken_out(asked)).decode()
    return None


def _left_of_ruling(ruling: str, texts: Texts) -> str:
    if not texts.may_be_in(ruling):
        return ruling
    refused = msgspec.json.decode(ruling, type=Refused)
    return msgspec.json.encode(texts.taken_out(refused)).decode()


async def _rewrite_labels(connection: Connection, session: UUID, texts: Texts) -> bool:
    """Rewrite names of tokens and programs, and the answers that gave out tokens and codes."""
    sql = (
        "SELECT DISTINCT t.id, t.label, t.via FROM tokens t JOIN token_seats s ON s.token = t.id"
        " WHERE s.session = $1"
    )
    found = [tuple(row) for row in await connection.fetch(sql, session)]
    left = [(id, texts.left_of(label), via and texts.left_of(via)) for id, label, via in found]
    changed = [row for row in left if row not in found]
    await _call(connection, "redact_tokens", session, changed)
    about = [session, *[id for id, *_ in changed]]
    sql = "SELECT key_hash, answer FROM requests WHERE uuids_in(answer) && $1::uuid[]"
    answers = await connection.fetch(sql, about)
    said = [
        (key, msgspec.json.encode(_left_of_answer(msgspec.json.decode(answer), texts)).decode())
        for key, answer in answers
    ]
    await _call(connection, "redact_answers", session, said)
    return bool(changed) or said != [tuple(row) for row in answers]


_DESCRIBED = (
    ("webhooks", "description"),
    ("listings", "plays"),
    ("listings", "about"),
    ("asks", "name"),
    ("asks", "note"),
)
"""Tables and their columns that say something beside the log; a webhook's URL is an address, and no text."""


async def _rewrite_descriptions(connection: Connection, session: UUID, texts: Texts) -> bool:
    """Rewrite what is said of webhooks, in the lobby, and by who asks for a seat."""
    is_there = False
    for table, column in _DESCRIBED:
        sql = f"SELECT id, {column} FROM {table} WHERE session = $1"  # noqa: S608
        for id, text in await connection.fetch(sql, session):
            if texts.left_of(text) != text:
                sql = f"UPDATE {table} SET {column} = $2 WHERE id = $1"  # noqa: S608
                await connection.execute(sql, id, texts.left_of(text))
                is_there = True
    return is_there


async def _call(
    connection: Connection, function: str, session: UUID, rows: Sequence[Sequence[Any]]
) -> Any:
    """Pass rows, column by column, to one of the SQL functions that alone may redact."""
    if not rows:
        return 0
    columns = [list(column) for column in zip(*rows, strict=True)]
    binds = ", ".join(f"${number}" for number in range(1, len(columns) + 2))
    return await connection.fetchval(f"SELECT {function}({binds})", session, *columns)


def _left_of_answer(answer: Any, texts: Texts, name: str = "") -> Any:
    match answer:
        case dict():
            return {key: _left_of_answer(value, texts, key) for key, value in answer.items()}
        case list():
            return [_left_of_answer(part, texts) for part in answer]
        case str() if name in _NAMED:
            return texts.left_of(answer)
        case _:
            return answer
