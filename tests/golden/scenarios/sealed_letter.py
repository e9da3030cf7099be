"""A short evening of secrets: notes that are sealed, foretold and revealed, and texts that go."""

from domain.reason import Code
from tests.golden.evening import Evening

RULES = ("table.notes", "table.redact", "note_sealed", "note_revealed", "redacted")
SEED = 1


def play(seed: int = SEED) -> Evening:
    """The Sealed Letter: who is the heir is known from the start, and told at the end."""
    game = Evening("The Sealed Letter", "Ines Otto Ruth (Abel)", seed=seed)
    game.move("Ines", "seal_note", text="The heir is the gardener.")
    game.move("Otto", "seal_note", text="I bet it is the doctor.", eyes=["@Ines", "@Abel"])
    game.refused("Ruth", Code.NOT_THE_AUTHOR, "reveal_note", note="k1")
    game.move("Ruth", "add_limit", kind="line", text="My own street.")
    limit = len(game.log)
    game.move("Otto", "reveal_note", note="k2")
    game.move("Ines", "reveal_note", note="k1")
    redacts(game, "Ruth", limit, reach="own")
    redacts(game, "", limit, reach="table")
    assert [note.text for note in game.state.table.notes] == [
        "The heir is the gardener.",
        "I bet it is the doctor.",
    ]
    return game


def redacts(game: Evening, name: str, version: int, reach: str) -> None:
    """Texts go; here only what the log says of it."""
    asked = {"versions": [version], "reason": "It is where I live.", "reach": reach}
    game.move(name, "redact", **asked, affected=[])
