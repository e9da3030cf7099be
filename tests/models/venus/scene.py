"""Chapters, scenes, turns, and the rewards of the debrief."""

from collections.abc import Sequence

from tests.models.following import Told
from tests.models.venus.play import Scene, State


def rotated(order: Sequence[str], first: str) -> list[str]:
    """The same order, but starting with this seat."""
    place = list(order).index(first)
    return [*order[place:], *order[:place]]


def in_no_scene(state: State) -> list[str]:
    """The players who are in no scene, in seat order."""
    busy = {seat for scene in state.play.scenes.values() for seat in scene.order}
    return [seat for seat in seat_order(state) if seat not in busy]


def seat_order(state: State) -> list[str]:
    """The players' taken seats, in seat order."""
    return [place.id for place in state.table.places if place.id in state.table.players]


def set_scene(state: State, told: Told) -> None:
    _open(state, told.seat, told.move.get("present", ()))


def offered(state: State, by: str, present: Sequence[str]) -> None:
    """Let a player set a scene for Ego. The player is in it and begins."""
    everybody = present or in_no_scene(state)
    _open(state, by, [*everybody, by], first=by)
    state.play.earn_ego(by)


def _open(state: State, by: str, present: Sequence[str], first: str | None = None) -> None:
    play = state.play
    chosen = set(present) or set(in_no_scene(state))
    order = [seat for seat in seat_order(state) if seat in chosen]
    order = rotated(order, first) if first else order
    play.scenes_ever += 1
    id = f"n{play.scenes_ever}"
    play.scenes[id] = Scene(by, order, list(order))
    play.may_offer = False
    lapse(state, "offer_scene")
    if play.turn is None:
        play.current, play.turn = id, order[0]


def lapse(state: State, kind: str) -> None:
    """Close the open proposals of a kind."""
    open = state.play.proposals
    state.play.proposals = {id: one for id, one in open.items() if one.subject["subject"] != kind}


def pass_turn(state: State, told: Told) -> None:
    assert state.play.turn
    had(state, state.play.turn)


def had(state: State, seat: str) -> None:
    """End a player's turn, and begin the next."""
    play = state.play
    assert play.current
    scene = play.scenes[play.current]
    scene.waiting = [one for one in scene.waiting if one != seat]
    go_on(state, seat)


def go_on(state: State, seat: str) -> None:
    """Begin the turn of the next player."""
    play = state.play
    scene = play.scenes[play.current] if play.current else None
    if scene is None:
        return
    if play.pacing == "turns":
        # The seat itself may have been removed.
        order = [place.id for place in state.table.places]
        later = [one for one in order if int(one[1:]) > int(seat[1:])]
        _around_the_table(state, [*later, *[one for one in order if one not in later]])
    elif scene.waiting:
        play.turn = scene.waiting[0]
    else:
        play.turn = None


def _around_the_table(state: State, order: Sequence[str]) -> None:
    play = state.play
    for one in order:
        for id, scene in play.scenes.items():
            if one in scene.waiting:
                play.current, play.turn = id, one
                return
    play.turn = None


def next_round(state: State, told: Told) -> None:
    """Begin another round: in the scene, in the next one, or for all players in turn."""
    play = state.play
    assert play.current
    if play.pacing == "turns":
        for scene in play.scenes.values():
            _begin_round(scene)
        _around_the_table(state, [place.id for place in state.table.places])
        return
    if play.pacing == "rounds":
        # This scene begins its next round now, but its turns come after a round of each other scene.
        if not play.scenes[play.current].waiting:
            _begin_round(play.scenes[play.current])
        play.current = [*rotated(list(play.scenes), play.current), play.current][1]
    scene = play.scenes[play.current]
    if not scene.waiting:
        _begin_round(scene)
    play.turn = scene.waiting[0]


def _begin_round(scene: Scene) -> None:
    scene.round += 1
    scene.waiting = list(scene.order)


def end_scene(state: State, told: Told) -> None:
    over(state, told.move["scene"])


def over(state: State, id: str) -> None:
    """End a scene, and continue another."""
    play = state.play
    del play.scenes[id]
    play.may_offer = True
    if play.current == id:
        play.current = play.turn = None
        for other, scene in play.scenes.items():
            play.current = other
            play.turn = scene.waiting[0] if scene.waiting else None
            return


def pace(state: State, told: Told) -> None:
    play = state.play
    play.pacing = told.move["pacing"]
    if play.pacing == "turns" and play.turn is None:
        _around_the_table(state, [place.id for place in state.table.places])


def enter(state: State, seat: str, id: str) -> None:
    """Enter a scene. The player gets a turn in the current round, in seat order."""
    play = state.play
    scene = play.scenes[id]
    order = [one for one in state.table.all_players if one in (*scene.order, seat)]
    scene.order = rotated(order, scene.order[0])
    scene.waiting = [one for one in scene.order if one in (*scene.waiting, seat)]
    if play.turn is None and play.pacing == "turns":
        _around_the_table(state, [place.id for place in state.table.places])
    elif play.turn is None and play.current == id:
        play.turn = scene.waiting[0]


def leave(state: State, seat: str) -> None:
    """Leave all scenes, and pass the turn on if the leaver has it."""
    play = state.play
    for id, scene in [*play.scenes.items()]:
        scene.order = [one for one in scene.order if one != seat]
        scene.waiting = [one for one in scene.waiting if one != seat]
        if not scene.order:
            over(state, id)
    if play.turn == seat:
        go_on(state, seat)


def begin_chapter(state: State) -> None:
    play = state.play
    play.chapters += 1
    play.step, play.chapter, play.awards = "chapter", play.chapters, []


def end_chapter(state: State) -> None:
    play = state.play
    play.step = "debrief"
    play.may_offer = play.may_offer or bool(play.scenes)
    play.scenes, play.current, play.turn, play.roll = {}, None, None, None
    lapse(state, "offer_scene")


def end_game(state: State) -> None:
    state.play.step, state.play.awards = "over", []


def award(state: State, told: Told) -> None:
    seat, ground = told.move["seat"], told.move["ground"]
    state.play.awards.append((seat, ground))
    if ground == "principles":
        state.play.earn_ego(seat)
    else:
        state.play.earn_lot(seat)


def mark_excess(state: State, told: Told) -> None:
    play = state.play
    play.characters[told.move["character"]].sheet.mark(told.move["job"])
    play.owed[told.seat] -= 1
    if not play.owed[told.seat]:
        del play.owed[told.seat]


def name_peer(state: State, told: Told) -> None:
    seat, play = told.move["seat"], state.play
    play.sitting_in = [one for one in play.sitting_in if one != seat]
    if told.move["peer"]:
        play.sitting_in.append(seat)
