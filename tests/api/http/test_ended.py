"""Requests for an ended session receive its stub. An import of its archive replaces the stub."""

from collections.abc import Callable
from functools import partial
from uuid import UUID, uuid4

import httpx
import pytest

from tests.api.conftest import Pair
from tests.support.client import Client, Json, Player, Table, forked, frames, of, played
from tests.support.ended import end
from tests.support.patience import until
from tests.support.postgres import execute
from tests.support.problems import a_problem
from verger.service.database.pool import Database
from verger.service.log.snapshot import Snapshots
from verger.service.log.store import Store
from verger.service.play.losses import Losses
from verger.service.play.session import EndedSessionError
from verger.service.play.sessions import Sessions

pytestmark = pytest.mark.thorough


def sat(pair: Pair) -> Table:
    """Start a table with all kinds of data about a session. Both servers have the session in memory."""
    one, two, _ = pair
    table = played(one.http, "Ann", "Bo")
    ann, bo = table["Ann"], table["Bo"]
    bo.draws_a_line("Spiders.", key=uuid4().hex)
    bo.moves("seal_note", text="The heir is the doctor.", eyes=[])
    of(bo.move("end_turn"), 409)
    of(ann.post(f"{ann.home}/tokens", {"label": "A bot"}, uuid4().hex), 201)
    of(
        ann.post(f"{ann.home}/webhooks", {"url": "http://127.0.0.1:9/", "description": "A log"}),
        201,
    )
    assert ann.at(two.http).head == bo.head
    return table


def is_gone(answer: httpx.Response) -> bool:
    return answer.status_code == 410


def gone(player: Player, code: str) -> Json:
    """Return the stub of an ended session. Every kind of request must receive it."""
    answers = [
        player.get(player.home),
        player.get(f"{player.home}/events"),
        player.get(f"{player.home}/export"),
        player.get(f"{player.home}/tokens"),
        player.move("add_limit", kind="line", text="Rats."),
        player.post(f"{player.home}/forks", {}),
    ]
    first, *others = [a_problem(answer, code)["facts"] for answer in answers]
    assert others == [first] * len(others)
    stub: Json = first
    return stub


@pytest.mark.parametrize("code", ["session_archived", "session_deleted"])
def test_requests_for_an_ended_session_receive_its_stub(pair: Pair, code: str) -> None:
    one, two, url = pair
    table = sat(pair)
    ann, newest = table["Ann"], table["Ann"].log()[-1]
    end(url, table.session, code)
    for server in (one, two):
        for asker in (ann, Player(one.http, "", table.session, "")):
            a_problem(until(partial(asker.at(server.http).get, asker.home), is_gone), code)
        stub = gone(ann.at(server.http), code)
        assert stub == {
            "session": table.session,
            "version": newest["version"],
            "hash": newest["hash"],
            "ended_by": "operator",
            "ended_at": stub["ended_at"],
        }


def test_a_token_of_two_sessions_keeps_the_other(pair: Pair) -> None:
    table = sat(pair)
    ann = table["Ann"]
    fork = forked(ann)["Ann"]
    other = of(
        ann.post("/v1/sessions", {"title": "Other", "seats": [{"kind": "gm", "name": "A"}]}), 201
    )
    for session in (fork.session, table.session):
        end(pair[2], session)
    listed = until(lambda: ann.read("/v1/sessions")["sessions"], lambda found: len(found) == 1)
    assert [session["session"] for session in listed] == [other["session"]]


@pytest.mark.parametrize("place", [0, 1])
def test_a_stream_of_an_ended_session_ends_with_a_message(pair: Pair, place: int) -> None:
    table = sat(pair)
    bo = table["Bo"].at((pair[0], pair[1])[place].http)
    with bo.follows(after=bo.head) as lines:
        messages = frames(lines)
        table["Ann"].draws_a_line("Rats.")
        assert next(messages)["data"]["type"] == "add_limit"
        end(pair[2], table.session)
        assert next(messages) == {"event": "end", "data": {"reason": "session_archived"}}


def test_no_loss_is_reported_or_recorded_for_an_ended_session(pair: Pair) -> None:
    table = sat(pair)
    end(pair[2], table.session)
    until(lambda: table["Ann"].get(table["Ann"].home), is_gone)
    lost = f"SELECT count(*) FROM lost WHERE session = '{table.session}'"  # noqa: S608
    assert execute(pair[2], lost) == "0"
    said = [line for line in pair[0].lines if line.get("session") == table.session]
    assert not [line for line in said if line["event"] == "log_went_back"]


async def test_a_session_that_ends_while_it_is_read_is_not_called_damaged(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, database = sat(pair), Database(pair[2], 2)
    await database.open()
    store = Store(database)

    async def ended_meanwhile(id: UUID) -> int:
        end(pair[2], id)
        return 0

    monkeypatch.setattr(store, "rewritten", ended_meanwhile)
    sessions = Sessions(store, Snapshots(database), Losses(database), 10)
    try:
        with pytest.raises(EndedSessionError):
            await sessions.known(UUID(table.session))
    finally:
        await database.close()


def is_at(version: int) -> Callable[[httpx.Response], bool]:
    """Return a function that checks whether an answer has a session at this version."""
    return lambda answer: bool(answer.status_code == 200 and answer.json()["version"] == version)


def test_the_archive_takes_the_stubs_place(pair: Pair) -> None:
    table, cy = sat(pair), Client(pair[0].http, sat(pair)["Ann"].token)
    ann = table["Ann"]
    before, made = ann.get(f"{ann.home}/export"), ann.draws_a_line("Rats.")
    archive = ann.get(f"{ann.home}/export").content
    end(pair[2], table.session)
    told = a_problem(cy.imports(before.content), "stub_differs")["facts"]
    assert (told["version"], told["hash"]) == (made["version"], made["hash"])
    assert of(cy.imports(archive), 201)["hash"] == made["hash"]
    for server in pair[:2]:
        there = ann.at(server.http)
        found = until(partial(there.get, there.home), is_at(made["version"]))
        assert of(found, 200)["your_seats"] == ["s1"]
        assert there.get(f"{there.home}/export").content == archive
    assert ann.log()[-1] == made
    assert cy.imports(archive).status_code == 409


def test_a_deleted_session_does_not_come_back(pair: Pair) -> None:
    table, cy = sat(pair), Client(pair[0].http, sat(pair)["Ann"].token)
    archive = table["Ann"].get(f"{table['Ann'].home}/export").content
    end(pair[2], table.session, "session_deleted")
    a_problem(cy.imports(archive), "session_deleted")


def test_a_fork_comes_back_after_its_parent(pair: Pair) -> None:
    table, cy = sat(pair), Client(pair[0].http, sat(pair)["Ann"].token)
    fork = forked(table["Ann"])["Ann"]
    archives = [one.get(f"{one.home}/export").content for one in (table["Ann"], fork)]
    for session in (fork.session, table.session):
        end(pair[2], session)
    told = a_problem(cy.imports(archives[1]), "session_archived")
    assert told["facts"]["session"] == table.session
    for archive in archives:
        of(cy.imports(archive), 201)


def test_a_claim_code_of_an_ended_session_is_void(pair: Pair) -> None:
    ann = Client(pair[0].http)
    seats = [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}]
    begun = of(ann.post("/v1/sessions", {"title": "Other", "seats": seats}), 201)
    end(pair[2], begun["session"])
    answer = ann.post("/v1/seats/claim", {"code": begun["seats"][1]["claim_code"]})
    a_problem(answer, "no_such_claim_code")


def test_a_repeated_start_of_a_session_that_was_ended_starts_another(pair: Pair) -> None:
    ann, key = Client(pair[0].http), uuid4().hex
    body = {"title": "Other", "seats": [{"kind": "gm", "name": "Ann"}]}
    first = of(ann.post("/v1/sessions", body, key), 201)
    end(pair[2], first["session"])
    assert of(ann.post("/v1/sessions", body, key), 201)["session"] != first["session"]
