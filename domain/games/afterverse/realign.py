"""After a rewind: bring the earlier play in line with the current table."""

from verger.domain.games.afterverse.agenda import TABLE
from verger.domain.games.afterverse.state import Draft
from verger.domain.judging import tabletop


def realign(draft: Draft) -> str:
    """Nothing waits for a seat that is gone; characters without a player are the GM's."""
    return tabletop.realign(draft, TABLE)
