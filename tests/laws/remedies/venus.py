"""What the remedies of the Venus Engine's own codes tell somebody to do."""

from tests.laws.remedies.way import (
    ANOTHER,
    WRITTEN,
    Way,
    somebody,
    until,
    you,
)
from verger.domain.core.refusal_code import ReasonCode
from verger.domain.games.venus.reason import Code as Own

WAYS: dict[ReasonCode, tuple[Way, ...]] = {
    # sheets
    Own.UNKNOWN_CALIBER: (WRITTEN,),
    Own.RATING_OUT_OF_RANGE: (WRITTEN,),
    Own.UNKNOWN_ABILITY: (WRITTEN,),
    Own.WRONG_INHERITANCE: (WRITTEN,),
    # rulings
    Own.PEER_UNHEARD: (somebody("state_view"),),
    # rolls
    Own.NOT_HEARD: (until(who="seat_name"),),
    Own.UNFIT_DIFFICULTY: (WRITTEN,),
    Own.NOBODY_JUDGED: (somebody("judge_difficulty", "take_seat"),),
    Own.TOO_MANY_FACTORS: (WRITTEN,),
    Own.TARGET_TOO_HIGH: (WRITTEN,),
    Own.NO_BONUS: (you("accept_failure", "claim_bonus"),),
    Own.NOBODY_ANSWERED: (until(who="waiting_names"),),
    Own.CLAIM_OPEN: (until(who="waiting_names"),),
    # tasks
    Own.JOB_KNOWN: (ANOTHER,),
    # KISSing
    Own.UNKNOWN_DIE: (WRITTEN,),
    Own.NO_SUCH_ATTRIBUTE: (WRITTEN,),
    Own.STUNT_OPEN: (somebody("answer_stunt"),),
    # consequences
    Own.NOT_APPENDED: (WRITTEN,),
    Own.NOTHING_TO_APPEND_TO: (WRITTEN,),
    Own.PRIZE_UNNAMED: (WRITTEN,),
    Own.PEERS_DECIDE: (WRITTEN,),
    Own.SURPRISE_UNTOLD: (somebody("tell_surprise"),),
}
