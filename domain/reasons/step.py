"""Why a move does not fit where play is: steps, phases, turns, scenes."""

from domain.reason import Code, Reason

_C = Code

REASONS: dict[Code, Reason] = {
    _C.WRONG_STEP: Reason(
        "Not in this step of play",
        "This belongs to {needed}; play is in {step}.",
        "Wait until play is in {needed}.",
    ),
    _C.WRONG_PHASE: Reason(
        "Not in this phase of Load",
        "This is not done in phase {phase} of Load.",
        "See the options for what this phase asks.",
    ),
    _C.OUT_OF_TURN: Reason(
        "It is another seat's turn", "It is {name}'s turn ({turn}).", "Wait for {name}."
    ),
    _C.OUT_OF_ORDER: Reason(
        "Another step comes first",
        "The next step of this turn is {needed}, not {step}.",
        "Do {needed} first.",
    ),
    _C.STEPS_LEFT: Reason(
        "The turn has steps left",
        "This turn still asks for {needed}.",
        "Do {needed}; a turn ends by itself when its steps are done.",
    ),
    _C.SEATS_OPEN: Reason(
        "Some seats are still empty",
        "Nobody has taken {seats} yet.",
        "Have them claimed, or let the GM remove them.",
    ),
    _C.NO_PLAYERS: Reason(
        "There is no player yet",
        "The table has {players} players; Load needs at least one beside the GM.",
        "Add a player's seat and have it claimed.",
    ),
    _C.UNKNOWN_PREMISE: Reason(
        "No such premise", "There is no agreed premise {premise}.", "Name one of the agreed ones."
    ),
    _C.NO_SCENE: Reason(
        "No scene is under way", "No scene is under way.", "The GM frames a scene first."
    ),
    _C.SCENE_FULL: Reason(
        "The scene has enough details",
        "The camera has seen {seen} additions to this scene and the limit is {limit}.",
        "Let the GM frame another scene.",
    ),
}
