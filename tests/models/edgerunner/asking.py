"""The players at a table of Edgerunner, and the questions to them."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tests.models.edgerunner.record import Object, Record, number

if TYPE_CHECKING:
    from tests.models.following import Chair

ABOUT_A_SEAT = ("hand_over_gm", "vacate_seat", "reissue_seat")

Adopt = Callable[[Object], None]
"""A function that applies a subject after all have agreed."""


class Table:
    """The seats, and the seats that have ever existed."""

    def __init__(self) -> None:
        self.chairs: Sequence[Chair] = ()
        self.ever: set[str] = set()
        self.away: set[str] = set()
        self.is_paused = False
        self.silent: Sequence[str] = ()

    def seat(self, chairs: "Sequence[Chair]", expected: Sequence[str]) -> None:
        """Record the current seats. The seats in `expected` were emptied for later players."""
        there = {one.id for one in chairs if one.taken}
        self.away |= set(expected)
        self.away = {id for id in self.away if id in {one.id for one in chairs} - there}
        self.chairs, self.ever = chairs, self.ever | {one.id for one in chairs}

    @property
    def sitting(self) -> list[str]:
        """Return the taken seats in play, the GM's first."""
        there = [one for one in self.chairs if one.taken and one.kind != "observer"]
        return [one.id for one in sorted(there, key=lambda one: one.kind != "gm")]

    @property
    def gm(self) -> str:
        """The GM's seat."""
        return next(one.id for one in self.chairs if one.kind == "gm")

    @property
    def referee(self) -> str:
        """The GM's seat. If it is empty, the first taken player's seat, if there is any."""
        return next(iter(self.sitting), self.gm)

    @property
    def gone(self) -> list[str]:
        """The seats that have ever existed, without taken seats and seats that wait for a player."""
        there = {*self.sitting, *self.away}
        return sorted(self.ever - there, key=number)

    def player(self, record: Record, id: str) -> str:
        """The seat that acts for a character: the player's if it is taken, or the referee's."""
        seat = record.characters[id].seat
        return seat if seat in self.sitting and seat else self.referee


def asked(table: Table, record: Record, subject: Object, by: str) -> list[str]:
    """The seats that must agree to a subject."""
    others = [seat for seat in table.sitting if seat != by]
    match subject["subject"]:
        case "reissue_seat" if by == table.gm:
            return []
        case "vacate_seat" if subject["seat"] in table.silent:
            return [seat for seat in others if seat not in table.silent]
        case "vacate_seat" | "reissue_seat":
            return [seat for seat in others if seat != subject["seat"]]
        case "write_sheet":
            old = record.characters.get(subject.get("character") or "")
            whose = {table.gm, subject.get("seat"), old.seat if old else None}
            return [seat for seat in others if seat in whose]
        case "pose_problem":
            return [seat for seat in others if seat == table.referee]
        case "concede":
            whose = {table.referee, *(table.player(record, id) for id in record.actors())}
            return [seat for seat in others if seat in whose]
        case _:
            return others


def settle(record: Record, id: str, adopted: set[str], adopt: Adopt) -> None:
    """Close a proposal after all have agreed, and apply it if it was adopted."""
    proposal = record.proposals[id]
    if set(proposal["asked"]) <= set(proposal["agreed"]):
        del record.proposals[id]
        if id in adopted:
            adopt(proposal["subject"])


def excuse(record: Record, seat: str, adopted: set[str], adopt: Adopt) -> None:
    """Close the proposals of an empty seat, and remove the seat from all others."""
    for id in list(record.proposals):
        proposal = record.proposals.get(id)
        if proposal is None:
            continue
        subject = proposal["subject"]
        about = subject["subject"] in ABOUT_A_SEAT and subject["seat"] == seat
        if proposal["by"] == seat or proposal["asked"] == [seat] or about:
            del record.proposals[id]
        elif seat in proposal["asked"]:
            proposal["asked"].remove(seat)
            proposal["agreed"] = [one for one in proposal["agreed"] if one != seat]
            settle(record, id, adopted, adopt)
