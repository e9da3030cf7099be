"""The command line: reading archives, running the server, and looking after its sessions.

Commands that only read files need few packages. The modules of all other commands are imported only if
such a command runs.
"""

import argparse
import codecs
import locale
import os
import sys
import textwrap
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.metadata import version

from verger.service.archive.format import UnreadableError
from verger.service.cli import explaining, reading, telling, verifying
from verger.service.cli.command import (
    FOUND_WRONG,
    INTERRUPTED,
    UNUSABLE,
    CommandError,
    Commands,
)
from verger.service.cli.examples import EXAMPLES, FIRST, shown
from verger.service.cli.installed import INSTALL, NotInstalledError, of_the_server
from verger.service.settings import SettingsError, read

_READERS = (verifying, reading, explaining, telling)

GROUPS: Mapping[str, tuple[str, ...]] = {
    "Read and verify an archive (players, auditors)": (
        "verify",
        "story",
        "replay",
        "diff",
        "bisect",
        "why",
        "history",
        "case",
    ),
    "Run a server (operators)": (
        "serve",
        "doctor",
        "files",
        "migrate",
        "backup",
        "restore",
        "apps",
        "codes",
        "keys",
        "record",
        "block",
    ),
    "Manage sessions (operators)": ("sessions", "export", "import", "expire", "redact"),
    "Repair a database (operators)": ("lost", "rebuild"),
    "Develop Verger (contributors)": ("openapi",),
}
"""All commands, grouped by reader and task, in the order of the help page."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. The exit status is 0 if the command succeeded.

    1 means a negative result: something is wrong or refused. 2 means that the command could not do
    its work, so that nobody takes a database outage for a tampered log. 130 means that somebody
    pressed Ctrl-C.
    """
    _open_closed()
    if arguments is None:
        _in_utf8()
        arguments = sys.argv[1:]
    try:
        return _run(arguments)
    except BrokenPipeError:
        # The reader has closed the pipe. Without this, the flush at the exit would fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND_WRONG
    except KeyboardInterrupt:
        return _said("stopped", INTERRUPTED)
    except OSError as error:
        return _said(f"{error.filename}: {error.strerror}" if error.filename else error, UNUSABLE)
    except CommandError as error:
        return _said(error, error.status)
    except (SettingsError, UnreadableError) as error:
        return _said(error, UNUSABLE)


def _open_closed() -> None:
    """Open the standard files that are closed.

    Otherwise the next opened file, such as the connection to the database, would get the number of standard
    output and receive the printed text.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # noqa: FBT003
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "w" if number else "r", encoding="utf-8"))


def _in_utf8() -> None:
    """Start again in Python's UTF-8 mode if the locale is not UTF-8, such as LANG=C.

    Texts, file names and settings are then the same in every locale, in libraries too.
    """
    used = (
        sys.getfilesystemencoding(),
        locale.getpreferredencoding(do_setlocale=False),
        sys.stdout.encoding,
    )
    if all(codecs.lookup(one).name == "utf-8" for one in used):
        return
    environment = {"PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8:surrogateescape"}
    # Options can make Python ignore these variables. Then this process continues without UTF-8 mode.
    if not environment.items() <= os.environ.items():
        os.execve(sys.executable, sys.orig_argv, os.environ | environment)  # noqa: S606, itself


def _run(arguments: Sequence[str]) -> int:
    asked = parser(arguments).parse_args(arguments)
    status: int = asked.run(read(os.environ), asked)
    sys.stdout.flush()
    return status


def _said(error: object, status: int) -> int:
    with suppress(OSError):  # if standard error is closed, the caller still gets the status
        print(f"verger: {error}", file=sys.stderr)
    return status


def parser(arguments: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Return the parser of a command, or of all commands for the first help page."""
    whole = argparse.ArgumentParser(
        prog="verger",
        description="Run a Verger server, and verify and read archives of its sessions.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument("--version", action="version", version=f"verger {version('verger')}")
    commands = whole.add_subparsers(
        dest="command",
        required=True,
        metavar="COMMAND",
        help="a command from the list below",
    )
    for module in _READERS:
        module.add(commands)
    command = next(iter(arguments), "")
    if command not in commands.choices:
        try:
            of_the_server(command).add(commands)
        except NotInstalledError:
            if any(command in names for names in GROUPS.values()):
                raise
        whole.epilog = f"{_listing(commands)}\n\n{shown(FIRST)}"
    for name, one in commands.choices.items():
        one.formatter_class = argparse.RawDescriptionHelpFormatter
        one.epilog = shown(EXAMPLES[name])
    return whole


def _listing(commands: Commands) -> str:
    """List the commands in their groups, because argparse cannot group commands."""
    parts, missing = [], []
    for title, names in GROUPS.items():
        known = [name for name in names if name in commands.choices]
        missing += [name for name in names if name not in commands.choices]
        lines = [f"  {name:9} {commands.choices[name].description}" for name in known]
        parts += ["\n".join([f"{title}:", *lines])] if lines else []
    if missing:
        more = ", ".join([*missing, "verify --all"])
        parts.append(textwrap.fill(f"Commands of the server's packages ({INSTALL}): {more}"))
    return "\n\n".join(parts)
