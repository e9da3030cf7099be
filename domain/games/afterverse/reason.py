"""The refusal codes of Afterverse, each with its title, sentence and remedy."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class Code(Codes):
    """Stable names of refusals. Programs must compare these names, not the sentences."""

    UNKNOWN_ATTRIBUTE = ReasonCode(
        "unknown_attribute",
        "No such attribute",
        "The sheet has no attribute {attribute_name}.",
        "Name an attribute exactly as it is written on the sheet.",
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
        "Name a specialization that stands on the sheet. The sheet can also list a"
        " specialization that the character does not hold.",
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
        "Write at least one attribute. The usual ones are BOD, REA, INT, WIL, PER and MAN.",
    )
    SHEET_FULL = ReasonCode(
        "sheet_full",
        "Too many entries",
        "{entries_given} entries of one sort are too many: a sheet can have {entries_allowed}.",
        "Leave out some of the entries.",
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
        "Another seat acts for {character_name}.",
        "Leave {character_name} to that seat, and act for your own characters.",
    )
    NO_CHARACTERS = ReasonCode(
        "no_characters",
        "Nobody to play",
        "No player has a character yet.",
        "Wait until a player has a character. Play waits for this: {pending_in_words}.",
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
        "Add glitch dice to the present test, or name them in the next call.",
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
        "There is no such test for this move.",
        "Name a test that is open, or wait for the next one. For a retcon, name a recent test that is over.",
    )
    NOT_IN_TEST = ReasonCode(
        "not_in_test",
        "Not in this test",
        "{character_name} has no part in “{test_subject}”.",
        "Name a character that has a part in “{test_subject}”, or let the test go on.",
    )
    ALREADY_IN_TEST = ReasonCode(
        "already_in_test",
        "Already in this test",
        "{character_name} has a part in “{test_subject}” already.",
        "Go on with the part that {character_name} has.",
    )
    NOBODY_ELSE = ReasonCode(
        "nobody_else",
        "Nobody to oppose",
        "An opposed test needs two characters, and there are fewer than two.",
        "Wait until there are two characters. Play waits for this: {pending_in_words}.",
        ways={
            "write_sheet": "Propose a sheet for the opponent with `write_sheet`.",
        },
    )
    NOBODY_LEADS = ReasonCode(
        "nobody_leads",
        "Nobody can lead",
        "A team needs a leader with the skill Leadership, and nobody's sheet has it.",
        "Wait until a sheet has the skill Leadership. Play waits for this: {pending_in_words}.",
        ways={
            "write_sheet": "Use `write_sheet` to propose a sheet with this skill.",
            "call_test": "Call for assistance with `call_test`.",
        },
    )
    NOT_LEADERSHIP = ReasonCode(
        "not_leadership",
        "A team needs Leadership",
        "The team of “{test_subject}” is led with Leadership.",
        "Choose a pool with the skill Leadership.",
    )
    ROLE_NOT_OPEN = ReasonCode(
        "role_not_open",
        "This part cannot be taken",
        "Nobody can join “{test_subject}” as {test_role} now. The form of the test is {test_form}.",
        "Choose a part that exists in this form of test, or wait for the next test.",
    )
    ALREADY_ROLLED = ReasonCode(
        "already_rolled",
        "Already rolled",
        "{character_name} has rolled in “{test_subject}”, or is ready to roll.",
        "Leave the roll as it is. You can take time and use Good Luck before your next roll.",
    )
    OTHERS_FIRST = ReasonCode(
        "others_first",
        "Others roll first",
        "In “{test_subject}”, {awaited_in_words} comes before this roll.",
        "Wait for that. Play waits for this: {pending_in_words}.",
    )
    NO_DICE = ReasonCode(
        "no_dice",
        "No dice",
        "{character_name} has no dice to roll in “{test_subject}”.",
        "Let play go on without this roll. Play waits for this: {pending_in_words}.",
        ways={
            "let_be": "Give up the roll with `let_be`.",
            "long_shot": "Make the roll a Long Shot with `long_shot`.",
        },
    )
    NO_RISK = ReasonCode(
        "no_risk",
        "No risk to lower",
        "“{test_subject}” has no risk of a glitch left that more time could lower.",
        "Go on to the roll without taking more time.",
    )
    NOTHING_TO_KEEP = ReasonCode(
        "nothing_to_keep",
        "No roll to keep",
        "{character_name} has no roll in “{test_subject}” that could still change.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
    )
    NOTHING_TO_TELL = ReasonCode(
        "nothing_to_tell",
        "Nothing to decide",
        "Nothing in “{test_subject}” waits for the GM's decision.",
        "Wait until all have rolled. If nothing is hidden, the outcome follows without the GM's decision. Play waits for this: {pending_in_words}.",
    )
    NOT_WHAT_IS_REVEALED = ReasonCode(
        "not_what_is_revealed",
        "The open dice or note contradict this outcome",
        "The open dice or the open note of “{test_subject}” do not allow this outcome: {outcome_in_words}.",
        "Choose the outcome that follows from the open dice or the open note.",
    )
    NOT_CRITICAL = ReasonCode(
        "not_critical",
        "No critical success to choose",
        "{character_name} cannot choose a critical success in “{test_subject}”.",
        "Let the roll count as it is. The choice exists only if the sixes reach the threshold without the other hits.",
    )
    GLITCH_DICE_THERE = ReasonCode(
        "glitch_dice_there",
        "The test has glitch dice already",
        "“{test_subject}” has glitch dice already.",
        "Go on with the test as it is.",
    )
    SAID_ALREADY = ReasonCode(
        "said_already",
        "This choice was made before",
        "{character_name}'s player has already made this choice about the rolls.",
        "Go on playing. The choice holds until the player takes it back.",
    )
    TOO_MANY_BANKS = ReasonCode(
        "too_many_banks",
        "Too many banks",
        "There are {banks_open} banks of hits, and at most {banks_allowed} can be open at a time.",
        "Wait until one of them is closed.",
        ways={
            "close_bank": "Close a bank that is no longer needed, with `close_bank`.",
        },
    )
    UNKNOWN_BANK = ReasonCode(
        "unknown_bank",
        "No such bank",
        "There is no such bank.",
        "Name a bank that is open, or wait for one.",
    )
    TOO_FEW_POINTS = ReasonCode(
        "too_few_points",
        "Too few points",
        "The move asks for {points_needed}, but {bank_in_words} holds only {points_held}.",
        "Wait until {bank_in_words} holds {points_needed}.",
    )
    NO_CHUTZPAH = ReasonCode(
        "no_chutzpah",
        "No chutzpah left",
        "{character_name} has no chutzpah left.",
        "Wait for the next session. At its beginning, chutzpah is set again.",
    )
    CHUTZPAH_USED = ReasonCode(
        "chutzpah_used",
        "Chutzpah was used on this roll",
        "{character_name} has used chutzpah on this roll in “{test_subject}” already: {chutzpah_use_in_words}.",
        "Leave this roll as it is, or use chutzpah on another roll.",
    )
    NOT_ROLLED_YET = ReasonCode(
        "not_rolled_yet",
        "No roll to make again",
        "{character_name} has no roll in “{test_subject}” that could be made again.",
        "Wait for a roll that can still change. Play waits for this: {pending_in_words}.",
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
        "Name a statement that was declared, or wait for one.",
    )
    ALREADY_WEIGHED = ReasonCode(
        "already_weighed",
        "This statement was weighed before",
        "“{statement_text}” can no longer be weighed: it is {statement_standing}.",
        "Leave the statement as it is.",
    )
    NO_SITUATION = ReasonCode(
        "no_situation",
        "No situation",
        "No situation is open.",
        "Wait until the GM opens a situation.",
    )
    NOTHING_BEFORE = ReasonCode(
        "nothing_before",
        "There was no second look",
        "{character_name} has not looked a second time, so the cost does not double.",
        "Pay the usual cost of one point.",
    )
    UNKNOWN_QUESTION = ReasonCode(
        "unknown_question",
        "No such question",
        "There is no such question that waits for an answer.",
        "Name a question that waits for an answer, or wait for one.",
    )
    TOO_MANY_QUESTIONS = ReasonCode(
        "too_many_questions",
        "Too many questions",
        "{questions_waiting} questions of this seat wait for the GM, and the limit is {questions_allowed}.",
        "Wait until {gm_name} has answered some of them.",
    )
