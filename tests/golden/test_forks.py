"""Fork recorded evenings at every version. Each fork has the play of its evening up to that version."""

from collections.abc import AsyncIterator, Iterator
from typing import NamedTuple
from uuid import UUID, uuid4

import asyncpg
import pytest

from tests.golden.record import NAMES
from tests.golden.test_evenings import evening, ruleset_of
from tests.support.client import Player, forked
from tests.support.postgres import fresh_database
from tests.support.seated import seated
from tests.support.server import Server, serving
from tests.support.settings import Settings
from verger.domain.core.decider import Accepted, Event, Facts, fold
from verger.domain.core.dice import RecordedDice
from verger.domain.core.identifier import SeatId, SessionId
from verger.domain.core.past import GrowingPast
from verger.domain.games.verge.moves import RecordedMove
from verger.domain.history.fork import ForkSession
from verger.domain.judging.deed import deed
from verger.domain.judging.judge import judge
from verger.domain.judging.offer import awaited_of
from verger.service.database.pool import Connection
from verger.service.log.chain import BEFORE_FIRST
from verger.service.log.codec import encode_state
from verger.service.log.entry import row_of
from verger.service.log.row import Row
from verger.service.log.sealed import new_seed
from verger.service.wiring import Parts

pytestmark = pytest.mark.thorough

EVENING = "second_thoughts"
TOKEN = "vg_the-token-of-whoever-sat-in-the-gms-seat"  # noqa: S105, of no real server


@pytest.mark.parametrize("name", NAMES)
def test_play_is_the_same_at_every_version_of_a_fork(name: str) -> None:
    ruleset, past = ruleset_of(name), GrowingPast()
    state = ruleset.empty
    for version, event in enumerate(evening(name).events, 1):
        state = fold(ruleset, state, event.effects, past)
        past.add(version, state.play, deed(ruleset, event))
        move = ForkSession("A fork", SessionId("x"), version, "00" * 32, "11" * 32)
        facts = Facts(state.table.gm, event.at, RecordedDice(()), version + 1, past)
        fork = judge(ruleset, state, move, facts)
        assert isinstance(fork, Accepted)
        assert fork.after.play == state.play
        assert fork.after.table.sitting == (state.table.gm,)
        assert awaited_of(ruleset, fork.after)


class Kept(NamedTuple):
    """A server, and its database with the evening as a session."""

    url: str
    server: Server
    session: UUID
    versions: int


@pytest.fixture(scope="module")
def kept(postgres_url: str) -> Iterator[Kept]:
    with fresh_database(postgres_url) as url, serving(url) as server:
        session = uuid4()
        yield Kept(url, server, session, len(evening(EVENING).events))


@pytest.fixture
async def parts(kept: Kept) -> AsyncIterator[Parts]:
    connection = await asyncpg.connect(kept.url)
    await keep(connection, kept.session)
    await connection.close()
    async with Parts(Settings(database_url=kept.url)).running() as parts:
        yield parts


async def keep(connection: Connection, session: UUID) -> None:
    """Store the evening as a session, and a token for the GM's seat."""
    await connection.copy_records_to_table("events", records=rows(session), columns=Row._fields)
    await seated(connection, session, SeatId("s1"), TOKEN)


def rows(session: UUID) -> Iterator[Row]:
    """Yield the rows of the table `events` for the evening's log."""
    previous = BEFORE_FIRST
    for version, event in enumerate(evening(EVENING).events, 1):
        row = row_of(session, event, previous, version)
        previous = row.hash
        yield row._replace(sealed=new_seed()[1]) if version == 1 else row


def kind(event: Event[RecordedMove, object]) -> str:
    """Return the name of an event's move."""
    return str(type(event.move).__struct_config__.tag)


async def test_every_fork_of_a_stored_evening_is_the_evening_up_to_there(
    kept: Kept, parts: Parts
) -> None:
    there = await parts.sessions.fresh(kept.session)
    gm = Player(kept.server.http, TOKEN, str(kept.session), "s1")
    for version in range(1, kept.versions + 1):
        fork = UUID(forked(gm, version=version).session)
        here = await parts.sessions.fresh(fork)
        was = await parts.sessions.history.state_at(there, version)
        assert here.version == version + 1
        assert encode_state(here.state.play) == encode_state(was.play)
        assert encode_state(await parts.sessions.history.state_at(here, version)) == encode_state(
            was
        )
        assert here.state.table.dice_rolled == was.table.dice_rolled
