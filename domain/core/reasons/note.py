"""Why sealed notes and redactions are refused."""

from domain.core.reason import Code, Reason

_C = Code

REASONS: dict[Code, Reason] = {
    _C.UNKNOWN_NOTE: Reason(
        "No such note", "There is no such note.", "Name one of the session's sealed notes."
    ),
    _C.NOT_THE_AUTHOR: Reason(
        "Only its author reveals a note",
        "{name} sealed this note.",
        "Ask its author to reveal it.",
    ),
    _C.NOTE_REVEALED: Reason(
        "The note is open already", "Note {number} has been revealed.", "Read it among the notes."
    ),
    _C.SEALED_ELSEWHERE: Reason(
        "It was sealed before the fork",
        "Note {number} was sealed in the session that this one was forked from.",
        "Ask its author to reveal it there.",
    ),
    _C.NOT_WHAT_WAS_SEALED: Reason(
        "Not what was sealed",
        "What is there of note {number} is not what was sealed: it may have been redacted.",
        "Seal what should be known anew.",
    ),
    _C.TOO_MANY_NOTES: Reason(
        "Too many notes",
        "This seat has sealed {notes} notes; the limit is {limit}.",
        "Put several things into one note.",
    ),
    _C.NOT_YOURS_TO_REDACT: Reason(
        "Not this seat's to redact",
        "Among these events are some of others (reach: {reach}).",
        "Name events that this seat has asked for; the GM may redact all of play, the operator anything.",
    ),
}
