"""Run a cluster of Debian's PostgreSQL, with its configuration outside its data folder, as in /etc/postgresql."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest

from tests.support.port import free_port
from tests.support.postgres import reachable_folder

NAME = "verger"
USER = "postgres"
PASSWORD = "debian's"  # noqa: S105, of a server of the tests
NOTHING: Mapping[str, object] = MappingProxyType({})
INSTALLED = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))

needs_debian = pytest.mark.skipif(
    not INSTALLED or not shutil.which("pg_createcluster") or os.geteuid() != 0,
    reason="this takes Debian's PostgreSQL, and root",
)


class Cluster(NamedTuple):
    """A cluster, and the folder that contains all its files."""

    version: str
    folder: Path
    port: int

    @property
    def data(self) -> Path:
        return self.folder / "var" / "main"

    @property
    def configuration(self) -> Path:
        return self.folder / "etc" / self.version / NAME

    @property
    def url(self) -> str:
        """The superuser's URL of the database `postgres`."""
        return f"postgresql://{USER}:{PASSWORD}@127.0.0.1:{self.port}/{USER}"

    def run(
        self, commands: str, words: Mapping[str, object] = NOTHING, *, as_user: bool = False
    ) -> "subprocess.CompletedProcess[str]":
        """Run commands of a page, as root or as the user `postgres`. The version and the name of the cluster are replaced."""
        commands = commands.replace("/etc/postgresql/15/main", str(self.configuration))
        commands = commands.replace("15 main", f"{self.version} {NAME}")
        own = Path("/usr/lib/postgresql", self.version, "bin")
        given = {
            "PATH": f"{own}{os.pathsep}{os.environ['PATH']}",
            "PG_CLUSTER_CONF_ROOT": self.folder / "etc",
            "DATA": self.data,
            **words,
        }
        shell = ["bash", "-euo", "pipefail", "-c", commands]
        said = {name: str(value) for name, value in given.items()}
        return subprocess.run(
            ["runuser", "-u", USER, "--", *shell] if as_user else shell,
            env=said, cwd="/", check=False, capture_output=True, text=True,
        )  # fmt: skip

    def does(
        self, commands: str, words: Mapping[str, object] = NOTHING, *, as_user: bool = False
    ) -> str:
        """Run commands that must succeed, and return their output."""
        done = self.run(commands, words, as_user=as_user)
        assert not done.returncode, done.stdout + done.stderr
        return done.stdout


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Run a cluster of the oldest installed version of PostgreSQL."""
    with reachable_folder() as folder:
        found = Cluster(INSTALLED[0].parent.parent.name, folder, free_port())
        for name in ("var", "run", "etc"):
            (folder / name).mkdir()
        shutil.chown(folder / "var", USER, USER)
        shutil.chown(folder / "run", USER, USER)
        places = f"--datadir={found.data} --socketdir={folder}/run --logfile={folder}/var/log"
        found.does(f"pg_createcluster 15 main {places} --port={found.port} -- --encoding=UTF8")
        try:
            found.does("pg_ctlcluster 15 main start")
            password = f"ALTER ROLE {USER} PASSWORD '{PASSWORD.replace(chr(39), chr(39) * 2)}'"
            found.does(
                f'psql --host={folder}/run --port={found.port} -qc "{password}"', as_user=True
            )
            yield found
        finally:
            found.run("pg_ctlcluster 15 main stop --mode immediate")
