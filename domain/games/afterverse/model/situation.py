"""Situations: their descriptions, looks and questions (`awareness.bank`)."""

from typing import Literal, NewType, assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core.tagged import TaggedEffect
from verger.domain.table.sheet import CharacterId

QuestionId = NewType("QuestionId", str)
"""A question about the surroundings: `u1`, `u2` … No id is used twice."""


class Situation(msgspec.Struct, frozen=True):
    """The place of the characters."""

    text: str
    looked: Map[CharacterId, int] = Map()
    """The number of awareness tests of each character in this situation."""


class Question(msgspec.Struct, frozen=True):
    """A player's question about the surroundings, which cost a point."""

    character: CharacterId
    text: str


class Scenery(msgspec.Struct, frozen=True):
    """The situation, whether there is combat, and the open questions."""

    situation: Situation | None = None
    combat: bool = False
    questions: Map[QuestionId, Question] = Map()
    ever: int = 0
    """The number of questions asked in all situations. The next question's id is one higher."""


class SituationOpened(TaggedEffect, frozen=True, tag="situation_opened"):
    """The characters entered a situation."""

    text: str


class SituationLeft(TaggedEffect, frozen=True, tag="situation_left"):
    """The characters left the situation. Its questions are closed."""


class CombatChanged(TaggedEffect, frozen=True, tag="combat_changed"):
    """Combat began or ended."""

    combat: bool


class AwarenessTested(TaggedEffect, frozen=True, tag="awareness_tested"):
    """A character looked around. After a second look, earlier details cost double."""

    character: CharacterId


class QuestionAsked(TaggedEffect, frozen=True, tag="question_asked"):
    """A player asked about the surroundings."""

    question: QuestionId
    character: CharacterId
    text: str


class QuestionClosed(TaggedEffect, frozen=True, tag="question_closed"):
    """The GM answered or rejected the question."""

    question: QuestionId
    outcome: Literal["answered", "turned_away"]
    text: str | None


class SomethingNoticed(TaggedEffect, frozen=True, tag="something_noticed"):
    """The GM let a character notice something."""

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
    """Return the scenery after an effect."""
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
            questions = scenery.questions.set(id, Question(character, text))
            return replace(scenery, questions=questions, ever=scenery.ever + 1)
        case QuestionClosed(id):
            return replace(scenery, questions=scenery.questions.delete(id))
        case SomethingNoticed():
            return scenery  # This is only a text, which the log keeps.
        case _:
            assert_never(effect)


def _with_look(situation: Situation | None, character: CharacterId) -> Situation | None:
    if situation is None:
        return None
    times = situation.looked.get(character, 0) + 1
    return replace(situation, looked=situation.looked.set(character, times))
