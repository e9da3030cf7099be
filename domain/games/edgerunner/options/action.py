"""The actions that the actor can declare or continue."""

from collections.abc import Iterator

from verger.domain.core.option import Field, Group, Option, TextField, choices, move_option, spoken
from verger.domain.core.text import LABEL_LIMIT, PROSE_LIMIT
from verger.domain.games.edgerunner.declaring import CONTINUE, NARRATE, ONE
from verger.domain.games.edgerunner.model.action import (
    Action,
    Attack,
    Defense,
    Maneuver,
    Move,
    MoveAnother,
    Recovery,
    target_of,
)
from verger.domain.games.edgerunner.model.sheet import Skill
from verger.domain.games.edgerunner.model.target import TargetId
from verger.domain.games.edgerunner.moment import Turn
from verger.domain.games.edgerunner.state import State, name_of, sheet_of
from verger.domain.games.edgerunner.targeting import RULES, ranges, targets, tracks_for

_TAGS: dict[type[Action], str] = {
    Move: "move",
    MoveAnother: "move_another",
    Attack: "attack",
    Defense: "defense",
    Maneuver: "maneuver",
    Recovery: "recovery",
}


def options(state: State, turn: Turn) -> list[Option]:
    """Return the actions that can be declared, and the action that can be continued."""
    narration, options = TextField("narration", PROSE_LIMIT, label="Describe what happens"), []
    ways = (
        ("declare", "Declare an action", NARRATE, False),
        ("continue", "Continue the action", CONTINUE, True),
    )
    for move, label, rule, continued in ways:
        if shapes := tuple(_shapes(state, turn, continued=continued)):
            fields = (Group("action", shapes), narration)
            options.append(move_option(move, fields, rule, ONE, label=label))
    return options


def _shapes(state: State, turn: Turn, *, continued: bool) -> Iterator[Option]:
    """Yield the shapes of actions, each with its target. The last action can only be continued."""
    if state.play.condition(turn.actor).zone is None:
        return
    far, deed = ranges(state, turn.actor), turn.conflict.last(turn.actor)
    last = deed.action if deed and continued else None
    for kind in _TAGS:
        listed = [id for id in targets(state, turn.actor, kind) if id in far]
        for target in [None] if kind is Move else listed:
            skills = [
                skill
                for skill in sheet_of(state, turn.actor).skills
                if _reaches(kind, skill, target, far)
                and _was_done(turn, kind, skill, target) == continued
            ]
            if skills:
                yield _shape(state, kind, target, skills, last)


def _reaches(
    kind: type[Action], skill: Skill, target: TargetId | None, far: dict[TargetId, int]
) -> bool:
    return kind is not Attack or target is None or far[target] <= skill.reach


def _was_done(turn: Turn, kind: type[Action], skill: Skill, target: TargetId | None) -> bool:
    """Return whether this was the action of the previous exchange (`action.continue`)."""
    last = turn.conflict.last(turn.actor)
    return (
        last is not None
        and type(last.action) is kind
        and last.action.skill == skill.name
        and target_of(last.action) == target
    )


def _shape(
    state: State,
    kind: type[Action],
    target: TargetId | None,
    skills: list[Skill],
    last: Action | None,
) -> Option:
    fields: list[Field] = [
        choices("skill", [(skill.name, f"{skill.name} {skill.rating}") for skill in skills])
    ]
    if target is not None:
        fields.append(choices("target", [(target, name_of(state, target))]))
        if tracks := tracks_for(state, kind, target):
            fields.append(choices("track", [(track, track) for track in tracks]))
    if kind is Maneuver:
        fields.append(_aspect(last))
    name = spoken(_TAGS[kind])
    label = name if target is None else f"{name}: {name_of(state, target)}"
    return Option({"action": _TAGS[kind]}, tuple(fields), (RULES[kind],), label=label)


def _aspect(last: Action | None) -> Field:
    """Return the field for the aspect of a maneuver: a new one, or the continued one."""
    if isinstance(last, Maneuver):
        return choices("aspect", [(last.aspect, last.aspect)])
    return TextField("aspect", LABEL_LIMIT)
