"""Dice, and everything that changes a roll: invokes and spin (`action.roll`, `action.invoke`)."""

from functools import partial
from typing import Literal, assert_never

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.ledger import BANK, character_account, held, transfer
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose
from verger.domain.core.unicode import trimmed
from verger.domain.games.edgerunner import outcome
from verger.domain.games.edgerunner.compelling import without_fate
from verger.domain.games.edgerunner.declaring import give_back
from verger.domain.games.edgerunner.model.action import (
    Attack,
    Defense,
    Maneuver,
    MoveAnother,
    kind_of,
    target_of,
)
from verger.domain.games.edgerunner.model.action import name_of as name_of_action
from verger.domain.games.edgerunner.model.conflict import (
    Boosting,
    Deed,
    Resisting,
    Rolling,
    shifts_in_words,
)
from verger.domain.games.edgerunner.model.conflict_effect import (
    AspectInvoked,
    FudgeRolled,
    RollStood,
    SpinUsed,
)
from verger.domain.games.edgerunner.model.purse import NOTHING, Purse, aspect_account
from verger.domain.games.edgerunner.model.target import AspectId
from verger.domain.games.edgerunner.moment import Turn, at_part, own_turn
from verger.domain.games.edgerunner.odds import DICE, FACES
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.games.edgerunner.state import (
    Draft,
    Play,
    State,
    character_of,
    name_of,
    player_of,
    titled,
)
from verger.domain.games.edgerunner.targeting import holding, holds, not_holding, unfit_action
from verger.domain.judging.chapters import Judges
from verger.domain.table.sheet import CharacterId
from verger.domain.table.throw import Reported, throw

ROLL, INVOKE, SPIN, RESIST = "action.roll", "action.invoke", "action.spin", "action.resist"
DEFENSE = "action.defense"

INVOKE_WORTH = 2


class Roll(TaggedMove, frozen=True, tag="roll"):
    """Roll four fudge dice for your declared action."""

    reported: Reported | None = None


class Invoke(TaggedMove, frozen=True, tag="invoke"):
    """Invoke an aspect for 2 shifts or a new roll, for your action or against an action on you."""

    aspect: AspectId
    pay: Literal["fate", "free"]
    use: Literal["shifts", "reroll"]
    why: Prose
    reported: Reported | None = None


class UseSpin(TaggedMove, frozen=True, tag="use_spin"):
    """Use spin from an earlier failure of the target, for 1 shift."""


class Stand(TaggedMove, frozen=True, tag="stand"):
    """Accept the roll. The actor accepts it first, then the target that resists."""


class KeepThreshold(TaggedMove, frozen=True, tag="keep_threshold"):
    """Keep the old threshold of the track that you wanted to defend, after any roll."""


Rolled = tuple[Turn, Boosting | Resisting]
"""A turn whose dice are rolled."""

RollingMove = Roll | Invoke | UseSpin | Stand | KeepThreshold


def roll(draft: Draft, move: Roll, facts: Facts) -> Judgement:
    """Judge a roll (`action.roll`)."""
    current = own_turn(draft.state, facts.seat, ROLL, Rolling)
    if isinstance(current, Refused):
        return current
    name = name_of(draft.state, current[0].actor)
    deed = current[1].deed
    if refusal := _throw(draft, dice_for(draft.state, current[0].actor, deed), move.reported):
        return refusal
    if given_back := give_back(draft, current[0], deed):
        return draft.accept(trimmed(given_back))
    deed = _deed(draft)
    how = "" if move.reported is None else " with real dice"
    return draft.accept(f"{name} rolls {_shown(deed)}{how}: {shifts_in_words(deed.shifts)}.")


def dice_for(state: State, actor: CharacterId, deed: Deed) -> int:
    """Return the number of dice for an action; 0 if its target is gone and the actor gets it back (`action.one`)."""
    return 0 if unfit_action(state, actor, deed.action) else DICE


def _throw(draft: Draft, count: int, reported: Reported | None) -> Refused | None:
    """Throw the dice in place of earlier ones, or take typed-in real dice (`action.roll`)."""
    thrown = throw(draft, count, FACES, reported, ROLL)
    if isinstance(thrown, Refused) or not count:
        return thrown if isinstance(thrown, Refused) else None
    draft.emit(FudgeRolled(tuple(value - 2 for value in thrown), reported is not None))
    deed = _deed(draft)
    draft.cite(
        ROLL,
        dice=tuple(str(value) for value in deed.dice),
        rating=deed.rating,
        opposition_rating=deed.opposition,
        zones_away=deed.range,
        shifts_bid=deed.bid,
        shifts_added=deed.bonus + deed.boost,
        shifts_resisted=deed.resisted,
        shifts=deed.shifts,
    )
    return None


def _deed(draft: Draft) -> Deed:
    current: Rolled | Refused = at_part(draft.state, ROLL, Boosting, Resisting)
    assert not isinstance(current, Refused)
    return current[1].deed


def _shown(deed: Deed) -> str:
    return " ".join(f"{value:+d}" if value else "0" for value in deed.dice)


def speaker(
    state: State, seat: SeatId, rule: str
) -> tuple[Turn, Boosting | Resisting, CharacterId] | Refused:
    """Return the character that can change a roll, if this seat plays it.

    This is the actor, and then the target. Nobody except the target resists an action
    (`action.resist`).
    """
    current: Rolled | Refused = at_part(state, rule, Boosting, Resisting)
    if isinstance(current, Refused):
        return current
    turn, part = current
    if isinstance(part, Boosting):
        own = own_turn(state, seat, rule, Boosting)
        return own if isinstance(own, Refused) else (turn, part, turn.actor)
    target = CharacterId(str(target_of(part.deed.action)))
    if player_of(state, target) != seat:
        return refuse(Own.NOT_THE_TARGET, RESIST, target_name=name_of(state, target))
    return turn, part, target


def invoke(draft: Draft, move: Invoke, facts: Facts) -> Judgement:
    """Judge invoking an aspect (`action.invoke`)."""
    speaking = speaker(draft.state, facts.seat, INVOKE)
    if isinstance(speaking, Refused):
        return speaking
    _, part, who = speaking
    if refusal := cannot_invoke(draft.state, part.deed, who, move.aspect, move.pay):
        return refusal
    is_actors = isinstance(part, Boosting)
    worth = 0 if move.use == "reroll" else INVOKE_WORTH if is_actors else -INVOKE_WORTH
    draft.cite(
        INVOKE, aspect=move.aspect, invoking_character=who, fate_points_paid=move.pay, shifts=worth
    )
    if not is_actors:
        draft.cite(RESIST, target=who)
    _pay(draft, who, move)
    draft.emit(AspectInvoked(move.aspect, who, worth, trimmed(move.why)))
    if refusal := _throw(draft, DICE if move.use == "reroll" else 0, move.reported):
        return refusal
    deed, name = _deed(draft), name_of(draft.state, who)
    sentence = f"{name} invokes “{name_of(draft.state, move.aspect)}”, which makes it "
    sentence += f"{shifts_in_words(deed.shifts)}: "
    sentence += trimmed(move.why)
    return draft.accept(sentence + stopped(draft))


def cannot_invoke(
    state: State, deed: Deed, who: CharacterId, aspect: AspectId, pay: str
) -> Refused | None:
    """Return why a character cannot invoke an aspect on this roll, or None."""
    if not holds(state, aspect):
        return not_holding(state, INVOKE, aspect, partial(_can_invoke, state, deed, who))
    if aspect in deed.used:
        return refuse(Own.INVOKED_ALREADY, INVOKE, aspect_name=name_of(state, aspect))
    if pay == "fate":
        return without_fate(state, who, INVOKE)
    if free_invokes(state, aspect, who):
        return None
    label, name = name_of(state, aspect), name_of(state, who)
    return refuse(Own.NO_FREE_INVOKE, INVOKE, aspect_name=label, character_name=name)


def _can_invoke(state: State, deed: Deed, who: CharacterId, aspect: AspectId) -> bool:
    return any(not cannot_invoke(state, deed, who, aspect, pay) for pay in ("fate", "free"))


def free_invokes(state: State, aspect: AspectId, who: CharacterId) -> int:
    """Return the free invokes that a character has on an aspect.

    Only the character that placed it has free invokes.
    """
    by = state.play.aspects.held[aspect].by
    return held(state.play.ledger, aspect_account(aspect), NOTHING).invoke if by == who else 0


def _pay(draft: Draft, who: CharacterId, move: Invoke) -> None:
    if move.pay == "fate":
        purse, source = Purse(fate=1), character_account(who)
    else:
        purse, source = Purse(invoke=1), aspect_account(move.aspect)
    draft.emit(*transfer(purse, source, BANK, "an aspect is invoked", INVOKE))


def use_spin(draft: Draft, _move: UseSpin, facts: Facts) -> Judgement:
    """Judge using the target's spin against it (`action.spin`)."""
    current = own_turn(draft.state, facts.seat, SPIN, Boosting)
    if isinstance(current, Refused):
        return current
    turn, part = current
    target = spinning(draft.state, turn, part.deed)
    if target is None:
        about = target_of(part.deed.action)
        return refuse(
            Own.NO_SPIN, SPIN, target_name=titled(draft.state, about) if about else "anybody"
        )
    draft.cite(SPIN, target=target)
    source = character_account(target)
    draft.emit(*transfer(Purse(spin=1), source, BANK, "spin is used", SPIN), SpinUsed())
    who, whom = name_of(draft.state, turn.actor), name_of(draft.state, target)
    return draft.accept(f"{who} uses {whom}'s spin: {shifts_in_words(_deed(draft).shifts)}.")


def spinning(state: State, turn: Turn, deed: Deed) -> CharacterId | None:
    """Return an opponent that is the target of this roll and has unused spin, or None."""
    target = target_of(deed.action)
    if target is None or character_of(state, target) is None or deed.spun:
        return None
    whom = CharacterId(target)
    sides = {state.play.condition(whom).side, state.play.condition(turn.actor).side}
    spin = held(state.play.ledger, character_account(whom), NOTHING).spin
    return whom if spin and len(sides) > 1 else None


def stand(draft: Draft, _move: Stand, facts: Facts) -> Judgement:
    """Judge accepting a roll (`action.roll`, `action.resist`)."""
    speaking = speaker(draft.state, facts.seat, ROLL)
    if isinstance(speaking, Refused):
        return speaking
    turn, part, who = speaking
    deed, name = part.deed, name_of(draft.state, who)
    draft.cite(ROLL, shifts=deed.shifts)
    sentence = f"{name} lets the roll stand at {shifts_in_words(deed.shifts)}."
    if isinstance(part, Resisting):
        draft.cite(RESIST, shifts_resisted=deed.resisted)
        return draft.accept(sentence + outcome.settle(draft))
    _leave_spin(draft, turn, deed)
    if is_resisted(draft.state, turn, deed):
        draft.emit(RollStood())
        return draft.accept(sentence)
    sentence += _came_to_nothing(draft, turn, deed)
    return draft.accept(sentence + outcome.settle(draft))


def _came_to_nothing(draft: Draft, turn: Turn, deed: Deed) -> str:
    """Describe how to change a continued roll that would have no effect again (`action.continue`)."""
    if not outcome.is_idle(draft.state, turn.actor, deed):
        return ""
    names = would_help(draft.state, deed, turn.actor)
    draft.cite("action.continue", shifts=deed.shifts, helpful_aspect_names=names)
    aspects = "".join(f"an invoke of “{name}”, " for name in names[:3])
    return f" This has no effect, and the same action would have none again. To change this, use {aspects}another skill, another action or another target."


def would_help(state: State, deed: Deed, who: CharacterId) -> tuple[str, ...]:
    """Return the names of the aspects that a character could still invoke on a roll."""
    return tuple(name for id, name in holding(state) if _can_invoke(state, deed, who, id))


def keep(draft: Draft, _move: KeepThreshold, facts: Facts) -> Judgement:
    """Judge leaving the threshold as it is (`action.defense`)."""
    current = own_turn(draft.state, facts.seat, DEFENSE, Boosting)
    if isinstance(current, Refused):
        return current
    turn, part = current
    action = part.deed.action
    if not isinstance(action, Defense):
        return refuse(
            Own.NOT_A_DEFENSE,
            DEFENSE,
            action=kind_of(action),
            action_in_words=name_of_action(action),
        )
    _leave_spin(draft, turn, part.deed)
    return draft.accept(outcome.keep(draft, turn.actor, action))


def _leave_spin(draft: Draft, turn: Turn, deed: Deed) -> None:
    """Give spin against the actor after a negative roll, unless the roll is continued (`action.spin`)."""
    if deed.shifts >= 0 or deed.continued:
        return
    draft.cite(SPIN, shifts=deed.shifts)
    account = character_account(turn.actor)
    draft.emit(*transfer(Purse(spin=1), BANK, account, "a negative roll", SPIN))


def is_resisted(state: State, turn: Turn, deed: Deed) -> bool:
    """Return whether a target can resist an action that has shifts to remove (`action.resist`)."""
    match deed.action:
        case MoveAnother(target=target) | Attack(target=target) | Maneuver(target=target):
            is_somebody = character_of(state, target) is not None and target != turn.actor
            return is_somebody and deed.shifts >= deed.least
        case _:
            return False


def stopped(draft: Draft) -> str:
    """End an action that has too few shifts after resistance."""
    current: Rolled | Refused = at_part(draft.state, RESIST, Boosting, Resisting)
    assert not isinstance(current, Refused)
    part = current[1]
    match part:
        case Boosting():
            return ""
        case Resisting(deed):
            return "" if deed.shifts >= deed.least else outcome.settle(draft)
        case _:
            assert_never(part)


CHAPTER: Judges[Play] = {
    Roll: roll,
    Invoke: invoke,
    UseSpin: use_spin,
    Stand: stand,
    KeepThreshold: keep,
}
