"""The commands that need the server's packages: they run the server, or manage its sessions and its database."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from verger.service.annexes.backups.manifest import BackupError
from verger.service.annexes.processes.parent import CannotBeginError
from verger.service.archive.format import UnreadableError
from verger.service.cli import (
    apps,
    archives,
    backups,
    blocking,
    codes,
    doctor,
    encrypting,
    ending,
    files,
    operating,
    record,
    redacting,
    serving,
    verifying_all,
)
from verger.service.cli.command import FOUND_WRONG, CommandError, Commands
from verger.service.database import embedded, hosts, migrate
from verger.service.database.outage import Cause, UnavailableError
from verger.service.keyring import KeyringError
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.problem.table import KINDS
from verger.service.settings import Settings

_MODULES = (
    serving,
    doctor,
    operating,
    encrypting,
    backups,
    redacting,
    codes,
    apps,
    blocking,
    ending,
    record,
    archives,
    files,
)

_UNUSABLE = (
    BackupError,
    CannotBeginError,
    KeyringError,
    embedded.EmbeddedPostgresError,
    hosts.UnusableDatabaseError,
    migrate.MigrationError,
)


def add(commands: Commands) -> None:
    """Add these commands to the parser."""
    before = {*commands.choices}
    for module in _MODULES:
        module.add(commands)
    for name in {*commands.choices} - before:
        parser = commands.choices[name]
        parser.set_defaults(run=_in_plain_words()(parser.get_default("run")))


@contextmanager
def _in_plain_words() -> Iterator[None]:
    """Raise a CommandError for faults of the database, its settings and keys."""
    try:
        yield
    except ProblemError as error:
        told = f"{KINDS[error.code].title}: {error.detail}"
        if error.code == ProblemCode.UNREADABLE_ARCHIVE:
            raise UnreadableError(told) from None
        raise CommandError(told, FOUND_WRONG) from None
    except _UNUSABLE as error:
        raise CommandError(str(error)) from None
    except UnavailableError as error:
        is_away = error.cause in (Cause.AWAY, Cause.NO_ANSWER)
        cause = (
            "the database cannot be used at the moment, try again soon" if is_away else error.cause
        )
        raise CommandError(f"{cause}: {error}") from None


@_in_plain_words()
def verify_all(settings: Settings, asked: Namespace, keys: Sequence[bytes]) -> int:
    """Verify every session of the database, also against statements that were signed with keys."""
    return verifying_all.verify_all(settings, asked, keys)
