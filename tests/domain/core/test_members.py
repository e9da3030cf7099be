"""Structs that are made from the members of other structs."""

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


def test_a_member_comes_from_the_first_source_that_has_it() -> None:
    assert made_of(Player, ANN, PURSE) == Player("s1", "Ann", 3)


def test_a_given_member_replaces_that_of_a_source() -> None:
    assert made_of(Player, ANN, PURSE, lots=1, note="new") == Player("s1", "Ann", 1, "new")
