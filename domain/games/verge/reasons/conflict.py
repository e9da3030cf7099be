"""Why a move does not fit an override, a conflict or a first notice of loss."""

from verger.domain.core.reason import Reason
from verger.domain.games.verge.reason import Code as Own

REASONS: dict[Own, Reason] = {
    Own.ACTION_PAST: Reason(
        "Another action is open",
        "Action {current} is the open one, not action {action}.",
        "Only action {current} can be answered now.",
    ),
    Own.CONTESTED: Reason(
        "Tokens or dice decide about it",
        "Tokens or dice decide about this now.",
        "Wait for what they decide.",
    ),
    Own.NOT_CONTESTED: Reason(
        "Nobody objects",
        "Nobody objects to what {name} wants.",
        "Wait for the answers: without an objection it is recorded.",
    ),
    Own.NOT_OVERRIDABLE: Reason(
        "It cannot be overridden",
        "Tokens cannot settle this: {why}.",
        "Wait until everybody else consents, or withdraw it.",
    ),
    Own.NOT_OVERRIDDEN: Reason(
        "No override is under way",
        "What {name} wants is not being overridden.",
        "Wait until {name} overrides the objections to it.",
    ),
    Own.NOTHING_RAISED: Reason(
        "Nothing was raised",
        "Nobody has raised the price since it was last matched.",
        "Wait until every other seat lets the price stand.",
    ),
    Own.NOT_FOR_DICE: Reason(
        "Dice do not decide this",
        "Dice do not decide this: {why}.",
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
        "The conflict is {stage}; this is not done now.",
        "It belongs to another stage of the conflict.",
    ),
    Own.NOT_IN_CONFLICT: Reason(
        "This seat takes no part",
        "{name} takes no part in the conflict, or no longer.",
        "Only its participants may do this.",
    ),
    Own.NOT_NEXT: Reason(
        "Another participant is next",
        "It is {next}'s turn in the conflict, not {name}'s.",
        "Wait for {next}: higher signals come first.",
    ),
    Own.NOT_IN_THE_SPOTLIGHT: Reason(
        "Another seat decides",
        "{spotlight} decides whether the conflict goes on.",
        "Wait for {spotlight}.",
    ),
    Own.NOT_THIS_NODE: Reason(
        "Not with this node",
        "{name} cannot join with “{label}”.",
        "One joins with one's own character, or with an unclaimed node that one wrote; the GM with any unclaimed node.",
    ),
    Own.NODE_TAKEN: Reason(
        "It fights already",
        "“{label}” is in this conflict already, for {name}.",
        "A node fights for one seat only.",
    ),
    Own.UNKNOWN_GOAL: Reason(
        "No such goal",
        "The conflict has no goal {goal}.",
        "Name one of its goals, counted from 1, or state a new one.",
    ),
    Own.BROKEN_PATH: Reason(
        "The path does not lead there",
        "The path breaks at “{label}”.",
        "Take active edges and the nodes between them, each once, from one's node to “{there}”.",
    ),
    Own.NOT_USABLE: Reason(
        "It is not this seat's to use",
        "“{label}” is not next to one's own, and it is controlled by {controllers}.",
        "A path takes what is next to one's own or under one's control; control can be granted.",
    ),
    Own.NO_SUCH_DIE: Reason(
        "No die shows this", "No die shows {face}.", "Only a face that was rolled can be chosen."
    ),
    Own.BURNT_OUT: Reason(
        "This edge cannot be burned",
        "“{label}” cannot be burned: {why}.",
        "Only an active edge at one's own node with power 1 or more can be burned.",
    ),
    Own.NO_NOISE: Reason(
        "There is no noise", "All dice are signal; there is no noise to roll again.", "Pass."
    ),
    Own.NOTICES_FIRST: Reason(
        "First notices of loss come first",
        "Before ordinary play, these have their first notice of loss: {named}.",
        "One of them comes next: its player chooses what is lost, then the GM frames its scene.",
    ),
    Own.NOTHING_TO_LOSE: Reason(
        "There is nothing to lose",
        "{name} cannot lose “{label}”: {why}.",
        "Only an edge at one's own character can be lost.",
    ),
    Own.LOSS_NOT_CHOSEN: Reason(
        "The loss is not chosen",
        "{name} has not chosen what to lose.",
        "A first notice begins when its player has chosen what is lost.",
    ),
    Own.NOTICE_UNDER_WAY: Reason(
        "A first notice is under way",
        "{name}'s first notice of loss is under way.",
        "Wait for the end of its scene.",
    ),
    Own.NO_NOTICE: Reason(
        "No first notice to fight",
        "No first notice of loss is under way that is still to be fought.",
        "It is possible only in a first notice that is still to be fought.",
    ),
    Own.SAME_SIDE: Reason(
        "They are on different sides",
        "{name} fights against the loss that {spotlight} fights for.",
        "State another goal.",
    ),
    Own.LOSS_IS_FIXED: Reason(
        "The loss is fixed",
        "{spotlight} takes what {name} loses, and neither stands aside nor gives up.",
        "Fight it to its end.",
    ),
}
