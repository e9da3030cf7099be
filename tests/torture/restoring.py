"""Restore a whole group to an earlier moment, by the steps of docs/high-availability.md."""

import os
import re
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

from tests.support.app import app_key
from tests.support.patience import until
from tests.support.postgres import execute, owned, reachable_folder
from tests.support.root import ROOT
from tests.torture.campaign import KEPT, Say, keep, logs
from tests.torture.crowd import Crowd
from tests.torture.findings import Line
from tests.torture.group import GROUP_PASSWORD, PASSWORDS, PATRONI, Group
from tests.torture.group_faults import GroupWorld, node_killed, staged
from tests.torture.ledger import Ledger
from tests.torture.program import OWN
from verger.service.database import embedded

PAGE = (
    (ROOT / "docs" / "high-availability.md")
    .read_text()
    .partition("## Restore an earlier moment")[2]
)
ONE, GROUP = PAGE.split("## Restore an earlier moment of a group")
BACK_UP = re.findall(r"```bash\n(.*?)```", ONE, re.DOTALL)[0]
ARCHIVING, BACK = re.findall(r"```yaml\n(.*?)```", GROUP, re.DOTALL)
RESTART, FORGET = re.findall(r"```bash\n(.*?)```", GROUP, re.DOTALL)
MEANT = "verger\nYes I am aware\n"
"""The answers to the questions of `patronictl remove`."""
PLAYED_SECONDS = 5.0

Logs = Mapping[str, Sequence[Line]]


class Keeper:
    """The base backup and the archive of a group. It can restore the group to an earlier moment."""

    def __init__(self, group: Group, folder: Path) -> None:
        self._group = group
        self._folders = {"ARCHIVE": owned(folder / "archive"), "BACKUPS": owned(folder / "backups")}

    def archive(self) -> None:
        """Let all three servers archive their logs from now on."""
        self._add("archive.yml", ARCHIVING)
        self._run(RESTART)
        self._group.whole()
        until(lambda: "always" in execute(self._superuser, "SHOW archive_mode"))

    def take(self) -> None:
        """Take a base backup."""
        url = self._group.url("replicator", GROUP_PASSWORD, "")
        self._run(BACK_UP, PRIMARY=f"{url}?target_session_attrs=read-write")

    def close(self) -> None:
        """Have everything that is written so far archived."""
        written = "pg_create_restore_point('closed')"
        segment = execute(self._superuser, f"SELECT pg_walfile_name({written})")
        execute(self._superuser, "SELECT pg_switch_wal()")
        until((self._folders["ARCHIVE"] / segment).exists)

    def go_back(self, moment: str) -> None:
        """Stop all three machines, and restore them to a moment."""
        for machine in self._group.machines:
            machine.stop()
        for machine in self._group.machines:
            machine.join()
            machine.data.rename(machine.home / "before")
        self._run(FORGET, said=MEANT)
        self._add("back.yml", BACK, MOMENT=moment)
        self._group.whole()

    @property
    def _superuser(self) -> str:
        url = self._group.url("postgres", PASSWORDS["POSTGRES_PASSWORD"])
        return f"{url}?target_session_attrs=read-write"

    def _add(self, name: str, text: str, **words: str) -> None:
        """Add a setting to each machine's Patroni."""
        for machine in self._group.machines:
            known = {**self._folders, **words, "DATA": machine.data}
            filled = re.sub(r"\$([A-Z]+)", lambda word: str(known[word[1]]), text)  # noqa: B023
            (machine.config / name).write_text(filled)

    def _run(self, commands: str, said: str = "", **words: str) -> None:
        machine = self._group.machines[0]
        places = (embedded.tools(), PATRONI.parent, os.environ["PATH"])
        given = {
            **machine.of_patroni(),
            "PATRONICTL_CONFIG_FILE": str(machine.config),
            "PATH": os.pathsep.join(map(str, places)),
            **{name: str(folder) for name, folder in self._folders.items()},
            **words,
        }
        shell = ["bash", "-euo", "pipefail", "-c", commands]
        subprocess.run(shell, env=given, check=True, input=said, text=True, capture_output=True)


def drill(seed: int, say: Say) -> list[str]:
    """Play, restore a moment of this play, play on, and return everything that is wrong."""
    ledger = Ledger()
    with staged(ledger, Random(seed)) as world, reachable_folder() as folder:  # noqa: S311
        keeper = Keeper(world.group, folder)
        keeper.archive()
        moment, wanted = _played(world, keeper, ledger, seed, say)
        _went_back(world, keeper, ledger, moment, wanted, say)
        with playing(world, ledger, seed) as crowd:
            since = time.monotonic()
            until(lambda: crowd.is_back(since))
        say("moves are made")
        for verger in world.vergers:
            verger.read_log()
        if ledger.wrong:
            keep(world, KEPT / str(seed))
    return ledger.wrong


@contextmanager
def playing(world: GroupWorld, ledger: Ledger, seed: int) -> Iterator[Crowd]:
    """Have people of another app play. The ledger gets their findings, but not their answers."""
    own = Ledger()
    with Crowd(world, own, seed, app_key(world.database)) as crowd:
        yield crowd
    ledger.wrong += own.wrong


def _played(
    world: GroupWorld, keeper: Keeper, ledger: Ledger, seed: int, say: Say
) -> tuple[str, Logs]:
    """Play, with a base backup and a change of leader. Return a moment of play, and the log at that moment."""
    with playing(world, ledger, seed) as crowd:
        keeper.take()
        say("a base backup is taken, while people play")
        gone = node_killed(world)
        until(lambda: crowd.is_back(gone))
        say("another machine leads")
    wanted = logs(world.database)
    moment = execute(world.database, "SELECT now()")
    with playing(world, ledger, seed):
        time.sleep(PLAYED_SECONDS)
    keeper.close()
    return moment, wanted


def _went_back(
    world: GroupWorld, keeper: Keeper, ledger: Ledger, moment: str, wanted: Logs, say: Say
) -> None:
    """Restore the group, and compare its log with the log at the moment."""
    before, began = events(logs(world.database)), time.monotonic()
    keeper.go_back(moment)
    found = logs(world.database)
    seconds = time.monotonic() - began
    say(f"back at {events(found):,} of {before:,} events, in {seconds:.0f} s")
    if found != wanted:
        ledger.find(f"the log is not that of the moment, which has {events(wanted):,} events")
    world.verify(ledger)
    say(f"verger lost: {OWN.told(world.database, 'lost').stdout.splitlines()[-1]}")


def events(found: Logs) -> int:
    """Return the number of events."""
    return sum(map(len, found.values()))
