"""Refusals of moves about rolls, checks and claims."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class RollCodes(Codes):
    """The codes about rolls, checks and claims."""

    ROLL_OPEN = ReasonCode(
        "roll_open",
        "A roll is under way",
        "{roll_in_words} is under way.",
        "Wait until it is over. Play waits for this: {pending_in_words}.",
    )
    NO_ROLL = ReasonCode(
        "no_roll",
        "No roll is under way",
        "No roll is under way.",
        "Wait until {gm_name} names an ability.",
        ways={
            "call_roll": "Call for a roll first, with `call_roll`.",
        },
    )
    WRONG_STAGE_OF_ROLL = ReasonCode(
        "wrong_stage_of_roll",
        "The roll is at another stage",
        "{roll_in_words} {roll_stage_in_words}, and this move belongs to another stage.",
        "Let the roll go on first. Play waits for this: {pending_in_words}.",
    )
    NOT_THE_ROLLER = ReasonCode(
        "not_the_roller",
        "Another seat makes this roll",
        "{roll_in_words} belongs to {roller_name}, not to {seat_name}.",
        "Leave it to {roller_name}.",
    )
    NO_SUCH_ABILITY = ReasonCode(
        "no_such_ability",
        "No such ability",
        "{character_name} has no ability “{ability_name}”.",
        "Name an ability that stands on the sheet.",
    )
    NOT_HEARD = ReasonCode(
        "not_heard",
        "The player was not heard",
        "{seat_name} has not yet suggested a check or a task.",
        "Wait for {seat_name}. Play waits for this: {pending_in_words}.",
    )
    PEERS_CANCEL_NOTHING = ReasonCode(
        "peers_cancel_nothing",
        "This seat cannot call the roll off",
        "{seat_name} cannot call this roll off: {roller_name} rolls, and {fc_name} is the FC.",
        "Leave it to {roller_name} or to {fc_name}.",
    )
    NPC_CHECKS_ONLY = ReasonCode(
        "npc_checks_only",
        "The FC's characters can make only checks",
        "The FC plays {character_name}, who can make only checks.",
        "Have {gm_name} choose a check with `choose_roll`.",
    )
    UNFIT_DIFFICULTY = ReasonCode(
        "unfit_difficulty",
        "No such difficulty",
        "{difficulty} is not a possible difficulty.",
        "Choose 5, 10, 15, 20 or 25.",
    )
    NOBODY_JUDGED = ReasonCode(
        "nobody_judged",
        "Nobody has judged the difficulty",
        "No peer has judged the difficulty of {roll_in_words}.",
        "Wait until a peer has judged the difficulty. Play waits for this: {pending_in_words}.",
    )
    DIFFICULTY_MISSING = ReasonCode(
        "difficulty_missing",
        "The difficulty is missing",
        "No peer has judged the difficulty of {roll_in_words}, and the FC has to settle it.",
        "Give a difficulty of 5, 10, 15, 20 or 25.",
    )
    NO_PEERS_DIFFICULTY = ReasonCode(
        "no_peers_difficulty",
        "No peer gave this difficulty",
        "No peer has judged the difficulty to be {difficulty}.",
        "Choose a difficulty that a peer gave ({difficulties_in_words}), or give none: then the "
        "median counts.",
    )
    TOO_MANY_FACTORS = ReasonCode(
        "too_many_factors",
        "Too many factors",
        "These are {factors_given} factors, and the limit is {factors_allowed}.",
        "Name at most {factors_allowed}.",
    )
    TARGET_TOO_HIGH = ReasonCode(
        "target_too_high",
        "The target is too high",
        "The target {target_number} is above the limit of {target_number_maximum}.",
        "Choose a difficulty of 25 at most.",
    )
    NO_LOTS = ReasonCode(
        "no_lots",
        "No Lot is left for this",
        "{seat_name} has no more Lots to spend.",
        "Go on without a Lot.",
    )
    NO_BONUS = ReasonCode(
        "no_bonus",
        "No factor is valid yet",
        "The peers have found no factor valid.",
        "Wait for the answers of the peers. Play waits for this: {pending_in_words}.",
        ways={
            "claim_bonus": "Claim a factor that the peers may find valid, with `claim_bonus`.",
            "accept_failure": "Accept the failure with `accept_failure`.",
        },
    )
    UNKNOWN_CLAIM = ReasonCode(
        "unknown_claim",
        "No such open claim",
        "There is no open claim {claim}.",
        "Answer a claim that is open, or wait for one.",
    )
    NOBODY_ANSWERED = ReasonCode(
        "nobody_answered",
        "No peer has answered",
        "No peer other than the FC has answered about {claim_in_words}.",
        "Wait for an answer. {waiting_names} can answer.",
    )
    TOO_MANY_CLAIMS = ReasonCode(
        "too_many_claims",
        "Too many claims in this roll",
        "This seat has made {claims_allowed} claims in this roll, which is the limit.",
        "Go on with the claims that are valid.",
    )
    NO_PEERS = ReasonCode(
        "no_peers",
        "There is no peer to ask",
        "No peer sits at the table.",
        "Go on without peers.",
    )
    CLAIM_OPEN = ReasonCode(
        "claim_open",
        "The peers have not decided",
        "The peers have not decided about {claim_in_words}.",
        "Wait for {waiting_names}.",
    )
