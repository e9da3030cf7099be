"""The refusal codes of Afterverse: each one's title, sentence and remedy."""

from verger.domain.core.reason import Reason
from verger.domain.games.afterverse.reason import Code as Own

_SHEETS: dict[Own, Reason] = {
    Own.UNKNOWN_ATTRIBUTE: Reason(
        "No such attribute",
        "The sheet has no attribute {name}.",
        "Name an attribute that stands on the sheet, as it is written there.",
    ),
    Own.UNKNOWN_SKILL: Reason(
        "No such skill",
        "The sheet has no skill {name}.",
        "Name a skill that stands on the sheet, or write it there at level 0.",
    ),
    Own.UNKNOWN_SPECIALIZATION: Reason(
        "No such specialization",
        "The sheet has no specialization {name}.",
        "Name one that stands on the sheet; one that is not held may stand there too.",
    ),
    Own.UNKNOWN_INTEREST: Reason(
        "No such interest",
        "The sheet has no interest {name}.",
        "Name an interest that stands on the sheet.",
    ),
    Own.NO_ATTRIBUTES: Reason(
        "No attributes",
        "There is no attribute on the sheet.",
        "Write at least one; the usual ones are BOD, REA, INT, WIL, PER and MAN.",
    ),
    Own.SHEET_FULL: Reason(
        "Too many entries",
        "{entries} entries of one sort are too many: a sheet takes {limit}.",
        "Leave some out.",
    ),
    Own.WRONG_RATING: Reason(
        "No such rating",
        "{name} cannot be {rating}: ratings and levels are 0 to {most}.",
        "Choose a number from 0 to {most}.",
    ),
    Own.NOT_YOUR_CHARACTER: Reason(
        "Somebody else's character",
        "{name} is for another seat to act for.",
        "One acts for one's own characters; the GM for those whose player is not there, without their chutzpah.",
    ),
    Own.NO_CHARACTERS: Reason(
        "Nobody to play",
        "No player has a character yet.",
        "Write a sheet for a player first.",
    ),
    Own.TESTS_OPEN: Reason(
        "Tests are open",
        "A session does not end while these tests wait for somebody: {named}.",
        "Finish them, or have the GM call them off; where that seat is empty, have somebody take it.",
    ),
}

_TESTS: dict[Own, Reason] = {
    Own.WRONG_NUMBER: Reason(
        "No such number",
        "{number} is not a number from {least} to {most}.",
        "Choose a number from {least} to {most}.",
    ),
    Own.TOO_MANY_TESTS: Reason(
        "Too many tests",
        "{tests} tests of this seat are open, and the limit is {limit}.",
        "Finish some, or call them off.",
    ),
    Own.UNKNOWN_TEST: Reason(
        "No such test",
        "There is no such test to do this with.",
        "Only a test that is open can be named; for a retcon, one of the last that are over.",
    ),
    Own.NOT_IN_TEST: Reason(
        "Not in this test",
        "{name} has no part in “{label}”.",
        "Only who has a part in it can be named.",
    ),
    Own.ALREADY_IN_TEST: Reason(
        "Already in this test",
        "{name} has a part in “{label}” already.",
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
        "The team of “{label}” is led with Leadership.",
        "Only a pool with that skill leads it.",
    ),
    Own.ROLE_NOT_OPEN: Reason(
        "No such part to take",
        "Nobody can join “{label}” as {role} now; its form is {form}.",
        "Which parts there are the GM says when calling for a test.",
    ),
    Own.ALREADY_ROLLED: Reason(
        "Already rolled",
        "{name} has rolled in “{label}”, or is ready to.",
        "Time and luck come before the roll.",
    ),
    Own.OTHERS_FIRST: Reason(
        "Others roll first",
        "In “{label}” {first} comes before this roll.",
        "Wait for that.",
    ),
    Own.NO_DICE: Reason(
        "No dice",
        "{name} has no dice to roll in “{label}”.",
        "Let it be, or make it a Long Shot.",
    ),
    Own.NO_RISK: Reason(
        "No risk to lower",
        "There is no risk of a glitch left in “{label}” that time could lower.",
        "The roll needs no more time.",
    ),
    Own.NOTHING_TO_KEEP: Reason(
        "No roll to keep",
        "{name} has no roll in “{label}” that does not stand yet.",
        "Only a roll that could still change is kept.",
    ),
    Own.NOTHING_TO_TELL: Reason(
        "Nothing to say",
        "There is nothing about “{label}” that waits for the GM's word.",
        "Wait until all have rolled; where everything is open the outcome follows by itself.",
    ),
    Own.NOT_WHAT_IS_REVEALED: Reason(
        "The dice or the note say otherwise",
        "What is open about “{label}” does not allow to say: {told}.",
        "Say what follows from what everybody can see.",
    ),
    Own.NOT_CRITICAL: Reason(
        "No critical success to choose",
        "{name} has no choice of a critical success in “{label}”.",
        "It is offered where sixes alone reach the threshold and other hits would be given up.",
    ),
    Own.GLITCH_DICE_THERE: Reason(
        "Glitch dice are there",
        "“{label}” has glitch dice already.",
        "Go on with the test as it is.",
    ),
    Own.SAID_ALREADY: Reason(
        "Said already",
        "{name}'s player has said that already.",
        "Go on playing; it holds until it is taken back.",
    ),
}

_POINTS: dict[Own, Reason] = {
    Own.TOO_MANY_BANKS: Reason(
        "Too many banks",
        "There are {banks} banks of hits, and at most {limit} at a time.",
        "Close one that is no longer needed.",
    ),
    Own.UNKNOWN_BANK: Reason(
        "No such bank",
        "There is no such bank.",
        "Only a bank that is open can be named.",
    ),
    Own.TOO_FEW_POINTS: Reason(
        "Too few points",
        "{asked} are asked for where the bank holds {there}.",
        "There is no more to spend.",
    ),
    Own.NO_CHUTZPAH: Reason(
        "No chutzpah left",
        "{name} has no chutzpah left.",
        "Wait for the next session, with which the bank is set again.",
    ),
    Own.CHUTZPAH_USED: Reason(
        "Chutzpah has affected it",
        "{name} has used chutzpah on this roll in “{label}” already: {how}.",
        "No roll is affected twice.",
    ),
    Own.NOT_ROLLED_YET: Reason(
        "No roll to make again",
        "{name} has no roll in “{label}” that could be made again.",
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
        "{name} is under attack.",
        "Wait until that test is over.",
    ),
    Own.UNKNOWN_STATEMENT: Reason(
        "No such statement",
        "There is no such statement.",
        "Only a statement that was declared can be named.",
    ),
    Own.ALREADY_WEIGHED: Reason(
        "Already weighed",
        "“{label}” is no longer to be weighed: it is {standing}.",
        "Leave it at that.",
    ),
    Own.NO_SITUATION: Reason(
        "No situation",
        "There is no situation to be aware of.",
        "Wait until the GM opens one.",
    ),
    Own.NOTHING_BEFORE: Reason(
        "Nothing from before",
        "{name} has not looked a second time: nothing costs double.",
        "The usual cost is one point.",
    ),
    Own.UNKNOWN_QUESTION: Reason(
        "No such question",
        "There is no such question that waits for an answer.",
        "Only a question that waits for an answer can be named.",
    ),
    Own.TOO_MANY_QUESTIONS: Reason(
        "Too many questions",
        "{questions} questions of this seat wait for the GM, and the limit is {limit}.",
        "Wait for some answers.",
    ),
}

REASONS: dict[Own, Reason] = _SHEETS | _TESTS | _POINTS
