"""The Python client keeps the newest head of a session, and notices that the log was rewritten or cut off."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from tests.clients.python.conftest import Table
from tests.support.postgres import execute
from tests.support.server import Server
from verger.service.cli import main
from verger.service.root import ROOT
from verger_client import Head, NotVerified, Verger


@pytest.fixture
def session(table: Table) -> Table:
    for number in range(3):
        table.ann.move("add_limit", kind="line", text=f"Line {number}.")
    return table


def newest(table: Table, kept: Head | None = None) -> Head:
    """Let the client check all heads after the kept one, and return the newest."""
    last = table.bo.now().version
    return next(head for head in table.bo.heads(kept) if head.version == last)


def keep(server: Server, table: Table, file: Path) -> "subprocess.CompletedProcess[str]":
    """Run `verger_client.keep` once, which checks and keeps the newest head."""
    command = [
        sys.executable,
        "-m",
        "verger_client.keep",
        server.url,
        table.bo.id,
        str(file),
        "--once",
    ]
    client = str(ROOT / "clients" / "python")
    environment = {"VERGER_TOKEN": str(table.bo.token), "PYTHONPATH": client}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def behind_its_back(server: Server, database: str, statement: str) -> None:
    """Change the database while its triggers are off and the server is down."""
    server.stop()
    execute(database, f"SET session_replication_role = replica; {statement}")
    server.restart()


def test_every_head_is_checked_from_the_first_event_on(session: Table) -> None:
    heads = list(islice(session.bo.heads(), 5))
    assert [head.version for head in heads] == [1, 2, 3, 4, 5]
    assert [head.hash for head in heads] == [event.hash for event in session.bo.events()]


def test_a_kept_head_is_confirmed_and_later_ones_are_checked_by_it(session: Table) -> None:
    kept = newest(session)
    session.ann.move("add_limit", kind="line", text="Rats.")
    assert [head.version for head in islice(session.bo.heads(kept), 2)] == [5, 6]


def test_a_redaction_changes_no_head(session: Table) -> None:
    kept = newest(session)
    session.ann.redact(versions=[3], reason="Asked.")
    assert newest(session, kept).version == 6
    assert [head.version for head in islice(session.bo.heads(), 6)][-1] == 6


def test_a_fork_has_the_heads_of_its_parent(session: Table) -> None:
    kept = newest(session)
    fork = session.bo.fork()
    heads = list(islice(fork.heads(kept), 2))
    assert [head.session for head in heads] == [session.bo.id, fork.id]
    session.ann.move("add_limit", kind="line", text="Rats.")
    with pytest.raises(NotVerified, match=f"The kept head is of session {session.bo.id}, and not"):
        next(fork.heads(newest(session, kept)))


CHANGES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "another text": (lambda line: line.replace(b"Line 2", b"Line 9"), "does not follow"),
    "another version": (lambda line: line.replace(b":5", b":6", 1), "does not follow"),
    "an object": (lambda _: b"{}", "does not follow"),
    "no text": (lambda _: b"\xff", "is not written as the log writes"),
}


@pytest.mark.parametrize(("change", "sentence"), CHANGES.values(), ids=CHANGES)
def test_an_event_that_was_changed_does_not_follow(
    session: Table, monkeypatch: pytest.MonkeyPatch, change: Callable[[bytes], bytes], sentence: str
) -> None:
    def lines(_: object, piece: bytes) -> Iterator[bytes]:
        return (change(line) if b"Line 2" in line else line for line in piece.splitlines())

    monkeypatch.setattr("verger_client.wire.Lines.add", lines)
    with pytest.raises(NotVerified, match=f"Version 5 {sentence}"):
        list(islice(session.bo.heads(), 5))


def test_a_log_that_was_rewritten_is_not_the_one_of_the_kept_head(session: Table) -> None:
    kept = newest(session)
    with pytest.raises(NotVerified, match="Version 5 is another event than the one kept"):
        next(session.bo.heads(Head(kept.session, 5, "00" * 32)))


def test_the_program_finds_a_log_that_was_cut_off(
    session: Table, server: Server, database: str, tmp_path: Path
) -> None:
    file = tmp_path / "head.json"
    assert keep(server, session, file).stdout.startswith("version 5 holds: ")
    cut = f"DELETE FROM events WHERE session = '{session.bo.id}' AND version = 5"  # noqa: S608
    behind_its_back(server, database, cut)
    found = keep(server, session, file)
    assert (found.returncode, found.stderr.count("\n")) == (1, 1)
    assert (
        "The kept head is of version 5, and the server's newest is 4: the log was cut off"
        in found.stderr
    )
    assert b'"version":5' in file.read_bytes()


def test_the_program_keeps_a_head_that_verify_takes(
    session: Table, server: Server, tmp_path: Path
) -> None:
    file, archive = tmp_path / "head.json", tmp_path / "evening.ndjson"
    keep(server, session, file)
    session.ann.move("add_limit", kind="line", text="Rats.")
    assert keep(server, session, file).stdout.startswith("version 6 holds: ")
    with archive.open("wb") as out:
        session.bo.export(out)
    assert main(["verify", str(archive), "--against", str(file)]) == 0


def test_the_program_says_in_a_sentence_why_there_is_no_answer(
    session: Table, server: Server, tmp_path: Path
) -> None:
    (file := tmp_path / "head.json").write_text("[]")
    found = keep(server, session, file)
    assert (found.returncode, found.stderr.count("\n")) == (2, 1)


def test_a_client_without_a_token_receives_no_heads(session: Table, server: Server) -> None:
    with Verger(server.url) as verger, pytest.raises(Exception, match="token"):
        next(verger.session(session.bo.id).heads())
