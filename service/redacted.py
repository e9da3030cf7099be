"""Redaction in the database: everything that holds the texts changes with the event that says so."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, get_args
from uuid import UUID

import msgspec

from domain.decider import Ruleset
from domain.free_text import Texts
from domain.ruling import Refused
from service.database import Connection
from service.store import StoreError

CHUNK = 200
"""Events rewritten by one statement."""

_NAMED = ("label", "name", "title")
"""What in stored answers people wrote."""


class Left(NamedTuple):
    """What is left of an event."""

    version: int
    data: str
    sealed: str | None
    digest: bytes
    """Of what its data was."""


async def rewrite(
    connection: Connection, session: UUID, ruleset: Ruleset[Any], left: Sequence[Left], texts: Texts
) -> None:
    """Take texts out of a session, in the transaction that appends the event of it."""
    for chunk in _chunks(left):
        sql = "SELECT redact_events($1, $2, $3, $4, $5)"
        done = await connection.fetchval(sql, session, *map(list, zip(*chunk, strict=True)))
        if done != len(chunk):
            raise StoreError(f"{len(chunk)} events to redact, but {done} were")
    await _forget_labels(connection, session, texts)
    # Whoever was about to write here has done so, or comes after this and sees the event.
    await connection.execute("LOCK TABLE refusals, snapshots IN SHARE ROW EXCLUSIVE MODE")
    await connection.execute("DELETE FROM snapshots WHERE session = $1", session)
    await _rewrite_refusals(connection, session, ruleset, texts)


def _chunks(left: Sequence[Left]) -> Iterator[Sequence[Left]]:
    for start in range(0, len(left), CHUNK):
        yield left[start : start + CHUNK]


async def _rewrite_refusals(
    connection: Connection, session: UUID, ruleset: Ruleset[Any], texts: Texts
) -> None:
    found = await connection.fetch(
        "SELECT number, move, ruling FROM refusals WHERE session = $1", session
    )
    sql = "UPDATE refusals SET move = $3, ruling = $4 WHERE session = $1 AND number = $2"
    for number, move, ruling in found:
        left = _left_of_move(move, ruleset, texts), _left_of_ruling(ruling, texts)
        if left != (move, ruling):
            await connection.execute(sql, session, number, *left)


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


async def _forget_labels(connection: Connection, session: UUID, texts: Texts) -> None:
    """Labels of tokens, and the answers that gave out tokens and claim codes."""
    sql = (
        "SELECT DISTINCT t.id, t.label FROM tokens t JOIN token_seats s ON s.token = t.id"
        " WHERE s.session = $1"
    )
    about = [str(session)]
    for token, label in await connection.fetch(sql, session):
        if texts.left_of(label) != label:
            about.append(str(token))
            update = "UPDATE tokens SET label = $2 WHERE id = $1"
            await connection.execute(update, token, texts.left_of(label))
    answers = await connection.fetch(
        "SELECT key_hash, answer FROM requests WHERE answer LIKE ANY($1)",
        [f"%{id}%" for id in about],
    )
    for key_hash, answer in answers:
        left = msgspec.json.encode(_left_of_answer(msgspec.json.decode(answer), texts)).decode()
        if left != answer:
            update = "UPDATE requests SET answer = $2 WHERE key_hash = $1"
            await connection.execute(update, key_hash, left)


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
