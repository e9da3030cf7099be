"""The chapters of the game. Each lists its moves and the functions that judge them."""

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
from verger.domain.games.edgerunner.state import evolve
from verger.domain.judging.chapters import joined, judging

CHAPTERS = joined(
    drawing.CHAPTER,
    beginning.CHAPTER,
    initiative.CHAPTER,
    declaring.CHAPTER,
    compelling.CHAPTER,
    rolling.CHAPTER,
    straining.CHAPTER,
    spending.CHAPTER,
    ending.CHAPTER,
)

decide = judging(CHAPTERS, evolve, TABLE)
