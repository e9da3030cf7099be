"""With Debian's PostgreSQL: restore an earlier moment, make backups, and change to another major version."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.annexes.backups.conftest import KEY, empty_database, refused
from tests.deploy.conftest import make_roles
from tests.deploy.debian import USER, Cluster, cluster, needs_debian
from tests.deploy.test_restore import ARCHIVING, BACK_UP, UNPACK
from tests.service.cli.test_command_line import said, verger
from tests.support.client import Player, started
from tests.support.patience import until
from tests.support.postgres import execute, of_database
from tests.support.root import ROOT
from tests.support.server import SECRET_KEY, serving
from verger.service.database import migrate

pytestmark = needs_debian

PAGE = (ROOT / "docs" / "high-availability.md").read_text()
PAGE = PAGE.partition("## Restore an earlier moment on Debian")[2].partition("\n## ")[0]
SAVE, PUT_ASIDE, CONFIGURE, START = re.findall(r"```bash\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def debian() -> Iterator[Cluster]:
    with cluster() as found:
        yield found


def tables(server: str, name: str) -> str:
    """Create and migrate a database, and return its URL."""
    execute(server, f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
    migrate.migrate(url := of_database(server, name))
    return url


def played(url: str, *texts: str) -> Player:
    with serving(url) as server:
        ann = started(server.http, "Ann", "Bo").players["Ann"]
        for text in texts:
            ann.draws_a_line(text)
        return ann


def head(url: str) -> str:
    return execute(url, "SELECT max(version) FROM events")


@pytest.mark.parametrize("is_new_machine", [False, True])
def test_a_server_with_its_configuration_in_etc_goes_back_to_a_moment(
    is_new_machine: bool, tmp_path: Path
) -> None:
    with cluster() as debian:
        folders = {}
        for name in ("ARCHIVE", "BACKUPS"):
            folders[name] = debian.folder / "var" / name.lower()
            debian.does(f"mkdir {folders[name]}", as_user=True)
        settings = {**ARCHIVING}
        settings["archive_command"] = settings["archive_command"].replace(
            "$ARCHIVE", str(folders["ARCHIVE"])
        )
        (debian.configuration / "conf.d" / "archive.conf").write_text(
            "".join(f"{name} = '{value}'\n" for name, value in settings.items())
        )
        debian.does("pg_ctlcluster 15 main restart")
        url = tables(debian.url, "tables")
        played(url, "Spiders.")
        primary = f"postgresql://{USER}@/{USER}?host={debian.folder}/run&port={debian.port}"
        debian.does(BACK_UP, {"PRIMARY": primary, **folders}, as_user=True)
        debian.does(SAVE, folders)
        played(url, "Rats.", "Rats again.")
        kept, moment = head(url), execute(url, "SELECT now()")
        played(url, "Snakes.", "Snakes again.", "And again.")
        segment = execute(url, "SELECT pg_walfile_name(pg_switch_wal())")
        until((folders["ARCHIVE"] / segment).exists)
        debian.does(PUT_ASIDE)
        if is_new_machine:
            debian.does("rm -r /etc/postgresql/15/main/*.conf /etc/postgresql/15/main/conf.d/*")
            debian.does(CONFIGURE, folders)
        debian.does(UNPACK, {"MOMENT": moment, **folders})
        debian.does(START)
        until(lambda: execute(debian.url, "SELECT pg_is_in_recovery()") == "f")
        assert head(url) == kept
        told = said(verger("verify", "--all", environment={"DATABASE_URL": url, **KEY}))
        assert told.startswith("2 of 2 sessions verified")


def test_a_backup_and_a_restore_use_the_programs_of_the_servers_version(
    debian: Cluster, tmp_path: Path
) -> None:
    url = tables(debian.url, "original")
    played(url, "Spiders.")
    folder = tmp_path / "one"
    said(verger("backup", folder, environment={"DATABASE_URL": url}))
    with empty_database(debian.url) as empty:
        said(verger("restore", folder, environment={"DATABASE_URL": empty, **KEY}))
        assert head(empty) == head(url)


def test_a_database_goes_to_a_newer_major_version_and_not_to_an_older_one(
    debian: Cluster, postgres_url: str, tmp_path: Path
) -> None:
    url = tables(debian.url, "older")
    played(url, "Spiders.")
    old, new = tmp_path / "old", tmp_path / "new"
    said(verger("backup", old, environment={"DATABASE_URL": url}))
    with empty_database(postgres_url) as newer:
        environment = {"DATABASE_URL": newer, **KEY}
        said(verger("restore", old, environment=environment))
        said(verger("restore", "--take-over", environment=environment))
        assert head(newer) == head(url)
        with serving(newer) as server:
            assert server.http.get("/readyz").json()["drill"] is False
        said(verger("backup", new, environment=environment))
    with empty_database(debian.url) as older:
        told = refused("restore", new, url=older, secret_keys=SECRET_KEY)
        assert told == (
            f"the backup is of PostgreSQL 18, and the server has {debian.version}: restore it on"
            " PostgreSQL 18 or newer"
        )


def test_the_owner_of_the_tables_backs_up_and_restores(debian: Cluster, tmp_path: Path) -> None:
    make_roles(debian.url)
    owner = debian.url.replace(f"{USER}:debian's@", "verger_owner:owner's@")
    owner = of_database(owner, "verger")
    service = owner.replace("verger_owner:owner's", "verger:service's")
    migrate.migrate(owner)
    played(service, "Spiders.")
    before = head(owner)
    said(verger("backup", tmp_path / "one", environment={"DATABASE_URL": owner}))
    execute(debian.url, "DROP DATABASE verger WITH (FORCE)")
    make_roles(debian.url)
    told = said(verger("restore", tmp_path / "one", environment={"DATABASE_URL": owner, **KEY}))
    assert "owner's" not in told
    assert head(owner) == before
    said(verger("restore", "--take-over", environment={"DATABASE_URL": service, **KEY}))
    played(service, "Rats.")
    assert "service's" not in refused("backup", tmp_path / "two", url=service)
