"""Which function judges which move; exhaustive at check time."""

from typing import assert_never

from domain.core import decider
from domain.core.decider import Facts, Judgement
from domain.games.afterverse import (
    awareness,
    banking,
    calling,
    knowledge,
    reckoning,
    rolling,
    using,
)
from domain.games.afterverse.agenda import TABLE
from domain.games.afterverse.awareness import (
    Answer,
    Ask,
    AwarenessMove,
    BeginCombat,
    EndCombat,
    LeaveSituation,
    Notice,
    NoticingMove,
    OpenSituation,
    SituationMove,
    TurnAway,
)
from domain.games.afterverse.banking import (
    BankMove,
    CloseBank,
    GivePoints,
    OpenBank,
    SpendHits,
    TakePoints,
)
from domain.games.afterverse.calling import CallMove, CallOff, CallOpposedTest, CallTest, JoinTest
from domain.games.afterverse.knowledge import DeclareFact, KnowledgeMove, RejectFact, WeighFact
from domain.games.afterverse.moves import PlayMove
from domain.games.afterverse.reckoning import CountRolls, ReckoningMove, TakeResult, TellOutcome
from domain.games.afterverse.rolling import KeepRoll, LetBe, RollMove, RollTest, TakeTime
from domain.games.afterverse.state import Draft, State, evolve
from domain.games.afterverse.using import (
    Adrenaline,
    ChutzpahMove,
    GoodLuck,
    LongShot,
    SecondWind,
    TakeTwo,
)
from domain.judging import tabletop
from domain.judging.tabletop import TableMove


def decide(state: State, move: PlayMove | TableMove, facts: Facts) -> Judgement:
    """The ruling on a move, with its effects where it is allowed."""
    draft: Draft = decider.Draft(state, evolve, facts)
    match move:
        case CallTest() | CallOpposedTest() | JoinTest() | CallOff():
            return _decide_on_calls(draft, move, facts)
        case TakeTime() | RollTest() | LetBe() | KeepRoll():
            return _decide_on_rolls(draft, move, facts)
        case CountRolls() | TellOutcome() | TakeResult():
            return _decide_on_results(draft, move, facts)
        case GoodLuck() | LongShot() | TakeTwo() | Adrenaline() | SecondWind():
            return _decide_on_chutzpah(draft, move, facts)
        case DeclareFact() | WeighFact() | RejectFact():
            return _decide_on_knowledge(draft, move, facts)
        case OpenBank() | CloseBank() | SpendHits() | GivePoints() | TakePoints():
            return _decide_on_banks(draft, move, facts)
        case _:
            return _decide_on_the_rest(draft, move, facts)


def _decide_on_the_rest(draft: Draft, move: AwarenessMove | TableMove, facts: Facts) -> Judgement:
    match move:
        case OpenSituation() | LeaveSituation() | BeginCombat() | EndCombat():
            return _decide_on_situations(draft, move, facts)
        case Ask() | Answer() | TurnAway() | Notice():
            return _decide_on_awareness(draft, move, facts)
        case _:
            return tabletop.decide(draft, move, facts, TABLE)


def _decide_on_calls(draft: Draft, move: CallMove, facts: Facts) -> Judgement:
    match move:
        case CallTest():
            return calling.call(draft, move, facts)
        case CallOpposedTest():
            return calling.call_opposed(draft, move, facts)
        case JoinTest():
            return calling.join(draft, move, facts)
        case CallOff():
            return calling.call_off(draft, move, facts)
        case _:
            assert_never(move)


def _decide_on_rolls(draft: Draft, move: RollMove, facts: Facts) -> Judgement:
    match move:
        case TakeTime():
            return rolling.take_time(draft, move, facts)
        case RollTest():
            return rolling.roll(draft, move, facts)
        case LetBe():
            return rolling.let_be(draft, move, facts)
        case KeepRoll():
            return rolling.keep(draft, move, facts)
        case _:
            assert_never(move)


def _decide_on_results(draft: Draft, move: ReckoningMove, facts: Facts) -> Judgement:
    match move:
        case CountRolls():
            return reckoning.count_rolls(draft, move, facts)
        case TellOutcome():
            return reckoning.tell_outcome(draft, move, facts)
        case TakeResult():
            return reckoning.take_result(draft, move, facts)
        case _:
            assert_never(move)


def _decide_on_chutzpah(draft: Draft, move: ChutzpahMove, facts: Facts) -> Judgement:
    match move:
        case GoodLuck():
            return using.good_luck(draft, move, facts)
        case LongShot():
            return using.long_shot(draft, move, facts)
        case TakeTwo():
            return using.take_two(draft, move, facts)
        case Adrenaline():
            return using.adrenaline(draft, move, facts)
        case SecondWind():
            return using.second_wind(draft, move, facts)
        case _:
            assert_never(move)


def _decide_on_knowledge(draft: Draft, move: KnowledgeMove, facts: Facts) -> Judgement:
    match move:
        case DeclareFact():
            return knowledge.declare(draft, move, facts)
        case WeighFact():
            return knowledge.weigh(draft, move, facts)
        case RejectFact():
            return knowledge.reject(draft, move, facts)
        case _:
            assert_never(move)


def _decide_on_banks(draft: Draft, move: BankMove, facts: Facts) -> Judgement:
    match move:
        case OpenBank():
            return banking.open_bank(draft, move, facts)
        case CloseBank():
            return banking.close_bank(draft, move, facts)
        case SpendHits():
            return banking.spend_hits(draft, move, facts)
        case GivePoints():
            return banking.give_points(draft, move, facts)
        case TakePoints():
            return banking.take_points(draft, move, facts)
        case _:
            assert_never(move)


def _decide_on_situations(draft: Draft, move: SituationMove, facts: Facts) -> Judgement:
    match move:
        case OpenSituation():
            return awareness.open_situation(draft, move, facts)
        case LeaveSituation():
            return awareness.leave_situation(draft, move, facts)
        case BeginCombat():
            return awareness.begin_combat(draft, move, facts)
        case EndCombat():
            return awareness.end_combat(draft, move, facts)
        case _:
            assert_never(move)


def _decide_on_awareness(draft: Draft, move: NoticingMove, facts: Facts) -> Judgement:
    match move:
        case Ask():
            return awareness.ask(draft, move, facts)
        case Answer():
            return awareness.answer(draft, move, facts)
        case TurnAway():
            return awareness.turn_away(draft, move, facts)
        case Notice():
            return awareness.notice(draft, move, facts)
        case _:
            assert_never(move)
