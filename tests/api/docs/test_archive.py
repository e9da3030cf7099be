"""The program on the page about archives, as somebody runs it who has nothing but that page."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.client import Player, fought, of, played
from tests.support.log import archived, evening, rechained, rows
from tests.support.patience import PATIENCE_SECONDS
from tests.support.root import DOCS
from tests.support.server import Server
from verger.service.archive.format import event_line, header_of, line_of
from verger.service.log.row import Row

Damage = Callable[[list[bytes]], list[bytes]]

PAGE = (DOCS / "archive.md").read_text()
(PROGRAM,), (DICE,) = (
    re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    for page in (PAGE, (DOCS / "dice.md").read_text())
)
LINES = archived(rows(evening("war")))
DIE = re.compile(r'("faces":6,"values":\[)([1-6])')
SEALS = 1
"""The line of an event with a sealed part that is shown."""
FORGED_AT = 10


def forged(change: Callable[[list[str], list[list[int]]], Any]) -> Damage:
    """Return a function that redacts an event, but not with the texts or the salts that the log writes."""

    def damage(lines: list[bytes]) -> list[bytes]:
        line = lines[FORGED_AT]
        texts = json.loads(line)["texts"]
        kept = ["ab" * 16] * len(texts)
        kept, texts = change(kept, texts)
        told = json.dumps({"texts": texts, "kept": kept}, separators=(",", ":")).encode()[1:-1]
        made = re.sub(rb'"salt":.*?(?=,"event":)', lambda _: told, line)
        return [*lines[:FORGED_AT], made, *lines[FORGED_AT + 1 :]]

    return damage


FORGED: dict[str, Damage] = {
    "bytes of a text in its salt": forged(
        lambda kept, texts: (
            [kept[0] + "22", *kept[1:]],
            [[texts[0][0] + 1, texts[0][1] - 1], *texts[1:]],
        )
    ),
    "upper case": forged(lambda kept, texts: ([kept[0].upper(), *kept[1:]], texts)),
    "a digest of a text that is there": forged(
        lambda kept, texts: ([2 * kept[0], *kept[1:]], texts)
    ),
    "a salt too few": forged(lambda kept, texts: (kept[1:], texts)),
    "null": forged(lambda _, texts: (None, texts)),
    "texts in another order": forged(lambda kept, texts: (kept, texts[::-1])),
    "a size below 0": forged(lambda kept, texts: (kept, [[texts[0][0], -3], *texts[1:]])),
    "a float": forged(lambda kept, texts: (kept, [[float(texts[0][0]), 5], *texts[1:]])),
    "a place behind the event": forged(lambda kept, texts: (kept, [*texts[:-1], [10**15, 5]])),
    "another place": forged(lambda kept, texts: (kept, [[texts[0][0] - 1, 5], *texts[1:]])),
}
DAMAGES: dict[str, Damage] = {
    "a letter is another": lambda lines: [
        *lines[:9],
        lines[9].replace(b'"sentence":"', b'"sentence":"E', 1),
        *lines[10:],
    ],
    "a sealed text is another": lambda lines: [
        lines[0],
        re.sub(rb'("name":"note".*?"text":")', rb"\1Not so: ", lines[SEALS]),
        *lines[2:],
    ],
    "an event is left out": lambda lines: lines[:7] + lines[8:],
    "its tail is cut off": lambda lines: lines[:-9],
    "its last digest is cut off": lambda lines: lines[:-1],
    "a digest stands elsewhere": lambda lines: [*lines[:5], lines[-1], *lines[5:-1]],
    "it says that something was redacted": lambda lines: [
        *lines[:9],
        re.sub(rb'"salt":"[0-9a-f]*"', b'"kept":["' + b"00" * 32 + b'"]', lines[9]),
        *lines[10:],
    ],
}


def checked(file: Path, lines: bytes) -> subprocess.CompletedProcess[str]:
    """What the program says of an archive."""
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
def test_it_finds_that_a_good_archive_holds_together(tmp_path: Path, name: str) -> None:
    done = checked(tmp_path, b"".join(archived(rows(evening(name)))))
    told = f"{len(evening(name))} events hold together, 0 redacted, 0 dice proved\n"
    assert done.stdout == told, done.stderr


def test_it_goes_on_past_events_of_a_later_program(tmp_path: Path) -> None:
    told = [line.replace(b',"hash":', b',"format":2,"hash":', 1) for line in LINES]
    assert (
        checked(tmp_path, b"".join(told)).stdout == checked(tmp_path, b"".join(LINES)).stdout != ""
    )


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_it_finds_what_is_wrong(tmp_path: Path, damage: Damage) -> None:
    damaged = damage(LINES)
    assert damaged != LINES
    done = checked(tmp_path, b"".join(damaged))
    assert (done.returncode, "AssertionError: " in done.stderr) == (1, True), done.stderr


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED.keys())
def test_texts_and_salts_are_written_in_one_way(tmp_path: Path, forge: Damage) -> None:
    done = checked(tmp_path, b"".join(forge(LINES)))
    assert f"version {FORGED_AT} is not written as the log writes events" in done.stderr


def secretive(server: Server) -> tuple[Player, Player]:
    """Somebody who keeps a secret and has redacted a text, there and at a fork of that table."""
    bo = played(server.http, "Ann", "Bo")["Bo"]
    bo.moves("seal_note", text='“Ines” —\nthe butler; "}], \\', eyes=["s2"])
    said = bo.draws_a_line("Spiders.")["version"]
    redaction = {"versions": [said], "reason": "He asked."}
    of(bo.post(f"{bo.home}/redactions", redaction), 201)
    fork = of(bo.post(f"{bo.home}/forks", {"version": bo.head}), 201)
    return bo, Player(bo.http, bo.token or "", fork["session"], fork["seat"])


def test_it_reads_what_a_server_gives_with_secrets_a_redaction_and_a_fork(
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


def test_it_proves_every_die_whose_seed_is_revealed_there_and_in_a_fork(
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
    """An archive as somebody makes it who changes a die, and every hash after it."""
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
