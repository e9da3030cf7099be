"""Refusals of moves in the wrong phase, turn or scene."""

from verger.domain.core.reason import Reason
from verger.domain.games.verge.reason import Code as Own

REASONS: dict[Own, Reason] = {
    Own.WRONG_PHASE: Reason(
        "Not in this phase of Load",
        "This is not done in phase {load_phase} of Load.",
        "It belongs to another phase.",
    ),
    Own.OUT_OF_ORDER: Reason(
        "Another step comes first",
        "The next step of this turn is “{turn_step_needed}”, not “{turn_step_given}”.",
        "Do that first.",
    ),
    Own.STEPS_LEFT: Reason(
        "The turn has steps left",
        "This turn still asks for its step “{turn_step_needed}”.",
        "Do that; a turn ends by itself when its steps are done.",
    ),
    Own.NO_PLAYERS: Reason(
        "There is no player yet",
        "The table has {player_seats} players; Load needs at least one beside the GM.",
        "Wait until somebody sits in the seat of a player.",
    ),
    Own.UNKNOWN_PREMISE: Reason(
        "No such premise",
        "There is no such agreed premise.",
        "Only a premise that was agreed can be dropped.",
    ),
    Own.NO_SCENE: Reason(
        "No scene is under way", "No scene is under way.", "Wait until the GM frames a scene."
    ),
    Own.SCENE_UNDER_WAY: Reason(
        "The scene is under way",
        "The scene goes on already, and the camera turns where {gm_name} lets it.",
        "Ask {gm_name} by proposing to join the scene.",
    ),
    Own.SCENE_FULL: Reason(
        "The scene has enough details",
        "The camera has seen {additions_seen} additions to this scene and the limit is {additions_allowed}.",
        "Wait until the GM frames another scene.",
    ),
}
