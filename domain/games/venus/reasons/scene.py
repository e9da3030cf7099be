"""Refusals of moves about sheets, chapters, peers, scenes and rulings."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class SceneCodes(Codes):
    """The codes about sheets, chapters, peers, scenes and rulings."""

    UNKNOWN_CALIBER = ReasonCode(
        "unknown_caliber",
        "No such caliber",
        "“{ability_name}” has the caliber {caliber_given}, which is none of {calibers_allowed}.",
        "Choose one of {calibers_allowed}.",
    )
    RATING_OUT_OF_RANGE = ReasonCode(
        "rating_out_of_range",
        "A rating is out of range",
        "The {rating_kind} of “{entry_name}” is {rating_given}; it is 0 to {rating_maximum}.",
        "Write a {rating_kind} of 0 to {rating_maximum}.",
    )
    UNKNOWN_ABILITY = ReasonCode(
        "unknown_ability",
        "A job inherits what is not there",
        "“{job_name}” inherits “{ability_name}”, which is no ability of the sheet.",
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
        "Each is rewarded only once in a debrief.",
    )
    NOTHING_TO_UPHOLD = ReasonCode(
        "nothing_to_uphold",
        "The sheet has nothing of the kind",
        "No character of {seat_name} has {attribute_kind_in_words} among its attributes.",
        "Only what stands on the sheet is upheld.",
    )
    NOT_SITTING_IN = ReasonCode(
        "not_sitting_in",
        "Only who sits in is named a peer",
        "{seat_name} is no observer at the table; who plays is a peer anyway.",
        "Only an observer who sits at the table can be named.",
    )
    PEER_UNCHANGED = ReasonCode(
        "peer_unchanged",
        "Nothing changes by this",
        "{seat_name} is {peer_status_in_words} already.",
        "Leave it at that.",
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
        "{seat_name} is in another scene, or is no player at the table.",
        "Only players who are in no scene can be named; where none is named, it is all of those.",
    )
    NOBODYS_TURN = ReasonCode(
        "nobodys_turn",
        "It is nobody's turn",
        "It is nobody's turn: the round is over, or no scene is under way.",
        "Play waits for this: {pending_in_words}.",
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
        "Only a scene that is under way can be named.",
    )
    FC_SETS_SCENES = ReasonCode(
        "fc_sets_scenes",
        "The FC needs to offer nothing",
        "The FC sets scenes without asking.",
        "Leave offers to the players.",
    )
    NO_SCENE_ENDED = ReasonCode(
        "no_scene_ended",
        "No scene has just ended",
        "Scenes are offered when one has ended and the next is not set.",
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
        "This character is in no scene",
        "{participant_name} is in no scene.",
        "Wait until {participant_name} is in a scene.",
    )
    NOT_FOR_THE_FC = ReasonCode(
        "not_for_the_fc",
        "This is for the table",
        "This is no open question of the FC's.",
        "The table settles it as it settles disputes.",
    )
    PEER_UNHEARD = ReasonCode(
        "peer_unheard",
        "A peer has not been heard",
        "{seat_name} has not stated a view of this question.",
        "Wait until {seat_name} has stated a view. Play waits for this: {pending_in_words}.",
    )
