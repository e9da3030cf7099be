"""When a seat ends, everything that it had ends in the same transaction, and in every process."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from uuid import UUID, uuid4

import pytest

from tests.support.client import Client, Json, Player, Table, frames, of, with_free_seat
from tests.support.postgres import somebody_waits
from tests.support.seated import seated
from tests.support.server import Server, serving
from verger.domain.core.identifier import SeatId
from verger.service.database.pool import Connection, Database
from verger.service.identity import claim_code, identity
from verger.service.identity.claim_code import Issuer
from verger.service.identity.identity import REMEMBER_SECONDS
from verger.service.play import access

SEAT = SeatId("s2")
Ending = Callable[[Connection, UUID, SeatId], Awaitable[None]]
HOOK: Json = {"url": "http://127.0.0.1:9/", "description": "Tells the bot."}
HANDING_OUT: list[tuple[str, Json]] = [
    ("tokens", {"label": "a bot"}),
    ("device-codes", {}),
    ("seats", {"kind": "player", "name": "Di"}),
    ("seats/s3/code", {}),
    ("forks", {}),
    ("webhooks", HOOK),
]
"""Requests of the GM that give further access to the table. Its seat s3 is empty."""


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, verger_webhook_private_targets="on") as server:
        yield server


@pytest.fixture
def table(server: Server) -> Table:
    return with_free_seat(server.http)


@pytest.fixture
def before(table: Table) -> Player:
    """Return Bo, with the first token of Bo's seat."""
    return table["Bo"]


def further_seat(table: Table, player: Player) -> None:
    ann, new = table["Ann"], {"kind": "player", "name": "Di"}
    offered = of(ann.post(f"{ann.home}/seats", new), 201)
    of(player.post("/v1/seats/claim", {"code": offered["claim_code"]}), 201)


def test_a_token_that_holds_more_keeps_the_rest(table: Table, before: Player) -> None:
    further_seat(table, before)
    assert before.see()["your_seats"] == [SEAT, "s4"]
    table.reissue("Bo")
    assert before.see()["your_seats"] == ["s4"]


def test_a_stream_ends_with_any_of_its_seats(table: Table, before: Player) -> None:
    further_seat(table, before)
    with before.follows(after=before.head) as lines:
        table.reissue("Bo")
        *_, last = frames(lines)
    assert (last["event"], last["data"]) == ("end", {"reason": "invalid_token"})
    assert before.see()["your_seats"] == ["s4"]


def test_a_player_that_returns_with_the_same_token_holds_the_seat_again(
    table: Table, before: Player
) -> None:
    table.reissue("Bo")
    of(before.post("/v1/seats/claim", {"code": table.codes["Bo"]}), 201)
    assert before.draws_a_line("Spiders.")["event"]["seat"] == SEAT
    before.moves("leave")
    assert of(before.get(before.home), 404)["code"] == "no_such_session"


def test_another_process_hands_nothing_out_to_a_lost_seat(
    database: str, table: Table, before: Player
) -> None:
    with serving(database, verger_webhook_private_targets="on") as other:
        elsewhere = before.at(other.http)
        assert elsewhere.see()["your_seats"] == [SEAT]
        bo = table.take_over("Bo")
        for path, body in HANDING_OUT:
            answer = elsewhere.post(f"{before.home}/{path}", body)
            assert of(answer, 404)["code"] == "no_such_session"
        time.sleep(REMEMBER_SECONDS)
        assert elsewhere.get(before.home).status_code == 404
        assert len(bo.see("/tokens")["tokens"]) == 1


async def test_a_code_that_is_used_or_replaced_by_then_takes_no_seat(own: Database) -> None:
    session = uuid4()
    async with own.connection() as connection:
        for code in ("first", "second"):
            await offer(connection, code, session)
        assert await claim_code.use_up(connection, "second", session, SEAT)
        for code in ("first", "second"):
            assert not await claim_code.use_up(connection, code, session, SEAT)
        await offer(connection, "third", session)
        assert not await claim_code.use_up(connection, "second", session, SEAT)


async def offer(connection: Connection, code: str, session: UUID) -> None:
    await claim_code.offer(connection, code, session, SEAT, Issuer(None, None))


async def test_a_player_that_issues_a_token_during_a_takeover_finds_the_seat_gone(
    own: Database,
) -> None:
    session = uuid4()
    async with own.connection() as one, own.connection() as two:
        old, new = await seated(one, session, SEAT), await seated(one, uuid4(), SEAT)
        assert await identity.held(two, old, session) == {SEAT}
        async with one.transaction():
            await access.take_over(one, new, session, SEAT)
            asking = asyncio.create_task(identity.held(two, old, session))
            await somebody_waits(one)
            assert not asking.done()
        assert await asking == set()
        assert await identity.held(two, new, session) == {SEAT}


async def test_a_takeover_during_the_issue_of_a_token_leaves_the_old_player_nothing(
    own: Database,
) -> None:
    session = uuid4()
    async with own.connection() as one, own.connection() as two:
        old, new = await seated(one, session, SEAT), await seated(one, uuid4(), SEAT)
        async with one.transaction():
            assert await identity.held(one, old, session) == {SEAT}
            taking = asyncio.create_task(take_over(two, new, session))
            await somebody_waits(one)
            further = await seated(one, session, SEAT)
        await taking
        for token in (old, further):
            assert await identity.held(two, token, session) == set()


async def take_over(connection: Connection, token: UUID, session: UUID) -> None:
    async with connection.transaction():
        await access.take_over(connection, token, session, SEAT)


async def revoke(connection: Connection, session: UUID, seat: SeatId) -> None:
    sql = (
        "UPDATE tokens SET revoked_at = now() WHERE id IN"
        " (SELECT token FROM token_seats WHERE session = $1 AND seat = $2)"
    )
    await connection.execute(sql, session, seat)


@pytest.mark.parametrize(
    ("ends", "refusal"),
    [(access.end_seat, (403, "not_your_seat")), (revoke, (401, "invalid_token"))],
)
@pytest.mark.parametrize(("path", "body"), HANDING_OUT)
async def test_nothing_is_handed_out_once_access_ends_while_a_request_is_served(
    own: Database, table: Table, path: str, body: Json, ends: Ending, refusal: tuple[int, str]
) -> None:
    ann = table["Ann"]
    async with own.connection() as connection:
        async with connection.transaction():
            await ends(connection, UUID(ann.session), SeatId(ann.seat))
            asking = asyncio.create_task(asyncio.to_thread(ann.post, f"{ann.home}/{path}", body))
            await somebody_waits(connection)
        answer = await asking
    assert (answer.status_code, answer.json()["code"]) == refusal


@pytest.mark.parametrize("is_for_device", [True, False])
async def test_a_code_that_is_used_while_a_claim_is_served_gives_no_seat(
    own: Database, table: Table, is_for_device: bool
) -> None:
    bo = table["Bo"]
    if is_for_device:
        code = of(bo.ask("POST", f"{bo.home}/device-codes"), 201)["code"]
    else:
        table.reissue("Bo")
        code = table.codes["Bo"]
    claim = partial(Client(bo.http).post, "/v1/seats/claim", {"code": code})
    async with own.connection() as connection:
        async with connection.transaction():
            assert await claim_code.use_up(connection, code, UUID(bo.session), SEAT)
            asking = asyncio.create_task(asyncio.to_thread(claim))
            await somebody_waits(connection)
        answer = await asking
    assert of(answer, 409)["code"] == "claim_code_used"
