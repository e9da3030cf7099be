"""Which chapter judges which move."""

from typing import Any

from verger.domain.games.edgerunner import (
    beginning,
    compelling,
    declaring,
    drawing,
    ending,
    initiative,
    rolling,
    spending,
    straining,
)
from verger.domain.games.edgerunner.agenda import TABLE
from verger.domain.games.edgerunner.state import Play, evolve
from verger.domain.judging.chapters import Chapter, judging

CHAPTERS: dict[Any, Chapter[Play]] = {
    drawing.DrawingMove: drawing.decide,
    beginning.BeginningMove: beginning.decide,
    initiative.InitiativeMove: initiative.decide,
    declaring.DeclaringMove: declaring.decide,
    compelling.CompelMove: compelling.decide,
    rolling.RollingMove: rolling.decide,
    straining.StrainMove: straining.decide,
    spending.SpendingMove: spending.decide,
    ending.DecideFate: ending.decide_fate,
}

decide = judging(CHAPTERS, evolve, TABLE)
