"""What the remedies of Afterverse's own codes tell somebody to do."""

from tests.laws.remedies.way import (
    ANOTHER,
    KNOWN,
    LATER,
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
    Own.NOT_YOUR_CHARACTER: (KNOWN,),
    Own.NO_CHARACTERS: (somebody("write_sheet"),),
    Own.TESTS_OPEN: (somebody("call_off", "take_seat"),),
    Own.WRONG_NUMBER: (WRITTEN,),
    # tests
    Own.TOO_MANY_TESTS: (somebody("call_off"),),
    Own.UNKNOWN_TEST: (KNOWN,),
    Own.NOT_IN_TEST: (KNOWN,),
    Own.ALREADY_IN_TEST: (KNOWN,),
    Own.NOBODY_ELSE: (somebody("write_sheet"),),
    Own.NOBODY_LEADS: (somebody("write_sheet", "call_test"),),
    Own.NOT_LEADERSHIP: (KNOWN,),
    Own.ROLE_NOT_OPEN: (KNOWN,),
    Own.ALREADY_ROLLED: (KNOWN,),
    Own.OTHERS_FIRST: (LATER,),
    Own.NO_DICE: (you("let_be", "long_shot"),),
    Own.NO_RISK: (KNOWN,),
    Own.NOTHING_TO_KEEP: (KNOWN,),
    Own.NOTHING_TO_TELL: (LATER,),
    Own.NOT_WHAT_IS_REVEALED: (ANOTHER,),
    Own.NOT_CRITICAL: (KNOWN,),
    Own.GLITCH_DICE_THERE: (KNOWN,),
    Own.SAID_ALREADY: (KNOWN,),
    # banks
    Own.TOO_MANY_BANKS: (somebody("close_bank"),),
    Own.UNKNOWN_BANK: (KNOWN,),
    Own.TOO_FEW_POINTS: (KNOWN,),
    # chutzpah
    Own.NO_CHUTZPAH: (LATER,),
    Own.CHUTZPAH_USED: (KNOWN,),
    Own.NOT_ROLLED_YET: (KNOWN,),
    # combat
    Own.NO_COMBAT: (LATER,),
    Own.IN_COMBAT: (somebody("end_combat"),),
    Own.UNDER_ATTACK: (LATER,),
    # knowledge
    Own.UNKNOWN_STATEMENT: (KNOWN,),
    Own.ALREADY_WEIGHED: (KNOWN,),
    Own.NO_SITUATION: (LATER,),
    Own.NOTHING_BEFORE: (WRITTEN,),
    Own.UNKNOWN_QUESTION: (KNOWN,),
    Own.TOO_MANY_QUESTIONS: (somebody("answer"),),
}
