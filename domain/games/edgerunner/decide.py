"""The functions that judge the moves, each in the module of its chapter."""

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
from verger.domain.games.edgerunner.model.stroke import (
    AddBorder,
    AddZone,
    RedefineBorder,
    RedefineZone,
)
from verger.domain.games.edgerunner.state import Play, evolve
from verger.domain.judging.chapters import Chapter, judging

CHAPTERS: dict[Any, Chapter[Play]] = {
    drawing.DrawMap: drawing.draw_map,
    RedefineBorder: drawing.redefine,
    AddZone | RedefineZone | AddBorder: drawing.add,
    drawing.AssignThreshold: drawing.assign_threshold,
    drawing.Place: drawing.place,
    drawing.TakeOff: drawing.take_off,
    beginning.BeginConflict: beginning.begin,
    beginning.HandOverCall: beginning.hand_over,
    initiative.ClaimTurn: initiative.claim,
    initiative.YieldTurn: initiative.give_way,
    initiative.GiveTurn: initiative.give,
    initiative.CallAuction: initiative.call_auction,
    initiative.Bid: initiative.bid,
    declaring.Declare: declaring.declare,
    declaring.Continue: declaring.go_on,
    declaring.Oppose: declaring.oppose,
    declaring.AcceptHelp: declaring.accept_help,
    compelling.CallCompel: compelling.compel,
    compelling.AnswerCompel: compelling.answer,
    compelling.CloseCompels: compelling.close,
    rolling.Roll: rolling.roll,
    rolling.Invoke: rolling.invoke,
    rolling.UseSpin: rolling.use_spin,
    rolling.Stand: rolling.stand,
    rolling.KeepThreshold: rolling.keep,
    straining.TakeStress: straining.take_stress,
    straining.TakeConsequence: straining.take_consequence,
    straining.GiveIn: straining.give_in,
    spending.Go: spending.go,
    spending.TurnDoor: spending.turn_door,
    spending.ClearBox: spending.clear_box,
    spending.FinishAction: spending.finish,
    spending.FreeMove: spending.free_move,
    spending.ActSimply: spending.act_simply,
    spending.Deploy: spending.deploy,
    spending.EndTurn: spending.finish_turn,
    ending.DecideFate: ending.decide_fate,
}

decide = judging(CHAPTERS, evolve, TABLE)
