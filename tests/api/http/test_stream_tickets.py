"""A ticket opens one live stream of its session, for a client that cannot send a token. It works only once."""

import json
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from tests.support.client import Client, Json, Player, Table, frames, of, played
from tests.support.problems import a_problem
from tests.support.socket import listening, messages, ticketed

SSE = {"Accept": "text/event-stream"}
LINES = {"Accept": "application/x-ndjson"}


def ticket_of(player: Player) -> str:
    issued = player.post(f"{player.home}/stream-tickets", None)
    return str(of(issued, 201)["ticket"])


def page_of(player: Player) -> Player:
    """Return a browser page: a client that knows the session but has no token to send."""
    page = Player(player.http, "", player.session, player.seat)
    assert page.authorization == {}
    return page


def opened(page: Client, home: str, ticket: str, **more: Any) -> Any:
    """Open a stream with a ticket. The stream ends at the head."""
    headers = {**SSE, **more.pop("headers", {})}
    return page.get(f"{home}/events", headers, ticket=ticket, follow="false", **more)


def test_a_stream_by_ticket_sends_past_events_and_new_ones(bo: Player) -> None:
    with page_of(bo).follows(ticket=ticket_of(bo)) as lines:
        heard = frames(lines)
        assert [told["data"] for told in islice(heard, 4)] == bo.log()
        made = bo.draws_a_line("Spiders.")
        assert next(heard)["data"] == made


def test_a_ticket_opens_a_socket_too(bo: Player) -> None:
    with ticketed(bo, ticket_of(bo), after=3) as link:
        heard = messages(link)
        assert next(heard)["version"] == 4
        made = bo.draws_a_line("Spiders.")
        assert next(heard) == made


def test_a_ticket_works_only_once_in_any_place(bo: Player) -> None:
    page, tickets = page_of(bo), [ticket_of(bo), ticket_of(bo)]
    of_stream = opened(page, bo.home, tickets[0])
    assert of_stream.status_code == 200
    with ticketed(bo, tickets[1], follow="false") as link:
        assert len(list(messages(link))) == 4
    for ticket in tickets:
        a_problem(opened(page, bo.home, ticket), "invalid_ticket")
        assert refused(bo, ticket) == (401, "invalid_ticket")


def refused(player: Player, ticket: str) -> tuple[int, str]:
    """Start a WebSocket's handshake with a ticket that must be refused. Return the status and the error code."""
    with pytest.raises(InvalidStatus) as refusal, ticketed(player, ticket):
        pass
    answer = refusal.value.response
    return answer.status_code, json.loads(answer.body)["code"]


def test_a_used_ticket_is_refused_and_a_new_one_resumes_the_stream(
    bo: Player,
) -> None:
    page, last = page_of(bo), {"Last-Event-ID": "2"}
    used = ticket_of(bo)
    opened(page, bo.home, used)
    a_problem(opened(page, bo.home, used, headers=last), "invalid_ticket")
    for resumed in ({"headers": last}, {"after": 2}):
        answer = opened(page, bo.home, ticket_of(bo), **resumed)
        ids = [told.get("id") for told in frames(iter(answer.text.splitlines()))]
        assert ids == ["3", "4", None]


@pytest.mark.parametrize("ticket", ["", "vt_x", f"vt_{'x' * 43}", "vt_%00", "é"])
def test_an_unknown_ticket_opens_nothing(bo: Player, ticket: str) -> None:
    a_problem(opened(page_of(bo), bo.home, ticket), "invalid_ticket")
    assert refused(bo, ticket) == (401, "invalid_ticket")


def test_a_token_is_no_ticket_and_a_ticket_no_token(bo: Player) -> None:
    a_problem(opened(page_of(bo), bo.home, str(bo.token)), "invalid_ticket")
    a_problem(Client(bo.http, ticket_of(bo)).get(bo.home), "invalid_token")


def test_a_ticket_opens_no_other_session_and_stays_valid_for_its_own(bo: Player) -> None:
    other, ticket = played(bo.http, "Ann")["Ann"], ticket_of(bo)
    a_problem(opened(page_of(bo), other.home, ticket), "invalid_ticket")
    assert refused(other, ticket) == (401, "invalid_ticket")
    assert opened(page_of(bo), bo.home, ticket).status_code == 200


def test_a_ticket_survives_a_request_that_is_refused_for_another_reason(bo: Player) -> None:
    page, ticket, events = page_of(bo), ticket_of(bo), f"{bo.home}/events"
    a_problem(opened(bo, bo.home, ticket), "ticket_and_token")
    a_problem(page.get(events, ticket=ticket), "ticket_of_streams")
    a_problem(page.get(events, LINES, ticket=ticket), "ticket_of_streams")
    a_problem(opened(page, bo.home, ticket, after="x"), "invalid_parameter")
    with pytest.raises(InvalidStatus), ticketed(bo, ticket, after="x"):
        pass
    assert opened(page, bo.home, ticket).status_code == 200


@pytest.mark.parametrize("path", ["", "/state", "/events/1", "/options", "/tokens"])
def test_a_ticket_opens_nothing_except_a_stream(bo: Player, path: str) -> None:
    page, ticket = page_of(bo), ticket_of(bo)
    refused = a_problem(page.get(bo.home + path, ticket=ticket), "invalid_parameter")
    assert ticket not in str(refused)
    move = page.post(f"{bo.home}/moves", {"move": "signal"}, params={"ticket": ticket})
    assert move.json()["code"] in ("missing_token", "invalid_parameter")
    assert ticket not in move.text


def test_a_socket_takes_a_ticket_or_a_token_and_not_both(bo: Player) -> None:
    ticket = ticket_of(bo)
    for offered in ((), ("verger.v1", f"verger.token.{bo.token}")):
        with (
            pytest.raises(InvalidStatus) as refusal,
            listening(bo, subprotocols=offered, ticket=ticket),
        ):
            pass
        assert json.loads(refusal.value.response.body)["code"] == "ticket_and_token"
    with ticketed(bo, ticket, follow="false") as link:
        assert len(list(messages(link))) == 4


def test_answers_about_tickets_are_not_cached_and_do_not_repeat_them(bo: Player) -> None:
    issued = bo.post(f"{bo.home}/stream-tickets", None)
    page, ticket = page_of(bo), issued.json()["ticket"]
    for answer in (issued, opened(page, bo.home, ticket), opened(page, bo.home, ticket)):
        assert answer.headers["Cache-Control"].startswith("no-store")
        assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert ticket not in answer.text
    assert answer.json()["instance"] == f"{bo.home}/events"


def test_a_ticket_says_when_it_expires(bo: Player) -> None:
    issued: Json = of(bo.post(f"{bo.home}/stream-tickets", None), 201)
    left = datetime.fromisoformat(issued["expires_at"]) - datetime.now(UTC)
    assert timedelta(seconds=50) < left <= timedelta(seconds=60)


def test_a_client_without_the_right_to_read_gets_no_ticket(table: Table) -> None:
    bo, stranger = table["Bo"], played(table.http, "Zoe")["Zoe"]
    a_problem(page_of(bo).post(f"{bo.home}/stream-tickets", None), "missing_token")
    a_problem(stranger.post(f"{bo.home}/stream-tickets", None), "no_such_session")
