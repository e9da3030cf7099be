"""Refusals of moves about sealed notes and redactions."""

from verger.domain.core.reason import Code, Reason

_C = Code

REASONS: dict[Code, Reason] = {
    _C.UNKNOWN_NOTE: Reason(
        "No such note",
        "There is no such note.",
        "Only a note that was sealed in this session can be revealed.",
    ),
    _C.NOT_THE_AUTHOR: Reason(
        "Only its author reveals a note",
        "{author_name} sealed this note.",
        "Only {author_name} can reveal it.",
    ),
    _C.NOTE_REVEALED: Reason(
        "The note is open already",
        "Note {note_number} has been revealed.",
        "Read it among the notes.",
    ),
    _C.SEALED_ELSEWHERE: Reason(
        "It was sealed before the fork",
        "Note {note_number} was sealed in the session that this one was forked from.",
        "Only its author can reveal it, and only there.",
    ),
    _C.NOT_WHAT_WAS_SEALED: Reason(
        "Not what was sealed",
        "What is there of note {note_number} is not what was sealed: it may have been redacted.",
        "Seal a new note with the text, or say it in the open.",
    ),
    _C.TOO_MANY_NOTES: Reason(
        "Too many notes",
        "This seat has sealed {notes_sealed} notes; the limit is {notes_allowed}.",
        "Tell it at the table: this seat seals no more.",
    ),
    _C.NOT_YOURS_TO_REDACT: Reason(
        "Not this seat's to redact",
        "Among these events are some that are not this seat's to redact.",
        "A seat redacts what it asked for itself; the GM all of play, the operator anything.",
    ),
}
