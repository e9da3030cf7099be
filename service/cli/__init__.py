"""The command line: reading archives, running the server, and looking after its sessions.

What reads a file needs few packages, so the others' modules are imported only for a command that is no reader.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from service.archive.format import UnreadableError
from service.cli import reading, telling, verifying
from service.cli.command import (
    FOUND_WRONG,
    INSTALL,
    UNUSABLE,
    CommandError,
    NotInstalledError,
    of_the_server,
)
from service.settings import SettingsError, read

_READERS = (verifying, reading, telling)

OPERATORS = (
    "serve, migrate, openapi, sessions, rebuild, lost, keys, redact, codes, apps, expire, record,"
    " export, import"
)
"""The commands of `operators.py`, which can say itself what it has only where it can be imported."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0 if it did what was asked.

    1 means that the answer is no: something is wrong, or is refused. 2 means that the question
    could not be asked, so that nobody takes a database outage for a tampered log.
    """
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except BrokenPipeError:
        # The reader has closed the pipe; a flush at exit must not fail on it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND_WRONG
    except OSError as error:
        return _said(f"{error.filename}: {error.strerror}" if error.filename else error, UNUSABLE)
    except CommandError as error:
        return _said(error, error.status)
    except (SettingsError, UnreadableError) as error:
        return _said(error, UNUSABLE)


def _run(arguments: Sequence[str]) -> int:
    asked = _parser(arguments).parse_args(arguments)
    status: int = asked.run(read(os.environ), asked)
    return status


def _said(error: object, status: int) -> int:
    print(f"verger: {error}", file=sys.stderr)
    return status


def _parser(arguments: Sequence[str] = ()) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="verger", description=__doc__.partition("\n")[0])
    parser.add_argument("--version", action="version", version=f"verger {version('verger')}")
    commands = parser.add_subparsers(dest="command", required=True)
    for module in _READERS:
        module.add(commands)
    command = next(iter(arguments), "")
    if command not in commands.choices:
        try:
            of_the_server(command).add(commands)
        except NotInstalledError:
            if command in OPERATORS.split(", "):
                raise
            parser.epilog = f"With the server's packages ({INSTALL}): {OPERATORS}, verify --all"
    return parser
