"""After a rewind: bring the earlier play in line with the current table.

Whose turn or call it is, is not stored as a seat: `state.player_of` and `moment.caller_of` tell it
from who sits now.
"""

from verger.domain.games.edgerunner.agenda import TABLE
from verger.domain.games.edgerunner.state import Draft
from verger.domain.judging import tabletop


def realign(draft: Draft) -> str:
    """Close the questions that wait for a seat that is gone."""
    return tabletop.realign(draft, TABLE)
