"""Scenes: beginnings, turns, rounds, and scenes that run in parallel."""

from collections.abc import Sequence

from msgspec.structs import replace

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.mastery import gm_only, play_paused, seat_not_taken
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose, listed
from verger.domain.core.unicode import trimmed
from verger.domain.games.venus.lots import earn_ego
from verger.domain.games.venus.model.scenes import (
    Pacing,
    PacingChosen,
    RoundBegun,
    SceneEnded,
    SceneEntered,
    SceneId,
    SceneLeft,
    SceneSet,
    SpotlightMoved,
    TurnHad,
    cut,
    following,
    over,
    rotated,
)
from verger.domain.games.venus.model.subject import Crossing, LeaveScene, OfferScene, Present
from verger.domain.games.venus.model.words import quoted
from verger.domain.games.venus.reason import Code as Own
from verger.domain.games.venus.state import Draft, Play, State, fc_only, in_chapter, no_roll_open
from verger.domain.judging.chapters import Judges
from verger.domain.table.proposal import ProposalClosed

TURNS, SPLIT, OFFER, ENTER = "scene.turns", "scene.split", "scene.offer", "scene.enter"


_PACE = {
    Pacing.ONE_BY_ONE: "one after the other",
    Pacing.TURNS: "side by side, a turn of each",
    Pacing.ROUNDS: "side by side, a round of each",
}


class SetScene(TaggedMove, frozen=True, tag="set_scene"):
    """Set a scene as the FC (`scene.turns`)."""

    text: Prose
    present: Present = ()


class PassTurn(TaggedMove, frozen=True, tag="pass_turn"):
    """Pass the turn on, as the player or the FC (`scene.pass`)."""


class NextRound(TaggedMove, frozen=True, tag="next_round"):
    """Begin another round, as the FC (`scene.turns`)."""


class EndScene(TaggedMove, frozen=True, tag="end_scene"):
    """End a scene, as the FC (`scene.turns`)."""

    scene: SceneId


class PaceScenes(TaggedMove, frozen=True, tag="pace_scenes"):
    """Choose how parallel scenes alternate, as the FC (`scene.split`)."""

    pacing: Pacing


SceneMove = SetScene | PassTurn | NextRound | EndScene | PaceScenes


def set_scene(draft: Draft, move: SetScene, facts: Facts) -> Judgement:
    """Judge setting a scene, perhaps parallel to others (`scene.turns`)."""
    state = draft.state
    if refusal := fc_only(state, facts.seat, TURNS) or cannot_set(state, move.present, TURNS):
        return refusal
    draft.cite(TURNS, present_seats=move.present)
    sentence = _begin(draft, facts.seat, move.text, move.present, None)
    return draft.accept(f"{sentence}{_whose(draft)}")


def cannot_set(state: State, present: Sequence[SeatId], rule: str) -> Refused | None:
    """Return why no scene can be set for these seats, or None."""
    if refusal := in_chapter(state, rule) or no_roll_open(state, rule):
        return refusal
    free = free_seats(state)
    if not free:
        return refuse(Own.NOBODY_FREE, rule)
    busy = [seat for seat in present if seat not in free]
    return refuse(Own.NOT_FREE, rule, seat_name=state.table.name(busy[0])) if busy else None


def free_seats(state: State) -> list[SeatId]:
    """Return the players at the table who are in no scene, in seat order."""
    return [seat for seat in _seats(state) if not state.play.scenes.of(seat)]


def _seats(state: State) -> list[SeatId]:
    table = state.table
    return [seat for seat in table.sitting if seat != table.gm]


def _round_the_table(state: State) -> list[SeatId]:
    """Return the players' seats in the order of turns.

    Seats that a fork emptied are included, and their turns wait (`table.fork`).
    """
    table = state.table
    seats = [seat.id for seat in table.players if seat.taken or seat.id in table.away]
    return [seat for seat in seats if seat != table.gm]


def _begin(
    draft: Draft, by: SeatId, text: str, present: Sequence[SeatId], first: SeatId | None
) -> str:
    """Begin a scene, and close the offers to set a scene. Return a sentence about its seats."""
    free = free_seats(draft.state)
    order = rotated([seat for seat in free if not present or seat in present], first)
    id = SceneId(f"n{draft.play.scenes.ever + 1}")
    draft.emit(SceneSet(id, by, trimmed(text), order))
    for offer, open in in_order(draft.play.proposals.open.items()):
        if isinstance(open.subject, OfferScene):
            draft.emit(ProposalClosed(offer, "lapsed"))
    if draft.play.scenes.turn is None:
        draft.emit(SpotlightMoved(id, order[0]))
    name = draft.table.name
    names = listed([name(seat) for seat in order])
    return f"{name(by)} sets {named(draft.state, id)}, with {names}."


def _whose(draft: Draft) -> str:
    turn = draft.play.scenes.turn
    return f" It is {draft.table.name(turn)}'s turn." if turn else " The round is over."


def pass_turn(draft: Draft, _move: PassTurn, facts: Facts) -> Judgement:
    """Judge the end of a turn, with or without a roll (`scene.pass`)."""
    state, rule = draft.state, "scene.pass"
    if refusal := in_chapter(state, rule) or no_roll_open(state, rule):
        return refusal
    turn = state.play.scenes.turn
    if turn is None:
        return refuse(Own.NOBODYS_TURN, rule)
    if facts.seat not in (turn, state.table.gm):
        return refuse(Code.OUT_OF_TURN, rule, turn_seat=turn, turn_seat_name=state.table.name(turn))
    draft.cite(rule, turn_seat=turn)
    scene = state.play.scenes.of(turn)
    assert scene is not None
    draft.emit(TurnHad(scene, turn))
    advance(draft, turn)
    name = draft.table.name
    what = "the turn" if facts.seat == turn else f"{name(turn)}'s turn"
    return draft.accept(f"{name(facts.seat)} passes {what} on.{_whose(draft)}")


def advance(draft: Draft, last: SeatId | None) -> None:
    """Give the turn to the next seat in the round, or to the FC if the round is over."""
    seats = _round_the_table(draft.state)
    after = [seat for seat in seats if last and int(seat[1:]) > int(last[1:])]
    draft.emit(SpotlightMoved(*following(draft.play.scenes, rotated(seats, (*after, None)[0]))))


def next_round(draft: Draft, _move: NextRound, facts: Facts) -> Judgement:
    """Judge the beginning of another round, in this scene or the next scene (`scene.turns`, `scene.split`)."""
    state = draft.state
    refusal = fc_only(state, facts.seat, TURNS) or in_chapter(state, TURNS)
    if refusal := refusal or no_roll_open(state, TURNS):
        return refusal
    ready = over(state.play.scenes)
    if not ready:
        return refuse(Own.NO_ROUND_OVER, TURNS)
    draft.cite(TURNS, scenes=tuple(ready))
    draft.emit(*[RoundBegun(scene) for scene in ready])
    scenes = draft.play.scenes
    if len(scenes.open) > 1:
        draft.cite(SPLIT, pacing=scenes.pacing)
    next_scenes = replace(scenes, current=cut(scenes))
    draft.emit(SpotlightMoved(*following(next_scenes, _round_the_table(state))))
    where = named(state, ready[0]) if len(ready) == 1 else f"{len(ready)} scenes"
    now = draft.play.scenes.current
    goes_on = "" if now is None or now in ready else f", and play goes on in {named(state, now)}"
    return draft.accept(f"Another round of {where} begins{goes_on}.{_whose(draft)}")


def end_scene(draft: Draft, move: EndScene, facts: Facts) -> Judgement:
    """Judge the end of a scene.

    Players can then offer to set the next scene (`scene.turns`, `scene.offer`).
    """
    state = draft.state
    refusal = fc_only(state, facts.seat, TURNS) or in_chapter(state, TURNS)
    if refusal := refusal or no_roll_open(state, TURNS):
        return refusal
    if move.scene not in state.play.scenes.open:
        return refuse(Own.UNKNOWN_SCENE, TURNS, scene=move.scene)
    draft.cite(TURNS, scene=move.scene)
    close(draft, move.scene)
    goes_on = _whose(draft) if draft.play.scenes.open else ""
    name = state.table.name(facts.seat)
    return draft.accept(f"{name} ends {named(state, move.scene)}.{goes_on}")


def close(draft: Draft, id: SceneId) -> None:
    """Close a scene. If it had the turn, another scene goes on."""
    turn = draft.play.scenes.turn
    draft.emit(SceneEnded(id))
    scenes = draft.play.scenes
    if scenes.current == id or (turn and scenes.of(turn) is None):
        advance(draft, turn)


def pace_scenes(draft: Draft, move: PaceScenes, facts: Facts) -> Judgement:
    """Judge how the FC lets scenes alternate (`scene.split`)."""
    state = draft.state
    if refusal := fc_only(state, facts.seat, SPLIT) or in_chapter(state, SPLIT):
        return refusal
    draft.cite(SPLIT, pacing=move.pacing, scenes_open=len(state.play.scenes.open))
    draft.emit(PacingChosen(move.pacing))
    if draft.play.scenes.turn is None and draft.play.scenes.open:
        advance(draft, None)
    return draft.accept(f"{draft.table.name(facts.seat)} plays scenes {_PACE[move.pacing]}.")


def cannot_offer(state: State, subject: OfferScene, seat: SeatId) -> Refused | None:
    """Return why a seat cannot offer the next scene, or None (`scene.offer`)."""
    table = state.table
    if refusal := play_paused(table):
        return refusal
    if seat == table.gm:
        return refuse(Own.FC_SETS_SCENES, OFFER)
    if refusal := seat_not_taken(table, table.gm, OFFER):
        return refusal
    if not state.play.scenes.has_ended:
        return refuse(Own.NO_SCENE_ENDED, OFFER)
    return cannot_set(state, (seat, *subject.present), OFFER)


def take_offer(draft: Draft, subject: OfferScene, seat: SeatId) -> str:
    """Let a player set the scene, begin it, and earn Ego (`scene.offer`).

    The FC has agreed.
    """
    draft.cite(OFFER, seat=seat, gm=draft.table.gm)
    present = (seat, *subject.present) if subject.present else ()
    sentence = _begin(draft, seat, subject.text, present, seat)
    return sentence + earn_ego(draft, seat, "a scene was introduced")


def named(state: State, id: SceneId) -> str:
    """Describe a scene for a sentence."""
    scene = state.play.scenes.open.get(id)
    return f"the scene {quoted(scene.text)}" if scene else "a scene that is over"


def cannot_cross(state: State, subject: Crossing, by: SeatId) -> Refused | None:
    """Return why nobody can move a player into or out of a scene, or None (`scene.enter`)."""
    table, scenes, seat = state.table, state.play.scenes, subject.seat
    if refusal := play_paused(table):
        return refusal
    if by not in (seat, table.gm):
        return gm_only(table, ENTER)
    refusal = seat_not_taken(table, table.gm, ENTER) or seat_not_taken(table, seat, ENTER)
    if refusal := refusal or in_chapter(state, ENTER):
        return refusal
    if isinstance(subject, LeaveScene):
        if scenes.of(seat) is None:
            return refuse(Own.NOT_IN_SCENE, ENTER, participant_name=table.name(seat))
        return no_roll_open(state, ENTER)
    if subject.scene not in scenes.open:
        return refuse(Own.UNKNOWN_SCENE, ENTER, scene=subject.scene)
    return (
        None
        if seat in free_seats(state)
        else refuse(Own.NOT_FREE, ENTER, seat_name=table.name(seat))
    )


def cross(draft: Draft, subject: Crossing) -> str:
    """Let a player enter or leave an open scene, after the player and the FC agreed (`scene.enter`)."""
    seat = subject.seat
    scene = draft.play.scenes.of(seat) if isinstance(subject, LeaveScene) else subject.scene
    assert scene is not None
    name, where = draft.table.name(seat), named(draft.state, scene)
    draft.cite(ENTER, seat=seat, scene=scene)
    if isinstance(subject, LeaveScene):
        leave_scenes(draft, seat)
        return f"{name} leaves {where}.{_whose(draft)}"
    draft.emit(SceneEntered(scene, seat))
    if draft.play.scenes.turn is None:
        advance(draft, None)
    return f"{name} enters {where}.{_whose(draft)}"


def leave_scenes(draft: Draft, seat: SeatId) -> None:
    """Take a seat that is gone out of the scenes. An empty scene ends."""
    id = draft.play.scenes.of(seat)
    if id is None:
        return
    had_turn = draft.play.scenes.turn == seat
    draft.emit(SceneLeft(id, seat))
    if not draft.play.scenes.open[id].order:
        close(draft, id)
    elif had_turn:
        advance(draft, seat)


CHAPTER: Judges[Play] = {
    SetScene: set_scene,
    PassTurn: pass_turn,
    NextRound: next_round,
    EndScene: end_scene,
    PaceScenes: pace_scenes,
}
