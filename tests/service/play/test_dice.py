"""Nobody sees a seed before it is revealed, and no die is rolled with a revealed seed."""

import json
from collections.abc import AsyncIterator, Iterator
from uuid import UUID

import httpx
import pytest

from tests.support.client import Table, fought, played
from tests.support.postgres import execute
from tests.support.server import Server, serving
from tests.support.settings import Settings
from verger.domain.core.identifier import SeatId
from verger.domain.secrets.epoch import GiveNonce
from verger.service.play.request import MoveRequest
from verger.service.wiring import Parts

SEALED = "SELECT sealed FROM events WHERE sealed IS NOT NULL ORDER BY version"
BESIDE = "SELECT move, ruling FROM refusals; SELECT state FROM snapshots; SELECT data FROM events"


@pytest.fixture
def server(database_url: str) -> Iterator[Server]:
    with serving(database_url) as server:
        yield server


@pytest.fixture
def table(server: Server) -> Table:
    """Return a table in Run after a conflict."""
    return fought(played(server.http, "Ann", "Bo", until="run"))


@pytest.fixture
async def parts(database_url: str, table: Table) -> AsyncIterator[Parts]:
    """Yield the parts of another process."""
    async with Parts(Settings(database_url=database_url)).running() as parts:
        yield parts


def seeds(database_url: str) -> list[str]:
    """Return the seeds of all epochs, the newest last."""
    rows = execute(database_url, SEALED).splitlines()
    return [part["text"] for row in rows for part in json.loads(row)]


def test_nothing_shows_a_seed_until_it_is_revealed(
    database_url: str, server: Server, table: Table
) -> None:
    told: list[str] = []
    server.http.event_hooks["response"].append(lambda answer: told.append(answer.read().decode()))
    for _ in range(3):
        everything(table, server.http)
        *revealed, hidden = seeds(database_url)
        told += [server.said, execute(database_url, BESIDE)]
        assert [seed for seed in (hidden,) if any(seed in text for text in told)] == []
        assert all(any(seed in text for text in told) for seed in revealed)
        fought(table)
        assert hidden in table["Bo"].move("reveal_dice").text


def everything(table: Table, http: httpx.Client) -> None:
    """Try all requests that could show a seed: reads, dry runs, refusals, errors, hypothetical moves."""
    ann, bo = table["Ann"], table["Bo"]
    for path in ("", "/dice", "/state", "/options", "/awaited", "/events", "/refusals"):
        bo.see(path)
    bo.see("/diff", **{"from": 1, "to": bo.head})
    bo.move("reveal_dice", query={"dry_run": "true"})
    bo.move("reveal_dice", headers={"If-Match": '"1"'})
    bo.post(f"{bo.home}/what-if", {"house_rules": {"conflict_ties": "higher_face"}})
    ann.post(f"{bo.home}/moves", {"move": "reveal_dice", "seed": "?"})
    ann.post(f"{bo.home}/moves", {"move": "give_nonce", "nonce": " "})
    http.get(f"{bo.home}/dice")


async def test_a_process_that_loads_a_session_has_its_newest_seed(
    database_url: str, table: Table, parts: Parts
) -> None:
    table["Bo"].moves("reveal_dice")
    id = UUID(table.session)
    session = await parts.sessions.fresh(id)
    assert session.seed
    assert session.seed.hex() == seeds(database_url)[-1] != seeds(database_url)[0]
    await parts.snapshots.keep(session.recent[-1], session.state)
    async with Parts(Settings(database_url=database_url)).running() as others:
        assert (await others.sessions.fresh(id)).seed == session.seed


async def test_a_process_that_did_not_hear_of_a_new_seed_rolls_with_it_all_the_same(
    database_url: str, table: Table, parts: Parts
) -> None:
    session = await parts.sessions.fresh(UUID(table.session))
    with session:
        assert session.seed
        old = session.seed.hex()
        table["Bo"].moves("reveal_dice")
        assert session.seed.hex() == old
        await parts.playing.move(MoveRequest(session.id, SeatId("s2"), GiveNonce("mine")))
        assert session.seed.hex() == seeds(database_url)[-1] != old
