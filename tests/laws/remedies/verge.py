"""What the remedies of Verge's own codes tell somebody to do."""

from tests.laws.remedies.way import (
    ANOTHER,
    WRITTEN,
    Way,
    somebody,
    until,
    you,
)
from verger.domain.core.refusal_code import ReasonCode
from verger.domain.games.verge.reason import Code as Own

_STEP = you("write_node", "write_edge", "claim", "tie", "mark")

WAYS: dict[ReasonCode, tuple[Way, ...]] = {
    # corrections
    Own.WOULD_FALL: (ANOTHER,),
    # Load
    Own.OUT_OF_ORDER: (_STEP,),
    Own.STEPS_LEFT: (_STEP,),
    # the network
    Own.SELF_EDGE: (ANOTHER,),
    Own.SIMILAR: (ANOTHER,),
    Own.CLOSE: (ANOTHER,),
    Own.WRONG_KIND: (ANOTHER,),
    Own.WRONG_DIRECTION: (ANOTHER,),
    Own.OWN_ELEMENT: (ANOTHER,),
    Own.OWN_CHARACTER: (ANOTHER,),
    Own.MARKED_THIS_TURN: (ANOTHER,),
    Own.SAME_THING: (ANOTHER,),
    Own.ALREADY_TIED: (ANOTHER,),
    # changes
    Own.WRONG_PAYMENT: (ANOTHER,),
    Own.UNKNOWN_RESULT: (WRITTEN,),
    Own.NOT_OVERRIDABLE: (you("withdraw"),),
    # conflicts
    Own.NOT_NEXT: (until(who="turn_seat_name"),),
    Own.NOT_IN_THE_SPOTLIGHT: (until(who="spotlight_name"),),
    Own.UNKNOWN_GOAL: (ANOTHER,),
    Own.BROKEN_PATH: (ANOTHER,),
    Own.PATH_NEEDED: (ANOTHER,),
    Own.NO_NOISE: (you("pass_round"),),
    # first notices of loss
    Own.NOTICES_FIRST: (somebody("choose_loss", "frame"),),
    Own.SAME_SIDE: (ANOTHER,),
    Own.BEYOND_THE_LOSS: (ANOTHER,),
    # tokens
    Own.BRIBE_ACTIVE: (you("award_bribe", "take_back_bribe"),),
    Own.INTEREST_OFF: (somebody("choose_house_rule", "agree"),),
    Own.NOT_YOURS_TO_SAY: (until(who="seat_name"),),
    # scenes
    Own.SCENE_UNDER_WAY: (you("join_scene"),),
}
