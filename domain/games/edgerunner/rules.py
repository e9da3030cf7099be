"""The rules of Edgerunner that are implemented."""

from verger.domain.games.edgerunner.rulebook import RULES as OWN
from verger.domain.judging import tabletop
from verger.domain.table import sheet

RULES = tabletop.RULES | sheet.RULES | OWN
