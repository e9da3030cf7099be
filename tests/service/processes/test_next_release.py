"""This release and the next, which has one more event format, run together. Each reads all events that it can."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.archives import archives
from tests.support.client import Client, Player, Table, of, played
from tests.support.grown import Grown
from tests.support.next_release import HELD_BACK, next_release
from tests.support.postgres import execute
from tests.support.server import Server, serving
from verger.service.cli import main

TOLD = "it was written by a later program, in format 2; this one reads up to 1"


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Grown:
    """Return a copy of the project as its next release."""
    return next_release(tmp_path_factory.mktemp("next") / "verger")


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    """Start a server of this release."""
    with serving(database) as server:
        yield server


@pytest.fixture(scope="module")
def newer(release: Grown, database: str) -> Iterator[Server]:
    """Start a server of the next release on the same database."""
    beside: dict[str, Any] = dict(release.environment)
    with serving(database, **beside) as server:
        yield server


@pytest.fixture(scope="module")
def held(release: Grown, database: str) -> Iterator[Server]:
    """Start a server of the next release that is held back to the formats of this release."""
    beside: dict[str, Any] = {"verger_hold_back": HELD_BACK, **release.environment}
    with serving(database, **beside) as server:
        yield server


def begun(server: Server) -> Table:
    return played(server.http, "Ann", "Bo", ruleset="venus")


def formats(database: str, table: Table) -> list[str]:
    sql = f"SELECT format FROM events WHERE session = '{table['Ann'].session}' ORDER BY version"  # noqa: S608
    return execute(database, sql).split()


def exported(player: Player, file: Path) -> Path:
    file.write_bytes(player.get(f"{player.home}/export").content)
    return file


def test_the_next_release_verifies_released_events(release: Grown, tmp_path: Path) -> None:
    for file in archives(tmp_path):
        assert "verified" in release.run("verger", "verify", file)


def test_the_next_release_verifies_exports_and_imports_sessions_of_this_one(
    server: Server, newer: Server, release: Grown, database_url: str, tmp_path: Path
) -> None:
    ann = begun(server)["Ann"]
    ann.draws_a_line("Rats.")
    file = exported(ann, tmp_path / "archive")
    assert exported(ann.at(newer.http), tmp_path / "again").read_bytes() == file.read_bytes()
    assert "verified" in release.run("verger", "verify", file)
    any_loss = {"DATABASE_URL": database_url, "VERGER_DATABASE_DURABILITY": "any"}
    release.run("verger", "import", file, **any_loss)
    release.run("verger", "export", ann.session, tmp_path / "back", DATABASE_URL=database_url)
    assert b'"kind":"line","text":"Rats."}' in (tmp_path / "back").read_bytes()
    release.run("verger", "verify", "--all", DATABASE_URL=database_url)


def test_the_next_release_held_back_to_old_formats_plays_with_this_one(
    server: Server, held: Server, database: str, tmp_path: Path
) -> None:
    table = begun(held)
    ann, bo = table["Ann"], table["Bo"].at(server.http)
    for text in ("Rats.", "Bats."):
        drawn = [player.draws_a_line(text)["event"]["effects"] for player in (ann, bo)]
        assert drawn[0] == drawn[1] == [{"effect": "limit_added", "kind": "line", "text": text}]
    assert set(formats(database, table)) == {"1"}
    assert main(["verify", str(exported(bo, tmp_path / "archive"))]) == 0


def test_a_session_that_uses_nothing_new_is_played_by_both(
    server: Server, newer: Server, database: str
) -> None:
    table = begun(server)
    ann, bo = table["Ann"].at(newer.http), table["Bo"]
    for note in ("One.", "Two."):
        ann.moves("seal_note", text=note, eyes=[ann.seat])
        bo.moves("seal_note", text=note, eyes=[bo.seat])
    assert set(formats(database, table)) == {"1"}


def test_the_rest_of_a_redacted_event_keeps_the_format_of_the_event(
    server: Server, newer: Server, release: Grown, tmp_path: Path
) -> None:
    ann = begun(server)["Ann"]
    redaction = {"versions": [ann.draws_a_line("Rats.")["version"]], "reason": "A slip."}
    again = ann.at(newer.http)
    of(again.post(f"{ann.home}/redactions", redaction), 201)
    file = exported(again, tmp_path / "archive")
    assert b'"kind":"line","text":"[redacted]"' in file.read_bytes()
    assert main(["verify", str(file)]) == 0
    assert "verified" in release.run("verger", "verify", file)


@pytest.mark.parametrize(("begins", "more"), [("server", {}), ("newer", {"by": "s2"})])
def test_a_session_with_new_events_is_left_to_the_next_release(
    begins: str, more: dict[str, str], request: pytest.FixtureRequest, server: Server, newer: Server
) -> None:
    table = begun(request.getfixturevalue(begins))
    bo = table["Bo"].at(newer.http)
    drawn = bo.draws_a_line("Rats.")["event"]["effects"]
    assert drawn == [{"effect": "limit_added", "sort": "line", "text": "Rats."} | more]
    assert of(bo.at(server.http).move("signal"), 503)["code"] == "unavailable"
    bo.moves("signal")
    begun(server)["Ann"].draws_a_line("Rats.")


def test_an_archive_of_the_next_release_names_the_program_that_reads_it(
    server: Server,
    newer: Server,
    release: Grown,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    ann = begun(server)["Ann"]
    drawn = ann.at(newer.http).draws_a_line("Rats.")
    file = exported(ann.at(newer.http), tmp_path / "archive")
    assert "verified" in release.run("verger", "verify", file)
    assert main(["verify", str(file)]) == 2
    assert capsys.readouterr().err == f"verger: from version {drawn['version']} on {TOLD}\n"
    importer = Client(server.http, ann.token)
    answer = importer.imports(file.read_bytes())
    assert TOLD in of(answer, 422)["detail"]
