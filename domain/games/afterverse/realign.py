"""After a rewind: the play of then at the table of now."""

from domain.games.afterverse.agenda import TABLE
from domain.games.afterverse.state import Draft
from domain.judging import tabletop


def realign(draft: Draft) -> str:
    """Nothing waits for who is gone: what a character does is the GM's where no player is there."""
    return tabletop.realign(draft, TABLE)
