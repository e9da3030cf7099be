"""Refusals of moves about initiative and actions."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class ActionCodes(Codes):
    """The codes about initiative and actions."""

    NO_TWO_SIDES = ReasonCode(
        "no_two_sides",
        "A conflict takes two sides",
        "Sides with somebody on the map who acts: {sides_on_map}; it takes {sides_needed}.",
        "Wait until somebody of two sides has been placed.",
    )
    CALLS_ALREADY = ReasonCode(
        "calls_already",
        "The seat calls already",
        "{seat_name} is the caller already.",
        "The call can go to another seat only.",
    )
    NOT_THE_CALLER = ReasonCode(
        "not_the_caller",
        "Only the caller may do this",
        "The caller is {caller_name}.",
        "Leave it to {caller_name}. Play waits for this: {pending_in_words}.",
    )
    WRONG_MOMENT = ReasonCode(
        "wrong_moment",
        "Not at this moment of the conflict",
        "{moment_in_words}; this belongs to another moment.",
        "It belongs to another moment. Play waits for this: {pending_in_words}.",
    )
    NOT_YOURS = ReasonCode(
        "not_yours",
        "Another seat plays it",
        "{character_name} is played by {seat_name}.",
        "Leave it to {seat_name}.",
    )
    NO_ACTOR = ReasonCode(
        "no_actor",
        "It has no turns",
        "{character_name} is on no side of the conflict, or does nothing.",
        "Those who can be named: {character_names}.",
    )
    TAKEN_OUT = ReasonCode(
        "taken_out",
        "Taken out",
        "{character_name} is taken out.",
        "Wait until the conflict is over. Play waits for this: {pending_in_words}.",
    )
    ACTED_ALREADY = ReasonCode(
        "acted_already",
        "Everyone acts once in an exchange",
        "{character_name} has acted in exchange {exchange_number}.",
        "Wait for the next exchange. Play waits for this: {pending_in_words}.",
    )
    ANSWERED_ALREADY = ReasonCode(
        "answered_already",
        "Answered already",
        "{character_name} has answered already.",
        "Wait for the caller. Play waits for this: {pending_in_words}.",
    )
    NOT_ANSWERED = ReasonCode(
        "not_answered",
        "Has not answered",
        "{character_name} is not among those who want to act next.",
        "Those who can be named: {character_names}.",
    )
    SEVERAL_ANSWERED = ReasonCode(
        "several_answered",
        "Several want to act",
        "These want to act next: {character_names}.",
        "Wait until all but one let others go first.",
        ways={
            "call_auction": "Call an auction with `call_auction`, or wait until all but one let others go first.",
        },
    )
    NOBODY_TO_OUTBID = ReasonCode(
        "nobody_to_outbid",
        "An auction takes two",
        "Who wants to act next: {character_names}.",
        "Play waits for this: {pending_in_words}.",
        ways={
            "give_turn": "Give the turn to one of those who have yet to act, with `give_turn`.",
        },
    )
    UNFIT_BID = ReasonCode(
        "unfit_bid",
        "A bid is out of bounds",
        "The bid is {shifts_bid}; {character_name} can get 0 to {shifts_maximum}.",
        "Bid 0 to {shifts_maximum}.",
    )
    BID_ALREADY = ReasonCode(
        "bid_already",
        "Bid already",
        "{character_name} has bid already: {shifts_bid}.",
        "Wait for the others. Play waits for this: {pending_in_words}.",
    )
    UNSKILLED = ReasonCode(
        "unskilled",
        "No such skill",
        "{character_name} has no skill “{skill_name}”.",
        "Name one of its skills: {skill_names}.",
    )
    UNKNOWN_TRACK = ReasonCode(
        "unknown_track",
        "No such track",
        "{target_name} has no track “{track_name}” that this could be about.",
        "Tracks that it can be about: {track_names}.",
    )
    UNFIT_TARGET = ReasonCode(
        "unfit_target",
        "It cannot be about that",
        "{target_name} is nothing that {action_in_words} can be about now.",
        "It can be about these: {target_names}.",
    )
    NO_WAY_THERE = ReasonCode(
        "no_way_there",
        "No border leads there",
        "No borders lead to where {target_name} is.",
        "Only a target that borders lead to can be named.",
    )
    OUT_OF_REACH = ReasonCode(
        "out_of_reach",
        "Out of reach",
        "{target_name} is {distance_in_words} away; “{skill_name}” reaches {reach_in_words}.",
        "It takes a skill that reaches farther, or a place that is nearer.",
    )
    MUST_CONTINUE = ReasonCode(
        "must_continue",
        "The same is not rolled again",
        "{character_name} did this in the exchange before: {earlier_action_in_words}.",
        "Play waits for this: {pending_in_words}.",
        ways={
            "continue": "Go on with the same action with `continue`.",
            "declare": "Declare another skill, action or target with `declare`.",
        },
    )
    NOTHING_TO_CONTINUE = ReasonCode(
        "nothing_to_continue",
        "There is nothing to continue",
        "{character_name} took no action in the exchange before.",
        "Only what was done in the exchange before is continued.",
    )
    NOT_THE_SAME = ReasonCode(
        "not_the_same",
        "Only the same is continued",
        "What {character_name} did in the exchange before is {earlier_action_in_words}.",
        "Play waits for this: {pending_in_words}.",
        ways={
            "continue": "Go on with just that action with `continue`.",
            "declare": "Declare something else with `declare`.",
        },
    )
    NOTHING_ASKED = ReasonCode(
        "nothing_asked",
        "The target is not asked",
        "Nothing is asked of the target of {action_in_words} now.",
        "Play waits for this: {pending_in_words}.",
    )
    TARGET_FIRST = ReasonCode(
        "target_first",
        "The target has a say first",
        "{target_name} has not answered this yet.",
        "Wait for {target_name}. Play waits for this: {pending_in_words}.",
    )
