"""Which function judges which move; exhaustive at check time."""

from typing import assert_never

from domain.core import decider
from domain.core.decider import Facts, Judgement
from domain.games.edgerunner import (
    beginning,
    compelling,
    declaring,
    drawing,
    ending,
    initiative,
    rolling,
    roster,
    spending,
    straining,
)
from domain.games.edgerunner.beginning import BeginConflict, HandOverCall
from domain.games.edgerunner.compelling import AnswerCompel, CallCompel, CloseCompels
from domain.games.edgerunner.declaring import Continue, Declare, JoinRecovery, Oppose
from domain.games.edgerunner.drawing import (
    AddBorder,
    AddZone,
    AssignThreshold,
    DrawMap,
    Place,
    RedefineBorder,
    TakeOff,
)
from domain.games.edgerunner.ending import DecideFate
from domain.games.edgerunner.initiative import Bid, CallAuction, ClaimTurn, GiveTurn, YieldTurn
from domain.games.edgerunner.moves import OwnMove, SetUpMove, TurnMove
from domain.games.edgerunner.realign import TABLE
from domain.games.edgerunner.rolling import Invoke, Roll, Stand, UseSpin
from domain.games.edgerunner.roster import PoseProblem
from domain.games.edgerunner.spending import (
    ActSimply,
    ClearBox,
    Deploy,
    EndTurn,
    FinishAction,
    FreeMove,
    Go,
    SpendingMove,
)
from domain.games.edgerunner.state import Draft, State, evolve
from domain.games.edgerunner.straining import TakeConsequence, TakeStress
from domain.judging import tabletop
from domain.judging.tabletop import TableMove


def decide(state: State, move: OwnMove | TableMove, facts: Facts) -> Judgement:
    """The ruling on a move, with its effects where it is allowed."""
    # The plain class: to call its alias costs as much again as the draft.
    draft: Draft = decider.Draft(state, evolve, facts)
    if isinstance(move, SetUpMove):
        return _decide_setting_up(draft, move, facts)
    if isinstance(move, TurnMove):
        return _decide_turn(draft, move, facts)
    match move:
        case ClaimTurn():
            return initiative.claim(draft, move, facts)
        case YieldTurn():
            return initiative.give_way(draft, move, facts)
        case GiveTurn():
            return initiative.give(draft, move, facts)
        case CallAuction():
            return initiative.call_auction(draft, facts)
        case Bid():
            return initiative.bid(draft, move, facts)
        case _:
            return tabletop.decide(draft, move, facts, TABLE)


def _decide_setting_up(draft: Draft, move: SetUpMove, facts: Facts) -> Judgement:
    match move:
        case DrawMap():
            return drawing.draw_map(draft, move, facts)
        case AddZone():
            return drawing.add_zone(draft, move, facts)
        case AddBorder():
            return drawing.add_border(draft, move, facts)
        case RedefineBorder():
            return ending.redefine(draft, move, facts)
        case AssignThreshold():
            return drawing.assign_threshold(draft, move, facts)
        case Place():
            return drawing.place(draft, move, facts)
        case TakeOff():
            return drawing.take_off(draft, move, facts)
        case BeginConflict():
            return beginning.begin(draft, move, facts)
        case HandOverCall():
            return beginning.hand_over(draft, move, facts)
        case PoseProblem():
            return roster.pose(draft, move, facts)
        case _:
            assert_never(move)


def _decide_turn(draft: Draft, move: TurnMove, facts: Facts) -> Judgement:
    match move:
        case Declare():
            return declaring.declare(draft, move, facts)
        case Continue():
            return declaring.go_on(draft, move, facts)
        case Oppose():
            return declaring.oppose(draft, move, facts)
        case JoinRecovery():
            return declaring.join(draft, move, facts)
        case CallCompel():
            return compelling.compel(draft, move, facts)
        case AnswerCompel():
            return compelling.answer(draft, move, facts)
        case CloseCompels():
            return compelling.close(draft, facts)
        case Roll():
            return rolling.roll(draft, facts)
        case Invoke():
            return rolling.invoke(draft, move, facts)
        case UseSpin():
            return rolling.use_spin(draft, facts)
        case Stand():
            return rolling.stand(draft, facts)
        case TakeStress():
            return straining.take_stress(draft, move, facts)
        case TakeConsequence():
            return straining.take_consequence(draft, move, facts)
        case DecideFate():
            return ending.decide_fate(draft, move, facts)
        case _:
            return _decide_spending(draft, move, facts)


def _decide_spending(draft: Draft, move: SpendingMove, facts: Facts) -> Judgement:
    match move:
        case Go():
            return spending.go(draft, move, facts)
        case ClearBox():
            return spending.clear_box(draft, move, facts)
        case FinishAction():
            return spending.finish(draft, facts)
        case FreeMove():
            return spending.free_move(draft, move, facts)
        case ActSimply():
            return spending.act_simply(draft, move, facts)
        case Deploy():
            return spending.deploy(draft, move, facts)
        case EndTurn():
            return spending.finish_turn(draft, facts)
        case _:
            assert_never(move)
