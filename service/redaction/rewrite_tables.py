"""Redaction in the database: remove texts from all tables that contain them."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, get_args
from uuid import UUID

import msgspec

from verger.domain.core.decider import Ruleset
from verger.domain.core.ruling import Refused
from verger.domain.history.free_text import Texts
from verger.service.database.pool import Connection
from verger.service.log.insert import StoreError
from verger.service.redaction import sql

CHUNK = 500
"""The number of events that one statement rewrites."""

_NAMED = ("label", "name", "title", "via")
"""The members of stored answers that contain texts that people wrote."""


class RewrittenEvent(NamedTuple):
    """An event after a redaction."""

    version: int
    data: str
    texts: str
    kept: str
    sealed: str | None


async def rewrite(
    connection: Connection,
    session: UUID,
    ruleset: Ruleset[Any],
    events: Sequence[RewrittenEvent],
    texts: Texts,
) -> bool:
    """Remove texts from a session, in the transaction that appends the redaction's event.

    Return whether anything contained them: an event, a refused move, or a text outside the log.
    """
    for chunk in _chunks(events):
        done = await _call(connection, sql.REDACT_EVENTS, session, chunk)
        if done != len(chunk):
            raise StoreError(f"{len(chunk)} events to redact, but {done} were")
    is_beside = await _rewrite_labels(connection, session, texts)
    is_beside |= await _rewrite_descriptions(connection, session, texts)
    # After this lock, a concurrent writer has either finished, or comes later and sees the redaction.
    await connection.execute(sql.LOCK_DERIVED)
    await connection.execute(sql.DELETE_SNAPSHOTS, session)
    await connection.execute(sql.DELETE_ARRANGEMENT, session)
    is_refused = await _rewrite_refusals(connection, session, ruleset, texts)
    return bool(events) or is_beside or is_refused


def _chunks(events: Sequence[RewrittenEvent]) -> Iterator[Sequence[RewrittenEvent]]:
    for start in range(0, len(events), CHUNK):
        yield events[start : start + CHUNK]


async def _rewrite_refusals(
    connection: Connection, session: UUID, ruleset: Ruleset[Any], texts: Texts
) -> bool:
    rows = await connection.fetch(sql.REFUSALS, session)
    changed = [
        (
            row["number"],
            _left_of_move(row["move"], ruleset, texts),
            _left_of_ruling(row["ruling"], texts),
        )
        for row in rows
    ]
    await _call(connection, sql.REDACT_REFUSALS, session, changed)
    return changed != [(row["number"], row["move"], row["ruling"]) for row in rows]


def _left_of_move(move: str | None, ruleset: Ruleset[Any], texts: Texts) -> str | None:
    if move is None or not texts.may_be_in(move):
        return move
    for kind in (get_args(ruleset.event_type)[0], ruleset.move_type):
        try:
            request = msgspec.json.decode(move, type=kind)
        except msgspec.MsgspecError:
            continue
        return msgspec.json.encode(texts.taken_out(request)).decode()
    return None


def _left_of_ruling(ruling: str, texts: Texts) -> str:
    if not texts.may_be_in(ruling):
        return ruling
    refused = msgspec.json.decode(ruling, type=Refused)
    return msgspec.json.encode(texts.taken_out(refused)).decode()


async def _rewrite_labels(connection: Connection, session: UUID, texts: Texts) -> bool:
    """Remove the texts from names of tokens and programs, and from stored answers that contained tokens or codes."""
    rows = await connection.fetch(sql.LABELS, session)
    rows_before = [(row["id"], row["label"], row["via"]) for row in rows]
    rows_after = [
        (id, texts.left_of(label), via and texts.left_of(via)) for id, label, via in rows_before
    ]
    changed = [row for row in rows_after if row not in rows_before]
    await _call(connection, sql.REDACT_TOKENS, session, changed)
    about = [session, *[id for id, *_ in changed]]
    rows = await connection.fetch(sql.ANSWERS, about)
    answers = [(row["key_hash"], row["answer"]) for row in rows]
    answers_after = [
        (key, msgspec.json.encode(_left_of_answer(msgspec.json.decode(answer), texts)).decode())
        for key, answer in answers
    ]
    await _call(connection, sql.REDACT_ANSWERS, session, answers_after)
    return bool(changed) or answers_after != answers


async def _rewrite_descriptions(connection: Connection, session: UUID, texts: Texts) -> bool:
    """Remove the texts from descriptions of webhooks, from the lobby, and from requests for a seat."""
    is_there = False
    for table, column in sql.DESCRIBED:
        for row in await connection.fetch(sql.descriptions(table, column), session):
            remainder = texts.left_of(row["text"])
            if remainder != row["text"]:
                await connection.execute(
                    sql.replace_description(table, column), row["id"], remainder
                )
                is_there = True
    return is_there


async def _call(
    connection: Connection, statement: str, session: UUID, rows: Sequence[Sequence[Any]]
) -> Any:
    """Pass rows, as one array for each column, to an SQL function. Only these functions can redact."""
    if not rows:
        return 0
    columns = [list(column) for column in zip(*rows, strict=True)]
    return await connection.fetchval(statement, session, *columns)


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
