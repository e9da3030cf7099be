"""Landmarks of Edgerunner: maps, conflicts, exchanges, turns, and characters taken out."""

from collections.abc import Mapping

from verger.domain.core.landmark import Landmarks, Names
from verger.domain.core.table import SessionStarted
from verger.domain.games.edgerunner.model.aspect import AspectPlaced
from verger.domain.games.edgerunner.model.chart import (
    BorderAdded,
    MapDrawn,
    ZoneAdded,
    ZoneRedefined,
)
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


def _joined(effect: BorderAdded, names: Names) -> Mapping[str, str]:
    one, other = names.of(effect.one), names.of(effect.other)
    return {effect.border: f"the border between “{one}” and “{other}”"}


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
    {
        SheetWritten: ("{character}", "{name}"),
        ZoneAdded: ("{zone}", "{name}"),
        ZoneRedefined: ("{zone}", "{name}"),
        BorderAdded: _joined,
        AspectPlaced: ("{aspect}", "{name}"),
    },
)
