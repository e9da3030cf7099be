"""Recorded evenings give the same archives, older states and alternative plays with and without snapshots."""

from collections.abc import AsyncIterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

import asyncpg
import pytest

from tests.support.log import archived, evening, rows
from tests.support.postgres import execute, fresh_database
from tests.support.settings import Settings
from verger.domain.core.identifier import SeatId
from verger.service.archive.export import archive
from verger.service.archive.verify_database import rebuild
from verger.service.log.codec import encode_state
from verger.service.log.row import Row
from verger.service.play.history import History
from verger.service.play.session import Session
from verger.service.play.what_if import Alteration, what_if
from verger.service.wiring import Parts

pytestmark = pytest.mark.anyio

EVERY = 7
EVENINGS = ("second_thoughts", "coming_and_going", "edgerunner_data_run", "venus_the_salt_road")
"""The first has nine rewinds. The second has a fork and a redaction, and there are no snapshots before a redaction."""


class Stored(NamedTuple):
    """An evening in a database."""

    url: str
    log: list[Row]


@pytest.fixture(params=EVENINGS)
async def stored(
    request: pytest.FixtureRequest, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Stored]:
    for module in ("format.STATES_EVERY", "verify_database.EVERY"):
        monkeypatch.setattr(f"verger.service.archive.{module}", EVERY)
    log = rows(evening(request.param))
    with fresh_database(postgres_url) as url:
        connection = await asyncpg.connect(url)
        await keep(connection, log)
        await connection.close()
        yield Stored(url, log)


async def keep(connection: Any, log: Sequence[Row]) -> None:
    """Store a log with its forks."""
    before: Row | None = None
    for session, held in groupby(log, lambda row: row.session):
        own = list(held)
        if before:
            fork = session, before.session, before.version, before.hash, own[0].at
            await connection.execute("INSERT INTO forks VALUES ($1, $2, $3, $4, $5)", *fork)
        await connection.copy_records_to_table("events", records=own, columns=Row._fields)
        before = own[-1]


class Answers(NamedTuple):
    """The answers of a process about a session."""

    archives: list[list[bytes]]
    states: list[bytes]
    what_ifs: list[Any]


async def answers(url: str, id: UUID) -> Answers:
    async with Parts(Settings(database_url=url)).running() as parts:
        with await parts.sessions.readable(id) as session:
            head = session.version
            since = max(1, await parts.store.rewritten(id))
            versions = range(1, head + 1, 5)
            left_out = (2, head // 2, head - 3)
            return Answers(
                [await exported(parts, session, at) for at in (since + (head - since) // 2, head)],
                [
                    encode_state(await parts.sessions.history.state_at(session, at))
                    for at in versions
                ],
                [await asked(parts, session, without) for without in left_out],
            )


async def exported(parts: Parts, session: Session, head: int) -> list[bytes]:
    history, seats = parts.sessions.history, (SeatId("s2"),)
    pages = [one async for one in archive(parts.store, history, session, head, seats, ())]
    return b"".join(pages).splitlines(keepends=True)


async def asked(parts: Parts, session: Session, without: int) -> Any:
    return await what_if(parts.sessions, parts.store, session, Alteration((without,)))


async def test_the_answers_are_those_of_the_whole_log(stored: Stored) -> None:
    id = stored.log[-1].session
    whole = await answers(stored.url, id)
    assert archived(stored.log) in whole.archives
    async with Parts(Settings(database_url=stored.url)).running() as parts:
        for session in {row.session for row in stored.log}:
            await rebuild(parts.database, parts.store, session)
    assert int(execute(stored.url, "SELECT count(*) FROM snapshots")) > 2
    assert await answers(stored.url, id) == whole


WRONG = "UPDATE snapshots SET digest = sha256('')"


@pytest.mark.parametrize(
    ("change", "is_used"),
    [("", True), (", hash = sha256('of a lost event')", False), (", format = 'verge-0-0'", False)],
)
async def test_an_archive_has_the_digests_of_usable_snapshots(
    stored: Stored, change: str, *, is_used: bool
) -> None:
    # The stored digests are made wrong. If the archive has them, it took them from the snapshots.
    id, head = stored.log[-1].session, len(stored.log)
    async with Parts(Settings(database_url=stored.url)).running() as parts:
        await rebuild(parts.database, parts.store, id)
        execute(stored.url, WRONG + change)
        with await parts.sessions.readable(id) as session:
            lines = await exported(parts, session, head)
    changed = [one for one, was in zip(lines, archived(stored.log), strict=True) if one != was]
    assert bool(changed) is is_used
    assert all(one.startswith(b'{"state":') for one in changed)


@pytest.mark.parametrize("stored", ["venus_the_salt_road"], indirect=True)
async def test_an_archive_folds_no_more_than_it_needs(
    stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The states in memory are as near to each other as usual, in proportion to the snapshots.
    monkeypatch.setattr("verger.service.play.past_states.NEAR", EVERY // 2)
    folded: list[int] = []
    after = History.after

    async def counted(self: History, session: Session, state: Any, event: Any, known: Any) -> Any:
        folded.append(event.version)
        return await after(self, session, state, event, known)

    async def folds(parts: Parts) -> int:
        folded.clear()
        with await parts.sessions.readable(stored.log[-1].session) as session:
            await exported(parts, session, len(stored.log))
        return len(folded)

    async with Parts(Settings(database_url=stored.url)).running() as parts:
        await parts.sessions.readable(stored.log[-1].session)
        monkeypatch.setattr(History, "after", counted)
        assert await folds(parts) < len(stored.log) * 1.5, "nothing is folded twice"
        await rebuild(parts.database, parts.store, stored.log[-1].session)
        assert await folds(parts) == 0
        execute(stored.url, "DELETE FROM snapshots WHERE version IN (7, 112)")
        assert await folds(parts) <= 2 * EVERY, "each is folded from the snapshot before it"
