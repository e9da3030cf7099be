"""Shared by the commands: exit statuses, errors and options."""

import argparse
from typing import TYPE_CHECKING, Any

import msgspec

FOUND_WRONG = 1
UNUSABLE = 2
INTERRUPTED = 130
"""The exit status that shells give a program that SIGINT has ended."""
TRY_AGAIN = 75
"""The exit status of `serve` while the database is away: EX_TEMPFAIL of sysexits.h."""

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001, it has no other name
    Group = argparse._ArgumentGroup  # noqa: SLF001, as above
else:
    Commands = Group = Any


class CommandError(Exception):
    """The command cannot do its task. The message gives the reason."""

    def __init__(self, said: str, status: int = UNUSABLE) -> None:
        super().__init__(said)
        self.status = status


def with_json(parser: argparse.ArgumentParser) -> None:
    """Add the option --json to a command."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def as_json(document: msgspec.Struct) -> str:
    """Return a document as JSON, for programs."""
    return msgspec.json.encode(document).decode()
