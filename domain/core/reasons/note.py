"""Refusals of moves about sealed notes and redactions."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class NoteCodes(Codes):
    """The codes about sealed notes and redaction."""

    UNKNOWN_NOTE = ReasonCode(
        "unknown_note",
        "No such note",
        "There is no such note.",
        "Name a note that was sealed in this session, or seal one first.",
    )
    NOT_THE_AUTHOR = ReasonCode(
        "not_the_author",
        "Only its author can reveal a note",
        "{author_name} sealed this note.",
        "Leave it to {author_name} to reveal the note.",
    )
    NOTE_REVEALED = ReasonCode(
        "note_revealed",
        "The note is open already",
        "Note {note_number} has been revealed.",
        "Read it in the list of notes.",
    )
    SEALED_ELSEWHERE = ReasonCode(
        "sealed_elsewhere",
        "The note was sealed before the fork",
        "Note {note_number} was sealed in the session that this one was forked from.",
        "Have its author reveal the note in that session.",
    )
    NOT_WHAT_WAS_SEALED = ReasonCode(
        "not_what_was_sealed",
        "The text differs from the sealed one",
        "The present text of note {note_number} differs from the sealed text. Perhaps the text was redacted.",
        "Say the text openly.",
        ways={
            "seal_note": "Seal the text in a new note with `seal_note`, or say the text openly.",
        },
    )
    TOO_MANY_NOTES = ReasonCode(
        "too_many_notes",
        "Too many notes",
        "This seat has sealed {notes_sealed} notes, and the limit is {notes_allowed}.",
        "Say it at the table instead of sealing it.",
    )
    NOT_YOURS_TO_REDACT = ReasonCode(
        "not_yours_to_redact",
        "This seat cannot redact all of these events",
        "This seat may redact only some of these events.",
        "Name only your own events. As the GM, name only events of play. Ask the operator to redact other events.",
    )
