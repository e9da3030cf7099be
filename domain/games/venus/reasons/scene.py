"""Refusals of moves about sheets, chapters, peers, scenes and rulings."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class SceneCodes(Codes):
    """The codes about sheets, chapters, peers, scenes and rulings."""

    UNKNOWN_CALIBER = ReasonCode(
        "unknown_caliber",
        "No such caliber",
        "“{ability_name}” has the caliber {caliber_given}, which is not one of {calibers_allowed}.",
        "Choose one of {calibers_allowed}.",
    )
    RATING_OUT_OF_RANGE = ReasonCode(
        "rating_out_of_range",
        "A rating is out of range",
        "The {rating_kind} of “{entry_name}” is {rating_given}; it can be 0 to {rating_maximum}.",
        "Write a {rating_kind} of 0 to {rating_maximum}.",
    )
    UNKNOWN_ABILITY = ReasonCode(
        "unknown_ability",
        "A job inherits an unknown ability",
        "“{job_name}” inherits “{ability_name}”, which is not on the sheet.",
        "Name two abilities of the same sheet.",
    )
    WRONG_INHERITANCE = ReasonCode(
        "wrong_inheritance",
        "A job inherits two abilities",
        "“{job_name}” names {abilities_named} of the two different abilities that a job inherits.",
        "Name two different abilities of the same sheet.",
    )
    CHAPTER_RUNNING = ReasonCode(
        "chapter_running",
        "A chapter is under way",
        "Chapter {chapter_number} is under way.",
        "Wait until it has ended.",
    )
    NOBODY_PLAYS = ReasonCode(
        "nobody_plays",
        "Nobody plays yet",
        "No player sits at the table.",
        "Wait until a player sits at the table.",
    )
    NO_CHARACTER = ReasonCode(
        "no_character",
        "A player has no character",
        "{seat_name} has no character yet.",
        "Wait until {seat_name} has a sheet.",
    )
    AWARDED_ALREADY = ReasonCode(
        "awarded_already",
        "This was rewarded already",
        "{seat_name} was rewarded for {award_ground_in_words} in this debrief.",
        "Reward something else, or go on with the debrief.",
    )
    NOTHING_TO_UPHOLD = ReasonCode(
        "nothing_to_uphold",
        "The sheet has no such attribute",
        "No character of {seat_name} has {attribute_kind_in_words} among its attributes.",
        "Reward something that stands on the sheet, or go on with the debrief.",
    )
    NOT_SITTING_IN = ReasonCode(
        "not_sitting_in",
        "This seat is not an observer",
        "{seat_name} is not an observer at the table. Players are peers in any case.",
        "Name an observer who sits at the table, or go on with the present peers.",
    )
    PEER_UNCHANGED = ReasonCode(
        "peer_unchanged",
        "This changes nothing",
        "{seat_name} is {peer_status_in_words} already.",
        "Leave it as it is.",
    )
    NOBODY_FREE = ReasonCode(
        "nobody_free",
        "Everybody is in a scene",
        "Every player at the table is in a scene.",
        "Wait until a scene has ended.",
    )
    NOT_FREE = ReasonCode(
        "not_free",
        "This seat cannot be in the scene",
        "{seat_name} is in another scene, or is not a player at the table.",
        "Name only players who are in no scene, or wait until this one is free.",
    )
    NOBODYS_TURN = ReasonCode(
        "nobodys_turn",
        "It is nobody's turn",
        "It is nobody's turn: the round is over, or no scene is under way.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
    )
    NO_ROUND_OVER = ReasonCode(
        "no_round_over",
        "No round is over",
        "No scene waits for another round.",
        "Wait until a round is over.",
    )
    UNKNOWN_SCENE = ReasonCode(
        "unknown_scene",
        "No such scene",
        "There is no such scene under way.",
        "Name a scene that is under way, or wait for one.",
    )
    FC_SETS_SCENES = ReasonCode(
        "fc_sets_scenes",
        "The FC needs no offer",
        "The FC sets scenes without asking.",
        "Leave offers to the players.",
    )
    NO_SCENE_ENDED = ReasonCode(
        "no_scene_ended",
        "No scene has just ended",
        "A scene can only be offered when a scene has ended and the next scene is not set.",
        "Wait until a scene has ended.",
    )
    NO_OPEN_SCENE = ReasonCode(
        "no_open_scene",
        "No scene is open",
        "No scene is open for a roll.",
        "Wait until the FC sets a scene.",
    )
    NOT_IN_SCENE = ReasonCode(
        "not_in_scene",
        "This character is not in a scene",
        "{participant_name} is not in a scene.",
        "Wait until {participant_name} is in a scene.",
    )
    NOT_FOR_THE_FC = ReasonCode(
        "not_for_the_fc",
        "This dispute is for the table",
        "This dispute is not an open question for the FC, so the FC cannot settle it.",
        "Leave the dispute to the table, which settles it.",
    )
    PEER_UNHEARD = ReasonCode(
        "peer_unheard",
        "A peer has not been heard",
        "{seat_name} has not stated a view of this question.",
        "Wait until {seat_name} has stated a view. Play waits for this: {pending_in_words}.",
    )
