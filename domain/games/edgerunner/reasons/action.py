"""Refusals of moves about initiative and actions."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class ActionCodes(Codes):
    """The codes about initiative and actions."""

    NO_TWO_SIDES = ReasonCode(
        "no_two_sides",
        "A conflict needs two sides",
        "Sides with a character on the map that can act: {sides_on_map}. A conflict needs"
        " {sides_needed} sides.",
        "Wait until characters of two sides have been placed on the map.",
    )
    CALLS_ALREADY = ReasonCode(
        "calls_already",
        "The seat is the caller already",
        "{seat_name} is the caller already.",
        "Choose another seat, or keep this caller.",
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
        "{moment_in_words}. This move belongs to another moment of the conflict.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
    )
    NOT_YOURS = ReasonCode(
        "not_yours",
        "Another seat plays this character",
        "{character_name} is played by {seat_name}.",
        "Leave it to {seat_name}.",
    )
    NO_ACTOR = ReasonCode(
        "no_actor",
        "This character has no turns",
        "{character_name} is on no side of the conflict, or cannot act.",
        "Name one of these: {character_names}.",
    )
    TAKEN_OUT = ReasonCode(
        "taken_out",
        "Taken out",
        "{character_name} is taken out.",
        "Wait until the conflict is over. Play waits for this: {pending_in_words}.",
    )
    ACTED_ALREADY = ReasonCode(
        "acted_already",
        "Each character acts only once in an exchange",
        "{character_name} has already acted in exchange {exchange_number}.",
        "Wait for the next exchange. Play waits for this: {pending_in_words}.",
    )
    ANSWERED_ALREADY = ReasonCode(
        "answered_already",
        "The character has answered already",
        "{character_name} has answered already.",
        "Wait for the caller. Play waits for this: {pending_in_words}.",
    )
    NOT_ANSWERED = ReasonCode(
        "not_answered",
        "This character does not want to act next",
        "{character_name} is not among the characters that want to act next.",
        "Name one of these: {character_names}.",
    )
    SEVERAL_ANSWERED = ReasonCode(
        "several_answered",
        "Several characters want to act",
        "These characters want to act next: {character_names}.",
        "Wait until only one of them still wants to act next.",
        ways={
            "call_auction": "Call an auction with `call_auction`, or wait until only one of them still wants to act next.",
        },
    )
    NOBODY_TO_OUTBID = ReasonCode(
        "nobody_to_outbid",
        "An auction needs two characters",
        "An auction needs at least two characters. Characters that want to act next: {character_names}.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
        ways={
            "give_turn": "Give the turn to a character that has not acted yet, with `give_turn`.",
        },
    )
    UNFIT_BID = ReasonCode(
        "unfit_bid",
        "A bid is out of bounds",
        "The bid is {shifts_bid}; {character_name} can bid 0 to {shifts_maximum}.",
        "Bid 0 to {shifts_maximum}.",
    )
    BID_ALREADY = ReasonCode(
        "bid_already",
        "The character has bid already",
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
        "{target_name} has no track “{track_name}”, or this action cannot be used on that track.",
        "Name one of these tracks: {track_names}.",
    )
    UNFIT_TARGET = ReasonCode(
        "unfit_target",
        "The action cannot have this target",
        "{target_name} cannot be the target of {action_in_words} now.",
        "Name one of these targets: {target_names}.",
    )
    NO_WAY_THERE = ReasonCode(
        "no_way_there",
        "No border leads there",
        "No borders lead to the zone of {target_name}.",
        "Name a target in a zone that borders lead to.",
    )
    OUT_OF_REACH = ReasonCode(
        "out_of_reach",
        "Out of reach",
        "{target_name} is {distance_in_words} away, and “{skill_name}” reaches {reach_in_words}.",
        "Use a skill that reaches farther, or go nearer first.",
    )
    MUST_CONTINUE = ReasonCode(
        "must_continue",
        "A new roll needs another action",
        "In the previous exchange, {character_name} did this: {earlier_action_in_words}.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
        ways={
            "continue": "Continue the same action with `continue`.",
            "declare": "Declare another skill, action or target with `declare`.",
        },
    )
    NOTHING_TO_CONTINUE = ReasonCode(
        "nothing_to_continue",
        "There is nothing to continue",
        "{character_name} took no action in the previous exchange.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
        ways={"declare": "Declare an action with `declare`."},
    )
    NOT_THE_SAME = ReasonCode(
        "not_the_same",
        "Only the same action can be continued",
        "In the previous exchange, {character_name} did this: {earlier_action_in_words}.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
        ways={
            "continue": "Continue the same action with `continue`.",
            "declare": "Declare something else with `declare`.",
        },
    )
    NOTHING_ASKED = ReasonCode(
        "nothing_asked",
        "The target has no question to answer",
        "The target of {action_in_words} has no question to answer now.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
    )
    TARGET_FIRST = ReasonCode(
        "target_first",
        "The target must answer first",
        "{target_name} has not answered this yet.",
        "Wait for {target_name}. Play waits for this: {pending_in_words}.",
    )
