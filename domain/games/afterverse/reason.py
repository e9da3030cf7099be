"""The refusal codes of Afterverse."""

from enum import StrEnum


class Code(StrEnum):
    """Stable names of refusals. Programs must match these and not the sentences."""

    # sheets
    UNKNOWN_ATTRIBUTE = "unknown_attribute"
    UNKNOWN_SKILL = "unknown_skill"
    UNKNOWN_SPECIALIZATION = "unknown_specialization"
    UNKNOWN_INTEREST = "unknown_interest"
    NO_ATTRIBUTES = "no_attributes"
    SHEET_FULL = "sheet_full"
    WRONG_RATING = "wrong_rating"
    NOT_YOUR_CHARACTER = "not_your_character"
    # sessions
    NO_CHARACTERS = "no_characters"
    TESTS_OPEN = "tests_open"
    # tests
    WRONG_NUMBER = "wrong_number"
    TOO_MANY_TESTS = "too_many_tests"
    UNKNOWN_TEST = "unknown_test"
    NOT_IN_TEST = "not_in_test"
    ALREADY_IN_TEST = "already_in_test"
    NOBODY_ELSE = "nobody_else"
    NOBODY_LEADS = "nobody_leads"
    NOT_LEADERSHIP = "not_leadership"
    ROLE_NOT_OPEN = "role_not_open"
    ALREADY_ROLLED = "already_rolled"
    OTHERS_FIRST = "others_first"
    NO_DICE = "no_dice"
    NO_RISK = "no_risk"
    NOTHING_TO_KEEP = "nothing_to_keep"
    NOTHING_TO_TELL = "nothing_to_tell"
    NOT_WHAT_IS_REVEALED = "not_what_is_revealed"
    NOT_CRITICAL = "not_critical"
    GLITCH_DICE_THERE = "glitch_dice_there"
    SAID_ALREADY = "said_already"
    # banks
    TOO_MANY_BANKS = "too_many_banks"
    UNKNOWN_BANK = "unknown_bank"
    TOO_FEW_POINTS = "too_few_points"
    # chutzpah
    NO_CHUTZPAH = "no_chutzpah"
    CHUTZPAH_USED = "chutzpah_used"
    NOT_ROLLED_YET = "not_rolled_yet"
    NO_COMBAT = "no_combat"
    IN_COMBAT = "in_combat"
    UNDER_ATTACK = "under_attack"
    UNKNOWN_STATEMENT = "unknown_statement"
    ALREADY_WEIGHED = "already_weighed"
    # awareness
    NO_SITUATION = "no_situation"
    NOTHING_BEFORE = "nothing_before"
    UNKNOWN_QUESTION = "unknown_question"
    TOO_MANY_QUESTIONS = "too_many_questions"
