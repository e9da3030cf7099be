"""Which function judges which move; exhaustive at check time."""

from typing import assert_never

from domain.core import decider
from domain.core.decider import Accepted, Facts, Judgement
from domain.games.venus import (
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
from domain.games.venus.attendance import mend
from domain.games.venus.chapter import TABLE, Award
from domain.games.venus.check import (
    AcceptFailure,
    CheckMove,
    ClaimBonus,
    JudgeDifficulty,
    RollBonus,
    RollCheck,
    SetTarget,
)
from domain.games.venus.claiming import AnswerClaim, CountAnswers
from domain.games.venus.kiss import (
    AnswerStunt,
    ClaimInsight,
    ClaimSpecialty,
    FinishKissing,
    GiveWord,
    KissEgo,
    KissLot,
    KissMove,
    PerformStunt,
)
from domain.games.venus.lots import MarkExcess
from domain.games.venus.moves import PlayMove
from domain.games.venus.roll import CallRoll, CancelRoll, ChooseRoll, SuggestRoll
from domain.games.venus.ruling import AskRuling, GiveRuling
from domain.games.venus.scene import EndScene, NextRound, PaceScenes, PassTurn, SetScene
from domain.games.venus.spend import Buy, FinishSpending, LetBe, SpendMove, Subvert, TellSurprise
from domain.games.venus.state import Draft, State, evolve
from domain.games.venus.task import (
    AnswerAid,
    LackJob,
    OfferAid,
    PutJob,
    RollTask,
    SetThreshold,
    TakeJob,
    TaskMove,
)
from domain.judging import tabletop
from domain.judging.tabletop import TableMove


def decide(state: State, move: PlayMove | TableMove, facts: Facts) -> Judgement:
    """The ruling on a move, with its effects where it is allowed."""
    draft: Draft = decider.Draft(state, evolve, facts)
    match move:
        case SetScene():
            return scene.set_scene(draft, move, facts)
        case PassTurn():
            return scene.pass_turn(draft, move, facts)
        case NextRound():
            return scene.next_round(draft, move, facts)
        case EndScene():
            return scene.end_scene(draft, move, facts)
        case PaceScenes():
            return scene.pace_scenes(draft, move, facts)
        case AskRuling():
            return ruling.ask(draft, move, facts)
        case GiveRuling():
            return ruling.give(draft, move, facts)
        case CallRoll():
            return roll.call(draft, move, facts)
        case SuggestRoll():
            return roll.suggest(draft, move, facts)
        case ChooseRoll():
            return roll.choose(draft, move, facts)
        case CancelRoll():
            return roll.cancel(draft, move, facts)
        case AnswerClaim():
            return claiming.answer(draft, move, facts)
        case CountAnswers():
            return claiming.count(draft, move, facts)
        case MarkExcess():
            return lots.mark_excess(draft, move, facts)
        case Award():
            return chapter.award(draft, move, facts)
        case _:
            return _decide_roll(draft, move, facts)


def _decide_roll(
    draft: Draft, move: CheckMove | TaskMove | KissMove | SpendMove | TableMove, facts: Facts
) -> Judgement:
    match move:
        case JudgeDifficulty():
            return check.judge(draft, move, facts)
        case SetTarget():
            return check.set_target(draft, move, facts)
        case RollCheck():
            return check.roll_check(draft, move, facts)
        case ClaimBonus():
            return check.claim_bonus(draft, move, facts)
        case RollBonus():
            return check.roll_bonus(draft, move, facts)
        case AcceptFailure():
            return check.accept_failure(draft, move, facts)
        case TakeJob():
            return task.take_job(draft, move, facts)
        case LackJob():
            return task.lack_job(draft, move, facts)
        case PutJob():
            return task.put_job(draft, move, facts)
        case SetThreshold():
            return task.set_threshold(draft, move, facts)
        case OfferAid():
            return task.offer_aid(draft, move, facts)
        case AnswerAid():
            return task.answer_aid(draft, move, facts)
        case RollTask():
            return task.roll_task(draft, move, facts)
        case _:
            return _decide_after_roll(draft, move, facts)


def _decide_after_roll(
    draft: Draft, move: KissMove | SpendMove | TableMove, facts: Facts
) -> Judgement:
    match move:
        case KissLot():
            return kiss.kiss_lot(draft, move, facts)
        case KissEgo():
            return kiss.kiss_ego(draft, move, facts)
        case ClaimInsight():
            return kiss.claim_insight(draft, move, facts)
        case ClaimSpecialty():
            return kiss.claim_specialty(draft, move, facts)
        case PerformStunt():
            return kiss.perform_stunt(draft, move, facts)
        case AnswerStunt():
            return kiss.answer_stunt(draft, move, facts)
        case GiveWord():
            return kiss.give_word(draft, move, facts)
        case FinishKissing():
            return kiss.finish_kissing(draft, move, facts)
        case Buy() | TellSurprise() | FinishSpending() | Subvert() | LetBe():
            return _decide_spending(draft, move, facts)
        case _:
            return _decide_for_table(draft, move, facts)


def _decide_spending(draft: Draft, move: SpendMove, facts: Facts) -> Judgement:
    match move:
        case Buy():
            return spend.buy(draft, move, facts)
        case TellSurprise():
            return spend.tell_surprise(draft, move, facts)
        case FinishSpending():
            return spend.finish_spending(draft, move, facts)
        case Subvert():
            return spend.subvert(draft, move, facts)
        case LetBe():
            return spend.let_be(draft, move, facts)
        case _:
            assert_never(move)


def _decide_for_table(draft: Draft, move: TableMove, facts: Facts) -> Judgement:
    """Who has become the FC, or a player again, is put in the right place at once."""
    judgement = tabletop.decide(draft, move, facts, TABLE)
    if not isinstance(judgement, Accepted):
        return judgement
    return draft.accept(judgement.ruling.sentence + mend(draft))
