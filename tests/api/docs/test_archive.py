"""Run the program of the page about archives as somebody who has only that page."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.client import Player, fought, of, played
from tests.support.damaged_archives import secretive
from tests.support.log import archived, evening, rechained, rows
from tests.support.patience import PATIENCE_SECONDS
from tests.support.root import DOCS
from tests.support.server import Server
from verger.service.archive.format import event_line, header_of, line_of
from verger.service.log.row import Row

PAGE = (DOCS / "archive.md").read_text()
(PROGRAM,), (DICE,) = (
    re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    for page in (PAGE, (DOCS / "dice.md").read_text())
)
LINES = archived(rows(evening("war")))
DIE = re.compile(r'("faces":6,"values":\[)([1-6])')
SEALS = 1
"""The number of the line with an event that has a sealed part with its text."""


def checked(file: Path, lines: bytes) -> subprocess.CompletedProcess[str]:
    """Run the program for an archive, and return the finished process."""
    (file / "check.py").write_text(PROGRAM)
    (file / "dice.py").write_text(DICE)
    (file / "archive.ndjson").write_bytes(lines)
    return subprocess.run(
        [sys.executable, "-E", "-s", "check.py", "archive.ndjson"],
        cwd=file,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )


@pytest.mark.parametrize("name", ["war", "afterverse_herbarium", "disputed_rulings"])
def test_the_pages_program_accepts_a_good_archive(tmp_path: Path, name: str) -> None:
    done = checked(tmp_path, b"".join(archived(rows(evening(name)))))
    told = f"{len(evening(name))} events hold together, 0 redacted, 0 dice proved\n"
    assert done.stdout == told, done.stderr


def test_the_pages_program_continues_past_events_of_a_later_program(tmp_path: Path) -> None:
    told = [line.replace(b',"hash":', b',"format":2,"hash":', 1) for line in LINES]
    assert (
        checked(tmp_path, b"".join(told)).stdout == checked(tmp_path, b"".join(LINES)).stdout != ""
    )


def test_the_pages_program_reads_secrets_a_redaction_and_a_fork(
    server: Server, tmp_path: Path
) -> None:
    there, fork = secretive(server)
    archives = [player.get(f"{player.home}/export").content for player in (there, fork)]
    assert b'"text":"\xe2\x80\x9cInes' in archives[0]
    assert b'"lineage":[{' in archives[1]
    for player, archive in zip((there, fork), archives, strict=True):
        done = checked(tmp_path, archive)
        told = f"{player.head} events hold together, 1 redacted, 0 dice proved\n"
        assert done.stdout == told, done.stderr


def test_the_pages_program_proves_every_die_whose_seed_is_revealed(
    server: Server, tmp_path: Path
) -> None:
    table = fought(played(server.http, "Ann", "Bo", until="run"))
    ann, bo = table["Ann"], table["Bo"]
    bo.moves("reveal_dice")
    bo.moves("give_nonce", nonce="Bo's own")
    fought(table)
    bo.moves("reveal_dice")
    rolled = bo.see("/dice")["rolled"]
    fork = of(bo.post(f"{bo.home}/forks", {"version": bo.head}), 201)
    again = Player(bo.http, bo.token or "", fork["session"], fork["seat"])
    assert rolled
    for player in (ann, again):
        archive = player.get(f"{player.home}/export").content
        done = checked(tmp_path, archive)
        told = f"{player.head} events hold together, 0 redacted, {rolled} dice proved\n"
        assert done.stdout == told, done.stderr
        done = checked(tmp_path, with_another_die(archive))
        assert (done.returncode, "the seed gives other dice" in done.stderr) == (1, True)


def with_another_die(archive: bytes) -> bytes:
    """Return an archive with a changed die, and with new hashes after it."""
    first, *lines = archive.splitlines(keepends=True)
    header = header_of(first)
    read = [line_of(header, line) for line in lines]
    log = [row for row in read if isinstance(row, Row)]
    at = next(number for number, row in enumerate(log) if DIE.search(row.data))
    turned = DIE.sub(lambda die: f"{die[1]}{7 - int(die[2])}", log[at].data)
    log[at] = log[at]._replace(data=turned)
    made_anew = list(rechained(log))
    for number, row in enumerate(log):
        if row.type == "fork_session":
            was, now = (one[number - 1].hash.hex() for one in (log, made_anew))
            log[number] = row._replace(data=row.data.replace(was, now))
    written = iter([event_line(row, (row.sealed or "").encode()) for row in rechained(log)])
    made = [
        next(written) if isinstance(row, Row) else line
        for row, line in zip(read, lines, strict=True)
    ]
    return b"".join([first, *made])
