"""Layouts that grow: nothing moves for what comes new, and any way of getting there is the same."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import pytest

from projections.picture import layout
from projections.picture.layout import GAP, Box, Entry, Growing, Places, Tie, components

ENTRIES: list[Entry] = [
    Box("n1", 120, 44),
    Box("n2", 96, 44),
    Tie("e1", "n1", "n2", 60, 15),
    Box("n3", 144, 62),
    Tie("e2", "n3", "n1", 48, 15),
    Box("n4", 96, 44),
    Box("n5", 96, 44),
    Tie("e3", "n4", "n5", 48, 30),
    Tie("e4", "n2", "n4", 48, 15),
]


def as_it_is(boxes: Mapping[str, Box], ties: Sequence[Tie], places: Places) -> Places:
    return dict(places)


def moved_aside(boxes: Mapping[str, Box], ties: Sequence[Tie], places: Places) -> Places:
    return {id: (x + 1_000, y) for id, (x, y) in places.items()}


def grown(entries: Sequence[Entry]) -> Iterator[Growing]:
    growing = Growing(as_it_is)
    for entry in entries:
        growing.take(entry)
        yield growing.copy()


def last(entries: Sequence[Entry]) -> Growing:
    return list(grown(entries))[-1]


def test_no_two_boxes_touch() -> None:
    found = last(ENTRIES)
    for one, other in combinations(found.places, 2):
        (x, y), (a, b) = found.places[one], found.places[other]
        wide = found.boxes[one].width + found.boxes[other].width
        high = found.boxes[one].height + found.boxes[other].height
        assert abs(x - a) * 2 >= wide + GAP * 2 or abs(y - b) * 2 >= high + GAP * 2


def test_a_tie_brings_only_what_nothing_was_tied_to() -> None:
    *_, before, after = grown(ENTRIES)
    assert before.places == after.places, "both ends of the last tie were tied already"
    loose, tied = list(grown(ENTRIES))[6:8]
    assert {id for id in loose.places if loose.places[id] != tied.places[id]} == {"n5"}


def test_a_new_box_moves_nothing() -> None:
    before, after = list(grown(ENTRIES))[4:6]
    assert after.places.items() > before.places.items()


def test_what_is_written_again_keeps_its_place_and_grows() -> None:
    found = last([*ENTRIES, Box("n4", 60, 80)])
    assert found.boxes["n4"] == Box("n4", 96, 80)
    assert set(found.places) == {"n1", "n2", "n3", "n4", "n5"}


def test_a_tie_of_the_same_id_with_other_ends_has_a_way_of_its_own() -> None:
    found = last([*ENTRIES, Tie("e4", "n2", "n5", 48, 15)])
    assert {"e4 n2 n4", "e4 n2 n5"} <= set(found.ties)


def test_everything_is_relaxed_each_time_that_there_is_a_quarter_more() -> None:
    growing, relaxed = Growing(moved_aside), []
    for number in range(40):
        growing.take(Box(f"n{number}", 96, 44))
        relaxed.append(max(x for x, _ in growing.places.values()) // 1_000)
    after = [number + 1 for number in range(1, 40) if relaxed[number] > relaxed[number - 1]]
    assert after == [4, 5, 7, 9, 12, 15, 19, 24, 30, 38]


def test_what_there_is_too_much_of_stands_in_rows_below(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "LIMIT", 6)
    found = last([*ENTRIES, *(Box(f"n{number}", 500, 44) for number in range(6, 11))])
    lowest = max(found.places[id][1] for id in ("n1", "n2", "n3", "n4"))
    assert all(found.places[f"n{number}"][1] > lowest for number in range(5, 11))
    assert len({found.places[f"n{number}"][1] for number in range(5, 11)}) == 2


def test_components_are_what_hangs_together() -> None:
    boxes, ties = ["n1", "n2", "n3", "n4"], [Tie("e1", "n3", "n1", 1, 1)]
    assert components(boxes, ties) == [["n1", "n3"], ["n2"], ["n4"]]
