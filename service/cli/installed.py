"""Import the commands that need the server's packages, if these are installed."""

from importlib import import_module
from types import ModuleType

from verger.service.cli.command import CommandError

INSTALL = "pip install 'verger[server]'"
"""The command that installs the server's packages."""


class NotInstalledError(CommandError):
    """The command needs the server's packages, and they are not installed."""

    def __init__(self, command: str) -> None:
        super().__init__(f"{command} needs the server's packages: {INSTALL}")


def of_the_server(command: str) -> ModuleType:
    """Import the commands that need the server's packages. Raises NotInstalledError."""
    # By name: a command that only reads a file must not import those packages.
    try:
        return import_module("verger.service.cli.operators")
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] == "verger":
            raise
        raise NotInstalledError(command) from None
