"""What the remedies of Afterverse's own codes tell somebody to do."""

from tests.laws.remedies.way import (
    ANOTHER,
    WRITTEN,
    Way,
    somebody,
    you,
)
from verger.domain.core.refusal_code import ReasonCode
from verger.domain.games.afterverse.reason import Code as Own

WAYS: dict[ReasonCode, tuple[Way, ...]] = {
    # sheets
    Own.UNKNOWN_ATTRIBUTE: (WRITTEN,),
    Own.UNKNOWN_SKILL: (WRITTEN,),
    Own.UNKNOWN_SPECIALIZATION: (WRITTEN,),
    Own.UNKNOWN_INTEREST: (WRITTEN,),
    Own.NO_ATTRIBUTES: (WRITTEN,),
    Own.SHEET_FULL: (WRITTEN,),
    Own.WRONG_RATING: (WRITTEN,),
    # sessions
    Own.NO_CHARACTERS: (somebody("write_sheet"),),
    Own.TESTS_OPEN: (somebody("call_off", "take_seat"),),
    Own.WRONG_NUMBER: (WRITTEN,),
    # tests
    Own.TOO_MANY_TESTS: (somebody("call_off"),),
    Own.NOBODY_ELSE: (somebody("write_sheet"),),
    Own.NOBODY_LEADS: (somebody("write_sheet", "call_test"),),
    Own.NO_DICE: (you("let_be", "long_shot"),),
    Own.NOT_WHAT_IS_REVEALED: (ANOTHER,),
    # banks
    Own.TOO_MANY_BANKS: (somebody("close_bank"),),
    # combat
    Own.IN_COMBAT: (somebody("end_combat"),),
    # knowledge
    Own.NOTHING_BEFORE: (WRITTEN,),
    Own.TOO_MANY_QUESTIONS: (somebody("answer"),),
}
