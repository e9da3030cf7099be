"""Open scenes, several at a time, each with its round and its turn."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NewType, assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.tagged import TaggedEffect

SceneId = NewType("SceneId", str)
"""`n1`, `n2` … No id is used twice."""


class Pacing(StrEnum):
    """The ways to alternate parallel scenes (`scene.split`)."""

    ONE_BY_ONE = "one_by_one"
    TURNS = "turns"
    ROUNDS = "rounds"


class Scene(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open scene."""

    by: SeatId
    text: str
    order: tuple[SeatId, ...]
    """The seats in the scene, in the order of their turns."""
    round: int = 1
    had: tuple[SeatId, ...] = ()
    """The seats that have had a turn in this round."""

    @property
    def waiting(self) -> tuple[SeatId, ...]:
        """The seats that have not had a turn in this round."""
        return tuple([seat for seat in self.order if seat not in self.had])


class Scenes(msgspec.Struct, frozen=True, omit_defaults=True):
    """All open scenes, and the current one."""

    open: Map[SceneId, Scene] = Map()
    ever: int = 0
    turns: int = 0
    """The number of turns that ended so far."""
    pacing: Pacing = Pacing.ONE_BY_ONE
    current: SceneId | None = None
    turn: SeatId | None = None
    has_ended: bool = False
    """Whether a scene has ended since the last scene began. Players can then offer to set the next
    scene."""

    def of(self, seat: SeatId) -> SceneId | None:
        """Return the scene that a seat is in, or None. No seat is in two scenes."""
        ids = [id for id, scene in in_order(self.open.items()) if seat in scene.order]
        return ids[0] if ids else None


Spotlight = tuple[SceneId | None, SeatId | None]
"""The current scene, and the seat that has the turn in it."""

NOWHERE: Spotlight = (None, None)


class SceneSet(TaggedEffect, frozen=True, tag="scene_set"):
    """A scene began, with these seats in it."""

    scene: SceneId
    by: SeatId
    text: str
    order: tuple[SeatId, ...]


class SpotlightMoved(TaggedEffect, frozen=True, tag="spotlight_moved"):
    """Another seat has the turn. If `seat` is null, the FC has it."""

    scene: SceneId | None
    seat: SeatId | None


class TurnHad(TaggedEffect, frozen=True, tag="turn_had"):
    """A seat has had its turn in this round of its scene."""

    scene: SceneId
    seat: SeatId


class RoundBegun(TaggedEffect, frozen=True, tag="round_begun"):
    """A new round of a scene began."""

    scene: SceneId


class SceneEntered(TaggedEffect, frozen=True, tag="scene_entered"):
    """A seat entered a scene."""

    scene: SceneId
    seat: SeatId


class SceneLeft(TaggedEffect, frozen=True, tag="scene_left"):
    """A seat left a scene."""

    scene: SceneId
    seat: SeatId


class SceneEnded(TaggedEffect, frozen=True, tag="scene_closed"):
    """A scene ended."""

    scene: SceneId


class PacingChosen(TaggedEffect, frozen=True, tag="pacing_chosen"):
    """The FC chose how scenes alternate."""

    pacing: Pacing


ScenesEffect = (
    SceneSet
    | SpotlightMoved
    | TurnHad
    | RoundBegun
    | SceneEntered
    | SceneLeft
    | SceneEnded
    | PacingChosen
)


def evolve(scenes: Scenes, effect: ScenesEffect) -> Scenes:
    """Return the scenes after an effect."""
    match effect:
        case SceneSet(id, by, text, order):
            open = scenes.open.set(id, Scene(by, text, order))
            return replace(scenes, open=open, ever=scenes.ever + 1, has_ended=False)
        case SpotlightMoved(id, seat):
            return replace(scenes, current=id, turn=seat)
        case SceneEnded(id):
            return replace(scenes, open=scenes.open.delete(id), has_ended=True)
        case PacingChosen(pacing):
            return replace(scenes, pacing=pacing)
        case TurnHad() | RoundBegun() | SceneEntered() | SceneLeft():
            open = scenes.open.set(effect.scene, _after(scenes.open[effect.scene], effect))
            return replace(scenes, open=open, turns=scenes.turns + isinstance(effect, TurnHad))
        case _:
            assert_never(effect)


def _after(scene: Scene, effect: TurnHad | RoundBegun | SceneEntered | SceneLeft) -> Scene:
    match effect:
        case TurnHad(_, seat):
            return replace(scene, had=(*scene.had, seat))
        case RoundBegun():
            return replace(scene, round=scene.round + 1, had=())
        case SceneEntered(_, seat):
            seats = [id for id, _ in in_order((other, None) for other in (*scene.order, seat))]
            return replace(scene, order=rotated(seats, scene.order[0]))
        case SceneLeft(_, seat):
            remaining = tuple(other for other in scene.order if other != seat)
            return replace(scene, order=remaining, had=tuple(s for s in scene.had if s != seat))
        case _:
            assert_never(effect)


def rotated(seats: Sequence[SeatId], first: SeatId | None) -> tuple[SeatId, ...]:
    """Return the seats in the order of turns after a given one."""
    if first is None or first not in seats:
        return tuple(seats)
    start = seats.index(first)
    return (*seats[start:], *seats[:start])


def following(scenes: Scenes, seats: Sequence[SeatId]) -> Spotlight:
    """Return the next turn in the round; no seat if the round is over.

    `seats` are the seats of the table in the order of turns, with the last mover at the end.
    """
    if scenes.pacing is Pacing.TURNS:
        for seat in seats:
            id = scenes.of(seat)
            if id and seat in scenes.open[id].waiting:
                return id, seat
    return _in_scene(scenes, scenes.current)


def _in_scene(scenes: Scenes, id: SceneId | None) -> Spotlight:
    if id not in scenes.open:
        id = next((other for other, _ in in_order(scenes.open.items())), None)
    if id is None:
        return NOWHERE
    waiting = scenes.open[id].waiting
    return id, waiting[0] if waiting else None


def cut(scenes: Scenes) -> SceneId | None:
    """Return the scene that gets the next round if rounds alternate (`scene.split`)."""
    known = [id for id, _ in in_order(scenes.open.items())]
    if scenes.pacing is not Pacing.ROUNDS or scenes.current not in known:
        return scenes.current
    return known[(known.index(scenes.current) + 1) % len(known)]


def over(scenes: Scenes) -> list[SceneId]:
    """Return the scenes whose next round the FC can begin.

    If turns alternate, these are all scenes whose round is over.
    """
    if scenes.turn is not None or scenes.current is None:
        return []
    if scenes.pacing is not Pacing.TURNS:
        return [scenes.current]
    return [id for id, scene in in_order(scenes.open.items()) if not scene.waiting]
