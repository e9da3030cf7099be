"""The fold of a log with many rewinds gives the same states from any snapshot."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

import asyncpg
import pytest

from tests.support.client import played
from tests.support.postgres import fresh_database
from tests.support.server import serving
from verger.domain.core.decider import State
from verger.domain.core.past import GrowingPast
from verger.service.database.pool import Database
from verger.service.log.codec import codec, encode_state
from verger.service.log.snapshot import EVERY, Snapshots
from verger.service.log.store import Store
from verger.service.play.losses import Losses
from verger.service.play.session import SPACED
from verger.service.play.sessions import Sessions

CODEC = codec("verge", 1)
MOVES = EVERY + 60


class Played(NamedTuple):
    """A database with one session that went back and forth past its first snapshot."""

    url: str
    session: UUID


@pytest.fixture(scope="module")
def wavering(postgres_url: str) -> Iterator[Played]:
    random = Random(5)  # noqa: S311  # the same log in every run
    with fresh_database(postgres_url) as url:
        with serving(url) as server:
            table = played(server.http, "Ann", "Bo", house_rules={"undo": "gm"})
            ann, head = table["Ann"], table["Ann"].head
            while head < MOVES:
                if random.random() < 0.4:
                    near = max(1, head - random.choice((1, 2, 9)))
                    to = near if random.random() < 0.8 else random.randint(1, head - 1)
                    head = ann.moves("rewind", to=to)["version"]
                else:
                    subject = {"subject": "adopt_premise", "aspect": "tone", "text": f"{head}"}
                    head = table["Bo"].moves("propose", subject=subject)["version"]
                    proposals = ann.see("/state")["play"]["proposals"]
                    head = ann.moves("agree", proposal=proposals[-1]["id"])["version"]
            server.stop()
        yield Played(url, UUID(table.session))


async def states(store: Store, session: UUID) -> list[bytes]:
    """Fold the log from its start with its whole past. Return the states before and after each event."""
    state, past = CODEC.ruleset.empty, GrowingPast()
    found: list[State[Any]] = [state]
    for row in await store.read(session, 0, 1_000):
        state = CODEC.fold(state, row, past)
        past.add(row.version, state.play, None)
        found.append(state)
    return [encode_state(one) for one in found]


async def test_a_rewind_leaves_a_snapshot_unless_there_is_one_shortly_before(
    wavering: Played,
) -> None:
    owner = await asyncpg.connect(wavering.url)
    kept = {row[0] for row in await owner.fetch("SELECT version FROM snapshots")}
    rows = await owner.fetch("SELECT version FROM events WHERE type = 'rewind'")
    await owner.close()
    rewinds = [row[0] for row in rows]
    assert all(kept & set(range(version - SPACED + 1, version + 1)) for version in rewinds[20:])
    assert len(kept) * SPACED <= MOVES + 2 * SPACED < len(rewinds) * SPACED


@pytest.mark.parametrize("left", ["all", "one", "none"])
async def test_the_state_at_every_version_is_the_state_of_play_there(
    wavering: Played, left: str
) -> None:
    owner = await asyncpg.connect(wavering.url)
    if left != "all":
        kept = EVERY if left == "one" else 0
        await owner.execute("DELETE FROM snapshots WHERE version <> $1", kept)
    await owner.close()
    database = Database(wavering.url, 4)
    await database.open()
    store = Store(database)
    sessions = Sessions(store, Snapshots(database), Losses(database), 10)
    expected = await states(store, wavering.session)
    session = await sessions.fresh(wavering.session)
    assert encode_state(session.state) == expected[-1]
    for version in range(1, session.version, 7):
        assert encode_state(await sessions.history.state_at(session, version)) == expected[version]
    await database.close()
