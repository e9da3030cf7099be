"""`verger record`: what operators did by command, which every command that changes data adds to."""

import os
import pwd
from uuid import UUID

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
    """Put a command on record, in the transaction in which it changes something."""
    sql = (
        "INSERT INTO operator_actions (command, session, detail, system_user_name)"
        " VALUES ($1, $2, $3, $4)"
    )
    await connection.execute(sql, command, session, detail, _user())


def _user() -> str:
    """Who runs this process; a container's user may have no name."""
    number = os.getuid()
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


async def _record(parts: Parts) -> int:
    sql = (
        "SELECT at, system_user_name, database_user, command, session, detail"
        " FROM operator_actions ORDER BY number"
    )
    for at, *who, command, session, detail in await parts.database.rows(sql):
        print(f"{at:%Y-%m-%d %H:%M:%SZ}  {' as '.join(who)}  {command}  {session or '-'}  {detail}")
    return 0
