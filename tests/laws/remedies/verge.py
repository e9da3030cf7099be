"""What the remedies of Verge's own codes tell somebody to do."""

from tests.laws.remedies.way import (
    ANOTHER,
    WRITTEN,
    Way,
    until,
)
from verger.domain.core.refusal_code import ReasonCode
from verger.domain.games.verge.reason import Code as Own

WAYS: dict[ReasonCode, tuple[Way, ...]] = {
    # corrections
    Own.WOULD_FALL: (ANOTHER,),
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
    # conflicts
    Own.NOT_NEXT: (until(who="turn_seat_name"),),
    Own.NOT_IN_THE_SPOTLIGHT: (until(who="spotlight_name"),),
    Own.NODE_TAKEN: (ANOTHER,),
    Own.UNKNOWN_GOAL: (ANOTHER,),
    Own.BROKEN_PATH: (ANOTHER,),
    Own.PATH_NEEDED: (ANOTHER,),
    # first notices of loss
    Own.SAME_SIDE: (ANOTHER,),
    Own.BEYOND_THE_LOSS: (ANOTHER,),
    # tokens
    Own.NOT_YOURS_TO_SAY: (until(who="seat_name"),),
}
