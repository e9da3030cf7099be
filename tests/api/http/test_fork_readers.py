"""Readers of a session may also read its forks. Without a seat in a fork, they may do nothing else there."""

from itertools import islice

import pytest

from tests.support.client import Player, Table, forked, frames, of, played, started
from tests.support.server import Server

READS = (
    *("", "/state", "/network", "/banks", "/ledger", "/awaited", "/options", "/events"),
    *("/events/2", "/events/2/ruling", "/refusals", "/forks", "/tokens", "/diff?from=1"),
)


def reading(player: Player, session: str) -> Player:
    """Return a player of the parent session as a reader of a session without a seat there."""
    return Player(player.http, str(player.token), session, "")


@pytest.fixture
def fork(table: Table) -> Table:
    """Return a fork with a seat for Ann. Bo sits only in the parent."""
    return forked(table["Ann"])


@pytest.fixture
def bo(table: Table, fork: Table) -> Player:
    return reading(table["Bo"], fork.session)


@pytest.mark.parametrize("path", READS)
def test_a_reader_of_the_parent_may_read_the_fork(bo: Player, path: str) -> None:
    assert bo.get(f"{bo.home}{path}").status_code == 200


def test_a_reader_sees_the_same_as_seated_players(bo: Player, fork: Table) -> None:
    for path in ("/network", "/banks", "/awaited"):
        assert bo.see(path) == fork["Ann"].see(path)
    assert bo.see("/state")["play"] == fork["Ann"].see("/state")["play"]
    assert (bo.see()["your_seats"], bo.see("/state")["seat"]) == ([], "")


def test_a_reader_has_no_options_and_issues_no_token(bo: Player) -> None:
    assert bo.see("/options")["options"] == []
    (own,) = bo.see("/tokens")["tokens"]
    assert (own["seats"], own["is_own"]) == ([], True)
    assert of(bo.post(f"{bo.home}/tokens", {"label": "a bot"}), 403)["code"] == "read_only"


def test_a_reader_may_fork_and_has_a_seat_there(bo: Player) -> None:
    own = forked(bo)["Ann"]
    assert own.see()["your_seats"] == ["s1"]
    own.draws_a_line("Spiders.")


def test_a_reader_of_the_first_session_may_read_every_fork_of_its_forks(
    table: Table, fork: Table
) -> None:
    second = forked(fork["Ann"])
    third = forked(second["Ann"], version=2)
    for session in (second.session, third.session):
        assert reading(table["Cy"], session).see()["your_seats"] == []


def test_a_player_of_only_the_fork_may_not_read_the_parent(table: Table, fork: Table) -> None:
    claimed = fork.claim("Bo")
    problem = of(claimed.get(f"/v1/sessions/{table.session}"), 404)
    assert problem["code"] == "no_such_session"
    assert claimed.log()[:-2] == table["Bo"].log()


def test_a_fork_does_not_exist_for_those_who_may_not_read_its_parent(
    server: Server, fork: Table
) -> None:
    eve = reading(started(server.http, "Eve")["Eve"], fork.session)
    for path in (*READS, "/events/9"):
        assert of(eve.get(f"{eve.home}{path}"), 404)["code"] == "no_such_session"


def test_only_sessions_with_your_seat_are_listed(bo: Player, fork: Table) -> None:
    listed = [one["session"] for one in bo.read("/v1/sessions")["sessions"]]
    assert fork.session not in listed
    listed = [one["session"] for one in fork["Ann"].read("/v1/sessions")["sessions"]]
    assert fork.session in listed


def test_a_reader_may_follow(bo: Player, fork: Table) -> None:
    with bo.follows(after=bo.head) as lines:
        fork["Ann"].draws_a_line("Spiders.")
        (frame,) = islice(frames(lines), 1)
        assert frame["data"]["type"] == "add_limit"


def test_a_reader_may_claim_a_seat_with_the_same_token(bo: Player, fork: Table) -> None:
    of(bo.post("/v1/seats/claim", {"code": fork.codes["Cy"]}), 201)
    assert bo.see()["your_seats"] == ["s3"]
    bo.draws_a_line("Spiders.")


def test_a_reader_may_end_only_their_own_token(server: Server) -> None:
    table = played(server.http, "Ann", "Bo")
    fork, ann, bo = forked(table["Ann"]), table["Ann"], table["Bo"]
    own = bo.see("/tokens")["tokens"][0]["id"]
    theirs = ann.see("/tokens")["tokens"][0]["id"]
    reader = reading(bo, fork.session)
    assert (
        of(reader.ask("DELETE", f"{reader.home}/tokens/{theirs}"), 404)["code"] == "no_such_token"
    )
    assert reader.ask("DELETE", f"{reader.home}/tokens/{own}").status_code == 204
    assert of(reader.get(reader.home), 401)["code"] == "invalid_token"
