"""The chapters of the game. Each lists its moves and the functions that judge them."""

from verger.domain.games.verge import (
    acting,
    boost,
    calling,
    concluding,
    consent,
    contest,
    control,
    doubting,
    interest,
    loss,
    narrating,
    phase,
    rolling,
    scene,
)
from verger.domain.games.verge.agenda import TABLE
from verger.domain.games.verge.state import evolve
from verger.domain.judging.chapters import joined, judging

CHAPTERS = joined(
    phase.CHAPTER,
    consent.CHAPTER,
    scene.CHAPTER,
    loss.CHAPTER,
    boost.CHAPTER,
    control.CHAPTER,
    interest.CHAPTER,
    doubting.CHAPTER,
    contest.CHAPTER,
    calling.CHAPTER,
    rolling.CHAPTER,
    narrating.CHAPTER,
    acting.CHAPTER,
    concluding.CHAPTER,
)

decide = judging(CHAPTERS, evolve, TABLE)
