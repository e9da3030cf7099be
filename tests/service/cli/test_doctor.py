"""`verger doctor` prints a line for each thing that a server needs, and finds real faults."""

import os
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from tests.deploy.test_proxy import fronting, needs_caddy
from tests.service.log.test_full_disk import fill, small_disk
from tests.support import caddy, forked
from tests.support.client import played
from tests.support.patience import PATIENCE_SECONDS
from tests.support.port import free_port
from tests.support.postgres import (
    execute,
    fresh_database,
    of_database,
    owned,
    reachable_folder,
)
from tests.support.receiver import QUICK, Answer, Receiver, hooked
from tests.support.server import SECRET_KEY, Server, serving
from tests.support.settings import DURABILITY
from verger.service.database import embedded, migrate

REQUIRED = {"VERGER_DATABASE_DURABILITY": "required"}
Lines = dict[str, list[tuple[str, str]]]


class Report:
    """The lines of a check-up, by subject, and its exit status."""

    def __init__(self, printed: str, status: int) -> None:
        *lines, self.summary = printed.splitlines()
        self.status = status
        self.lines: Lines = {}
        for line in lines:
            level, subject, sentence = line.split(maxsplit=2)
            self.lines.setdefault(subject, []).append((level, sentence))

    @property
    def levels(self) -> dict[str, str]:
        """The level of each subject that has one line."""
        return {subject: lines[0][0] for subject, lines in self.lines.items() if len(lines) == 1}

    def has(self, level: str, subject: str, words: str) -> bool:
        """Return whether a line says this, at this level."""
        assert self.status == any(one == "bad" for lines in self.lines.values() for one, _ in lines)
        return any(one == level and words in said for one, said in self.lines.get(subject, []))


def examined(before: str = "", /, **settings: object) -> Report:
    """Run a check-up with these settings. `before` is code that runs first in its process."""
    environment = {"PATH": os.environ["PATH"], "VERGER_SECRET_KEYS": SECRET_KEY, **DURABILITY}
    environment |= {"PORT": str(free_port())}
    environment |= {name: str(value) for name, value in settings.items()}
    with TemporaryDirectory(prefix="verger-test-") as folder:
        printed, said = Path(folder, "printed"), Path(folder, "said")
        process = forked.forked(["doctor"], environment, printed, said, before)
        status = process.wait(PATIENCE_SECONDS)
        assert said.read_text() == ""
        return Report(printed.read_text(), status)


@pytest.fixture(scope="module")
def safe_url() -> Iterator[str]:
    """Yield the URL of a database whose server waits for its disk."""
    with reachable_folder() as folder, embedded.running(folder / "postgres") as url:
        execute(url, "CREATE DATABASE safe")
        migrate.migrate(of_database(url, "safe"))
        yield of_database(url, "safe")


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, quicker=QUICK, verger_webhook_private_targets="on") as running:
        yield running


def test_a_server_in_order_has_only_good_lines(safe_url: str, redis_url: str) -> None:
    with serving(safe_url, redis_url, verger_database_durability="required") as server:
        own = {"DATABASE_URL": safe_url, "REDIS_URL": redis_url, "PORT": server.port, **REQUIRED}
        report = examined(**own, VERGER_URL=server.url)
    assert {level for lines in report.lines.values() for level, _ in lines} == {"ok"}, report.lines
    assert (report.status, report.summary) == (0, "0 bad, 0 to look at")
    assert report.lines.keys() == {
        "settings", "system", "disk", "database", "schema", "safety", "writing", "clock", "key",
        "redis", "webhooks", "server", "proxy",
    }  # fmt: skip


# Settings and the system


def test_settings_that_cannot_be_read_end_the_check_up() -> None:
    done = forked.run("doctor", environment={"VERGER_STREAM": "9"})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("verger: VERGER_STREAM is not a setting")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"VERGER_TRUSTED_PROXIES": "0.0.0.0/0"}, "VERGER_TRUSTED_PROXIES trusts every address"),
        ({"VERGER_HOLD_BACK": "2999-01-01"}, "VERGER_HOLD_BACK is 2999-01-01"),
        ({"VERGER_DRILL": "on"}, "VERGER_DRILL is on"),
    ],
)
def test_a_setting_that_is_probably_a_mistake_is_warned_about(
    settings: dict[str, str], words: str, database: str
) -> None:
    assert examined(**settings, DATABASE_URL=database).has("warn", "settings", words)


def test_programs_and_packages_that_are_missing_are_named(database: str, tmp_path: Path) -> None:
    report = examined(DATABASE_URL=database, VERGER_PROCESSES=2, PATH=tmp_path)
    assert report.has("bad", "system", "no haproxy is installed")


def test_too_few_open_files_are_bad(database: str) -> None:
    limit = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))"
    report = examined(limit, DATABASE_URL=database)
    assert report.has("bad", "system", "system allows only 64")


# Disks and keys


def test_a_folder_with_little_room_is_named(postgres_url: str, database: str) -> None:
    with small_disk(postgres_url) as (_, folder):
        folder.chmod(0o777)
        full = examined(DATABASE_URL=database, TMPDIR=folder)
        lower = "from verger.service.cli.checkup import machine; machine.FULL = 10**5"
        nearly = examined(lower, DATABASE_URL=database, TMPDIR=folder)
    assert full.has("bad", "disk", f"{folder}, for temporary files")
    assert nearly.has("warn", "disk", f"{folder}, for temporary files")


def test_a_full_disk_of_the_database_is_bad(postgres_url: str) -> None:
    with small_disk(postgres_url) as (url, folder):
        fill(folder / "filling")
        # On a busy machine, the database can take longer to refuse than the check waits.
        looks = (examined(DATABASE_URL=url) for _ in range(5))
        assert any(look.has("bad", "writing", "the database's disk is full") for look in looks)


def test_the_key_has_to_be_the_one_of_the_database(database: str, server: Server) -> None:
    played(server.http, "Ann")
    other = "ab" * 32
    wrong = examined(DATABASE_URL=database, VERGER_SECRET_KEYS=other)
    assert wrong.has("bad", "key", "this key was not given")
    assert other not in str(wrong.lines)
    both = examined(DATABASE_URL=database, VERGER_SECRET_KEYS=f"{other},{SECRET_KEY}")
    assert both.has("warn", "key", "run verger keys --encrypt")
    assert examined(DATABASE_URL=database).has("ok", "key", "is given")


def test_a_key_that_others_can_read_is_warned_about(database: str, tmp_path: Path) -> None:
    (file := tmp_path / "key").write_text(SECRET_KEY)
    file.chmod(0o644)
    own = {"DATABASE_URL": database, "VERGER_SECRET_KEYS": "", "VERGER_SECRET_KEYS_FILE": file}
    assert examined(**own).has("warn", "key", f"run chmod 600 {file}")
    file.chmod(0o600)
    assert not examined(**own).has("warn", "key", "chmod")


# The database


def test_without_a_database_the_first_start_makes_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert examined().has("warn", "database", "the first start makes one")
    assert [*tmp_path.iterdir()] == []


def test_the_embedded_database_is_checked_while_its_server_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with reachable_folder() as folder:
        monkeypatch.chdir(folder)
        owned(folder / "var")
        with embedded.running(Path("var/postgres")) as url:
            migrate.migrate(url)
            report = examined()
            execute(url, "DROP TABLE schema_migrations")
            missing = examined()
    assert report.has("ok", "database", "PostgreSQL 18")
    assert report.has("ok", "disk", "for the embedded database")
    assert missing.has("bad", "schema", "run verger migrate")


def test_a_server_or_database_that_is_not_there_is_bad(postgres_url: str) -> None:
    away = examined(DATABASE_URL=f"postgresql://ann:hush@127.0.0.1:{free_port()}/verger")
    assert away.has("bad", "database", "cannot be reached")
    assert "hush" not in str(away.lines)
    missing = examined(DATABASE_URL=of_database(postgres_url, "vergre"))
    assert missing.has("bad", "database", "no database 'vergre'")


def test_a_database_with_another_encoding_is_bad(postgres_url: str) -> None:
    name = f"test_{uuid4().hex}"
    execute(postgres_url, f"CREATE DATABASE {name} TEMPLATE template0 LOCALE 'C' ENCODING 'LATIN1'")
    report = examined(DATABASE_URL=of_database(postgres_url, name))
    assert report.has("bad", "database", "the encoding LATIN1")
    execute(postgres_url, f"DROP DATABASE {name}")


def test_a_schema_that_is_missing_or_newer_is_named(postgres_url: str, database_url: str) -> None:
    with fresh_database(postgres_url, of_database(postgres_url, "template1")) as empty:
        missing = examined(DATABASE_URL=empty)
        assert execute(empty, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == "0"
    assert missing.has("bad", "schema", "run verger migrate")
    execute(database_url, "INSERT INTO schema_migrations VALUES ('20990101000000')")
    assert examined(DATABASE_URL=database_url).has("warn", "schema", "A newer release")


def test_a_role_or_a_right_that_is_missing_is_named(postgres_url: str, database_url: str) -> None:
    name = f"user_{uuid4().hex}"
    execute(postgres_url, f"CREATE ROLE {name} LOGIN; GRANT pg_read_all_data TO {name}")
    own = examined(DATABASE_URL=database_url.replace("postgres@", f"{name}@"))
    execute(postgres_url, f"DROP ROLE {name}")
    assert own.has("bad", "role", "GRANT verger_service")
    execute(database_url, "REVOKE INSERT ON events FROM verger_service")
    assert examined(DATABASE_URL=database_url).has("bad", "writing", "permission denied")


def test_a_database_of_another_cell_is_bad(database_url: str) -> None:
    execute(database_url, "INSERT INTO cell (number) VALUES (3)")
    assert examined(DATABASE_URL=database_url).has("bad", "role", "set VERGER_CELL=3")


@pytest.mark.parametrize("name", ["fsync", "full_page_writes", "synchronous_commit"])
def test_a_setting_that_can_lose_moves_is_named(
    name: str, postgres_url: str, safe_url: str, database_url: str
) -> None:
    url = database_url
    if name == "synchronous_commit":
        url = safe_url
        execute(url, "ALTER DATABASE safe SET synchronous_commit = off")
    report = examined(DATABASE_URL=url, **REQUIRED)
    accepted = examined(DATABASE_URL=url)
    execute(safe_url, "ALTER DATABASE safe RESET synchronous_commit")
    assert report.has("bad", "safety", name)
    assert report.has("bad", "writing", "can lose confirmed moves")
    assert accepted.has("warn", "safety", name)


def test_clocks_that_differ_are_named(database: str) -> None:
    ahead = """
from datetime import datetime, timedelta
from verger.service.database import agreement
class Ahead(datetime):
    @classmethod
    def now(cls, tz=None):
        return datetime.now(tz) + timedelta(minutes=5)
agreement.datetime = Ahead
"""
    report = examined(ahead, DATABASE_URL=database)
    assert report.has("warn", "clock", "s ahead of the database")


# Redis, the server, the proxy and the receivers of webhooks


def test_a_redis_that_is_away_is_warned_about(database: str, redis_url: str) -> None:
    gone = f"redis://:hush@127.0.0.1:{free_port()}/0"
    report = examined(DATABASE_URL=database, REDIS_URL=gone)
    assert report.has("warn", "redis", "Redis does not answer")
    assert "hush" not in str(report.lines)
    assert examined(DATABASE_URL=database, REDIS_URL=redis_url).has("ok", "redis", "answers")


class Other(BaseHTTPRequestHandler):
    """Another program."""

    def do_GET(self) -> None:
        """Answer."""
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"hi")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def other_port() -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Other) as other:
        thread = Thread(target=other.serve_forever)
        thread.start()
        yield other.server_port
        other.shutdown()
        thread.join()


def test_a_server_that_is_away_or_another_programs_is_named(database: str, other_port: int) -> None:
    assert examined(DATABASE_URL=database).has("warn", "server", "No server answers")
    other = examined(DATABASE_URL=database, PORT=other_port)
    assert other.has("bad", "server", "Another program answers")


def test_a_server_that_is_not_ready_is_bad(database_url: str, postgres_url: str) -> None:
    again = {"verger.service.log.readiness.AGAIN_SECONDS": 0.0}
    with serving(database_url, quicker=again) as server:
        execute(database_url, "REVOKE INSERT ON events FROM verger_service")
        report = examined(DATABASE_URL=database_url, PORT=server.port)
    assert report.has("bad", "server", "is not ready: the database denies")


def test_a_drill_is_named(database_url: str) -> None:
    with serving(database_url, verger_drill="on") as server:
        report = examined(DATABASE_URL=database_url, PORT=server.port)
    assert report.has("warn", "server", "is a drill")


def test_a_restored_copy_is_named_until_it_takes_over(database_url: str) -> None:
    done = (
        "INSERT INTO operator_actions (command, detail, system_user_name) VALUES ('{}', '', 'op')"
    )
    execute(database_url, done.format("restore"))
    assert examined(DATABASE_URL=database_url).has("warn", "database", "restore --take-over")
    execute(database_url, done.format("restore --take-over"))
    assert not examined(DATABASE_URL=database_url).has("warn", "database", "take-over")


@needs_caddy
def test_a_proxy_in_order_is_good(database: str, server: Server, tmp_path: Path) -> None:
    own = {"DATABASE_URL": database, "PORT": server.port, "VERGER_TRUSTED_PROXIES": "private"}
    with fronting(tmp_path, [server.port]) as http:
        report = examined(**own, VERGER_URL=str(http.base_url).rstrip("/"))
    assert report.has("ok", "proxy", "leads to Verger, and its metrics are hidden")


def test_a_proxy_that_hides_who_asks_is_bad(database: str, server: Server) -> None:
    # `localhost` stands in for a proxy without X-Forwarded-For: another address with the same answers.
    url = f"http://localhost:{server.port}"
    report = examined(DATABASE_URL=database, PORT=server.port, VERGER_URL=url)
    assert report.has("bad", "proxy", "/metrics is public")


def test_a_proxy_that_leads_elsewhere_or_nowhere_is_named(database: str, other_port: int) -> None:
    elsewhere = examined(DATABASE_URL=database, VERGER_URL=f"http://127.0.0.1:{other_port}")
    assert elsewhere.has("bad", "proxy", "No Verger answers at")
    nowhere = examined(DATABASE_URL=database, VERGER_URL="http://nowhere.invalid")
    assert nowhere.has("warn", "proxy", "cannot be reached from this machine")
    assert nowhere.has("warn", "proxy", "has no TLS")
    public = examined(DATABASE_URL=database, HOST="0.0.0.0")  # noqa: S104
    assert public.has("warn", "proxy", "VERGER_URL is not set")


@needs_caddy
def test_a_proxy_without_processes_is_bad(database: str, tmp_path: Path) -> None:
    url = caddy.address(port := free_port())
    with caddy.at(port, tmp_path, {"UPSTREAMS": "127.0.0.1:1"}):
        report = examined(DATABASE_URL=database, VERGER_URL=url)
    assert report.has("bad", "proxy", "moves are refused there: no process answers")


def test_receivers_that_fail_are_named(database: str, server: Server, receiver: Receiver) -> None:
    assert examined(DATABASE_URL=database).has("ok", "webhooks", "No receiver")
    receiver.always = Answer(500)
    ann = played(server.http, "Ann", "Bo")["Ann"]
    hook = hooked(ann, f"{receiver.url}?secret=hush")
    ann.draws_a_line("Spiders.")
    hook.tried(1)
    report = examined(DATABASE_URL=database)
    assert report.has("warn", "webhooks", f"{urlsplit(receiver.url).hostname} (1)")
    assert "hush" not in str(report.lines)
