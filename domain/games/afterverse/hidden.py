"""Hidden thresholds and rolls: the statements that the GM can make, and whether revealed notes confirm them.

This code cannot see a note before it is revealed.
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


def needed(test: Test, notes: tuple[Note, ...]) -> int | None:
    """Return the needed hits, or None if the number is hidden or redacted."""
    match test.threshold:
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


def rolled(test: Test, result: Result, notes: tuple[Note, ...]) -> tuple[int, int] | None:
    """Return the hits and the sixes of a result, or None if they are hidden."""
    if not test.hidden:
        return result.hits, result.sixes
    note = test.actors[0].sealed
    opened = note_of(notes, note) if note else None
    dice = opened_values(opened) if opened else None
    return None if dice is None else (pool.hits(dice), pool.sixes(dice))


def fitting(test: Test, result: Result, notes: tuple[Note, ...]) -> tuple[Told, ...]:
    """Return the statements about a result that the GM can make, given the revealed notes (`test.hits`)."""
    dice, threshold = rolled(test, result, notes), needed(test, notes)
    if dice is None:
        return ("failure", "success")
    hits, sixes = dice
    if threshold is not None:
        return (_judged(hits, 0 if test.hidden else sixes, threshold),)
    outcomes: list[Told] = ["failure"]
    if hits:
        outcomes.append("success")
    if sixes and not test.hidden:
        outcomes.append("critical")
    return tuple(outcomes)


def _judged(hits: int, sixes: int, threshold: int) -> Told:
    if hits < threshold:
        return "failure"
    return "critical" if sixes >= threshold else "success"


def is_borne_out(test: Test, result: Result, notes: tuple[Note, ...]) -> bool | None:
    """Return whether the GM's statement fits the revealed notes, or None if that is unknown."""
    if result.told is None:
        return None
    if needed(test, notes) is None or rolled(test, result, notes) is None:
        return None
    return result.told in fitting(test, result, notes)


def is_count_borne_out(test: Test, notes: tuple[Note, ...]) -> bool | None:
    """Return whether the GM chose the right rolls of a team, or None (`team.teamwork`)."""
    glitched = glitch.leadership(test, notes)
    if not test.leads_hidden or test.lowest is None or not test.said:
        return None
    return None if glitched is None else glitched == test.lowest
