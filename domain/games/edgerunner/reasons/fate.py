"""Refusals of moves about fate points, resisting and outcomes."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class FateCodes(Codes):
    """The codes about fate points, resisting and outcomes."""

    OWN_ACTION = ReasonCode(
        "own_action",
        "The seat compels its own character",
        "The seat that compels also plays {character_name}.",
        "Leave compels of this character to the other seats.",
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
        "Let play go on first. Play waits for this: {pending_in_words}.",
    )
    COMPELLED_ALREADY = ReasonCode(
        "compelled_already",
        "The aspect was compelled already",
        "“{aspect_name}” was compelled for this action, and the compel was refused.",
        "Compel another aspect, or let the action go on.",
    )
    DOES_NOT_HOLD = ReasonCode(
        "does_not_hold",
        "The aspect does not hold",
        "“{aspect_name}” is not an aspect that holds here.",
        "Name one of these aspects: {aspect_names}.",
    )
    NO_FATE = ReasonCode(
        "no_fate",
        "No fate points",
        "{character_name} has no fate point.",
        "Go on without a fate point.",
    )
    INVOKED_ALREADY = ReasonCode(
        "invoked_already",
        "The aspect was invoked already",
        "“{aspect_name}” was invoked on this roll already.",
        "Invoke another aspect, or leave the roll as it is.",
    )
    NO_FREE_INVOKE = ReasonCode(
        "no_free_invoke",
        "No free invoke",
        "{character_name} has no free invoke of “{aspect_name}”.",
        "Pay a fate point instead, or leave the roll as it is.",
    )
    NO_SPIN = ReasonCode(
        "no_spin",
        "No spin to use",
        "There is no spin token of {target_name} to use for this roll.",
        "Leave the roll as it is.",
    )
    NOT_THE_TARGET = ReasonCode(
        "not_the_target",
        "Only the target can resist",
        "The target is {target_name}, and nobody else can resist.",
        "Leave it to the player of {target_name}.",
    )
    NOT_A_MOVE = ReasonCode(
        "not_a_move",
        "Stress can help only a move",
        "Stress and consequences cannot help {action_in_words}.",
        "Leave the roll as it is, or change it in another way.",
    )
    NOT_A_DEFENSE = ReasonCode(
        "not_a_defense",
        "Only a defense can keep a threshold",
        "This is {action_in_words}, which sets no threshold.",
        "Leave the roll as it is.",
    )
    NOTHING_TO_GIVE_IN_TO = ReasonCode(
        "nothing_to_give_in_to",
        "Only the target of an attack can give in",
        "This is {action_in_words}, which takes nobody out.",
        "Leave the roll as it is.",
    )
    OTHER_TRACK = ReasonCode(
        "other_track",
        "The attack is on another track",
        "This attack is on the track “{track_name}”, and can be resisted only on that track.",
        "Mark a box of “{track_name}”, or take the result as it is.",
    )
    BOX_NOT_FREE = ReasonCode(
        "box_not_free",
        "The box cannot be marked or cleared",
        "Box {box_number} of “{track_name}” is not possible here. Possible boxes: {boxes_free}.",
        "Choose one of these boxes: {boxes_free}.",
    )
    CONSEQUENCE_TAKEN = ReasonCode(
        "consequence_taken",
        "Only one consequence of each severity",
        "{character_name} has a {severity} consequence already.",
        "Take one of these consequences: {severities_free}.",
    )
    TOO_FEW_SHIFTS = ReasonCode(
        "too_few_shifts",
        "Too few shifts",
        "{purchase_in_words} costs too many shifts: {shifts_needed}. Shifts left: {shifts_left}.",
        "Choose something cheaper, or leave the shifts unused.",
    )
    NO_SUCH_ROUTE = ReasonCode(
        "no_such_route",
        "No such way",
        "This is not one of the possible ways from here.",
        "Choose a way to one of these zones: {zone_names}.",
    )
    NO_SUCH_DOOR = ReasonCode(
        "no_such_door",
        "No such door",
        "This cannot be opened or shut from here. Remaining shifts of the move: {shifts_left}.",
        "Choose one of these borders: {border_names}.",
    )
    NOTHING_TO_GO = ReasonCode(
        "nothing_to_go",
        "These shifts are not for a move",
        "These shifts can only clear boxes.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
        ways={
            "clear_box": "Clear a box with `clear_box`.",
            "finish_action": "Leave the remaining shifts unused with `finish_action`.",
        },
    )
    NOTHING_TO_CLEAR = ReasonCode(
        "nothing_to_clear",
        "These shifts are not for boxes",
        "These shifts can only pay for borders.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
        ways={
            "go": "Cross borders with `go`.",
            "finish_action": "Leave the remaining shifts unused with `finish_action`.",
        },
    )
    BOX_NOT_MARKED = ReasonCode(
        "box_not_marked",
        "The box is not marked",
        "Box {box_number} of “{track_name}” is not marked.",
        "Choose one of these boxes: {boxes_clearable}.",
    )
    MOVED_ALREADY = ReasonCode(
        "moved_already",
        "The free move is used",
        "{character_name} has already made a free move in this turn.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
        ways={
            "declare": "Declare a move as an action, with `declare`.",
            "end_turn": "End the turn with `end_turn`.",
        },
    )
    NOT_A_FREE_MOVE = ReasonCode(
        "not_a_free_move",
        "Not a free move",
        "A free move crosses only one border, by a way with a pass value of at most {pass_value_maximum}.",
        "Choose one of these zones: {zone_names}.",
    )
    NOT_A_FACTION = ReasonCode(
        "not_a_faction",
        "Only factions can deploy",
        "{character_name} stands on the map, and can only act there.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
        ways={
            "declare": "Declare an action with `declare`.",
            "act_simply": "Do something simple with `act_simply`.",
        },
    )
    NOT_A_RESOURCE = ReasonCode(
        "not_a_resource",
        "The faction cannot deploy this",
        "{character_name} cannot deploy “{resource_name}”.",
        "Deploy one of these: {resource_names}.",
    )
    REDEFINE_IT = ReasonCode(
        "redefine_it",
        "The border must be redefined first",
        "{border_name} was taken out. Now decide how characters cross this border.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
        ways={
            "redefine_border": "Say how characters cross it now with `redefine_border`.",
        },
    )
    NOT_THAT_BORDER = ReasonCode(
        "not_that_border",
        "Another border was taken out",
        "{target_name} was taken out, not {border_name}.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
        ways={
            "redefine_border": "Say how characters cross {target_name} now with `redefine_border`.",
            "decide_fate": "Say what becomes of {target_name} with `decide_fate`.",
        },
    )
    NOT_LONGER = ReasonCode(
        "not_longer",
        "The task is not longer than an exchange",
        "The task takes {task_duration}, which is no longer than an exchange"
        " ({exchange_duration}).",
        "Do the task as an action in a turn.",
    )
    NOT_YOUR_SIDE = ReasonCode(
        "not_your_side",
        "Not this seat's side",
        "This seat plays no character that is left on side {side}.",
        "Choose one of these sides: {own_sides}.",
    )
    ON_THE_SHEET = ReasonCode(
        "on_the_sheet",
        "The aspect belongs to a sheet",
        "“{aspect_name}” is an aspect of a sheet.",
        "Leave the aspect on the sheet.",
    )
