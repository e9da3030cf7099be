"""`verger record`: the actions of operators. Every command that changes data adds to it."""

import os
import pwd
from uuid import UUID

from verger.service.cli import sql
from verger.service.cli.command import Commands
from verger.service.cli.database import with_parts
from verger.service.database.pool import Connection
from verger.service.wiring import Parts


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    listed = commands.add_parser(
        "record", description="List the changes that operators made by commands"
    )
    listed.set_defaults(run=lambda settings, _: with_parts(settings, _record))


async def keep(
    connection: Connection, command: str, session: UUID | None = None, detail: str = ""
) -> None:
    """Put a command on record, in the transaction of its change."""
    await connection.execute(sql.INSERT_ACTION, command, session, detail, user())


def user() -> str:
    """Return the name of the user who runs this process; a container's user may have no name."""
    number = os.getuid()
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


async def _record(parts: Parts) -> int:
    for row in await parts.database.rows(sql.ACTIONS):
        user = f"{row['system_user_name']} as {row['database_user']}"
        rest = f"{row['command']}  {row['session'] or '-'}  {row['detail']}"
        print(f"{row['at']:%Y-%m-%d %H:%M:%SZ}  {user}  {rest}")
    return 0
