"""The refusal codes of Edgerunner: each one's title, sentence and remedy."""

from verger.domain.core.reason import Reason
from verger.domain.games.edgerunner.reason import Code as Own

_SHEETS = {
    Own.UNFIT_RATING: Reason(
        "A rating is out of bounds",
        "“{label}” has rating {number}; ratings are {least} to {most}.",
        "Give it a rating of {least} to {most}.",
    ),
    Own.UNFIT_REACH: Reason(
        "A reach is out of bounds",
        "“{label}” has reach {number}; a reach is {least} to {most}.",
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
        "No such zone",
        "There is no such zone on the map.",
        "Zones that are drawn: {there}.",
    ),
    Own.UNKNOWN_BORDER: Reason(
        "No such border",
        "There is no such border on the map.",
        "Borders that are drawn: {there}.",
    ),
    Own.UNFIT_VALUE: Reason(
        "A pass value is out of bounds",
        "“{label}” has pass value {number}; pass values are {least} to {most}.",
        "Give it a pass value of {least} to {most}.",
    ),
    Own.SAME_ZONE: Reason(
        "A border joins two zones",
        "A border cannot join “{name}” to itself.",
        "Name two zones.",
    ),
    Own.MAP_FULL: Reason(
        "The map is full",
        "The map has {there} {what}, and the limit is {limit}.",
        "The map takes no more.",
    ),
    Own.THRESHOLD_ASSIGNED: Reason(
        "The border's threshold is assigned",
        "It is said already how much stress {name} takes: {threshold}.",
        "Only the referee changes it.",
    ),
    Own.UNFIT_SIDE: Reason(
        "No such side",
        "There is no side {side}: sides are 1 to {most}, and 0 is nobody's.",
        "Name a side of 0 to {most}.",
    ),
    Own.FACTION_OFF_MAP: Reason(
        "A faction stands on metaphorical maps only",
        "{name} is a faction, and this map is of a real place.",
        "It stands in no zone: in its turn it deploys, or does nothing.",
    ),
    Own.THERE_ALREADY: Reason(
        "In the conflict already",
        "{name} is in the conflict already.",
        "It moves by its own actions only.",
    ),
    Own.NOT_THERE: Reason(
        "Not on the map",
        "{name} is not on the map.",
        "Only who is on the map can be named.",
    ),
}
_INITIATIVE = {
    Own.NO_TWO_SIDES: Reason(
        "A conflict takes two sides",
        "Sides with somebody on the map who acts: {sides}; it takes {least}.",
        "Wait until somebody of two sides has been placed.",
    ),
    Own.CALLS_ALREADY: Reason(
        "The seat calls already",
        "{name} is the caller already.",
        "The call can go to another seat only.",
    ),
    Own.NOT_THE_CALLER: Reason(
        "Only the caller may do this",
        "The caller is {name}.",
        "Leave it to {name}.",
    ),
    Own.WRONG_MOMENT: Reason(
        "Not at this moment of the conflict",
        "{now}; this belongs to another moment.",
        "Wait until it comes to that.",
    ),
    Own.NOT_YOURS: Reason(
        "Another seat plays it",
        "{name} is played by {named}.",
        "Leave it to {named}.",
    ),
    Own.NO_ACTOR: Reason(
        "It has no turns",
        "{name} is on no side of the conflict, or does nothing.",
        "Those who can be named: {there}.",
    ),
    Own.TAKEN_OUT: Reason(
        "Taken out",
        "{name} is taken out.",
        "Wait until the conflict is over.",
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
        "Those who can be named: {there}.",
    ),
    Own.SEVERAL_ANSWERED: Reason(
        "Several want to act",
        "These want to act next: {there}.",
        "Call an auction, or wait until all but one let others go first.",
    ),
    Own.NOBODY_TO_OUTBID: Reason(
        "An auction takes two",
        "Who wants to act next: {there}.",
        "Give the turn to one of those who have yet to act.",
    ),
    Own.UNFIT_BID: Reason(
        "A bid is out of bounds",
        "The bid is {shifts}; {name} can get 0 to {most}.",
        "Bid 0 to {most}.",
    ),
    Own.BID_ALREADY: Reason(
        "Bid already",
        "{name} has bid already: {shifts}.",
        "Wait for the others.",
    ),
}
_ACTIONS = {
    Own.UNSKILLED: Reason(
        "No such skill",
        "{name} has no skill “{label}”.",
        "Name one of its skills: {there}.",
    ),
    Own.UNKNOWN_TRACK: Reason(
        "No such track",
        "{name} has no track “{label}” that this could be about.",
        "Tracks that it can be about: {there}.",
    ),
    Own.UNFIT_TARGET: Reason(
        "It cannot be about that",
        "{name} is nothing that {action} can be about now.",
        "It can be about these: {there}.",
    ),
    Own.NO_WAY_THERE: Reason(
        "No border leads there",
        "No borders lead to where {name} is.",
        "Only a target that borders lead to can be named.",
    ),
    Own.OUT_OF_REACH: Reason(
        "Out of reach",
        "{name} is {away} away; “{label}” reaches {far}.",
        "It takes a skill that reaches farther, or a place that is nearer.",
    ),
    Own.MUST_CONTINUE: Reason(
        "The same is not rolled again",
        "{name} did this in the exchange before: {deed}.",
        "Continue it, or change skill, action or target.",
    ),
    Own.NOTHING_TO_CONTINUE: Reason(
        "There is nothing to continue",
        "{name} took no action in the exchange before.",
        "Only what was done in the exchange before is continued.",
    ),
    Own.NOT_THE_SAME: Reason(
        "Only the same is continued",
        "What {name} did in the exchange before is {deed}.",
        "Continue just that, or declare something else.",
    ),
    Own.NOTHING_ASKED: Reason(
        "The target is not asked",
        "Nothing is asked of the target of {action} now.",
        "Wait for the roll.",
    ),
    Own.TARGET_FIRST: Reason(
        "The target has a say first",
        "{name} has not answered this yet.",
        "Wait for {name}.",
    ),
}
_FATE = {
    Own.OWN_ACTION: Reason(
        "One's own action",
        "Who compels plays {name}, too.",
        "Leave compels to the others.",
    ),
    Own.COMPEL_OPEN: Reason(
        "A compel is open",
        "The compel on “{label}” has not been answered.",
        "Wait for the answer.",
    ),
    Own.NO_COMPEL: Reason(
        "No compel is open", "Nobody compels.", "Only a compel that is open is answered."
    ),
    Own.COMPELLED_ALREADY: Reason(
        "Compelled already",
        "“{label}” was compelled for this action, and refused.",
        "An aspect is compelled only once for an action.",
    ),
    Own.DOES_NOT_HOLD: Reason(
        "The aspect does not hold",
        "“{label}” is no aspect that holds here.",
        "Aspects that hold: {there}.",
    ),
    Own.NO_FATE: Reason(
        "No fate points",
        "{name} has no fate point.",
        "Do without it.",
    ),
    Own.INVOKED_ALREADY: Reason(
        "Invoked already",
        "“{label}” was invoked on this roll already.",
        "An aspect is invoked only once on a roll.",
    ),
    Own.NO_FREE_INVOKE: Reason(
        "No free invoke",
        "{name} has no free invoke of “{label}”.",
        "It takes a fate point instead.",
    ),
    Own.NO_SPIN: Reason(
        "No spin to use",
        "There is no spin of {name} to be used on this roll.",
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
        "Leave the roll as it is, or change it in another way.",
    ),
    Own.NOT_A_DEFENSE: Reason(
        "Only a defense leaves a threshold",
        "This is {action}, which sets no threshold.",
        "Leave the roll as it is.",
    ),
    Own.NOTHING_TO_GIVE_IN_TO: Reason(
        "Only an attack is given in to",
        "This is {action}, by which nobody is taken out.",
        "Leave the roll as it is.",
    ),
    Own.OTHER_TRACK: Reason(
        "Another track is attacked",
        "A direct attack is resisted on the track that it is about: “{label}”.",
        "Only boxes of “{label}” count against it.",
    ),
    Own.BOX_NOT_FREE: Reason(
        "The box cannot be marked or cleared",
        "Box {box} of “{label}” is none of those that can be: {free}.",
        "Only those can be named.",
    ),
    Own.CONSEQUENCE_TAKEN: Reason(
        "One consequence of each sort",
        "{name} has a {severity} consequence already.",
        "Consequences that are left to take: {there}.",
    ),
}
_OUTCOMES = {
    Own.TOO_FEW_SHIFTS: Reason(
        "Too few shifts",
        "{name} takes {needed}; shifts left: {left}.",
        "Do what they pay for, or leave them.",
    ),
    Own.NO_SUCH_ROUTE: Reason(
        "No such way",
        "That is none of the ways from here.",
        "Ways lead to these zones: {there}.",
    ),
    Own.NO_SUCH_DOOR: Reason(
        "No such door",
        "That is nothing that is opened or shut from here by {left} left of a move.",
        "What can be opened or shut: {there}.",
    ),
    Own.NOTHING_TO_GO: Reason("Nobody goes anywhere", "These shifts clear boxes.", "Clear boxes."),
    Own.NOTHING_TO_CLEAR: Reason(
        "No box is cleared", "These shifts pay for borders.", "Cross borders."
    ),
    Own.BOX_NOT_MARKED: Reason(
        "The box is not marked",
        "Box {box} of “{label}” is not marked.",
        "Boxes that can be cleared: {there}.",
    ),
    Own.MOVED_ALREADY: Reason(
        "One free move",
        "{name} has moved freely in this turn.",
        "Move by an action, or end the turn.",
    ),
    Own.NOT_A_FREE_MOVE: Reason(
        "Not a free move",
        "That way is not over one border of pass value {most} at most.",
        "Free moves lead to these zones: {there}.",
    ),
    Own.NOT_A_FACTION: Reason(
        "Only factions deploy",
        "{name} stands on the map and acts there.",
        "Declare an action, or do something simple.",
    ),
    Own.NOT_A_RESOURCE: Reason(
        "Nothing to deploy",
        "{name} cannot deploy “{named}”.",
        "It can deploy these: {there}.",
    ),
    Own.REDEFINE_IT: Reason(
        "A border is redefined",
        "What becomes of {name} is how it is crossed now.",
        "Redefine it.",
    ),
    Own.NOT_THAT_BORDER: Reason(
        "Another border was taken out",
        "{name} was taken out, and not {named}.",
        "Say what becomes of {name}.",
    ),
    Own.NOT_LONGER: Reason(
        "No long action",
        "It takes {task}, which is no longer than an exchange ({exchange}).",
        "It is done by an action in somebody's turn.",
    ),
    Own.NOT_YOUR_SIDE: Reason(
        "Not one's own side",
        "One plays nobody who is left on side {side}.",
        "Sides that one can concede for: {there}.",
    ),
    Own.ON_THE_SHEET: Reason(
        "The aspect stands on a sheet",
        "“{label}” is an aspect of a sheet.",
        "Leave it there.",
    ),
}

REASONS: dict[Own, Reason] = (
    _SHEETS | _MAP | _INITIATIVE | _ACTIONS | _FATE | _RESISTING | _OUTCOMES
)
