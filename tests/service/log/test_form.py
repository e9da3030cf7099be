"""The formats of stored events: the number of an event's format, and reading events in older formats."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec
import pytest
from msgspec import UNSET, UnsetType

from verger.domain.core.since import OLDEST, NewerError, since
from verger.service.archive.format import BrokenLine, Header, event_line, line_of
from verger.service.log import form
from verger.service.log.form import FormatStep, as_stored, decoded, lowest, newest_written
from verger.service.log.row import Row

LATEST = 3


@since(2, "why")
class Note(msgspec.Struct):
    text: str
    why: str | UnsetType = UNSET


@since(3)
class Song(msgspec.Struct, tag="song"):
    """A kind that a later format added."""


class Told(msgspec.Struct):
    """An event that can contain such a kind."""

    notes: tuple[Note, ...] = ()
    by_name: Mapping[str, Note | Song] = {}


class Text(NamedTuple):
    data: str
    format: int


def renamed(old: str, new: str) -> Any:
    return lambda told: {new if name == old else name: value for name, value in told.items()}


TEXT_WAS_WORDS = FormatStep(2, "2027-03-01", renamed("words", "text"), renamed("text", "words"))


@pytest.fixture(autouse=True)
def later_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(form, "FORMAT", LATEST)
    monkeypatch.setattr(form, "CHANGES", (TEXT_WAS_WORDS,))


@pytest.mark.parametrize(
    ("event", "number"),
    [
        (Told(), 1),
        (Told((Note("Rats."),), {"Ann": Note("Bats.")}), 1),
        (Told((Note("Rats."), Note("Bats.", "Fear."))), 2),
        (Told(by_name={"Ann": Note("Bats.", "Fear.")}), 2),
        (Told((Note("Bats.", "Fear."),), {"Ann": Song()}), 3),
    ],
)
def test_an_event_has_the_lowest_number_that_has_all_that_it_uses(event: Told, number: int) -> None:
    assert lowest(event) == number


@pytest.mark.parametrize(("kind", "member"), [(Note, "text"), (Song, "why"), (Told, "notes")])
def test_older_texts_lack_only_fields_that_came_later(kind: Any, member: str) -> None:
    with pytest.raises(AssertionError, match="would be in events that were stored before"):
        since(LATEST, member)(kind)


def test_stored_events_are_read_in_the_current_form() -> None:
    for stored in (Text('{"words":"Rats."}', 1), Text('{"text":"Rats."}', 2)):
        assert decoded(stored, msgspec.json.Decoder(Note).decode) == Note("Rats.")


def test_events_of_a_later_program_are_not_read() -> None:
    with pytest.raises(NewerError, match="in format 4; this one reads up to 3"):
        decoded(Text("{}", LATEST + 1), msgspec.json.decode)


@pytest.mark.parametrize(
    ("event", "newest", "text"),
    [
        (Note("Rats."), 1, (b'{"words":"Rats."}', 1)),
        (Note("Rats."), 2, (b'{"text":"Rats."}', 2)),
        # Its fields need format 2, so it cannot be written in format 1.
        (Note("Rats.", "Fear."), 1, (b'{"text":"Rats.","why":"Fear."}', 2)),
        # This event has no value with an older form.
        (Song(), 3, (b'{"type":"song"}', 3)),
        (Told(), 3, (b'{"notes":[],"by_name":{}}', 1)),
    ],
)
def test_an_event_is_written_as_before_until_its_new_form_is_in_force(
    event: Any, newest: int, text: tuple[bytes, int]
) -> None:
    assert as_stored(event, newest) == text


def test_a_new_form_is_written_from_its_day_on() -> None:
    assert newest_written(lambda: "2027-02-28") == OLDEST
    assert newest_written(lambda: "2027-03-01") == TEXT_WAS_WORDS.number


def row(number: int) -> Row:
    data = '{"at":"2026-11-22T12:00:00Z","seat":null}'
    at = datetime.fromisoformat("2026-11-22T12:00:00Z")
    return Row(uuid4(), 1, "signal", None, None, None, data, None, bytes(16), bytes(32), number, at)


def test_an_archive_names_the_format_of_an_event_unless_it_is_the_oldest() -> None:
    lines = {number: event_line(row(number), b"") for number in (OLDEST, 2)}
    told = Header(1, uuid4(), "verge", 1, 1, "verge-1-1")
    for number, line in lines.items():
        read = line_of(told, line)
        assert isinstance(read, Row)
        assert (read.format, b'"format"' in line) == (number, number != OLDEST)
    said = lines[2].replace(b'"format":2', b'"format":1')
    assert isinstance(line_of(told, said), BrokenLine)
