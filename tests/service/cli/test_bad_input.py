"""Every file that is not an archive of a played game gets one clear answer, with status 1 or 2, and never "verified"."""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from uuid import UUID

import msgspec
import pytest

from tests.support.log import SESSION, archived, evening, rechained, rows
from tests.support.travelled import TRAVELLED
from verger.domain.core.identifier import SeatId
from verger.service.archive.checkpoint import new_key, signed
from verger.service.archive.export import shown
from verger.service.archive.format import event_line
from verger.service.cli import main

LOG = rows(evening("war")[:60])
LINES = archived(LOG)
HEADER, REST, WHOLE = LINES[0], b"".join(LINES[1:]), b"".join(LINES)
DEEP = b"[" * 100_000
FURTHER = archived(rows(evening("war")[:61]))[61]


def headed(**members: object) -> bytes:
    """The archive with another first line."""
    told = json.loads(HEADER) | members
    return json.dumps(told, separators=(",", ":")).encode() + b"\n" + REST


def in_line(change: Callable[[bytes], bytes]) -> bytes:
    """The archive with a changed line for version 5."""
    return b"".join([*LINES[:5], change(LINES[5]), *LINES[6:]])


def forged(version: int, old: str, new: str) -> bytes:
    """Return an archive with a changed event and with all hashes computed again."""
    row = LOG[version - 1]
    data = re.sub(old, new, row.data, count=1)
    assert data != row.data
    log = rechained([*LOG[: version - 1], row._replace(data=data), *LOG[version:]])
    told = iter([event_line(row, shown(row, SESSION, (SeatId("s2"),), ())) for row in log])
    return HEADER + b"".join(next(told) if b'"event":' in line else line for line in LINES[1:])


OTHERS = "the first line is no archive's: "
EARLIER = b'{"verger":"archive",' + WHOLE.partition(b",")[2]
FUTURE = '"effect":"foretold"'
UNWRITTEN = "version 40 is wrong: it is not written as the log writes events"
UNKNOWN = "version 40 is wrong: it is no event of this ruleset: "

CASES: dict[str, tuple[bytes, int, str]] = {
    # of the future
    "another format": (headed(format=2), 2, "an archive of format 2; this program reads 1"),
    "a member more": (headed(more=1), 2, OTHERS),
    "an unknown ruleset": (headed(ruleset="chess"), 2, "by the rules of chess 1; this program has"),
    "a later version of it": (headed(ruleset_version=99), 2, "by the rules of verge 99"),
    "a later effect": (forged(40, r'"effect":"\w+"', FUTURE), 1, UNKNOWN),
    "a later move": (forged(40, r'"move":"\w+"', '"move":"foretell"'), 1, UNKNOWN),
    "a later member": (forged(40, r"\}$", ',"since":"1.7"}'), 1, UNWRITTEN),
    "a later member of an effect": (forged(40, r'("effect":"\w+")', r'\1,"x":1'), 1, UNWRITTEN),
    "a later verdict": (forged(40, '"verdict":"allowed"', '"verdict":"maybe"'), 1, UNKNOWN),
    "a ruleset that only its event says": (forged(1, '"ruleset":"verge"', '"ruleset":"chess"'), 1, "version 1 is wrong: it starts another game"),
    # of the past
    "an earlier checkout's": (EARLIER, 2, "it is an archive of an earlier checkout of Verger and stays with that checkout"),
    "the first line of one": (EARLIER.partition(b"\n")[0], 2, "it is an archive of an earlier checkout of Verger"),
    # of other programs
    "an object": (b'{"a":1}\n', 2, OTHERS),
    "bytes": (bytes(range(256)) * 9, 2, "it is in UTF-16 or UTF-32"),
    **{name: (change(WHOLE), 2, told) for name, (change, told) in TRAVELLED.items()},
    "a stream of events": (REST, 2, "its first line is missing"),
    "of endless depth": (HEADER[:-2] + b',"x":' + b"[" * 5_000 + b"]" * 5_000 + b"}", 2, OTHERS),
    "an event of endless depth": (in_line(lambda line: line[:-2] + b',"x":' + DEEP), 1, "version 5 is wrong"),
    "one in what is chained": (forged(40, r"\}$", ',"x":' + "[" * 5_000 + "]" * 5_000 + "}"), 1, "version 40 is wrong"),
    "a number without end": (in_line(lambda line: line.replace(b"5", b"5" * 5_000, 1)), 1, "version 5 is wrong"),
    "no text": (in_line(lambda line: line.replace(b'"sentence":"', b'"sentence":"\xff')), 2, "from version 5 on: a line is cut off, wrapped or damaged"),
    "half a character": (in_line(lambda line: line.replace(b'"sentence":"', b'"sentence":"\\ud800')), 2, "from version 5 on: a line is cut off, wrapped or damaged"),
    # cut
    "the first line alone": (HEADER, 2, "it ends after version 0, and its first line says 60"),
    "in the middle of a line": (WHOLE[: len(WHOLE) // 2], 2, "it ends in the middle of a line"),
    "its end": (b"".join(LINES[:-9]), 2, "it ends after version 52, and its first line says 60"),
    "its beginning": (HEADER + b"".join(LINES[9:]), 1, "version 1 is wrong: it is missing"),
    "one and another behind": (WHOLE + WHOLE, 2, "something else stands after its last line"),
    "one and a further event": (WHOLE + FURTHER, 1, "version 60 is wrong: it is the last, and more stands after it"),
    # with new hashes
    "another session": (headed(session=str(SESSION).replace("0", "1")), 1, "version 1 is wrong: its hash"),
    "another game": (headed(ruleset="venus", states=json.loads(HEADER)["states"].replace("verge", "venus")), 1, "it starts another game"),
    "another ruling": (forged(40, r'"rule":"[\w.]+"', '"rule":"load.luck"'), 1, "the rules give another ruling"),
    "another seat": (forged(40, r'"seat":"s\d+"', '"seat":"s99"'), 1, "version 40 is wrong"),
    "an earlier time": (forged(40, r'"at":"2026', '"at":"1999'), 1, "it is earlier than the event before"),
    "a time of no zone": (forged(40, r'("at":"[^"]*)Z"', r'\1"'), 1, "version 40 is wrong"),
    "a line of forks that goes back": (headed(lineage=[{"session": str(SESSION), "until": 5}]), 2, "do not form one line of forks"),
    "states of another game": (headed(states="venus-1-1"), 2, "no form of the states of verge-1"),
}  # fmt: skip

READERS = (
    "replay",
    "diff 1 50",
    "bisect version>`100000`",
    "story",
    "story --form html",
    "why 50",
    "history n1",
)


@pytest.fixture(params=[*CASES.values()], ids=[*CASES])
def bad(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, int, str]:
    """Return a file that is no archive of a played game, its exit status and its message."""
    content, status, told = request.param
    file = tmp_path / "bad.ndjson"
    file.write_bytes(content)
    return file, status, told


def answer(capsys: pytest.CaptureFixture[str], asked: Sequence[object]) -> tuple[int, str, str]:
    status = main([*map(str, asked)])
    return status, *capsys.readouterr()


def test_verify_names_the_fault_in_one_line(
    bad: tuple[Path, int, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, wanted, told = bad
    page = tmp_path / "page.html"
    status, out, error = answer(capsys, ["verify", file, "--report", page])
    assert status == wanted
    said = out + error
    assert told in said
    assert (said.count("\n"), "verified" in said) == (1, False)
    assert bool(out) == (status == 1)
    assert "holds together.</strong>" not in page.read_text(encoding="utf-8")
    status, out, _ = answer(capsys, ["verify", file, "--json"])
    assert (status, json.loads(out)["verdict"]) == (wanted, {1: "wrong", 2: "unreadable"}[wanted])


def test_every_other_command_gives_a_clear_answer_about_a_bad_file(
    bad: tuple[Path, int, str], capsys: pytest.CaptureFixture[str]
) -> None:
    for command in READERS:
        name, *more = command.split()
        status, out, error = answer(capsys, [name, bad[0], *more])
        assert status in (0, 1, 2)
        assert (error.count("\n"), error.startswith("verger: ")) == (
            (1, True) if status == 2 else (0, False)
        )
        assert status != 0 or out, "it said nothing, and that all was well"


# Checkpoints


def test_only_a_checkpoint_of_the_session_by_its_key_is_accepted(
    subtests: pytest.Subtests, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, told = tmp_path / "archive.ndjson", tmp_path / "checkpoint.json"
    file.write_bytes(WHOLE)
    (private, public), (_, other) = new_key(), new_key()
    good = msgspec.json.encode(signed(private, SESSION, 50, LOG[49].hash))
    later = msgspec.json.encode(signed(private, SESSION, 9_999, LOG[49].hash))

    def foreign(version: int) -> bytes:
        return msgspec.json.encode(signed(private, UUID(int=1), version, bytes(32)))

    cases = {
        "good": (good, public.hex(), 0),
        "signed by another": (good, other.hex(), 2),
        "of another version": (good.replace(b'"version":50', b'"version":49'), public.hex(), 2),
        "of a version that is not there": (later, public.hex(), 2),
        "of another session": (foreign(50), public.hex(), 2),
        "of another session with more events": (foreign(9_999), public.hex(), 2),
        "no key": (good, "no hex", 2),
        "a short key": (good, "ab", 2),
        "no checkpoint": (b"[]", public.hex(), 2),
        "of endless depth": (good[:-1] + b',"x":' + DEEP, public.hex(), 2),
        "no text": (b"\xff\xfe", public.hex(), 2),
    }
    for name, (content, key, wanted) in cases.items():
        with subtests.test(name):
            told.write_bytes(content)
            asked = ["verify", file, "--checkpoint", told, "--key", key]
            status, out, error = answer(capsys, asked)
            assert (status, out.startswith("verified")) == (wanted, wanted == 0)
            assert ("\n" in out + error, "Traceback" in error) == (True, False)
