"""Repair a damaged database with the commands of docs/lost-events.md, unchanged."""

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pytest

from tests.support.client import Player, of, played
from tests.support.damaged import INDEX, LOG, Play, damage, page_of, playing
from tests.support.patience import until
from tests.support.postgres import execute, of_database, owned
from tests.support.receiver import QUICK, Receiver, hooked, hooked_widely
from tests.support.root import ROOT
from tests.support.server import SECRET_KEY, serving
from tests.support.standby import standby_of
from tests.torture.program import OWN
from verger.service.database import embedded, migrate
from verger.service.edge.form import NDJSON

pytestmark = pytest.mark.thorough

PAGE = (ROOT / "docs" / "lost-events.md").read_text().partition("## Damaged pages")[2]
BACK = (ROOT / "docs" / "high-availability.md").read_text()
BACK = BACK.partition("## Restore an earlier moment")[2]


def commands(heading: str, kind: str = "bash") -> list[str]:
    """Return the code blocks of this kind in a section of the page."""
    section = PAGE.partition(f"### {heading}\n")[2].partition("\n### ")[0]
    return re.findall(rf"(?ms)^```{kind}\n(.*?)^```", section)


def run(words: str, folder: Path, **more: object) -> "subprocess.CompletedProcess[str]":
    """Run commands of the page as an operator would."""
    path = f"{embedded.tools()}{os.pathsep}{OWN.command.parent}{os.pathsep}{os.environ['PATH']}"
    given = {"PATH": path, "VERGER_SECRET_KEYS": SECRET_KEY, **more}
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", words],
        env={name: str(value) for name, value in given.items()},
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
    )


def done(words: str, folder: Path, **more: object) -> str:
    ran = run(words, folder, **more)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def is_whole(url: str, folder: Path, sessions: int) -> None:
    said = done("verger verify --all", folder, DATABASE_URL=url)
    assert said.startswith(f"{sessions} of {sessions} sessions verified")


@pytest.fixture
def play() -> Iterator[Play]:
    with playing() as play:
        yield play


def count_of(play: Play) -> int:
    return int(execute(play.held.url, "SELECT count(DISTINCT session) FROM events"))


def test_the_damaged_part_is_found_by_the_message_of_the_log(play: Play) -> None:
    play.server.stop()
    damage(play.held, LOG, range(page_of(play, 30), 10_000), of=[play.ann.session])
    play.server.restart()
    of(play.ann.get(play.ann.home), 500)
    reason = play.server.told(event="database_damaged")[0]["reason"]
    (file,) = re.findall(r'"(base/\d+/\d+)', reason)
    (sql,) = commands("Find the damaged part", "sql")
    assert execute(play.held.url, sql.replace("base/5/17103", file)) == f"{LOG}|r"


@pytest.mark.parametrize(("index", "status"), [(INDEX, 500), ("events_places", 503)])
def test_a_damaged_index_is_rebuilt(play: Play, tmp_path: Path, index: str, status: int) -> None:
    sessions = count_of(play)
    play.server.stop()
    damage(play.held, index)
    play.server.restart()
    of(play.ann.move("add_limit", kind="line", text="Eels."), status)
    of(play.ann.get("/v1/feed"), 200 if index == INDEX else 503)
    (sql,) = commands("Build an index again", "sql")
    execute(play.held.url, sql.replace(INDEX, index))
    is_whole(play.held.url, tmp_path, sessions)
    until(lambda: play.ann.move("add_limit", kind="line", text="Eels.").status_code == 201)


@pytest.mark.parametrize("table", ["snapshots", "deadlines", "open_sessions"])
def test_tables_that_are_derived_from_the_log_are_rebuilt(
    play: Play, tmp_path: Path, table: str
) -> None:
    played(play.server.http, "Ann", "Bo", house_rules={"onlookers": "anyone"})
    sessions, held = count_of(play), play.held
    play.server.stop()
    before = execute(held.url, "SELECT count(*) FROM open_sessions")
    damage(held, table)
    sql, *_ = commands("Make a table again", "sql")
    execute(held.url, sql)
    done("verger rebuild", tmp_path, DATABASE_URL=held.url)
    assert execute(held.url, "SELECT count(*) FROM open_sessions") == before == "1"
    is_whole(held.url, tmp_path, sessions)


@pytest.mark.parametrize("table", ["webhook_logs", "deliveries"])
def test_the_tables_of_webhooks_are_rebuilt_and_later_events_arrive(
    receiver: Receiver, table: str
) -> None:
    with playing(quicker=QUICK, verger_webhook_private_targets="on") as play:
        narrow = hooked(play.ann, f"{receiver.url}/narrow")
        wide = hooked_widely(play.ann, f"{receiver.url}/wide")
        play.ann.draws_a_line("Eels.")
        for hook in (narrow, wide):
            hook.settled(1)
        play.server.stop()
        damage(play.held, table)
        *_, sql = commands("Make a table again", "sql")
        execute(play.held.url, sql)
        play.server.restart()
        version = play.ann.draws_a_line("Rats.")["version"]
        for hook in (narrow, wide):
            assert [one["version"] for one in hook.settled(1)] == [version]


def test_the_standby_is_promoted_and_has_every_move(play: Play, tmp_path: Path) -> None:
    (check, promote), sessions = commands("Promote the standby"), count_of(play)
    (followed,) = commands("Promote the standby", "sql")
    with standby_of(play.held.url) as standby:
        damage(play.held, LOG, range(page_of(play, 30), 10_000), of=[play.ann.session])
        done(check, tmp_path, STANDBY=standby.url)
        kept = play.other.draws_a_line("Cats.")["version"]
        play.server.stop()
        until(lambda: execute(play.held.url, followed) == "standby|t")
        play.held.server.run("pg_ctl", "stop", "--wait", "--mode=fast")
        done(promote, tmp_path, STANDBY=standby.url)
        with serving(standby.url) as server:
            assert play.other.at(server.http).head == kept
            play.ann.at(server.http).draws_a_line("Eels.")
        is_whole(standby.url, tmp_path, sessions)
        play.held.start()
        play.server.restart()


@contextmanager
def archiving(archive: Path) -> Iterator[None]:
    settings = dict(re.findall(r"(?m)^(\w+) = '?(.*?)'?$", BACK.partition("```bash")[0]))
    words = {name: text.replace("$ARCHIVE", str(archive)) for name, text in settings.items()}
    with mock.patch.dict(embedded.SETTINGS, words):
        yield


def test_the_archived_log_has_every_move(tmp_path: Path) -> None:
    with playing() as play:
        folder = play.held.server.home.parent
        archive, backups = owned(folder / "archive"), owned(folder / "backups")
        with archiving(archive):
            _restart_database(play)
            sessions = count_of(play)
            back_up = re.findall(r"```bash\n(.*?)```", BACK, re.DOTALL)[0]
            done(back_up, tmp_path, PRIMARY=play.held.url, BACKUPS=backups)
            # The first move after the restart of the database can fail, because its connection ended.
            moved = until(
                lambda: play.ann.move("add_limit", kind="line", text="Rats.", key="rats"),
                lambda answer: answer.is_success,
            )
            kept = moved.json()["version"]
            damage(play.held, LOG, range(page_of(play, 30), 10_000), of=[play.ann.session])
            (switch,) = commands("Recover from the archived log", "sql")
            segment = execute(play.held.url, switch)
            last = "SELECT last_archived_wal >= '{}' FROM pg_stat_archiver"
            until(lambda: execute(play.held.url, last.format(segment)) == "t")
        (unpack,) = commands("Recover from the archived log")
        home = owned(folder / "restored")
        data = owned(home / "data")
        done(unpack, tmp_path, BACKUPS=backups, ARCHIVE=archive, DATA=data)
        owned(home)
        with embedded.running(home) as url:
            until(lambda: execute(url, "SELECT pg_is_in_recovery()") == "f")
            is_whole(url, tmp_path, sessions)
            with serving(url) as server:
                assert play.ann.at(server.http).draws_a_line("Eels.")["version"] == kept + 1


def _restart_database(play: Play) -> None:
    play.held.server.run("pg_ctl", "stop", "--wait", "--mode=fast")
    play.held.start()
    until(lambda: play.ann.get(play.ann.home).status_code == 200)


def test_rows_are_copied_from_a_backup_and_newer_moves_stay(play: Play, tmp_path: Path) -> None:
    held, sessions = play.held, count_of(play)
    backup = of_database(held.url, "backup")
    done(
        "pg_dump --format=custom --file=verger.dump $DATABASE_URL", tmp_path, DATABASE_URL=held.url
    )
    lost = range(page_of(play, 20), page_of(play, 20) + 1)
    kept = play.other.draws_a_line("Rats.")["version"]
    newer = play.ann.draws_a_line("Snakes.")["version"]
    assert page_of(play, newer) not in lost
    play.server.stop()
    damage(held, LOG, lost)
    restore, copy = commands("Copy rows from a backup")
    given = {"DATABASE_URL": held.url, "BACKUP_URL": backup}
    done(restore, tmp_path, **given)
    (rewrite,) = commands("Copy rows from a backup", "sql")
    done(f"psql $DATABASE_URL <<< '{rewrite}'", tmp_path, **given)
    assert run("verger verify --all", tmp_path, **given).returncode == 1
    done(copy, tmp_path, **given)
    is_whole(held.url, tmp_path, sessions)
    play.server.restart()
    assert (play.ann.head, play.other.head) == (newer, kept)
    play.ann.draws_a_line("Eels.")


def test_an_archive_is_imported_elsewhere_and_forked(play: Play, tmp_path: Path) -> None:
    ann = play.ann
    archive = ann.get(f"{ann.home}/export", {"Accept": NDJSON}).content
    (tmp_path / "session.jsonl").write_bytes(archive)
    damage(play.held, LOG, of=[ann.session])
    other = of_database(play.held.url, "other")
    execute(play.held.url, "CREATE DATABASE other")
    migrate.migrate(other)
    (bring,) = commands("Import archives")
    assert run(bring, tmp_path, OTHER=play.held.url).returncode
    said = done(bring, tmp_path, OTHER=other)
    token = re.findall(r"vg_\w+[\w-]*", said)[0]
    with serving(other) as server:
        reader = Player(server.http, token, ann.session, "")
        assert reader.head == len(archive.splitlines()) - 2
        assert of(reader.post(f"{reader.home}/forks", {}), 201)
