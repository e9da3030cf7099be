"""Forks in the database are made completely or not at all, and are the same however and in every process they are loaded."""

import hashlib
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import cast
from uuid import UUID, uuid4

import asyncpg
import pytest

from tests.support.client import Json, Player, Table, forked, frames, of, played
from tests.support.postgres import execute, fresh_database, lose
from tests.support.server import Server, serving
from tests.support.settings import Settings
from verger.domain.core.dice import commitment
from verger.service.database.pool import Database
from verger.service.log.codec import encode_state
from verger.service.log.snapshot import EVERY, Snapshots
from verger.service.log.store import Store
from verger.service.play.losses import Losses
from verger.service.play.sessions import Sessions
from verger.service.wiring import Parts

TABLES = ("events", "forks", "requests", "claims", "token_seats")
QUICKER = {
    "verger.service.edge.following.KEEP_ALIVE_SECONDS": 0.3,
    "verger.service.log.row.PARTS_LIMIT": 4,
}


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, quicker=QUICKER) as server:
        yield server


@pytest.fixture
def ann(server: Server) -> Player:
    return played(server.http, "Ann", "Bo")["Ann"]


def test_after_a_restart_a_fork_continues_from_its_state(server: Server, ann: Player) -> None:
    fork = forked(ann, version=2)["Ann"]
    fork.draws_a_line("Spiders.")
    second = forked(fork)["Ann"]
    before = [player.log() for player in (ann, fork, second)]
    server.kill()
    server.restart()
    assert [player.log() for player in (ann, fork, second)] == before
    assert second.draws_a_line("Rats.")["version"] == len(before[2]) + 1


def test_nothing_is_forked_at_a_version_that_the_log_has_lost(database: str, ann: Player) -> None:
    head = ann.head
    lost = ann.draws_a_line("Spiders.")["version"]
    lose(database, ann.session, head)
    refused = of(ann.post(f"{ann.home}/forks", {"version": lost}), 404)
    assert refused["facts"] == {"version": lost, "head": head}
    assert forked(ann, version=head)["Ann"].log()[:-1] == ann.log()


def test_forks_of_forks_have_a_limit_and_earlier_events_can_still_be_forked(ann: Player) -> None:
    line = [ann]
    for _ in range(3):
        line.append(forked(line[-1])["Ann"])
    deepest = line[-1]
    refused = of(deepest.post(f"{deepest.home}/forks", {}), 409)
    assert (refused["code"], refused["facts"]) == ("fork_too_deep", {"log_sessions_allowed": 4})
    assert forked(deepest, version=line[1].head)["Ann"].log()[:-1] == line[1].log()


def test_two_processes_serve_a_fork_alike(database: str, server: Server, ann: Player) -> None:
    with serving(database) as other:
        table = forked(ann)
        fork = table["Ann"]
        elsewhere = fork.at(other.http)
        assert elsewhere.log() == fork.log()
        made = elsewhere.draws_a_line("Spiders.")
        assert fork.draws_a_line("Rats.")["version"] == made["version"] + 1
        bo = table.claim("Bo").at(other.http)
        assert bo.draws_a_line("Ladders.")["version"] == made["version"] + 3
        assert bo.log() == fork.log()


def counted(url: str) -> list[str]:
    """Return the number of rows in each table that a fork writes to."""
    return [execute(url, f"SELECT count(*) FROM {name}") for name in TABLES]  # noqa: S608


def test_a_fork_that_cannot_be_finished_leaves_nothing(
    database: str, server: Server, ann: Player
) -> None:
    before, key = counted(database), str(uuid4())
    execute(database, "ALTER TABLE claims ADD CONSTRAINT none_now CHECK (false) NOT VALID")
    assert ann.post(f"{ann.home}/forks", {}, key).status_code == 500
    assert counted(database) == before
    execute(database, "ALTER TABLE claims DROP CONSTRAINT none_now")
    of(ann.post(f"{ann.home}/forks", {}, key), 201)


def test_the_same_request_many_times_at_once_is_one_fork(
    database: str, server: Server, ann: Player
) -> None:
    key = str(uuid4())
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(ann.post, f"{ann.home}/forks", {}, key) for _ in range(8)]
        answers = [one.result() for one in asked]
    assert {answer.status_code for answer in answers} <= {201, 409}
    made = {answer.json()["session"] for answer in answers if answer.status_code == 201}
    assert len(made) == 1
    mine = f"SELECT count(*) FROM forks WHERE parent = '{ann.session}'"  # noqa: S608
    assert execute(database, mine) == "1"


def test_a_forks_origin_is_written_once(database: str, ann: Player) -> None:
    forked(ann)
    for statement in ("UPDATE forks SET version = 1", "DELETE FROM forks", "TRUNCATE forks"):
        with pytest.raises(Exception, match="returned non-zero"):
            execute(database, statement)


def reader(server: Server, url: str, session: str) -> Player:
    """Return a player of another session who was given the right to read this session."""
    made = played(server.http, "Rae")["Rae"]
    own = hashlib.sha256(str(made.token).encode()).hexdigest()
    execute(
        url,
        f"INSERT INTO readers SELECT '{session}', id FROM tokens"  # noqa: S608
        f" WHERE secret_hash = '\\x{own}'",
    )
    return Player(server.http, str(made.token), session, "")


def test_an_admitted_reader_reads_the_session_and_its_forks(
    database: str, server: Server, ann: Player
) -> None:
    rae = reader(server, database, ann.session)
    assert rae.see()["your_seats"] == []
    assert rae.log() == ann.log()
    listed = [one["session"] for one in rae.read("/v1/sessions")["sessions"]]
    assert ann.session in listed
    fork = Player(rae.http, str(rae.token), forked(ann).session, "")
    assert fork.log()[:-1] == ann.log()
    assert of(fork.move("signal"), 403)["code"] == "read_only"


def test_the_stream_of_a_reader_ends_with_the_token(
    database: str, server: Server, ann: Player
) -> None:
    rae = reader(server, database, ann.session)
    readers = f"SELECT token FROM readers WHERE session = '{ann.session}'"  # noqa: S608
    own = execute(database, readers)
    with rae.follows(after=0) as lines:
        coming = frames(lines)
        assert next(coming)["data"]["type"] == "start_session"
        assert rae.ask("DELETE", f"{rae.home}/tokens/{own}").status_code == 204
        *others, end = coming
    assert {frame["data"]["type"] for frame in others} <= {"take_seat"}
    assert end == {"event": "end", "data": {"reason": "invalid_token"}}
    assert of(rae.get(rae.home), 401)["code"] == "invalid_token"


@pytest.fixture(scope="module")
def deep(postgres_url: str) -> Iterator[tuple[str, Table, list[str]]]:
    """Yield a session with more than one snapshot, and forks from before and after a snapshot."""
    with fresh_database(postgres_url) as url, serving(url) as server:
        table = played(server.http, "Ann", "Bo")
        ann = table["Ann"]
        while ann.draws_a_line("Spiders.")["version"] < EVERY + 10:
            pass
        early, late = (forked(ann, version=at)["Ann"] for at in (EVERY - 20, EVERY + 5))
        while early.draws_a_line("Rats.")["version"] < EVERY + 10:
            pass
        third = forked(early, version=EVERY + 5)["Ann"]
        low = forked(early, version=EVERY - 30)["Ann"]
        server.stop()
        yield url, table, [early.session, late.session, third.session, low.session]


@pytest.fixture
async def parts(deep: tuple[str, Table, list[str]]) -> AsyncIterator[Parts]:
    async with Parts(Settings(database_url=deep[0])).running() as parts:
        yield parts


async def test_the_state_of_a_fork_is_the_fold_of_its_log_with_any_snapshot(
    deep: tuple[str, Table, list[str]], parts: Parts
) -> None:
    for session in map(UUID, deep[2]):
        in_memory = await parts.sessions.fresh(session)
        state = in_memory.codec.ruleset.empty
        for row in await parts.store.read(session, 0, 1_000):
            state = in_memory.codec.fold(state, row)
            found = await parts.sessions.history.state_at(in_memory, row.version)
            assert encode_state(found) == encode_state(state)
        assert encode_state(in_memory.state) == encode_state(state)


async def test_a_fork_of_forks_takes_one_statement_more_to_read_than_its_first_ancestor(
    deep: tuple[str, Table, list[str]],
) -> None:
    database = Database(deep[0], 1)
    await database.open()
    sessions = Sessions(Store(database), Snapshots(database), Losses(database), 10)
    asked: list[str] = []
    async with database.connection() as connection:
        await connection.execute("DELETE FROM snapshots")  # the beginning of each
        cast("asyncpg.Connection", connection).add_query_logger(
            lambda query: asked.append(query.query)
        )
    try:
        took = []
        for session in (deep[1].session, deep[2][2]):
            asked.clear()
            await sessions.known(UUID(session))
            took.append(len(asked))
    finally:
        await database.close()
    assert took[1] == took[0] + 1


async def test_dice_come_from_the_seed_that_the_fork_committed_to(
    deep: tuple[str, Table, list[str]], parts: Parts
) -> None:
    seeds = set()
    for session in map(UUID, (deep[1].session, *deep[2])):
        in_memory = await parts.sessions.fresh(session)
        assert in_memory.seed is not None
        assert commitment(in_memory.seed) == in_memory.state.table.dice_commitment
        assert (str(in_memory.id), in_memory.name) == (str(session), str(session))
        seeds.add(in_memory.seed)
    assert len(seeds) == 5


async def test_pages_of_any_length_go_through_a_forks_whole_log(
    deep: tuple[str, Table, list[str]], parts: Parts
) -> None:
    for session in map(UUID, deep[2]):
        head = await parts.store.head(session)
        whole = await parts.store.read(session, 0, 1_000)
        assert [row.version for row in whole] == list(range(1, head + 1))
        for after in range(EVERY - 35, head + 2, 3):
            assert await parts.store.read(session, after, 7) == whole[after : after + 7]


async def test_the_version_of_a_time_is_found_through_a_forks_whole_log(
    deep: tuple[str, Table, list[str]], parts: Parts
) -> None:
    for session in map(UUID, deep[2]):
        rows = await parts.store.read(session, 0, 1_000)
        for row in rows[EVERY - 35 :: 4]:
            newest = max(other.version for other in rows if other.at <= row.at)
            assert await parts.store.version_at(session, len(rows), row.at) == newest


def test_a_time_limit_waits_in_a_fork_for_the_seat_that_is_asked(
    database: str, server: Server
) -> None:
    rules: Json = {"house_rules": {"answer_seconds": 60}}
    table = played(server.http, "Ann", "Bo", "Cy", until="run", **rules)
    change = {"action": "create", "label": "Clerk", "edge": "saw", "other": "n1"}
    change |= {"narration": "He was there.", "nature": "backstory"}
    table["Bo"].moves("declare", overview="A witness.", actions=[change])
    copy = forked(table["Bo"])
    fork = copy["Bo"]
    assert fork.see()["paused"] is False
    due = f"SELECT count(*) FROM deadlines WHERE session = '{fork.session}'"  # noqa: S608
    assert execute(database, due) == "0"
    copy.claim("Cy")
    assert execute(database, due) == "1"
    third = forked(fork)["Bo"]
    assert third.head == fork.head + 1
    assert execute(database, due) == "1"
