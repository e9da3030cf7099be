"""Why moves of play are refused in any game: steps, turns, empty seats, prices, dice."""

from verger.domain.core.reason import Code, Reason

_C = Code

REASONS: dict[Code, Reason] = {
    _C.NOT_ENOUGH_TOKENS: Reason(
        "Not enough tokens",
        "This costs {needed}; {name} holds {held}.",
        "Wait until {name} holds enough.",
    ),
    _C.SERVER_ROLLS: Reason(
        "The server rolls",
        "At this table the server rolls; no dice are typed in.",
        "Leave the dice out: they are typed in only with the house rule dice: reported.",
    ),
    _C.IMPOSSIBLE_DICE: Reason(
        "Dice cannot fall so",
        "Dice needed: {needed}, with faces 1 to {faces}; reported: {given}.",
        "Report {needed}, with faces 1 to {faces}.",
    ),
    _C.WRONG_STEP: Reason(
        "Not in this step of play",
        "This belongs to {needed}; play is in {step}.",
        "It is possible only in {needed}.",
    ),
    _C.OUT_OF_TURN: Reason("It is another seat's turn", "It is {name}'s turn.", "Wait for {name}."),
    _C.SEATS_OPEN: Reason(
        "Some seats are still empty",
        "Nobody sits in these seats now: {named}.",
        "Have somebody take them with their claim codes, or have them removed.",
    ),
}
