"""The chapters of the game. Each lists its moves and the functions that judge them."""

from verger.domain.games.afterverse import (
    awareness,
    banking,
    beginning,
    calling,
    chutzpah_use,
    glitch,
    knowledge,
    reckoning,
    rolling,
)
from verger.domain.games.afterverse.agenda import TABLE
from verger.domain.games.afterverse.state import evolve
from verger.domain.judging.chapters import joined, judging

CHAPTERS = joined(
    calling.CHAPTER,
    beginning.CHAPTER,
    rolling.CHAPTER,
    glitch.CHAPTER,
    reckoning.CHAPTER,
    chutzpah_use.CHAPTER,
    knowledge.CHAPTER,
    banking.CHAPTER,
    awareness.CHAPTER,
)

decide = judging(CHAPTERS, evolve, TABLE)
