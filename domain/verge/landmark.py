"""Landmarks of Verge: its steps, the phases of Load, scenes, and conflicts."""

from collections.abc import Mapping

from domain.landmark import Landmarks, Names, quoted
from domain.table import SessionStarted
from domain.verge.conflict_effect import (
    ConflictCalled,
    ConflictClosed,
    ConflictDecided,
    ConflictJoined,
    GoalStated,
    RollingBegan,
    RoundBegan,
)
from domain.verge.effects import (
    CashedOut,
    LoadStarted,
    RunStarted,
    SceneEnded,
    SceneFramed,
    TurnStarted,
)
from domain.verge.network import NetworkScrapped
from domain.verge.notice import NoticeBegan

PHASES = (
    "ideas",
    "organizations",
    "people",
    "characters",
    "what matters most",
    "what matters next",
)

PHASE, WINNER = "phase", "winner"


def _phase(effect: TurnStarted, names: Names) -> str | None:
    """The first turn of a phase begins it."""
    if names.play.get(PHASE) == str(effect.phase):
        return None
    return f"Phase {effect.phase}: {PHASES[effect.phase - 1]}"


def _side(conflict: str, goal: int) -> str:
    return f"{conflict} side {goal}"


def _goal(conflict: str, goal: int) -> str:
    return f"{conflict} goal {goal}"


def _joined(effect: ConflictJoined, names: Names) -> Mapping[str, str]:
    side = _side(effect.conflict, effect.goal)
    others, name = names.play.get(side), names.of(effect.seat)
    return {side: f"{others} and {name}" if others else name}


def _stated(effect: GoalStated, names: Names) -> Mapping[str, str]:
    number = 1
    while names.play.get(_goal(effect.conflict, number)):
        number += 1
    return {_goal(effect.conflict, number): quoted(effect.goal.statement)}


def _called(effect: ConflictCalled, names: Names) -> str:
    why = f": {quoted(effect.reason)}" if effect.reason else ""
    return f"{names.of(effect.spotlight)} calls a conflict{why}"


def _against(effect: RollingBegan, names: Names) -> str:
    sides: list[str] = []
    goal = 1
    while names.play.get(_goal(effect.conflict, goal)):
        sides += [side for side in [names.play.get(_side(effect.conflict, goal))] if side]
        goal += 1
    return f"Conflict: {' against '.join(sides)}"


def _won(effect: ConflictDecided, names: Names) -> Mapping[str, str]:
    return {WINNER: names.of(_goal(effect.conflict, effect.goal)) if effect.goal else ""}


def _over(effect: ConflictClosed, names: Names) -> str:
    won = names.play.get(WINNER) if effect.outcome == "won" else ""
    return f"The conflict ends: {won or 'nobody wins'}"


LANDMARKS = Landmarks(
    {
        SessionStarted: ("step", "Compile"),
        NetworkScrapped: ("step", "The network is scrapped"),
        LoadStarted: ("step", "Load"),
        TurnStarted: ("phase", _phase),
        CashedOut: ("phase", "Phase 7: cashing out"),
        RunStarted: ("step", "Run"),
        SceneFramed: ("scene", "Scene: {place}"),
        NoticeBegan: ("scene", "First notice of loss: {seat.name}"),
        SceneEnded: ("scene", "The scene ends"),
        ConflictCalled: ("conflict", _called),
        RollingBegan: ("conflict", _against),
        RoundBegan: ("round", "Round {round}"),
        ConflictClosed: ("conflict", _over),
    },
    {
        LoadStarted: (PHASE, ""),
        TurnStarted: (PHASE, "{phase}"),
        ConflictJoined: _joined,
        GoalStated: _stated,
        ConflictDecided: _won,
    },
)
