"""The embedded PostgreSQL restarts if it dies, while Verger continues."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from tests.support.client import Player, played
from tests.support.patience import until
from tests.support.postgres import reachable_folder
from tests.support.server import serving
from tests.support.settings import Settings
from verger.service.cli.database import FOLDER, at_database
from verger.service.database import keeping


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder for a server's data, below this process's working directory."""
    with reachable_folder() as parent:
        monkeypatch.chdir(parent)
        yield parent / FOLDER


def kill(folder: Path) -> None:
    number = int((folder / "data" / "postmaster.pid").read_text().split()[0])
    os.kill(number, signal.SIGKILL)


def moved(ann: Player, key: str) -> Any:
    """Repeat a move until it is made."""
    return until(
        lambda: ann.move("add_limit", kind="line", text="Spiders.", key=key),
        lambda answer: answer.status_code == 201,
    ).json()


def test_a_server_that_was_killed_is_played_on_again_by_the_same_process(folder: Path) -> None:
    with (
        structlog.testing.capture_logs() as said,
        at_database(Settings()) as settings,
        serving(settings.database_url) as server,
    ):
        ann = played(server.http, "Ann", "Bo")["Ann"]
        for key in ("one", "two"):
            head = ann.head
            kill(folder)
            assert moved(ann, key)["version"] == head + 1
    assert [line["event"] for line in said if line["log_level"] == "error"][:1] == [
        "embedded_database_died"
    ]
    assert "database system is ready" in "".join(said[0]["said"])
    assert not (folder / "data" / "postmaster.pid").exists()


def test_a_database_that_does_not_start_again_ends_the_process(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "PAUSES", (0.0, 0.1))
    asked: list[int] = []
    former = signal.signal(signal.SIGTERM, lambda number, _: asked.append(number))
    try:
        with structlog.testing.capture_logs() as said, keeping.kept(folder):
            (folder / "data" / "PG_VERSION").write_text("9\n")
            kill(folder)
            until(lambda: asked)
    finally:
        signal.signal(signal.SIGTERM, former)
    assert [line["event"] for line in said] == [
        "embedded_database_died",
        "embedded_database_not_started",
        "embedded_database_not_started",
        "embedded_database_given_up",
    ]
    assert asked == [signal.SIGTERM]
