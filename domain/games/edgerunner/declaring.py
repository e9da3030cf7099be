"""Declaring an action, a new one or the last one continued, and the target's answer."""

from typing import assert_never

import msgspec

from domain.core.decider import Facts, Judgement
from domain.core.ruling import Refused, refuse
from domain.core.text import Label, Prose
from domain.games.edgerunner.model.action import (
    Action,
    Attack,
    Defense,
    MoveAnother,
    Recovery,
    is_same,
    name_of,
    target_of,
)
from domain.games.edgerunner.model.conflict import Choosing, Declared, Deed
from domain.games.edgerunner.model.conflict_effect import (
    ActionContinued,
    ActionDeclared,
    DeclarationDropped,
    OppositionNamed,
    RecoveryJoined,
    WardsEnded,
)
from domain.games.edgerunner.moment import Turn, at_part, not_own, own_turn
from domain.games.edgerunner.reason import Code as Own
from domain.games.edgerunner.state import Draft, State, character_of, sheet_of, takes_turns
from domain.games.edgerunner.state import name_of as named
from domain.games.edgerunner.targeting import RULES, range_of, unfit_action
from domain.table.sheet import CharacterId

NARRATE, ONE, CONTINUE = "conflict.narrate", "action.one", "action.continue"


class _Move(msgspec.Struct, frozen=True, tag_field="move", forbid_unknown_fields=True):
    pass


class Declare(_Move, frozen=True, tag="declare"):
    """Say what one's character does, with which skill, about what."""

    action: Action
    narration: Prose


class Continue(_Move, frozen=True, tag="continue"):
    """Go on with the action of the exchange before: the same skill, action and target."""

    action: Action
    narration: Prose


class Oppose(_Move, frozen=True, tag="oppose"):
    """Name the skill with which one opposes what is done to one, if with any."""

    skill: Label | None = None


class JoinRecovery(_Move, frozen=True, tag="join_recovery"):
    """Give one's action of this exchange for one's recovery, or not."""

    join: bool


DeclaringMove = Declare | Continue | Oppose | JoinRecovery


def decide(draft: Draft, move: DeclaringMove, facts: Facts) -> Judgement:
    match move:
        case Declare():
            return declare(draft, move, facts)
        case Continue():
            return go_on(draft, move, facts)
        case Oppose():
            return oppose(draft, move, facts)
        case JoinRecovery():
            return join(draft, move, facts)
        case _:
            assert_never(move)


def declare(draft: Draft, move: Declare, facts: Facts) -> Judgement:
    """Say what is done (`action.one`, `conflict.narrate`)."""
    found = own_turn(draft.state, facts.seat, ONE, Choosing)
    if isinstance(found, Refused):
        return found
    turn, action = found[0], move.action
    if refusal := unfit_action(draft.state, turn.actor, action):
        return refusal
    if refusal := must_continue(turn, action):
        return refusal
    skill = sheet_of(draft.state, turn.actor).skill(action.skill)
    assert skill is not None
    range_ = range_of(draft.state, turn.actor, action)
    _cite(draft, turn, action)
    if range_:
        draft.cite("map.range", range=range_)
    end_wards(draft, turn.actor)
    draft.emit(ActionDeclared(action, move.narration.strip(), skill.rating, range_))
    name = named(draft.state, turn.actor)
    return draft.accept(f"{name} declares {name_of(action)} with “{skill.name}”.")


def _cite(draft: Draft, turn: Turn, action: Action) -> None:
    draft.cite(ONE, character=turn.actor)
    draft.cite(RULES[type(action)], target=target_of(action))
    draft.cite(NARRATE)


def must_continue(turn: Turn, action: Action) -> Refused | None:
    """The action of the exchange before is continued, not rolled again (`action.continue`)."""
    last = turn.conflict.last(turn.actor)
    if last is None or not is_same(action, last.action):
        return None
    return refuse(Own.MUST_CONTINUE, CONTINUE, action=name_of(action), label=action.skill)


def end_wards(draft: Draft, by: CharacterId) -> None:
    """A defense that somebody kept up falls with the next action (`action.defense`)."""
    conflict = draft.play.conflict
    assert conflict is not None
    if any(ward.by == by for ward in conflict.wards):
        draft.cite("action.defense", ended=by)
        draft.emit(WardsEnded(by, "by"))


def go_on(draft: Draft, move: Continue, facts: Facts) -> Judgement:
    """Keep what was rolled in the exchange before (`action.continue`)."""
    found = own_turn(draft.state, facts.seat, CONTINUE, Choosing)
    if isinstance(found, Refused):
        return found
    turn, action = found[0], move.action
    last = continuing(turn, draft.state)
    if isinstance(last, Refused):
        return last
    if not is_same(action, last.action):
        return refuse(
            Own.NOT_THE_SAME,
            CONTINUE,
            action=name_of(last.action),
            label=last.action.skill,
            target=str(target_of(last.action) or "nobody else"),
        )
    if refusal := unfit_action(draft.state, turn.actor, action):
        return refusal
    draft.cite(CONTINUE, shifts=last.shifts)
    _cite(draft, turn, action)
    if not isinstance(action, Defense):
        end_wards(draft, turn.actor)
    draft.emit(ActionContinued(action, move.narration.strip()))
    return draft.accept(f"{named(draft.state, turn.actor)} continues {name_of(action)}.")


def continuing(turn: Turn, state: State) -> Deed | Refused:
    """What somebody did in the exchange before, if anything."""
    last = turn.conflict.last(turn.actor)
    if last is not None:
        return last
    return refuse(Own.NOTHING_TO_CONTINUE, CONTINUE, name=named(state, turn.actor))


def answerer(state: State, part: Declared) -> CharacterId | None:
    """The target that has to answer a declaration before its roll, if any."""
    action = part.deed.action
    target = target_of(action)
    character = character_of(state, target) if target else None
    if part.is_answered or character is None or target is None:
        return None
    one = CharacterId(target)
    match action:
        case Recovery():
            return one if takes_turns(state, one) else None
        case Attack() | MoveAnother():
            # action.continue: what opposed the roll is in the shifts that are kept.
            return one if character.sheet.skills and not part.deed.continued else None
        case _:
            return None


def oppose(draft: Draft, move: Oppose, facts: Facts) -> Judgement:
    """The target names the skill that its roll is against (`action.roll`)."""
    rule = "action.roll"
    target = _answering(draft.state, facts, rule, Attack, MoveAnother)
    if isinstance(target, Refused):
        return target
    name, sheet = named(draft.state, target), sheet_of(draft.state, target)
    skill = sheet.skill(move.skill) if move.skill is not None else None
    if move.skill is not None and skill is None:
        return refuse(Own.UNSKILLED, rule, name=name, label=move.skill)
    rating = skill.rating if skill else 0
    draft.cite(rule, opposition=rating)
    draft.emit(OppositionNamed(skill.name if skill else None, rating))
    how = f"with “{skill.name}”" if skill else "with nothing"
    return draft.accept(f"{name} opposes it {how}.")


def _answering(
    state: State, facts: Facts, rule: str, *actions: type[Action]
) -> CharacterId | Refused:
    """The declared action whose target has to answer, if this seat plays that target."""
    found = at_part(state, rule, Declared)
    if isinstance(found, Refused):
        return found
    part = found[1]
    target = answerer(state, part)
    if target is None or not isinstance(part.deed.action, actions):
        return refuse(Own.NOTHING_ASKED, rule, action=name_of(part.deed.action))
    return not_own(state, facts.seat, target, rule) or target


def join(draft: Draft, move: JoinRecovery, facts: Facts) -> Judgement:
    """Both have to use their action (`action.recovery`)."""
    rule = "action.recovery"
    target = _answering(draft.state, facts, rule, Recovery)
    if isinstance(target, Refused):
        return target
    draft.cite(rule, target=target, join=move.join)
    draft.emit(RecoveryJoined() if move.join else DeclarationDropped())
    name = named(draft.state, target)
    return draft.accept(f"{name} {'joins in' if move.join else 'does not join in'}.")
