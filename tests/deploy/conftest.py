"""Fixtures: the content of the image, and a PostgreSQL server with the roles and the database of deploy/."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.deploy import image
from tests.support import postgres
from verger.service.database import embedded


class Deployed(NamedTuple):
    """The URLs of the database `verger`, for each role."""

    superuser: str
    owner: str
    service: str
    maintenance: str
    """The superuser's URL of another database."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the content of the image's /opt/verger."""
    home = tmp_path_factory.mktemp("image")
    image.build(home)
    return home


@pytest.fixture(scope="session")
def deployed(built: Path) -> Iterator[Deployed]:
    """Run a new PostgreSQL server, run deploy/roles.sql and `verger migrate` on it, and yield its URLs."""
    with postgres.reachable_folder() as folder, embedded.running(folder / "postgres") as url:
        make_roles(url)
        found = Deployed(_of(url, "postgres"), _of(url, "verger_owner"), _of(url, "verger"), url)
        migrating = image.Container(built, {"DATABASE_URL": found.owner}, "migrate")
        status, said = migrating.ended()
        migrating.close()
        assert status == 0, said
        yield found


def _of(url: str, role: str) -> str:
    return postgres.of_database(url, "verger").replace("postgres@", f"{role}@")


def make_roles(url: str, owner: str = "owner's", service: str = "service's") -> None:
    """Run deploy/roles.sql, as the container of the database does."""
    psql = embedded.tools() / "psql"
    options = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file"]
    passwords = {"OWNER_PASSWORD": owner, "SERVICE_PASSWORD": service}
    subprocess.run(
        [psql, *options, image.DEPLOY / "roles.sql", url],
        env=os.environ | passwords, check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
