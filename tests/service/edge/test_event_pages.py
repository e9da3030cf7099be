"""A page of events searches a limited number of events, and reports every gap in the log."""

from collections.abc import AsyncIterator, Iterator
from uuid import UUID

import pytest

from tests.support.client import Player, played
from tests.support.server import serving
from tests.support.settings import Settings
from verger.service.edge import event_pages
from verger.service.edge.asking import Reader
from verger.service.edge.event_pages import EventPage, EventQuery, Order, page
from verger.service.log.row import Row
from verger.service.play.damage import LogDamagedError
from verger.service.wiring import Parts


@pytest.fixture(scope="module")
def bo(database: str) -> Iterator[Player]:
    """Yield a player at a table with twelve events."""
    with serving(database) as server:
        bo = played(server.http, "Ann", "Bo")["Bo"]
        for number in range(10):
            bo.draws_a_line(f"Thing {number}.")
        yield bo


@pytest.fixture
async def parts(database: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Parts]:
    """Yield the parts of a process whose pages search at most five events, and read two at a time."""
    monkeypatch.setattr(event_pages, "LOOKED_THROUGH", 5)
    monkeypatch.setattr(event_pages, "READ", 2)
    parts = Parts(Settings(database_url=database))
    await parts.database.open()
    yield parts
    await parts.database.close()


async def read(
    parts: Parts, player: Player, cursor: int, order: Order, only: str | None
) -> EventPage:
    limits = (cursor, 2**53) if order == "oldest" else (0, cursor)
    wanted = EventQuery(*limits, order, 100, only, None)
    return await page(parts.store, Reader(UUID(player.session), (), None), wanted)


async def pages(parts: Parts, player: Player, order: Order, only: str | None) -> list[list[int]]:
    """The versions on each page, up to the last page."""
    found: list[list[int]] = []
    last: int | None = 0 if order == "oldest" else 2**53
    while last is not None:
        rows, last = await read(parts, player, last, order, only)
        found.append([row.version for row in rows])
    return found


@pytest.mark.parametrize(
    ("order", "only", "expected"),
    [
        ("oldest", "take_seat", [[2], [], []]),
        ("newest", "take_seat", [[], [], [2]]),
        ("oldest", None, [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12]]),
        ("newest", None, [[12, 11, 10, 9, 8], [7, 6, 5, 4, 3], [2, 1]]),
    ],
)
async def test_a_search_stops_after_so_many_events_and_leads_on(
    parts: Parts, bo: Player, order: Order, only: str | None, expected: list[list[int]]
) -> None:
    assert await pages(parts, bo, order, only) == expected


@pytest.mark.parametrize(("order", "start", "before"), [("oldest", 2, [3]), ("newest", 7, [6, 5])])
async def test_the_events_before_a_gap_are_a_page_and_the_next_page_reports_the_gap(
    parts: Parts,
    bo: Player,
    order: Order,
    start: int,
    before: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = parts.store.read

    async def with_a_gap(session: UUID, after: int, limit: int) -> list[Row]:
        return [row for row in await whole(session, after, limit) if row.version != 4]

    monkeypatch.setattr(parts.store, "read", with_a_gap)
    rows, last = await read(parts, bo, start, order, None)
    assert [row.version for row in rows] == before
    assert last
    with pytest.raises(LogDamagedError) as told:
        await read(parts, bo, last, order, None)
    assert told.value.version == 4
