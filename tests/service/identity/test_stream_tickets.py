"""Tickets in the database: once among several processes, for a minute, and no longer than their token."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import httpx
import pytest

from tests.support.client import Player, frames, of, played
from tests.support.postgres import execute
from tests.support.problems import a_problem
from tests.support.server import Server, serving
from tests.support.socket import ending, ticketed
from verger.service.database.pool import Database
from verger.service.identity.stream_ticket import StreamTickets

QUICKER = {"verger.service.edge.following.KEEP_ALIVE_SECONDS": 0.3}
EXPIRED = "UPDATE stream_tickets SET expires_at = now() - interval '1 second'"


@pytest.fixture(scope="module")
def pair(database: str) -> Iterator[tuple[Server, Server]]:
    with serving(database, quicker=QUICKER) as one, serving(database, quicker=QUICKER) as two:
        yield one, two


@pytest.fixture
def bo(pair: tuple[Server, Server]) -> Player:
    return played(pair[0].http, "Ann", "Bo")["Bo"]


def ticket_of(player: Player) -> str:
    return str(of(player.post(f"{player.home}/stream-tickets", None), 201)["ticket"])


def opened(http: httpx.Client, player: Player, ticket: str) -> httpx.Response:
    query = {"ticket": ticket, "follow": "false"}
    headers = {"Accept": "text/event-stream"}
    return http.get(f"{player.home}/events", params=query, headers=headers)


def test_of_many_uses_of_a_ticket_at_once_one_is_served(
    pair: tuple[Server, Server], bo: Player
) -> None:
    with ThreadPoolExecutor(8) as pool:
        for _ in range(5):
            ticket = ticket_of(bo)
            uses = [pool.submit(opened, pair[n % 2].http, bo, ticket) for n in range(8)]
            assert sorted(use.result().status_code for use in uses) == [200, *[401] * 7]


def test_an_expired_ticket_opens_nothing_and_the_next_one_deletes_it(
    pair: tuple[Server, Server], database: str, bo: Player
) -> None:
    ticket = ticket_of(bo)
    execute(database, EXPIRED)
    a_problem(opened(pair[1].http, bo, ticket), "invalid_ticket")
    assert execute(database, "SELECT count(*) FROM stream_tickets") == "1"
    ticket_of(bo)
    assert execute(database, "SELECT count(*) FROM stream_tickets") == "1"


def test_only_the_hash_of_a_ticket_is_stored(database: str, bo: Player) -> None:
    ticket = ticket_of(bo)
    held = execute(database, "SELECT string_agg(t::text, ' ') FROM stream_tickets t")
    assert bo.session in held
    assert ticket[3:] not in held
    assert ticket[3:].encode().hex() not in held


def limited(bo: Player) -> Player:
    issued = of(bo.post(f"{bo.home}/tokens", {"label": "a page", "scopes": ["read"]}), 201)
    return Player(bo.http, issued["token"], bo.session, bo.seat)


def end(player: Player) -> None:
    (own,) = (one["id"] for one in player.see("/tokens")["tokens"] if one["is_own"])
    assert player.ask("DELETE", f"{player.home}/tokens/{own}").status_code == 204


def test_a_ticket_ends_with_its_token(pair: tuple[Server, Server], bo: Player) -> None:
    page = limited(bo)
    ticket = ticket_of(page)
    end(page)
    a_problem(opened(pair[0].http, bo, ticket), "invalid_ticket")


def test_a_stream_by_ticket_ends_when_the_token_is_revoked(bo: Player) -> None:
    page = limited(bo)
    by_ticket = Player(bo.http, "", bo.session, bo.seat)
    with (
        by_ticket.follows(ticket=ticket_of(page), after=2) as lines,
        ticketed(bo, ticket_of(page), after=2) as link,
    ):
        made = bo.draws_a_line("Spiders.")
        told = frames(lines)
        assert next(told)["data"] == made
        end(page)
        assert list(told) == [{"event": "end", "data": {"reason": "invalid_token"}}]
        assert ending(link) == (4401, "invalid_token")


def test_a_stream_by_ticket_ends_when_the_token_expires(database: str, bo: Player) -> None:
    page = limited(bo)
    with Player(bo.http, "", bo.session, bo.seat).follows(ticket=ticket_of(page), after=2) as lines:
        execute(database, "UPDATE tokens SET expires_at = now() WHERE label = 'a page'")
        (told,) = frames(lines)
    assert told == {"event": "end", "data": {"reason": "invalid_token"}}


@pytest.fixture
def tickets(own: Database) -> StreamTickets:
    return StreamTickets(own)


async def test_no_two_tickets_are_alike(tickets: StreamTickets, database: str, bo: Player) -> None:
    token = UUID(execute(database, "SELECT id FROM tokens LIMIT 1"))
    made = {(await tickets.issue(token, UUID(bo.session))).secret for _ in range(20)}
    assert len(made) == 20
    assert {len(secret) for secret in made} == {46}
    assert await tickets.take(made.pop(), UUID(bo.session)) == token
