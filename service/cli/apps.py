"""`verger apps`: the apps that may run many tables, and their keys."""

from argparse import Namespace
from datetime import timedelta

from verger.domain.core.text import tidy
from verger.service.cli import record
from verger.service.cli.command import CommandError, Commands
from verger.service.cli.database import with_parts
from verger.service.database.pool import Connection
from verger.service.identity import app
from verger.service.identity.grant import SCOPES
from verger.service.settings import Settings
from verger.service.wiring import Parts

NAME_MOST = 100
SESSIONS = 1_000


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    apps = commands.add_parser(
        "apps", description="List, create or end apps, or give an app a new key"
    )
    what = apps.add_mutually_exclusive_group()
    what.add_argument("--make", metavar="NAME", help="create an app, and show its key once")
    what.add_argument(
        "--key",
        metavar="NAME",
        help="create another key for an app; its earlier keys expire in a day",
    )
    what.add_argument(
        "--end", metavar="NAME", help="end an app: its keys stop working, and its sessions continue"
    )
    apps.add_argument(
        "--at-once", action="store_true", help="with --key: make the earlier keys invalid now"
    )
    apps.add_argument(
        "--sessions",
        type=int,
        default=SESSIONS,
        metavar="N",
        help=f"with --make: the maximum number of sessions at a time (default: {SESSIONS})",
    )
    apps.add_argument(
        "--scopes",
        nargs="+",
        choices=SCOPES,
        default=SCOPES,
        metavar="SCOPE",
        help=f"with --make and --key: the scopes of the key, from {', '.join(SCOPES)} (default: all)",
    )
    apps.set_defaults(run=_apps)


def _apps(settings: Settings, asked: Namespace) -> int:
    async def work(parts: Parts) -> int:
        if asked.make or asked.key or asked.end:
            async with parts.database.connection() as connection, connection.transaction():
                told = await _change(connection, asked, settings.cell)
            print(told)
        else:
            await _list(parts)
        return 0

    return with_parts(settings, work)


async def _change(connection: Connection, asked: Namespace, cell: int) -> str:
    if asked.make:
        return await _make(connection, _name(asked.make), asked, cell)
    name = asked.key or asked.end
    id = await app.named(connection, name)
    if id is None:
        raise CommandError(f"there is no app called {name}: verger apps lists them")
    if asked.end:
        await app.end(connection, id)
        await record.keep(connection, "apps --end", None, f"app {id}")
        return f"{name} has ended: its keys stop working within three seconds, and its sessions continue"
    overlap = timedelta(0) if asked.at_once else app.KEY_OVERLAP
    key = await app.give_key(connection, id, name, asked.scopes, cell=cell, overlap=overlap)
    await record.keep(connection, "apps --key", None, f"app {id}")
    ends = "are invalid now" if asked.at_once else "expire in a day"
    return f"key {key}\nIt is shown once. Earlier keys of {name} {ends}."


async def _make(connection: Connection, name: str, asked: Namespace, cell: int) -> str:
    if asked.sessions < 0:
        raise CommandError("--sessions must be 0 or more")
    id = await app.make(connection, name, asked.sessions)
    if id is None:
        raise CommandError(f"there is or was an app called {name}: choose another name")
    key = await app.give_key(connection, id, name, asked.scopes, cell=cell)
    await record.keep(connection, "apps --make", None, f"app {id}, {asked.sessions} sessions")
    return f"{name} can have {asked.sessions} sessions at a time.\nkey {key}\nIt is shown once."


def _name(text: str) -> str:
    name = tidy(text)
    if not name or len(name) > NAME_MOST or not name.isprintable():
        raise CommandError(f"a name can have up to {NAME_MOST} characters, all of them printable")
    return name


async def _list(parts: Parts) -> None:
    found = await app.apps(parts.database)
    if not found:
        print("there are no apps: verger apps --make NAME creates one")
    for one in found:
        keys = "1 key" if one.keys == 1 else f"{one.keys} keys"
        state = f"ended {one.ended_at:%Y-%m-%d}" if one.ended_at else keys
        used = await parts.identity.last_use.apps.today(one.id)
        today = f"today {used.requests} requests, {used.moves} moves, {used.work:.0f} units of work"
        print(f"{one.name}  {one.sessions} of {one.session_limit} sessions  {state}  {today}")
