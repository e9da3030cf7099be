"""The refusal codes of Edgerunner: each one's title, sentence and remedy."""

from domain.core.reason import Reason
from domain.games.edgerunner.reason import Code as Own

_SHEETS = {
    Own.UNFIT_RATING: Reason(
        "A rating is out of bounds",
        "“{label}” has rating {number}; ratings are {least} to {most}.",
        "Give it a rating of {least} to {most}.",
    ),
    Own.UNFIT_REACH: Reason(
        "A reach is out of bounds",
        "“{label}” reaches {number} zones; a reach is {least} to {most}.",
        "Give it a reach of {least} to {most}.",
    ),
    Own.UNFIT_THRESHOLD: Reason(
        "A threshold is out of bounds",
        "“{label}” has threshold {number}; thresholds are {least} to {most}.",
        "Give it a threshold of {least} to {most}.",
    ),
}
_MAP = {
    Own.UNKNOWN_ZONE: Reason(
        "No such zone", "There is no zone {zone} on the map.", "Name a zone of the map."
    ),
    Own.UNKNOWN_BORDER: Reason(
        "No such border", "There is no border {border} on the map.", "Name a border of the map."
    ),
    Own.UNFIT_VALUE: Reason(
        "A pass value is out of bounds",
        "“{label}” has pass value {number}; pass values are {least} to {most}.",
        "Give it a pass value of {least} to {most}.",
    ),
    Own.SAME_ZONE: Reason(
        "A border joins two zones",
        "A border cannot join {zone} to itself.",
        "Name two zones.",
    ),
    Own.MAP_FULL: Reason(
        "The map is full",
        "The map has {there} of these, and the limit is {limit}.",
        "Draw a new map, or make do with what is there.",
    ),
    Own.THRESHOLD_ASSIGNED: Reason(
        "The border's threshold is assigned",
        "Border {border} takes {threshold} stress, as was said before.",
        "Ask the referee to change it.",
    ),
    Own.UNFIT_SIDE: Reason(
        "No such side",
        "There is no side {side}: sides are 1 to {most}, and 0 is nobody's.",
        "Name a side of 0 to {most}.",
    ),
    Own.FACTION_OFF_MAP: Reason(
        "A faction stands on metaphorical maps only",
        "{name} is a faction, and this map is of a real place.",
        "Deploy what the faction has, or draw a metaphorical map.",
    ),
    Own.THERE_ALREADY: Reason(
        "In the conflict already", "{name} is in the conflict already.", "Move by an action."
    ),
    Own.NOT_THERE: Reason(
        "Not on the map", "{character} is not on the map.", "Place it first, or name another."
    ),
}
_INITIATIVE = {
    Own.NO_TWO_SIDES: Reason(
        "A conflict takes two sides",
        "There are {sides} sides with somebody on the map who acts, and it takes {least}.",
        "Place somebody of each side.",
    ),
    Own.CALLS_ALREADY: Reason(
        "The seat calls already", "{name} is the caller already.", "Name another seat."
    ),
    Own.INVOLVED: Reason(
        "The caller is not involved",
        "{name} plays somebody in the conflict.",
        "Name a seat that plays nobody in it, or the referee's.",
    ),
    Own.NOT_THE_CALLER: Reason(
        "Only the caller may do this", "The caller is {name} ({seat}).", "Leave it to {name}."
    ),
    Own.WRONG_MOMENT: Reason(
        "Not at this moment of the conflict",
        "The conflict is at {moment}, and this belongs elsewhere.",
        "See who is awaited for what, and do it when it comes to that.",
    ),
    Own.NOT_YOURS: Reason(
        "Another seat plays it",
        "{name} ({character}) is played by {seat}.",
        "Leave it to who plays {name}.",
    ),
    Own.NO_ACTOR: Reason(
        "It has no turns",
        "{character} is on no side of the conflict, or does nothing.",
        "Name somebody who is on a side and has skills.",
    ),
    Own.TAKEN_OUT: Reason(
        "Taken out", "{name} is taken out.", "Wait until the conflict is over, or concede it."
    ),
    Own.ACTED_ALREADY: Reason(
        "Everyone acts once in an exchange",
        "{name} has acted in exchange {exchange}.",
        "Wait for the next exchange.",
    ),
    Own.ANSWERED_ALREADY: Reason(
        "Answered already", "{name} has answered already.", "Wait for the caller."
    ),
    Own.NOT_ANSWERED: Reason(
        "Has not answered",
        "{name} is not among those who want to act next.",
        "Name one of them.",
    ),
    Own.SEVERAL_ANSWERED: Reason(
        "Several want to act",
        "These want to act next: {claims}.",
        "Call an auction, or wait until all but one let others go first.",
    ),
    Own.NOBODY_TO_OUTBID: Reason(
        "An auction takes two",
        "{answered} of them want to act next.",
        "Give the turn to who wants it.",
    ),
    Own.UNFIT_BID: Reason(
        "A bid is out of bounds",
        "{name} bids {shifts} shifts, and cannot get more than {most}.",
        "Bid 0 to {most} shifts.",
    ),
    Own.BID_ALREADY: Reason(
        "Bid already", "{name} has bid {shifts} shifts already.", "Wait for the others."
    ),
}
_ACTIONS = {
    Own.UNSKILLED: Reason(
        "No such skill", "{name} has no skill “{label}”.", "Name a skill of the sheet."
    ),
    Own.UNKNOWN_TRACK: Reason(
        "No such track",
        "{target} has no track “{label}” that this could be about.",
        "Name a track that it has; a border or an aspect has one without a name.",
    ),
    Own.UNFIT_TARGET: Reason(
        "It cannot be about that",
        "{target} is nothing that {action} can be about now.",
        "Name a target that the options list.",
    ),
    Own.NO_WAY_THERE: Reason(
        "No border leads there", "No borders lead to where {name} is.", "Name a nearer target."
    ),
    Own.OUT_OF_REACH: Reason(
        "Out of reach",
        "{name} is {range} zones away, and “{label}” reaches {reach}.",
        "Go nearer, or use a skill that reaches farther.",
    ),
    Own.MUST_CONTINUE: Reason(
        "The same is not rolled again",
        "This was {action} with “{label}” on the same target in the exchange before, too.",
        "Continue it, or change skill, action or target.",
    ),
    Own.NOTHING_TO_CONTINUE: Reason(
        "There is nothing to continue",
        "{name} took no action in the exchange before.",
        "Declare an action.",
    ),
    Own.NOT_THE_SAME: Reason(
        "Only the same is continued",
        "The exchange before it was {action} with “{label}” on {target}.",
        "Name the same skill, action and target, or declare a new action.",
    ),
    Own.NOTHING_ASKED: Reason(
        "The target is not asked",
        "Nothing is asked of the target of {action} now.",
        "Wait for the roll.",
    ),
    Own.TARGET_FIRST: Reason(
        "The target has a say first",
        "{name} has not said yet what it does about this.",
        "Wait for {name}.",
    ),
}
_FATE = {
    Own.OWN_ACTION: Reason(
        "One's own action", "{name} is one's own to play.", "Leave compels to the others."
    ),
    Own.COMPEL_OPEN: Reason(
        "A compel is open",
        "The compel on {aspect} has not been answered.",
        "Wait for the answer.",
    ),
    Own.NO_COMPEL: Reason("No compel is open", "Nobody compels.", "Go on with the action."),
    Own.COMPELLED_ALREADY: Reason(
        "Compelled already",
        "{aspect} was compelled for this action, and refused.",
        "Name another aspect.",
    ),
    Own.DOES_NOT_HOLD: Reason(
        "The aspect does not hold",
        "{aspect} is no aspect that holds here.",
        "Name an aspect of the map, or of somebody in the conflict.",
    ),
    Own.NO_FATE: Reason("No fate points", "{name} has no fate point.", "Do without."),
    Own.INVOKED_ALREADY: Reason(
        "Invoked already",
        "{aspect} was invoked on this roll already.",
        "Name another aspect.",
    ),
    Own.NO_FREE_INVOKE: Reason(
        "No free invoke",
        "{name} has no free invoke of {aspect}.",
        "Pay a fate point, or name an aspect that {name} has placed.",
    ),
    Own.NO_SPIN: Reason(
        "No spin to use",
        "There is no spin of {target} to be used on this roll.",
        "Do without.",
    ),
}
_RESISTING = {
    Own.NOT_THE_TARGET: Reason(
        "Only the target resists",
        "The target is {name}, and nobody else resists.",
        "Leave it to who plays {name}.",
    ),
    Own.NOT_A_MOVE: Reason(
        "Stress brings only a move farther",
        "Stress and consequences do nothing for {action}.",
        "Invoke aspects.",
    ),
    Own.OTHER_TRACK: Reason(
        "Another track is attacked",
        "A direct attack is resisted on the track that it is about: “{label}”.",
        "Mark a box of “{label}”.",
    ),
    Own.BOX_NOT_FREE: Reason(
        "The box cannot be marked or cleared",
        "Box {box} of “{label}” is not among those that can; free are: {free}.",
        "Name another box.",
    ),
    Own.CONSEQUENCE_TAKEN: Reason(
        "One consequence of each sort",
        "{name} has a {severity} consequence already.",
        "Take another one.",
    ),
}
_OUTCOMES = {
    Own.TOO_FEW_SHIFTS: Reason(
        "Too few shifts",
        "{route} takes {needed} shifts, and {left} are left.",
        "Do what the shifts pay for.",
    ),
    Own.NO_SUCH_ROUTE: Reason(
        "No such way", "{route} is not among the ways from here.", "Take one that is listed."
    ),
    Own.NOTHING_TO_GO: Reason("Nobody goes anywhere", "These shifts clear boxes.", "Clear boxes."),
    Own.NOTHING_TO_CLEAR: Reason(
        "No box is cleared", "These shifts pay for borders.", "Cross borders."
    ),
    Own.BOX_NOT_MARKED: Reason(
        "The box is not marked", "Box {box} of “{label}” is not marked.", "Name a marked box."
    ),
    Own.MOVED_ALREADY: Reason(
        "One free move", "{name} has moved freely in this turn.", "Move by an action."
    ),
    Own.DONE_ALREADY: Reason(
        "One simple action",
        "{name} has done something simple in this turn.",
        "Take an action, or end the turn.",
    ),
    Own.NOT_A_FREE_MOVE: Reason(
        "Not a free move",
        "{route} is not over one border of pass value {most} at most.",
        "Take one that is listed.",
    ),
    Own.NOT_A_FACTION: Reason(
        "Only factions deploy",
        "{name} stands on the map and acts there.",
        "Declare an action.",
    ),
    Own.NOT_A_RESOURCE: Reason(
        "Nothing to deploy",
        "{thing} is no thing of who plays {name}, or is on the map already.",
        "Name a thing that is not on the map.",
    ),
    Own.REDEFINE_IT: Reason(
        "A border is redefined",
        "What becomes of border {border} is how it is crossed now.",
        "Redefine it.",
    ),
    Own.NOT_THAT_BORDER: Reason(
        "Another border was taken out",
        "{target} was taken out, not border {border}.",
        "Say what becomes of {target}.",
    ),
    Own.NOT_LONGER: Reason(
        "No long action",
        "It takes {task}, which is no longer than an exchange ({exchange}).",
        "Declare an action for it.",
    ),
    Own.NOT_YOUR_SIDE: Reason(
        "Not one's own side",
        "One plays nobody who is left on side {side}.",
        "Concede for a side of one's own.",
    ),
    Own.ON_THE_SHEET: Reason(
        "The aspect stands on a sheet",
        "“{label}” is an aspect of a sheet.",
        "Write the sheet anew.",
    ),
}

REASONS: dict[Own, Reason] = (
    _SHEETS | _MAP | _INITIATIVE | _ACTIONS | _FATE | _RESISTING | _OUTCOMES
)
