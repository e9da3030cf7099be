"""Refusals of moves in the wrong phase, turn or scene."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class StepCodes(Codes):
    """The codes about the steps of play."""

    WRONG_PHASE = ReasonCode(
        "wrong_phase",
        "Not in this phase of Load",
        "This move does not belong to phase {load_phase} of Load.",
        "Go on with the present phase. Play waits for this: {pending_in_words}.",
    )
    OUT_OF_ORDER = ReasonCode(
        "out_of_order",
        "Another step comes first",
        "The next step of this turn is “{turn_step_needed}”, not “{turn_step_given}”.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
        ways={
            "write_node": "Write a node first, with `write_node`.",
            "write_edge": "Write an edge first, with `write_edge`.",
            "claim": "Claim a character first, with `claim`.",
            "tie": "Tie a character to its thing first, with `tie`.",
            "mark": "Mark something first, with `mark`.",
        },
    )
    STEPS_LEFT = ReasonCode(
        "steps_left",
        "The turn has steps left",
        "This turn still needs its step “{turn_step_needed}”.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
        ways={
            "write_node": "Write a node first, with `write_node`.",
            "write_edge": "Write an edge first, with `write_edge`.",
            "claim": "Claim a character first, with `claim`.",
            "tie": "Tie a character to its thing first, with `tie`.",
            "mark": "Mark something first, with `mark`.",
        },
    )
    NO_PLAYERS = ReasonCode(
        "no_players",
        "There is no player yet",
        "The table has {player_seats} players, and Load needs the GM and at least one player.",
        "Have {gm_name} add the seat of a player with `add_seat`.",
    )
    UNKNOWN_PREMISE = ReasonCode(
        "unknown_premise",
        "No such premise",
        "There is no such agreed premise.",
        "Name a premise that was agreed, or agree on one first.",
    )
    NO_SCENE = ReasonCode(
        "no_scene",
        "No scene is under way",
        "No scene is under way.",
        "Wait until {gm_name} frames a scene.",
        ways={
            "frame": "Frame a scene first, with `frame`.",
        },
    )
    SCENE_UNDER_WAY = ReasonCode(
        "scene_under_way",
        "The scene is under way",
        "The scene goes on already, and {gm_name} directs its camera.",
        "Wait for the next scene.",
        ways={
            "join_scene": "Propose `join_scene`. {gm_name} answers it.",
        },
    )
    SCENE_FULL = ReasonCode(
        "scene_full",
        "The scene has enough details",
        "The camera has seen {additions_seen} additions to this scene, and the limit is {additions_allowed}.",
        "Wait until {gm_name} frames another scene.",
    )
