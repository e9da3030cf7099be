"""An older process reports events of a later release, and leaves their session to processes of that release."""

import asyncio
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import pytest
from structlog.testing import capture_logs

from tests.support.app import app_key, sits_down
from tests.support.client import Client, forked, of, played
from tests.support.patience import until
from tests.support.postgres import execute
from tests.support.server import serving
from tests.support.settings import Settings
from verger.domain.core.identifier import SeatId
from verger.domain.core.table import LimitKind
from verger.domain.table.safety import AddLimit
from verger.service.database.outage import Cause, UnavailableError
from verger.service.edge.form import SSE
from verger.service.log.form import FORMAT
from verger.service.play import damage
from verger.service.play.answer import Appended
from verger.service.play.damage import NewerLogError
from verger.service.play.request import MoveRequest
from verger.service.wiring import Parts

pytestmark = pytest.mark.thorough


def rewritten(url: str, session: object, what: str, which: str = "true") -> None:
    """Rewrite events as a later release would write them."""
    sql = f"UPDATE events SET {what} WHERE session = '{session}' AND {which}"  # noqa: S608
    execute(url, f"SET session_replication_role = replica; {sql}")


LATER = f"format = {FORMAT + 1}"
OF_ANOTHER_EDITION = """data = replace(data, '"ruleset_version":1', '"ruleset_version":99')"""


@pytest.mark.parametrize("what", [LATER, OF_ANOTHER_EDITION])
async def test_a_session_of_a_later_release_is_left_to_it_and_reported_once(
    session: UUID, begun_url: str, what: str
) -> None:
    damage.left.cache_clear()
    rewritten(begun_url, session, what)
    with capture_logs() as said:
        async with Parts(Settings(database_url=begun_url)).running() as parts:
            for _ in range(2):
                with pytest.raises(NewerLogError):
                    await parts.sessions.readable(session)
                with pytest.raises(NewerLogError):
                    await parts.playing.move(asked(session))
    told = [line["event"] for line in said if line.get("session") == str(session)]
    assert told == ["session_is_newer"]


async def test_a_process_that_has_a_session_in_memory_appends_nothing_after_a_later_release(
    session: UUID, begun_url: str
) -> None:
    settings = Settings(database_url=begun_url)
    async with Parts(settings).running() as older, Parts(settings).running() as newer:
        await older.playing.move(asked(session))
        theirs = await newer.playing.move(asked(session))
        assert isinstance(theirs, Appended)
        version = theirs.row.version
        rewritten(begun_url, session, LATER, f"version = {version}")
        with pytest.raises(NewerLogError):
            await older.playing.move(asked(session))
        older.sessions.doubt()
        with pytest.raises(NewerLogError):
            await older.sessions.readable(session)
        assert await newer.store.head(session) == version


async def test_deadlines_of_a_session_of_a_later_release_stay_as_they_are(
    session: UUID, begun_url: str
) -> None:
    rewritten(begun_url, session, LATER)
    damage.left.cache_clear()
    due = "SELECT extract(epoch FROM at) FROM deadlines"
    free = "SELECT taken_until = '-infinity' FROM deadlines"
    execute(begun_url, f"INSERT INTO deadlines VALUES ('{session}', now())")  # noqa: S608
    at = execute(begun_url, due)
    with capture_logs() as said:
        async with Parts(Settings(database_url=begun_url)).running() as parts:
            await asyncio.to_thread(until, lambda: said, lambda lines: any(map(_is_left, lines)))
            # The deadline is free for others, for as long as this process runs.
            await asyncio.to_thread(until, lambda: execute(begun_url, free), "t".__eq__)
    assert execute(begun_url, due) == at
    assert parts.clock.failures == 0


async def test_a_state_of_a_later_release_is_unavailable_here(
    session: UUID, begun_url: str
) -> None:
    rewritten(begun_url, session, LATER)
    async with Parts(Settings(database_url=begun_url)).running() as parts:
        with pytest.raises(UnavailableError) as told:
            await parts.shown_now(session, 1)
    assert told.value.cause is Cause.NEWER


def _is_left(line: Mapping[str, Any]) -> bool:
    return bool(line["event"] == "session_is_newer")


def test_all_other_sessions_are_played_and_listed(database_url: str) -> None:
    with serving(database_url) as server:
        here, there = played(server.http, "Ann", "Bo"), played(server.http, "Ann", "Bo")
    rewritten(database_url, there["Ann"].session, LATER)
    with serving(database_url) as server:
        ann, other = here["Ann"].at(server.http), there["Ann"].at(server.http)
        told = of(other.move("add_limit", kind="line", text="Rats."), 503)
        assert told["code"] == "unavailable"
        assert "a newer release plays this session" in told["detail"]
        assert of(other.get("/v1/sessions"), 200)["sessions"] == []
        ann.draws_a_line("Rats.")
        # Reads without a fold are served from the stored events.
        assert other.log()[-1]["type"] == "take_seat"


def test_a_feed_that_meets_a_later_release_ends_for_another_process(database_url: str) -> None:
    with serving(database_url) as server:
        club = Client(server.http, app_key(database_url))
        session = sits_down(club)[0].session
        first = until(lambda: of(club.get("/v1/feed"), 200)["items"])[0]["place"]
    rewritten(database_url, session, LATER)
    with serving(database_url) as server:
        live = {"Accept": SSE, "Last-Event-ID": first, **club.authorization}
        with server.http.stream("GET", "/v1/feed", headers=live) as stream:
            assert [*stream.iter_lines()][-1] == ": unavailable"
        assert not [line for line in server.lines if line["level"] == "error"]


def test_a_redaction_does_not_rewrite_events_of_a_later_release(database_url: str) -> None:
    with serving(database_url) as server:
        ann = played(server.http, "Ann", "Bo")["Ann"]
        version = ann.draws_a_line("Rats.")["version"]
        fork = forked(ann, version=version).session
    rewritten(database_url, fork, LATER)
    stored = execute(database_url, f"SELECT data FROM events WHERE session = '{ann.session}'")  # noqa: S608
    with serving(database_url) as server:
        asked = {"versions": [version], "reason": "A slip."}
        again = ann.at(server.http)
        assert of(again.post(f"{again.home}/redactions", asked), 503)["code"] == "unavailable"
    now = execute(database_url, f"SELECT data FROM events WHERE session = '{ann.session}'")  # noqa: S608
    assert now == stored


def asked(session: UUID) -> MoveRequest:
    return MoveRequest(session, SeatId("s2"), AddLimit(LimitKind.LINE, "Rats."))
