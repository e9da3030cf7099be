"""The Salt Road: its table from the first click to the first scene."""

from tests.annexes.page.playing import Playing

GAME = "Venus Engine"
SEATS = ("Ida", "Jonna", "Kito")
ABILITIES = {
    "Jonna": (("Wits", "Silver", "5"), ("Grace", "Bronze", "2")),
    "Kito": (("Wits", "Bronze", "1"), ("Grace", "Gold", "6")),
}


def begins(table: Playing, *seats: str) -> None:
    """Play everything until the first scene is set."""
    fc, *players = seats
    table.starts(GAME, "The Salt Road", fc, *players)
    for name in players:
        sheet(table, name)
    table.does(players[-1], "Set a limit", kind="line", say_what_it_is="Nobody dies of thirst.")
    table.does(fc, "Propose: Begin a chapter")
    table.agrees(*players)
    table.does("Ida", "Set a scene", in_words="A white plain, no moon.")


def sheet(table: Playing, name: str) -> None:
    """A character with two abilities and a job."""
    abilities = [
        dict(zip(("Name", "Caliber", "Score"), one, strict=True)) for one in ABILITIES[name]
    ]
    job = {"Name": "Guide", "Abilities": ["Wits", "Grace"], "Level": "2", "Exp": "0"}
    told = {"Name": name, "Sheet": {"Abilities": abilities, "Jobs": [job]}}
    table.fills(name, "Propose: Write a sheet", {"Subject": told})
    table.agrees("Ida")
