"""The refusal codes of Afterverse, each with its title, sentence and remedy."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class Code(Codes):
    """Stable names of refusals. Programs must match these and not the sentences."""

    UNKNOWN_ATTRIBUTE = ReasonCode(
        "unknown_attribute",
        "No such attribute",
        "The sheet has no attribute {attribute_name}.",
        "Name an attribute that stands on the sheet, as it is written there.",
    )
    UNKNOWN_SKILL = ReasonCode(
        "unknown_skill",
        "No such skill",
        "The sheet has no skill {skill_name}.",
        "Name a skill that stands on the sheet, or write it there at level 0.",
    )
    UNKNOWN_SPECIALIZATION = ReasonCode(
        "unknown_specialization",
        "No such specialization",
        "The sheet has no specialization {specialization_name}.",
        "Name one that stands on the sheet; one that is not held may stand there too.",
    )
    UNKNOWN_INTEREST = ReasonCode(
        "unknown_interest",
        "No such interest",
        "The sheet has no interest {interest_name}.",
        "Name an interest that stands on the sheet.",
    )
    NO_ATTRIBUTES = ReasonCode(
        "no_attributes",
        "No attributes",
        "There is no attribute on the sheet.",
        "Write at least one; the usual ones are BOD, REA, INT, WIL, PER and MAN.",
    )
    SHEET_FULL = ReasonCode(
        "sheet_full",
        "Too many entries",
        "{entries_given} entries of one sort are too many: a sheet takes {entries_allowed}.",
        "Leave some out.",
    )
    WRONG_RATING = ReasonCode(
        "wrong_rating",
        "No such rating",
        "{entry_name} cannot be {rating_given}: ratings and levels are 0 to {rating_maximum}.",
        "Choose a number from 0 to {rating_maximum}.",
    )
    NOT_YOUR_CHARACTER = ReasonCode(
        "not_your_character",
        "Somebody else's character",
        "{character_name} is for another seat to act for.",
        "One acts for one's own characters; the GM for those whose player is not there, without their chutzpah.",
    )
    NO_CHARACTERS = ReasonCode(
        "no_characters",
        "Nobody to play",
        "No player has a character yet.",
        "Play waits for this: {pending_in_words}.",
        ways={
            "write_sheet": "Propose the sheet of a player's character first, with `write_sheet`.",
        },
    )
    TESTS_OPEN = ReasonCode(
        "tests_open",
        "Tests are open",
        "A session does not end while these tests wait for somebody: {test_subjects}.",
        "Finish them first, or wait until the GM calls them off. If the GM's seat is empty, have "
        "somebody take it with its claim code.",
        ways={
            "call_off": "Call them off with `call_off`, or finish them.",
        },
    )
    GLITCH_DICE_LATE = ReasonCode(
        "glitch_dice_late",
        "Too late for glitch dice",
        "“{test_subject}” is over, and every character with dice in it has begun another test.",
        "Add glitch dice to the test of now, or name them in the next call.",
    )
    WRONG_NUMBER = ReasonCode(
        "wrong_number",
        "No such number",
        "{number_given} is not a number from {number_minimum} to {number_maximum}.",
        "Choose a number from {number_minimum} to {number_maximum}.",
    )
    TOO_MANY_TESTS = ReasonCode(
        "too_many_tests",
        "Too many tests",
        "{tests_open} tests of this seat are open, and the limit is {tests_allowed}.",
        "Wait until some of them are over. Play waits for this: {pending_in_words}.",
        ways={
            "call_off": "Call some of them off with `call_off`, or finish them.",
        },
    )
    UNKNOWN_TEST = ReasonCode(
        "unknown_test",
        "No such test",
        "There is no such test to do this with.",
        "Only a test that is open can be named; for a retcon, one of the last that are over.",
    )
    NOT_IN_TEST = ReasonCode(
        "not_in_test",
        "Not in this test",
        "{character_name} has no part in “{test_subject}”.",
        "Only who has a part in it can be named.",
    )
    ALREADY_IN_TEST = ReasonCode(
        "already_in_test",
        "Already in this test",
        "{character_name} has a part in “{test_subject}” already.",
        "A character has only one part in a test.",
    )
    NOBODY_ELSE = ReasonCode(
        "nobody_else",
        "Nobody to oppose",
        "An opposed test needs two characters, and there are not so many.",
        "Play waits for this: {pending_in_words}.",
        ways={
            "write_sheet": "Propose a sheet for the opponent with `write_sheet`.",
        },
    )
    NOBODY_LEADS = ReasonCode(
        "nobody_leads",
        "Nobody can lead",
        "Nobody's sheet has the skill Leadership, which a team is led with.",
        "Play waits for this: {pending_in_words}.",
        ways={
            "write_sheet": "Propose a sheet with that skill with `write_sheet`.",
            "call_test": "Call for assistance with `call_test`.",
        },
    )
    NOT_LEADERSHIP = ReasonCode(
        "not_leadership",
        "Not led like that",
        "The team of “{test_subject}” is led with Leadership.",
        "Only a pool with that skill leads it.",
    )
    ROLE_NOT_OPEN = ReasonCode(
        "role_not_open",
        "No such part to take",
        "Nobody can join “{test_subject}” as {test_role} now; its form is {test_form}.",
        "Which parts there are the GM says when calling for a test.",
    )
    ALREADY_ROLLED = ReasonCode(
        "already_rolled",
        "Already rolled",
        "{character_name} has rolled in “{test_subject}”, or is ready to.",
        "Time and luck come before the roll.",
    )
    OTHERS_FIRST = ReasonCode(
        "others_first",
        "Others roll first",
        "In “{test_subject}” {awaited_in_words} comes before this roll.",
        "Wait for that. Play waits for this: {pending_in_words}.",
    )
    NO_DICE = ReasonCode(
        "no_dice",
        "No dice",
        "{character_name} has no dice to roll in “{test_subject}”.",
        "Play waits for this: {pending_in_words}.",
        ways={
            "let_be": "Let it be with `let_be`.",
            "long_shot": "Make it a Long Shot with `long_shot`.",
        },
    )
    NO_RISK = ReasonCode(
        "no_risk",
        "No risk to lower",
        "There is no risk of a glitch left in “{test_subject}” that time could lower.",
        "The roll needs no more time.",
    )
    NOTHING_TO_KEEP = ReasonCode(
        "nothing_to_keep",
        "No roll to keep",
        "{character_name} has no roll in “{test_subject}” that does not stand yet.",
        "Only a roll that could still change is kept. Play waits for this: {pending_in_words}.",
    )
    NOTHING_TO_TELL = ReasonCode(
        "nothing_to_tell",
        "Nothing to say",
        "There is nothing about “{test_subject}” that waits for the GM's word.",
        "Wait until all have rolled. If everything is open, the outcome follows without a word. Play "
        "waits for this: {pending_in_words}.",
    )
    NOT_WHAT_IS_REVEALED = ReasonCode(
        "not_what_is_revealed",
        "The dice or the note say otherwise",
        "What is open about “{test_subject}” does not allow to say: {outcome_in_words}.",
        "Say what follows from what everybody can see.",
    )
    NOT_CRITICAL = ReasonCode(
        "not_critical",
        "No critical success to choose",
        "{character_name} has no choice of a critical success in “{test_subject}”.",
        "It is offered where sixes alone reach the threshold and other hits would be given up.",
    )
    GLITCH_DICE_THERE = ReasonCode(
        "glitch_dice_there",
        "Glitch dice are there",
        "“{test_subject}” has glitch dice already.",
        "Go on with the test as it is.",
    )
    SAID_ALREADY = ReasonCode(
        "said_already",
        "Said already",
        "{character_name}'s player has said that already.",
        "Go on playing; it holds until it is taken back.",
    )
    TOO_MANY_BANKS = ReasonCode(
        "too_many_banks",
        "Too many banks",
        "There are {banks_open} banks of hits, and at most {banks_allowed} at a time.",
        "Wait until one of them is closed.",
        ways={
            "close_bank": "Close one that is no longer needed, with `close_bank`.",
        },
    )
    UNKNOWN_BANK = ReasonCode(
        "unknown_bank",
        "No such bank",
        "There is no such bank.",
        "Only a bank that is open can be named.",
    )
    TOO_FEW_POINTS = ReasonCode(
        "too_few_points",
        "Too few points",
        "{points_needed} are asked for, and {bank_in_words} holds {points_held}.",
        "Wait until {bank_in_words} holds {points_needed}.",
    )
    NO_CHUTZPAH = ReasonCode(
        "no_chutzpah",
        "No chutzpah left",
        "{character_name} has no chutzpah left.",
        "Wait for the next session, with which the bank is set again.",
    )
    CHUTZPAH_USED = ReasonCode(
        "chutzpah_used",
        "Chutzpah has affected it",
        "{character_name} has used chutzpah on this roll in “{test_subject}” already: {chutzpah_use_in_words}.",
        "No roll is affected twice.",
    )
    NOT_ROLLED_YET = ReasonCode(
        "not_rolled_yet",
        "No roll to make again",
        "{character_name} has no roll in “{test_subject}” that could be made again.",
        "It is possible only after the roll, and before it stands. Play waits for this: {pending_in_words}.",
    )
    NO_COMBAT = ReasonCode(
        "no_combat",
        "No combat",
        "There is no combat.",
        "Wait until the GM says that there is combat.",
    )
    IN_COMBAT = ReasonCode(
        "in_combat",
        "There is combat",
        "Combat has begun already.",
        "Wait until {gm_name} ends it.",
        ways={
            "end_combat": "End it first, with `end_combat`.",
        },
    )
    UNDER_ATTACK = ReasonCode(
        "under_attack",
        "Under attack",
        "{character_name} is under attack.",
        "Wait until that test is over.",
    )
    UNKNOWN_STATEMENT = ReasonCode(
        "unknown_statement",
        "No such statement",
        "There is no such statement.",
        "Only a statement that was declared can be named.",
    )
    ALREADY_WEIGHED = ReasonCode(
        "already_weighed",
        "Already weighed",
        "“{statement_text}” is no longer to be weighed: it is {statement_standing}.",
        "Leave it at that.",
    )
    NO_SITUATION = ReasonCode(
        "no_situation",
        "No situation",
        "There is no situation to be aware of.",
        "Wait until the GM opens one.",
    )
    NOTHING_BEFORE = ReasonCode(
        "nothing_before",
        "Nothing from before",
        "{character_name} has not looked a second time: nothing costs double.",
        "The usual cost is one point.",
    )
    UNKNOWN_QUESTION = ReasonCode(
        "unknown_question",
        "No such question",
        "There is no such question that waits for an answer.",
        "Only a question that waits for an answer can be named.",
    )
    TOO_MANY_QUESTIONS = ReasonCode(
        "too_many_questions",
        "Too many questions",
        "{questions_waiting} questions of this seat wait for the GM, and the limit is {questions_allowed}.",
        "Wait until {gm_name} has answered some of them.",
    )
