"""The functions that judge the moves, each in the module of its chapter."""

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
    phase.WriteNode: phase.write,
    phase.WriteEdge: phase.join,
    phase.ClaimCharacter: phase.claim,
    phase.Tie: phase.tie,
    phase.Mark: phase.mark,
    phase.Relabel: phase.relabel,
    phase.EndTurn: phase.end_turn,
    consent.Declare: consent.declare,
    consent.Consent: consent.consent,
    consent.Object: consent.object_to,
    consent.Reword: consent.reword,
    consent.Withdraw: consent.withdraw,
    scene.Frame: scene.frame,
    scene.AddToCamera: scene.add_to_camera,
    scene.EndScene: scene.end,
    loss.ChooseLoss: loss.choose,
    boost.AwardBoost: boost.award_boost,
    boost.PlaceBribe: boost.place_bribe,
    boost.AwardBribe: boost.award_bribe,
    boost.TakeBackBribe: boost.take_back_bribe,
    control.GrantControl: control.grant_control,
    control.RevokeControl: control.revoke_control,
    interest.BuyInterest: interest.buy_interest,
    interest.LoseInterest: interest.lose_interest,
    contest.OverrideObjections: contest.override,
    contest.RaiseOverride: contest.raise_price,
    contest.MatchRaise: contest.match,
    contest.PassRaise: contest.pass_raise,
    contest.GiveUp: contest.give_up,
    calling.CallConflict: calling.call,
    calling.JoinConflict: calling.join,
    calling.StandAside: calling.stand_aside,
    rolling.Roll: rolling.roll,
    rolling.ChooseSignal: rolling.choose_signal,
    narrating.Narrate: narrating.narrate,
    narrating.PassConclusion: narrating.pass_conclusion,
    acting.GoOn: acting.go_on,
    acting.StopConflict: acting.stop,
    acting.Burn: acting.burn,
    acting.Reroll: acting.reroll,
    acting.PassRound: acting.pass_round,
    acting.DropOut: acting.drop_out,
    concluding.TradeDice: concluding.trade_dice,
    TimePasses: window.close,
}

decide = judging(CHAPTERS, evolve, TABLE)
