"""Landmarks of the Venus Engine: chapters, scenes, turns, checks and tasks."""

from verger.domain.core.landmark import Landmarks, Names
from verger.domain.core.table import SessionStarted
from verger.domain.games.venus.effects import ChapterBegun, ChapterEnded, GameEnded
from verger.domain.games.venus.model.scenes import (
    SceneEnded,
    SceneEntered,
    SceneLeft,
    SceneSet,
    SpotlightMoved,
)
from verger.domain.games.venus.model.throw_effect import (
    CheckChosen,
    RollCalled,
    RollClosed,
    TaskChosen,
)
from verger.domain.table.sheet import SheetWritten

ROLL = "roll"
"""The id that titles use for the open roll. Only one roll is open at a time (`roll.ability`)."""

ENDS = {
    "passed": "succeeds",
    "failed": "fails",
    "cancelled": "is cancelled",
    "dropped": "ends because its player has left",
}


def _turn(effect: SpotlightMoved, names: Names) -> str | None:
    return f"{names.of(effect.seat)}'s turn" if effect.seat else None


def _closed(effect: RollClosed, names: Names) -> str:
    return f"The {names.of(ROLL)} {ENDS[effect.outcome]}"


LANDMARKS = Landmarks(
    {
        SessionStarted: ("step", "Preparing"),
        ChapterBegun: ("step", "Chapter {number}"),
        ChapterEnded: ("step", "Debrief"),
        GameEnded: ("step", "The game is over"),
        SceneSet: ("scene", "Scene: {text}"),
        SceneEnded: ("scene", "A scene ends"),
        SceneEntered: ("scene", "{seat:name} enters the scene"),
        SceneLeft: ("scene", "{seat:name} leaves the scene"),
        SpotlightMoved: ("turn", _turn),
        RollCalled: ("test", "{character:name} uses {ability}"),
        CheckChosen: ("test", "A check: {stakes}"),
        TaskChosen: ("test", "A task: {stakes}"),
        RollClosed: ("test", _closed),
    },
    {
        SheetWritten: ("{character}", "{name}"),
        SceneSet: ("{scene}", "{text}"),
        RollCalled: (ROLL, "roll"),
        CheckChosen: (ROLL, "check"),
        TaskChosen: (ROLL, "task"),
    },
)
