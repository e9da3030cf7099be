"""Which function judges which move; exhaustive at check time."""

from typing import assert_never

from domain.core import decider
from domain.core.clock import TimePasses
from domain.core.decider import Facts, Judgement
from domain.games.verge import (
    acting,
    boost,
    calling,
    concluding,
    consent,
    contest,
    control,
    interest,
    loss,
    phase,
    rolling,
    scene,
    window,
)
from domain.games.verge.acting import Burn, GoOn, PassRound, Reroll, StopConflict
from domain.games.verge.attendance import TABLE
from domain.games.verge.boost import AwardBoost, AwardBribe, BoostMove, PlaceBribe, TakeBackBribe
from domain.games.verge.calling import CallConflict, JoinConflict, StandAside
from domain.games.verge.concluding import TradeDice
from domain.games.verge.consent import Consent, Declare, Object, Reword, Withdraw
from domain.games.verge.contest import (
    GiveUp,
    MatchRaise,
    OverrideObjections,
    PassRaise,
    RaiseOverride,
)
from domain.games.verge.control import ControlMove, GrantControl, RevokeControl
from domain.games.verge.interest import BuyInterest, InterestMove, LoseInterest
from domain.games.verge.loss import ChooseLoss
from domain.games.verge.moves import ConflictMove, LoadMove, OverrideMove, PlayMove
from domain.games.verge.phase import (
    ClaimCharacter,
    EndTurn,
    Mark,
    Relabel,
    Tie,
    WriteEdge,
    WriteNode,
)
from domain.games.verge.rolling import ChooseSignal, DropOut, Narrate, Roll
from domain.games.verge.scene import AddToCamera, EndScene, Frame
from domain.games.verge.state import Draft, State, evolve
from domain.judging import tabletop
from domain.judging.tabletop import TableMove


def decide(state: State, move: PlayMove | TableMove, facts: Facts) -> Judgement:
    """The ruling on a move, with its effects where it is allowed."""
    # The plain class: to call its alias costs as much again as the draft.
    draft: Draft = decider.Draft(state, evolve, facts)
    match move:
        case Declare():
            return consent.declare(draft, move, facts)
        case Consent():
            return consent.consent(draft, move, facts)
        case Object():
            return consent.object_to(draft, move, facts)
        case Reword():
            return consent.reword(draft, move, facts)
        case Withdraw():
            return consent.withdraw(draft, move, facts)
        case Frame():
            return scene.frame(draft, move, facts)
        case AddToCamera():
            return scene.add_to_camera(draft, move, facts)
        case EndScene():
            return scene.end(draft, move, facts)
        case WriteNode() | WriteEdge() | ClaimCharacter() | Tie() | Mark() | Relabel() | EndTurn():
            return _decide_in_load(draft, move, facts)
        case AwardBoost() | PlaceBribe() | AwardBribe() | TakeBackBribe():
            return _decide_on_boosts(draft, move, facts)
        case GrantControl() | RevokeControl():
            return _decide_on_control(draft, move, facts)
        case BuyInterest() | LoseInterest():
            return _decide_on_interest(draft, move, facts)
        case _:
            return _decide_contest(draft, move, facts)


def _decide_in_load(draft: Draft, move: LoadMove, facts: Facts) -> Judgement:
    match move:
        case WriteNode():
            return phase.write(draft, move, facts)
        case WriteEdge():
            return phase.join(draft, move, facts)
        case ClaimCharacter():
            return phase.claim(draft, move, facts)
        case Tie():
            return phase.tie(draft, move, facts)
        case Mark():
            return phase.mark(draft, move, facts)
        case Relabel():
            return phase.relabel(draft, move, facts)
        case EndTurn():
            return phase.end_turn(draft, move, facts)
        case _:
            assert_never(move)


def _decide_contest(
    draft: Draft, move: OverrideMove | ConflictMove | ChooseLoss | TableMove, facts: Facts
) -> Judgement:
    match move:
        case OverrideObjections():
            return contest.override(draft, move, facts)
        case RaiseOverride():
            return contest.raise_price(draft, move, facts)
        case MatchRaise():
            return contest.match(draft, move, facts)
        case PassRaise():
            return contest.pass_raise(draft, move, facts)
        case GiveUp():
            return contest.give_up(draft, move, facts)
        case _:
            return _decide_in_conflict(draft, move, facts)


def _decide_in_conflict(
    draft: Draft, move: ConflictMove | ChooseLoss | TableMove, facts: Facts
) -> Judgement:
    match move:
        case CallConflict():
            return calling.call(draft, move, facts)
        case JoinConflict():
            return calling.join(draft, move, facts)
        case StandAside():
            return calling.stand_aside(draft, move, facts)
        case Roll():
            return rolling.roll(draft, move, facts)
        case ChooseSignal():
            return rolling.choose_signal(draft, move, facts)
        case Narrate():
            return rolling.narrate(draft, move, facts)
        case GoOn():
            return acting.go_on(draft, move, facts)
        case StopConflict():
            return acting.stop(draft, move, facts)
        case Burn():
            return acting.burn(draft, move, facts)
        case Reroll():
            return acting.reroll(draft, move, facts)
        case PassRound():
            return acting.pass_round(draft, move, facts)
        case DropOut():
            return rolling.drop_out(draft, move, facts)
        case TradeDice():
            return concluding.trade_dice(draft, move, facts)
        case _:
            return _decide_for_table(draft, move, facts)


def _decide_on_boosts(draft: Draft, move: BoostMove, facts: Facts) -> Judgement:
    match move:
        case AwardBoost():
            return boost.award_boost(draft, move, facts)
        case PlaceBribe():
            return boost.place_bribe(draft, move, facts)
        case AwardBribe():
            return boost.award_bribe(draft, move, facts)
        case TakeBackBribe():
            return boost.take_back_bribe(draft, move, facts)
        case _:
            assert_never(move)


def _decide_on_control(draft: Draft, move: ControlMove, facts: Facts) -> Judgement:
    match move:
        case GrantControl():
            return control.grant_control(draft, move, facts)
        case RevokeControl():
            return control.revoke_control(draft, move, facts)
        case _:
            assert_never(move)


def _decide_on_interest(draft: Draft, move: InterestMove, facts: Facts) -> Judgement:
    match move:
        case BuyInterest():
            return interest.buy_interest(draft, move, facts)
        case LoseInterest():
            return interest.lose_interest(draft, move, facts)
        case _:
            assert_never(move)


def _decide_for_table(draft: Draft, move: ChooseLoss | TableMove, facts: Facts) -> Judgement:
    match move:
        case ChooseLoss():
            return loss.choose(draft, move, facts)
        case TimePasses():
            return window.close(draft)
        case _:
            return tabletop.decide(draft, move, facts, TABLE)
