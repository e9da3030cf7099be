"""A process reports a full disk before a move fails for lack of room.

This server has no standby, which would need the same disk.
"""

import os
import pwd
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from structlog.testing import capture_logs

from tests.support.postgres import MIGRATED, execute, of_database, reachable_folder
from tests.support.readiness import asking, cause
from verger.service.database import embedded, outage_log
from verger.service.database.outage import Cause
from verger.service.log import readiness


@contextmanager
def small_disk(postgres_url: str, template: str = MIGRATED) -> Iterator[tuple[str, Path]]:
    """Yield the URL of a database on a disk of 16 MB, and the disk's folder."""
    user = pwd.getpwnam(embedded.SYSTEM_USER) if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    name = f"small_{uuid4().hex}"
    with reachable_folder() as parent:
        (folder := parent / "disk").mkdir()
        options = f"size=16m,mode=0700,uid={user.pw_uid},gid={user.pw_gid}"
        mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
        if subprocess.run(mount, check=False, capture_output=True).returncode != 0:
            pytest.skip("nobody may mount a small disk here")
        try:
            execute(postgres_url, f"CREATE TABLESPACE {name} LOCATION '{folder}'")
            made = f"CREATE DATABASE {name} TEMPLATE {template} TABLESPACE {name}"
            execute(postgres_url, f"{made} STRATEGY file_copy")
            yield of_database(postgres_url, name), folder
            execute(postgres_url, f"DROP DATABASE {name} WITH (FORCE)")
            execute(postgres_url, f"DROP TABLESPACE {name}")
        finally:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


async def test_a_full_disk_is_not_ready_until_there_is_room(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "AGAIN_SECONDS", 0.0)
    monkeypatch.setattr(outage_log, "QUIET_SECONDS", 0.0)
    with small_disk(postgres_url) as (url, folder), capture_logs() as said:
        async with asking(url) as asked:
            await asked.check()
            fill(folder / "filling")
            assert await cause(asked) is Cause.DISK_FULL
            assert asked.database.outages.failures[Cause.AWAY] == 0
            assert asked.database.outages.failures[Cause.DISK_FULL] == 1
            (folder / "filling").unlink()
            await asked.check()
    told = [(line["event"], line.get("cause")) for line in said if "database_" in line["event"]]
    assert told == [("database_unavailable", Cause.DISK_FULL), ("database_available", None)]


def fill(file: Path) -> None:
    subprocess.run(
        ["dd", "if=/dev/zero", f"of={file}", "bs=4096"], check=False, capture_output=True
    )
