"""An honest archive that other programs changed in transit is verified or cannot be read. It is never called wrong."""

from pathlib import Path

import pytest

from tests.support.log import archived, evening, going_on, rechained, rows
from tests.support.ways import WAYS, WHOLE
from verger.service.archive.in_transit import LONGEST, undone
from verger.service.cli import main


def verified(file: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    file.write_bytes(content)
    status = main(["verify", str(file)])
    return status, "".join(capsys.readouterr())


@pytest.mark.parametrize("name", WAYS)
def test_a_changed_file_is_named_and_nothing_is_said_against_the_record(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, words = WAYS[name]
    status, said = verified(tmp_path / "evening.ndjson", change(WHOLE), capsys)
    assert (status, said.count("\n"), said.startswith("verger: ")) == (2, 1, True), said
    assert words in said


def test_a_forged_event_is_wrong_also_with_unusual_letters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = rows(going_on(evening("war")[:60], 64, "Zoë \ufffd"))
    data = log[61].data.replace(
        '"effect":"limit_added","kind":"veil"', '"effect":"limit_added","kind":"line"'
    )
    forged = list(rechained([*log[:61], log[61]._replace(data=data), *log[62:]]))
    status, said = verified(tmp_path / "evening.ndjson", b"".join(archived(forged)), capsys)
    assert (status, "version 62 is wrong: the rules give other effects" in said) == (1, True), said


def test_no_changes_of_a_long_line_are_looked_for() -> None:
    assert [*undone(b" " * LONGEST)]
    assert [*undone(b" " * (LONGEST + 1))] == []


def test_a_states_digest_without_an_event_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *_, last = WHOLE.splitlines(keepends=True)
    status, said = verified(tmp_path / "evening.ndjson", first + last, capsys)
    assert (status, said.count("\n")) == (1, 1), said
