"""`verger block`: start and end blocks of addresses, tokens and apps."""

from argparse import ArgumentTypeError, Namespace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from verger.service.address import Network, network_of
from verger.service.cli import record
from verger.service.cli.choosing import time_span
from verger.service.cli.command import CommandError, Commands
from verger.service.cli.database import with_parts
from verger.service.cli.seats import Place, place_of
from verger.service.identity import app, blocks
from verger.service.settings import Settings
from verger.service.wiring import Parts

LARGEST = {4: 8, 6: 16}
"""The shortest prefix of a network that can be blocked. A shorter one is probably a mistake."""


class _Target(NamedTuple):
    """The target of a block, and its name in the record."""

    kind: str
    name: str
    block: dict[str, Any]
    """The arguments of `blocks.add` and `blocks.end`."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    block = commands.add_parser(
        "block", description="List, add or end blocks of addresses, tokens and apps"
    )
    block.add_argument(
        "--address", type=_network, action="append", default=[], help="an address or a network"
    )
    block.add_argument(
        "--token", type=UUID, action="append", default=[], metavar="ID", help="the id of a token"
    )
    block.add_argument(
        "--seat",
        type=place_of,
        action="append",
        default=[],
        metavar="SESSION:SEAT",
        help="a seat: all tokens that hold it",
    )
    block.add_argument("--app", action="append", default=[], metavar="NAME", help="an app")
    block.add_argument(
        "--for",
        dest="time",
        type=_duration,
        metavar="TIME",
        help="the block ends after this time, such as 7d (default: it does not end)",
    )
    block.add_argument("--end", action="store_true", help="end these blocks")
    block.set_defaults(run=_block)


def _duration(text: str) -> timedelta:
    if not (time := time_span(text)):
        raise ArgumentTypeError("a block of no time blocks nothing: name a longer time")
    return time


def _network(text: str) -> Network:
    try:
        found = network_of(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None
    if found.prefixlen < LARGEST[found.version]:
        raise ArgumentTypeError(
            f"{found} is too large: the largest network is a /{LARGEST[found.version]}"
        )
    return found


def _block(settings: Settings, asked: Namespace) -> int:
    names_any = asked.address or asked.token or asked.seat or asked.app
    if (asked.end or asked.time) and not names_any:
        raise CommandError("name an address, a token, a seat or an app")
    if asked.end and asked.time:
        raise CommandError("use --end or --for, not both")

    async def work(parts: Parts) -> int:
        if names_any:
            targets = await _targets(parts, asked)
            until = datetime.now(UTC) + asked.time if asked.time else None
            for line in await _changed(parts, targets, until, is_end=asked.end):
                print(line)
        else:
            await _list(parts)
        return 0

    return with_parts(settings, work, reading=not names_any)


async def _targets(parts: Parts, asked: Namespace) -> list[_Target]:
    found = [_Target("address", _named(one), {"network": one}) for one in asked.address]
    tokens = list(asked.token)
    for seat in asked.seat:
        tokens += await _tokens_of(parts, seat)
    found += [_Target("token", str(one), {"token": one}) for one in tokens]
    for name in asked.app:
        id = await app.known(parts.database, name)
        if id is None:
            raise CommandError(f"there is no app called {name}: verger apps lists them")
        found.append(_Target("app", name, {"app": id}))
    return found


async def _tokens_of(parts: Parts, seat: Place) -> list[UUID]:
    tokens = await blocks.tokens_of(parts.database, seat.session, seat.seat)
    if not tokens:
        raise CommandError(f"no token holds seat {seat.seat} of session {seat.session}")
    return tokens


async def _changed(
    parts: Parts, targets: list[_Target], until: datetime | None, *, is_end: bool
) -> list[str]:
    """Add or end all these blocks in one transaction. Return a line for each."""
    lines: list[str] = []
    async with parts.database.connection() as connection, connection.transaction():
        held = await blocks.count(connection)
        if not is_end and held + len(targets) > blocks.LIMIT:
            raise CommandError(f"there can be {blocks.LIMIT} blocks: block larger networks instead")
        for target in targets:
            if is_end:
                id = await blocks.end(connection, **target.block)
                if id is None:
                    raise CommandError(f"the {target.kind} {target.name} is not blocked")
                # The record is kept for ever, so it must not contain an address.
                await record.keep(connection, "block --end", None, f"block {id}")
                lines.append(f"{target.kind} {target.name} is no longer blocked")
            else:
                id = await _add(connection, target, until)
                lines.append(f"{target.kind} {target.name} is blocked {_end(until)}")
    return lines


async def _add(connection: Any, target: _Target, until: datetime | None) -> UUID:
    if target.kind == "token" and not await blocks.is_token(connection, target.block["token"]):
        raise CommandError(f"there is no token {target.name}")
    id = await blocks.add(connection, **target.block, until=until)
    detail = f"block {id} of {target.kind}"
    if target.kind != "address":
        detail += f" {target.block[target.kind]}"
    await record.keep(connection, "block", None, f"{detail}, {_end(until)}")
    return id


def _end(until: datetime | None) -> str:
    return f"until {until:%Y-%m-%d %H:%M:%SZ}" if until else "until you end it"


def _named(network: Network) -> str:
    """Return the network, or the address if it has only one."""
    return str(network.network_address if network.num_addresses == 1 else network)


async def _list(parts: Parts) -> None:
    found = await blocks.active(parts.database)
    for one in found:
        what = f"address {_named(one.network)}" if one.network else f"token {one.token}"
        what = f"app {one.app_name}" if one.app else what
        print(f"{what}  since {one.at:%Y-%m-%d %H:%M:%SZ}  {_end(one.until)}")
    print(f"{len(found)} blocks")
