"""Run the commands of the how-to pages for operators unchanged: with both kinds of databases, and with a real proxy."""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.docs.test_how_to import OPERATORS, PAGES, PRACTICE
from tests.deploy.test_proxy import needs_caddy
from tests.support.client import started
from tests.support.examples import clone, differences, examples, run, section
from tests.support.patience import until
from tests.support.port import free_port
from tests.support.postgres import execute, of_database, reachable_folder
from tests.support.server import SECRET_KEY, Server, serving
from tests.support.settings import DURABILITY
from verger.service.database import embedded

PAGE = PAGES["back-up-and-restore"]
MOVED = "mv var/postgres var/postgres.before\n"
START = """
.venv/bin/verger serve > var/output 2>&1 & SERVER=$!
until curl -sf "$BASE/readyz" > /dev/null || ! kill -0 $SERVER 2> /dev/null; do sleep 0.1; done
"""
STOP = "\nkill $SERVER || true; wait $SERVER || true\n"
READY = """
```json
{"status": "ready", "drill": false}
```
"""
REFUSED_MOVE = """
ANSWER=$(post "sessions/$SESSION/moves" "$BO" '{{"move": "mark", "element": "n1", "mark": "X"}}')
printf '%s' "$SESSION" > {}/session
"""
PROGRAMS = os.pathsep.join(
    map(str, (embedded.tools(), Path(sys.executable).parent, os.environ.get("PATH", os.defpath)))
)


def follow(page: str, folder: Path, before: str = "", **environment: str) -> None:
    """Run the examples of a page, and compare their answers."""
    shown = examples(page)
    given = {**DURABILITY, "VERGER_DEMO": "off", "PATH": PROGRAMS, **environment}
    printed = run(shown, folder, given, before)
    for example, answer in zip(shown, printed, strict=True):
        assert differences(example, answer) == [], example.command


@pytest.fixture
def home() -> Iterator[Path]:
    """Yield the root of a clone that PostgreSQL's user can enter."""
    with reachable_folder() as folder:
        yield clone(folder)


@pytest.fixture
def practised(database_url: str) -> Iterator[tuple[Server, str]]:
    """Start a server and create the practice session. Yield the server and its database's URL."""
    with serving(database_url) as server:
        run([], Path(), {"BASE": server.url}, PRACTICE)
        yield server, database_url


def test_an_embedded_database_is_backed_up_during_play_and_restored(home: Path) -> None:
    assert PAGE.count(MOVED) == 1
    page = PAGE.replace(MOVED, f"{STOP}{MOVED}")
    page += f'```bash\n{START}curl -sS "$BASE/readyz"{STOP}```\n{READY}'
    port = str(free_port())
    given = {"PORT": port, "BASE": f"http://127.0.0.1:{port}", "BACKUPS": str(home)}
    follow(page, home, START + PRACTICE, **given)


def test_an_external_database_is_backed_up_during_play_and_restored(
    practised: tuple[Server, str], postgres_url: str, tmp_path: Path
) -> None:
    server, url = practised
    empty = of_database(postgres_url, "restored")
    execute(postgres_url, "CREATE DATABASE restored")
    page = PAGE.replace(MOVED, "export DATABASE_URL=$NEW_DATABASE_URL\n")
    given = {"BACKUPS": str(tmp_path), "VERGER_SECRET_KEYS": SECRET_KEY}
    follow(page, clone(tmp_path), DATABASE_URL=url, NEW_DATABASE_URL=empty, **given)
    server.stop()
    with serving(empty) as restored:
        assert restored.http.get("/readyz").json()["drill"] is False
    execute(postgres_url, "DROP DATABASE restored WITH (FORCE)")


def test_sessions_move_out_of_the_embedded_database(home: Path, postgres_url: str) -> None:
    new = of_database(postgres_url, "moved")
    execute(postgres_url, "CREATE DATABASE moved")
    port = str(free_port())
    given = {"PORT": port, "BASE": f"http://127.0.0.1:{port}", "BACKUPS": str(home)}
    page = section("self-hosting.md", "Backups")
    follow(page, home, START + PRACTICE + STOP, NEW_DATABASE_URL=new, **given)
    assert execute(new, "SELECT max(version) FROM events") == "13"
    with serving(new, verger_secret_keys=(home / "var" / "secret.key").read_text()) as moved:
        assert moved.http.get("/readyz").json()["drill"] is False
    execute(postgres_url, "DROP DATABASE moved WITH (FORCE)")


@pytest.mark.parametrize("name", ["monitor-the-server", "run-under-systemd", "upgrade-the-server"])
def test_a_running_server_answers_as_the_page_shows(
    practised: tuple[Server, str], name: str, tmp_path: Path
) -> None:
    follow(PAGES[name], clone(tmp_path), BASE=practised[0].url)


def test_a_flood_is_found_deleted_and_blocked(database_url: str, tmp_path: Path) -> None:
    with serving(database_url, verger_trusted_proxies="private") as server:
        server.http.headers["X-Forwarded-For"] = "203.0.113.7"
        for _ in range(3):
            started(server.http, "Ann", "Bo")
        keys = {"DATABASE_URL": database_url, "VERGER_SECRET_KEYS": SECRET_KEY}
        follow(PAGES["stop-a-flood-of-sessions"], clone(tmp_path), **keys)
        until(lambda: server.http.get("/v1/rulesets").status_code == 403)


@needs_caddy
def test_a_server_answers_through_the_proxy(database_url: str, tmp_path: Path) -> None:
    front = f"http://127.0.0.1:{free_port()}"
    own = {"VERGER_URL": front, "PORT": str(free_port()), "VERGER_SECRET_KEYS": SECRET_KEY}
    page = PAGES["run-behind-a-proxy"]
    follow(page, clone(tmp_path), DATABASE_URL=database_url, HOME=str(tmp_path), **own)


@pytest.mark.parametrize("name", PAGES)
def test_a_command_that_no_test_runs_says_what_it_needs(name: str) -> None:
    marked = re.findall(r"<!-- not run by a test: needs a .+ -->\n```sh\n", PAGES[name])
    assert len(marked) == len(re.findall(r"(?m)^```sh$", PAGES[name]))
    assert name in OPERATORS or not marked
