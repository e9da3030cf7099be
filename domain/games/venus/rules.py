"""The rules of the Venus Engine that are implemented, in the order of the text."""

from verger.domain.games.venus.rulebook import RULES as OWN
from verger.domain.judging import tabletop
from verger.domain.judging.tabletop import TableRules
from verger.domain.table import sheet

RULES = tabletop.RULES | sheet.RULES | OWN

TABLE_RULES = TableRules(signal="scene.pause")
