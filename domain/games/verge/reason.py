"""The refusal codes of Verge."""

from verger.domain.games.verge.reasons.change import ChangeCodes
from verger.domain.games.verge.reasons.conflict import ConflictCodes
from verger.domain.games.verge.reasons.control import ControlCodes
from verger.domain.games.verge.reasons.correction import CorrectionCodes
from verger.domain.games.verge.reasons.interest import InterestCodes
from verger.domain.games.verge.reasons.network import NetworkCodes
from verger.domain.games.verge.reasons.step import StepCodes
from verger.domain.games.verge.reasons.token import TokenCodes


class Code(
    StepCodes,
    NetworkCodes,
    ChangeCodes,
    ConflictCodes,
    ControlCodes,
    TokenCodes,
    InterestCodes,
    CorrectionCodes,
):
    """Stable names of refusals, in addition to those of every game. Import it as `Own`."""
