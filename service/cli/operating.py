"""`verger sessions`, `rebuild` and `lost`: looking after a server's database."""

from argparse import Namespace
from pathlib import Path
from uuid import UUID

import msgspec

from verger.service.archive.checkpoint import Checkpoint
from verger.service.archive.format import UnreadableError, plain_text
from verger.service.archive.verify_database import every_session, rebuild
from verger.service.cli import record
from verger.service.cli.command import FOUND_WRONG, CommandError, Commands
from verger.service.cli.database import with_parts
from verger.service.cli.progress import Progress, counted
from verger.service.cli.verifying_all import found_sessions
from verger.service.play.damage import LogDamagedError, read_event
from verger.service.settings import Settings
from verger.service.wiring import Parts


class _Start(msgspec.Struct):
    title: str
    ruleset: str


class _First(msgspec.Struct):
    move: _Start


_first = msgspec.json.Decoder(_First)


def add(commands: Commands) -> None:
    """Add these commands to the parser."""
    listed = commands.add_parser("sessions", description="List all sessions of the database")
    listed.set_defaults(run=lambda settings, _: with_parts(settings, _sessions, reading=True))
    again = commands.add_parser(
        "rebuild", description="Rebuild snapshots and side tables from the log"
    )
    again.add_argument(
        "session", nargs="?", type=UUID, help="the id of a session (default: all sessions)"
    )
    again.set_defaults(run=_rebuild)
    lost = commands.add_parser("lost", description="List the events that the database has lost")
    lost.add_argument("checkpoint", nargs="*", type=Path, help="files with checkpoints to compare")
    lost.set_defaults(run=_lost)


async def _sessions(parts: Parts) -> int:
    print(f"{'session':36}  {'game':12}  {'version':>8}  {'last event':20}  title")
    with Progress("sessions") as progress:
        is_damaged = False
        async for number, id in counted(every_session(parts.database)):
            try:
                progress.print(await _line(parts, id))
            except LogDamagedError as error:
                is_damaged = True
                progress.print(_damaged(id, error))
            progress.show(number)
    return FOUND_WRONG if is_damaged else 0


async def _line(parts: Parts, id: UUID) -> str:
    (row,) = await parts.store.read(id, 0, 1)
    first = read_event(id, row, _first.decode).move
    (last,) = await parts.store.read(id, await parts.store.head(id) - 1, 1)
    at = last.at.strftime("%Y-%m-%d %H:%M:%SZ")
    return f"{id}  {first.ruleset:12}  {last.version:8}  {at:20}  {first.title}"


def _damaged(id: UUID, error: LogDamagedError) -> str:
    return f"{id}  damaged from version {error.version} on"


def _rebuild(settings: Settings, asked: Namespace) -> int:
    async def work(parts: Parts) -> int:
        if asked.session and not await parts.store.head(asked.session):
            raise CommandError(f"there is no session {asked.session}")
        ids = [asked.session] if asked.session else await found_sessions(parts.database)
        async with parts.database.connection() as connection:
            await record.keep(connection, "rebuild", asked.session)
        with Progress("sessions", len(ids)) as progress:
            is_damaged = False
            for number, id in enumerate(ids, 1):
                try:
                    dropped, made = await rebuild(parts.database, parts.store, id)
                    progress.print(f"{id}  {dropped} snapshots dropped, {made} made")
                except LogDamagedError as error:
                    is_damaged = True
                    progress.print(_damaged(id, error))
                progress.show(number)
        return FOUND_WRONG if is_damaged else 0

    return with_parts(settings, work)


def _lost(settings: Settings, asked: Namespace) -> int:
    kept = [_checkpoint(file) for file in asked.checkpoint]

    async def work(parts: Parts) -> int:
        found = await parts.losses.all()
        if found:
            print(f"{'session':36}  {'had':>8}  {'kept':>8}  {'now':>8}  found")
        for loss, at in found:
            now = await parts.store.head(loss.session)
            when = at.strftime("%Y-%m-%d %H:%M:%SZ")
            print(f"{loss.session}  {loss.version:8}  {loss.kept:8}  {now:8}  {when}")
        gone = [one for one in kept if not await _holds(parts, one)]
        for one in gone:
            print(f"{one.session}  has no version {one.version} with the hash of the checkpoint")
        print(f"{len(found)} losses recorded, {len(gone)} of {len(kept)} checkpoints do not match")
        return FOUND_WRONG if found or gone else 0

    return with_parts(settings, work)


def _checkpoint(file: Path) -> Checkpoint:
    try:
        return msgspec.json.decode(plain_text(file), type=Checkpoint)
    except msgspec.MsgspecError as error:
        raise UnreadableError(f"{file} is not a checkpoint: {error}") from None


async def _holds(parts: Parts, checkpoint: Checkpoint) -> bool:
    """Return whether the log has the signed event. For an ended session, compare the stub."""
    if stub := await parts.store.stubs.of(checkpoint.session):
        is_last = checkpoint.version == stub.version
        return checkpoint.hash == stub.hash.hex() if is_last else checkpoint.version < stub.version
    rows = await parts.store.at(checkpoint.session, [checkpoint.version])
    return [row.hash.hex() for row in rows] == [checkpoint.hash]
