"""Declaring a new action or continuing the last one, and the target's answer."""

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Label, Prose, tidy
from verger.domain.core.unicode import trimmed
from verger.domain.games.edgerunner.model.action import (
    Action,
    Defense,
    Maneuver,
    MoveAnother,
    Recovery,
    is_same,
    kind_of,
    name_of,
    target_of,
)
from verger.domain.games.edgerunner.model.conflict import Choosing, Declared, Deed, shifts_in_words
from verger.domain.games.edgerunner.model.conflict_effect import (
    ActionContinued,
    ActionDeclared,
    DeclarationDropped,
    HelpAccepted,
    OppositionNamed,
    WardsEnded,
)
from verger.domain.games.edgerunner.moment import Turn, at_part, not_own, own_turn
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.games.edgerunner.state import (
    Draft,
    Play,
    State,
    character_of,
    player_of,
    sheet_of,
    takes_turns,
)
from verger.domain.games.edgerunner.state import name_of as named
from verger.domain.games.edgerunner.targeting import RULES, described, range_of, unfit_action
from verger.domain.judging.chapters import Judges
from verger.domain.table.sheet import CharacterId

NARRATE, ONE, CONTINUE = "conflict.narrate", "action.one", "action.continue"


class Declare(TaggedMove, frozen=True, tag="declare"):
    """Declare your character's action: the skill, the target and the action."""

    action: Action
    narration: Prose


class Continue(TaggedMove, frozen=True, tag="continue"):
    """Continue your action of the previous exchange, with the same skill and the same target."""

    action: Action
    narration: Prose


class Oppose(TaggedMove, frozen=True, tag="oppose"):
    """As the target, name the skill that opposes the action, or name no skill."""

    skill: Label | None = None


class AcceptHelp(TaggedMove, frozen=True, tag="accept_help"):
    """As the target, accept or decline a recovery or a defense by another side.

    A recovery also uses your action.
    """

    accept: bool


DeclaringMove = Declare | Continue | Oppose | AcceptHelp


def declare(draft: Draft, move: Declare, facts: Facts) -> Judgement:
    """Judge the declaration of an action (`action.one`, `conflict.narrate`)."""
    current = own_turn(draft.state, facts.seat, ONE, Choosing)
    if isinstance(current, Refused):
        return current
    turn, action = current[0], move.action
    if refusal := unfit_action(draft.state, turn.actor, action):
        return refusal
    if refusal := must_continue(draft.state, turn, action):
        return refusal
    skill = sheet_of(draft.state, turn.actor).skill(action.skill)
    assert skill is not None
    range_ = range_of(draft.state, turn.actor, action)
    _cite(draft, turn, action)
    if range_:
        draft.cite("map.range", zones_away=range_)
    end_wards(draft, turn.actor)
    draft.emit(ActionDeclared(action, trimmed(move.narration), skill.rating, range_))
    sentence = f"{named(draft.state, turn.actor)} declares {described(draft.state, action)}"
    return draft.accept(f"{sentence}: {trimmed(move.narration)}")


def _cite(draft: Draft, turn: Turn, action: Action) -> None:
    draft.cite(ONE, character=turn.actor)
    draft.cite(RULES[type(action)], target=target_of(action))
    draft.cite(NARRATE)


def must_continue(state: State, turn: Turn, action: Action) -> Refused | None:
    """Return the refusal of an action that must be continued instead (`action.continue`)."""
    last = turn.conflict.last(turn.actor)
    if last is None or not is_same(action, last.action):
        return None
    deed = described(state, last.action)
    return refuse(
        Own.MUST_CONTINUE,
        CONTINUE,
        character_name=named(state, turn.actor),
        earlier_action=kind_of(last.action),
        earlier_action_in_words=deed,
    )


def give_back(draft: Draft, turn: Turn, deed: Deed) -> str:
    """Give the action back if its target is gone before the roll (`action.one`)."""
    if unfit_action(draft.state, turn.actor, deed.action) is None:
        return ""
    draft.cite(ONE, character=turn.actor, is_given_back=True)
    draft.emit(DeclarationDropped())
    deed_, name = described(draft.state, deed.action), named(draft.state, turn.actor)
    return f" No target is left for {deed_}: {name} has the action back."


def end_wards(draft: Draft, by: CharacterId) -> None:
    """End the defense that a character kept up, because it acts again (`action.defense`)."""
    conflict = draft.play.conflict
    assert conflict is not None
    if any(ward.by == by for ward in conflict.wards):
        draft.cite("action.defense", ended_defense=by)
        draft.emit(WardsEnded(by, "by"))


def go_on(draft: Draft, move: Continue, facts: Facts) -> Judgement:
    """Judge continuing an action: the roll of the previous exchange counts again (`action.continue`)."""
    current = own_turn(draft.state, facts.seat, CONTINUE, Choosing)
    if isinstance(current, Refused):
        return current
    turn, action = current[0], move.action
    last = continuing(turn, draft.state)
    if isinstance(last, Refused):
        return last
    name = named(draft.state, turn.actor)
    if not _goes_on(action, last.action):
        deed = described(draft.state, last.action)
        return refuse(
            Own.NOT_THE_SAME,
            CONTINUE,
            character_name=name,
            earlier_action=kind_of(last.action),
            earlier_action_in_words=deed,
        )
    if refusal := unfit_action(draft.state, turn.actor, action):
        return refusal
    draft.cite(CONTINUE, shifts=last.shifts)
    _cite(draft, turn, action)
    if not isinstance(action, Defense):
        end_wards(draft, turn.actor)
    draft.emit(ActionContinued(action, trimmed(move.narration)))
    sentence = (
        f"{name} continues {described(draft.state, action)}, at {shifts_in_words(last.shifts)}"
    )
    return draft.accept(f"{sentence}: {trimmed(move.narration)}")


def _goes_on(action: Action, last: Action) -> bool:
    """Return whether an action continues the last one.

    A maneuver must also have the same aspect (`action.maneuver`).
    """
    if isinstance(action, Maneuver) and isinstance(last, Maneuver):
        return is_same(action, last) and tidy(action.aspect) == tidy(last.aspect)
    return is_same(action, last)


def continuing(turn: Turn, state: State) -> Deed | Refused:
    """Return the actor's deed of the previous exchange, or a refusal."""
    last = turn.conflict.last(turn.actor)
    if last is not None:
        return last
    return refuse(Own.NOTHING_TO_CONTINUE, CONTINUE, character_name=named(state, turn.actor))


def answerer(state: State, turn: Turn, part: Declared) -> CharacterId | None:
    """Return the target that must answer a declaration before its roll, or None."""
    action = part.deed.action
    target = target_of(action)
    character = character_of(state, target) if target else None
    if part.is_answered or character is None or target is None:
        return None
    id = CharacterId(target)
    match action:
        case Recovery():
            return id if takes_turns(state, id) else None
        case Defense():
            return None if _may_defend(state, turn.actor, id) else id
        case MoveAnother():
            # action.continue: the kept shifts include the opposition of the first roll.
            return id if character.sheet.skills and not part.deed.continued else None
        case _:
            return None


def _may_defend(state: State, actor: CharacterId, target: CharacterId) -> bool:
    """Return whether a defense needs no answer, because actor and target are on one side (`action.defense`)."""
    play = state.play
    is_ally = play.condition(actor).side == play.condition(target).side
    return is_ally or player_of(state, actor) == player_of(state, target)


def oppose(draft: Draft, move: Oppose, facts: Facts) -> Judgement:
    """Judge naming the skill that opposes the roll (`action.roll`)."""
    rule = "action.roll"
    answering = _answering(draft.state, facts, rule, MoveAnother)
    if isinstance(answering, Refused):
        return answering
    target = answering[0]
    name, sheet = named(draft.state, target), sheet_of(draft.state, target)
    skill = sheet.skill(move.skill) if move.skill is not None else None
    if move.skill is not None and skill is None:
        return refuse(
            Own.UNSKILLED,
            rule,
            character_name=name,
            skill_name=move.skill,
            skill_names=sheet.listed,
        )
    rating = skill.rating if skill else 0
    draft.cite(rule, opposition_rating=rating)
    draft.emit(OppositionNamed(skill.name if skill else None, rating))
    how = f"with “{skill.name}”" if skill else "with nothing"
    return draft.accept(f"{name} opposes the push {how}.")


def _answering(
    state: State, facts: Facts, rule: str, *actions: type[Action]
) -> tuple[CharacterId, Action] | Refused:
    """Return the declared action whose target must answer, if this seat plays the target."""
    current = at_part(state, rule, Declared)
    if isinstance(current, Refused):
        return current
    turn, part = current
    target = answerer(state, turn, part)
    if target is None or not isinstance(part.deed.action, actions):
        action = part.deed.action
        return refuse(
            Own.NOTHING_ASKED, rule, action=kind_of(action), action_in_words=name_of(action)
        )
    return not_own(state, facts.seat, target) or (target, part.deed.action)


def accept_help(draft: Draft, move: AcceptHelp, facts: Facts) -> Judgement:
    """Judge accepting help.

    The target of a recovery also uses its action (`action.recovery`). A defense by another side
    needs consent (`action.defense`).
    """
    answering = _answering(draft.state, facts, "action.recovery", Recovery, Defense)
    if isinstance(answering, Refused):
        return answering
    target, action = answering
    rule, name = RULES[type(action)], named(draft.state, target)
    draft.cite(rule, target=target, is_accepted=move.accept)
    draft.emit(HelpAccepted() if move.accept else DeclarationDropped())
    if move.accept:
        how = "joins in" if isinstance(action, Recovery) else "agrees to this"
        return draft.accept(f"{name} {how}: {described(draft.state, action)}.")
    return draft.accept(f"{name} does not accept this, so another action can be declared.")


CHAPTER: Judges[Play] = {
    Declare: declare,
    Continue: go_on,
    Oppose: oppose,
    AcceptHelp: accept_help,
}
