"""If the number of sessions doubles, a page of a list reads no more rows, even with a generic query plan."""

from asyncio import run
from collections.abc import Awaitable, Callable, Iterator
from hashlib import md5
from typing import Any, NamedTuple
from uuid import UUID

import pytest

from tests.support.plans import ExplainingServer, explaining_server
from tests.support.postgres import execute
from tests.support.server import SECRET_KEY
from tests.support.settings import Settings
from tests.support.stated import stated
from verger.domain.core.identifier import SeatId
from verger.service.annexes.lobby.lobby import Listing, ListPosition, Lobby
from verger.service.annexes.notices.registry import DeliveryView, Registry
from verger.service.archive.verify_database import every_session
from verger.service.cli.database import at_work
from verger.service.database.pool import LONG_AGO
from verger.service.identity.identity import TokenView
from verger.service.log.lineage import Forked, forks
from verger.service.wiring import Parts

SESSIONS = 2_000
LIMIT = 20
SLACK = 40
"""The number of additional rows that a page may read. A list of several tables reads ahead in each."""

TOKEN, APP, HOOK, PARENT = (UUID(int=number) for number in (1, 2, 3, 4))

# Everything is listed for one token, one app, one webhook or one session.
LISTED = f"""
SET session_replication_role = replica;
INSERT INTO apps (id, name, session_limit) VALUES ('{APP}', 'Lantern', 9999);
INSERT INTO tokens (id, secret_hash, label, app, scopes, is_renewable)
    VALUES ('{TOKEN}', sha256('a'), 'key', '{APP}', '{{read}}', false);
INSERT INTO webhooks (id, app, url, types, description)
    VALUES ('{HOOK}', '{APP}', 'https://example.org/', '{{}}', '');
"""  # noqa: S608

# Add sessions. The two parameters are the first and the last number.
FILLED = f"""
SET session_replication_role = replica;
CREATE TEMP VIEW made AS SELECT number, md5('session' || number)::uuid AS session,
    now() - number * interval '1 second' AS at, sha256(int8send(number)) AS hash
    FROM generate_series({{}}::bigint, {{}}) AS number;
INSERT INTO events (session, version, type, seat, data, texts, salt, digest, hash, format, at)
    SELECT session, 2, 'fork_session', 's1', '{{{{}}}}', '[]', decode(repeat('00', 16), 'hex'), hash, hash, 1, at
    FROM made;
INSERT INTO forks (session, parent, version, hash, at) SELECT session, '{PARENT}', 1, hash, at FROM made;
INSERT INTO open_sessions SELECT session FROM made;
INSERT INTO token_seats (session, seat, token) SELECT session, 's1', '{TOKEN}' FROM made;
INSERT INTO token_seats (session, seat, token) SELECT session, 's2', '{TOKEN}' FROM made;
INSERT INTO readers (session, token) SELECT session, '{TOKEN}' FROM made;
INSERT INTO app_sessions (session, app) SELECT session, '{APP}' FROM made;
INSERT INTO tokens (id, secret_hash, label, scopes, is_renewable)
    SELECT session, hash, 'grown', '{{{{read}}}}', false FROM made;
INSERT INTO token_seats (session, seat, token) SELECT session, 's1', session FROM made;
INSERT INTO listings (session, id, language, plays, about, listed_at, until)
    SELECT session, session, CASE WHEN number <= 40 THEN 'de-AT' ELSE 'en' END, '', '',
    CASE WHEN number <= 40 THEN at - interval '1 year' ELSE at END, now() + interval '1 day' FROM made;
INSERT INTO deliveries (id, webhook, session, version, type, at, state)
    SELECT session, '{HOOK}', session, 2, 'fork_session', at, 'delivered' FROM made;
INSERT INTO stubs (session, code, version, hash, by, at)
    SELECT md5('stub' || number)::uuid, 'session_deleted', 2, hash, 'operator', at - interval '1 year'
    FROM made;
"""  # noqa: S608


class Middle(NamedTuple):
    """A session in the middle of every list, and when it was listed."""

    session: UUID
    place: ListPosition


List = Callable[[Parts, Middle | None], Awaitable[Any]]


async def _sessions(parts: Parts, at: Middle | None) -> list[UUID]:
    found: list[UUID] = []
    async for id in every_session(parts.database):
        found.append(id)
        if len(found) == LIMIT:
            break
    return found


async def _of_token(parts: Parts, at: Middle | None) -> list[UUID]:
    return await parts.identity.sessions(TOKEN, at and at.session, LIMIT)


async def _tables(parts: Parts, at: Middle | None) -> list[Listing]:
    return await parts.the(Lobby).listed(None, at and at.place, LIMIT)


async def _tables_of_language(parts: Parts, at: Middle | None) -> list[Listing]:
    return await parts.the(Lobby).listed("de", at and at.place, LIMIT)


async def _forks(parts: Parts, at: Middle | None) -> list[Forked]:
    return await forks(parts.database, PARENT, at and at.session, LIMIT)


async def _open_forks(parts: Parts, at: Middle | None) -> list[Forked]:
    return await forks(parts.database, PARENT, at and at.session, LIMIT, only_open=True)


async def _deliveries(parts: Parts, at: Middle | None) -> list[DeliveryView]:
    return await parts.the(Registry).deliveries(HOOK, at and at.session, LIMIT)


async def _tokens(parts: Parts, at: Middle | None) -> list[TokenView]:
    seats, session = (
        (SeatId("s1"), SeatId("s2")),
        md5(b"session7", usedforsecurity=False).hexdigest(),
    )
    return await parts.identity.tokens(UUID(session), seats, TOKEN, at and TOKEN, LIMIT)


LISTS: tuple[List, ...] = (
    _sessions,
    _of_token,
    _tables,
    _tables_of_language,
    _forks,
    _open_forks,
    _deliveries,
    _tokens,
)
CASES = [(asked, place) for asked in LISTS for place in ("first page", "further on")]


async def _moved(parts: Parts, at: Middle | None) -> list[UUID]:
    return [id async for id in every_session(parts.database, LONG_AGO)]


class Read(NamedTuple):
    """The number of items on a page, and the number of rows that the database read for it."""

    items: int
    rows: float


def read(database: ExplainingServer, asked: List, place: str) -> Read:
    """Read a page of a list, and count the rows that the database reads for it."""
    settings = Settings(database_url=database.url, secret_keys=SECRET_KEY)
    middle = (
        "SELECT session, listed_at FROM listings ORDER BY listed_at"
        " OFFSET (SELECT count(*) / 2 FROM listings) LIMIT 1"
    )

    async def page() -> Read:
        async with at_work(settings) as parts:
            row = await parts.database.only_row(middle)
            session, at = row["session"], row["listed_at"]
            mark = database.mark()
            is_first = place == "first page"
            found = await asked(
                parts, None if is_first else Middle(session, ListPosition(at, session))
            )
        return Read(len(found), sum(plan.rows for plan in database.plans(mark)))

    return run(page())


class Grown(NamedTuple):
    """The rows for each page, for all sessions and for a statement: before and after the number of sessions doubled."""

    pages: list[dict[tuple[List, str], Read]]
    moved: list[Read]
    stated: list[float]


@pytest.fixture(scope="module")
def grown() -> Iterator[Grown]:
    with explaining_server() as database:
        execute(database.url, "ALTER DATABASE postgres SET plan_cache_mode = force_generic_plan")
        execute(database.url, LISTED)
        grown = Grown([], [], [])
        for first in (1, SESSIONS + 1):
            execute(database.url, FILLED.format(first, first + SESSIONS - 1))
            execute(database.url, "VACUUM ANALYZE")
            grown.pages.append({case: read(database, *case) for case in CASES})
            grown.moved.append(read(database, _moved, "first page"))
            stated(database.url)
            mark = database.mark()
            stated(database.url)
            grown.stated.append(sum(plan.rows for plan in database.plans(mark)))
        yield grown


@pytest.mark.parametrize(("asked", "place"), CASES)
def test_a_page_reads_no_more_rows_with_twice_as_many_sessions(
    grown: Grown, asked: List, place: str
) -> None:
    before, after = (pages[asked, place] for pages in grown.pages)
    assert after.items > 0
    assert after.rows <= before.rows + SLACK, (before, after)


def test_a_walk_through_all_sessions_reads_rows_in_proportion(grown: Grown) -> None:
    before, after = grown.moved
    assert (before.items, after.items) == (SESSIONS, 2 * SESSIONS)
    assert after.rows <= 2.2 * before.rows, (before, after)


def test_a_statement_without_news_reads_no_more_rows_with_twice_as_many_sessions(
    grown: Grown,
) -> None:
    before, after = grown.stated
    assert after <= before + SLACK, (before, after)
