"""`replay`, `diff` and `bisect` read an archive, and only as far as it is verified."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.log import archived, evening, examined, rechained, rows
from verger.service.archive.format import event_line
from verger.service.archive.verify import Finding
from verger.service.cli import main

Damage = Callable[[list[bytes]], list[bytes]]

ROWS = rows(evening("losses"))
LINES = archived(ROWS)
SHORT = archived(ROWS[:20])
DAMAGES: dict[str, Damage] = {
    "an event is left out": lambda lines: lines[:7] + lines[8:],
    "two are swapped": lambda lines: [*lines[:7], lines[8], lines[7], *lines[9:]],
    "one is told twice": lambda lines: lines[:8] + lines[7:],
    "a letter is another": lambda lines: [*lines[:7], lines[7].replace(b"e", b"E", 1), *lines[8:]],
    "a ruling is another": lambda lines: [*lines[:7], changed(lines[7]), *lines[8:]],
    "the end is cut off": lambda lines: lines[:-9],
    "a chained event stands after the end": lambda lines: [*SHORT, lines[21]],
}


def changed(line: bytes) -> bytes:
    return line.replace(b'"sentence":"', b'"sentence":"Not so: ')


def ended(folder: Path, lines: list[bytes], *asked: str) -> int:
    file = folder / "archive.ndjson"
    file.write_bytes(b"".join(lines))
    return main([asked[0], str(file), *asked[1:]])


@pytest.mark.parametrize("index", ["[0]", "[*]"])
def test_an_element_of_a_value_that_is_no_list_is_distinguished_from_a_condition_that_never_holds(
    index: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(tmp_path, LINES, "bisect", f"network{index}.label") == 2
    told = f"no version has a member `{index}` at this place; the members there are edges, nodes, version\n"
    assert capsys.readouterr().err.endswith(told)


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_log_is_not_searched_to_its_end(
    damage: Damage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(tmp_path, damage(LINES), "bisect", "version > `100000`") == 2
    assert capsys.readouterr().err.endswith("; ask `verger verify`\n")


def test_a_log_with_new_hashes_around_an_impossible_event_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = ROWS[9]._replace(data=ROWS[9].data.replace('"p1"', '"p9"'))
    log = rechained([*ROWS[:9], forged, *ROWS[10:]])
    assert ended(tmp_path, [LINES[0], *(event_line(row, b"") for row in log)], "replay") == 2
    assert "version 10 cannot be read: it cannot have happened" in capsys.readouterr().err


@pytest.mark.parametrize("more", [LINES[-2], b"so on", LINES[-1][:-5]])
def test_lines_after_the_end_are_found_at_the_last_version(more: bytes) -> None:
    found = examined([*LINES, more])
    assert isinstance(found, Finding)
    assert (found.version, "after its last line" in found.what) == (len(ROWS), True)


def test_a_version_that_an_archive_lacks_is_reported_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(tmp_path, LINES, "diff", "5", "100000") == 2
    assert capsys.readouterr() == ("", "verger: the archive has no version 100000\n")


@pytest.mark.parametrize(
    "asked",
    [
        ["verify"],
        ["verify", "--all", "x"],
        ["verify", "x", "--key", "0"],
        ["verify", "x", "--jobs", "2"],
    ],
)
def test_a_wrong_command_line_is_not_taken_for_a_fault_of_the_archive(asked: list[str]) -> None:
    assert main(asked) == 2


@pytest.mark.parametrize("asked", [["verify", "--all"], ["sessions"], ["keys", "--rotate"]])
def test_no_command_makes_a_database_to_say_that_all_is_well(
    asked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert main(asked) == 2
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"verger: {tmp_path}: Is a directory\n"


def test_a_report_is_written_over_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "war.ndjson"
    file.write_bytes(content := b"".join(archived(rows(evening("war")))))
    assert main(["verify", str(file), "--report", str(file)]) == 2
    assert "File exists" in capsys.readouterr().err
    assert file.read_bytes() == content
