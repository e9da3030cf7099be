"""The operator's commands at a server's database, while it serves."""

import json
from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from tests.service.cli.conftest import Place
from tests.service.cli.test_command_line import said, verger, written
from tests.support.client import Client, Player, Table, of, played
from tests.support.log import SESSION, archived, evening, rows
from tests.support.patience import until
from tests.support.postgres import execute, lose


@pytest.fixture(scope="module")
def table(place: Place) -> Table:
    """Return a table with more events than lie between two snapshots."""
    table = played(place[0].http, "Ann", "Bo", title="Low Tide")
    for number in range(210):
        table["Bo"].draws_a_line(f"Thing {number}")
    return table


def test_every_session_is_listed(place: Place, table: Table) -> None:
    told = said(verger("sessions", environment=place[1]))
    line = next(line for line in told.splitlines() if line.startswith(table.session))
    assert line.split()[1:3] == ["verge", str(table["Ann"].head)]
    assert line.endswith("Low Tide")


def test_every_session_is_verified(place: Place, table: Table) -> None:
    told = said(verger("verify", "--all", environment=place[1]))
    assert " sessions verified" in told
    assert "rulings now worded differently: 0\n" in told
    assert "wrong" not in told


def test_an_idle_time_before_the_calendar_finds_no_sessions(place: Place, table: Table) -> None:
    told = said(verger("expire", "--idle", "999999d", environment=place[1]))
    assert told.startswith("0 sessions")


def test_only_sessions_that_moved_since_a_time_are_verified(place: Place, table: Table) -> None:
    at = datetime.fromisoformat(table["Ann"].log()[-1]["event"]["at"])
    for since, count in ((at, 1), (at + timedelta(microseconds=1), 0)):
        asked = ["--since", since.isoformat(), "--jobs", "1"]
        told = said(verger("verify", "--all", *asked, environment=place[1]))
        assert told.startswith(f"{count} of {count} sessions verified, ")


def test_sessions_that_the_database_has_lost_since_the_server_had_them_are_listed(
    place: Place, tmp_path: Path
) -> None:
    url, bo = place[1]["DATABASE_URL"], played(place[0].http, "Ann", "Bo")["Bo"]
    had = bo.draws_a_line("Spiders.")["version"]
    files = [tmp_path / "lost.json", tmp_path / "kept.json"]
    for file, version in zip(files, (had, had - 1), strict=True):
        file.write_text(json.dumps(bo.see("/checkpoint", at=version)))
    assert said(verger("lost", *files, environment=place[1])).endswith(
        "0 of 2 checkpoints do not match\n"
    )
    lose(url, bo.session, had - 1)
    assert until(lambda: bo.head, lambda head: head < had) == had - 1
    finished = verger("lost", *files, environment=place[1])
    assert finished.returncode == 1
    _, line, gone, count = finished.stdout.splitlines()
    assert line.split()[:4] == [bo.session, str(had), str(had - 1), str(had - 1)]
    assert gone == f"{bo.session}  has no version {had} with the hash of the checkpoint"
    assert count == "1 losses recorded, 1 of 2 checkpoints do not match"


def test_a_fork_is_verified_rebuilt_and_exported_with_its_whole_line(
    place: Place, table: Table, tmp_path: Path
) -> None:
    bo, file = table["Bo"], tmp_path / "fork.ndjson"
    shown = of(bo.post(f"{bo.home}/forks", {"version": 150}, key=f"fork-{bo.session}"), 201)
    fork = Player(bo.http, bo.token or "", shown["session"], shown["seat"])
    for number in range(60):
        fork.draws_a_line(f"Elsewhere {number}")
    said(verger("verify", "--all", environment=place[1]))
    told = said(verger("rebuild", fork.session, environment=place[1]))
    assert told.endswith("1 snapshots dropped, 1 made\n")
    said(verger("export", fork.session, file, environment=place[1]))
    header = json.loads(file.read_bytes().partition(b"\n")[0])
    assert header["lineage"] == [{"session": table.session, "until": 150}]
    assert said(verger("verify", file)).startswith("verified: 211 events")


def test_a_session_is_exported_and_verified_elsewhere(
    place: Place, table: Table, tmp_path: Path
) -> None:
    file = tmp_path / "out.ndjson"
    said(verger("export", table.session, file, environment=place[1]))
    assert said(verger("verify", file)).startswith(f"verified: {table['Ann'].head} events")
    assert file.read_text() == said(verger("export", table.session, environment=place[1]))


def test_an_archive_is_imported_and_read_with_the_token_that_is_given(
    place: Place, archive: Path, tmp_path: Path
) -> None:
    told = said(verger("import", archive, environment=place[1])).splitlines()
    assert told[0] == f"imported: session {SESSION}, {len(evening('war'))} events"
    reader = Client(place[0].http, told[1].split()[-1])
    assert reader.read(f"/v1/sessions/{SESSION}")["title"] == "The Bridge at Kessel"
    again = tmp_path / "again.ndjson"
    said(verger("export", SESSION, again, environment=place[1]))
    assert again.read_bytes() == archive.read_bytes()
    finished = verger("import", archive, environment=place[1])
    assert (finished.returncode, "is here already" in finished.stderr) == (1, True)


def test_a_wrong_archive_is_not_imported(place: Place, tmp_path: Path) -> None:
    lines = list(archived(rows(evening("losses"))))
    lines[3] = lines[3].replace(b'"sentence":"', b'"sentence":"Not ')
    finished = verger("import", written(tmp_path, lines), environment=place[1])
    assert (finished.returncode, "failed verification" in finished.stderr) == (1, True)


def test_an_existing_file_is_not_overwritten(place: Place, table: Table, tmp_path: Path) -> None:
    file = written(tmp_path, [b"precious"])
    assert verger("export", table.session, file, environment=place[1]).returncode == 2
    assert file.read_bytes() == b"precious"


def test_an_unknown_session_is_named(place: Place) -> None:
    finished = verger("export", id := uuid4(), environment=place[1])
    assert (finished.returncode, finished.stderr) == (2, f"verger: there is no session {id}\n")


def test_a_port_that_is_taken_ends_the_start_with_a_sentence(
    place: Place,
) -> None:
    port = str(place[0].http.base_url.port)
    finished = verger("serve", environment={**place[1], "PORT": port})
    assert (
        finished.returncode,
        f"cannot listen on HOST 127.0.0.1, PORT {port}" in finished.stderr,
    ) == (
        2,
        True,
    )


def test_snapshots_are_rebuilt_while_play_goes_on(place: Place, table: Table) -> None:
    url = place[1]["DATABASE_URL"]
    sql = "SELECT session, version, digest, state FROM snapshots ORDER BY session, version"
    before = execute(url, sql)
    execute(url, "UPDATE snapshots SET state = 'damaged'")
    told = said(verger("rebuild", environment=place[1]))
    assert f"{table.session}  1 snapshots dropped, 1 made\n" in told
    assert set(before.splitlines()) <= set(execute(url, sql).splitlines())
    table["Bo"].draws_a_line("What came meanwhile")
    assert table["Bo"].log()[-1]["event"]["move"]["text"] == "What came meanwhile"


def test_a_snapshot_that_is_not_the_state_is_found(place: Place, table: Table) -> None:
    execute(place[1]["DATABASE_URL"], "UPDATE snapshots SET digest = sha256(digest)")
    finished = verger("verify", "--all", environment=place[1])
    assert finished.returncode == 1
    assert "version 200 is wrong: the snapshot" in finished.stdout
    said(verger("rebuild", environment=place[1]))
    said(verger("verify", "--all", environment=place[1]))


def test_keys_are_listed_and_rotated_and_old_ones_stay(
    place: Place,
) -> None:
    first = said(verger("keys", environment=place[1])).split()
    told = said(verger("keys", "--rotate", environment=place[1])).splitlines()
    assert ("in use" in told[0], "until" in told[1]) == (True, True)
    assert told[1].split()[:2] == first[:2]
    assert told[0].split()[0] != first[0]


def test_a_tampered_row_is_named_with_its_session(place: Place, table: Table) -> None:
    update = "SET session_replication_role = replica; UPDATE events SET seat = 's1'"
    execute(place[1]["DATABASE_URL"], f"{update} WHERE version = 77")
    finished = verger("verify", "--all", environment=place[1])
    assert finished.returncode == 1
    assert (
        f"{table.session}  version 77 is wrong: the member `seat` beside the event"
        in finished.stdout
    )
