"""Refusal codes that all games share, and the meaning of each code. A game can add its own."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec


class Code(StrEnum):
    """Stable names of refusals. Programs must match these and not the sentences."""

    # the table
    UNUSABLE_TEXT = "unusable_text"
    PAUSED = "paused"
    NOT_PAUSED = "not_paused"
    CLOSED = "closed"
    OBSERVERS_WATCH = "observers_watch"
    GM_ONLY = "gm_only"
    GM_AWAY = "gm_away"
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
    UNKNOWN_HOUSE_RULE = "unknown_house_rule"
    VALUE_NOT_ALLOWED = "value_not_allowed"
    UNKNOWN_CHARACTER = "unknown_character"
    TOO_MANY_CHARACTERS = "too_many_characters"
    GMS_OWN = "gms_own"
    NAMED_TWICE = "named_twice"
    OTHERS_ONLY = "others_only"
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
    # sealed notes and redaction
    UNKNOWN_NOTE = "unknown_note"
    NOT_THE_AUTHOR = "not_the_author"
    NOTE_REVEALED = "note_revealed"
    SEALED_ELSEWHERE = "sealed_elsewhere"
    NOT_WHAT_WAS_SEALED = "not_what_was_sealed"
    TOO_MANY_NOTES = "too_many_notes"
    NOT_YOURS_TO_REDACT = "not_yours_to_redact"
    # play in any game
    WRONG_STEP = "wrong_step"
    OUT_OF_TURN = "out_of_turn"
    SEATS_OPEN = "seats_open"
    NOT_ENOUGH_TOKENS = "not_enough_tokens"
    SERVER_ROLLS = "server_rolls"
    IMPOSSIBLE_DICE = "impossible_dice"


class Reason(msgspec.Struct, frozen=True):
    """The meaning of a code: title, sentence and remedy. Facts replace the names in braces."""

    title: str
    sentence: str
    remedy: str


KNOWN: dict[str, Reason] = {}
"""The meanings of all codes of all games. A code means the same everywhere."""


def register(reasons: Mapping[Any, Reason]) -> None:
    """Register the codes of the core or of a ruleset."""
    for code, reason in reasons.items():
        assert KNOWN.setdefault(str(code), reason) is reason, f"{code} has two meanings"
