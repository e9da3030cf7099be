"""The cost of a move on a deep log, the speed of a fold, and the size of a session in memory."""

import asyncio
import time
from datetime import UTC, datetime
from uuid import UUID

import msgspec
import uvloop

from bench import archive, evening, past, servers
from bench.client import Measured, load
from verger.domain.core.decider import Accepted, Event, Facts
from verger.domain.core.dice import RecordedDice
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging.judge import judge
from verger.service.database.pool import Database
from verger.service.log.codec import codec
from verger.service.log.entry import row_of
from verger.service.log.row import Row
from verger.service.log.snapshot import EVERY, Snapshots
from verger.service.log.store import Store
from verger.service.play.history import PAGE
from verger.service.play.losses import Losses
from verger.service.play.sessions import Sessions

DEPTHS = (10, 1_000, 10_000, 100_000)
HOT_TABLES = 200
SECONDS = 2.5


def report(url: str) -> None:
    """Print the cost of a move, the speed of a fold, and the size of a session."""
    with servers.verger(url) as (port, process):
        tables = [servers.play(port) for _ in DEPTHS]
        proposals = [
            uvloop.run(deepen(url, UUID(table.session), depth))
            for table, depth in zip(tables, DEPTHS, strict=True)
        ]
        print("\nOne client's moves on logs of different depths\n")
        print(" events  p50 ms  p99 ms  of the shallowest")
        measured = [_moves(port, *pair) for pair in zip(tables, proposals, strict=True)]
        for depth, one in zip(DEPTHS, measured, strict=True):
            ratio = one.p50 / measured[0].p50
            print(f"{depth:7}  {one.p50:6.2f}  {one.p99:6.2f}  {ratio:17.2f}")
        _print_memory(port, process)
    past.report(url, tables[-1], DEPTHS[-1])
    archive.report(url, tables[-1], DEPTHS[-1])
    effects, seconds = uvloop.run(_folded(url, UUID(tables[-2].session)))
    print(f"\nFold from the database: {effects / seconds:,.0f} effects/s ({effects:,} effects)")


def _moves(port: int, table: servers.Table, proposal: int) -> Measured:
    return uvloop.run(load(port, [servers.repeating(table, proposal)], SECONDS))


async def deepen(url: str, session: UUID, depth: int) -> int:
    """Play rounds until a session's log has `depth` events. Return the number of its next proposal."""
    database = Database(url, 4)
    await database.open()
    store = Store(database)
    sessions = Sessions(store, Snapshots(database), Losses(database), 1)
    with await sessions.known(session) as in_memory:
        rows: list[Row] = []
        decoder = in_memory.codec.moves
        moves = evening.rounds()
        state, version, previous = in_memory.state, in_memory.version, in_memory.hash
        while version < depth or (version - in_memory.version) % evening.ROUND:
            seat, asked = next(moves)
            move = decoder.decode(msgspec.json.encode(asked))
            facts = Facts(seat, datetime.now(UTC), RecordedDice(()))  # type: ignore[arg-type]
            judged = judge(in_memory.codec.ruleset, state, move, facts)
            assert isinstance(judged, Accepted), judged
            state, version = judged.after, version + 1
            rows.append(_row(session, version, previous, facts, move, judged))
            previous = rows[-1].hash
            if version % EVERY == 0:
                await _append(database, rows)
                await Snapshots(database).keep(rows[-1], state)
                rows.clear()
        if rows:
            await _append(database, rows)
            await Snapshots(database).keep(rows[-1], state)
    await database.close()
    return int(state.play.proposals.ever) + 1


def _row(
    session: UUID,
    version: int,
    previous: bytes,
    facts: Facts,
    move: object,
    judged: Accepted,
) -> Row:
    event = Event(
        at=facts.at, seat=facts.seat, move=move, ruling=judged.ruling, effects=judged.effects
    )
    return row_of(session, event, previous, version)


async def _append(database: Database, rows: list[Row]) -> None:
    async with database.connection() as connection:
        await connection.copy_records_to_table("events", records=rows, columns=Row._fields)


async def _folded(url: str, session: UUID) -> tuple[int, float]:
    """Return the number of effects in a log, and the seconds to read and to fold them."""
    database = Database(url, 2)
    await database.open()
    store, ruleset = Store(database), RULESETS["verge"]
    own, state, version, effects = codec("verge", 1), ruleset.empty, 0, 0
    began = time.perf_counter()
    while texts := await store.texts(session, version, PAGE):
        for text in texts:
            folded = own.effects.decode(text.data).effects
            effects += len(folded)
            for effect in folded:
                state = ruleset.evolve(state, effect)
        version = texts[-1].version
    seconds = time.perf_counter() - began
    assert state.play.declarations_ever > 0
    await database.close()
    await asyncio.sleep(0)
    return effects, seconds


def _print_memory(port: int, process: int) -> None:
    before = servers.resident_bytes(process)
    for _ in range(HOT_TABLES):
        servers.play(port)
    grown = servers.resident_bytes(process) - before
    print(
        f"\nMemory of a session: {grown / HOT_TABLES / 1024:.0f} KiB (60 events; the newest are in memory)"
    )
