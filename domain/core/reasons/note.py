"""Refusals of moves about sealed notes and redactions."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class NoteCodes(Codes):
    """The codes about sealed notes and redaction."""

    UNKNOWN_NOTE = ReasonCode(
        "unknown_note",
        "No such note",
        "There is no such note.",
        "Only a note that was sealed in this session can be revealed.",
    )
    NOT_THE_AUTHOR = ReasonCode(
        "not_the_author",
        "Only its author reveals a note",
        "{author_name} sealed this note.",
        "Only {author_name} can reveal it.",
    )
    NOTE_REVEALED = ReasonCode(
        "note_revealed",
        "The note is open already",
        "Note {note_number} has been revealed.",
        "Read it among the notes.",
    )
    SEALED_ELSEWHERE = ReasonCode(
        "sealed_elsewhere",
        "It was sealed before the fork",
        "Note {note_number} was sealed in the session that this one was forked from.",
        "Only its author can reveal it, and only there.",
    )
    NOT_WHAT_WAS_SEALED = ReasonCode(
        "not_what_was_sealed",
        "Not what was sealed",
        "What is there of note {note_number} is not what was sealed: it may have been redacted.",
        "Say the text in the open.",
        ways={
            "seal_note": "Seal a new note with the text with `seal_note`, or say it in the open.",
        },
    )
    TOO_MANY_NOTES = ReasonCode(
        "too_many_notes",
        "Too many notes",
        "This seat has sealed {notes_sealed} notes; the limit is {notes_allowed}.",
        "Tell it at the table: this seat seals no more.",
    )
    NOT_YOURS_TO_REDACT = ReasonCode(
        "not_yours_to_redact",
        "Not this seat's to redact",
        "Among these events are some that are not this seat's to redact.",
        "A seat redacts what it asked for itself; the GM all of play, the operator anything.",
    )
