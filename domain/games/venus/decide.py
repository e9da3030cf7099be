"""The chapters of the game. Each lists its moves and the functions that judge them."""

from verger.domain.games.venus import (
    attendance,
    chapter,
    check,
    claiming,
    kiss,
    lots,
    roll,
    ruling,
    scene,
    spend,
    task,
)
from verger.domain.games.venus.agenda import TABLE
from verger.domain.games.venus.state import evolve
from verger.domain.judging.chapters import joined, judging

CHAPTERS = joined(
    attendance.CHAPTER,
    scene.CHAPTER,
    ruling.CHAPTER,
    roll.CHAPTER,
    check.CHAPTER,
    claiming.CHAPTER,
    task.CHAPTER,
    kiss.CHAPTER,
    spend.CHAPTER,
    lots.CHAPTER,
    chapter.CHAPTER,
)

decide = judging(CHAPTERS, evolve, TABLE)
