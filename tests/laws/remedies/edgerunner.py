"""The acts that the remedies of Edgerunner's own codes ask for."""

from tests.laws.remedies.way import (
    ANOTHER,
    WRITTEN,
    Values,
    Way,
    until,
)
from verger.domain.core.refusal_code import ReasonCode
from verger.domain.games.edgerunner.reason import Code as Own

WAYS: dict[ReasonCode, tuple[Way, ...]] = {
    # sheets
    Own.UNFIT_RATING: (WRITTEN,),
    Own.UNFIT_REACH: (WRITTEN,),
    Own.UNFIT_THRESHOLD: (WRITTEN,),
    # the map
    Own.UNFIT_VALUE: (WRITTEN,),
    Own.SAME_ZONE: (WRITTEN,),
    Own.UNFIT_SIDE: (WRITTEN,),
    Own.UNKNOWN_ZONE: (Values("zone_names"),),
    Own.UNKNOWN_BORDER: (WRITTEN,),
    Own.MAP_FULL: (WRITTEN,),
    Own.THRESHOLD_ASSIGNED: (WRITTEN,),
    Own.NOT_THERE: (WRITTEN,),
    # the conflict
    Own.NO_ACTOR: (Values("character_names"),),
    Own.NOT_ANSWERED: (Values("character_names"),),
    Own.UNFIT_BID: (ANOTHER,),
    Own.BID_ALREADY: (until("bid"),),
    Own.CALLS_ALREADY: (WRITTEN,),
    # actions
    Own.UNSKILLED: (Values("skill_names"),),
    Own.UNFIT_TARGET: (Values("target_names"),),
    Own.OUT_OF_REACH: (ANOTHER,),
    Own.UNKNOWN_TRACK: (Values("track_names"),),
    Own.NO_WAY_THERE: (ANOTHER,),
    Own.DOES_NOT_HOLD: (Values("aspect_names"),),
    Own.INVOKED_ALREADY: (WRITTEN,),
    Own.NO_FREE_INVOKE: (WRITTEN,),
    # resisting
    Own.CONSEQUENCE_TAKEN: (Values("severities_free"),),
    Own.OTHER_TRACK: (WRITTEN,),
    Own.BOX_NOT_FREE: (Values("boxes_free"),),
    # the result
    Own.NO_SUCH_ROUTE: (Values("zone_names"),),
    Own.NO_SUCH_DOOR: (Values("border_names"),),
    Own.BOX_NOT_MARKED: (Values("boxes_clearable"),),
    Own.NOT_A_FREE_MOVE: (Values("zone_names"),),
    Own.NOT_A_RESOURCE: (Values("resource_names"),),
    Own.NOT_YOUR_SIDE: (Values("own_sides"),),
    Own.TOO_FEW_SHIFTS: (WRITTEN,),
}
