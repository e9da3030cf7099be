"""Archives with an event in a later program's format are read up to that event, and are never called good."""

import io
from pathlib import Path

import pytest

from tests.support.log import archived, evening, rows
from verger.service.archive.format import event_line
from verger.service.archive.verify import Finding
from verger.service.archive.verify_file import verify_archive
from verger.service.cli import main
from verger.service.log import form

LATER, AT = form.FORMAT + 1, 9
LOG = rows(evening("war"))


def lines(data: str = LOG[AT - 1].data) -> list[bytes]:
    """An evening's archive with an event of a later format."""
    later = LOG[AT - 1]._replace(format=LATER, data=data)
    made = archived(LOG)
    return [*made[:AT], event_line(later, b""), *made[AT + 1 :]]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("verify", f"from version {AT} on it was written by a later program"),
        ("replay", f"version {AT} cannot be read: it was written by a later program"),
        ("story", f"version {AT} cannot be read: it was written by a later program"),
    ],
)
def test_an_archive_in_a_later_format_gets_no_verdict(
    command: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "later.ndjson"
    file.write_bytes(b"".join(lines()))
    assert main([command, str(file)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"verger: {told}, in format {LATER}; this one reads up to {form.FORMAT}")
    assert err.count("\n") == 1


def test_an_event_changed_after_its_hash_was_taken_is_wrong_in_every_format() -> None:
    data = LOG[AT - 1].data.replace('"sentence":"', '"sentence":"Once, ', 1)
    found = verify_archive(io.BytesIO(b"".join(lines(data))), lambda _: None)
    assert isinstance(found, Finding)
    assert found.version == AT


def test_an_event_that_names_a_later_format_than_its_own_is_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(form, "FORMAT", LATER)
    found = verify_archive(io.BytesIO(b"".join(lines())), lambda _: None)
    assert found == Finding(AT, "the member `format` beside the event is not what the event says")
