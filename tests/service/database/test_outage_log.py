"""The log has one line when the database fails, and one when it works again. Failures are counted by cause."""

from collections.abc import Iterator
from typing import Any

import pytest
from structlog.testing import capture_logs

from tests.support.postgres import execute
from verger.service.database import outage_log
from verger.service.database.outage import Cause, DamagedError, UnavailableError
from verger.service.database.outage_log import OutageLog
from verger.service.database.pool import Database

AWAY = UnavailableError("ConnectionRefusedError")
FULL = UnavailableError("DiskFullError: no space left on device", Cause.DISK_FULL)

ENDED = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'verger'"


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, Any]]]:
    monkeypatch.setattr(outage_log, "QUIET_SECONDS", 0.0)
    with capture_logs() as lines:
        yield lines  # type: ignore[misc]  # each is a dict


def events(lines: list[dict[str, Any]]) -> list[str]:
    return [line["event"] for line in lines]


def test_an_outage_is_one_line_and_its_end_another(said: list[dict[str, Any]]) -> None:
    outages = OutageLog()
    outages.worked(writes=False)
    for _ in range(3):
        outages.failed(AWAY)
    assert events(said) == ["database_unavailable"]
    assert said[0]["cause"] == Cause.AWAY
    outages.worked(writes=False)
    outages.worked(writes=False)
    assert events(said) == ["database_unavailable", "database_available"]
    outages.failed(AWAY)
    assert events(said).count("database_unavailable") == 2


def test_a_read_does_not_end_the_outage_of_a_full_disk(said: list[dict[str, Any]]) -> None:
    outages = OutageLog()
    outages.failed(FULL)
    outages.worked(writes=False)
    assert events(said) == ["database_unavailable"]
    outages.worked(writes=True)
    assert events(said) == ["database_unavailable", "database_available"]


def test_a_success_between_failures_ends_no_outage(
    said: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outage_log, "QUIET_SECONDS", 1_000.0)
    outages = OutageLog()
    outages.failed(AWAY)
    outages.worked(writes=True)
    outages.failed(AWAY)
    assert events(said) == ["database_unavailable"]


def test_every_cause_is_counted_from_zero_on(said: list[dict[str, Any]]) -> None:
    outages = OutageLog()
    assert set(outages.failures.values()) == {0}
    assert {Cause.AWAY, Cause.NO_ANSWER, Cause.NO_WRITES, Cause.DISK_FULL} <= {*outages.failures}
    outages.failed(FULL)
    outages.failed(DamagedError("IndexCorruptedError: …"))
    assert +outages.failures == {Cause.DISK_FULL: 1, Cause.DAMAGED: 1}
    assert events(said) == ["database_unavailable"]


async def test_a_broken_connection_is_an_outage_until_another_one_works(
    own: Database, database: str, said: list[dict[str, Any]]
) -> None:
    await own.rows("SELECT 1 AS one")
    execute(database, ENDED)
    with pytest.raises(UnavailableError):
        await own.rows("SELECT 1 AS one")
    assert [line["cause"] for line in said] == [Cause.AWAY]
    await own.rows("SELECT 1 AS one")
    assert events(said) == ["database_unavailable", "database_available"]
