"""The refusal codes of Afterverse, each with its title, sentence and remedy."""

from verger.domain.core.reason import Reason
from verger.domain.games.afterverse.reason import Code as Own

_SHEETS: dict[Own, Reason] = {
    Own.UNKNOWN_ATTRIBUTE: Reason(
        "No such attribute",
        "The sheet has no attribute {attribute_name}.",
        "Name an attribute that stands on the sheet, as it is written there.",
    ),
    Own.UNKNOWN_SKILL: Reason(
        "No such skill",
        "The sheet has no skill {skill_name}.",
        "Name a skill that stands on the sheet, or write it there at level 0.",
    ),
    Own.UNKNOWN_SPECIALIZATION: Reason(
        "No such specialization",
        "The sheet has no specialization {specialization_name}.",
        "Name one that stands on the sheet; one that is not held may stand there too.",
    ),
    Own.UNKNOWN_INTEREST: Reason(
        "No such interest",
        "The sheet has no interest {interest_name}.",
        "Name an interest that stands on the sheet.",
    ),
    Own.NO_ATTRIBUTES: Reason(
        "No attributes",
        "There is no attribute on the sheet.",
        "Write at least one; the usual ones are BOD, REA, INT, WIL, PER and MAN.",
    ),
    Own.SHEET_FULL: Reason(
        "Too many entries",
        "{entries_given} entries of one sort are too many: a sheet takes {entries_allowed}.",
        "Leave some out.",
    ),
    Own.WRONG_RATING: Reason(
        "No such rating",
        "{entry_name} cannot be {rating_given}: ratings and levels are 0 to {rating_maximum}.",
        "Choose a number from 0 to {rating_maximum}.",
    ),
    Own.NOT_YOUR_CHARACTER: Reason(
        "Somebody else's character",
        "{character_name} is for another seat to act for.",
        "One acts for one's own characters; the GM for those whose player is not there, without their chutzpah.",
    ),
    Own.NO_CHARACTERS: Reason(
        "Nobody to play",
        "No player has a character yet.",
        "Write a sheet for a player first.",
    ),
    Own.TESTS_OPEN: Reason(
        "Tests are open",
        "A session does not end while these tests wait for somebody: {test_subjects}.",
        "Finish them, or have the GM call them off; where that seat is empty, have somebody take it.",
    ),
}

_TESTS: dict[Own, Reason] = {
    Own.WRONG_NUMBER: Reason(
        "No such number",
        "{number_given} is not a number from {number_minimum} to {number_maximum}.",
        "Choose a number from {number_minimum} to {number_maximum}.",
    ),
    Own.TOO_MANY_TESTS: Reason(
        "Too many tests",
        "{tests_open} tests of this seat are open, and the limit is {tests_allowed}.",
        "Finish some, or call them off.",
    ),
    Own.UNKNOWN_TEST: Reason(
        "No such test",
        "There is no such test to do this with.",
        "Only a test that is open can be named; for a retcon, one of the last that are over.",
    ),
    Own.NOT_IN_TEST: Reason(
        "Not in this test",
        "{character_name} has no part in “{test_subject}”.",
        "Only who has a part in it can be named.",
    ),
    Own.ALREADY_IN_TEST: Reason(
        "Already in this test",
        "{character_name} has a part in “{test_subject}” already.",
        "A character has only one part in a test.",
    ),
    Own.NOBODY_ELSE: Reason(
        "Nobody to oppose",
        "An opposed test needs two characters, and there are not so many.",
        "Write a sheet for whoever opposes.",
    ),
    Own.NOBODY_LEADS: Reason(
        "Nobody can lead",
        "Nobody's sheet has the skill Leadership, which a team is led with.",
        "Call for assistance, or write the skill on a sheet.",
    ),
    Own.NOT_LEADERSHIP: Reason(
        "Not led like that",
        "The team of “{test_subject}” is led with Leadership.",
        "Only a pool with that skill leads it.",
    ),
    Own.ROLE_NOT_OPEN: Reason(
        "No such part to take",
        "Nobody can join “{test_subject}” as {test_role} now; its form is {test_form}.",
        "Which parts there are the GM says when calling for a test.",
    ),
    Own.ALREADY_ROLLED: Reason(
        "Already rolled",
        "{character_name} has rolled in “{test_subject}”, or is ready to.",
        "Time and luck come before the roll.",
    ),
    Own.OTHERS_FIRST: Reason(
        "Others roll first",
        "In “{test_subject}” {awaited_in_words} comes before this roll.",
        "Wait for that.",
    ),
    Own.NO_DICE: Reason(
        "No dice",
        "{character_name} has no dice to roll in “{test_subject}”.",
        "Let it be, or make it a Long Shot.",
    ),
    Own.NO_RISK: Reason(
        "No risk to lower",
        "There is no risk of a glitch left in “{test_subject}” that time could lower.",
        "The roll needs no more time.",
    ),
    Own.NOTHING_TO_KEEP: Reason(
        "No roll to keep",
        "{character_name} has no roll in “{test_subject}” that does not stand yet.",
        "Only a roll that could still change is kept.",
    ),
    Own.NOTHING_TO_TELL: Reason(
        "Nothing to say",
        "There is nothing about “{test_subject}” that waits for the GM's word.",
        "Wait until all have rolled; where everything is open the outcome follows by itself.",
    ),
    Own.NOT_WHAT_IS_REVEALED: Reason(
        "The dice or the note say otherwise",
        "What is open about “{test_subject}” does not allow to say: {outcome_in_words}.",
        "Say what follows from what everybody can see.",
    ),
    Own.NOT_CRITICAL: Reason(
        "No critical success to choose",
        "{character_name} has no choice of a critical success in “{test_subject}”.",
        "It is offered where sixes alone reach the threshold and other hits would be given up.",
    ),
    Own.GLITCH_DICE_THERE: Reason(
        "Glitch dice are there",
        "“{test_subject}” has glitch dice already.",
        "Go on with the test as it is.",
    ),
    Own.SAID_ALREADY: Reason(
        "Said already",
        "{character_name}'s player has said that already.",
        "Go on playing; it holds until it is taken back.",
    ),
}

_POINTS: dict[Own, Reason] = {
    Own.TOO_MANY_BANKS: Reason(
        "Too many banks",
        "There are {banks_open} banks of hits, and at most {banks_allowed} at a time.",
        "Close one that is no longer needed.",
    ),
    Own.UNKNOWN_BANK: Reason(
        "No such bank",
        "There is no such bank.",
        "Only a bank that is open can be named.",
    ),
    Own.TOO_FEW_POINTS: Reason(
        "Too few points",
        "{points_needed} are asked for where the bank holds {points_held}.",
        "There is no more to spend.",
    ),
    Own.NO_CHUTZPAH: Reason(
        "No chutzpah left",
        "{character_name} has no chutzpah left.",
        "Wait for the next session, with which the bank is set again.",
    ),
    Own.CHUTZPAH_USED: Reason(
        "Chutzpah has affected it",
        "{character_name} has used chutzpah on this roll in “{test_subject}” already: {chutzpah_use_in_words}.",
        "No roll is affected twice.",
    ),
    Own.NOT_ROLLED_YET: Reason(
        "No roll to make again",
        "{character_name} has no roll in “{test_subject}” that could be made again.",
        "It is possible only after the roll, and before it stands.",
    ),
    Own.NO_COMBAT: Reason(
        "No combat",
        "There is no combat.",
        "Wait until the GM says that there is combat.",
    ),
    Own.IN_COMBAT: Reason(
        "There is combat",
        "Combat has begun already.",
        "End it before another begins.",
    ),
    Own.UNDER_ATTACK: Reason(
        "Under attack",
        "{character_name} is under attack.",
        "Wait until that test is over.",
    ),
    Own.UNKNOWN_STATEMENT: Reason(
        "No such statement",
        "There is no such statement.",
        "Only a statement that was declared can be named.",
    ),
    Own.ALREADY_WEIGHED: Reason(
        "Already weighed",
        "“{statement_text}” is no longer to be weighed: it is {statement_standing}.",
        "Leave it at that.",
    ),
    Own.NO_SITUATION: Reason(
        "No situation",
        "There is no situation to be aware of.",
        "Wait until the GM opens one.",
    ),
    Own.NOTHING_BEFORE: Reason(
        "Nothing from before",
        "{character_name} has not looked a second time: nothing costs double.",
        "The usual cost is one point.",
    ),
    Own.UNKNOWN_QUESTION: Reason(
        "No such question",
        "There is no such question that waits for an answer.",
        "Only a question that waits for an answer can be named.",
    ),
    Own.TOO_MANY_QUESTIONS: Reason(
        "Too many questions",
        "{questions_waiting} questions of this seat wait for the GM, and the limit is {questions_allowed}.",
        "Wait for some answers.",
    ),
}

REASONS: dict[Own, Reason] = _SHEETS | _TESTS | _POINTS
