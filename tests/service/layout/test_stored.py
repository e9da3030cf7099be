"""A new process draws the same picture from the arrangement that another process stored."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple
from uuid import UUID

import pytest
from msgspec import msgpack
from msgspec.structs import replace

from tests.service.redaction.test_redacting import line, wanted
from tests.support.client import Json, Table, forked, played
from tests.support.patience import until
from tests.support.postgres import execute, fresh_database
from tests.support.redacting import redact_in
from tests.support.server import serving
from tests.support.settings import Settings
from verger.projections.picture.arrangement import Arrangement
from verger.projections.picture.entry import Box, Entries
from verger.projections.verge.network_paper import NetworkReader
from verger.service.archive.verify_database import rebuild
from verger.service.layout.stored import NewestEvent
from verger.service.wiring import Parts

pytestmark = pytest.mark.anyio

MORE: Entries = (Box("wanted", 96, 44),)


class Drawn(NamedTuple):
    """A database with a session whose picture was asked for, and with a fork of the session."""

    url: str
    session: UUID
    fork: UUID
    early: UUID
    """A fork of the session from before the last phase of Load, whose picture was asked for, too."""


def stored(url: str) -> int:
    return int(execute(url, "SELECT count(*) FROM arrangements"))


@pytest.fixture(scope="module")
def drawn(postgres_url: str) -> Iterator[Drawn]:
    with fresh_database(postgres_url) as url:
        with serving(url) as server:
            table = played(server.http, "Ann", "Bo", until="run")
            fork = forked(table["Ann"])
            *_, phase = (one for one in landmarks(table) if one["kind"] == "phase")
            early = forked(table["Ann"], version=phase["version"] - 1)
            ask(table)
            ask(early)
            until(lambda: stored(url) == 2)
        yield Drawn(url, UUID(table.session), UUID(fork.session), UUID(early.session))


@pytest.fixture
def url(postgres_url: str, drawn: Drawn) -> Iterator[str]:
    """Yield the URL of a copy of the database, which is dropped after the test."""
    with fresh_database(postgres_url, drawn.url) as url:
        yield url


def landmarks(table: Table) -> list[Json]:
    ann = table["Ann"]
    found: list[Json] = ann.see("/landmarks", limit=200)["landmarks"]
    return found


def ask(table: Table) -> bytes:
    ann = table["Ann"]
    answer = ann.get(f"{ann.home}/network.svg")
    assert answer.status_code == 200
    return bytes(answer.content)


async def arranged(url: str, session: UUID, more: Entries = ()) -> tuple[Arrangement, int]:
    """Return the arrangement that a new process gives, and the number of layouts that it computed."""
    async with Parts(Settings(database_url=url)).running() as parts:
        with await parts.sessions.readable(session) as here:
            ask = partial(parts.layouts.of, here, NetworkReader, here.version, here.version)
            found = await ask(more=more)
        return found, sum(parts.layouts.process.seconds.counts)


async def test_a_new_process_lays_nothing_out_again(url: str, drawn: Drawn) -> None:
    found, layouts = await arranged(url, drawn.session)
    assert layouts == 0
    execute(url, "DELETE FROM arrangements")
    assert await arranged(url, drawn.session) == (found, 1)
    assert stored(url) == 1


async def test_an_older_picture_in_memory_does_not_hide_the_stored_one(
    url: str, drawn: Drawn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verger.service.layout.layouts.NEAR", 1)
    async with Parts(Settings(database_url=url)).running() as parts:
        with await parts.sessions.readable(drawn.early) as here:
            for laid_out in (here.version // 2, here.version):
                await parts.layouts.of(here, NetworkReader, here.version // 2, laid_out)
                assert sum(parts.layouts.process.seconds.counts) == 1


async def test_a_fork_is_drawn_from_the_arrangement_of_its_parent(url: str, drawn: Drawn) -> None:
    found, layouts = await arranged(url, drawn.fork)
    assert (found.stands, layouts) == ((await arranged(url, drawn.session))[0].stands, 0)


async def test_later_boxes_are_placed_next_to_the_stored_ones(url: str, drawn: Drawn) -> None:
    before, _ = await arranged(url, drawn.session)
    found, layouts = await arranged(url, drawn.session, MORE)
    assert layouts == 1
    assert before.stands.items() < found.stands.items()
    execute(url, "DELETE FROM arrangements")
    assert await arranged(url, drawn.session, MORE) == (found, 1)
    assert stored(url) == 0, "a picture with ghosts is of no use to others"


async def test_the_stored_places_are_continued_and_not_found_again(url: str, drawn: Drawn) -> None:
    before, _ = await arranged(url, drawn.session)
    id, stand = next(iter(before.stands.items()))
    far = replace(before, stands={**before.stands, id: replace(stand, x=stand.x + 9_000)})
    moved = f"'\\x{msgpack.encode(far).hex()}' WHERE session = '{drawn.session}'"
    execute(url, f"UPDATE arrangements SET arrangement = {moved}")  # noqa: S608, the test's own
    found, _ = await arranged(url, drawn.session, MORE)
    assert found.stands[id].x == stand.x + 9_000


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE arrangements SET arrangement = 'no arrangement'",
        "UPDATE arrangements SET digest = sha256('of other entries')",
    ],
)
async def test_an_arrangement_that_cannot_be_used_is_computed(
    url: str, drawn: Drawn, damage: str
) -> None:
    expected, _ = await arranged(url, drawn.session)
    execute(url, damage)
    assert await arranged(url, drawn.session) == (expected, 1)
    assert await arranged(url, drawn.session) == (expected, 0), "it is stored again"


async def test_nothing_is_stored_for_a_reader_who_has_it_differently(
    url: str, drawn: Drawn
) -> None:
    execute(url, "DELETE FROM arrangements")
    async with Parts(Settings(database_url=url)).running() as parts:
        with await parts.sessions.readable(drawn.session) as here:
            await parts.layouts.of(here, NetworkReader, 5, here.version - 1)
            await parts.layouts.of(here, NetworkReader, 5, here.version, is_tall=True)
    assert stored(url) == 0


async def test_a_redaction_deletes_arrangements_and_no_earlier_one_is_stored_later(
    url: str, drawn: Drawn
) -> None:
    async with Parts(Settings(database_url=url)).running() as parts:
        version = await line(parts, drawn.session)
        with await parts.sessions.readable(drawn.session) as here:
            head = NewestEvent(here.id, here.version, here.hash)
            found = await parts.layouts.of(here, NetworkReader, here.version, here.version)
        assert stored(url) == 2
        await redact_in(parts, wanted(drawn.session, version))
        assert stored(url) == 1
        parts.layouts.stored.keep(head, [MORE], found)
    assert stored(url) == 1


def test_the_end_of_a_session_deletes_its_arrangements(url: str, drawn: Drawn) -> None:
    for session in (drawn.fork, drawn.early, drawn.session):
        newest = f"FROM events WHERE session = '{session}' ORDER BY version DESC LIMIT 1"
        ending = f"SELECT end_session(session, version, hash, 'session_deleted', 's1') {newest}"
        assert execute(url, ending) == "t"
    assert stored(url) == 0


async def test_a_rebuild_deletes_the_arrangements_of_its_session(url: str, drawn: Drawn) -> None:
    async with Parts(Settings(database_url=url)).running() as parts:
        await rebuild(parts.database, parts.store, drawn.session)
    assert stored(url) == 1
