"""When a time limit is over, the default answer is made, however many processes there are."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import NamedTuple
from uuid import UUID, uuid4

import asyncpg
import httpx
import pytest

from tests.support.client import CLERK, Json, Table, frames, of, played
from tests.support.load import verified
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.postgres import execute, fresh_database, of_database
from tests.support.server import Server, serving

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}'"
FREE = "SELECT taken_until = '-infinity' FROM deadlines"
LIMIT_SECONDS = 5
RULES: Json = {"answer_seconds": LIMIT_SECONDS}


def declared(http: httpx.Client) -> Table:
    """A table in Run. Bo has just declared a change, and Ann is silent."""
    table = played(http, "Ann", "Bo", until="run", house_rules=RULES)
    table["Bo"].moves("declare", overview="A witness turns up.", actions=[CLERK])
    return table


def sessions_in_which_time_passed(database_url: str) -> list[str]:
    """Read the database, because a request to a server could have an effect."""
    sql = "SELECT session FROM events WHERE type = 'time_passes' ORDER BY session"
    return execute(database_url, sql).split()


def wait_until_time_passes(database_url: str, sessions: int) -> None:
    until(lambda: sessions_in_which_time_passed(database_url), lambda found: len(found) >= sessions)


def closes(table: Table) -> datetime:
    """Return the time when the limit of the table's declaration ends."""
    events = [event["event"] for event in table["Ann"].log() if event["type"] == "declare"]
    limits = next(e for e in events[-1]["effects"] if e["effect"] == "answers_due")
    return datetime.fromisoformat(limits["due"][0]["until"])


def closed(table: Table) -> Json:
    """Return the only event `time_passes` of a log, and require a valid chain."""
    verified(table["Ann"])
    (event,) = [event for event in table["Ann"].log() if event["type"] == "time_passes"]
    found: Json = event
    return found


def deadlines(database_url: str) -> set[str]:
    """Return the sessions that have a deadline."""
    return set(execute(database_url, "SELECT session FROM deadlines").split())


class Evening:
    """Tables on two processes, after their time limits are over."""

    def __init__(self, url: str, one: httpx.Client, two: httpx.Client) -> None:
        self.url, self.one, self.two = url, one, two
        self.paused = declared(one)
        self.paused["Ann"].moves("signal")
        self.answered = declared(two)
        self.answered["Ann"].moves("consent", declaration="d1")
        self.stopped_at_once = deadlines(url) == set()
        self.silent = [declared(http) for http in (one, two, one, two)]
        self.followed = self.silent[-1]
        reader = self.followed["Ann"].at(one)
        with reader.follows(after=reader.head) as lines:
            self.told = next(frames(lines))


class Stopped(NamedTuple):
    """A server that was stopped before a time limit was over."""

    url: str
    server: Server
    table: Table


@pytest.fixture(scope="module")
def stopped(postgres_url: str) -> Iterator[Stopped]:
    with fresh_database(postgres_url) as url, serving(url) as server:
        table = declared(server.http)
        server.stop()
        yield Stopped(url, server, table)


@pytest.fixture(scope="module")
def evening(postgres_url: str, stopped: Stopped) -> Iterator[Evening]:
    """This runs after `stopped`, so that both time limits end at the same time."""
    with (
        fresh_database(postgres_url) as url,
        serving(url) as one,
        serving(url, verger_hot_sessions=1) as two,
    ):
        evening = Evening(url, one.http, two.http)
        wait_until_time_passes(url, len(evening.silent))
        yield evening


@pytest.mark.thorough
def test_a_default_answer_is_made_once_though_two_processes_watch_the_clock(
    evening: Evening,
) -> None:
    sessions = sorted(table.session for table in evening.silent)
    assert sessions_in_which_time_passed(evening.url) == sessions
    for table in evening.silent:
        event = closed(table)["event"]
        assert datetime.fromisoformat(event["at"]) >= closes(table)
        assert event["seat"] is None
        assert event["effects"][0] == {**event["effects"][0], "effect": "consented", "seat": "s1"}
        assert table["Bo"].see("/network")["nodes"][-1]["label"] == "The Night Clerk"


def test_a_stream_sends_a_missed_deadline_like_any_other_event(evening: Evening) -> None:
    event = closed(evening.followed)
    told = evening.told
    assert (told["data"]["type"], told["id"]) == ("time_passes", str(event["version"]))
    assert told["data"] == event


def test_a_pause_stops_the_clock_and_the_whole_time_begins_after_it(evening: Evening) -> None:
    paused = evening.paused
    assert paused.session not in sessions_in_which_time_passed(evening.url)
    event = paused["Ann"].moves("propose", subject={"subject": "resume_play"})["event"]
    event = paused["Bo"].moves("agree", proposal=event["effects"][0]["proposal"])["event"]
    limits = next(e for e in event["effects"] if e["effect"] == "answers_due")
    until = limits["due"][0]["until"]
    sql = f"SELECT at = '{until}' FROM deadlines WHERE session = '{paused.session}'"  # noqa: S608
    assert execute(evening.url, sql) == "t"


def test_an_answer_stops_the_clock_too(evening: Evening) -> None:
    assert evening.answered.session not in sessions_in_which_time_passed(evening.url)


def test_nothing_is_left_of_a_deadline_that_is_over_or_was_stopped(evening: Evening) -> None:
    assert evening.stopped_at_once
    sessions = {table.session for table in (*evening.silent, evening.answered)}
    assert not deadlines(evening.url) & sessions


def test_a_default_answer_is_made_after_a_restart(stopped: Stopped, evening: Evening) -> None:
    assert sessions_in_which_time_passed(stopped.url) == []
    stopped.server.restart()
    wait_until_time_passes(stopped.url, 1)
    assert datetime.fromisoformat(closed(stopped.table)["event"]["at"]) >= closes(stopped.table)


def test_no_client_makes_time_pass(evening: Evening) -> None:
    ann = evening.answered["Ann"]
    for query in ({}, {"dry_run": "true"}):
        assert of(ann.move("time_passes", query=query), 400)["code"] == "invalid_body"


def at_odds_with_the_log(database_url: str, session: str, seconds: float) -> None:
    """Insert a deadline that no event has set."""
    sql = (
        f"INSERT INTO deadlines (session, at) VALUES ('{session}', now() + interval '{seconds} s')"  # noqa: S608
    )
    execute(database_url, sql)


def wait_until_none(database_url: str, where: str) -> None:
    sql = f"SELECT at FROM deadlines WHERE {where}"  # noqa: S608
    until(lambda: execute(database_url, sql) == "")


def test_a_deadline_without_effect_is_dropped_and_nothing_is_recorded(
    evening: Evening,
) -> None:
    table = evening.answered
    before = verified(table["Ann"])
    at_odds_with_the_log(evening.url, table.session, -60)
    wait_until_none(evening.url, f"session = '{table.session}'")
    assert verified(table["Ann"]) == before


def test_a_session_that_time_cannot_pass_in_is_reported_and_left_for_a_while(
    database_url: str,
) -> None:
    with serving(database_url) as server:
        unknown = str(uuid4())
        at_odds_with_the_log(database_url, unknown, -60)
        table = played(server.http, "Ann", "Bo")
        at_odds_with_the_log(database_url, table.session, -30)
        wait_until_none(database_url, "at < now()")
        assert deadlines(database_url) == {unknown}
        (said,) = server.told(event="time_not_passed")
        assert (said["level"], said["session"]) == ("error", unknown)


def test_the_clock_goes_on_when_the_database_is_back(database_url: str, postgres_url: str) -> None:
    name = database_url.partition("?")[0].rpartition("/")[2]
    admin = of_database(postgres_url, "postgres")
    with serving(database_url) as server:
        ann = played(server.http, "Ann", "Bo")["Ann"]
        at_odds_with_the_log(database_url, ann.session, 1)
        execute(admin, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        execute(admin, CUT.format(name))
        server.told(event="deadlines_not_read")
        execute(admin, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        wait_until_none(database_url, "true")
        assert "clock_failed" not in server.said


@asynccontextmanager
async def held(database_url: str, session: str) -> AsyncIterator[None]:
    """Hold the deadline of a session, so that the event that deletes it has to wait."""
    connection = await asyncpg.connect(database_url)
    try:
        async with connection.transaction():
            hold = "SELECT FROM deadlines WHERE session = $1 FOR KEY SHARE"
            await connection.execute(hold, UUID(session))
            yield
    finally:
        await connection.close()


@pytest.mark.thorough
async def test_a_session_that_has_to_wait_keeps_no_other_waiting(database_url: str) -> None:
    # The timeout is long, so that the waiting session is not given up before the other is played.
    patient = {"verger.service.database.pool.COMMAND_SECONDS": 10 * PATIENCE_SECONDS}
    with serving(database_url, quicker=patient) as server:
        waiting = declared(server.http)
        async with held(database_url, waiting.session):
            until(lambda: execute(database_url, FREE), lambda found: found == "f")
            # The server takes this deadline at a later check.
            other = declared(server.http)
            wait_until_time_passes(database_url, 1)
            assert sessions_in_which_time_passed(database_url) == [other.session]
        wait_until_time_passes(database_url, 2)
        closed(waiting)


@pytest.mark.thorough
async def test_a_process_that_stops_gives_its_deadlines_back_at_once(
    database_url: str,
) -> None:
    with serving(database_url) as server:
        table = declared(server.http)
        async with held(database_url, table.session):
            until(lambda: execute(database_url, FREE), lambda found: found == "f")
            server.process.terminate()
            until(lambda: execute(database_url, FREE), lambda found: found == "t")
