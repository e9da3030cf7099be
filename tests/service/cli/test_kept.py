"""An archive is compared with heads, checkpoints and statements that somebody kept."""

import io
import os
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import msgspec
import pytest

from tests.support.log import SESSION, archived, evening, rechained, rows
from verger.service.annexes.statements.merkle import TreeBuilder
from verger.service.annexes.statements.statement import StatedHead, Statement
from verger.service.annexes.statements.statement import signed as stated
from verger.service.archive.checkpoint import new_key, signed
from verger.service.cli import main

LOG = rows(evening("war")[:60])
WHOLE = b"".join(archived(LOG))
FORKED = rows(evening("coming_and_going"))
FORK = next(row.version for row in FORKED if row.type == "fork_session")
(PRIVATE, PUBLIC), (_, OTHER) = new_key(), new_key()
HASH = LOG[49].hash
Told = tuple[int, str]


def head(version: int = 50, session: UUID = SESSION, own: bytes = HASH) -> bytes:
    """A head in the form that the client keeps."""
    return msgspec.json.encode({"session": session, "version": version, "hash": own.hex()}) + b"\n"


def statement(own: bytes = HASH, *, is_proved: bool = True, session: UUID = SESSION) -> bytes:
    """The answer of `GET /v1/statements?session=…`, for a tree with the heads of two sessions."""
    heads = [
        StatedHead(UUID(int=9), 7, "11" * 32, "here"),
        StatedHead(session, 50, own.hex(), "here"),
    ]
    tree = TreeBuilder()
    for one in heads:
        list(tree.add(one.leaf))
    told = Statement(
        number=1,
        size=2,
        root=tree.root.hex(),
        at=datetime(2026, 1, 1, tzinfo=UTC),
        previous="00" * 32,
        next_key=PUBLIC.hex(),
        key="",
        signature="",
    )
    path = [heads[0].leaf.hex() if is_proved else "00" * 32]
    proof = {**msgspec.to_builtins(heads[1]), "number": 1, "path": path}
    return msgspec.json.encode(
        {"statements": [stated(PRIVATE, told)], "consistency": [], "head": proof}
    )


CHECKPOINT = msgspec.json.encode(signed(PRIVATE, SESSION, 50, HASH))
NO_HEAD = msgspec.json.encode({**msgspec.json.decode(statement()), "head": None})
LATER = head(99)
KEY = ("--key", PUBLIC.hex())
STRANGER = ("--key", OTHER.hex())

CASES: dict[str, tuple[bytes, tuple[str, ...], int, str]] = {
    "a head": (head(), (), 0, "kept head      holds: version 50\n"),
    "a checkpoint": (CHECKPOINT, KEY, 0, "checkpoint     holds: version 50, key "),
    "a statement": (statement(), KEY, 0, "statement 1    holds: version 50, key "),
    "all of them": (head() + CHECKPOINT + b"\n\n" + statement(), KEY, 0, "statement 1    holds"),
    "heads of several sessions": (head() + head(session=UUID(int=3)), (), 0, "kept head      holds: version 50\n"),
    "another hash": (head(own=bytes(32)), (), 1, "version 50 is wrong: it is not the event that the kept head names"),
    "another hash that was stated": (statement(bytes(32)), KEY, 1, "version 50 is wrong: it is not the event that statement 1 was signed for"),
    "another session": (head(session=UUID(int=3)), (), 2, "the kept head is of session 00000000-"),
    "another session that was stated": (statement(session=UUID(int=3)), KEY, 2, "statement 1 is of session 00000000-"),
    "a later head": (LATER, (), 2, "ends with version 60, and the kept head is of version 99: it is an earlier copy"),
    "a path that proves nothing": (statement(is_proved=False), KEY, 2, "statement 1 does not include the head that is next to it in the file"),
    "a statement of another server": (statement(), STRANGER, 2, "statement 1 was not signed with this key"),
    "a checkpoint of another server": (CHECKPOINT, STRANGER, 2, "a checkpoint was not signed with this key"),
    "no key": (CHECKPOINT, (), 2, "use --key together with --checkpoint or --against"),
    "a statement of no session": (NO_HEAD, KEY, 2, "has no head of a session"),
    "nothing": (b"", (), 2, "has no head of a session"),
    "an archive": (WHOLE, (), 2, "must contain only heads, checkpoints and statements"),
    "no JSON": (b"\xff", (), 2, "must contain only heads, checkpoints and statements"),
    "a signed head without its signature": (CHECKPOINT.replace(b'"signature"', b'"signed"'), (), 0, "kept head      holds: version 50\n"),
}  # fmt: skip


@pytest.fixture
def verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Told]:
    def verify(archive: bytes, kept: bytes, *more: str) -> Told:
        (file := tmp_path / "archive.ndjson").write_bytes(archive)
        (tmp_path / "kept").write_bytes(kept)
        status = main(["verify", str(file), "--against", str(tmp_path / "kept"), *more])
        return status, "".join(capsys.readouterr())

    return verify


@pytest.mark.parametrize(("kept", "key", "status", "said"), CASES.values(), ids=CASES)
def test_an_archive_that_does_not_match_a_kept_proof_says_why(
    verified: Callable[..., Told], kept: bytes, key: tuple[str, ...], status: int, said: str
) -> None:
    found, told = verified(WHOLE, kept, *key)
    assert (found, said in told) == (status, True), told
    assert status == 0 or told.count("\n") == 1


@pytest.mark.parametrize(("version", "status"), [(FORK - 1, 0), (FORK + 1, 2)])
def test_a_head_of_the_parent_holds_in_a_fork_up_to_where_it_began(
    verified: Callable[..., Told], version: int, status: int
) -> None:
    parent = FORKED[0].session
    kept = head(version, parent, FORKED[version - 1].hash)
    found, told = verified(b"".join(archived(FORKED)), kept)
    assert found == status, told
    assert (f"was forked from it at version {FORK - 1}" in told) == (status == 2)


def test_a_rewritten_log_is_found_by_a_head(verified: Callable[..., Told]) -> None:
    anew = b"".join(archived(list(rechained([LOG[0]._replace(salt=bytes(16)), *LOG[1:]]))))
    assert verified(anew, head())[0] == 1


def test_the_output_lists_proved_facts_open_points_and_the_next_step(
    verified: Callable[..., Told],
) -> None:
    _, told = verified(WHOLE, head())
    proved, rest = told.partition("Proved:\n")[2].split("Not proved:\n")
    unproved, following = rest.split("Next:\n")
    assert "  - The record matches a fingerprint that somebody kept, up to event 50.\n" in proved
    assert "  - The events after event 50.\n" in unproved
    assert "  - Ask the table for a checkpoint.\n      verger verify ./archive.ndjson" in following
    assert (
        "  - The server signed the record, up to event 50.\n"
        in verified(WHOLE, CHECKPOINT, *KEY)[1]
    )


def test_no_next_step_is_named_if_there_is_none(verified: Callable[..., Told]) -> None:
    kept = msgspec.json.encode(signed(PRIVATE, SESSION, 9, LOG[8].hash))
    status, told = verified(b"".join(archived(LOG[:9])), kept, *KEY)
    assert (status, "Not proved:\n" in told, "Next:" in told) == (0, True, False)


class Pipe:
    """A standard input that contains these bytes."""

    def __init__(self, content: bytes) -> None:
        self.buffer = io.BytesIO(content)


@pytest.mark.parametrize(("archive", "status"), [(WHOLE, 0), (WHOLE[:-9], 2), (b"", 2)])
def test_an_archive_comes_from_standard_input(
    archive: bytes, status: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdin", Pipe(archive))
    assert main(["verify", "-", "--report", str(tmp_path / "page.html")]) == status


def test_an_archive_comes_from_a_named_pipe(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    writing = threading.Thread(target=pipe.write_bytes, args=(WHOLE,))
    writing.start()
    assert main(["verify", str(pipe)]) == 0
    writing.join()


@pytest.fixture
def limited(monkeypatch: pytest.MonkeyPatch) -> io.BytesIO:
    monkeypatch.setenv("VERGER_IMPORT_BYTES", "1000")
    monkeypatch.setattr("sys.stdin", endless := Pipe(WHOLE + bytes(5 * 2**20)))
    return endless.buffer


def test_no_more_is_copied_from_a_pipe_than_may_be_read(
    limited: io.BytesIO, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "-"]) == 2
    assert "VERGER_IMPORT_BYTES is 1000" in capsys.readouterr().err
    assert limited.tell() < 2 * 2**20
