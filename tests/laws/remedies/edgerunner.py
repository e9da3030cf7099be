"""What the remedies of Edgerunner's own codes tell somebody to do."""

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
    # the conflict
    Own.NO_ACTOR: (Values("character_names"),),
    Own.NOT_ANSWERED: (Values("character_names"),),
    Own.UNFIT_BID: (ANOTHER,),
    Own.BID_ALREADY: (until("bid"),),
    # actions
    Own.UNSKILLED: (Values("skill_names"),),
    Own.UNFIT_TARGET: (Values("target_names"),),
    Own.OUT_OF_REACH: (ANOTHER,),
    # resisting
    Own.CONSEQUENCE_TAKEN: (Values("severities_free"),),
    # what comes of it
    Own.NO_SUCH_ROUTE: (Values("zone_names"),),
    Own.NO_SUCH_DOOR: (Values("border_names"),),
    Own.BOX_NOT_MARKED: (Values("boxes_clearable"),),
    Own.NOT_A_FREE_MOVE: (Values("zone_names"),),
    Own.NOT_A_RESOURCE: (Values("resource_names"),),
    Own.NOT_YOUR_SIDE: (Values("own_sides"),),
}
