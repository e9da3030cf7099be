"""Refusals about overrides, conflicts and first notices of loss."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class ConflictCodes(Codes):
    """The codes about conflicts."""

    ACTION_PAST = ReasonCode(
        "action_past",
        "Another action is open",
        "Action {open_action_number} is open now, not action {action_number}.",
        "Answer action {open_action_number} instead.",
    )
    CONTESTED = ReasonCode(
        "contested",
        "Tokens or dice decide this",
        "Tokens or dice decide about this now.",
        "Wait until it is decided. Play waits for this: {pending_in_words}.",
        ways={
            "match_raise": "Match the raise with `match_raise`.",
            "raise_override": "Raise the price with `raise_override`.",
            "pass_raise": "Leave the price as it is with `pass_raise`.",
            "give_up": "Give the action up with `give_up`, or wait until it is decided.",
        },
    )
    NOT_CONTESTED = ReasonCode(
        "not_contested",
        "Nobody objects",
        "Nobody objects to the action of {seat_name}.",
        "Wait for the answers. If nobody objects, the action is recorded.",
        ways={
            "object": "Object to it first, with `object` on the ground `fiction`.",
        },
    )
    NOT_OVERRIDABLE = ReasonCode(
        "not_overridable",
        "Tokens cannot settle this",
        "Tokens cannot settle this: {hindrance_in_words}.",
        "Wait until everybody else consents.",
        ways={
            "call_conflict": "Let dice decide about it with `call_conflict`.",
            "reword": "Ask for something else with `reword`.",
            "withdraw": "Take it back with `withdraw`.",
        },
    )
    NOT_OVERRIDDEN = ReasonCode(
        "not_overridden",
        "No override is under way",
        "{seat_name} has not overridden an objection to this action.",
        "Wait until {seat_name} overrides an objection. Play waits for this: {pending_in_words}.",
        ways={
            "override": "Pay against the objections first, with `override`.",
        },
    )
    NOTHING_RAISED = ReasonCode(
        "nothing_raised",
        "Nothing was raised",
        "Nobody has raised the price since it was last matched.",
        "Wait until every other seat lets the price stand.",
        ways={
            "give_up": "Wait until every other seat lets the price stand, or give the action up with `give_up`.",
        },
    )
    NOT_FOR_DICE = ReasonCode(
        "not_for_dice",
        "Dice do not decide this",
        "Dice do not decide this: {hindrance_in_words}.",
        "Wait for an objection within the fiction, or for a raised price.",
        ways={
            "object": "Object to it first, with `object` on the ground `fiction`.",
            "override": "Pay against the objections with `override`.",
            "reword": "Ask for something else with `reword`.",
            "withdraw": "Take it back with `withdraw`.",
        },
    )
    CONFLICT_OPEN = ReasonCode(
        "conflict_open",
        "A conflict is under way",
        "A conflict is under way, and no other can begin within it.",
        "Wait until the conflict is over. Play waits for this: {pending_in_words}.",
        ways={
            "declare": (
                "Use `declare` in a conflict only for a strike, or for an action of nature"
                " `backstory`. Wait with all other changes until the conflict is over."
            ),
        },
    )
    NO_CONFLICT = ReasonCode(
        "no_conflict",
        "No conflict is under way",
        "No conflict is under way.",
        "Wait until a conflict begins. Play waits for this: {pending_in_words}.",
        ways={
            "call_conflict": "Call a conflict first, with `call_conflict`.",
        },
    )
    WRONG_STAGE = ReasonCode(
        "wrong_stage",
        "The conflict is at another stage",
        "The conflict is {conflict_stage}, and this move belongs to another stage.",
        "Let the conflict go on first. Play waits for this: {pending_in_words}.",
    )
    NOT_IN_CONFLICT = ReasonCode(
        "not_in_conflict",
        "This seat takes no part",
        "{seat_name} does not take part in the conflict, or no longer takes part.",
        "Leave this to its participants. Play waits for this: {pending_in_words}.",
    )
    NOT_NEXT = ReasonCode(
        "not_next",
        "Another participant is next",
        "It is {turn_seat_name}'s turn in the conflict, not {seat_name}'s.",
        "Wait for {turn_seat_name}: the participant with the higher signal comes first. Play waits for this: {pending_in_words}.",
    )
    NOT_IN_THE_SPOTLIGHT = ReasonCode(
        "not_in_the_spotlight",
        "Another seat decides",
        "{spotlight_name} decides whether the conflict goes on.",
        "Wait for {spotlight_name}. Play waits for this: {pending_in_words}.",
    )
    NOT_THIS_NODE = ReasonCode(
        "not_this_node",
        "The seat cannot join with this node",
        "{seat_name} cannot join with “{element_label}”.",
        "Leave this conflict to the others.",
        ways={
            "join_conflict": "Use `join_conflict` with your own character or an unclaimed node that you wrote; the GM can use any unclaimed node.",
            "stand_aside": "Stand aside with `stand_aside`.",
        },
    )
    NODE_TAKEN = ReasonCode(
        "node_taken",
        "The node fights already",
        "“{element_label}” is in this conflict already, for {seat_name}.",
        "Leave this conflict to the others.",
        ways={
            "join_conflict": "Use `join_conflict` with another node.",
            "stand_aside": "Stand aside with `stand_aside`.",
        },
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
        "Take a path of active edges and the nodes between them, from your node to"
        " “{target_label}”. Use each of them only once.",
    )
    PATH_NEEDED = ReasonCode(
        "path_needed",
        "There is a path to the target",
        "At least one path leads from “{element_label}” to “{target_label}”.",
        "Choose one of the paths to “{target_label}”.",
    )
    NOT_USABLE = ReasonCode(
        "not_usable",
        "The seat cannot use this node",
        "“{element_label}” is not next to this seat's own node, and others control it: {controller_names}.",
        "Take a path through nodes that you control, or ask for control of this node.",
    )
    NO_SUCH_DIE = ReasonCode(
        "no_such_die",
        "No die shows this face",
        "No die shows {face_chosen}.",
        "Choose a face that was rolled, or leave the signal as it is.",
    )
    BURNT_OUT = ReasonCode(
        "burnt_out",
        "This edge cannot be burned",
        "“{element_label}” cannot be burned: {hindrance_in_words}.",
        "Choose an active edge at your own node with power 1 or more, or leave the dice as they are.",
    )
    NO_NOISE = ReasonCode(
        "no_noise",
        "There is no noise",
        "All dice are signal, so there is no noise to roll again.",
        "Wait for the next round.",
        ways={
            "pass_round": "Pass with `pass_round`.",
        },
    )
    NOTICES_FIRST = ReasonCode(
        "notices_first",
        "First notices of loss come first",
        "Before ordinary play, these seats have their first notice of loss: {seat_names}.",
        "Let one of these notices come next. Play waits for this: {pending_in_words}.",
    )
    NOTHING_TO_LOSE = ReasonCode(
        "nothing_to_lose",
        "There is nothing to lose",
        "{seat_name} cannot lose “{element_label}”: {hindrance_in_words}.",
        "Wait until {seat_name} has a character with an edge to lose.",
        ways={
            "choose_loss": "Choose one of these edges with `choose_loss`: {edge_labels}. The first "
            "loss is the edge to thing #1 or #2.",
        },
    )
    LOSS_NOT_CHOSEN = ReasonCode(
        "loss_not_chosen",
        "The loss has not been chosen yet",
        "{seat_name} has yet to choose what to lose.",
        "Wait for the choice of {seat_name}. Play waits for this: {pending_in_words}.",
    )
    NOTICE_UNDER_WAY = ReasonCode(
        "notice_under_way",
        "A first notice is under way",
        "{seat_name}'s first notice of loss is under way.",
        "Wait until {gm_name} ends its scene. Play waits for this: {pending_in_words}.",
    )
    NO_NOTICE = ReasonCode(
        "no_notice",
        "No first notice to fight",
        "There is no first notice of loss under way that still has to be fought.",
        "Wait until {gm_name} frames a first notice of loss. Play waits for this: {pending_in_words}.",
    )
    SAME_SIDE = ReasonCode(
        "same_side",
        "The seats are on different sides",
        "{seat_name} fights against the loss that {spotlight_name} fights for.",
        "State another goal.",
    )
    BEYOND_THE_LOSS = ReasonCode(
        "beyond_the_loss",
        "The change is not part of the loss",
        "The loss of {seat_name} does not include “{element_label}”, and “{element_label}” is"
        " not an element of the GM.",
        "State a goal without this change.",
    )
    LOSS_IS_FIXED = ReasonCode(
        "loss_is_fixed",
        "The loss is fixed",
        "{spotlight_name} fights for the loss of {seat_name}. Neither of them can stand aside or give up.",
        "Fight the conflict to its end. Play waits for this: {pending_in_words}.",
    )
