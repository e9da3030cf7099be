"""A process that differs from its database in time or in schema reports it, and continues to work correctly."""

import asyncio
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, ClassVar
from uuid import UUID

import pytest
from structlog.testing import capture_logs

from tests.support.figures import figures
from tests.support.patience import PATIENCE_SECONDS
from tests.support.postgres import execute
from tests.support.server import serving
from tests.support.settings import Settings
from verger.domain.core.identifier import SeatId
from verger.domain.core.table import LimitKind
from verger.domain.table.safety import AddLimit
from verger.service.database import agreement, migrate
from verger.service.play.answer import Appended
from verger.service.play.deadline import Deadline, Deadlines
from verger.service.play.request import MoveRequest
from verger.service.wiring import Parts


class Moved(datetime):
    """A clock that is some time ahead."""

    ahead: ClassVar[timedelta] = timedelta()

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime.now(tz) + cls.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> type[Moved]:
    monkeypatch.setattr(agreement, "datetime", Moved)
    monkeypatch.setattr(Moved, "ahead", timedelta())
    return Moved


@pytest.mark.parametrize("minutes", [-5, 5])
async def test_events_have_the_databases_time_even_if_a_process_clock_is_minutes_off(
    session: UUID, begun_url: str, clock: type[Moved], minutes: int
) -> None:
    clock.ahead = timedelta(minutes=minutes)
    with capture_logs() as said:
        async with Parts(Settings(database_url=begun_url)).running() as parts:
            before = await parts.database.value("SELECT clock_timestamp()")
            moved = await parts.playing.move(asked(session, "a"))
            after = await parts.database.value("SELECT clock_timestamp()")
            apart = parts.database.agreement.apart
    assert isinstance(moved, Appended)
    near = timedelta(seconds=2)
    assert before - near < moved.row.at < after + near
    assert apart == pytest.approx(minutes * 60, abs=2)
    (line,) = (one for one in said if one["event"] == "clock_differs")
    assert line["seconds"] == pytest.approx(minutes * 60, abs=2)


async def test_a_process_that_is_ahead_takes_no_deadline_before_its_time(
    begun_url: str, clock: type[Moved], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: asyncio.Future[datetime] = asyncio.get_running_loop().create_future()

    async def take(_self: Deadlines, until: datetime, _limit: int) -> list[Deadline]:
        if not looked.done():
            looked.set_result(until)
        return []

    monkeypatch.setattr(Deadlines, "take", take)
    clock.ahead = timedelta(hours=1)
    async with Parts(Settings(database_url=begun_url)).running():
        until = await asyncio.wait_for(looked, PATIENCE_SECONDS)
    assert until < datetime.now(UTC) + timedelta(minutes=1)


async def test_a_clock_that_is_set_right_is_relied_on_again(
    begun_url: str, clock: type[Moved]
) -> None:
    async with Parts(Settings(database_url=begun_url)).running() as parts:
        with capture_logs() as said:
            for ahead in (timedelta(seconds=30), timedelta()):
                clock.ahead = ahead
                await parts.database.agree()
        assert parts.database.agreement.apart == 0
    assert [one["event"] for one in said if "clock" in one["event"]] == [
        "clock_differs",
        "clock_agrees",
    ]


async def test_a_clock_near_the_limit_does_not_switch_to_and_fro(
    clock: type[Moved], parts: Parts
) -> None:
    for ahead, is_apart in ((1.3, True), (0.8, True), (0.2, False), (0.8, False)):
        clock.ahead = timedelta(seconds=ahead)
        await parts.database.agree()
        assert bool(parts.database.agreement.apart) is is_apart


class Slow:
    """A database that takes 3 seconds to give its time."""

    def __init__(self, clock: type[Moved]) -> None:
        self._clock = clock

    async def fetchrow(self, _sql: str) -> Any:
        told = datetime.now(UTC) + timedelta(minutes=5)
        self._clock.ahead += timedelta(seconds=3)
        settings = dict.fromkeys(("fsync", "full_page_writes", "synchronous_commit"), "on")
        return {"now": told, "newest": migrate.newest(), **settings}


async def test_an_answer_that_took_long_says_nothing_of_the_time(clock: type[Moved]) -> None:
    found = agreement.Compatibility()
    await found.compare(Slow(clock))
    assert found.apart == 0


def test_a_process_next_to_a_newer_schema_reports_it_and_plays_on(database_url: str) -> None:
    with serving(database_url) as server:
        assert figures(server.http).of("verger_schema_is_newer") == 0
        assert figures(server.http).of("verger_clock_apart_seconds") == 0
        execute(database_url, "INSERT INTO schema_migrations VALUES ('29990101000000')")
        (line,) = server.told(event="schema_is_newer")
        assert line["found"] == "29990101000000"
        assert line["known"] == migrate.newest()
        assert figures(server.http).of("verger_schema_is_newer") == 1


def test_each_process_names_the_database_of_its_cell(database_url: str) -> None:
    with serving(database_url, verger_cell=4) as server:
        name = execute(
            database_url,
            "SELECT system_identifier || '/' || current_database() FROM pg_control_system()",
        )
        assert figures(server.http).of("verger_cell_info", cell="4", database=name.strip()) == 1


def asked(session: UUID, key: str) -> MoveRequest:
    return MoveRequest(session, SeatId("s2"), AddLimit(LimitKind.LINE, "Rats."), key, b"p" * 32)
