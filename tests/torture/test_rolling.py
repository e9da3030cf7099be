"""A rolling upgrade replaces every process by the new program, back and again, and finds failures of a program."""

import gzip
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile, ZipInfo

import pytest

from tests.corpus.made import ARCHIVES, FACTS
from tests.support.patience import until
from tests.support.postgres import execute
from tests.torture import __main__ as torture
from tests.torture import crowd, rolling
from tests.torture.campaign import campaign
from tests.torture.ledger import Ledger
from tests.torture.program import OWN, Program, day_of, released
from tests.torture.report import Report
from tests.torture.rolling import BACK, FORTH, RollingWorld, rounds, staged
from tests.torture.world import Fault

EVENTS = "SELECT count(*) FROM events"
SOME = 50

OLD, NEW = Program("old", Path("/bin/false")), Program("new", Path("/bin/true"))


class Verger:
    """A process that only records its next program."""

    def __init__(self) -> None:
        self.been: list[Program] = []

    def replace(self, program: Program) -> float:
        """Note its next program."""
        self.been.append(program)
        return 0.0


class Quick(RollingWorld):
    """A world without waits."""

    def lasts(self, least: float = 0.0, most: float = 0.0) -> None:
        """Do not wait."""


def test_every_process_goes_to_the_new_program_back_and_to_it_again() -> None:
    nothing: Any = None
    vergers: list[Any] = [Verger(), Verger(), Verger()]
    world = Quick(nothing, vergers, Random(1), OLD, NEW, "", Path())  # noqa: S311
    faults = list(rounds(0.0)(world, Report(1, Ledger())))
    for fault in faults:
        fault.do(world)
    assert [fault.name for fault in faults] == [FORTH] * 3 + [BACK] * 3 + [FORTH] * 3
    assert [verger.been for verger in vergers] == [[NEW, OLD, NEW]] * 3


def test_a_command_that_fails_is_found() -> None:
    ledger = Ledger()
    NEW.succeeds("", ledger, "verify", "--all")
    assert not ledger.wrong
    OLD.succeeds("", ledger, "verify", "--all")
    assert ledger.wrong == ["verger verify --all, by old, status 1: "]


def test_a_wheel_is_of_the_day_of_its_newest_file(tmp_path: Path) -> None:
    with ZipFile(wheel := tmp_path / "verger.whl", "w") as packed:
        for day in ((2026, 11, 27), (2026, 12, 1), (2026, 2, 28)):
            packed.writestr(ZipInfo(f"{day}", (*day, 12, 0, 0)), "")
    assert day_of(wheel) == "2026-12-01"


def test_a_program_reads_the_events_of_all_releases_up_to_its_own(tmp_path: Path) -> None:
    corpus, folder = tmp_path / "corpus", tmp_path / "archives"
    folder.mkdir()
    for release in ("0.9.0", "0.10.0rc1", "0.10.0", "0.11.0"):
        (corpus / release / ARCHIVES).mkdir(parents=True)
        (corpus / release / FACTS).touch()
        (corpus / release / ARCHIVES / "verge.ndjson.gz").write_bytes(gzip.compress(b"{}"))

    def read(newest: str) -> list[str]:
        found = list(rolling.released_up_to(newest, folder, corpus))
        assert all(file.read_bytes() == b"{}" for file in found)
        return [file.name for file in found]

    assert read("0.8.0") == []
    assert read("0.9.0") == ["0.9.0-verge.ndjson"]
    assert read("0.10.0rc1") == [*read("0.9.0"), "0.10.0rc1-verge.ndjson"]
    assert read("0.10.0") == [*read("0.10.0rc1"), "0.10.0-verge.ndjson"]


def test_the_newest_release_is_the_newest_tag(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        named = ("-c", "user.name=Ann", "-c", "user.email=ann@example.com")
        subprocess.run(["git", *named, *words], cwd=tmp_path, check=True)

    git("init", "--quiet")
    git("commit", "--quiet", "--allow-empty", "--message=Begin")
    assert released(tmp_path) is None
    for tag in ("v0.9.0", "v1.0.0", "v1.0.0rc1", "later"):
        git("tag", tag)
    assert released(tmp_path) == "v1.0.0"


def test_without_a_release_it_says_so_and_does_not_fail(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(torture, "released", lambda: None)
    monkeypatch.setattr(sys, "argv", ["torture", "--rolling"])
    assert torture.main() == 0
    assert torture.UNRELEASED in capsys.readouterr().out


def moves_are_made(world: RollingWorld, _least: float, _most: float) -> None:
    """Wait until the log has some more events than before."""
    before = int(execute(world.url, EVENTS))
    until(lambda: int(execute(world.url, EVENTS)) > before + SOME)


def test_people_play_on_while_a_process_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rolling, "ARCHIVES", 1)
    monkeypatch.setattr(rolling, "VERGERS", 2)
    monkeypatch.setattr(crowd, "TABLES", 1)
    monkeypatch.setattr(RollingWorld, "lasts", moves_are_made)
    old, new = replace(OWN, name="old", version="0.0.9"), replace(OWN, name="new", version="0.0.9")

    def there_and_back(world: RollingWorld, report: Report) -> list[Fault[RollingWorld]]:
        return list(rounds(0.0)(world, report))[1:3]

    report = campaign(17, partial(staged, old, new), there_and_back, print)
    assert not report.wrong, "\n".join(report.lines())
    assert report.faults == 2
    assert report.ledger.counts["archives read across"] == 2
