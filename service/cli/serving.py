"""`verger serve`, `migrate` and `openapi`: run the server, and the tools that build it.

The framework is imported only when it is needed, because it would double the code that other commands
load.
"""

import os
import re
import signal
import socket
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from types import FrameType

import structlog

from verger.service import demo, logging
from verger.service.annexes.processes import parent
from verger.service.cli import encrypting
from verger.service.cli.command import FOUND_WRONG, TRY_AGAIN, CommandError, Commands
from verger.service.cli.database import at_database, migrated
from verger.service.database.hosts import AwayDatabaseError
from verger.service.database.outage import UnavailableError
from verger.service.identity.connections import FEWEST, RESERVED, open_as_many_files_as_may_be
from verger.service.keyring import KeyringError
from verger.service.settings import Settings, SettingsError, doubts, in_drill

_log = structlog.get_logger()

_ASKED = "The settings say so (--drill or VERGER_DRILL)."
_RESTORED = (
    "The database is a restored copy. To use it in place of the original, stop this server, run `verger"
    " restore --take-over`, and start the server again."
)


def add(commands: Commands) -> None:
    """Add these commands to the parser."""
    serve = commands.add_parser(
        "serve", description="Run the server, with an embedded database by default"
    )
    serve.add_argument(
        "--drill",
        action="store_true",
        help="try a restored copy: send nothing, sign nothing, and say so on every page",
    )
    serve.set_defaults(run=_serve)
    newest = commands.add_parser("migrate", description="Update the database to the newest schema")
    newest.set_defaults(run=_migrate)
    document = commands.add_parser(
        "openapi", description="Write the OpenAPI and AsyncAPI documents"
    )
    document.add_argument(
        "--check", action="store_true", help="only check that they match the code"
    )
    document.set_defaults(run=_openapi)


def _serve(settings: Settings, asked: Namespace) -> int:
    try:
        return _served(settings, asked)
    except KeyringError:
        raise
    except (AwayDatabaseError, UnavailableError) as error:
        # A supervisor can try again after this status, but should not after that of a wrong setting.
        raise CommandError(str(error), TRY_AGAIN) from None


def _served(settings: Settings, asked: Namespace) -> int:
    from verger.service.server import server  # noqa: PLC0415, see above

    logging.configure(settings)
    if asked.drill:
        settings = in_drill(settings)
    require_files()
    _survive_reloads()
    is_small = not settings.database_url and settings.starts == "anyone"
    require_telemetry(settings)
    for why in doubts(settings, datetime.now(UTC).date()):
        _log.warning("doubtful_setting", why=why)
    with at_database(settings) as ready:
        if ready.drill == "on":
            _log.warning("drill", why=_ASKED if settings.drill == "on" else _RESTORED)
        encrypting.begin(ready)
        with_demo = ready.demo == "on" or (ready.demo == "auto" and is_small)
        announce = partial(_announce, ready, with_demo=with_demo)
        if settings.process_count > 1:
            return parent.run(ready, announce)
        running = server(ready, announce)
        try:
            with suppress(KeyboardInterrupt):
                running.run()
        except SystemExit:
            if running.started:
                raise  # a signal that also has to end the embedded database
            # uvicorn ends like this if it cannot start. The line that it has printed gives the
            # reason.
            where = f"HOST {settings.host}, PORT {settings.port}"
            raise CommandError(f"cannot listen on {where}; the line above says why") from None
        return 0 if running.started else FOUND_WRONG


def require_files() -> None:
    """Refuse a limit of open files that leaves no room for connections."""
    needed = RESERVED + FEWEST
    if (files := open_as_many_files_as_may_be()) < needed:
        raise CommandError(
            f"serve needs {needed} open files, but the system allows only {files}: raise the"
            " limit of open files (ulimit -n, or LimitNOFILE in a unit)"
        )


def _survive_reloads() -> None:
    """Ignore SIGHUP, which asks daemons to reload. A terminal that closes still ends the server with it.

    With several processes, the parent restarts them one by one instead.
    """
    if signal.getsignal(signal.SIGHUP) is signal.SIG_DFL and not os.isatty(0):
        signal.signal(signal.SIGHUP, _not_reloaded)


def _not_reloaded(number: int, frame: FrameType | None) -> None:
    _log.warning("not_reloaded", why="A single process ignores SIGHUP. Restart the server.")


def require_telemetry(settings: Settings) -> None:
    """Refuse VERGER_TELEMETRY if its packages are not installed."""
    if settings.telemetry == "off":
        return
    try:
        import_module("verger.service.annexes.metrics.telemetry")
    except ImportError:
        raise CommandError(
            "VERGER_TELEMETRY=otlp needs packages that are not installed: pip install"
            " 'verger[telemetry]'"
        ) from None


def _notify_systemd() -> None:
    """Report to systemd that the server listens, if the unit waits for that (sd_notify(3))."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notifying:
            notifying.sendto(b"READY=1", re.sub("^@", "\0", address))


def _announce(settings: Settings, port: int, *, with_demo: bool) -> None:
    """Report that the server listens, and print where to look next."""
    _notify_systemd()
    base = f"http://{settings.netloc(port)}{settings.base_path}"
    lines = [
        f"Verger listens on {base}",
        f"  documents  {base}/docs",
        f"  begin      {base}/docs/quick-start",
        f"  try it     {base}/docs/reference",
        f"  health     {base}/readyz",
    ]
    if with_demo:
        shown = demo.ready(settings, port)
        lines.append(f"  session    {base}/v1/sessions/{shown.session}  (a demonstration)")
        # Print tokens only to a terminal. Other outputs, such as the journal of systemd, are stored.
        if os.isatty(sys.stdout.fileno()):
            lines += _tokens(shown, f"{base}/watch/{shown.session}")
        else:
            lines.append(f"  tokens     {demo.FILE}")
    print("\n".join(lines), flush=True)


def _tokens(shown: demo.Demonstration, watched: str) -> Iterator[str]:
    for name, token in shown.tokens.items():
        yield f"  {name:<10} {token}"
    for name, token in shown.tokens.items():
        yield f"  as {name:<7} {watched}#token={token}"


def _migrate(settings: Settings, asked: Namespace) -> int:
    if not settings.database_url:
        raise SettingsError("DATABASE_URL: set it to the address of the database to migrate")
    print("\n".join(migrated(settings)) or "nothing to apply")
    return 0


def _openapi(settings: Settings, asked: Namespace) -> int:
    from verger.service.openapi import document  # noqa: PLC0415, see above

    made = document.files()
    if not asked.check:
        for file, written in made.items():
            file.write_bytes(written)
        return 0
    stale = [file for file, written in made.items() if file.read_bytes() != written]
    for file in stale:
        print(f"openapi/{file.name} is different from the code; run: make openapi", file=sys.stderr)
    return FOUND_WRONG if stale else 0
