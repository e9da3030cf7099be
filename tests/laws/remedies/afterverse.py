"""The acts that the remedies of Afterverse's own codes ask for."""

from tests.laws.remedies.way import (
    ANOTHER,
    WRITTEN,
    Way,
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
    Own.WRONG_NUMBER: (WRITTEN,),
    # tests
    Own.NOT_WHAT_IS_REVEALED: (ANOTHER,),
    Own.GLITCH_DICE_LATE: (WRITTEN,),
    Own.TESTS_OPEN: (WRITTEN,),
    Own.UNKNOWN_TEST: (WRITTEN,),
    Own.NOT_IN_TEST: (WRITTEN,),
    Own.NOT_LEADERSHIP: (ANOTHER,),
    Own.ROLE_NOT_OPEN: (WRITTEN,),
    Own.UNKNOWN_BANK: (WRITTEN,),
    Own.CHUTZPAH_USED: (WRITTEN,),
    # knowledge
    Own.NOTHING_BEFORE: (WRITTEN,),
    Own.UNKNOWN_STATEMENT: (WRITTEN,),
    Own.UNKNOWN_QUESTION: (WRITTEN,),
}
