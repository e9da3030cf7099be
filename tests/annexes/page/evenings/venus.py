"""The Salt Road: a table from the first click to a claim after a check, and another round."""

from tests.annexes.page.hand import Fields
from tests.annexes.page.playing import Playing

GAME = "Venus Engine"
SEATS = ("Ida", "Jonna", "Kito")
ABILITIES = {
    "Jonna": (("Wits", "Silver", "5"), ("Grace", "Bronze", "2")),
    "Kito": (("Wits", "Bronze", "1"), ("Grace", "Gold", "6")),
}
ON: tuple[tuple[str, Fields], ...] = (
    ("Find it valid", {}),
    ("Count the answers", {}),
)
"""The moves that judge a claim. The first legal one is made."""


def play(table: Playing) -> None:
    """Play from an empty table to the second round of a scene."""
    begins(table, *SEATS)
    check(table)
    table.goes_on(ON)
    for name in SEATS[1:]:
        table.does(name, "Pass the turn")
    table.does("Ida", "Begin the next round")


def check(table: Playing) -> None:
    """Play a check with a target that the peers set, and a claim of a bonus."""
    table.does("Ida", "Call for a roll", ability="Grace")
    table.does("Jonna", "Suggest a roll", which_roll="Check", agenda="Over the crack.")
    table.does("Ida", "Choose the roll", which_roll="Check", stakes="The salt takes your boots.")
    table.does("Kito", "Judge the difficulty", difficulty="15")
    table.does("Ida", "Set the target", factors=[{"In words": "Wind"}])
    table.does("Jonna", "Roll the check")
    if table.may("Jonna", "Claim a bonus"):
        table.does("Jonna", "Claim a bonus", in_words="A pole")


def begins(table: Playing, *seats: str) -> None:
    """Play until the first scene is set."""
    fc, *players = seats
    table.starts(GAME, "The Salt Road", fc, *players)
    for name in players:
        sheet(table, name)
    table.does(players[-1], "Set a limit", kind="line", say_what_it_is="Nobody dies of thirst.")
    table.does(fc, "Propose: Begin a chapter")
    table.agrees(*players)
    table.does("Ida", "Set a scene", in_words="A white plain, no moon.")


def sheet(table: Playing, name: str) -> None:
    """Write a sheet with two abilities and a job."""
    abilities = [
        dict(zip(("Name", "Caliber", "Score"), one, strict=True)) for one in ABILITIES[name]
    ]
    job = {"Name": "Guide", "Abilities": ["Wits", "Grace"], "Level": "2", "Exp": "0"}
    told = {"Name": name, "Sheet": {"Abilities": abilities, "Jobs": [job]}}
    table.fills(name, "Propose: Write a sheet", {"Subject": told})
    table.agrees("Ida")
