"""Landmarks of Verge: its steps, the phases of Load, scenes, and conflicts."""

from collections.abc import Mapping

from verger.domain.core.landmark import Landmarks, Names, quoted
from verger.domain.core.table import SessionStarted
from verger.domain.games.verge.effects import (
    CashedOut,
    LoadStarted,
    PremiseAgreed,
    RunStarted,
    SceneEnded,
    SceneFramed,
    TurnStarted,
)
from verger.domain.games.verge.model.conflict_effect import (
    ConflictCalled,
    ConflictClosed,
    ConflictDecided,
    ConflictJoined,
    GoalStated,
    RollingBegan,
    RoundBegan,
)
from verger.domain.games.verge.model.network import (
    EdgeAdded,
    NetworkScrapped,
    NodeAdded,
    Relabelled,
)
from verger.domain.games.verge.model.notice import NoticeBegan

PHASES = (
    "ideas",
    "organizations",
    "people",
    "characters",
    "the most important thing",
    "the next important thing",
)

PHASE, GOALS, WINNER, UNDECIDED = "phase", "goals", "winner", "undecided"


def _phase(effect: TurnStarted, names: Names) -> str | None:
    """Return the title of a phase for its first turn, or None."""
    if names.play.get(PHASE) == str(effect.phase):
        return None
    return f"Phase {effect.phase}: {PHASES[effect.phase - 1]}"


# Only one conflict is open at a time (`conflict.one`), so its sides and goals need no conflict id.


def _side(goal: int) -> str:
    return f"side {goal}"


def _goal(number: int) -> str:
    return f"goal {number}"


def _begun(effect: ConflictCalled, names: Names) -> Mapping[str, str]:
    """Reset the names of goals and participants when a conflict is called."""
    undecided = "it is called off" if effect.notice else "nobody wins"
    goals = range(1, int(names.play.get(GOALS, "0")) + 1)
    return {GOALS: "0", WINNER: "", UNDECIDED: undecided, **{_side(goal): "" for goal in goals}}


def _stated(effect: GoalStated, names: Names) -> Mapping[str, str]:
    number = int(names.of(GOALS)) + 1
    return {GOALS: str(number), _goal(number): quoted(effect.goal.statement)}


def _joined(effect: ConflictJoined, names: Names) -> Mapping[str, str]:
    # Seat names are looked up when the title is made, because a seat can take another name.
    return {_side(effect.goal): f"{names.play.get(_side(effect.goal), '')} {effect.seat}"}


def _won(effect: ConflictDecided, names: Names) -> Mapping[str, str]:
    return {WINNER: names.of(_goal(effect.goal)) if effect.goal else ""}


def _called(effect: ConflictCalled, names: Names) -> str:
    why = f": {quoted(effect.reason)}" if effect.reason else ""
    return f"{names.of(effect.spotlight)} calls a conflict{why}"


def _against(effect: RollingBegan, names: Names) -> str:
    del effect
    sides = [names.play.get(_side(goal + 1), "") for goal in range(int(names.of(GOALS)))]
    named = [" and ".join(map(names.of, side.split())) for side in sides if side]
    return f"Conflict: {' against '.join(named)}"


def _over(effect: ConflictClosed, names: Names) -> str:
    del effect
    return f"The conflict ends: {names.play.get(WINNER) or names.of(UNDECIDED)}"


LANDMARKS = Landmarks(
    {
        SessionStarted: ("step", "Compile"),
        NetworkScrapped: ("step", "The network is scrapped"),
        LoadStarted: ("step", "Load"),
        TurnStarted: ("phase", _phase),
        CashedOut: ("phase", "Phase 7: cashing out"),
        RunStarted: ("step", "Run"),
        SceneFramed: ("scene", "Scene: {place}"),
        NoticeBegan: ("scene", "First notice of loss: {seat:name}"),
        SceneEnded: ("scene", "The scene ends"),
        ConflictCalled: ("conflict", _called),
        RollingBegan: ("conflict", _against),
        RoundBegan: ("round", "Round {round}"),
        ConflictClosed: ("conflict", _over),
    },
    {
        NodeAdded: ("{node}", "{label}"),
        EdgeAdded: ("{edge}", "{label}"),
        Relabelled: ("{element}", "{label}"),
        PremiseAgreed: ("{premise}", "{text}"),
        LoadStarted: (PHASE, ""),
        TurnStarted: (PHASE, "{phase}"),
        ConflictCalled: _begun,
        ConflictJoined: _joined,
        GoalStated: _stated,
        ConflictDecided: _won,
    },
)
