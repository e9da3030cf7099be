"""The rules of Verge that are implemented, in the order of the text."""

from verger.domain.games.verge.rulebook.change import RULES as CHANGE
from verger.domain.games.verge.rulebook.compile import RULES as COMPILE
from verger.domain.games.verge.rulebook.conflict import RULES as CONFLICT
from verger.domain.games.verge.rulebook.consent import RULES as CONSENT
from verger.domain.games.verge.rulebook.interest import RULES as INTEREST
from verger.domain.games.verge.rulebook.load import RULES as LOAD
from verger.domain.games.verge.rulebook.network import RULES as NETWORK
from verger.domain.games.verge.rulebook.notice import RULES as NOTICE
from verger.domain.games.verge.rulebook.override import RULES as OVERRIDE
from verger.domain.games.verge.rulebook.scene import RULES as SCENE
from verger.domain.games.verge.rulebook.token import RULES as TOKEN
from verger.domain.judging.log import RULES as LOG
from verger.domain.judging.tabletop import TableRules
from verger.domain.table.rename import RULES as NAME
from verger.domain.table.seating import RULES as TABLE

RULES = (
    TABLE
    | NAME
    | LOG
    | NETWORK
    | COMPILE
    | LOAD
    | TOKEN
    | CHANGE
    | CONSENT
    | OVERRIDE
    | CONFLICT
    | INTEREST
    | SCENE
    | NOTICE
)

TABLE_RULES = TableRules(
    limits="compile.limits",
    signal="compile.signal",
    gm="compile.gm",
    house_rules="compile.house_rules",
)
"""The rules of the text for moves that every table has."""
