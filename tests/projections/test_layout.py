"""Layouts grow with the events: few boxes move for a new element, and the same events always give the same layout."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import combinations, pairwise

import pytest

from verger.projections.picture import layout
from verger.projections.picture.entry import Box, Entries, Pin, Places, Tidy, Tie
from verger.projections.picture.ground import Point
from verger.projections.picture.layout import LayoutBuilder
from verger.projections.picture.part import components

EVENTS: list[Entries] = [
    (Box("n1", 120, 44),),
    (Box("n2", 96, 44), Tie("e1", "n1", "n2", 60, 15)),
    (Box("n3", 144, 62),),
    (Tie("e2", "n3", "n1", 48, 15),),
    (Box("n4", 96, 44),),
    (Box("n5", 96, 44), Tie("e3", "n4", "n5", 48, 30)),
    (Tie("e4", "n2", "n4", 48, 15),),
]
TIDY: Entries = (Tidy(),)


def in_a_row(
    part: Sequence[str],
    boxes: Mapping[str, Box],
    ties: Sequence[Tie],
    places: Places,
    is_tall: bool,
) -> Places:
    return {id: (number * 400, 0) for number, id in enumerate(part)}


def grown(events: Sequence[Entries]) -> Iterator[LayoutBuilder]:
    growing = LayoutBuilder(in_a_row)
    for event in events:
        growing.take([event])
        yield deepcopy(growing)


def last(events: Sequence[Entries]) -> LayoutBuilder:
    return list(grown(events))[-1]


def apart(one: Point, other: Point) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


@pytest.mark.parametrize("events", [EVENTS, [*EVENTS, TIDY]])
def test_no_two_boxes_of_a_layout_touch(events: Sequence[Entries]) -> None:
    found = last(events)
    for one, other in combinations(found.places, 2):
        (x, y), (a, b) = found.places[one], found.places[other]
        wide = found.boxes[one].width + found.boxes[other].width
        high = found.boxes[one].height + found.boxes[other].height
        assert abs(x - a) * 2 >= wide + 24 or abs(y - b) * 2 >= high + 24


def test_nothing_moves_for_a_new_element_unless_it_had_no_ties() -> None:
    steps = [growing.places for growing in grown(EVENTS)]
    moved = [{id for id in before if before[id] != after[id]} for before, after in pairwise(steps)]
    # "n3" gets its first tie in the fourth event.
    assert moved == [set(), set(), {"n3"}, set(), set(), set()]
    assert apart(steps[3]["n3"], steps[3]["n1"]) < 400


def test_nothing_moves_for_a_tie_that_somebody_only_wants() -> None:
    wanted = Tie("e2", "n3", "n1", 48, 15, is_wanted=True)
    before, after = (growing.places for growing in list(grown([*EVENTS[:3], (wanted,)]))[2:])
    assert before == after


def test_of_two_boxes_without_ties_the_newer_goes_to_the_older() -> None:
    loose = [(Box(f"n{number}", 96, 44),) for number in range(1, 9)]
    before, after = (
        growing.places for growing in list(grown([*loose, (Tie("e1", "n2", "n7", 9, 9),)]))[-2:]
    )
    assert {id for id in before if before[id] != after[id]} == {"n7"}


def test_a_layout_does_not_depend_on_how_many_events_come_at_once() -> None:
    events = [*EVENTS, TIDY, *((Box(f"n{number}", 96, 44),) for number in range(6, 9)), TIDY]
    growing = LayoutBuilder(in_a_row)
    growing.take(events)
    assert growing.places == last(events).places
    growing.take(EVENTS[-1:])
    assert growing.places == last([*events, EVENTS[-1]]).places


def test_a_box_is_placed_by_the_box_that_the_same_event_ties_it_to() -> None:
    far = [(Box(f"n{number}", 200, 90),) for number in range(6, 30)]
    found = last([*EVENTS, *far, (Box("n99", 96, 44), Tie("e9", "n99", "n3", 48, 15))])
    assert apart(found.places["n99"], found.places["n3"]) < 400


def test_a_box_that_is_written_again_keeps_its_place_and_grows() -> None:
    found = last([*EVENTS, (Box("n4", 60, 80),)])
    assert found.boxes["n4"] == Box("n4", 96, 80)
    assert found.places == last(EVENTS).places


def test_only_a_box_that_grows_over_its_neighbour_is_moved() -> None:
    before, after = last(EVENTS).places, last([*EVENTS, (Box("n4", 2_000, 900),)]).places
    assert {id for id in before if before[id] != after[id]} == {"n4"}


def test_a_tie_of_the_same_id_with_other_ends_has_a_separate_way() -> None:
    found = last([*EVENTS, (Tie("e4", "n2", "n5", 48, 15),)])
    assert {"e4 n2 n4", "e4 n2 n5"} <= set(found.ties)


def test_a_reader_moves_one_box_and_later_ones_are_put_next_to_it() -> None:
    x, y = last(EVENTS).places["n3"]
    found = last([*EVENTS, (Pin("n3", 900, -500),)])
    assert found.places == {**last(EVENTS).places, "n3": (x + 900, y - 500)}
    later = last(
        [*EVENTS, (Pin("n3", 900, -500),), (Box("n9", 96, 44), Tie("e9", "n9", "n3", 9, 9))]
    )
    assert found.places.items() <= later.places.items()
    assert apart(later.places["n9"], later.places["n3"]) < 400


def test_a_box_that_a_reader_moved_is_moved_after_the_tidying() -> None:
    (x, y) = last([*EVENTS, TIDY]).places["n3"]
    assert last([*EVENTS, (Tidy(), Pin("n3", 5, 9))]).places["n3"] == (x + 5, y + 9)
    assert last([*EVENTS, (Tidy(), Pin("n77", 1, 1))]).places["n3"] == (x, y)


def complete(size: int) -> list[Entries]:
    """Return the entries of boxes that are all tied to each other."""
    boxes = tuple(Box(f"n{number}", 96, 44) for number in range(size))
    ties = (
        Tie(f"e{one}-{other}", f"n{one}", f"n{other}", 9, 9)
        for one, other in combinations(range(size), 2)
    )
    return [boxes, *((tie,) for tie in ties)]


def test_a_drawing_is_asked_for_only_if_boxes_are_in_bad_places() -> None:
    asked: list[int] = []

    def counted(
        part: Sequence[str],
        boxes: Mapping[str, Box],
        ties: Sequence[Tie],
        places: Places,
        is_tall: bool,
    ) -> Places:
        asked.append(len(part))
        return in_a_row(part, boxes, ties, places, is_tall)

    LayoutBuilder(counted).take([*EVENTS, TIDY])
    assert asked == []
    LayoutBuilder(counted).take([*complete(8), TIDY])
    assert asked == [8]


def test_a_drawing_that_is_not_much_better_is_not_taken() -> None:
    growing = LayoutBuilder(in_a_row)
    growing.take(complete(8))
    before = dict(growing.places)
    growing.take([TIDY])
    # The offered drawing, with all boxes in a row, would have more crossings.
    assert growing.places == before


def test_a_box_in_a_bad_place_moves_and_none_that_is_not_concerned() -> None:
    growing = LayoutBuilder(in_a_row)
    growing.take([(Box("n0", 96, 44),)])
    for number in range(1, 9):
        growing.take([(Box(f"n{number}", 96, 44), Tie(f"e{number}", "n0", f"n{number}", 9, 9))])
    (x, y), (a, b), (c, d) = (growing.places[id] for id in ("n0", "n5", "n8"))
    # Now the line to "n8" runs through "n5".
    growing.take([(Pin("n8", 2 * a - x - c, 2 * b - y - d),)])
    before = dict(growing.places)
    growing.take([TIDY])
    moved = {id for id in before if before[id] != growing.places[id]}
    assert "n8" in moved
    assert moved <= {"n5", "n8"}


def test_boxes_beyond_the_limit_stand_in_rows_below(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "LIMIT", 6)
    more: list[Entries] = [(Box(f"n{number}", 500, 44),) for number in range(6, 11)]
    found = last([*EVENTS, *more, TIDY])
    lowest = max(found.places[id][1] for id in ("n1", "n2", "n3", "n4"))
    assert all(found.places[f"n{number}"][1] > lowest for number in range(6, 11))
    assert len({found.places[f"n{number}"][1] for number in range(6, 11)}) == 2


def test_components_are_connected_parts() -> None:
    assert components(["n1", "n2", "n3", "n4"], [("n3", "n1")]) == [["n1", "n3"], ["n2"], ["n4"]]
