"""Refusals of moves about fate points, resisting and outcomes."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class FateCodes(Codes):
    """The codes about fate points, resisting and outcomes."""

    OWN_ACTION = ReasonCode(
        "own_action",
        "One's own action",
        "Who compels plays {character_name}, too.",
        "Leave compels to the others.",
    )
    COMPEL_OPEN = ReasonCode(
        "compel_open",
        "A compel is open",
        "The compel on “{aspect_name}” has not been answered.",
        "Wait for the answer. Play waits for this: {pending_in_words}.",
        ways={
            "answer_compel": "Answer the compel first, with `answer_compel`.",
        },
    )
    NO_COMPEL = ReasonCode(
        "no_compel",
        "No compel is open",
        "Nobody compels.",
        "Only a compel that is open is answered. Play waits for this: {pending_in_words}.",
    )
    COMPELLED_ALREADY = ReasonCode(
        "compelled_already",
        "Compelled already",
        "“{aspect_name}” was compelled for this action, and refused.",
        "An aspect is compelled only once for an action.",
    )
    DOES_NOT_HOLD = ReasonCode(
        "does_not_hold",
        "The aspect does not hold",
        "“{aspect_name}” is no aspect that holds here.",
        "Aspects that hold: {aspect_names}.",
    )
    NO_FATE = ReasonCode(
        "no_fate",
        "No fate points",
        "{character_name} has no fate point.",
        "Do without it.",
    )
    INVOKED_ALREADY = ReasonCode(
        "invoked_already",
        "Invoked already",
        "“{aspect_name}” was invoked on this roll already.",
        "An aspect is invoked only once on a roll.",
    )
    NO_FREE_INVOKE = ReasonCode(
        "no_free_invoke",
        "No free invoke",
        "{character_name} has no free invoke of “{aspect_name}”.",
        "It takes a fate point instead.",
    )
    NO_SPIN = ReasonCode(
        "no_spin",
        "No spin to use",
        "There is no spin of {target_name} to be used on this roll.",
        "Do without.",
    )
    NOT_THE_TARGET = ReasonCode(
        "not_the_target",
        "Only the target resists",
        "The target is {target_name}, and nobody else resists.",
        "Leave it to who plays {target_name}.",
    )
    NOT_A_MOVE = ReasonCode(
        "not_a_move",
        "Stress brings only a move farther",
        "Stress and consequences do nothing for {action_in_words}.",
        "Leave the roll as it is, or change it in another way.",
    )
    NOT_A_DEFENSE = ReasonCode(
        "not_a_defense",
        "Only a defense leaves a threshold",
        "This is {action_in_words}, which sets no threshold.",
        "Leave the roll as it is.",
    )
    NOTHING_TO_GIVE_IN_TO = ReasonCode(
        "nothing_to_give_in_to",
        "Only an attack is given in to",
        "This is {action_in_words}, by which nobody is taken out.",
        "Leave the roll as it is.",
    )
    OTHER_TRACK = ReasonCode(
        "other_track",
        "Another track is attacked",
        "A direct attack is resisted on the track that it is about: “{track_name}”.",
        "Only boxes of “{track_name}” count against it.",
    )
    BOX_NOT_FREE = ReasonCode(
        "box_not_free",
        "The box cannot be marked or cleared",
        "Box {box_number} of “{track_name}” is none of those that can be: {boxes_free}.",
        "Only those can be named.",
    )
    CONSEQUENCE_TAKEN = ReasonCode(
        "consequence_taken",
        "One consequence of each sort",
        "{character_name} has a {severity} consequence already.",
        "Consequences that are left to take: {severities_free}.",
    )
    TOO_FEW_SHIFTS = ReasonCode(
        "too_few_shifts",
        "Too few shifts",
        "{purchase_in_words} takes {shifts_needed}; shifts left: {shifts_left}.",
        "Do what they pay for, or leave them.",
    )
    NO_SUCH_ROUTE = ReasonCode(
        "no_such_route",
        "No such way",
        "That is none of the ways from here.",
        "Ways lead to these zones: {zone_names}.",
    )
    NO_SUCH_DOOR = ReasonCode(
        "no_such_door",
        "No such door",
        "That is nothing that is opened or shut from here by {shifts_left} left of a move.",
        "What can be opened or shut: {border_names}.",
    )
    NOTHING_TO_GO = ReasonCode(
        "nothing_to_go",
        "Nobody goes anywhere",
        "These shifts clear boxes.",
        "Play waits for this: {pending_in_words}.",
        ways={
            "clear_box": "Clear a box with `clear_box`.",
            "finish_action": "Leave the rest with `finish_action`.",
        },
    )
    NOTHING_TO_CLEAR = ReasonCode(
        "nothing_to_clear",
        "No box is cleared",
        "These shifts pay for borders.",
        "Play waits for this: {pending_in_words}.",
        ways={
            "go": "Go over borders with `go`.",
            "finish_action": "Leave the rest with `finish_action`.",
        },
    )
    BOX_NOT_MARKED = ReasonCode(
        "box_not_marked",
        "The box is not marked",
        "Box {box_number} of “{track_name}” is not marked.",
        "Boxes that can be cleared: {boxes_clearable}.",
    )
    MOVED_ALREADY = ReasonCode(
        "moved_already",
        "One free move",
        "{character_name} has moved freely in this turn.",
        "Play waits for this: {pending_in_words}.",
        ways={
            "declare": "Move by an action, with `declare`.",
            "end_turn": "End the turn with `end_turn`.",
        },
    )
    NOT_A_FREE_MOVE = ReasonCode(
        "not_a_free_move",
        "Not a free move",
        "That way is not over one border of pass value {pass_value_maximum} at most.",
        "Free moves lead to these zones: {zone_names}.",
    )
    NOT_A_FACTION = ReasonCode(
        "not_a_faction",
        "Only factions deploy",
        "{character_name} stands on the map and acts there.",
        "Play waits for this: {pending_in_words}.",
        ways={
            "declare": "Declare an action with `declare`.",
            "act_simply": "Do something simple with `act_simply`.",
        },
    )
    NOT_A_RESOURCE = ReasonCode(
        "not_a_resource",
        "Nothing to deploy",
        "{character_name} cannot deploy “{resource_name}”.",
        "It can deploy these: {resource_names}.",
    )
    REDEFINE_IT = ReasonCode(
        "redefine_it",
        "A border is redefined",
        "What becomes of {border_name} is how it is crossed now.",
        "Play waits for this: {pending_in_words}.",
        ways={
            "redefine_border": "Say how it is crossed now with `redefine_border`.",
        },
    )
    NOT_THAT_BORDER = ReasonCode(
        "not_that_border",
        "Another border was taken out",
        "{target_name} was taken out, and not {border_name}.",
        "Play waits for this: {pending_in_words}.",
        ways={
            "redefine_border": "Say how {target_name} is crossed now with `redefine_border`.",
            "decide_fate": "Say what becomes of {target_name} with `decide_fate`.",
        },
    )
    NOT_LONGER = ReasonCode(
        "not_longer",
        "No long action",
        "It takes {task_duration}, which is no longer than an exchange ({exchange_duration}).",
        "It is done by an action in somebody's turn.",
    )
    NOT_YOUR_SIDE = ReasonCode(
        "not_your_side",
        "Not one's own side",
        "One plays nobody who is left on side {side}.",
        "Sides that one can concede for: {own_sides}.",
    )
    ON_THE_SHEET = ReasonCode(
        "on_the_sheet",
        "The aspect stands on a sheet",
        "“{aspect_name}” is an aspect of a sheet.",
        "Leave it there.",
    )
