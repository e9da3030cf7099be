"""Refusals of moves of play in any game: steps, turns, empty seats, prices, dice."""

from verger.domain.core.reason import Code, Reason

_C = Code

REASONS: dict[Code, Reason] = {
    _C.NOT_ENOUGH_TOKENS: Reason(
        "Not enough tokens",
        "This costs {tokens_needed}; {seat_name} holds {tokens_held}.",
        "Wait until {seat_name} holds enough.",
    ),
    _C.SERVER_ROLLS: Reason(
        "The server rolls",
        "At this table the server rolls; no dice are typed in.",
        "Leave the dice out: they are typed in only with the house rule dice: reported.",
    ),
    _C.IMPOSSIBLE_DICE: Reason(
        "Dice cannot fall so",
        "Dice needed: {dice_needed}, with faces 1 to {faces_per_die}; reported: {dice_reported}.",
        "Report {dice_needed}, with faces 1 to {faces_per_die}.",
    ),
    _C.WRONG_STEP: Reason(
        "Not in this step of play",
        "This belongs to {step_needed}; play is in {step}.",
        "It is possible only in {step_needed}.",
    ),
    _C.OUT_OF_TURN: Reason(
        "It is another seat's turn", "It is {turn_seat_name}'s turn.", "Wait for {turn_seat_name}."
    ),
    _C.SEATS_OPEN: Reason(
        "Some seats are still empty",
        "Nobody sits in these seats now: {seat_names}.",
        "Have somebody take them with their claim codes, or have them removed.",
    ),
}
