"""Hidden thresholds and rolls: what the GM may say of them, and whether it proves true.

Nothing here knows a note before it is revealed.
"""

from typing import Literal

from verger.domain.core.note import Note, note_of, opened_values
from verger.domain.core.unicode import trimmed
from verger.domain.games.afterverse import glitch
from verger.domain.games.afterverse.model import pool
from verger.domain.games.afterverse.model.testing import (
    HiddenThreshold,
    OpenThreshold,
    Result,
    Test,
)

Told = Literal["failure", "success", "critical"]


def needed(called: Test, notes: tuple[Note, ...]) -> int | None:
    """The hits that are needed, as far as that is known; a number may have been redacted."""
    match called.threshold:
        case OpenThreshold(hits):
            return hits
        case HiddenThreshold(id):
            note = note_of(notes, id)
            return _number(note.text) if note and note.text else None
        case _:
            return None


def _number(text: str) -> int | None:
    digits = trimmed(text)
    fits = digits.isascii() and digits.isdecimal() and len(digits) < 4
    return int(digits) or None if fits else None


def rolled(called: Test, result: Result, notes: tuple[Note, ...]) -> tuple[int, int] | None:
    """The hits and the sixes of a result, as far as they are known."""
    if not called.hidden:
        return result.hits, result.sixes
    note = called.actors[0].sealed
    opened = note_of(notes, note) if note else None
    dice = opened_values(opened) if opened else None
    return None if dice is None else (pool.hits(dice), pool.sixes(dice))


def fitting(called: Test, result: Result, notes: tuple[Note, ...]) -> tuple[Told, ...]:
    """What the GM may say of a result: what is open now allows nothing else (`test.hits`)."""
    dice, asked = rolled(called, result, notes), needed(called, notes)
    if dice is None:
        return ("failure", "success")
    hits, sixes = dice
    if asked is not None:
        return (_judged(hits, 0 if called.hidden else sixes, asked),)
    found: list[Told] = ["failure"]
    if hits:
        found.append("success")
    if sixes and not called.hidden:
        found.append("critical")
    return tuple(found)


def _judged(hits: int, sixes: int, asked: int) -> Told:
    if hits < asked:
        return "failure"
    return "critical" if sixes >= asked else "success"


def is_borne_out(called: Test, result: Result, notes: tuple[Note, ...]) -> bool | None:
    """Whether what the GM said fits what has been revealed since; none while that cannot be told."""
    if result.told is None:
        return None
    if needed(called, notes) is None or rolled(called, result, notes) is None:
        return None
    return result.told in fitting(called, result, notes)


def is_count_borne_out(called: Test, notes: tuple[Note, ...]) -> bool | None:
    """The same of the GM's word on which of a team's rolls count (`team.teamwork`)."""
    glitched = glitch.leadership(called, notes)
    if not called.leads_hidden or called.lowest is None or not called.said:
        return None
    return None if glitched is None else glitched == called.lowest
