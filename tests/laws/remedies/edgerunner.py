"""What the remedies of Edgerunner's own codes tell somebody to do."""

from tests.laws.remedies.way import (
    ANOTHER,
    WRITTEN,
    Values,
    Way,
    somebody,
    until,
    you,
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
    Own.SEVERAL_ANSWERED: (somebody("call_auction", "yield_turn"),),
    Own.NOBODY_TO_OUTBID: (you("give_turn"),),
    Own.UNFIT_BID: (ANOTHER,),
    Own.BID_ALREADY: (until("bid"),),
    # actions
    Own.UNSKILLED: (Values("skill_names"),),
    Own.UNFIT_TARGET: (Values("target_names"),),
    Own.OUT_OF_REACH: (ANOTHER,),
    Own.MUST_CONTINUE: (you("continue", "declare"),),
    Own.NOT_THE_SAME: (you("continue", "declare"),),
    # compels, invokes, spin
    Own.COMPEL_OPEN: (somebody("answer_compel"),),
    # resisting
    Own.CONSEQUENCE_TAKEN: (Values("severities_free"),),
    # what comes of it
    Own.NO_SUCH_ROUTE: (Values("zone_names"),),
    Own.NO_SUCH_DOOR: (Values("border_names"),),
    Own.NOTHING_TO_GO: (you("clear_box", "finish_action"),),
    Own.NOTHING_TO_CLEAR: (you("go", "finish_action"),),
    Own.BOX_NOT_MARKED: (Values("boxes_clearable"),),
    Own.MOVED_ALREADY: (you("declare", "end_turn"),),
    Own.NOT_A_FREE_MOVE: (Values("zone_names"),),
    Own.NOT_A_FACTION: (you("declare", "act_simply"),),
    Own.NOT_A_RESOURCE: (Values("resource_names"),),
    Own.REDEFINE_IT: (you("redefine_border"),),
    Own.NOT_THAT_BORDER: (you("decide_fate", "redefine_border"),),
    Own.NOT_YOUR_SIDE: (Values("own_sides"),),
}
