"""Glitch dice: two dice, and one more for each point of risk. Two ones are a glitch."""

from collections.abc import Sequence
from typing import Literal

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.dice import Roll
from verger.domain.core.note import Note, NoteId, note_of, opened_values
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.games.afterverse.acting import name, not_gm, unknown_test
from verger.domain.games.afterverse.model.pool import FACES
from verger.domain.games.afterverse.model.testing import (
    Glitch,
    Test,
    TestId,
)
from verger.domain.games.afterverse.model.testing_effect import (
    GlitchDiceAdded,
    GlitchRolled,
)
from verger.domain.games.afterverse.reason import Code as Own
from verger.domain.games.afterverse.state import Draft, Play, State
from verger.domain.judging.chapters import Judges
from verger.domain.secrets.sealing import seal_roll
from verger.domain.table.sheet import CharacterId

PLAIN = 2
"""The number of glitch dice without risk, and the number of ones in a glitch."""

RULE = "glitch.roll"


class AddGlitchDice(TaggedMove, frozen=True, tag="add_glitch_dice"):
    """Add glitch dice to a test, as the GM.

    For rolls that are already made, the glitch dice are thrown at once. You can also add them to a
    closed test, until the next test of its character begins.
    """

    test: TestId
    glitch: Literal["open", "hidden"]
    together: bool = False


def cannot_add(state: State, id: TestId) -> Refused | None:
    """Return the refusal if a test has glitch dice, or if it is too late for them (`glitch.roll`)."""
    closed = state.play.closed(id)
    if closed is None and (refusal := unknown_test(state, id, RULE)):
        return refusal
    test = state.play.test(id)
    if test.glitch != "none":
        return refuse(Own.GLITCH_DICE_THERE, RULE, test=id, test_subject=test.about)
    if closed and not any(_missed(test, closed.moved_on)):
        return refuse(Own.GLITCH_DICE_LATE, RULE, test=id, test_subject=test.about)
    return None


def add(draft: Draft, move: AddGlitchDice, facts: Facts) -> Judgement:
    """Judge adding glitch dice to a test, open or just closed (`glitch.roll`)."""
    state, id = draft.state, move.test
    if refusal := not_gm(state, facts.seat, RULE) or cannot_add(state, id):
        return refusal
    draft.cite(RULE, test=id, glitch=move.glitch)
    draft.emit(GlitchDiceAdded(id, move.glitch, move.together))
    closed = state.play.closed(id)
    missed = _missed(draft.play.test(id), closed.moved_on if closed else ())
    sentence = "".join(roll(draft, id, places) for places in missed)
    about = state.play.test(id).about
    how = ", face down" if move.glitch == "hidden" else ""
    who = draft.table.name(facts.seat)
    return draft.accept(f"{who} adds glitch dice to “{about}”{how}.{sentence}")


def _missed(test: Test, moved_on: tuple[CharacterId, ...]) -> list[list[int]]:
    """Return the rolls that were made without glitch dice, separately or as a complete group.

    A leader's roll gets no glitch dice after the counting rolls are known. A character that has
    moved on to another test gets none either.
    """
    rolled = [at for at, actor in enumerate(test.actors) if actor.has_rolled]
    led = [[at] for at in rolled if test.actors[at].role == "leader" and test.lowest is None]
    others = [at for at in rolled if test.actors[at].role != "leader"]
    ends = others[-1:] if test.together else others
    return [
        [at for at in group if test.actors[at].character not in moved_on]
        for group in (*led, *[with_roll(test, at) for at in ends])
    ]


def with_roll(test: Test, place: int) -> list[int]:
    """Return the rolls that get glitch dice together with a roll: only this roll, or all rolls if it is the last."""
    actor = test.actors[place]
    if actor.role == "leader" or not test.together:
        return [] if actor.has_let_be else [place]
    group = [(at, other) for at, other in enumerate(test.actors) if other.role != "leader"]
    if not all(other.has_rolled for _, other in group):
        return []
    return [at for at, other in group if not other.has_let_be]


def roll(draft: Draft, id: TestId, places: Sequence[int]) -> str:
    """Roll the glitch dice for these rolls, if the GM wants any (`glitch.roll`)."""
    test = draft.play.test(id)
    if test.glitch == "none" or not places:
        return ""
    actors = [test.actors[place] for place in places]
    who, risk = tuple(actor.character for actor in actors), max(actor.risk for actor in actors)
    leads = actors[0].role == "leader"
    extra = 1 if len(who) > 1 else 0
    count = PLAIN + risk + extra
    draft.cite("glitch.roll", test=id, characters=who, dice=count)
    if risk:
        draft.cite("glitch.risk", risk=risk, dice=count)
    if extra:
        draft.cite("glitch.group", characters=who, dice=count)
    if test.glitch == "hidden":
        return _face_down(draft, id, Glitch(who, risk, leads=leads), count)
    return _face_up(draft, id, Glitch(who, risk, leads=leads), count)


def _face_up(draft: Draft, id: TestId, glitch: Glitch, count: int) -> str:
    dice = draft.facts.dice.roll(count, FACES).values
    picked = 0
    if is_glitch(dice) and len(glitch.characters) > 1:
        (picked,) = draft.facts.dice.roll(1, len(glitch.characters)).values
    rolled = Glitch(glitch.characters, glitch.risk, dice, picked, leads=glitch.leads)
    draft.emit(GlitchRolled(id, rolled))
    if not is_glitch(dice):
        return " No glitch."
    return f" {name(draft.state, rolled.characters[max(0, picked - 1)])} has a glitch."


def _face_down(draft: Draft, id: TestId, glitch: Glitch, count: int) -> str:
    """Roll glitch dice face down.

    The die that picks the character is always rolled, so that it does not show whether there is a
    glitch (`glitch.hidden`).
    """
    note = _sealed(draft, draft.facts.dice.roll(count, FACES, (draft.table.gm,)))
    picking = None
    if len(glitch.characters) > 1:
        who = draft.facts.dice.roll(1, len(glitch.characters), (draft.table.gm,))
        picking = _sealed(draft, who)
    draft.cite("glitch.hidden", test=id, note=note)
    hidden = Glitch(
        characters=glitch.characters,
        risk=glitch.risk,
        dice=(),
        picked=0,
        note=note,
        picking=picking,
        leads=glitch.leads,
    )
    draft.emit(GlitchRolled(id, hidden))
    whose = " and ".join(name(draft.state, who) for who in glitch.characters)
    return f" Glitch dice for {whose} lie face down."


def _sealed(draft: Draft, thrown: Roll) -> NoteId:
    return seal_roll(draft, draft.facts, thrown)


def is_glitch(dice: Sequence[int]) -> bool:
    """Return whether the dice show two ones or more (`glitch.roll`)."""
    return sum(die == 1 for die in dice) >= PLAIN


def happened(glitch: Glitch, notes: tuple[Note, ...]) -> bool | None:
    """Return whether a glitch happened, or None while the dice are face down."""
    dice = glitch.dice if glitch.note is None else opened(notes, glitch.note)
    return None if dice is None else is_glitch(dice)


def whose(glitch: Glitch, notes: tuple[Note, ...]) -> CharacterId | None:
    """Return the character with the glitch, or None while the dice are face down."""
    if not happened(glitch, notes):
        return None
    if len(glitch.characters) == 1:
        return glitch.characters[0]
    picked = (glitch.picked,) if glitch.picking is None else opened(notes, glitch.picking)
    return glitch.characters[picked[0] - 1] if picked else None


def opened(notes: tuple[Note, ...], id: NoteId) -> tuple[int, ...] | None:
    """Return the dice in a revealed note, or None."""
    note = note_of(notes, id)
    return opened_values(note) if note else None


def leadership(test: Test, notes: tuple[Note, ...]) -> bool | None:
    """Return whether the Leadership test glitched, or None if only the GM knows."""
    own = next((glitch for glitch in test.glitches if glitch.leads), None)
    return happened(own, notes) if own else False


CHAPTER: Judges[Play] = {
    AddGlitchDice: add,
}
