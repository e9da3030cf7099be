"""`verger keys`: the keys that sign checkpoints, and the operator's keys that encrypt secrets."""

from argparse import Namespace

import uvloop

from verger.service import keyring
from verger.service.annexes.notices import signing_secret
from verger.service.annexes.statements.statements import Statements
from verger.service.archive import keys, push_key
from verger.service.cli import record
from verger.service.cli.command import Commands
from verger.service.cli.database import at_work, with_parts
from verger.service.database import sql
from verger.service.settings import Settings
from verger.service.wiring import Parts


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    listed = commands.add_parser(
        "keys", description="List the public keys for checkpoints, or change keys"
    )
    listed.add_argument(
        "--rotate", action="store_true", help="retire the key in use, and create another one"
    )
    listed.add_argument(
        "--encrypt",
        action="store_true",
        help="encrypt all secrets with the first key of VERGER_SECRET_KEYS",
    )
    listed.add_argument(
        "--give-up-lost",
        action="store_true",
        help=(
            "like --encrypt, but give up the secrets whose key is lost: a new key then signs"
            " checkpoints, and the webhooks are paused until their seats get new secrets"
        ),
    )
    listed.set_defaults(run=_keys)


def begin(settings: Settings) -> None:
    """Before a process serves, check that it has the key that encrypts the secrets.

    If the database has no secrets yet and no key is given, write a first key to a file.
    """

    async def run() -> None:
        async with (
            at_work(settings) as parts,
            parts.database.connection() as connection,
            connection.transaction(),
        ):
            if await connection.fetchval(sql.SHARE_SECRET_KEY) is None:
                keyring.make_file(settings)
            await keyring.given(settings).in_use(connection)

    uvloop.run(run())


def _keys(settings: Settings, asked: Namespace) -> int:
    async def work(parts: Parts) -> int:
        if asked.encrypt or asked.give_up_lost:
            await _encrypt_anew(parts, give_up=asked.give_up_lost)
        if asked.rotate:
            async with parts.database.connection() as connection, connection.transaction():
                id = await parts.the(Statements).rotate(connection)
                await record.keep(connection, "keys --rotate", None, f"to {id}")
        for key in await parts.keys.published():
            until = f"until {key.retired_at:%Y-%m-%d %H:%M:%SZ}" if key.retired_at else "in use"
            print(
                f"{key.id}  {key.public_key.hex()}  since {key.since:%Y-%m-%d %H:%M:%SZ}  {until}"
            )
        return 0

    return with_parts(settings, work)


async def _encrypt_anew(parts: Parts, *, give_up: bool) -> None:
    async with parts.database.connection() as connection, connection.transaction():
        key = await parts.keyring.rotate(connection)
        done = [
            await of.TABLE.encrypt_anew(
                connection, parts.keyring, key, of.give_up if give_up else None
            )
            for of in (signing_secret, keys, push_key)
        ]
        brought, lost = sum(one for one, _ in done), sum(one for _, one in done)
        command = "keys --give-up-lost" if give_up else "keys --encrypt"
        detail = f"{brought} encrypted under {key}, {lost} given up"
        await record.keep(connection, command, None, detail)
    print(f"all secrets are encrypted with the key {key}: {brought} changed, {lost} given up")
