"""Backups are made during play. An incomplete backup cannot be mistaken for a complete one."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.annexes.backups.conftest import KEY, Original, refused, restored
from tests.service.cli.test_command_line import said, verger
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.postgres import execute
from tests.support.server import SECRET_KEY
from tests.support.settings import DURABILITY
from verger.service import cli
from verger.service.annexes.backups import backup as making
from verger.service.annexes.backups import manifest, programs
from verger.service.annexes.backups.manifest import BackupError
from verger.service.database import embedded

PROGRAM = Path(sys.executable).with_name("verger")
OTHERS = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '{}%' AND {}"
)

ENDED = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND query LIKE 'BEGIN; LOCK%'"
)


def test_a_backup_is_on_record(original: Original, backup: Path) -> None:
    told = said(verger("record", environment={"DATABASE_URL": original.url, **KEY}))
    assert told.splitlines()[-1].endswith(
        f" as postgres  backup  -  {manifest.read(backup).summary}"
    )


def test_moves_during_a_backup_are_not_in_it(
    original: Original, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, empty: str
) -> None:
    ann, dump, before = original.ann, making._dump, original.ann.head  # noqa: SLF001

    async def late(*given: Any) -> None:
        await asyncio.to_thread(ann.draws_a_line, "Snakes.")
        await dump(*given)

    monkeypatch.setattr(making, "_dump", late)
    monkeypatch.setenv("DATABASE_URL", original.url)
    assert cli.main(["backup", str(tmp_path / "one")]) == 0
    assert ann.head == before + 1
    restored(tmp_path / "one", empty)
    newest = "SELECT max(version) FROM events"
    assert execute(empty, newest) == str(before)


def test_only_its_owner_can_read_a_backup_and_no_secret_key_is_in_it(backup: Path) -> None:
    files = [*backup.iterdir()]
    modes = {file.name: oct(file.stat().st_mode)[-3:] for file in (backup, *files)}
    assert modes == {backup.name: "700", manifest.DUMP: "600", manifest.FILE: "600"}
    assert not any(SECRET_KEY.encode() in file.read_bytes() for file in files)


def test_a_user_who_may_not_read_every_table_learns_which_user_to_name(
    original: Original, tmp_path: Path
) -> None:
    reader = f"reader_{uuid4().hex}"
    execute(original.url, f"CREATE ROLE {reader} LOGIN IN ROLE verger_service")
    try:
        of_reader = original.url.replace("//postgres@", f"//{reader}@")
        told = refused("backup", tmp_path / "one", url=of_reader)
        assert re.fullmatch(
            r"pg_dump failed: .*permission denied for \w+ \w+; run this command with the owner .*",
            told,
        )
        assert [*tmp_path.iterdir()] == []
    finally:
        execute(original.url, f"DROP ROLE {reader}")


def test_a_backup_on_a_full_disk_leaves_nothing(original: Original, tmp_path: Path) -> None:
    (folder := tmp_path / "disk").mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", str(folder)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("nobody may mount a small disk here")
    try:
        told = refused("backup", folder / "one", url=original.url)
        assert told.startswith("pg_dump failed: ")
        assert "No space left on device" in told
        assert [*folder.iterdir()] == []
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.parametrize(
    ("number", "status", "said"),
    [
        (signal.SIGKILL, -signal.SIGKILL, b""),
        (signal.SIGTERM, 128 + signal.SIGTERM, b""),
        (signal.SIGINT, 128 + signal.SIGINT, b"verger: stopped\n"),
    ],
)
def test_a_backup_that_is_cut_off_does_not_look_whole(
    original: Original, tmp_path: Path, number: int, status: int, said: bytes
) -> None:
    url, folder = original.url, tmp_path / "one"
    lock = f"BEGIN; LOCK TABLE refusals; SELECT pg_sleep({PATIENCE_SECONDS})"
    psql = [str(embedded.tools() / "psql"), "-c", lock, url]
    own = {"PATH": os.environ["PATH"], "DATABASE_URL": url, **DURABILITY}
    with subprocess.Popen(psql, stderr=subprocess.DEVNULL):
        until(lambda: execute(url, OTHERS.format("BEGIN; LOCK", "wait_event = 'PgSleep'")) == "1")
        with subprocess.Popen([PROGRAM, "backup", folder], env=own, stderr=subprocess.PIPE) as made:
            locked = OTHERS.format("LOCK TABLE", "wait_event_type = 'Lock'")
            until(lambda: execute(url, locked) == "1")
            made.send_signal(number)
            _, told = made.communicate()
        execute(url, ENDED)
    assert (made.returncode, told) == (status, said)
    if number == signal.SIGKILL:
        (left,) = tmp_path.iterdir()
        assert refused("restore", left) == f"{left} is not a whole backup: it has no manifest.json"
        assert refused("backup", folder, url=url).startswith(f"{left} exists already: ")
    else:
        assert [*tmp_path.iterdir()] == []


def test_a_backup_is_never_overwritten(original: Original, backup: Path) -> None:
    told = refused("backup", backup, url=original.url)
    assert told == f"{backup} exists already: name a new folder"


def test_a_database_without_tables_is_not_backed_up(empty: str, tmp_path: Path) -> None:
    told = refused("backup", tmp_path / "one", url=empty)
    assert told == "the database has no tables of Verger"
    assert [*tmp_path.iterdir()] == []


def test_a_backup_through_a_pooler_is_refused(original: Original, tmp_path: Path) -> None:
    pooled = refused("backup", tmp_path / "one", url=original.url, database_pooler="transaction")
    assert "do not go through a pooler" in pooled


def test_the_programs_have_the_version_of_the_server() -> None:
    assert programs.programs(18) == embedded.tools()
    with pytest.raises(BackupError, match=r"PostgreSQL 99.* postgresql-client-99"):
        programs.programs(99)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            b"psql:<stdin>:5: ERROR:  permission denied to create role\n",
            "psql failed: permission denied to create role; let a superuser run deploy/roles.sql first",
        ),
        (b"psql:<stdin>:9: ERROR:  it broke\nDETAIL:  a text\n", "psql failed: it broke"),
        (b"", "psql failed: it gave no reason"),
    ],
)
def test_the_error_of_a_program_is_one_sentence_with_advice(said: bytes, sentence: str) -> None:
    assert str(programs.failed(Path("psql"), said)) == sentence


@pytest.mark.parametrize(
    ("url", "split"),
    [
        ("postgresql://ann:p%40ss@db:5433/v", ("postgresql://ann@db:5433/v", "p@ss")),
        ("postgresql://ann@/v?password=x&host=%2Frun", ("postgresql://ann@/v?host=%2Frun", "x")),
        ("postgresql:///v", ("postgresql:///v", "")),
    ],
)
def test_a_password_is_never_an_argument_of_a_program(url: str, split: tuple[str, str]) -> None:
    assert programs.without_password(url) == split
