"""Why a move does not fit Afterverse, and what would."""

from enum import StrEnum

from domain.core.reason import Reason


class Code(StrEnum):
    """Stable names of refusals; programs match on these and never on the sentences."""

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
    ROLE_NOT_OPEN = "role_not_open"
    ALREADY_ROLLED = "already_rolled"
    OTHERS_FIRST = "others_first"
    NO_DICE = "no_dice"
    NO_RISK = "no_risk"
    NOTHING_TO_KEEP = "nothing_to_keep"
    NOTHING_TO_TELL = "nothing_to_tell"
    NOT_WHAT_IS_REVEALED = "not_what_is_revealed"
    NOT_CRITICAL = "not_critical"
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


_C = Code

_SHEETS: dict[Code, Reason] = {
    _C.UNKNOWN_ATTRIBUTE: Reason(
        "No such attribute",
        "The sheet has no attribute {name}.",
        "Name an attribute that stands on the sheet, as it is written there.",
    ),
    _C.UNKNOWN_SKILL: Reason(
        "No such skill",
        "The sheet has no skill {name}.",
        "Name a skill that stands on the sheet, or write it there at level 0.",
    ),
    _C.UNKNOWN_SPECIALIZATION: Reason(
        "No such specialization",
        "The sheet has no specialization {name}.",
        "Name one that stands on the sheet; one that is not held may stand there too.",
    ),
    _C.UNKNOWN_INTEREST: Reason(
        "No such interest",
        "The sheet has no interest {name}.",
        "Name an interest that stands on the sheet.",
    ),
    _C.NO_ATTRIBUTES: Reason(
        "No attributes",
        "There is no attribute on the sheet.",
        "Write at least one; the usual ones are BOD, REA, INT, WIL, PER and MAN.",
    ),
    _C.SHEET_FULL: Reason(
        "Too many entries",
        "{entries} entries of one sort are too many: a sheet takes {limit}.",
        "Leave some out.",
    ),
    _C.WRONG_RATING: Reason(
        "No such rating",
        "{name} cannot be {rating}: ratings and levels are 0 to {most}.",
        "Choose a number from 0 to {most}.",
    ),
    _C.NOT_YOUR_CHARACTER: Reason(
        "Somebody else's character",
        "{name} ({character}) is for another seat to act for.",
        "Act for a character of your own; the GM acts for those whose player is not there, but "
        "spends no chutzpah of theirs.",
    ),
    _C.NO_CHARACTERS: Reason(
        "Nobody to play",
        "No player has a character yet.",
        "Write a sheet for a player first.",
    ),
    _C.TESTS_OPEN: Reason(
        "Tests are open",
        "A session does not end while these tests wait for somebody: {tests}.",
        "Finish them, or have the GM call them off.",
    ),
}

_TESTS: dict[Code, Reason] = {
    _C.WRONG_NUMBER: Reason(
        "No such number",
        "{number} is not a number from {least} to {most}.",
        "Choose a number from {least} to {most}.",
    ),
    _C.TOO_MANY_TESTS: Reason(
        "Too many tests",
        "{tests} tests are open; there are at most {limit} at a time.",
        "Finish some, or call them off.",
    ),
    _C.UNKNOWN_TEST: Reason(
        "No such test",
        "There is no test {test} to do this with.",
        "Name a test that is open; for a retcon, one of the last that are over.",
    ),
    _C.NOT_IN_TEST: Reason(
        "Not in this test",
        "{name} has no part in {test}.",
        "Join the test, if the GM has opened it to others.",
    ),
    _C.ALREADY_IN_TEST: Reason(
        "Already in this test",
        "{name} ({character}) has a part in this test already.",
        "Name each character once.",
    ),
    _C.NOBODY_ELSE: Reason(
        "Nobody to oppose",
        "There are {there} characters, and an opposed test needs two.",
        "Write a sheet for whoever opposes.",
    ),
    _C.ROLE_NOT_OPEN: Reason(
        "No such part to take",
        "Nobody can join {test} as {role} now; its form is {form}.",
        "See in the options which parts are open; the GM says so when calling for a test.",
    ),
    _C.ALREADY_ROLLED: Reason(
        "Already rolled",
        "{name} has rolled in {test}.",
        "Time and luck come before the roll.",
    ),
    _C.OTHERS_FIRST: Reason(
        "Others roll first",
        "In {test} the {role} comes before this roll.",
        "Wait until that roll stands.",
    ),
    _C.NO_DICE: Reason(
        "No dice",
        "{name} has no dice to roll in {test}.",
        "Let it be, or make it a Long Shot.",
    ),
    _C.NO_RISK: Reason(
        "No risk to lower",
        "There is no risk of a glitch left in {test} that time could lower.",
        "Roll.",
    ),
    _C.NOTHING_TO_KEEP: Reason(
        "No roll to keep",
        "{name} has no roll in {test} that does not stand yet.",
        "Roll first; a roll that nothing can change stands by itself.",
    ),
    _C.NOTHING_TO_TELL: Reason(
        "Nothing to say",
        "There is nothing about {test} that waits for the GM's word.",
        "Wait until all have rolled; where everything is open the outcome follows by itself.",
    ),
    _C.NOT_WHAT_IS_REVEALED: Reason(
        "The dice or the note say otherwise",
        "What is open about {test} does not allow “{told}”.",
        "Say what follows from what everybody can see.",
    ),
    _C.NOT_CRITICAL: Reason(
        "No critical success to choose",
        "{name} has no choice of a critical success in {test}.",
        "It is offered where sixes alone reach the threshold and other hits would be given up.",
    ),
}

_POINTS: dict[Code, Reason] = {
    _C.TOO_MANY_BANKS: Reason(
        "Too many banks",
        "There are {banks} banks of hits, and at most {limit} at a time.",
        "Close one that is no longer needed.",
    ),
    _C.UNKNOWN_BANK: Reason(
        "No such bank",
        "There is no bank {bank}.",
        "Name one that is open, or have the GM open it.",
    ),
    _C.TOO_FEW_POINTS: Reason(
        "Too few points",
        "{asked} are asked for where the bank holds {there}.",
        "Spend no more than there is.",
    ),
    _C.NO_CHUTZPAH: Reason(
        "No chutzpah left",
        "{name} has no chutzpah left.",
        "The bank is set again when the next session begins.",
    ),
    _C.CHUTZPAH_USED: Reason(
        "Chutzpah has affected it",
        "{name} has used chutzpah on this action in {test} already: {use}.",
        "No action is affected twice, by whomever.",
    ),
    _C.NOT_ROLLED_YET: Reason(
        "No roll to make again",
        "{name} has no roll in {test} that could be made again.",
        "Take two after the roll and before it stands.",
    ),
    _C.NO_COMBAT: Reason(
        "No combat",
        "There is no combat for {name}.",
        "Wait until the GM says that there is.",
    ),
    _C.IN_COMBAT: Reason(
        "There is combat",
        "Combat has begun already.",
        "End it before another begins.",
    ),
    _C.UNDER_ATTACK: Reason(
        "Under attack",
        "{name} is under attack.",
        "Wait until that test is over.",
    ),
    _C.UNKNOWN_STATEMENT: Reason(
        "No such statement",
        "Nobody has declared {statement}.",
        "Name a statement that was declared.",
    ),
    _C.ALREADY_WEIGHED: Reason(
        "Already weighed",
        "Statement {statement} is no longer to be weighed: {standing}.",
        "Leave it at that.",
    ),
    _C.NO_SITUATION: Reason(
        "No situation",
        "There is no situation to be aware of.",
        "The GM opens one first.",
    ),
    _C.NOTHING_BEFORE: Reason(
        "Nothing from before",
        "{name} has not looked a second time: nothing costs double.",
        "The usual cost is one point.",
    ),
    _C.UNKNOWN_QUESTION: Reason(
        "No such question",
        "Nobody waits for an answer to {question}.",
        "Name a question that is open.",
    ),
    _C.TOO_MANY_QUESTIONS: Reason(
        "Too many questions",
        "{questions} questions wait for the GM; there are at most {limit} at a time.",
        "Wait for some answers.",
    ),
}

REASONS: dict[Code, Reason] = _SHEETS | _TESTS | _POINTS
