"""What the remedies of every game's codes tell somebody to do."""

from tests.laws.remedies.way import (
    ANOTHER,
    KNOWN,
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
    _C.NOT_PAUSED: (KNOWN,),
    _C.CLOSED: (somebody("choose_house_rule", "agree", "take_seat"),),
    _C.OBSERVERS_WATCH: (AtAnOpenTable(somebody("add_limit")),),
    _C.GM_ONLY: (KNOWN,),
    _C.GM_AWAY: (somebody("take_seat", "hand_over_gm"),),
    _C.NOTHING_DUE: (LATER,),
    _C.NOT_STARTED: (KNOWN,),
    _C.ALREADY_STARTED: (KNOWN,),
    _C.NO_GM: (WRITTEN,),
    _C.SEAT_LIMIT: (KNOWN,),
    _C.UNKNOWN_SEAT: (KNOWN,),
    _C.SEAT_TAKEN: (KNOWN,),
    _C.SEAT_NOT_TAKEN: (somebody("take_seat"),),
    _C.LAST_SEAT: (LATER,),
    _C.NOT_ALONE: (LATER,),
    _C.UNKNOWN_HOUSE_RULE: (KNOWN,),
    _C.VALUE_NOT_ALLOWED: (WRITTEN,),
    _C.UNKNOWN_CHARACTER: (KNOWN,),
    _C.TOO_MANY_CHARACTERS: (ANOTHER,),
    _C.GMS_OWN: (WRITTEN,),
    _C.NAMED_TWICE: (WRITTEN,),
    _C.OTHERS_ONLY: (KNOWN,),
    # agreement
    _C.UNKNOWN_PROPOSAL: (KNOWN,),
    _C.NOT_ASKED: (KNOWN,),
    _C.ALREADY_ANSWERED: (KNOWN,),
    _C.NOT_THE_PROPOSER: (until(who="waiting_names"),),
    _C.TOO_MANY_OPEN: (somebody("retract"),),
    # the log
    _C.NOT_EARLIER: (WRITTEN,),
    _C.NOT_ON_THE_LINE: (KNOWN,),
    _C.REWIND_OPEN: (until(who="waiting_names"),),
    _C.NOTHING_ROLLED: (LATER,),
    _C.FACE_DOWN: (LATER,),
    # disputes
    _C.NO_SUCH_RULING: (ANOTHER,),
    _C.NO_SUCH_EVENT: (ANOTHER,),
    _C.UNKNOWN_RULE: (WRITTEN,),
    _C.UNKNOWN_DISPUTE: (KNOWN,),
    _C.TOO_MANY_DISPUTES: (somebody("withdraw_dispute"),),
    _C.VIEWS_FULL: (somebody("propose_settlement", "vote", "take_seat"),),
    _C.NOT_THE_DISPUTANT: (KNOWN,),
    _C.SETTLEMENT_OPEN: (until(who="waiting_names"),),
    _C.NO_SETTLEMENT: (LATER,),
    _C.NOT_SETTLED: (KNOWN,),
    _C.ALREADY_APPEALED: (KNOWN,),
    _C.UNFIT_ACCOUNT: (WRITTEN,),
    _C.TOO_FEW_THERE: (WRITTEN,),
    # sealed notes and redaction
    _C.UNKNOWN_NOTE: (KNOWN,),
    _C.NOT_THE_AUTHOR: (KNOWN,),
    _C.NOTE_REVEALED: (KNOWN,),
    _C.SEALED_ELSEWHERE: (KNOWN,),
    _C.NOT_WHAT_WAS_SEALED: (you("seal_note"),),
    _C.TOO_MANY_NOTES: (KNOWN,),
    _C.NOT_YOURS_TO_REDACT: (KNOWN,),
    # play in any game
    _C.WRONG_STEP: (KNOWN,),
    _C.OUT_OF_TURN: (until(who="turn_seat_name"),),
    _C.SEATS_OPEN: (somebody("take_seat"),),
    _C.NOT_ENOUGH_TOKENS: (LATER,),
    _C.SERVER_ROLLS: (WRITTEN,),
    _C.IMPOSSIBLE_DICE: (WRITTEN,),
}
