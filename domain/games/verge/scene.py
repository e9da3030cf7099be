"""Scenes: framing, details, present persons, and cutting in."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.mastery import gm_only
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose, listed, narrated
from verger.domain.core.unicode import trimmed
from verger.domain.games.verge import loss
from verger.domain.games.verge.effects import CameraSaw, CutIn, SceneEnded, SceneFramed
from verger.domain.games.verge.model.action import Ref
from verger.domain.games.verge.model.network import ElementId, NodeId, named
from verger.domain.games.verge.model.subject import JoinScene
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, Play, Scene, State, in_run
from verger.domain.games.verge.writing import unfit_node
from verger.domain.judging.chapters import Judges

DETAIL_LIMIT = 100
"""The maximum number of details in a scene."""


class Frame(TaggedMove, frozen=True, tag="frame", omit_defaults=True):
    """Frame a scene as the GM (`scene.frame`). This ends the current scene, if there is one."""

    camera: Prose
    place: Prose
    present: Annotated[tuple[Ref, ...], Meta(max_length=20)] = ()
    notice: SeatId | None = None
    """The player, if this scene is a player's first notice of loss."""


class AddToCamera(TaggedMove, frozen=True, tag="add_to_camera"):
    """Add something that the camera sees (`scene.frame`)."""

    text: Prose


class EndScene(TaggedMove, frozen=True, tag="end_scene"):
    """End the scene as the GM (`scene.frame`)."""


SceneMove = Frame | AddToCamera | EndScene


def frame(draft: Draft, move: Frame, facts: Facts) -> Judgement:
    """Judge framing a scene, which only the GM can do (`scene.frame`)."""
    state = draft.state
    if refusal := cannot_cut(state, facts.seat) or _absent(state, move.present):
        return refusal
    if refusal := loss.unfit_notice(state, move.notice):
        return refusal
    draft.cite("scene.frame", present_seats=move.present)
    ended = loss.end(draft)
    present = tuple(NodeId(id) for id in dict.fromkeys(move.present))
    draft.emit(SceneFramed(trimmed(move.camera), trimmed(move.place), present))
    what = "a scene"
    if move.notice:
        loss.begin(draft, move.notice)
        what = f"{draft.table.name(move.notice)}'s first notice of loss"
    sentence = f"{draft.table.name(facts.seat)} frames {what} at “{trimmed(move.place)}”"
    return draft.accept(f"{sentence}{_with(draft.play, present)}{narrated(move.camera)}{ended}")


def _with(play: Play, present: Sequence[NodeId]) -> str:
    return f", with {listed([named(play.network, id) for id in present])}" if present else ""


def add_to_camera(draft: Draft, move: AddToCamera, facts: Facts) -> Judgement:
    """Judge adding a detail to a scene (`scene.frame`)."""
    if refusal := cannot_add(draft.state, facts.seat):
        return refusal
    draft.cite("scene.frame")
    draft.emit(CameraSaw(facts.seat, trimmed(move.text)))
    name = draft.table.name(facts.seat)
    return draft.accept(f"{name} adds to the picture of the camera{narrated(move.text)}")


def cannot_add(state: State, seat: SeatId) -> Refused | None:
    """Return why a seat cannot add details, or None.

    After the framing, only the GM can add them.
    """
    if refusal := no_scene(state) or _full(state):
        return refusal
    assert state.play.scene is not None
    gm = state.table.gm
    if seat == gm or not state.play.scene.is_under_way:
        return None
    return refuse(Own.SCENE_UNDER_WAY, "scene.cut_in", gm_name=state.table.name(gm))


def end(draft: Draft, move: EndScene, facts: Facts) -> Judgement:
    """Judge ending a scene, which only the GM can do (`scene.frame`)."""
    if refusal := cannot_cut(draft.state, facts.seat) or no_scene(draft.state):
        return refusal
    draft.cite("scene.frame")
    ended = loss.end(draft)
    draft.emit(SceneEnded())
    return draft.accept(f"Cut.{ended}")


def cannot_join(state: State, subject: JoinScene) -> Refused | None:
    """Return why nobody can cut in now, or None (`scene.cut_in`)."""
    return no_scene(state) or _full(state) or _absent(state, subject.present)


def cut_in(draft: Draft, subject: JoinScene, seat: SeatId) -> str:
    """Let a seat join the scene, after the GM agreed (`scene.cut_in`)."""
    draft.cite("scene.cut_in", gm=draft.table.gm, present_seats=subject.present)
    present = tuple(NodeId(id) for id in subject.present)
    draft.emit(CutIn(seat, trimmed(subject.text), present))
    return f"{draft.table.name(seat)} cuts in{_with(draft.play, present)}{narrated(subject.text)}"


def cannot_cut(state: State, seat: SeatId) -> Refused | None:
    """Return why a seat cannot frame or end a scene, or None.

    Only the GM can, but not during a conflict.
    """
    if seat != state.table.gm:
        return gm_only(state.table, "scene.frame")
    if refusal := in_run(state, "scene.frame"):
        return refusal
    conflict = state.play.conflict
    return refuse(Own.CONFLICT_OPEN, "scene.frame", conflict=conflict.id) if conflict else None


def no_scene(state: State) -> Refused | None:
    """Return the refusal if there is no scene, or None."""
    return in_run(state, "scene.frame") or (
        None if state.play.scene else refuse(Own.NO_SCENE, "scene.frame")
    )


def _full(state: State) -> Refused | None:
    scene = state.play.scene
    assert isinstance(scene, Scene)
    if len(scene.seen) < DETAIL_LIMIT:
        return None
    return refuse(
        Own.SCENE_FULL,
        "scene.frame",
        additions_seen=len(scene.seen),
        additions_allowed=DETAIL_LIMIT,
    )


def _absent(state: State, present: Sequence[ElementId]) -> Refused | None:
    for id in present:
        if refusal := unfit_node(state.play.network, id, "scene.frame"):
            return refusal
    return None


CHAPTER: Judges[Play] = {
    Frame: frame,
    AddToCamera: add_to_camera,
    EndScene: end,
}
