"""What the remedies of every game's codes tell somebody to do."""

from tests.laws.remedies.way import (
    ANOTHER,
    LATER,
    WRITTEN,
    AtAnOpenTable,
    Way,
    somebody,
    until,
    you,
)
from verger.domain.core.reason import Code
from verger.domain.core.refusal_code import ReasonCode

_C = Code

WAYS: dict[ReasonCode, tuple[Way, ...]] = {
    # the table
    _C.UNUSABLE_TEXT: (WRITTEN,),
    _C.PAUSED: (somebody("resume_play", "agree"),),
    _C.CLOSED: (somebody("choose_house_rule", "agree", "take_seat"),),
    _C.OBSERVERS_WATCH: (AtAnOpenTable(somebody("add_limit")),),
    _C.GM_AWAY: (somebody("take_seat", "hand_over_gm"),),
    _C.NOTHING_DUE: (LATER,),
    _C.NO_GM: (WRITTEN,),
    _C.SEAT_NOT_TAKEN: (somebody("take_seat"),),
    _C.VALUE_NOT_ALLOWED: (WRITTEN,),
    _C.TOO_MANY_CHARACTERS: (ANOTHER,),
    _C.GMS_OWN: (WRITTEN,),
    _C.NAMED_TWICE: (WRITTEN,),
    # agreement
    _C.NOT_THE_PROPOSER: (until(who="waiting_names"),),
    _C.TOO_MANY_OPEN: (somebody("retract"),),
    # the log
    _C.NOT_EARLIER: (WRITTEN,),
    _C.REWIND_OPEN: (until(who="waiting_names"),),
    # disputes
    _C.NO_SUCH_RULING: (ANOTHER,),
    _C.NO_SUCH_EVENT: (ANOTHER,),
    _C.UNKNOWN_RULE: (WRITTEN,),
    _C.TOO_MANY_DISPUTES: (somebody("withdraw_dispute"),),
    _C.VIEWS_FULL: (somebody("propose_settlement", "vote", "take_seat"),),
    _C.SETTLEMENT_OPEN: (until(who="waiting_names"),),
    _C.UNFIT_ACCOUNT: (WRITTEN,),
    _C.TOO_FEW_THERE: (WRITTEN,),
    # sealed notes and redaction
    _C.NOT_WHAT_WAS_SEALED: (you("seal_note"),),
    # play in any game
    _C.OUT_OF_TURN: (until(who="turn_seat_name"),),
    _C.SEATS_OPEN: (somebody("take_seat"),),
    _C.SERVER_ROLLS: (WRITTEN,),
    _C.IMPOSSIBLE_DICE: (WRITTEN,),
}
