"""The rules of Afterverse that are implemented."""

from verger.domain.games.afterverse.rulebook import RULES as OWN
from verger.domain.judging import tabletop
from verger.domain.table import sheet

RULES = tabletop.RULES | sheet.RULES | OWN
