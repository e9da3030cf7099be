"""A session with a missing or unreadable event: earlier events are served, others are refused with `log_damaged`."""

from collections.abc import Callable, Iterator

import httpx
import pytest

from tests.service.play.test_damage import HOW
from tests.support.client import Player, Table, of, played
from tests.support.postgres import execute
from tests.support.server import Server, serving

BAD = 4
"""The version of the damaged event."""
MISSING, OTHER_RULES = "an event is missing", "an event has an effect of other rules"
KINDS = (MISSING, OTHER_RULES, "an event cannot be folded")


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database) as server:
        yield server


def begun(server: Server) -> Table:
    """Return a table with seven events that its server holds in memory."""
    table = played(server.http, "Ann", "Bo", house_rules={"undo": "gm"})
    while table["Bo"].draws_a_line("Spiders.")["version"] < BAD + 3:
        pass
    return table


def damaged(database: str, table: Table, how: str, version: int = BAD) -> Table:
    """Damage one event of a session in the database."""
    where = f"session = '{table.session}' AND version = {version}"
    execute(database, f"SET session_replication_role = replica; {HOW[how].replace('{}', where)}")
    return table


@pytest.fixture(scope="module")
def tables(server: Server, database: str) -> dict[str, Table]:
    """For each kind of damage, return a session with it. Tests only read these sessions."""
    return {kind: damaged(database, begun(server), kind) for kind in KINDS}


def is_named(answer: httpx.Response, session: str, version: int = BAD) -> None:
    """Require a problem that names the session and the version of the damaged event."""
    problem = of(answer, 500)
    assert problem["code"] == "log_damaged"
    assert problem["facts"] == {"session": session, "version": version}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "path",
    [
        f"/state?at={BAD}",
        f"/network?at={BAD + 1}",
        f"/options?at={BAD}",
        f"/diff?from={BAD}&to={BAD + 2}",
    ],
)
def test_a_request_that_needs_the_event_is_refused_with_its_version(
    tables: dict[str, Table], kind: str, path: str
) -> None:
    bo = tables[kind]["Bo"]
    is_named(bo.get(bo.home + path), bo.session)


@pytest.mark.parametrize(
    "path",
    [
        f"/events?after={BAD - 1}",
        f"/events/{BAD}",
        f"/events/{BAD}/ruling",
        "/export",
        "/landmarks",
    ],
)
def test_requests_that_only_show_the_log_report_a_missing_event(
    tables: dict[str, Table], path: str
) -> None:
    bo = tables[MISSING]["Bo"]
    is_named(bo.get(bo.home + path), bo.session)


@pytest.mark.parametrize("kind", KINDS)
def test_earlier_versions_are_served(tables: dict[str, Table], kind: str) -> None:
    bo = tables[kind]["Bo"]
    assert bo.see("/state", at=BAD - 1)["version"] == BAD - 1
    page = bo.see("/events", limit=500)
    shown = BAD if kind == MISSING else bo.head + 1
    assert [event["version"] for event in page["events"]] == list(range(1, shown))
    assert page["next_after"] == (BAD - 1 if kind == MISSING else None)
    assert bo.see(f"/events/{BAD - 1}")["version"] == BAD - 1
    assert bo.see("/state", as_of=page["events"][0]["event"]["at"])["version"] >= 1
    assert bo.get(f"{bo.home}/export", at=BAD - 1).status_code == 200


def test_requests_that_read_the_log_again_are_refused(server: Server, database: str) -> None:
    ann = damaged(database, begun(server), OTHER_RULES)["Ann"]
    for answer in (
        ann.post(f"{ann.home}/what-if", {"without": [BAD - 1]}),
        ann.move("leave_out", version=BAD - 1),
        ann.move("rewind", to=BAD),
        ann.get(f"{ann.home}/ledger"),
        ann.post(f"{ann.home}/redactions", {"versions": [BAD], "reason": "A slip."}),
    ):
        is_named(answer, ann.session)


def asked(bo: Player) -> list[Callable[[], httpx.Response]]:
    """Return functions that send requests which need the newest state."""
    return [
        lambda: bo.get(bo.home),
        lambda: bo.get(f"{bo.home}/options"),
        lambda: bo.move("add_limit", kind="line", text="Eels."),
        lambda: bo.move("add_limit", kind="line", text="Eels.", query={"dry_run": "true"}),
        lambda: bo.post(f"{bo.home}/forks", {}),
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_only_a_process_with_the_newest_state_in_memory_plays_on(
    server: Server, database: str, kind: str
) -> None:
    bo, whole = damaged(database, begun(server), kind)["Bo"], begun(server)["Bo"]
    assert bo.draws_a_line("Rats.")["version"] == BAD + 4
    with serving(database) as fresh:
        again = bo.at(fresh.http)
        for ask in asked(again):
            is_named(ask(), bo.session)
        if kind == MISSING:
            lines = {"Accept": "application/x-ndjson"}
            is_named(again.get(f"{bo.home}/events", lines, after=BAD), bo.session)
        assert [one["version"] for one in again.read("/v1/sessions")["sessions"]] == [BAD - 1]
        assert again.post(f"{bo.home}/forks", {"version": BAD - 1}).status_code == 201
        assert whole.at(fresh.http).draws_a_line("Rats.")
        told = fresh.told(event="log_damaged", session=bo.session)
        assert {line["version"] for line in told} == {BAD}
        assert not [line for line in fresh.lines if line["event"] == "internal_error"]


def test_a_session_without_a_readable_event_does_not_hide_others(
    server: Server, database: str
) -> None:
    bo = damaged(database, begun(server), "a hash is another", version=1)["Bo"]
    with serving(database) as fresh:
        again = bo.at(fresh.http)
        is_named(again.get(again.home), bo.session, version=1)
        assert again.read("/v1/sessions") == {"sessions": [], "next_after": None}
