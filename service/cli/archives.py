"""`verger export` and `import`: sessions as files."""

import sys
from argparse import Namespace
from contextlib import nullcontext
from pathlib import Path
from uuid import UUID

from verger.service.archive.export import PAGE, archive
from verger.service.archive.importing import import_archive, sessions_imported
from verger.service.cli import record
from verger.service.cli.command import CommandError, Commands
from verger.service.cli.database import with_parts
from verger.service.cli.progress import Progress, counted, seconds
from verger.service.database.pool import Connection
from verger.service.identity.identity import issue
from verger.service.identity.secret import Secrets
from verger.service.log import stubs
from verger.service.play.session import UnknownSessionError
from verger.service.settings import Settings
from verger.service.wiring import Parts


def add(commands: Commands) -> None:
    """Add these commands to the parser."""
    export = commands.add_parser(
        "export", description="Write the archive of a session, without sealed parts"
    )
    export.add_argument("session", type=UUID, help="the id of the session")
    export.add_argument(
        "file", nargs="?", type=Path, help="a new file for the archive (default: standard output)"
    )
    export.set_defaults(run=_export)
    import_archive = commands.add_parser(
        "import", description="Import an archive and print a token that reads it"
    )
    import_archive.add_argument("file", type=Path, help="the archive")
    import_archive.set_defaults(run=_import)


def _export(settings: Settings, asked: Namespace) -> int:
    async def work(parts: Parts) -> int:
        try:
            session = await parts.sessions.fresh(asked.session)
        except UnknownSessionError:
            raise CommandError(f"there is no session {asked.session}") from None
        with asked.file.open("xb") if asked.file else nullcontext(sys.stdout.buffer) as file:
            came = await sessions_imported(parts.database, await parts.store.lineage(session.id))
            with Progress("events", session.version) as progress:
                history, head = parts.sessions.history, session.version
                async for number, chunk in counted(
                    archive(parts.store, history, session, head, (), came)
                ):
                    file.write(chunk)
                    progress.show(min(number * PAGE, session.version))
        return 0

    return with_parts(settings, work, reading=True)


def _import(settings: Settings, asked: Namespace) -> int:
    async def work(parts: Parts) -> int:
        secrets = Secrets(None, cell=settings.cell)
        id = secrets.id("token")

        async def first(connection: Connection, session: UUID) -> None:
            stub = await stubs.of(connection, session)
            if stub and stub.is_whole:
                await record.keep(connection, "import", session, "brought back")
                return
            await issue(connection, id, secrets.token(), "reads an imported session")
            await record.keep(connection, "import", session, f"read with the token {id}")

        file = asked.file.resolve()
        with seconds("seconds of import"):
            brought = await import_archive(parts.database, parts.archives, file, id, first)
        how = "brought back" if brought.is_whole else "imported"
        print(f"{how}: session {brought.session}, {brought.version} events")
        if brought.is_whole:
            print("  its seats continue with their earlier tokens")
        else:
            print(f"  token to read, export and fork it: {secrets.token()}")
        return 0

    return with_parts(settings, work)
