"""A session that was begun before its rules changed: what they cannot read of it has its own problem."""

from collections.abc import Iterator

import pytest

from tests.service.play.test_damage import HOW
from tests.support.client import Player, Table, of, played
from tests.support.postgres import execute
from tests.support.server import Server, serving

OTHER = 4


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database) as server:
        yield server


def other(database: str, bo: Player, how: str, version: int = OTHER) -> None:
    """Let an event be one that other rules have made."""
    where = f"session = '{bo.session}' AND version = {version}"
    execute(database, f"SET session_replication_role = replica; {HOW[how].replace('{}', where)}")


def begun(server: Server) -> Table:
    """Give a table with seven events, which its server remembers."""
    table = played(server.http, "Ann", "Bo", house_rules={"undo": "gm"})
    while table["Bo"].draws_a_line("Spiders.")["version"] < OTHER + 3:
        pass
    return table


@pytest.fixture(
    scope="module", params=["an event has an effect of other rules", "an event cannot be folded"]
)
def table(server: Server, database: str, request: pytest.FixtureRequest) -> Table:
    table = begun(server)
    other(database, table["Bo"], request.param)
    return table


@pytest.mark.parametrize(
    "path",
    [
        f"/state?at={OTHER}",
        f"/network?at={OTHER + 1}",
        f"/options?at={OTHER}",
        f"/diff?from={OTHER}&to={OTHER + 2}",
    ],
)
def test_what_takes_an_event_that_cannot_be_read_names_it(table: Table, path: str) -> None:
    bo = table["Bo"]
    problem = of(bo.get(bo.home + path), 500)
    assert (problem["code"], problem["facts"]) == (
        "log_damaged",
        {"session": bo.session, "version": OTHER},
    )


def test_so_do_moves_that_go_back_to_it(table: Table) -> None:
    ann = table["Ann"]
    problem = of(ann.move("rewind", to=OTHER), 500)
    assert problem["facts"] == {"session": ann.session, "version": OTHER}


def test_so_does_whatever_reads_the_log_again(server: Server, database: str) -> None:
    ann = begun(server)["Ann"]
    other(database, ann, "an event has an effect of other rules")
    for answer in (
        ann.post(f"{ann.home}/what-if", {"without": [OTHER - 1]}),
        ann.move("leave_out", version=OTHER - 1),
        ann.get(f"{ann.home}/ledger"),
        ann.post(f"{ann.home}/redactions", {"versions": [OTHER], "reason": "A slip."}),
    ):
        problem = of(answer, 500)
        assert (problem["code"], problem["facts"]["version"]) == ("log_damaged", OTHER)


def test_what_is_before_it_is_served_and_the_log_is_told_as_it_is(table: Table) -> None:
    bo = table["Bo"]
    assert bo.see("/state", at=OTHER - 1)["version"] == OTHER - 1
    assert [event["version"] for event in bo.log()] == list(range(1, bo.head + 1))


def test_a_process_that_begins_anew_reads_up_to_there(server: Server, database: str) -> None:
    bo, whole = begun(server)["Bo"], begun(server)["Bo"]
    other(database, bo, "an event cannot be folded")
    with serving(database) as fresh:
        again = bo.at(fresh.http)
        assert of(again.get(again.home), 500)["code"] == "log_damaged"
        assert of(again.move("signal"), 500)["facts"]["version"] == OTHER
        assert again.see("/state", at=OTHER - 1)["version"] == OTHER - 1
        assert whole.at(fresh.http).draws_a_line("Rats.")
        assert not [line for line in fresh.lines if line["event"] == "internal_error"]


def test_a_session_of_which_nothing_can_be_read_does_not_hide_others(
    server: Server, database: str
) -> None:
    bo = begun(server)["Bo"]
    other(database, bo, "a hash is another", version=1)
    with serving(database) as fresh:
        again = bo.at(fresh.http)
        assert of(again.get(again.home), 500)["facts"] == {"session": bo.session, "version": 1}
        assert again.read("/v1/sessions") == {"sessions": [], "next_after": None}
