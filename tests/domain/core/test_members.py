"""Structs that have members of other structs."""

import msgspec

from verger.domain.core.members import made_of


class Seat(msgspec.Struct, frozen=True):
    id: str
    name: str


class Purse(msgspec.Struct, frozen=True):
    name: str
    lots: int


class Player(msgspec.Struct, frozen=True):
    id: str
    name: str
    lots: int
    note: str = "none"


ANN, PURSE = Seat("s1", "Ann"), Purse("Ann's purse", 3)


def test_the_first_source_that_has_a_member_gives_it() -> None:
    assert made_of(Player, ANN, PURSE) == Player("s1", "Ann", 3)


def test_a_member_that_is_given_is_of_no_source() -> None:
    assert made_of(Player, ANN, PURSE, lots=1, note="new") == Player("s1", "Ann", 1, "new")
