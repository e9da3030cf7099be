"""The refusal codes of Edgerunner."""

from verger.domain.games.edgerunner.reasons.action import ActionCodes
from verger.domain.games.edgerunner.reasons.fate import FateCodes
from verger.domain.games.edgerunner.reasons.map import MapCodes


class Code(MapCodes, ActionCodes, FateCodes):
    """Stable names of refusals. Programs must compare these names, not the sentences."""
