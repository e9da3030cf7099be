"""Refusals about overrides, conflicts and first notices of loss."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class ConflictCodes(Codes):
    """The codes about conflicts."""

    ACTION_PAST = ReasonCode(
        "action_past",
        "Another action is open",
        "Action {open_action_number} is the open one, not action {action_number}.",
        "Only action {open_action_number} can be answered now.",
    )
    CONTESTED = ReasonCode(
        "contested",
        "Tokens or dice decide about it",
        "Tokens or dice decide about this now.",
        "Wait for what they decide.",
    )
    NOT_CONTESTED = ReasonCode(
        "not_contested",
        "Nobody objects",
        "Nobody objects to what {seat_name} wants.",
        "Wait for the answers: without an objection it is recorded.",
    )
    NOT_OVERRIDABLE = ReasonCode(
        "not_overridable",
        "It cannot be overridden",
        "Tokens cannot settle this: {hindrance_in_words}.",
        "Wait until everybody else consents, or withdraw it.",
    )
    NOT_OVERRIDDEN = ReasonCode(
        "not_overridden",
        "No override is under way",
        "What {seat_name} wants is not being overridden.",
        "Wait until {seat_name} overrides the objections to it.",
    )
    NOTHING_RAISED = ReasonCode(
        "nothing_raised",
        "Nothing was raised",
        "Nobody has raised the price since it was last matched.",
        "Wait until every other seat lets the price stand.",
    )
    NOT_FOR_DICE = ReasonCode(
        "not_for_dice",
        "Dice do not decide this",
        "Dice do not decide this: {hindrance_in_words}.",
        "Only what is objected to within the fiction, or a price that was raised, goes to dice.",
    )
    CONFLICT_OPEN = ReasonCode(
        "conflict_open",
        "A conflict is under way",
        "A conflict is under way, and there is no other within it.",
        "Wait until it is over.",
    )
    NO_CONFLICT = ReasonCode(
        "no_conflict",
        "No conflict is under way",
        "No conflict is under way.",
        "It is possible only in a conflict.",
    )
    WRONG_STAGE = ReasonCode(
        "wrong_stage",
        "The conflict is elsewhere",
        "The conflict is {conflict_stage}; this is not done now.",
        "It belongs to another stage of the conflict.",
    )
    NOT_IN_CONFLICT = ReasonCode(
        "not_in_conflict",
        "This seat takes no part",
        "{seat_name} takes no part in the conflict, or no longer.",
        "Only its participants may do this.",
    )
    NOT_NEXT = ReasonCode(
        "not_next",
        "Another participant is next",
        "It is {turn_seat_name}'s turn in the conflict, not {seat_name}'s.",
        "Wait for {turn_seat_name}: higher signals come first.",
    )
    NOT_IN_THE_SPOTLIGHT = ReasonCode(
        "not_in_the_spotlight",
        "Another seat decides",
        "{spotlight_name} decides whether the conflict goes on.",
        "Wait for {spotlight_name}.",
    )
    NOT_THIS_NODE = ReasonCode(
        "not_this_node",
        "Not with this node",
        "{seat_name} cannot join with “{element_label}”.",
        "One joins with one's own character, or with an unclaimed node that one wrote; the GM with any unclaimed node.",
    )
    NODE_TAKEN = ReasonCode(
        "node_taken",
        "It fights already",
        "“{element_label}” is in this conflict already, for {seat_name}.",
        "A node fights for one seat only.",
    )
    UNKNOWN_GOAL = ReasonCode(
        "unknown_goal",
        "No such goal",
        "The conflict has no goal {goal_number}.",
        "Name one of its goals, counted from 1, or state a new one.",
    )
    BROKEN_PATH = ReasonCode(
        "broken_path",
        "The path does not lead there",
        "The path breaks at “{element_label}”.",
        "Take active edges and the nodes between them, each once, from one's node to “{target_label}”.",
    )
    PATH_NEEDED = ReasonCode(
        "path_needed",
        "A path leads there",
        "At least one path leads from “{element_label}” to “{target_label}”.",
        "Choose one of the paths to “{target_label}”.",
    )
    NOT_USABLE = ReasonCode(
        "not_usable",
        "It is not this seat's to use",
        "“{element_label}” is not next to one's own, and it is controlled by {controller_names}.",
        "A path takes what is next to one's own or under one's control; control can be granted.",
    )
    NO_SUCH_DIE = ReasonCode(
        "no_such_die",
        "No die shows this",
        "No die shows {face_chosen}.",
        "Only a face that was rolled can be chosen.",
    )
    BURNT_OUT = ReasonCode(
        "burnt_out",
        "This edge cannot be burned",
        "“{element_label}” cannot be burned: {hindrance_in_words}.",
        "Only an active edge at one's own node with power 1 or more can be burned.",
    )
    NO_NOISE = ReasonCode(
        "no_noise",
        "There is no noise",
        "All dice are signal; there is no noise to roll again.",
        "Pass.",
    )
    NOTICES_FIRST = ReasonCode(
        "notices_first",
        "First notices of loss come first",
        "Before ordinary play, these have their first notice of loss: {seat_names}.",
        "One of them comes next: its player chooses what is lost, then the GM frames its scene.",
    )
    NOTHING_TO_LOSE = ReasonCode(
        "nothing_to_lose",
        "There is nothing to lose",
        "{seat_name} cannot lose “{element_label}”: {hindrance_in_words}.",
        "Only an edge at one's own character can be lost.",
    )
    LOSS_NOT_CHOSEN = ReasonCode(
        "loss_not_chosen",
        "The loss is not chosen",
        "{seat_name} has not chosen what to lose.",
        "A first notice begins when its player has chosen what is lost.",
    )
    NOTICE_UNDER_WAY = ReasonCode(
        "notice_under_way",
        "A first notice is under way",
        "{seat_name}'s first notice of loss is under way.",
        "Wait for the end of its scene.",
    )
    NO_NOTICE = ReasonCode(
        "no_notice",
        "No first notice to fight",
        "No first notice of loss is under way that is still to be fought.",
        "It is possible only in a first notice that is still to be fought.",
    )
    SAME_SIDE = ReasonCode(
        "same_side",
        "They are on different sides",
        "{seat_name} fights against the loss that {spotlight_name} fights for.",
        "State another goal.",
    )
    BEYOND_THE_LOSS = ReasonCode(
        "beyond_the_loss",
        "It is not part of the loss",
        "“{element_label}” is neither part of the loss of {seat_name} nor the GM's to change.",
        "State a goal without this change.",
    )
    LOSS_IS_FIXED = ReasonCode(
        "loss_is_fixed",
        "The loss is fixed",
        "{spotlight_name} takes what {seat_name} loses, and neither stands aside nor gives up.",
        "Fight it to its end.",
    )
