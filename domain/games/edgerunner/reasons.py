"""The refusal codes of Edgerunner, each with its title, sentence and remedy."""

from verger.domain.core.reason import Reason
from verger.domain.games.edgerunner.reason import Code as Own

_SHEETS = {
    Own.UNFIT_RATING: Reason(
        "A rating is out of bounds",
        "“{entry_name}” has rating {rating_given}; ratings are {rating_minimum} to {rating_maximum}.",
        "Give it a rating of {rating_minimum} to {rating_maximum}.",
    ),
    Own.UNFIT_REACH: Reason(
        "A reach is out of bounds",
        "“{entry_name}” has reach {reach_given}; a reach is {reach_minimum} to {reach_maximum}.",
        "Give it a reach of {reach_minimum} to {reach_maximum}.",
    ),
    Own.UNFIT_THRESHOLD: Reason(
        "A threshold is out of bounds",
        "“{entry_name}” has threshold {threshold_given}; thresholds are {threshold_minimum} to {threshold_maximum}.",
        "Give it a threshold of {threshold_minimum} to {threshold_maximum}.",
    ),
}
_MAP = {
    Own.UNKNOWN_ZONE: Reason(
        "No such zone",
        "There is no such zone on the map.",
        "Zones that are drawn: {zone_names}.",
    ),
    Own.UNKNOWN_BORDER: Reason(
        "No such border",
        "There is no such border on the map.",
        "Borders that are drawn: {border_names}.",
    ),
    Own.UNFIT_VALUE: Reason(
        "A pass value is out of bounds",
        "“{entry_name}” has pass value {pass_value_given}; pass values are {pass_value_minimum} to {pass_value_maximum}.",
        "Give it a pass value of {pass_value_minimum} to {pass_value_maximum}.",
    ),
    Own.SAME_ZONE: Reason(
        "A border joins two zones",
        "A border cannot join “{zone_name}” to itself.",
        "Name two zones.",
    ),
    Own.MAP_FULL: Reason(
        "The map is full",
        "The map has {map_parts_drawn} {map_part}, and the limit is {map_parts_allowed}.",
        "The map takes no more.",
    ),
    Own.THRESHOLD_ASSIGNED: Reason(
        "The border's threshold is assigned",
        "It is said already how much stress {border_name} takes: {stress_threshold}.",
        "Only the referee changes it.",
    ),
    Own.UNFIT_SIDE: Reason(
        "No such side",
        "There is no side {side}: sides are 1 to {side_maximum}, and 0 is nobody's.",
        "Name a side of 0 to {side_maximum}.",
    ),
    Own.FACTION_OFF_MAP: Reason(
        "A faction stands on metaphorical maps only",
        "{character_name} is a faction, and this map is of a real place.",
        "It stands in no zone: in its turn it deploys, or does nothing.",
    ),
    Own.THERE_ALREADY: Reason(
        "In the conflict already",
        "{character_name} is in the conflict already.",
        "It moves by its own actions only.",
    ),
    Own.NOT_THERE: Reason(
        "Not on the map",
        "{character_name} is not on the map.",
        "Only who is on the map can be named.",
    ),
}
_INITIATIVE = {
    Own.NO_TWO_SIDES: Reason(
        "A conflict takes two sides",
        "Sides with somebody on the map who acts: {sides_on_map}; it takes {sides_needed}.",
        "Wait until somebody of two sides has been placed.",
    ),
    Own.CALLS_ALREADY: Reason(
        "The seat calls already",
        "{seat_name} is the caller already.",
        "The call can go to another seat only.",
    ),
    Own.NOT_THE_CALLER: Reason(
        "Only the caller may do this",
        "The caller is {caller_name}.",
        "Leave it to {caller_name}.",
    ),
    Own.WRONG_MOMENT: Reason(
        "Not at this moment of the conflict",
        "{moment_in_words}; this belongs to another moment.",
        "Wait until it comes to that.",
    ),
    Own.NOT_YOURS: Reason(
        "Another seat plays it",
        "{character_name} is played by {seat_name}.",
        "Leave it to {seat_name}.",
    ),
    Own.NO_ACTOR: Reason(
        "It has no turns",
        "{character_name} is on no side of the conflict, or does nothing.",
        "Those who can be named: {character_names}.",
    ),
    Own.TAKEN_OUT: Reason(
        "Taken out",
        "{character_name} is taken out.",
        "Wait until the conflict is over.",
    ),
    Own.ACTED_ALREADY: Reason(
        "Everyone acts once in an exchange",
        "{character_name} has acted in exchange {exchange_number}.",
        "Wait for the next exchange.",
    ),
    Own.ANSWERED_ALREADY: Reason(
        "Answered already", "{character_name} has answered already.", "Wait for the caller."
    ),
    Own.NOT_ANSWERED: Reason(
        "Has not answered",
        "{character_name} is not among those who want to act next.",
        "Those who can be named: {character_names}.",
    ),
    Own.SEVERAL_ANSWERED: Reason(
        "Several want to act",
        "These want to act next: {character_names}.",
        "Call an auction, or wait until all but one let others go first.",
    ),
    Own.NOBODY_TO_OUTBID: Reason(
        "An auction takes two",
        "Who wants to act next: {character_names}.",
        "Give the turn to one of those who have yet to act.",
    ),
    Own.UNFIT_BID: Reason(
        "A bid is out of bounds",
        "The bid is {shifts_bid}; {character_name} can get 0 to {shifts_maximum}.",
        "Bid 0 to {shifts_maximum}.",
    ),
    Own.BID_ALREADY: Reason(
        "Bid already",
        "{character_name} has bid already: {shifts_bid}.",
        "Wait for the others.",
    ),
}
_ACTIONS = {
    Own.UNSKILLED: Reason(
        "No such skill",
        "{character_name} has no skill “{skill_name}”.",
        "Name one of its skills: {skill_names}.",
    ),
    Own.UNKNOWN_TRACK: Reason(
        "No such track",
        "{target_name} has no track “{track_name}” that this could be about.",
        "Tracks that it can be about: {track_names}.",
    ),
    Own.UNFIT_TARGET: Reason(
        "It cannot be about that",
        "{target_name} is nothing that {action_in_words} can be about now.",
        "It can be about these: {target_names}.",
    ),
    Own.NO_WAY_THERE: Reason(
        "No border leads there",
        "No borders lead to where {target_name} is.",
        "Only a target that borders lead to can be named.",
    ),
    Own.OUT_OF_REACH: Reason(
        "Out of reach",
        "{target_name} is {distance_in_words} away; “{skill_name}” reaches {reach_in_words}.",
        "It takes a skill that reaches farther, or a place that is nearer.",
    ),
    Own.MUST_CONTINUE: Reason(
        "The same is not rolled again",
        "{character_name} did this in the exchange before: {earlier_action_in_words}.",
        "Continue it, or change skill, action or target.",
    ),
    Own.NOTHING_TO_CONTINUE: Reason(
        "There is nothing to continue",
        "{character_name} took no action in the exchange before.",
        "Only what was done in the exchange before is continued.",
    ),
    Own.NOT_THE_SAME: Reason(
        "Only the same is continued",
        "What {character_name} did in the exchange before is {earlier_action_in_words}.",
        "Continue just that, or declare something else.",
    ),
    Own.NOTHING_ASKED: Reason(
        "The target is not asked",
        "Nothing is asked of the target of {action_in_words} now.",
        "Wait for the roll.",
    ),
    Own.TARGET_FIRST: Reason(
        "The target has a say first",
        "{target_name} has not answered this yet.",
        "Wait for {target_name}.",
    ),
}
_FATE = {
    Own.OWN_ACTION: Reason(
        "One's own action",
        "Who compels plays {character_name}, too.",
        "Leave compels to the others.",
    ),
    Own.COMPEL_OPEN: Reason(
        "A compel is open",
        "The compel on “{aspect_name}” has not been answered.",
        "Wait for the answer.",
    ),
    Own.NO_COMPEL: Reason(
        "No compel is open", "Nobody compels.", "Only a compel that is open is answered."
    ),
    Own.COMPELLED_ALREADY: Reason(
        "Compelled already",
        "“{aspect_name}” was compelled for this action, and refused.",
        "An aspect is compelled only once for an action.",
    ),
    Own.DOES_NOT_HOLD: Reason(
        "The aspect does not hold",
        "“{aspect_name}” is no aspect that holds here.",
        "Aspects that hold: {aspect_names}.",
    ),
    Own.NO_FATE: Reason(
        "No fate points",
        "{character_name} has no fate point.",
        "Do without it.",
    ),
    Own.INVOKED_ALREADY: Reason(
        "Invoked already",
        "“{aspect_name}” was invoked on this roll already.",
        "An aspect is invoked only once on a roll.",
    ),
    Own.NO_FREE_INVOKE: Reason(
        "No free invoke",
        "{character_name} has no free invoke of “{aspect_name}”.",
        "It takes a fate point instead.",
    ),
    Own.NO_SPIN: Reason(
        "No spin to use",
        "There is no spin of {target_name} to be used on this roll.",
        "Do without.",
    ),
}
_RESISTING = {
    Own.NOT_THE_TARGET: Reason(
        "Only the target resists",
        "The target is {target_name}, and nobody else resists.",
        "Leave it to who plays {target_name}.",
    ),
    Own.NOT_A_MOVE: Reason(
        "Stress brings only a move farther",
        "Stress and consequences do nothing for {action_in_words}.",
        "Leave the roll as it is, or change it in another way.",
    ),
    Own.NOT_A_DEFENSE: Reason(
        "Only a defense leaves a threshold",
        "This is {action_in_words}, which sets no threshold.",
        "Leave the roll as it is.",
    ),
    Own.NOTHING_TO_GIVE_IN_TO: Reason(
        "Only an attack is given in to",
        "This is {action_in_words}, by which nobody is taken out.",
        "Leave the roll as it is.",
    ),
    Own.OTHER_TRACK: Reason(
        "Another track is attacked",
        "A direct attack is resisted on the track that it is about: “{track_name}”.",
        "Only boxes of “{track_name}” count against it.",
    ),
    Own.BOX_NOT_FREE: Reason(
        "The box cannot be marked or cleared",
        "Box {box_number} of “{track_name}” is none of those that can be: {boxes_free}.",
        "Only those can be named.",
    ),
    Own.CONSEQUENCE_TAKEN: Reason(
        "One consequence of each sort",
        "{character_name} has a {severity} consequence already.",
        "Consequences that are left to take: {severities_free}.",
    ),
}
_OUTCOMES = {
    Own.TOO_FEW_SHIFTS: Reason(
        "Too few shifts",
        "{purchase_in_words} takes {shifts_needed}; shifts left: {shifts_left}.",
        "Do what they pay for, or leave them.",
    ),
    Own.NO_SUCH_ROUTE: Reason(
        "No such way",
        "That is none of the ways from here.",
        "Ways lead to these zones: {zone_names}.",
    ),
    Own.NO_SUCH_DOOR: Reason(
        "No such door",
        "That is nothing that is opened or shut from here by {shifts_left} left of a move.",
        "What can be opened or shut: {border_names}.",
    ),
    Own.NOTHING_TO_GO: Reason("Nobody goes anywhere", "These shifts clear boxes.", "Clear boxes."),
    Own.NOTHING_TO_CLEAR: Reason(
        "No box is cleared", "These shifts pay for borders.", "Cross borders."
    ),
    Own.BOX_NOT_MARKED: Reason(
        "The box is not marked",
        "Box {box_number} of “{track_name}” is not marked.",
        "Boxes that can be cleared: {boxes_clearable}.",
    ),
    Own.MOVED_ALREADY: Reason(
        "One free move",
        "{character_name} has moved freely in this turn.",
        "Move by an action, or end the turn.",
    ),
    Own.NOT_A_FREE_MOVE: Reason(
        "Not a free move",
        "That way is not over one border of pass value {pass_value_maximum} at most.",
        "Free moves lead to these zones: {zone_names}.",
    ),
    Own.NOT_A_FACTION: Reason(
        "Only factions deploy",
        "{character_name} stands on the map and acts there.",
        "Declare an action, or do something simple.",
    ),
    Own.NOT_A_RESOURCE: Reason(
        "Nothing to deploy",
        "{character_name} cannot deploy “{resource_name}”.",
        "It can deploy these: {resource_names}.",
    ),
    Own.REDEFINE_IT: Reason(
        "A border is redefined",
        "What becomes of {border_name} is how it is crossed now.",
        "Redefine it.",
    ),
    Own.NOT_THAT_BORDER: Reason(
        "Another border was taken out",
        "{target_name} was taken out, and not {border_name}.",
        "Say what becomes of {target_name}.",
    ),
    Own.NOT_LONGER: Reason(
        "No long action",
        "It takes {task_duration}, which is no longer than an exchange ({exchange_duration}).",
        "It is done by an action in somebody's turn.",
    ),
    Own.NOT_YOUR_SIDE: Reason(
        "Not one's own side",
        "One plays nobody who is left on side {side}.",
        "Sides that one can concede for: {own_sides}.",
    ),
    Own.ON_THE_SHEET: Reason(
        "The aspect stands on a sheet",
        "“{aspect_name}” is an aspect of a sheet.",
        "Leave it there.",
    ),
}

REASONS: dict[Own, Reason] = (
    _SHEETS | _MAP | _INITIATIVE | _ACTIONS | _FATE | _RESISTING | _OUTCOMES
)
