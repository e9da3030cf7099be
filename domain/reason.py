"""Every reason for which a move can be refused, by its stable code."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec


class Code(StrEnum):
    """Stable names of refusals; programs match on these and never on the sentences."""

    # the table
    UNUSABLE_TEXT = "unusable_text"
    PAUSED = "paused"
    NOT_PAUSED = "not_paused"
    OBSERVERS_WATCH = "observers_watch"
    GM_ONLY = "gm_only"
    NOTHING_DUE = "nothing_due"
    NOT_STARTED = "not_started"
    ALREADY_STARTED = "already_started"
    NO_GM = "no_gm"
    SEAT_LIMIT = "seat_limit"
    UNKNOWN_SEAT = "unknown_seat"
    SEAT_TAKEN = "seat_taken"
    SEAT_NOT_TAKEN = "seat_not_taken"
    LAST_SEAT = "last_seat"
    NOT_ALONE = "not_alone"
    BOOSTS_OUT = "boosts_out"
    UNKNOWN_HOUSE_RULE = "unknown_house_rule"
    VALUE_NOT_ALLOWED = "value_not_allowed"
    UNKNOWN_CHARACTER = "unknown_character"
    TOO_MANY_CHARACTERS = "too_many_characters"
    GMS_OWN = "gms_own"
    # agreement
    UNKNOWN_PROPOSAL = "unknown_proposal"
    NOT_ASKED = "not_asked"
    ALREADY_ANSWERED = "already_answered"
    NOT_THE_PROPOSER = "not_the_proposer"
    TOO_MANY_OPEN = "too_many_open"
    # the log
    NOT_EARLIER = "not_earlier"
    NOT_ON_THE_LINE = "not_on_the_line"
    REWIND_OPEN = "rewind_open"
    NOTHING_ROLLED = "nothing_rolled"
    FACE_DOWN = "face_down"
    # disputes
    NO_SUCH_RULING = "no_such_ruling"
    NO_SUCH_EVENT = "no_such_event"
    UNKNOWN_RULE = "unknown_rule"
    UNKNOWN_DISPUTE = "unknown_dispute"
    TOO_MANY_DISPUTES = "too_many_disputes"
    VIEWS_FULL = "views_full"
    NOT_THE_DISPUTANT = "not_the_disputant"
    SETTLEMENT_OPEN = "settlement_open"
    NO_SETTLEMENT = "no_settlement"
    NOT_SETTLED = "not_settled"
    ALREADY_APPEALED = "already_appealed"
    UNFIT_ACCOUNT = "unfit_account"
    TOO_FEW_THERE = "too_few_there"
    NO_SUCH_MARK = "no_such_mark"
    NOT_ELIMINATED = "not_eliminated"
    WOULD_FALL = "would_fall"
    NEEDED_NOW = "needed_now"
    # sealed notes and redaction
    UNKNOWN_NOTE = "unknown_note"
    NOT_THE_AUTHOR = "not_the_author"
    NOTE_REVEALED = "note_revealed"
    SEALED_ELSEWHERE = "sealed_elsewhere"
    NOT_WHAT_WAS_SEALED = "not_what_was_sealed"
    TOO_MANY_NOTES = "too_many_notes"
    NOT_YOURS_TO_REDACT = "not_yours_to_redact"
    # the steps of play
    WRONG_STEP = "wrong_step"
    WRONG_PHASE = "wrong_phase"
    OUT_OF_TURN = "out_of_turn"
    OUT_OF_ORDER = "out_of_order"
    STEPS_LEFT = "steps_left"
    SEATS_OPEN = "seats_open"
    NO_PLAYERS = "no_players"
    UNKNOWN_PREMISE = "unknown_premise"
    # the network
    UNKNOWN_ELEMENT = "unknown_element"
    NOT_A_NODE = "not_a_node"
    ELIMINATED = "eliminated"
    SELF_EDGE = "self_edge"
    SIMILAR = "similar"
    CLOSE = "close"
    WRONG_KIND = "wrong_kind"
    WRONG_DIRECTION = "wrong_direction"
    NOT_JUST_WRITTEN = "not_just_written"
    OWN_ELEMENT = "own_element"
    OWN_CHARACTER = "own_character"
    MARKED_THIS_TURN = "marked_this_turn"
    # characters
    GM_CLAIMS_NONE = "gm_claims_none"
    HAS_CHARACTER = "has_character"
    ALREADY_CLAIMED = "already_claimed"
    NOT_YOUR_PERSON = "not_your_person"
    SAME_THING = "same_thing"
    ALREADY_TIED = "already_tied"
    # changes and tokens
    NOT_ENOUGH_TOKENS = "not_enough_tokens"
    WRONG_PAYMENT = "wrong_payment"
    CLAIMED_CHARACTER = "claimed_character"
    WEAKENED = "weakened"
    NOTHING_TO_REPAIR = "nothing_to_repair"
    DECLARATION_OPEN = "declaration_open"
    UNKNOWN_DECLARATION = "unknown_declaration"
    NOT_THE_MOVER = "not_the_mover"
    UNKNOWN_RESULT = "unknown_result"
    ACTION_PAST = "action_past"
    CONTESTED = "contested"
    NOT_CONTESTED = "not_contested"
    NOT_OVERRIDABLE = "not_overridable"
    NOT_OVERRIDDEN = "not_overridden"
    NOTHING_RAISED = "nothing_raised"
    NOT_FOR_DICE = "not_for_dice"
    # conflicts
    CONFLICT_OPEN = "conflict_open"
    NO_CONFLICT = "no_conflict"
    WRONG_STAGE = "wrong_stage"
    NOT_IN_CONFLICT = "not_in_conflict"
    NOT_NEXT = "not_next"
    NOT_IN_THE_SPOTLIGHT = "not_in_the_spotlight"
    NOT_THIS_NODE = "not_this_node"
    NODE_TAKEN = "node_taken"
    UNKNOWN_GOAL = "unknown_goal"
    BROKEN_PATH = "broken_path"
    NOT_USABLE = "not_usable"
    NO_SUCH_DIE = "no_such_die"
    BURNT_OUT = "burnt_out"
    NO_NOISE = "no_noise"
    SERVER_ROLLS = "server_rolls"
    IMPOSSIBLE_DICE = "impossible_dice"
    # first notices of loss
    NOTICES_FIRST = "notices_first"
    NOTHING_TO_LOSE = "nothing_to_lose"
    LOSS_NOT_CHOSEN = "loss_not_chosen"
    NOTICE_UNDER_WAY = "notice_under_way"
    NO_NOTICE = "no_notice"
    # control
    NOT_IN_CONTROL = "not_in_control"
    ALREADY_GRANTED = "already_granted"
    NOT_GRANTED = "not_granted"
    # boosts and bribes
    NO_BOOSTS = "no_boosts"
    OTHERS_ONLY = "others_only"
    BRIBE_ACTIVE = "bribe_active"
    NO_BRIBE = "no_bribe"
    # controlling interest
    INTEREST_OFF = "interest_off"
    INTEREST_FULL = "interest_full"
    INTEREST_COVERED = "interest_covered"
    NOT_YOURS_TO_SAY = "not_yours_to_say"
    NO_INTEREST = "no_interest"
    # scenes
    NO_SCENE = "no_scene"
    SCENE_FULL = "scene_full"


class Reason(msgspec.Struct, frozen=True):
    """What a code means; braces name the facts that the sentence is filled with."""

    title: str
    sentence: str
    remedy: str


KNOWN: dict[str, Reason] = {}
"""What every code means, those of all games too: a code means one thing wherever it is read."""


def register(reasons: Mapping[Any, Reason]) -> None:
    """Make codes known, the core's and those of each ruleset that there is."""
    for code, reason in reasons.items():
        assert KNOWN.setdefault(str(code), reason) is reason, f"{code} has two meanings"
