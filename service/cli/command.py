"""Shared by the commands: exit statuses, and what to install where something is missing."""

import argparse
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec

FOUND_WRONG = 1
UNUSABLE = 2

INSTALL = "pip install 'verger[server]'"
"""What brings the server's packages."""

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001, it has no other name
else:
    Commands = Any

_OWN = ("domain", "projections", "service")


class CommandError(Exception):
    """The command cannot do what was asked; the message says why."""

    def __init__(self, said: str, status: int = UNUSABLE) -> None:
        super().__init__(said)
        self.status = status


class NotInstalledError(CommandError):
    """The command takes the server's packages, and they are not installed."""

    def __init__(self, command: str) -> None:
        super().__init__(f"{command} takes the server's packages: {INSTALL}")


def of_the_server(command: str) -> ModuleType:
    """The module of the commands that take the server's packages.

    Raises NotInstalledError where these are not installed.
    """
    try:
        return import_module("service.cli.operators")
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] in _OWN:
            raise
        raise NotInstalledError(command) from None


def with_json(parser: argparse.ArgumentParser) -> None:
    """Have a command take --json."""
    parser.add_argument("--json", action="store_true", help="answer as one JSON document")


def as_json(document: msgspec.Struct) -> str:
    """A document as a program reads it."""
    return msgspec.json.encode(document).decode()
