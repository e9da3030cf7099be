"""Refusals of moves in the wrong phase, turn or scene."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class StepCodes(Codes):
    """The codes about the steps of play."""

    WRONG_PHASE = ReasonCode(
        "wrong_phase",
        "Not in this phase of Load",
        "This is not done in phase {load_phase} of Load.",
        "It belongs to another phase.",
    )
    OUT_OF_ORDER = ReasonCode(
        "out_of_order",
        "Another step comes first",
        "The next step of this turn is “{turn_step_needed}”, not “{turn_step_given}”.",
        "Do that first.",
    )
    STEPS_LEFT = ReasonCode(
        "steps_left",
        "The turn has steps left",
        "This turn still asks for its step “{turn_step_needed}”.",
        "Do that; a turn ends by itself when its steps are done.",
    )
    NO_PLAYERS = ReasonCode(
        "no_players",
        "There is no player yet",
        "The table has {player_seats} players; Load needs at least one beside the GM.",
        "Wait until somebody sits in the seat of a player.",
    )
    UNKNOWN_PREMISE = ReasonCode(
        "unknown_premise",
        "No such premise",
        "There is no such agreed premise.",
        "Only a premise that was agreed can be dropped.",
    )
    NO_SCENE = ReasonCode(
        "no_scene",
        "No scene is under way",
        "No scene is under way.",
        "Wait until the GM frames a scene.",
    )
    SCENE_UNDER_WAY = ReasonCode(
        "scene_under_way",
        "The scene is under way",
        "The scene goes on already, and the camera turns where {gm_name} lets it.",
        "Ask {gm_name} by proposing to join the scene.",
    )
    SCENE_FULL = ReasonCode(
        "scene_full",
        "The scene has enough details",
        "The camera has seen {additions_seen} additions to this scene and the limit is {additions_allowed}.",
        "Wait until the GM frames another scene.",
    )
