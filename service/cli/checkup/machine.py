"""Checks of the settings and of this machine."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from verger.service import keyring
from verger.service.annexes.processes import balancer
from verger.service.cli.checkup.diagnosis import Diagnosis, bad, ok, warn
from verger.service.cli.command import CommandError
from verger.service.cli.database import FOLDER
from verger.service.cli.serving import require_files, require_telemetry
from verger.service.settings import VARIABLES, Settings, SettingsError, doubts

NEARLY_FULL, FULL = 10**9, 10**8
"""With less free space than this, in bytes, a folder gets a warning or is bad."""
_GROUP_OR_OTHERS = 0o077


def of_settings(settings: Settings, environment: Mapping[str, str]) -> Iterator[Diagnosis]:
    """Check the settings for probable mistakes. Their values are valid, or this program would not have started."""
    found = [warn("settings", why) for why in doubts(settings, datetime.now(UTC).date())]
    if settings.drill == "on":
        found.append(warn("settings", "VERGER_DRILL is on: this server sends and signs nothing."))
    given = [name for name in VARIABLES.values() if environment.get(name)]
    listed = ", ".join(given) or "none, so all have their defaults"
    yield from found or [ok("settings", f"All values are valid. Set variables: {listed}.")]


def of_programs(settings: Settings) -> Iterator[Diagnosis]:
    """Check that the system has the open files and the programs that a start needs."""
    needs: list[Callable[[], object]] = [require_files, partial(require_telemetry, settings)]
    if settings.process_count > 1:
        needs.append(balancer.program)
    found = []
    for need in needs:
        try:
            need()
        except (CommandError, SettingsError) as error:
            found.append(bad("system", f"{error}."))
    yield from found or [
        ok("system", "The limit of open files is high enough, and all programs are installed.")
    ]


def of_disks(settings: Settings) -> Iterator[Diagnosis]:
    """Check the free space of the folders that the server of this folder writes."""
    folders = {"temporary files (TMPDIR)": Path(tempfile.gettempdir())}
    if not settings.database_url and FOLDER.exists():
        folders["the embedded database"] = FOLDER.resolve()
    for content, folder in folders.items():
        yield _disk(content, folder)
    if settings.database_url:
        yield ok(
            "disk", "This command cannot read the disk of the database server: watch it there."
        )


def _disk(content: str, folder: Path) -> Diagnosis:
    free = shutil.disk_usage(folder).free
    sentence = f"{folder}, for {content}, has {free / 10**9:.1f} GB free"
    if free < FULL:
        return bad("disk", f"{sentence}: make room now.")
    if free < NEARLY_FULL:
        return warn("disk", f"{sentence}: make room.")
    return ok("disk", f"{sentence}.")


def of_key_file(settings: Settings) -> Iterator[Diagnosis]:
    """Check who can read the file with the secret key."""
    file = Path(settings.secret_keys_file) if settings.secret_keys_file else keyring.FILE
    if settings.secret_keys or not file.exists():
        return
    if file.stat().st_mode & _GROUP_OR_OTHERS:
        yield warn("key", f"Other users can read {file}: run chmod 600 {file}.")
    elif not os.access(file, os.R_OK):
        yield bad("key", f"This user cannot read {file}: give the file to the server's user.")
