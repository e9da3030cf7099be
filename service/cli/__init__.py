"""The command line: running the server, looking after its sessions, and reading archives."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

import asyncpg

from service.archive.format import UnreadableError
from service.cli import (
    apps,
    archives,
    codes,
    encrypting,
    ending,
    operating,
    reading,
    record,
    redacting,
    serving,
    telling,
    verifying,
)
from service.cli.command import FOUND_WRONG, UNUSABLE, CommandError
from service.database import embedded, fitness, hosts, migrate
from service.database.outage import UnavailableError
from service.keyring import KeyringError
from service.problem.code import ProblemCode
from service.problem.problem import ProblemError
from service.problem.table import KINDS
from service.settings import SettingsError, read
from service.several.parent import CannotBeginError

_MODULES = (
    serving,
    operating,
    encrypting,
    redacting,
    codes,
    apps,
    ending,
    record,
    verifying,
    archives,
    reading,
    telling,
)

_UNUSABLE = (
    CannotBeginError,
    CommandError,
    SettingsError,
    UnreadableError,
    embedded.EmbeddedPostgresError,
    hosts.UnusableDatabaseError,
    migrate.MigrationError,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0 if it did what was asked.

    1 means that the answer is no: something is wrong, or is refused. 2 means that the question
    could not be asked, so that nobody takes a database outage for a tampered log.
    """
    asked = _parser().parse_args(arguments)
    try:
        status: int = asked.run(read(os.environ), asked)
    except BrokenPipeError:
        # The reader has closed the pipe; a flush at exit must not fail on it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND_WRONG
    except ProblemError as error:
        is_unreadable = error.code is ProblemCode.UNREADABLE_ARCHIVE
        told = f"{KINDS[error.code].title}: {error.detail}"
        return _said(told, UNUSABLE if is_unreadable else FOUND_WRONG)
    except KeyringError as error:
        return _said(error, UNUSABLE)
    except UnavailableError as error:
        return _said(f"the database is out of reach: {error}", UNUSABLE)
    except asyncpg.InsufficientPrivilegeError as error:
        return _said(f"the database's role may not do this: {fitness.said(error)}", UNUSABLE)
    except OSError as error:
        return _said(f"{error.filename}: {error.strerror}" if error.filename else error, UNUSABLE)
    except _UNUSABLE as error:
        return _said(error, UNUSABLE)
    return status


def _said(error: object, status: int) -> int:
    print(f"verger: {error}", file=sys.stderr)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="verger", description=__doc__)
    parser.add_argument("--version", action="version", version=f"verger {version('verger')}")
    commands = parser.add_subparsers(dest="command", required=True)
    for module in _MODULES:
        module.add(commands)
    return parser
