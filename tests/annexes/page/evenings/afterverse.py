"""Pier Forty: characters by their sheets, a session, and a test that is called and rolled."""

from tests.annexes.page.hand import Fields
from tests.annexes.page.playing import Playing

GAME = "Afterverse"
SEATS = ("Ida", "Bram", "Cleo")
CHARACTERS = {
    "Bram": ("Sable", {"PER": "5", "INT": "4"}),
    "Cleo": ("Finch", {"PER": "4", "INT": "3"}),
}
ON: tuple[tuple[str, Fields], ...] = (("Roll", {}), ("Keep the roll", {}))
"""The moves that bring any test to its end. The first legal one is made."""


def play(table: Playing) -> None:
    """Play from an empty table to the end of two tests."""
    gm, *players = SEATS
    table.starts(GAME, "Pier Forty", *SEATS)
    for name in players:
        sheet(table, name)
    table.does(gm, "Propose: Begin the session")
    table.agrees(*players)
    table.does(gm, "Open a situation", in_words="Rows of crates under one lamp.")
    test(table, "Looking about", players, {"Hits go into": "Awareness"})
    table.does("Bram", "Ask a question", in_words="Which crate is new?")
    table.does(gm, "Answer", in_words="The one without a stamp.")
    needed = {"Threshold": {"Kind": "Open", "Hits": "2"}}
    test(table, "The lock of the crate", players[:1], needed)


def test(table: Playing, about: str, players: list[str], more: Fields) -> None:
    """Call for a test of these players' characters. Roll the dice, and keep the rolls."""
    pool = {"Kind": "Attributes", "Attribute": "PER", "Second attribute": "INT"}
    actors = [{"Kind": CHARACTERS[name][0], "Pool": pool} for name in players]
    table.fills(SEATS[0], "Call for a test", {"About": about, "Participants": actors, **more})
    table.goes_on(ON)


def sheet(table: Playing, name: str) -> None:
    """Write a sheet with two attributes, a skill and an interest."""
    called, attributes = CHARACTERS[name]
    sheet = {
        "Attributes": [{"Name": one, "Rating": rating} for one, rating in attributes.items()],
        "Skills": [{"Name": "Stealth", "Level": "2"}],
        "Interests": [{"Name": "Ships", "Level": "1"}],
    }
    table.fills(name, "Propose: Write a sheet", {"Subject": {"Name": called, "Sheet": sheet}})
    table.agrees(SEATS[0])
