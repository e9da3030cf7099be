"""Landmarks of Edgerunner: maps, conflicts, exchanges, turns, and characters taken out."""

from verger.domain.core.landmark import Landmarks, Names
from verger.domain.core.table import SessionStarted
from verger.domain.games.edgerunner.model.chart import MapDrawn
from verger.domain.games.edgerunner.model.condition import TakenOut
from verger.domain.games.edgerunner.model.conflict_effect import (
    ConflictBegun,
    ConflictEnded,
    ExchangeBegun,
    TurnGiven,
)
from verger.domain.table.sheet import SheetWritten


def _ended(effect: ConflictEnded, names: Names) -> str:
    how = "concedes" if effect.outcome == "concession" else "is taken out"
    return f"The conflict ends: side {effect.side} {how}"


LANDMARKS = Landmarks(
    {
        SessionStarted: ("step", "Preparing"),
        MapDrawn: ("scene", "Map: {name}"),
        ConflictBegun: ("conflict", "Conflict: {reason}"),
        ExchangeBegun: ("round", "Exchange {exchange}"),
        TurnGiven: ("turn", "{character:name}'s turn"),
        TakenOut: ("conflict", "{character:name} is taken out"),
        ConflictEnded: ("conflict", _ended),
    },
    {SheetWritten: ("{character}", "{name}")},
)
