"""The effects of a conflict, and the function that applies them."""

from typing import Literal, assert_never

from msgspec.structs import replace

from verger.domain.core.agreement import Agreement
from verger.domain.core.identifier import RuleId, SeatId, Sign
from verger.domain.core.tagged import TaggedEffect
from verger.domain.games.verge.model.action import ConflictId, Made
from verger.domain.games.verge.model.conflict import (
    Acting,
    Concluding,
    Conflict,
    Doubt,
    Gathering,
    Goal,
    Narrating,
    Participant,
    Rolling,
    Trade,
    Trading,
)
from verger.domain.games.verge.model.network import EdgeId, ElementId, NodeId


class _Effect(TaggedEffect, frozen=True):
    conflict: ConflictId


class ConflictCalled(_Effect, frozen=True, tag="conflict_called"):
    """A seat called a conflict and has the spotlight. These seats must join or stand aside."""

    spotlight: SeatId
    asked: tuple[SeatId, ...]
    notice: SeatId | None
    reason: str


class GoalStated(_Effect, frozen=True, tag="goal_stated"):
    """A goal was stated, and its changes were paid."""

    goal: Goal


class ConflictJoined(_Effect, frozen=True, tag="conflict_joined"):
    """A seat joined for a goal."""

    seat: SeatId
    node: NodeId
    goal: int


class StoodAside(_Effect, frozen=True, tag="stood_aside"):
    """A seat takes no part in the conflict."""

    seat: SeatId


class RollingBegan(_Effect, frozen=True, tag="rolling_began"):
    """All asked seats have answered, and at least two sides fight."""


class PoolRolled(_Effect, frozen=True, tag="pool_rolled"):
    """A participant rolled its pool. `reported` dice were typed in."""

    seat: SeatId
    path: tuple[ElementId, ...]
    values: tuple[int, ...]
    face: int
    reported: bool


class SignalChosen(_Effect, frozen=True, tag="signal_chosen"):
    """A participant chose another face as its signal."""

    seat: SeatId
    face: int


class NarratingBegan(_Effect, frozen=True, tag="narrating_began"):
    """All dice are rolled for now. Participants narrate in order."""


class Narrated(_Effect, frozen=True, tag="narrated"):
    """A participant narrated its part, or at the end its result."""

    seat: SeatId
    text: str


class NarrationDoubted(_Effect, frozen=True, tag="narration_doubted"):
    """A seat said that a narration uses an element in a way that does not fit."""

    seat: SeatId
    """The seat that narrated."""
    by: SeatId
    element: ElementId
    reason: str


class NarrationReworded(_Effect, frozen=True, tag="narration_reworded"):
    """A participant worded its doubted narration differently."""

    seat: SeatId
    text: str


class NarrationAccepted(_Effect, frozen=True, tag="narration_accepted"):
    """The table accepted a doubted narration."""

    seat: SeatId


class RoundBegan(_Effect, frozen=True, tag="round_began"):
    """The spotlight seat continued the conflict. Each participant can burn or reroll."""

    round: int


class EdgeBurned(_Effect, frozen=True, tag="edge_burned"):
    """A participant burned an edge for new dice."""

    seat: SeatId
    edge: EdgeId
    values: tuple[int, ...]
    face: int
    reported: bool


class NoiseRerolled(_Effect, frozen=True, tag="noise_rerolled"):
    """A participant rolled all its noise again."""

    seat: SeatId
    values: tuple[int, ...]
    reported: bool


class RoundPassed(_Effect, frozen=True, tag="round_passed"):
    """A participant left its dice as they are."""

    seat: SeatId


class DroppedOut(_Effect, frozen=True, tag="dropped_out"):
    """A participant gave up."""

    seat: SeatId


class ConflictDecided(_Effect, frozen=True, tag="conflict_decided"):
    """The conflict was decided. `goal` is the goal that won, or 0 if nobody won.

    In a first notice of loss, `virtual` is the number of virtual dice of the GM.
    """

    goal: int
    virtual: int | None


class ChangeWon(_Effect, frozen=True, tag="change_won"):
    """A change of the winning goal was recorded in the network."""

    change: int
    made: Made


class ChangeFailed(_Effect, frozen=True, tag="change_failed"):
    """A change of the winning goal was no longer possible."""

    change: int
    code: Sign
    rule: RuleId


class ConcludingBegan(_Effect, frozen=True, tag="concluding_began"):
    """The seats that rolled narrate the result in order."""


class ConclusionPassed(_Effect, frozen=True, tag="conclusion_passed"):
    """A participant let the others narrate the result."""

    seat: SeatId


class TradingBegan(_Effect, frozen=True, tag="trading_began"):
    """The sides trade dice."""

    trades: tuple[Trade, ...]


class DiceTraded(_Effect, frozen=True, tag="dice_traded"):
    """A side rolled as many dice as the other side had."""

    seat: SeatId
    values: tuple[int, ...]
    reported: bool


class ConflictClosed(_Effect, frozen=True, tag="conflict_closed"):
    """The conflict was closed."""

    outcome: Literal["won", "undecided"]


_UnderWay = (
    GoalStated
    | ConflictJoined
    | StoodAside
    | RollingBegan
    | PoolRolled
    | SignalChosen
    | NarratingBegan
    | Narrated
    | NarrationDoubted
    | NarrationReworded
    | NarrationAccepted
    | RoundBegan
    | EdgeBurned
    | NoiseRerolled
    | RoundPassed
    | DroppedOut
    | ConflictDecided
    | ChangeWon
    | ChangeFailed
    | ConcludingBegan
    | ConclusionPassed
    | TradingBegan
    | DiceTraded
)
ConflictEffect = ConflictCalled | _UnderWay | ConflictClosed


def evolve(conflict: Conflict | None, effect: ConflictEffect) -> Conflict | None:
    """Return the conflict after an effect, or None if it is closed."""
    match effect:
        case ConflictCalled():
            stage = Gathering(Agreement(effect.asked))
            return Conflict(effect.conflict, effect.spotlight, stage, notice=effect.notice)
        case ConflictClosed():
            return None
        case _:
            assert conflict is not None
            return _evolve_under_way(conflict, effect)


def _evolve_under_way(conflict: Conflict, effect: _UnderWay) -> Conflict:
    match effect:
        case PoolRolled() | SignalChosen() | EdgeBurned() | NoiseRerolled() | DroppedOut():
            return _evolve_participant(conflict, effect)
        case NarrationDoubted() | NarrationReworded() | NarrationAccepted():
            return _evolve_doubts(conflict, effect)
        case GoalStated() | ConflictJoined() | StoodAside():
            return _evolve_gathering(conflict, effect)
        case ConflictDecided() | ChangeWon() | ChangeFailed() | TradingBegan() | DiceTraded():
            return _evolve_end(conflict, effect)
        case _:
            return _evolve_stage(conflict, effect)


def _evolve_gathering(
    conflict: Conflict, effect: GoalStated | ConflictJoined | StoodAside
) -> Conflict:
    match effect:
        case GoalStated():
            return replace(conflict, goals=(*conflict.goals, effect.goal))
        case ConflictJoined(_, seat, node, goal):
            joined = (*conflict.participants, Participant(seat, node, goal))
            return _answered(replace(conflict, participants=joined), seat)
        case StoodAside():
            return _answered(conflict, effect.seat)
        case _:
            assert_never(effect)


def _answered(conflict: Conflict, seat: SeatId) -> Conflict:
    assert isinstance(conflict.stage, Gathering)
    return replace(conflict, stage=Gathering(conflict.stage.agreement.with_yes(seat)))


def _evolve_doubts(
    conflict: Conflict, effect: NarrationDoubted | NarrationReworded | NarrationAccepted
) -> Conflict:
    participant = conflict.participant(effect.seat)
    assert participant is not None
    match effect:
        case NarrationDoubted(_, _, by, element, reason):
            doubted = (*participant.doubts, Doubt(by, element, reason))
            after = replace(participant, doubts=doubted)
        case NarrationReworded() | NarrationAccepted():
            after = replace(participant, doubts=(), settled=participant.settled + 1)
        case _:
            assert_never(effect)
    return _with_participant(conflict, after)


def _with_participant(conflict: Conflict, changed: Participant) -> Conflict:
    participants = conflict.participants
    return replace(
        conflict,
        participants=tuple([changed if one.seat == changed.seat else one for one in participants]),
    )


def _evolve_participant(
    conflict: Conflict,
    effect: PoolRolled | SignalChosen | EdgeBurned | NoiseRerolled | DroppedOut,
) -> Conflict:
    participant = conflict.participant(effect.seat)
    assert participant is not None
    match effect:
        case PoolRolled():
            path, values, face = effect.path, effect.values, effect.face
            after = replace(participant, has_rolled=True, path=path, dice=values, face=face)
        case SignalChosen():
            after = replace(participant, face=effect.face)
        case EdgeBurned():
            dice = (*participant.dice, *effect.values)
            after = replace(participant, dice=dice, face=effect.face)
        case NoiseRerolled():
            signal = (participant.face,) * participant.signal
            after = replace(participant, dice=(*signal, *effect.values))
        case DroppedOut():
            after = replace(participant, has_dropped=True)
        case _:
            assert_never(effect)
    changed = _with_participant(conflict, after)
    acted = isinstance(effect, EdgeBurned | NoiseRerolled)
    return _with_done(changed, effect.seat) if acted else changed


def _evolve_stage(
    conflict: Conflict,
    effect: RollingBegan
    | NarratingBegan
    | Narrated
    | RoundBegan
    | RoundPassed
    | ConcludingBegan
    | ConclusionPassed,
) -> Conflict:
    match effect:
        case RollingBegan():
            return replace(conflict, stage=Rolling())
        case NarratingBegan():
            return replace(conflict, stage=Narrating())
        case RoundBegan():
            return replace(conflict, stage=Acting(), round=effect.round)
        case ConcludingBegan():
            return replace(conflict, stage=Concluding())
        case Narrated() | RoundPassed() | ConclusionPassed():
            return _with_done(conflict, effect.seat)
        case _:
            assert_never(effect)


def _with_done(conflict: Conflict, seat: SeatId) -> Conflict:
    stage = conflict.stage
    assert isinstance(stage, Narrating | Acting | Concluding)
    return replace(conflict, stage=replace(stage, done=(*stage.done, seat)))


def _evolve_end(
    conflict: Conflict,
    effect: ConflictDecided | ChangeWon | ChangeFailed | TradingBegan | DiceTraded,
) -> Conflict:
    match effect:
        case ConflictDecided():
            return replace(conflict, winner=effect.goal, virtual=max(0, effect.virtual or 0))
        case ChangeWon() | ChangeFailed():
            return conflict
        case TradingBegan():
            return replace(conflict, stage=Trading(effect.trades))
        case DiceTraded():
            assert isinstance(conflict.stage, Trading)
            rolled = tuple(
                replace(trade, values=effect.values) if trade.seat == effect.seat else trade
                for trade in conflict.stage.trades
            )
            return replace(conflict, stage=Trading(rolled))
        case _:
            assert_never(effect)
