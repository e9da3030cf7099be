"""The acts that the remedies of every game's codes ask for."""

from tests.laws.remedies.way import (
    ANOTHER,
    CLAIM,
    LATER,
    WRITTEN,
    Way,
    until,
)
from verger.domain.core.reason import Code
from verger.domain.core.refusal_code import ReasonCode

_C = Code

WAYS: dict[ReasonCode, tuple[Way, ...]] = {
    # the table
    _C.UNUSABLE_TEXT: (WRITTEN,),
    _C.OBSERVERS_WATCH: (WRITTEN,),
    _C.GM_AWAY: (CLAIM,),
    _C.NOTHING_DUE: (LATER,),
    _C.NO_GM: (WRITTEN,),
    _C.SEAT_NOT_TAKEN: (CLAIM,),
    _C.VALUE_NOT_ALLOWED: (WRITTEN,),
    _C.TOO_MANY_CHARACTERS: (ANOTHER,),
    _C.GMS_OWN: (WRITTEN,),
    _C.NAMED_TWICE: (WRITTEN,),
    _C.NAME_TAKEN: (WRITTEN,),
    _C.NAME_UNCHANGED: (WRITTEN,),
    _C.UNKNOWN_SEAT: (WRITTEN,),
    _C.SEAT_TAKEN: (WRITTEN,),
    _C.SEAT_LIMIT: (WRITTEN,),
    _C.UNKNOWN_CHARACTER: (WRITTEN,),
    _C.OTHERS_ONLY: (WRITTEN,),
    # agreement
    _C.NOT_THE_PROPOSER: (until(who="waiting_names"),),
    _C.UNKNOWN_PROPOSAL: (WRITTEN,),
    # the log
    _C.NOT_EARLIER: (WRITTEN,),
    _C.REWIND_OPEN: (until(who="waiting_names"),),
    _C.NOT_ON_THE_LINE: (WRITTEN,),
    _C.NOT_YOURS_TO_REDACT: (WRITTEN,),
    _C.UNKNOWN_NOTE: (WRITTEN,),
    _C.SEALED_ELSEWHERE: (WRITTEN,),
    # disputes
    _C.NO_SUCH_RULING: (ANOTHER,),
    _C.ALREADY_DISPUTED: (ANOTHER,),
    _C.NO_DISPUTE_TO_CITE: (WRITTEN,),
    _C.NOT_OF_PLAY: (WRITTEN,),
    _C.NO_SUCH_EVENT: (ANOTHER,),
    _C.UNKNOWN_RULE: (WRITTEN,),
    _C.SETTLEMENT_OPEN: (until(who="waiting_names"),),
    _C.UNFIT_ACCOUNT: (WRITTEN,),
    _C.TOO_FEW_THERE: (WRITTEN,),
    _C.UNKNOWN_DISPUTE: (WRITTEN,),
    _C.NOT_SETTLED: (WRITTEN,),
    # play in any game
    _C.OUT_OF_TURN: (until(who="turn_seat_name"),),
    _C.SEATS_OPEN: (CLAIM,),
    _C.SERVER_ROLLS: (WRITTEN,),
    _C.IMPOSSIBLE_DICE: (WRITTEN,),
}
