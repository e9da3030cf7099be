"""The refusal codes of the Venus Engine."""

from verger.domain.games.venus.reasons.roll import RollCodes
from verger.domain.games.venus.reasons.scene import SceneCodes
from verger.domain.games.venus.reasons.task import TaskCodes


class Code(SceneCodes, RollCodes, TaskCodes):
    """Stable names of refusals. Programs must compare these names, not the sentences."""
