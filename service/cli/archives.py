"""`verger export`: sessions as files."""

import sys
from argparse import Namespace
from pathlib import Path
from uuid import UUID

from service.cli.command import CommandError, Commands, with_parts
from service.export import archive
from service.hot import UnknownSessionError
from service.settings import Settings
from service.wiring import Parts


def add(commands: Commands) -> None:
    """Tell of these commands."""
    export = commands.add_parser("export", help="write a session's archive, without sealed parts")
    export.add_argument("session", type=UUID)
    export.add_argument("file", nargs="?", type=Path, help="standard output without it")
    export.set_defaults(run=_export)


def _export(settings: Settings, asked: Namespace) -> int:
    async def work(parts: Parts) -> int:
        try:
            hot = await parts.sessions.fresh(asked.session)
        except UnknownSessionError:
            raise CommandError(f"there is no session {asked.session}") from None
        with asked.file.open("xb") if asked.file else sys.stdout.buffer as file:
            async for chunk in archive(parts.store, hot, hot.version, (), is_import=False):
                file.write(chunk)
        return 0

    return with_parts(settings, work)
