"""Processes share deadlines. One process takes each, and returns it or loses it after some time."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from tests.support.postgres import execute
from verger.service.database.pool import Database
from verger.service.play import deadline
from verger.service.play.deadline import TAKEN_SECONDS, Deadlines

NOW = datetime.now(UTC)


@pytest.fixture
async def sessions(pool: Database) -> list[UUID]:
    """Sessions with a due deadline, the longest overdue first."""
    found = [uuid4() for _ in range(5)]
    async with pool.connection() as connection:
        for place, session in enumerate(found):
            await deadline.keep(connection, session, NOW + timedelta(seconds=place))
    return found


async def taken(pool: Database, limit: int = 10) -> set[UUID]:
    until = NOW + timedelta(minutes=1)
    return {one.session for one in await Deadlines(pool).take(until, limit)}


async def test_each_deadline_is_taken_by_one_process_the_longest_overdue_first(
    pool: Database, sessions: list[UUID]
) -> None:
    assert await taken(pool, 2) == set(sessions[:2])
    assert await taken(pool) == set(sessions[2:])
    assert await taken(pool) == set()


async def test_a_returned_deadline_is_free_at_once(pool: Database, sessions: list[UUID]) -> None:
    await taken(pool)
    await Deadlines(pool).give_back(sessions[1:3])
    assert await taken(pool) == set(sessions[1:3])


async def test_the_deadlines_of_a_lost_process_become_free_in_time(
    pool: Database, sessions: list[UUID], database_url: str
) -> None:
    await taken(pool)
    later = f"UPDATE deadlines SET taken_until = taken_until - interval '{TAKEN_SECONDS} s'"  # noqa: S608
    execute(database_url, later)
    assert await taken(pool) == set(sessions)


@pytest.mark.parametrize("event", [True, False])
async def test_a_deadline_in_the_future_is_not_taken(
    pool: Database, sessions: list[UUID], *, event: bool
) -> None:
    (first,) = await Deadlines(pool).take(NOW, 1)
    if event:
        async with pool.connection() as connection:
            await deadline.keep(connection, first.session, NOW)
    else:
        await Deadlines(pool).correct(first, NOW)
    assert first.session == sessions[0]
    assert await taken(pool, 1) == {first.session}


@pytest.mark.parametrize("corrected", [NOW + timedelta(seconds=9), None])
async def test_a_deadline_that_a_newer_event_has_set_stands(
    pool: Database, sessions: list[UUID], corrected: datetime | None
) -> None:
    (first,) = await Deadlines(pool).take(NOW, 1)
    later = NOW + timedelta(seconds=30)
    async with pool.connection() as connection:
        await deadline.keep(connection, first.session, later)
    await Deadlines(pool).correct(first, corrected)
    found = await Deadlines(pool).take(NOW + timedelta(minutes=1), 10)
    assert [one.at for one in found if one.session == sessions[0]] == [later]
