"""A layout that continues from known places equals a layout from the start."""

from collections.abc import Sequence

import msgspec
import pytest

from bench.networks import invented
from tests.support.few import few
from verger.projections.picture import layout
from verger.projections.picture.arrangement import Arrangement, arranged
from verger.projections.picture.entry import Box, Entries, Pin, Tidy, Tie
from verger.projections.picture.layout import LayoutBuilder
from verger.service.layout.drawing import drawn

_decoder = msgspec.msgpack.Decoder(Arrangement)


def network(size: int, seed: int) -> list[Entries]:
    """Return the entries of an evening. Some boxes grow, and a reader moves some."""
    events = list(invented(size, seed))
    events.insert(len(events) // 2, (Box("n3", 400, 90), Tie("e1", "n1", "n2", 120, 45)))
    events.insert(2 * len(events) // 3, (Pin("n2", 300, -200), Pin("n77", 9, 9)))
    return [*events, (Box("n4", 900, 600), Tie("e900", "n5", "n5", 48, 15))]


def whole(events: Sequence[Entries]) -> Arrangement:
    growing = LayoutBuilder(drawn)
    growing.take(events)
    return arranged(growing)


def resumed(events: Sequence[Entries], count: int) -> Arrangement:
    """Arrange the first events, store this arrangement, and continue only from the stored form."""
    known = _decoder.decode(msgspec.msgpack.encode(whole(events[:count])))
    growing = LayoutBuilder.resumed(drawn, events, known.placement(count))
    growing.take(events[count:])
    return arranged(growing)


@pytest.mark.parametrize("seed", few([1, 2], 1))
@pytest.mark.parametrize("limit", [layout.LIMIT, 40])
def test_a_layout_continued_from_any_event_equals_a_whole_one(
    seed: int, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # With the lower limit, later boxes stand in rows and their ties are straight.
    monkeypatch.setattr(layout, "LIMIT", limit)
    events = network(40, seed)
    expected = whole(events)
    assert (expected.rows is not None) == (limit == 40)
    for count in range(1, len(events) + 1, 7):
        found = resumed(events, count)
        assert found == expected
        assert list(found.stands) == list(expected.stands)


def test_a_layout_that_tidies_after_the_known_places_equals_a_whole_one() -> None:
    events = [*network(20, 3), (Tidy(),), (Box("n50", 96, 44),)]
    assert resumed(events, 9) == whole(events)


def test_zones_in_rows_and_columns_are_continued_next_to_the_last_one() -> None:
    zones: list[Entries] = [
        (Box(f"z{number}", 240, 180, in_rows=True), Tie(f"b{number}", f"z{number}", "z1", 48, 15))
        for number in range(2, 12)
    ]
    events = [(Box("z1", 240, 180, in_rows=True),), *zones, (Box("z90", 240, 180, in_rows=True),)]
    for count in range(1, len(events)):
        assert resumed(events, count) == whole(events)
