"""Boxes in rows and columns are aligned from the first box on, and none moves for a new box."""

from collections.abc import Mapping, Sequence

import pytest

from verger.projections.picture.entry import Box, Entries, Places, Tidy, Tie
from verger.projections.picture.lattice import ACROSS, COLUMNS, DOWN
from verger.projections.picture.layout import LayoutBuilder


def never(
    part: Sequence[str],
    boxes: Mapping[str, Box],
    ties: Sequence[Tie],
    places: Places,
    is_tall: bool,
) -> Places:
    raise AssertionError(part)


def zone(number: int, *tied: int) -> Entries:
    ties = (Tie(f"b{number}{other}", f"z{other}", f"z{number}", 60, 15) for other in tied)
    return Box(f"z{number}", 196, 236, in_rows=True), *ties


def placed(*events: Entries) -> Places:
    growing = LayoutBuilder(never)
    for event in events:
        growing.take([event])
    return growing.places


CHAIN = [zone(1), *(zone(number, number - 1) for number in range(2, 7))]


@pytest.mark.parametrize("events", [CHAIN, [*CHAIN, (Tidy(),)], [zone(n) for n in range(1, 9)]])
def test_all_boxes_stand_in_rows_and_in_few_columns(events: Sequence[Entries]) -> None:
    places = placed(*events)
    columns, rows = {x % ACROSS for x, _ in places.values()}, {y % DOWN for _, y in places.values()}
    assert len(columns) == len(rows) == 1
    assert len({x for x, _ in places.values()}) <= COLUMNS
    assert len({*places.values()}) == len(places)


def test_neighbours_stand_side_by_side_in_the_order_of_writing() -> None:
    (a, b), (c, d), (e, f) = placed(zone(1), zone(2, 1), zone(3, 2)).values()
    assert b == d == f
    assert (c - a, e - c) == (ACROSS, ACROSS)


def test_a_box_without_neighbours_stands_next_to_the_last_written_one() -> None:
    alone = placed(*(zone(number) for number in range(1, 7)))
    assert alone == placed(*CHAIN)


def test_a_zone_between_two_others_does_not_hide_their_border() -> None:
    places = placed(zone(1), zone(2, 1), zone(3, 2, 1))
    (x, y), (a, b), (c, d) = places.values()
    assert not (y == b == d and a < c)
    assert (c, d) not in ((x, y), (a, b))


def test_nothing_moves_for_another_zone_or_for_one_more_who_stands_in_one() -> None:
    before = placed(*CHAIN)
    assert before.items() <= placed(*CHAIN, zone(7, 1, 2)).items()
    assert before == placed(*CHAIN, (Box("z2", 196, 236 + 2 * 58, in_rows=True),))
