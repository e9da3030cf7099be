"""Landmarks of Afterverse: sessions of play, situations, combat, tests, and declared facts."""

from verger.domain.core.landmark import Landmarks, Names, quoted
from verger.domain.core.table import SessionStarted
from verger.domain.games.afterverse.effects import SessionBegun, SessionEnded
from verger.domain.games.afterverse.model.bank import BankOpened
from verger.domain.games.afterverse.model.situation import (
    CombatChanged,
    QuestionAsked,
    SituationLeft,
    SituationOpened,
)
from verger.domain.games.afterverse.model.statement import FactDeclared, FactSettled, PastChanged
from verger.domain.games.afterverse.model.testing_effect import (
    TestCalled,
    TestClosed,
)
from verger.domain.table.sheet import SheetWritten


def _call_title(effect: TestCalled, names: Names) -> str:
    who = ", ".join(names.of(part.character) for part in effect.parts)
    return f"Test: {quoted(effect.about)} ({who})"


def _closed(effect: TestClosed, names: Names) -> str:
    how = "is over" if effect.outcome == "over" else "is called off"
    return f"The test {how}: {names.of(effect.test)}"


def _combat(effect: CombatChanged, names: Names) -> str:
    return "Combat begins" if effect.combat else "Combat ends"


LANDMARKS = Landmarks(
    {
        SessionStarted: ("step", "Preparing"),
        SessionBegun: ("step", "Session {number}"),
        SessionEnded: ("step", "The session ends"),
        SituationOpened: ("scene", "Situation: {text}"),
        SituationLeft: ("scene", "The situation is left"),
        CombatChanged: ("conflict", _combat),
        TestCalled: ("test", _call_title),
        TestClosed: ("test", _closed),
        FactDeclared: ("test", "{character:name} declares: {text}"),
        FactSettled: ("test", "Declared, and {standing}: {statement:name}"),
        PastChanged: ("test", "The past changes: {retcon.now}"),
    },
    {
        SheetWritten: ("{character}", "{name}"),
        BankOpened: ("{bank}", "{opened.name}"),
        QuestionAsked: ("{question}", "{text}"),
        TestCalled: ("{test}", "{about}"),
        FactDeclared: ("{statement}", "{text}"),
    },
)
