"""The warehouse: characters by their sheets, a map, and the first turns of a conflict."""

from itertools import pairwise

from tests.annexes.page.hand import Fields
from tests.annexes.page.playing import Playing

GAME = "Edgerunner"
SEATS = ("William", "Jon", "Sandra")
CHARACTERS: dict[str, tuple[str, tuple[tuple[str, str, str], ...], str]] = {
    "Jon": ("Gatto", (("Athletics", "3", "0"), ("Firearms", "2", "3")), "My gun jams"),
    "Sandra": ("Jade", (("Firearms", "3", "3"), ("Netrunning", "4", "2")), "Never alone"),
    "William": ("Hargan", (("Firearms", "5", "3"), ("Athletics", "1", "0")), "I shoot first"),
}
ZONES = ("The gate", "The aisles", "The other end")
ON: tuple[tuple[str, Fields], ...] = (
    ("Close the compels", {}),
    ("Roll", {}),
    ("Let it stand", {}),
    ("Go", {}),
    ("Finish the action", {}),
    ("End the turn", {}),
)
"""The moves that bring any turn to its end. The first legal one is made."""


def play(table: Playing) -> None:
    """Play from an empty table to the end of a turn with an attack."""
    begins(table)
    turn(table, "Jon", "Move", {"Skill": "Athletics"})
    attack = {"Skill": "Firearms", "Track": "Health"}
    turn(table, "Sandra", "Attack: Hargan", attack)


def begins(table: Playing) -> None:
    """Play until somebody can claim the first turn."""
    gm, *players = SEATS
    table.starts(GAME, "Nobody leaves the warehouse", *SEATS)
    for name in (*players, gm):
        sheet(table, name)
    table.fills(gm, "Draw the map", {"Name": "The warehouse"})
    for zone in ZONES:
        table.fills(gm, "Add a zone", {"Name": zone})
    for one, other in pairwise(ZONES):
        way = {"Shifts to cross": "1"}
        table.fills(gm, "Add a border", {"From": one, "To": other, "Ways across": [way]})
    for name in (*players, gm):
        side, zone = ("2", ZONES[-1]) if name == gm else ("1", ZONES[0])
        there = {"Who": CHARACTERS[name][0], "Side": side, "Zone": zone}
        table.fills(gm, "Place somebody", there)
    why = {"Reason": "Data.", "How long": "A few seconds"}
    table.fills(gm, "Begin a conflict", why)


def sheet(table: Playing, name: str) -> None:
    """Write a sheet with two skills, an aspect and two tracks."""
    called, skills, aspect = CHARACTERS[name]
    sheet = {
        "Skills": [dict(zip(("Name", "Rating", "Reach"), one, strict=True)) for one in skills],
        "Aspects": [{"Name": aspect}],
        "Tracks": [{"Name": one, "Threshold": "4"} for one in ("Cool", "Health")],
    }
    what = {"Subject": {"Name": called, "Sheet": sheet}}
    table.fills(name, "Propose: Write a sheet", what)
    table.all_answer("Agree")


def turn(table: Playing, name: str, kind: str, action: Fields) -> None:
    """Play a turn, from its claim to its end."""
    character = CHARACTERS[name][0]
    table.fills(name, "Claim the turn", {"Character": character})
    table.fills(SEATS[0], "Give the turn", {"Character": character})
    told = {"Action": {"Kind": kind, **action}, "Describe what happens": "Now or never."}
    table.fills(name, "Declare an action", told)
    table.goes_on(ON)
