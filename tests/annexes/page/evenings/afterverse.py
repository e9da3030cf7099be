"""Shaft Nine: a mine has fallen in; they dig, prop up the roof, and listen."""

from tests.annexes.page.hand import Fields
from tests.annexes.page.playing import Playing

GAME = "Afterverse"
SEATS = ("Ilse", "Jun", "Kaya", "Lev")
ATTRIBUTES = ("BOD", "REA", "INT", "WIL", "PER", "MAN")
CHARACTERS = {
    "Jun": ("Anvil", "622223", (("Leadership", "2"), ("Mining", "3"))),
    "Kaya": ("Moth", "244342", (("Mining", "1"),)),
    "Lev": ("Kestrel", "333236", (("Leadership", "4"),)),
}

ON: tuple[tuple[str, Fields], ...] = (
    ("Roll", {}),
    ("Keep the roll", {}),
    ("Say which rolls count", {"Which rolls": "highest"}),
    ("Take the result", {}),
    ("Tell the outcome", {}),
)
"""What carries on a test, the first that somebody may do."""


def play(table: Playing) -> None:
    """Everything from an empty table to the end of the session."""
    begins(table)
    calls(table, "Lifting the beam off the cage", "Teamwork")
    leads(table)
    table.goes_on(ON)
    table.does("Lev", "Propose: End the session")
    table.agrees("Ilse", "Jun", "Kaya")


def begins(table: Playing) -> None:
    """Everything until a first test is over."""
    table.starts(GAME, "Shaft Nine", *SEATS)
    for name in SEATS[1:]:
        sheet(table, name)
    table.does("Jun", "Propose: Begin the session")
    table.agrees("Ilse", "Kaya", "Lev")
    calls(table, "Knocking in the rock", "Alone")
    table.goes_on(ON)


def sheet(table: Playing, seat: str) -> None:
    """A character with six attributes and some skills."""
    name, ratings, skills = CHARACTERS[seat]
    rated = [{"Name": one, "Rating": n} for one, n in zip(ATTRIBUTES, ratings, strict=True)]
    able = [{"Name": skill, "Level": level} for skill, level in skills]
    told = {"Name": name, "Sheet": {"Attributes": rated, "Skills": able}}
    table.fills(seat, "Propose: Write a sheet", {"Subject": told})
    table.agrees("Ilse")


def calls(table: Playing, about: str, form: str) -> None:
    """A test that the GM calls for, by all, of what each is best at."""
    table.does("Ilse", "Call for a test", about=about, who_takes_part=["All"], how=form)


def leads(table: Playing) -> None:
    """Kestrel leads those who lift."""
    table.fills("Lev", "Propose: Join a test", {})
    table.agrees("Ilse")
    if table.may("Lev", "Take more time"):
        table.does("Lev", "Take more time")
