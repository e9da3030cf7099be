"""The acts that the remedies of Verge's own codes ask for."""

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
    Own.NO_SUCH_MARK: (ANOTHER,),
    Own.NOT_ELIMINATED: (ANOTHER,),
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
    Own.UNKNOWN_PREMISE: (WRITTEN,),
    Own.UNKNOWN_ELEMENT: (WRITTEN,),
    Own.NOT_A_NODE: (ANOTHER,),
    Own.ELIMINATED: (WRITTEN,),
    Own.NOT_JUST_WRITTEN: (WRITTEN,),
    Own.ALREADY_CLAIMED: (ANOTHER,),
    Own.NOT_YOUR_PERSON: (ANOTHER,),
    # changes
    Own.WRONG_PAYMENT: (ANOTHER,),
    Own.UNKNOWN_RESULT: (WRITTEN,),
    Own.CLAIMED_CHARACTER: (WRITTEN,),
    Own.WEAKENED: (ANOTHER,),
    Own.NOTHING_TO_REPAIR: (ANOTHER,),
    Own.UNKNOWN_DECLARATION: (WRITTEN,),
    # conflicts
    Own.NOT_NEXT: (until(who="turn_seat_name"),),
    Own.NOT_IN_THE_SPOTLIGHT: (until(who="spotlight_name"),),
    Own.UNKNOWN_GOAL: (ANOTHER,),
    Own.BROKEN_PATH: (ANOTHER,),
    Own.PATH_NEEDED: (ANOTHER,),
    Own.ACTION_PAST: (ANOTHER,),
    Own.NOT_USABLE: (WRITTEN,),
    Own.NO_SUCH_DIE: (WRITTEN,),
    Own.BURNT_OUT: (WRITTEN,),
    Own.NOTHING_NARRATED: (WRITTEN,),
    # first notices of loss
    Own.SAME_SIDE: (ANOTHER,),
    Own.BEYOND_THE_LOSS: (ANOTHER,),
    # tokens
    Own.NOT_YOURS_TO_SAY: (until(who="seat_name"),),
    Own.INTEREST_OFF: (WRITTEN,),
    Own.NO_INTEREST: (ANOTHER,),
}
