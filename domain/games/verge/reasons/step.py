"""Why a move does not fit where play is: phases, turns, scenes."""

from domain.core.reason import Reason
from domain.games.verge.reason import Code as Own

REASONS: dict[Own, Reason] = {
    Own.WRONG_PHASE: Reason(
        "Not in this phase of Load",
        "This is not done in phase {phase} of Load.",
        "See the options for what this phase asks.",
    ),
    Own.OUT_OF_ORDER: Reason(
        "Another step comes first",
        "The next step of this turn is {needed}, not {step}.",
        "Do {needed} first.",
    ),
    Own.STEPS_LEFT: Reason(
        "The turn has steps left",
        "This turn still asks for {needed}.",
        "Do {needed}; a turn ends by itself when its steps are done.",
    ),
    Own.NO_PLAYERS: Reason(
        "There is no player yet",
        "The table has {players} players; Load needs at least one beside the GM.",
        "Add a player's seat and have it claimed.",
    ),
    Own.UNKNOWN_PREMISE: Reason(
        "No such premise", "There is no agreed premise {premise}.", "Name one of the agreed ones."
    ),
    Own.NO_SCENE: Reason(
        "No scene is under way", "No scene is under way.", "The GM frames a scene first."
    ),
    Own.SCENE_UNDER_WAY: Reason(
        "The scene is under way",
        "The scene goes on already, and the camera turns where {name} lets it.",
        "Ask {name}: propose join_scene.",
    ),
    Own.SCENE_FULL: Reason(
        "The scene has enough details",
        "The camera has seen {seen} additions to this scene and the limit is {limit}.",
        "Let the GM frame another scene.",
    ),
}
