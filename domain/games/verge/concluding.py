"""The end of a conflict: the winner, the recorded changes, development, insurance."""

from collections.abc import Sequence
from typing import NamedTuple

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.ledger import BANK, seat_account, transfer
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import house_rule
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import listed
from verger.domain.games.verge import change, interest, loss, proceeding, token
from verger.domain.games.verge.goal import GOALS, cost
from verger.domain.games.verge.house_rules import HOUSE_RULES
from verger.domain.games.verge.model.action import GoalChange, Made
from verger.domain.games.verge.model.conflict import (
    FACES,
    Conflict,
    Goal,
    Participant,
    Trade,
    Trading,
    best_face,
)
from verger.domain.games.verge.model.conflict_effect import (
    ChangeFailed,
    ChangeWon,
    ConcludingBegan,
    ConflictClosed,
    ConflictDecided,
    DiceTraded,
    TradingBegan,
)
from verger.domain.games.verge.model.notice import NoticeFought
from verger.domain.games.verge.model.purse import Purse
from verger.domain.games.verge.model.words import counted, faces
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, Play, State
from verger.domain.judging.chapters import Judges
from verger.domain.table.throw import Reported, throw

CONCLUDE, TIES = "conflict.conclude", "conflict.ties"
DEVELOPMENT, INSURANCE = "conflict.development", "conflict.insurance"
FNOL = "fnol.conflict"


class TradeDice(TaggedMove, frozen=True, tag="trade_dice"):
    """Roll as many dice as the other side had (`conflict.development`)."""

    reported: Reported | None = None


def conclude_unopposed(draft: Draft) -> str:
    """Let the only goal win without dice, because nobody opposes it."""
    conflict = _under_way(draft)
    winner = conflict.sides[0] if conflict.sides else 0
    taking = conflict.taking
    if conflict.notice:
        # fnol.conflict: only the GM's goal brings a loss. If the GM stated no goal, nobody wins.
        winner = taking.goal if taking else 0
    draft.cite(CONCLUDE, goal_number=winner, is_opposed=False)
    return _decided(draft, conflict, winner, None)


def conclude(draft: Draft) -> str:
    """Let the side with the most signal dice win (`conflict.conclude`)."""
    conflict = _under_way(draft)
    if conflict.notice:
        return _conclude_notice(draft, conflict)
    best = _best(conflict)
    draft.cite(
        CONCLUDE, signals=tuple(f"{participant.seat}: {participant.signal}" for participant in best)
    )
    return _decided(draft, conflict, _winner(draft, best), None)


def _best(conflict: Conflict) -> list[Participant]:
    """Return the best participant of each goal that somebody still fights for, the best of all first."""
    best: dict[int, Participant] = {}
    for participant in conflict.active:
        best[participant.goal] = max(
            best.get(participant.goal, participant), participant, key=_strength
        )
    return sorted(best.values(), key=_strength, reverse=True)


def _strength(participant: Participant) -> tuple[int, int]:
    return participant.signal, participant.face


def _winner(draft: Draft, best: Sequence[Participant]) -> int:
    """Return the goal that won.

    A house rule decides ties: either nobody wins, or the higher face wins (`conflict.ties`).
    """
    if not best:
        return 0
    first = best[0]
    tied = [participant for participant in best if participant.signal == first.signal]
    if len(tied) == 1:
        return first.goal
    chosen = str(house_rule(draft.table, HOUSE_RULES, "conflict_ties"))
    draft.cite(
        TIES,
        tie_rule=chosen,
        signal=first.signal,
        tied_seats=tuple(participant.seat for participant in tied),
    )
    higher = [participant for participant in tied if participant.face == first.face]
    return first.goal if chosen == "higher_face" and len(higher) == 1 else 0


def _conclude_notice(draft: Draft, conflict: Conflict) -> str:
    """Let the GM win by exactly one signal die, perhaps with virtual dice (`fnol.conflict`)."""
    taking = conflict.taking
    assert taking is not None
    won = _winning_signal(conflict, taking.goal)
    draft.cite(FNOL, signal=won - 1, virtual_signal=won - taking.signal)
    return _decided(draft, conflict, taking.goal, won - taking.signal)


def _winning_signal(conflict: Conflict, goal: int) -> int:
    """Return the signal dice of the winner.

    In a first notice, this is one die more than its player has.
    """
    if taking := conflict.taking:
        loser = next(
            (participant for participant in conflict.active if participant.seat == conflict.notice),
            None,
        )
        return loser.signal + 1 if loser else taking.signal
    return max(
        (participant.signal for participant in conflict.active if participant.goal == goal),
        default=0,
    )


def _decided(draft: Draft, conflict: Conflict, goal: int, virtual: int | None) -> str:
    """Record the changes that were won. Then the seats that rolled narrate the result."""
    before = draft.play.network
    draft.emit(ConflictDecided(conflict.id, goal, virtual))
    sentence = " It is called off." if conflict.notice else " Nobody wins; nothing is recorded."
    if goal:
        sentence = (
            f" {_winners(draft, conflict, goal)}{proceeding.wanted(conflict.goals[goal - 1])}"
        )
        if virtual and virtual > 0:
            dice = counted(virtual, "virtual die", "virtual dice")
            sentence += f" It is won with {dice}."
        _record_won(draft, conflict, conflict.goals[goal - 1])
    sentence += _declaration_settled(draft, conflict, goal)
    if goal:
        interest.at_stake(draft, before, conflict.goals[goal - 1].by)
    if any(participant.has_rolled for participant in conflict.active):
        draft.emit(ConcludingBegan(conflict.id))
    return sentence + concluded(draft)


def _winners(draft: Draft, conflict: Conflict, goal: int) -> str:
    names = [
        draft.table.name(participant.seat)
        for participant in conflict.active
        if participant.goal == goal
    ]
    if not names:
        return "This is won"
    return f"{listed(names)} {'wins' if len(names) == 1 else 'win'}"


def _record_won(draft: Draft, conflict: Conflict, goal: Goal) -> None:
    """Record the changes of the winning goal, except those that are no longer possible (`conflict.goals`)."""
    made: list[Made] = []
    for number, action in enumerate(goal.changes, 1):
        won = _won_change(draft, goal, action, made)
        if isinstance(won, Refused):
            made.append(Made())
            draft.emit(ChangeFailed(conflict.id, number, won.code, won.rule))
        else:
            made.append(won)
            draft.emit(ChangeWon(conflict.id, number, won))


def _won_change(
    draft: Draft, goal: Goal, action: GoalChange, made: Sequence[Made]
) -> Made | Refused:
    """Record a change. By a house rule, the winner pays for it now (`conflict.goals`)."""
    resolved = change.resolved(action, made)
    if isinstance(resolved, Refused):
        return resolved
    if refusal := change.unfit(draft.state, goal.by, resolved):
        return refusal
    if cost(draft.table) == "winner":
        price = change.price(draft.state, goal.by, resolved)
        paying = token.payment(draft.state, goal.by, price, None, by=change.rule_of(resolved))
        if isinstance(paying, Refused):
            return paying
        draft.cite(GOALS, seat=goal.by, tokens_paid=paying.total)
        token.pay(draft, goal.by, paying, "a goal's change")
    return change.record(draft, goal.by, resolved)


def _declaration_settled(draft: Draft, conflict: Conflict, goal: int) -> str:
    """Record a declared action if dice decided for it. If not, the action is lost."""
    for number, stated in enumerate(conflict.goals, 1):
        id = stated.declaration
        if id is not None and id in draft.play.declarations:
            won = number == goal
            return proceeding.record_contested(draft, id) if won else proceeding.lose(draft, id)
    return ""


def concluded(draft: Draft) -> str:
    """After all conclusions (`conflict.conclusions`), let the two sides trade dice."""
    conflict = _under_way(draft)
    if conflict.next is not None:
        return f" {draft.table.name(conflict.next)} may describe what comes of it."
    trades = _trades(draft.state, conflict, conflict.winner or 0)
    if not trades:
        return _finish(draft)
    draft.emit(TradingBegan(conflict.id, trades))
    return " The sides trade dice."


class _Side(NamedTuple):
    goal: int
    roller: SeatId
    dice: int


def _trades(state: State, conflict: Conflict, winner: int) -> tuple[Trade, ...]:
    """Return the trades: each of the two best sides rolls the number of dice of the other."""
    scored = [_side(state, conflict, goal) for goal in range(1, len(conflict.goals) + 1)]
    sides = [(side, strength) for side, strength in scored if side is not None]
    ranked = sorted(sides, key=lambda pair: (pair[0].goal == winner, pair[1]), reverse=True)
    if len(ranked) < 2:
        return ()
    first, other = ranked[0][0], ranked[1][0]
    if not first.dice and not other.dice:
        return ()
    pairs = ((first, other.dice), (other, first.dice))
    return tuple(Trade(side.roller, side.goal, dice, None if dice else ()) for side, dice in pairs)


def _side(
    state: State, conflict: Conflict, goal: int
) -> tuple[_Side | None, tuple[bool, int, int]]:
    """Return the seat with a side's best signal (the first if equal), and the strength of that signal.

    Only taken seats count.
    """
    members = [
        participant
        for participant in conflict.participants
        if participant.goal == goal and participant.has_rolled
    ]
    sitting = [member for member in members if member.seat in state.table.sitting]
    if not sitting:
        return None, (False, 0, 0)
    first = sorted(sitting, key=lambda member: int(member.seat[1:]))
    best = max(first, key=lambda member: (not member.has_dropped, *_strength(member)))
    dice = sum(len(member.dice) for member in members)
    # fnol.conflict: virtual dice count as the GM's dice.
    dice += conflict.virtual if any(member.seat == conflict.spotlight for member in members) else 0
    return _Side(goal, best.seat, dice), (not best.has_dropped, *_strength(best))


def trade_dice(draft: Draft, move: TradeDice, facts: Facts) -> Judgement:
    """Judge rolling the other side's number of dice (`conflict.development`)."""
    trade_or_refusal = trading(draft.state, facts.seat)
    if isinstance(trade_or_refusal, Refused):
        return trade_or_refusal
    conflict, trade = trade_or_refusal
    values = throw(draft, trade.dice, FACES, move.reported, DEVELOPMENT)
    if isinstance(values, Refused):
        return values
    face = best_face(values)
    best = values.count(face)
    draft.cite(DEVELOPMENT, dice=tuple(str(value) for value in values), best_values=best)
    draft.emit(DiceTraded(conflict.id, facts.seat, values, move.reported is not None))
    dice = counted(trade.dice, "traded die", "traded dice")
    sentence = f"{draft.table.name(facts.seat)} rolls {dice}, {faces(best, face)} at best."
    return draft.accept(sentence + traded(draft))


def trading(state: State, seat: SeatId) -> tuple[Conflict, Trade] | Refused:
    """Return the trade that a seat must still roll."""
    conflict = state.play.conflict
    if conflict is None:
        return refuse(Own.NO_CONFLICT, DEVELOPMENT)
    if not isinstance(conflict.stage, Trading):
        stage = conflict.stage_name
        return refuse(Own.WRONG_STAGE, DEVELOPMENT, conflict=conflict.id, conflict_stage=stage)
    for trade in conflict.stage.trades:
        if trade.seat == seat and trade.values is None:
            return conflict, trade
    name = state.table.name(seat)
    return refuse(Own.NOT_IN_CONFLICT, DEVELOPMENT, conflict=conflict.id, seat_name=name)


def traded(draft: Draft) -> str:
    """After both sides have rolled, let the better one develop, and insure the losers."""
    conflict = _under_way(draft)
    stage = conflict.stage
    assert isinstance(stage, Trading)
    if any(trade.values is None for trade in stage.trades):
        return ""
    return _develop(draft, stage.trades) + _finish(draft)


def _develop(draft: Draft, trades: Sequence[Trade]) -> str:
    first, other = trades
    best = [_best_of(trade) for trade in trades]
    tokens = abs(best[0] - best[1])
    draft.cite(DEVELOPMENT, first_value=best[0], second_value=best[1], tokens_gained=tokens)
    seat = first.seat if best[0] > best[1] else other.seat
    if not tokens or seat not in draft.table.sitting:
        return ""
    target, why = seat_account(seat), "development"
    draft.emit(*transfer(Purse(development=tokens), BANK, target, why, DEVELOPMENT))
    return f" {draft.table.name(seat)} gets {counted(tokens, 'development token')}."


def _best_of(trade: Trade) -> int:
    values = trade.values or ()
    return values.count(best_face(values))


def _finish(draft: Draft) -> str:
    """Pay insurance to the losers, and close the conflict (`conflict.conclude`)."""
    conflict = _under_way(draft)
    _insure(draft, conflict)
    _pay_for_noise(draft, conflict)
    draft.emit(ConflictClosed(conflict.id, "won" if conflict.winner else "undecided"))
    if conflict.notice and conflict.taking and conflict.winner:
        how, by = conflict.goals[conflict.winner - 1].statement, conflict.taking.node
        draft.cite("fnol.loss", seat=conflict.notice, fighting_node=by)
        draft.emit(NoticeFought(conflict.notice, how, by))
    # fnol.budget: a notice whose player left during the conflict ends here.
    has_left = conflict.notice and conflict.notice not in draft.table.sitting
    return loss.end(draft) if has_left else ""


def _insure(draft: Draft, conflict: Conflict) -> None:
    """Pay every loser the winning signal minus its own (`conflict.insurance`).

    If nobody won, nobody lost.
    """
    winning_signal = _winning_signal(conflict, conflict.winner or 0)
    losers = [
        participant
        for participant in conflict.active
        if participant.goal != conflict.winner and participant.has_rolled
    ]
    paid = [loser for loser in losers if loser.seat in draft.table.sitting]
    for loser in paid if conflict.winner else ():
        tokens = max(0, winning_signal - loser.signal)
        draft.cite(
            INSURANCE,
            seat=loser.seat,
            winning_signal=winning_signal,
            own_signal=loser.signal,
            tokens_gained=tokens,
        )
        token.earn(draft, loser.seat, tokens, "insurance", INSURANCE)


def _pay_for_noise(draft: Draft, conflict: Conflict) -> None:
    """Pay the GM the difference between the noise of both sides of a first notice (`fnol.conflict`)."""
    gm, loser = conflict.taking, conflict.participant(conflict.notice) if conflict.notice else None
    if gm is None or loser is None or not gm.has_rolled or not loser.has_rolled:
        return
    tokens = abs(gm.noise - loser.noise)
    draft.cite(FNOL, gm_noise=gm.noise, player_noise=loser.noise, tokens_gained=tokens)
    token.earn(draft, gm.seat, tokens, "the noise of a first notice of loss", FNOL)


def _under_way(draft: Draft) -> Conflict:
    conflict = draft.play.conflict
    assert conflict is not None
    return conflict


CHAPTER: Judges[Play] = {
    TradeDice: trade_dice,
}
