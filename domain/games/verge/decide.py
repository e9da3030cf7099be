"""Which chapter judges which move."""

from typing import Any

from verger.domain.core.clock import TimePasses
from verger.domain.games.verge import (
    acting,
    boost,
    calling,
    concluding,
    consent,
    contest,
    control,
    interest,
    loss,
    narrating,
    phase,
    rolling,
    scene,
    window,
)
from verger.domain.games.verge.agenda import TABLE
from verger.domain.games.verge.state import Play, evolve
from verger.domain.judging.chapters import Chapter, judging

CHAPTERS: dict[Any, Chapter[Play]] = {
    phase.LoadMove: phase.decide,
    consent.ChangeMove: consent.decide,
    scene.SceneMove: scene.decide,
    loss.ChooseLoss: loss.choose,
    boost.BoostMove: boost.decide,
    control.ControlMove: control.decide,
    interest.InterestMove: interest.decide,
    contest.OverrideMove: contest.decide,
    calling.CallingMove: calling.decide,
    rolling.RollingMove: rolling.decide,
    narrating.NarratingMove: narrating.decide,
    acting.ActingMove: acting.decide,
    concluding.TradeDice: concluding.trade_dice,
    TimePasses: window.close,
}

decide = judging(CHAPTERS, evolve, TABLE)
