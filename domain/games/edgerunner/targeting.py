"""Targets of actions: their distances and tracks (`action.one`, `map.range`)."""

from collections.abc import Callable, Iterable
from typing import assert_never

import msgspec

from verger.domain.core.identifier import in_order
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.text import counted, tidy
from verger.domain.games.edgerunner.model.action import (
    Action,
    Attack,
    Defense,
    Maneuver,
    Move,
    MoveAnother,
    Recovery,
    kind_of,
    name_of,
    target_of,
)
from verger.domain.games.edgerunner.model.aspect import Aspect
from verger.domain.games.edgerunner.model.chart import Border
from verger.domain.games.edgerunner.model.sheet import Skill
from verger.domain.games.edgerunner.model.target import AspectId, BorderId, TargetId, ZoneId
from verger.domain.games.edgerunner.moment import waiting
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.games.edgerunner.route import distances
from verger.domain.games.edgerunner.state import (
    NAMED_AT_MOST,
    State,
    character_of,
    names_of,
    present,
    sheet_of,
    takes_turns,
    titled,
)
from verger.domain.games.edgerunner.state import name_of as named
from verger.domain.table.sheet import CharacterId

RANGE = "map.range"

RULES: dict[type[Action], str] = {
    Move: "action.move",
    MoveAnother: "action.move_another",
    Attack: "action.attack",
    Defense: "action.defense",
    Maneuver: "action.maneuver",
    Recovery: "action.recovery",
}
"""The rule of each kind of action."""


class TrackState(msgspec.Struct, frozen=True):
    """A track with its current threshold and its marked boxes."""

    threshold: int
    marked: tuple[int, ...]

    @property
    def free(self) -> tuple[int, ...]:
        """The boxes that can be marked."""
        return tuple(box for box in range(1, self.threshold + 1) if box not in self.marked)

    def box_for(self, stress: int) -> int:
        """Return the box that stress marks (`stress.mark`).

        This is the box with the number of the stress, or the next free box above.
        """
        box = stress
        while box in self.marked:
            box += 1
        return box


def track_of(state: State, target: TargetId, name: str | None) -> TrackState | None:
    """Return a track of any target, or None. The track of a border or an aspect has no name."""
    play = state.play
    border = play.chart.borders.get(BorderId(target))
    aspect = play.aspects.held.get(AspectId(target))
    if border is not None:
        return _of_border(border) if name is None else None
    if aspect is not None:
        return _of_aspect(aspect) if name is None else None
    character = character_of(state, target)
    threshold = character.sheet.threshold(name) if character and name is not None else None
    if threshold is None or name is None:
        return None
    ward = play.conflict.ward(CharacterId(target), name) if play.conflict else None
    marked = play.condition(CharacterId(target)).marked(name)
    return TrackState(ward.threshold if ward else threshold, marked)


def _of_border(border: Border) -> TrackState | None:
    return None if border.threshold is None else TrackState(border.threshold, border.marked)


def _of_aspect(aspect: Aspect) -> TrackState | None:
    # action.maneuver_end: only an aspect from a maneuver can be removed by force.
    return TrackState(aspect.boxes, aspect.marked) if aspect.source == "maneuver" else None


def zones_of(state: State, target: TargetId) -> tuple[ZoneId, ...]:
    """Return the zones of a target: both zones for a border, the bearer's for an aspect."""
    play = state.play
    aspect = play.aspects.held.get(AspectId(target))
    if aspect is not None:
        return zones_of(state, aspect.on)
    border = play.chart.borders.get(BorderId(target))
    if border is not None:
        return border.ends
    if ZoneId(target) in play.chart.zones:
        return (ZoneId(target),)
    zone = play.condition(CharacterId(target)).zone
    return (zone,) if zone is not None and CharacterId(target) in present(state) else ()


def ranges(state: State, actor: CharacterId) -> dict[TargetId, int]:
    """Return the distances of all targets with a place, if borders lead there (`map.range`)."""
    zone = state.play.condition(actor).zone
    if zone is None:
        return {}
    far = distances(state.play.chart, zone)
    nearest: dict[TargetId, int] = {}
    for target in _everything(state):
        near = [far[at] for at in zones_of(state, target) if at in far]
        if near:
            nearest[target] = min(near)
    return nearest


def _everything(state: State) -> list[TargetId]:
    play = state.play
    zones, borders = in_order(play.chart.zones.items()), in_order(play.chart.borders.items())
    aspects = in_order(play.aspects.held.items())
    listed = (*present(state), *[id for group in (zones, borders, aspects) for id, _ in group])
    return [TargetId(id) for id in listed]


def holds(state: State, id: AspectId) -> bool:
    """Return whether an aspect belongs to something on the map, or to a character in the conflict."""
    aspect = state.play.aspects.held.get(id)
    if aspect is None:
        return False
    chart = state.play.chart
    return (
        ZoneId(aspect.on) in chart.zones
        or BorderId(aspect.on) in chart.borders
        or CharacterId(aspect.on) in present(state)
    )


def not_holding(state: State, rule: str, id: AspectId, fits: Callable[[AspectId], bool]) -> Refused:
    """Return the refusal of an aspect that does not hold, with the aspects that the move can name."""
    names = tuple(name for other, name in holding(state) if fits(other))[:NAMED_AT_MOST]
    label = named(state, id)
    return refuse(Own.DOES_NOT_HOLD, rule, aspect=id, aspect_name=label, aspect_names=names)


def holding(state: State) -> list[tuple[AspectId, str]]:
    """Return the aspects that hold, with their names."""
    aspects = in_order(state.play.aspects.held.items())
    return [(id, aspect.name) for id, aspect in aspects if holds(state, id)]


def targets(state: State, actor: CharacterId, action: type[Action]) -> list[TargetId]:
    """Return the possible targets of a kind of action, at any distance."""
    ids = [TargetId(id) for id in present(state)]
    others = [id for id in ids if id != TargetId(actor)]
    if action is Move:
        return []
    if action is MoveAnother:
        return others
    if action is Recovery:
        return [id for id in others if hurt_tracks(state, id) and _is_free(state, id)]
    if action is Defense:
        return [id for id in ids if sheet_of(state, id).tracks]
    if action is Maneuver:
        chart = state.play.chart
        places = (*in_order(chart.zones.items()), *in_order(chart.borders.items()))
        return [*ids, *[TargetId(id) for id, _ in places]]
    return [
        id for id in _everything(state) if id != TargetId(actor) and _can_be_attacked(state, id)
    ]


def _can_be_attacked(state: State, id: TargetId) -> bool:
    """Return whether a target has a track, and so can be attacked (`action.attack_thing`)."""
    character = character_of(state, id)
    if character is not None:
        return bool(character.sheet.tracks)
    return track_of(state, id, None) is not None


def _is_free(state: State, id: TargetId) -> bool:
    """Return whether a target still has its action for a recovery, or takes no turns (`action.recovery`)."""
    character = CharacterId(id)
    return character in waiting(state) or not takes_turns(state, character)


def hurt_tracks(state: State, id: TargetId) -> list[str]:
    """Return the tracks that have a marked box."""
    condition = state.play.condition(CharacterId(id))
    return [track.name for track in sheet_of(state, id).tracks if condition.marked(track.name)]


def tracks_for(state: State, action: type[Action], target: TargetId) -> list[str]:
    """Return the tracks that an action can name."""
    if character_of(state, target) is None or action not in (Attack, Defense, Recovery):
        return []
    if action is Recovery:
        return hurt_tracks(state, target)
    return [track.name for track in sheet_of(state, target).tracks]


def unfit_action(state: State, actor: CharacterId, action: Action) -> Refused | None:
    """Return why an action is not possible, or None."""
    rule, name = RULES[type(action)], named(state, actor)
    sheet = sheet_of(state, actor)
    skill = sheet.skill(action.skill)
    if state.play.condition(actor).zone is None:
        return refuse(Own.FACTION_OFF_MAP, "faction.deploy", character_name=name)
    if skill is None:
        return refuse(
            Own.UNSKILLED,
            rule,
            character_name=name,
            skill_name=action.skill,
            skill_names=sheet.listed,
        )
    target = target_of(action)
    if target is None:
        return None
    able = targets(state, actor, type(action))
    if target not in able:
        far = ranges(state, actor)
        near = [id for id in able if not _too_far(action, skill, far.get(id), "")]
        names, what = names_of(state, near), name_of(action)
        return refuse(
            Own.UNFIT_TARGET,
            rule,
            target_name=titled(state, target),
            action=kind_of(action),
            action_in_words=what,
            target_names=names,
        )
    distance = ranges(state, actor).get(target)
    return _too_far(action, skill, distance, titled(state, target)) or _unknown_track(
        state, action, target
    )


def _unknown_track(state: State, action: Action, target: TargetId) -> Refused | None:
    rule, known = RULES[type(action)], tracks_for(state, type(action), target)
    match action:
        case Attack(track=None) if not known:
            return None
        case Attack(track=track) | Defense(track=track) | Recovery(track=track):
            if track in known:
                return None
            return no_track(state, rule, target, track, known)
        case Move() | MoveAnother() | Maneuver():
            return None
        case _:
            assert_never(action)


def no_track(
    state: State, rule: str, target: str, track: str | None, known: Iterable[str]
) -> Refused:
    """Return the refusal of an action that names a track that its target lacks, or that names no track."""
    name, label, names = titled(state, target), track or "(without a name)", tuple(known)
    return refuse(Own.UNKNOWN_TRACK, rule, target_name=name, track_name=label, track_names=names)


def _too_far(action: Action, skill: Skill, range_: int | None, name: str) -> Refused | None:
    if range_ is None:
        return refuse(Own.NO_WAY_THERE, RANGE, target_name=name)
    if isinstance(action, Attack) and range_ > skill.reach:
        return refuse(
            Own.OUT_OF_REACH,
            "action.attack",
            target_name=name,
            zones_away=range_,
            skill_name=skill.name,
            reach_zones=skill.reach,
            distance_in_words=counted(range_, "zone"),
            reach_in_words=counted(skill.reach, "zone")
            if skill.reach
            else "no farther than its own zone",
        )
    return None


def described(state: State, action: Action) -> str:
    """Describe an action for a sentence: its target and its skill."""
    about, skill = "", action.skill
    match action:
        case Attack(target=target, track=None):
            about = f" on {titled(state, target)}"
        case Attack(target=target, track=track) | Recovery(target=target, track=track):
            word = "on" if isinstance(action, Attack) else "of"
            about = f" {word} {named(state, target)}'s “{track}”"
        case Defense(target=target, track=track):
            about = f" of {named(state, target)}'s “{track}”"
        case Maneuver(target=target, aspect=aspect):
            about = f" that puts “{tidy(aspect)}” on {titled(state, target)}"
        case MoveAnother(target=target):
            about = f" of {named(state, target)}"
        case Move():
            pass
        case _:
            assert_never(action)
    return f"{name_of(action)}{about} with “{skill}”"


def range_of(state: State, actor: CharacterId, action: Action) -> int:
    """Return the shifts that the distance to the target costs (`map.range`)."""
    target = target_of(action)
    if target is None or isinstance(action, Maneuver | Recovery):
        return 0
    return ranges(state, actor).get(target, 0)
