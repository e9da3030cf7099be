"""Situations: what can be noticed in them, who looked, and what was asked (`awareness.bank`)."""

from typing import Literal, NewType, assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core.tagged import TaggedEffect
from verger.domain.table.sheet import CharacterId

QuestionId = NewType("QuestionId", str)
"""A question about the surroundings: `u1`, `u2` …, never used twice."""


class Situation(msgspec.Struct, frozen=True):
    """Where the characters are."""

    text: str
    looked: Map[CharacterId, int] = Map()
    """How many tests of awareness each has made in it."""


class Question(msgspec.Struct, frozen=True):
    """What a player asked about the surroundings, and has paid a point for."""

    character: CharacterId
    text: str


class Scenery(msgspec.Struct, frozen=True):
    """The situation, whether there is combat in it, and the questions about it."""

    situation: Situation | None = None
    combat: bool = False
    questions: Map[QuestionId, Question] = Map()
    ever: int = 0
    """The number of questions asked in all situations. The next question's id is one higher."""


class SituationOpened(TaggedEffect, frozen=True, tag="situation_opened"):
    """The characters have come into a situation."""

    text: str


class SituationLeft(TaggedEffect, frozen=True, tag="situation_left"):
    """The characters have left it, and what was asked about it with it."""


class CombatChanged(TaggedEffect, frozen=True, tag="combat_changed"):
    """Combat has begun, or is over."""

    combat: bool


class AwarenessTested(TaggedEffect, frozen=True, tag="awareness_tested"):
    """A character looked about: what could be seen before costs double after a second time."""

    character: CharacterId


class QuestionAsked(TaggedEffect, frozen=True, tag="question_asked"):
    """A player asked about the surroundings."""

    question: QuestionId
    character: CharacterId
    text: str


class QuestionClosed(TaggedEffect, frozen=True, tag="question_closed"):
    """The GM answered, or did not take the question."""

    question: QuestionId
    outcome: Literal["answered", "turned_away"]
    text: str | None


class SomethingNoticed(TaggedEffect, frozen=True, tag="something_noticed"):
    """The GM had a character notice something."""

    character: CharacterId
    text: str


SituationEffect = (
    SituationOpened
    | SituationLeft
    | CombatChanged
    | AwarenessTested
    | QuestionAsked
    | QuestionClosed
    | SomethingNoticed
)


def evolve(scenery: Scenery, effect: SituationEffect) -> Scenery:
    """The scenery after an effect."""
    match effect:
        case SituationOpened(text):
            return replace(scenery, situation=Situation(text))
        case SituationLeft():
            return replace(scenery, situation=None, questions=Map())
        case CombatChanged(combat):
            return replace(scenery, combat=combat)
        case AwarenessTested(character):
            return replace(scenery, situation=_with_look(scenery.situation, character))
        case QuestionAsked(id, character, text):
            asked = scenery.questions.set(id, Question(character, text))
            return replace(scenery, questions=asked, ever=scenery.ever + 1)
        case QuestionClosed(id):
            return replace(scenery, questions=scenery.questions.delete(id))
        case SomethingNoticed():
            return scenery  # the log tells it
        case _:
            assert_never(effect)


def _with_look(situation: Situation | None, character: CharacterId) -> Situation | None:
    if situation is None:
        return None
    times = situation.looked.get(character, 0) + 1
    return replace(situation, looked=situation.looked.set(character, times))
