"""`verger expire` lists, archives or deletes idle sessions, and prints obstacles."""

import subprocess
from pathlib import Path

import pytest

from tests.service.cli.conftest import Place
from tests.service.cli.test_command_line import said, verger
from tests.support.client import Player, Table, forked, played, started
from tests.support.dump import dump
from tests.support.patience import until
from tests.support.postgres import execute
from tests.support.problems import a_problem
from verger.service.cli.ending import SPACE

INDEXES = "SELECT pg_indexes_size('events')"
# The index needs many pages for these events. They are deleted again without being read.
GROWN = """
    ALTER TABLE events DISABLE TRIGGER USER;
    INSERT INTO events (session, version, type, seat, data, salt, hash, format, at, texts, digest)
        SELECT session, version + number, type, seat, data, salt, hash, format, at, texts, digest
        FROM events, generate_series(1, 5000) AS number WHERE session = '{}' AND version = 3;
    ALTER TABLE events ENABLE TRIGGER USER
"""


def expire(place: Place, *arguments: object) -> subprocess.CompletedProcess[str]:
    return verger("expire", *arguments, environment=place[1])


def told_gone(player: Player, code: str) -> None:
    answer = until(lambda: player.get(player.home), lambda found: found.status_code != 200)
    a_problem(answer, code)


def sat(place: Place) -> Table:
    table = played(place[0].http, "Ann", "Bo")
    table["Bo"].draws_a_line("Spiders.")
    return table


def test_idle_sessions_are_listed_and_nothing_ends_unless_a_way_is_named(own_place: Place) -> None:
    table = sat(own_place)
    told = said(expire(own_place, "--idle", "0s")).splitlines()
    assert told[0].split()[:2] == [table.session, "3"]
    assert told[1] == "1 sessions; --to DIR archives them, --delete deletes them"
    assert said(expire(own_place, "--idle", "180d")).startswith("0 sessions;")
    assert table["Bo"].head == 3


def test_idle_sessions_are_archived_and_brought_back(own_place: Place, tmp_path: Path) -> None:
    table = sat(own_place)
    log = table["Bo"].log()
    told = said(expire(own_place, "--idle", "0s", "--to", tmp_path)).splitlines()
    file = tmp_path / f"{table.session}-3.ndjson"
    assert told == [f"{table.session}  {file}", "1 of 1 sessions archived", SPACE]
    assert list(tmp_path.iterdir()) == [file]
    assert said(verger("verify", file)).startswith("verified: 3 events")
    told_gone(table["Bo"], "session_archived")
    assert "0 sessions" in said(expire(own_place, "--idle", "0s"))
    verified = said(verger("verify", "--all", environment=own_place[1]))
    assert "stubs of ended sessions: 1\n" in verified
    brought = said(verger("import", file, environment=own_place[1]))
    assert brought.startswith(f"brought back: session {table.session}, 3 events\n")
    until(lambda: table["Bo"].get(table["Bo"].home), lambda found: found.status_code == 200)
    assert table["Bo"].log() == log
    table["Bo"].draws_a_line("Rats.")
    record = said(verger("record", environment=own_place[1]))
    assert f"expire  {table.session}  archived in {tmp_path}" in record
    assert f"import  {table.session}  brought back" in record
    assert "1 of 1 sessions verified" in said(verger("verify", "--all", environment=own_place[1]))


def test_archived_sessions_are_deleted_for_good(place: Place, tmp_path: Path) -> None:
    table = sat(place)
    table["Ann"].moves("seal_note", text="The heir is the doctor.", eyes=[])
    token = table["Ann"].see("/tokens")["tokens"][0]["id"]
    said(expire(place, table.session, "--to", tmp_path))
    assert token in dump(place[1]["DATABASE_URL"])
    assert "archived" in expire(place, table.session, "--to", tmp_path).stdout
    said(expire(place, table.session, "--delete"))
    told_gone(table["Bo"], "session_deleted")
    left = dump(place[1]["DATABASE_URL"])
    assert token not in left
    assert "The heir is the doctor." not in left
    (file,) = tmp_path.iterdir()
    finished = verger("import", file, environment=place[1])
    assert (finished.returncode, "log is deleted" in finished.stderr) == (1, True)
    assert expire(place, table.session, "--delete").returncode == 2


def test_the_printed_statement_gives_the_space_of_the_indexes_back(own_place: Place) -> None:
    table, url = sat(own_place), own_place[1]["DATABASE_URL"]
    execute(url, GROWN.format(table.session))
    told = said(expire(own_place, "--idle", "0s", "--delete")).splitlines()
    before = int(execute(url, INDEXES))
    execute(url, told[-1].partition("run in the database: ")[2])
    assert int(execute(url, INDEXES)) < before / 2


def test_forks_go_before_their_parents(own_place: Place, tmp_path: Path) -> None:
    table = sat(own_place)
    child = forked(table["Ann"])["Ann"]
    forked(child)
    told = said(expire(own_place, "--idle", "0s", "--to", tmp_path))
    assert told.endswith(f"3 of 3 sessions archived\n{SPACE}\n")
    assert len(list(tmp_path.iterdir())) == 3


def test_a_session_whose_fork_stays_stays_and_says_so(place: Place, tmp_path: Path) -> None:
    table = sat(place)
    fork = forked(table["Ann"])["Ann"]
    finished = expire(place, table.session, "--to", tmp_path)
    assert finished.returncode == 1
    why = f"there are forks, which read its events: {fork.session}"
    assert finished.stdout.splitlines() == [
        f"{table.session}  stays: {why}",
        "0 of 1 sessions archived",
    ]
    assert list(tmp_path.iterdir()) == []
    assert table["Ann"].head == 3


def test_a_damaged_log_is_deleted_but_not_archived(place: Place, tmp_path: Path) -> None:
    table = sat(place)
    gap = f"DELETE FROM events WHERE session = '{table.session}' AND version = 2"  # noqa: S608
    switched = "ALTER TABLE events {} TRIGGER ALL"
    execute(
        place[1]["DATABASE_URL"],
        "; ".join((switched.format("DISABLE"), gap, switched.format("ENABLE"))),
    )
    finished = expire(place, table.session, "--to", tmp_path)
    assert (finished.returncode, "cannot be read" in finished.stdout) == (1, True)
    assert list(tmp_path.iterdir()) == []
    said(expire(place, table.session, "--delete"))
    told_gone(table["Bo"], "session_deleted")


def test_rows_left_with_a_stub_are_found(own_place: Place) -> None:
    table = sat(own_place)
    said(expire(own_place, table.session, "--delete"))
    left = f"INSERT INTO open_sessions VALUES ('{table.session}')"  # noqa: S608
    execute(own_place[1]["DATABASE_URL"], left)
    finished = verger("verify", "--all", environment=own_place[1])
    assert finished.returncode == 1
    told = f"{table.session}  was ended, but open_sessions still has rows of it"
    assert told in finished.stdout.splitlines()


def test_tables_to_try_are_ended_by_the_program_that_started_them(own_place: Place) -> None:
    meant = sat(own_place)
    tried = started(own_place[0].http, "Ann", "Bo", via="a bot of the page")
    way = ("--idle", "0s", "--via", "a bot of the page", "--delete")
    told = said(expire(own_place, *way)).splitlines()
    assert told == [f"{tried.session}  deleted", "1 of 1 sessions deleted", SPACE]
    assert meant["Bo"].head == 3
    assert said(expire(own_place, *way)) == "0 of 0 sessions deleted\n"


def test_naming_a_session_excludes_choosing_by_its_starter(place: Place) -> None:
    table = sat(place)
    finished = expire(place, table.session, "--via", "page", "--delete")
    assert (finished.returncode, table["Bo"].head) == (2, 3)


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "--delete",
        "--idle 180",
        "--idle soon",
        "--idle 0s --to /nowhere",
        "--idle 0s --to . --delete",
        "00000000-0000-0000-0000-000000000000 --idle 0s",
        "00000000-0000-0000-0000-000000000000 --delete",
        "not-an-id --delete",
    ],
)
def test_an_impossible_choice_is_refused_and_ends_nothing(place: Place, arguments: str) -> None:
    table = sat(place)
    finished = expire(place, *arguments.split())
    assert finished.returncode == 2
    assert finished.stderr
    assert "Traceback" not in finished.stderr
    assert table["Bo"].head == 3
