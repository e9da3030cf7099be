"""The Salt Road: a caravan crosses a white plain by night, by checks and a task."""

from tests.annexes.page.hand import Fields
from tests.annexes.page.playing import Playing

GAME = "Venus Engine"
SEATS = ("Ida", "Jonna", "Kito")
ABILITIES = {
    "Jonna": (("Wits", "Silver", "5"), ("Grace", "Bronze", "2")),
    "Kito": (("Wits", "Bronze", "1"), ("Grace", "Gold", "6")),
}

ON: tuple[tuple[str, Fields], ...] = (
    ("Set the target", {"Difficulty": "15"}),
    ("Set the threshold", {}),
    ("Roll the check", {}),
    ("Answer the claim", {"Is it valid": "yes"}),
    ("Roll the bonus", {}),
    ("Accept the failure", {}),
    ("Take a job", {"Job": "Guide"}),
    ("Roll the task", {}),
    ("Go on to successes", {}),
    ("Buy: primary", {}),
    ("Finish spending", {}),
    ("Let it be", {}),
)
"""What carries on a roll, the first that somebody may do."""


def play(table: Playing) -> None:
    """Everything from an empty table to the end of the chapter."""
    begins(table)
    for n in range(2):
        a_round(table, n)
    table.does("Ida", "Propose: End the chapter")
    table.agrees("Jonna", "Kito")


def begins(table: Playing, *seats: str) -> None:
    """Everything until the first scene is set, by all or only by some."""
    fc, *players = seats or SEATS
    table.starts(GAME, "The Salt Road", fc, *players)
    for name in players:
        sheet(table, name)
    table.does(players[-1], "Set a limit", kind="line", what_it_is="Nobody dies of thirst.")
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


def a_round(table: Playing, n: int) -> None:
    """Each has a turn: one finds the way, and one goes."""
    rolls(table, "Jonna", "Wits", "check", "Where does the track go?", "You walk in a circle.")
    table.does("Jonna", "Pass the turn")
    rolls(table, "Kito", "Grace", "task" if n else "check", "Over the crack.", "The salt takes it.")
    table.does("Kito", "Pass the turn")
    if table.may("Ida", "Pass the turn"):
        table.does("Ida", "Pass the turn")
    table.does("Ida", "Begin the next round")


def rolls(table: Playing, name: str, ability: str, way: str, agenda: str, stakes: str) -> None:
    """A roll from the FC's word to what comes of it, with a claim where it falls short."""
    table.does("Ida", f"Call for a roll: {name}", ability=ability)
    table.does(name, "Suggest a roll", which_roll=way, agenda=agenda)
    table.does("Ida", "Choose the roll", which_roll=way, stakes=stakes)
    table.goes_on(ON[:3])
    if table.may(name, "Claim a bonus"):
        table.does(name, "Claim a bonus", in_words="The stars")
        table.goes_on(ON[3:4])
    table.goes_on(ON)
