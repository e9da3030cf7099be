"""After a rewind: the play of then at the table of now.

Whose turn or call it is, is never kept as a seat that has to be there: `state.player_of` and
`moment.caller_of` tell it from who sits now.
"""

from domain.games.edgerunner.agenda import TABLE
from domain.games.edgerunner.state import Draft
from domain.judging import tabletop


def realign(draft: Draft) -> str:
    """Nothing that was asked waits for who is gone."""
    return tabletop.realign(draft, TABLE)
