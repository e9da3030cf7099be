"""A backup is restored unchanged, or refused with one sentence before anything is written."""

import json
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from tests.annexes.backups.conftest import KEY, Original, refused, restored, tables
from tests.service.cli.test_command_line import said, verger
from tests.service.log.test_full_disk import fill, small_disk
from tests.support.postgres import execute
from tests.support.server import SECRET_KEY
from verger.service.annexes.backups import manifest

COUNTED = """
    SELECT relname FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'operator_actions'
    ORDER BY relname
"""
OTHER_KEY = "a" * 64

Change = Callable[[Path, dict[str, Any]], None]


def counted(url: str) -> str:
    """Return the number of rows of each table."""
    names = execute(url, COUNTED).split()
    counts = (f"(SELECT count(*) FROM {name})" for name in names)  # noqa: S608
    return execute(url, f"SELECT {', '.join(counts)}")


def test_a_restored_database_equals_the_backup(
    original: Original, backup: Path, empty: str
) -> None:
    told = restored(backup, empty)
    assert told.startswith("restored: 1 sessions, ")
    assert counted(empty) == counted(original.url)
    log = "SELECT version, data, hash FROM events ORDER BY session, version"
    assert execute(empty, log) == execute(original.url, log) != ""
    told = said(verger("verify", "--all", environment={"DATABASE_URL": empty, **KEY}))
    assert told.startswith("1 of 1 sessions verified")


def test_a_restore_never_overwrites_a_database(original: Original, backup: Path) -> None:
    before = counted(original.url)
    told = refused("restore", backup, url=original.url, secret_keys=SECRET_KEY)
    assert told.startswith("the database has tables already")
    assert counted(original.url) == before


@pytest.mark.parametrize("key", [OTHER_KEY, ""])
def test_a_restore_needs_the_key_of_the_secrets(backup: Path, empty: str, key: str) -> None:
    needed = manifest.read(backup).contents.key
    told = refused("restore", backup, url=empty, secret_keys=key)
    assert told.startswith(
        f"the secrets of this database are encrypted under the key {needed}, and"
    )
    assert tables(empty) == "0"
    environment = {"DATABASE_URL": empty, "VERGER_SECRET_KEYS": key}
    said(verger("restore", backup, "--without-key", environment=environment))
    told = said(verger("verify", "--all", environment=environment))
    assert f"the key {needed} was not given" in told


def in_dump(change: Callable[[bytes], bytes], *, is_signed: bool = False) -> Change:
    """Return a function that changes the dump. If `is_signed`, it also puts the new digest into the manifest."""

    def changed(folder: Path, told: dict[str, Any]) -> None:
        file = folder / manifest.DUMP
        file.write_bytes(dump := change(file.read_bytes()))
        if is_signed:
            told["dump"] = {"size": len(dump), "sha256": sha256(dump).hexdigest()}

    return changed


def in_manifest(**members: object) -> Change:
    def changed(folder: Path, told: dict[str, Any]) -> None:
        told |= members

    return changed


def in_contents(**members: object) -> Change:
    def changed(folder: Path, told: dict[str, Any]) -> None:
        told["contents"] |= members

    return changed


def half(dump: bytes) -> bytes:
    return dump[: len(dump) // 2]


def flipped(dump: bytes) -> bytes:
    at = len(dump) // 2
    return dump[:at] + bytes([dump[at] ^ 1]) + dump[at + 1 :]


WRONG: dict[str, tuple[Change, str]] = {
    "a dump that was cut off": (in_dump(half), "database.dump is damaged: "),
    "a flipped bit": (in_dump(flipped), "database.dump is damaged: "),
    "no dump": (lambda folder, _: (folder / manifest.DUMP).unlink(), "it has no database.dump"),
    "half a dump with its own digest": (in_dump(half, is_signed=True), "pg_restore failed: "),
    "another file with its own digest": (
        in_dump(lambda _: b"a song", is_signed=True),
        "pg_restore failed: ",
    ),
    "a newer format": (
        in_manifest(format=2, program="7.0"),
        "has format 2, and this program reads format 1: restore it with Verger 7.0",
    ),
    "a missing member": (in_manifest(contents={}), "manifest.json is damaged: "),
    "a newer schema": (in_contents(schema="99990101000000"), "a newer release made the backup"),
    "a newer PostgreSQL": (in_manifest(postgresql=99), "the backup is of PostgreSQL 99"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_damaged_or_incomplete_backup_is_refused(
    name: str, backup: Path, tmp_path: Path, empty: str
) -> None:
    change, sentence = WRONG[name]
    folder = copytree(backup, tmp_path / "wrong")
    told = json.loads((folder / manifest.FILE).read_text())
    change(folder, told)
    (folder / manifest.FILE).write_text(json.dumps(told))
    assert sentence in refused("restore", folder, url=empty, secret_keys=SECRET_KEY)
    assert tables(empty) == "0"


@pytest.mark.parametrize("text", [b"", b"[]", b"\xff", b'{"format": 1'])
def test_an_unreadable_manifest_is_a_damaged_backup(text: bytes, tmp_path: Path) -> None:
    (tmp_path / manifest.FILE).write_bytes(text)
    assert refused("restore", tmp_path).startswith(f"{tmp_path / manifest.FILE} is damaged: ")


@pytest.mark.parametrize("made", [Path.mkdir, Path.touch, lambda _: None])
def test_a_path_without_a_manifest_is_no_backup(
    made: Callable[[Path], None], tmp_path: Path
) -> None:
    made(folder := tmp_path / "other")
    assert refused("restore", folder) == f"{folder} is not a whole backup: it has no manifest.json"


@pytest.mark.parametrize(("member", "value"), [("sessions", 7), ("events", 7), ("heads", "0" * 64)])
def test_a_restore_names_each_difference_from_the_manifest(
    member: str, value: object, backup: Path, tmp_path: Path, empty: str
) -> None:
    folder = copytree(backup, tmp_path / "other")
    told = json.loads((folder / manifest.FILE).read_text())
    in_contents(**{member: value})(folder, told)
    (folder / manifest.FILE).write_text(json.dumps(told))
    said_no = refused("restore", folder, url=empty, status=1, secret_keys=SECRET_KEY)
    assert f"the backup: {member}: {value} in the manifest, " in said_no
    assert said_no.count(" in the manifest") == 1


def test_a_restore_on_a_full_disk_leaves_no_tables(postgres_url: str, backup: Path) -> None:
    with small_disk(postgres_url, "template0") as (url, folder):
        fill(folder / "filling")
        # There is room for a connection, and for a few tables.
        os.truncate(folder / "filling", (folder / "filling").stat().st_size - 2**20)
        told = refused("restore", backup, url=url, secret_keys=SECRET_KEY)
        assert told.startswith("psql failed: ")
        assert "No space left on device" in told
        (folder / "filling").unlink()
        assert tables(url) == "0"
        restored(backup, url)


@pytest.mark.parametrize("words", [(), ("one", "--take-over")])
def test_a_restore_needs_either_a_folder_or_the_option_to_take_over(words: tuple[str, ...]) -> None:
    told = refused("restore", *words)
    assert told == "name the folder of a backup to restore, or use --take-over"
