"""After a rewind: the play of then at the table of now."""

from domain.games.venus.agenda import TABLE
from domain.games.venus.state import Draft
from domain.judging import tabletop


def realign(draft: Draft) -> str:
    """Nothing waits for who is gone, and who is the FC now has no turn."""
    return tabletop.realign(draft, TABLE)
