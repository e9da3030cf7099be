"""The functions that judge the moves, each in the module of its chapter."""

from typing import Any

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
from verger.domain.games.venus.state import Play, evolve
from verger.domain.judging.chapters import Chapter, judging

CHAPTERS: dict[Any, Chapter[Play]] = {
    attendance.NamePeer: attendance.name_peer,
    scene.SetScene: scene.set_scene,
    scene.PassTurn: scene.pass_turn,
    scene.NextRound: scene.next_round,
    scene.EndScene: scene.end_scene,
    scene.PaceScenes: scene.pace_scenes,
    ruling.AskRuling: ruling.ask,
    ruling.GiveRuling: ruling.give,
    roll.CallRoll: roll.call,
    roll.SuggestRoll: roll.suggest,
    roll.ChooseRoll: roll.choose,
    roll.CancelRoll: roll.cancel,
    check.JudgeDifficulty: check.judge,
    check.SetTarget: check.set_target,
    check.RollCheck: check.roll_check,
    check.ClaimBonus: check.claim_bonus,
    check.RollBonus: check.roll_bonus,
    check.AcceptFailure: check.accept_failure,
    claiming.AnswerClaim: claiming.answer,
    claiming.CountAnswers: claiming.count,
    task.TakeJob: task.take_job,
    task.LackJob: task.lack_job,
    task.PutJob: task.put_job,
    task.SetThreshold: task.set_threshold,
    task.OfferAid: task.offer_aid,
    task.AnswerAid: task.answer_aid,
    task.RollTask: task.roll_task,
    kiss.KissLot: kiss.kiss_lot,
    kiss.KissEgo: kiss.kiss_ego,
    kiss.ClaimInsight: kiss.claim_insight,
    kiss.ClaimSpecialty: kiss.claim_specialty,
    kiss.PerformStunt: kiss.perform_stunt,
    kiss.AnswerStunt: kiss.answer_stunt,
    kiss.FinishKissing: kiss.finish_kissing,
    spend.Buy: spend.buy,
    spend.TellSurprise: spend.tell_surprise,
    spend.FinishSpending: spend.finish_spending,
    spend.Subvert: spend.subvert,
    spend.LetBe: spend.let_be,
    lots.MarkExcess: lots.mark_excess,
    chapter.Award: chapter.award,
}

decide = judging(CHAPTERS, evolve, TABLE)
