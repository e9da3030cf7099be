"""The command line: `verger serve`, `migrate`, `redact`, `openapi`."""

import argparse
import asyncio
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from service import demo, embedded, migrate, openapi, operator
from service.app import ROUTES
from service.outage import UnavailableError
from service.server import server
from service.settings import Settings, SettingsError, read

FOLDER = Path("var/postgres")

_KNOWN = (
    SettingsError,
    embedded.EmbeddedPostgresError,
    migrate.MigrationError,
    operator.OperatorError,
    UnavailableError,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0 where it did what was asked."""
    asked = _parser().parse_args(arguments)
    try:
        settings = read(os.environ)
        match asked.command:
            case "serve":
                return _serve(settings)
            case "migrate":
                return _migrate(settings)
            case "redact":
                return _redact(settings, asked)
            case _:
                return _openapi(check=asked.check)
    except _KNOWN as error:
        print(f"verger: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="verger", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("serve", help="run the server, with an embedded database if none is named")
    commands.add_parser("migrate", help="bring the database at DATABASE_URL to the newest schema")
    _add_redact(commands)
    document = commands.add_parser("openapi", help="write the OpenAPI document from the code")
    document.add_argument("--check", action="store_true", help="only see whether it is in step")
    return parser


def _add_redact(commands: Any) -> None:
    parser = commands.add_parser("redact", help="take texts out of a session's log for good")
    parser.add_argument("session", help="its id")
    parser.add_argument("--versions", type=_versions, default=(), help="events, as in 12,15")
    parser.add_argument("--reason", required=True, help="why; it stays in the log")
    parser.add_argument(
        "--text",
        action="append",
        default=[],
        help="a text to take out wherever it stands; - reads them from the input, one a line",
    )


def _versions(text: str) -> tuple[int, ...]:
    return tuple(int(version) for version in text.split(","))


def _redact(settings: Settings, asked: argparse.Namespace) -> int:
    texts = [text for text in asked.text if text != "-"]
    if "-" in asked.text:
        texts += sys.stdin.read().splitlines()
    if not asked.versions and not texts:
        raise operator.OperatorError("name --versions, --text or both")
    with _database(settings) as ready:
        work = operator.redact(ready, asked.session, asked.versions, asked.reason, texts)
        print(asyncio.run(work))
    return 0


def _serve(settings: Settings) -> int:
    with_demo = settings.demo == "on" or (settings.demo == "auto" and not settings.database_url)
    with _database(settings) as ready:
        running = server(ready, partial(_announce, ready, with_demo=with_demo))
        with suppress(KeyboardInterrupt):
            running.run()
        return 0 if running.started else 1


def _announce(settings: Settings, port: int, *, with_demo: bool) -> None:
    """Say where to look next, once the server listens."""
    base = f"http://{settings.host}:{port}"
    lines = [
        f"Verger listens on {base}",
        f"  documents  {base}/docs",
        f"  health     {base}/readyz",
    ]
    if with_demo:
        shown = demo.ready(settings, port)
        lines.append(f"  session    {base}/v1/sessions/{shown.session}  (a demonstration)")
        lines += [f"  {name:<10} {token}" for name, token in shown.tokens.items()]
    print("\n".join(lines), flush=True)


@contextmanager
def _database(settings: Settings) -> Iterator[Settings]:
    """The settings with a database: the one they name, or the embedded one, migrated."""
    if settings.database_url:
        migrate.migrate(settings.database_url)
        yield settings
        return
    with embedded.running(FOLDER) as url:
        migrate.migrate(url)
        yield replace(settings, database_url=url)


def _migrate(settings: Settings) -> int:
    if not settings.database_url:
        raise SettingsError("DATABASE_URL: name the database to migrate")
    applied = migrate.migrate(settings.database_url)
    print("\n".join(applied) or "nothing to apply")
    return 0


def _openapi(*, check: bool) -> int:
    document = openapi.encoded(ROUTES)
    if not check:
        openapi.FILE.write_bytes(document)
        return 0
    if openapi.FILE.read_bytes() == document:
        return 0
    print("openapi/openapi.json is not what the code says; run: make openapi", file=sys.stderr)
    return 1
