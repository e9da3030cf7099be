"""Landmarks of Edgerunner: maps, conflicts with their exchanges and turns, who is taken out."""

from domain.edgerunner.chart import MapDrawn
from domain.edgerunner.condition import TakenOut
from domain.edgerunner.conflict_effect import (
    ConflictBegun,
    ConflictEnded,
    ExchangeBegun,
    TurnGiven,
)
from domain.landmark import Landmarks, Names
from domain.sheet import SheetWritten
from domain.table import SessionStarted


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
