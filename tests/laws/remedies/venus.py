"""The acts that the remedies of the Venus Engine's own codes ask for."""

from tests.laws.remedies.way import (
    ANOTHER,
    WRITTEN,
    Values,
    Way,
    until,
)
from verger.domain.core.refusal_code import ReasonCode
from verger.domain.games.venus.reason import Code as Own

WAYS: dict[ReasonCode, tuple[Way, ...]] = {
    # sheets
    Own.UNKNOWN_CALIBER: (WRITTEN,),
    Own.RATING_OUT_OF_RANGE: (WRITTEN,),
    Own.UNKNOWN_ABILITY: (WRITTEN,),
    Own.WRONG_INHERITANCE: (WRITTEN,),
    # scenes
    Own.NOT_SITTING_IN: (WRITTEN,),
    Own.NOT_FREE: (WRITTEN,),
    Own.UNKNOWN_SCENE: (WRITTEN,),
    # rolls
    Own.NOT_HEARD: (until(who="seat_name"),),
    Own.UNFIT_DIFFICULTY: (WRITTEN,),
    Own.DIFFICULTY_MISSING: (WRITTEN,),
    Own.NO_PEERS_DIFFICULTY: (WRITTEN,),
    Own.TOO_MANY_FACTORS: (WRITTEN,),
    Own.TARGET_TOO_HIGH: (WRITTEN,),
    Own.NOBODY_ANSWERED: (until(who="waiting_names"),),
    Own.CLAIM_OPEN: (until(who="waiting_names"),),
    Own.NO_SUCH_ABILITY: (ANOTHER,),
    Own.UNKNOWN_CLAIM: (WRITTEN,),
    # tasks
    Own.JOB_KNOWN: (ANOTHER,),
    Own.NO_SUCH_JOB: (WRITTEN,),
    Own.NO_AID: (WRITTEN,),
    Own.STILL_LEARNING: (WRITTEN,),
    Own.NOT_QUALIFIED: (ANOTHER,),
    # KISSing
    Own.UNKNOWN_DIE: (WRITTEN,),
    Own.NO_SUCH_ATTRIBUTE: (WRITTEN,),
    Own.DIE_KISSED: (WRITTEN,),
    Own.ATTRIBUTE_USED: (WRITTEN,),
    Own.NO_STUNT: (WRITTEN,),
    # consequences
    Own.NOT_APPENDED: (WRITTEN,),
    Own.NOTHING_TO_APPEND_TO: (WRITTEN,),
    Own.PRIZE_UNNAMED: (WRITTEN,),
    Own.PEERS_DECIDE: (WRITTEN,),
    Own.UNKNOWN_CONSEQUENCE: (Values("consequences_offered"),),
    Own.ALREADY_BOUGHT: (WRITTEN,),
    Own.NOT_ENOUGH_SUCCESSES: (WRITTEN,),
    Own.ATTRIBUTES_FULL: (ANOTHER,),
}
