"""After a rewind: the play of then at the table of now."""

from domain import tabletop
from domain.afterverse.agenda import TABLE
from domain.afterverse.state import Draft


def realign(draft: Draft) -> str:
    """Nothing waits for who is gone: what a character does is the GM's where no player is there."""
    return tabletop.realign(draft, TABLE)
