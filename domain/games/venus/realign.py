"""After a rewind: bring the earlier play in line with the current table."""

from verger.domain.games.venus.agenda import TABLE
from verger.domain.games.venus.state import Draft
from verger.domain.judging import tabletop


def realign(draft: Draft) -> str:
    """Nothing waits for a seat that is gone, and the current FC has no turn."""
    return tabletop.realign(draft, TABLE)
