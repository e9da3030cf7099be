"""After a rewind: the play of then at the table of now.

Whose turn or call it is, is never kept as a seat that has to be there: `state.player_of` and
`moment.caller_of` tell it from who sits now.
"""

from domain.games.edgerunner.roster import AGENDA
from domain.games.edgerunner.rules import HOUSE_RULES
from domain.games.edgerunner.state import Draft, Play
from domain.judging import tabletop
from domain.judging.tabletop import Tabletop

TABLE: Tabletop[Play] = Tabletop(HOUSE_RULES, AGENDA)


def realign(draft: Draft) -> str:
    """Nothing that was asked waits for who is gone."""
    return tabletop.realign(draft, TABLE)
