"""Restore an earlier moment with the commands of docs/high-availability.md."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import pytest

from tests.support.client import Player, started
from tests.support.patience import until
from tests.support.postgres import execute, of_database, owned, reachable_folder
from tests.support.root import ROOT
from tests.support.server import SECRET_KEY, serving
from tests.torture.program import OWN
from verger.service.database import embedded, migrate

PAGE = (ROOT / "docs" / "high-availability.md").read_text()
PAGE = PAGE.partition("## Restore an earlier moment")[2].partition("\n## ")[0]
ARCHIVING = dict(re.findall(r"(?m)^(\w+) = '?(.*?)'?$", PAGE.partition("```bash")[0]))
BACK_UP, UNPACK, VERIFY = re.findall(r"```bash\n(.*?)```", PAGE, re.DOTALL)


class Backups(NamedTuple):
    """The folders of the base backup and of the archived log. PostgreSQL's user can write to both."""

    folder: Path
    backups: Path
    archive: Path

    def run(self, commands: str, **more: object) -> "subprocess.CompletedProcess[str]":
        """Run commands of the page."""
        path = f"{embedded.tools()}{os.pathsep}{OWN.command.parent}{os.pathsep}{os.environ['PATH']}"
        given = {"PATH": path, "ARCHIVE": self.archive, "BACKUPS": self.backups, **more}
        words = ["bash", "-euo", "pipefail", "-c", commands]
        said = {name: str(value) for name, value in given.items()}
        return subprocess.run(words, env=said, check=False, capture_output=True, text=True)

    def keep(self, player: Player, name: str) -> None:
        """Store the current checkpoint of a session in a file."""
        file = self.backups / f"checkpoint-{name}.json"
        file.write_text(json.dumps(player.see("/checkpoint")))


@pytest.fixture
def backups() -> Iterator[Backups]:
    with reachable_folder() as folder:
        yield Backups(folder, owned(folder / "backups"), owned(folder / "archive"))


@contextmanager
def primary(backups: Backups) -> Iterator[str]:
    """Run a server that archives its log as the page says, and yield the URL of a database."""
    settings = {
        name: text.replace("$ARCHIVE", str(backups.archive)) for name, text in ARCHIVING.items()
    }
    with (
        mock.patch.dict(embedded.SETTINGS, settings),
        embedded.running(backups.folder / "primary") as server,
    ):
        url = of_database(server, "tables")
        execute(server, "CREATE DATABASE tables")
        migrate.migrate(url)
        yield url
        segment = execute(url, "SELECT pg_walfile_name(pg_switch_wal())")
        until((backups.archive / segment).exists)


@contextmanager
def restored(backups: Backups, moment: str) -> Iterator[str]:
    """Restore the backup up to a moment, and yield the URL of the database."""
    home = owned(backups.folder / "restored")
    data = owned(home / "data")
    unpacked = backups.run(UNPACK, DATA=data, MOMENT=moment)
    assert not unpacked.returncode, unpacked.stderr
    owned(home)
    with embedded.running(home) as server:
        until(lambda: execute(server, "SELECT pg_is_in_recovery()") == "f")
        yield of_database(server, "tables")


def test_a_restored_log_is_whole_and_its_lost_events_are_found(backups: Backups) -> None:
    with primary(backups) as url, serving(url) as server:
        ann = started(server.http, "Ann", "Bo").players["Ann"]
        ann.draws_a_line("Spiders.", key="base")
        made = backups.run(BACK_UP, PRIMARY=url)
        assert not made.returncode, made.stderr
        kept = ann.draws_a_line("Rats.", key="kept")["version"]
        backups.keep(ann, "kept")
        moment = execute(url, "SELECT now()")
        ann.draws_a_line("Snakes.", key="lost")
        backups.keep(ann, "lost")
    with restored(backups, moment) as url, serving(url) as server:
        assert ann.at(server.http).head == kept
        given = {"DATABASE_URL": url, "VERGER_SECRET_KEYS": SECRET_KEY}
        verified, lost = (backups.run(line, **given) for line in VERIFY.splitlines())
        assert (verified.returncode, lost.returncode) == (0, 1), verified.stdout + lost.stderr
        assert verified.stdout.startswith("1 of 1 sessions verified")
        assert lost.stdout.splitlines() == [
            f"{ann.session}  has no version {kept + 1} with the hash of the checkpoint",
            "0 losses recorded, 1 of 2 checkpoints do not match",
        ]
        assert ann.at(server.http).draws_a_line("Rats.", key="kept")["version"] == kept
        assert ann.at(server.http).draws_a_line("Snakes.", key="lost")["version"] == kept + 1
