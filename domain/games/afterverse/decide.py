"""The functions that judge the moves, each in the module of its chapter."""

from typing import Any

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
from verger.domain.games.afterverse.state import Play, evolve
from verger.domain.judging.chapters import Chapter, judging

CHAPTERS: dict[Any, Chapter[Play]] = {
    calling.CallTest: calling.call,
    calling.CallOpposedTest: calling.call_opposed,
    calling.CallOff: calling.call_off,
    beginning.BeginTest: beginning.begin,
    beginning.SetThreshold: beginning.set_threshold,
    rolling.TakeTime: rolling.take_time,
    rolling.RollTest: rolling.roll,
    rolling.LetBe: rolling.let_be,
    rolling.KeepRoll: rolling.keep,
    rolling.KeepRolls: rolling.keep_rolls,
    glitch.AddGlitchDice: glitch.add,
    reckoning.CountRolls: reckoning.count_rolls,
    reckoning.TellOutcome: reckoning.tell_outcome,
    reckoning.TakeResult: reckoning.take_result,
    chutzpah_use.GoodLuck: chutzpah_use.good_luck,
    chutzpah_use.LongShot: chutzpah_use.long_shot,
    chutzpah_use.TakeTwo: chutzpah_use.take_two,
    chutzpah_use.Adrenaline: chutzpah_use.adrenaline,
    chutzpah_use.SecondWind: chutzpah_use.second_wind,
    knowledge.DeclareFact: knowledge.declare,
    knowledge.WeighFact: knowledge.weigh,
    knowledge.RejectFact: knowledge.reject,
    banking.OpenBank: banking.open_bank,
    banking.CloseBank: banking.close_bank,
    banking.SpendHits: banking.spend_hits,
    banking.GivePoints: banking.give_points,
    banking.TakePoints: banking.take_points,
    awareness.OpenSituation: awareness.open_situation,
    awareness.LeaveSituation: awareness.leave_situation,
    awareness.BeginCombat: awareness.begin_combat,
    awareness.EndCombat: awareness.end_combat,
    awareness.Ask: awareness.ask,
    awareness.Answer: awareness.answer,
    awareness.TurnAway: awareness.turn_away,
    awareness.Notice: awareness.notice,
}

decide = judging(CHAPTERS, evolve, TABLE)
