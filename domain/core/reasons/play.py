"""Refusals of moves of play in any game: steps, turns, empty seats, prices, dice."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class PlayCodes(Codes):
    """The codes about play in any game."""

    NOT_ENOUGH_TOKENS = ReasonCode(
        "not_enough_tokens",
        "Not enough tokens",
        "This costs {tokens_needed}; {seat_name} holds {tokens_held}.",
        "Wait until {seat_name} holds enough.",
    )
    SERVER_ROLLS = ReasonCode(
        "server_rolls",
        "The server rolls",
        "At this table the server rolls the dice, so a move must not report dice.",
        "Leave the dice out of the move. To report dice, choose the house rule `dice`: `reported`.",
    )
    IMPOSSIBLE_DICE = ReasonCode(
        "impossible_dice",
        "These dice are impossible",
        "Dice needed: {dice_needed}, with faces 1 to {faces_per_die}; reported: {dice_reported}.",
        "Report {dice_needed}, with faces 1 to {faces_per_die}.",
    )
    WRONG_STEP = ReasonCode(
        "wrong_step",
        "Not in this step of play",
        "This move belongs to the step {step_needed}, but play is in the step {step}.",
        "Go on with the present step. Play waits for this: {pending_in_words}.",
    )
    OUT_OF_TURN = ReasonCode(
        "out_of_turn",
        "It is another seat's turn",
        "It is {turn_seat_name}'s turn.",
        "Wait for {turn_seat_name}. Play waits for this: {pending_in_words}.",
    )
    SEATS_OPEN = ReasonCode(
        "seats_open",
        "Some seats are still empty",
        "Nobody sits in these seats now: {seat_names}.",
        "Have somebody take them with their claim codes. The GM can also remove the empty seat of a player.",
    )
