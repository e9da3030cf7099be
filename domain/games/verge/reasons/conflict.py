"""Refusals about overrides, conflicts and first notices of loss."""

from verger.domain.core.reason import Reason
from verger.domain.games.verge.reason import Code as Own

REASONS: dict[Own, Reason] = {
    Own.ACTION_PAST: Reason(
        "Another action is open",
        "Action {open_action_number} is the open one, not action {action_number}.",
        "Only action {open_action_number} can be answered now.",
    ),
    Own.CONTESTED: Reason(
        "Tokens or dice decide about it",
        "Tokens or dice decide about this now.",
        "Wait for what they decide.",
    ),
    Own.NOT_CONTESTED: Reason(
        "Nobody objects",
        "Nobody objects to what {seat_name} wants.",
        "Wait for the answers: without an objection it is recorded.",
    ),
    Own.NOT_OVERRIDABLE: Reason(
        "It cannot be overridden",
        "Tokens cannot settle this: {hindrance_in_words}.",
        "Wait until everybody else consents, or withdraw it.",
    ),
    Own.NOT_OVERRIDDEN: Reason(
        "No override is under way",
        "What {seat_name} wants is not being overridden.",
        "Wait until {seat_name} overrides the objections to it.",
    ),
    Own.NOTHING_RAISED: Reason(
        "Nothing was raised",
        "Nobody has raised the price since it was last matched.",
        "Wait until every other seat lets the price stand.",
    ),
    Own.NOT_FOR_DICE: Reason(
        "Dice do not decide this",
        "Dice do not decide this: {hindrance_in_words}.",
        "Only what is objected to within the fiction, or a price that was raised, goes to dice.",
    ),
    Own.CONFLICT_OPEN: Reason(
        "A conflict is under way",
        "A conflict is under way, and there is no other within it.",
        "Wait until it is over.",
    ),
    Own.NO_CONFLICT: Reason(
        "No conflict is under way",
        "No conflict is under way.",
        "It is possible only in a conflict.",
    ),
    Own.WRONG_STAGE: Reason(
        "The conflict is elsewhere",
        "The conflict is {conflict_stage}; this is not done now.",
        "It belongs to another stage of the conflict.",
    ),
    Own.NOT_IN_CONFLICT: Reason(
        "This seat takes no part",
        "{seat_name} takes no part in the conflict, or no longer.",
        "Only its participants may do this.",
    ),
    Own.NOT_NEXT: Reason(
        "Another participant is next",
        "It is {turn_seat_name}'s turn in the conflict, not {seat_name}'s.",
        "Wait for {turn_seat_name}: higher signals come first.",
    ),
    Own.NOT_IN_THE_SPOTLIGHT: Reason(
        "Another seat decides",
        "{spotlight_name} decides whether the conflict goes on.",
        "Wait for {spotlight_name}.",
    ),
    Own.NOT_THIS_NODE: Reason(
        "Not with this node",
        "{seat_name} cannot join with “{element_label}”.",
        "One joins with one's own character, or with an unclaimed node that one wrote; the GM with any unclaimed node.",
    ),
    Own.NODE_TAKEN: Reason(
        "It fights already",
        "“{element_label}” is in this conflict already, for {seat_name}.",
        "A node fights for one seat only.",
    ),
    Own.UNKNOWN_GOAL: Reason(
        "No such goal",
        "The conflict has no goal {goal_number}.",
        "Name one of its goals, counted from 1, or state a new one.",
    ),
    Own.BROKEN_PATH: Reason(
        "The path does not lead there",
        "The path breaks at “{element_label}”.",
        "Take active edges and the nodes between them, each once, from one's node to “{target_label}”.",
    ),
    Own.NOT_USABLE: Reason(
        "It is not this seat's to use",
        "“{element_label}” is not next to one's own, and it is controlled by {controller_names}.",
        "A path takes what is next to one's own or under one's control; control can be granted.",
    ),
    Own.NO_SUCH_DIE: Reason(
        "No die shows this",
        "No die shows {face_chosen}.",
        "Only a face that was rolled can be chosen.",
    ),
    Own.BURNT_OUT: Reason(
        "This edge cannot be burned",
        "“{element_label}” cannot be burned: {hindrance_in_words}.",
        "Only an active edge at one's own node with power 1 or more can be burned.",
    ),
    Own.NO_NOISE: Reason(
        "There is no noise", "All dice are signal; there is no noise to roll again.", "Pass."
    ),
    Own.NOTICES_FIRST: Reason(
        "First notices of loss come first",
        "Before ordinary play, these have their first notice of loss: {seat_names}.",
        "One of them comes next: its player chooses what is lost, then the GM frames its scene.",
    ),
    Own.NOTHING_TO_LOSE: Reason(
        "There is nothing to lose",
        "{seat_name} cannot lose “{element_label}”: {hindrance_in_words}.",
        "Only an edge at one's own character can be lost.",
    ),
    Own.LOSS_NOT_CHOSEN: Reason(
        "The loss is not chosen",
        "{seat_name} has not chosen what to lose.",
        "A first notice begins when its player has chosen what is lost.",
    ),
    Own.NOTICE_UNDER_WAY: Reason(
        "A first notice is under way",
        "{seat_name}'s first notice of loss is under way.",
        "Wait for the end of its scene.",
    ),
    Own.NO_NOTICE: Reason(
        "No first notice to fight",
        "No first notice of loss is under way that is still to be fought.",
        "It is possible only in a first notice that is still to be fought.",
    ),
    Own.SAME_SIDE: Reason(
        "They are on different sides",
        "{seat_name} fights against the loss that {spotlight_name} fights for.",
        "State another goal.",
    ),
    Own.LOSS_IS_FIXED: Reason(
        "The loss is fixed",
        "{spotlight_name} takes what {seat_name} loses, and neither stands aside nor gives up.",
        "Fight it to its end.",
    ),
}
