"""The table of a session: seats, proposals, the seats that must agree, and pauses."""

from collections.abc import Mapping
from typing import Any

import msgspec

from tests.models.following import Told
from tests.models.venus.check import drop, give_back
from tests.models.venus.play import Character, Place, Proposal, Roll, Sheet, State
from tests.models.venus.scene import (
    begin_chapter,
    end_chapter,
    end_game,
    enter,
    leave,
    offered,
)


def sit(state: State, told: Told) -> None:
    """Record the seats after a move."""
    table = state.table
    table.places = [Place(chair.id, chair.kind, chair.taken) for chair in told.chairs]
    there = [place.id for place in table.places if place.taken]
    table.away = [*table.away, *told.expected]
    ids = [place.id for place in table.places]
    table.away = [seat for seat in table.away if seat in ids and seat not in there]
    table.house_rules, table.silent = dict(told.house_rules), told.silent


def propose(state: State, told: Told) -> None:
    play, subject = state.play, told.move["subject"]
    play.proposals_ever += 1
    asked = whom(state, told.seat, subject)
    if subject["subject"] == "vacate_seat" and subject["seat"] in told.were_silent:
        asked = [seat for seat in asked if seat not in told.were_silent]
    play.proposals[f"p{play.proposals_ever}"] = Proposal(told.seat, dict(subject), asked)


def whom(state: State, by: str, subject: Mapping[str, Any]) -> list[str]:
    """The seats that must agree to a subject."""
    table, kind = state.table, subject["subject"]
    concerned: set[str | None]
    others = [seat for seat in table.sitting if seat != by]
    if kind == "write_sheet":
        old = state.play.characters.get(subject.get("character") or "")
        concerned = {table.gm, subject.get("seat"), old.seat if old else None}
    elif kind in ("enter_scene", "leave_scene"):
        concerned = {table.gm, subject["seat"]}
    elif kind == "offer_scene":
        concerned = {table.gm}
    elif kind == "reissue_seat" and by == table.gm:
        concerned = set()
    elif kind in ("vacate_seat", "reissue_seat"):
        concerned = {seat for seat in others if seat != subject["seat"]}
    else:
        concerned = set(others)
    return [seat for seat in others if seat in concerned]


def agree(state: State, told: Told) -> None:
    open = state.play.proposals.get(told.move["proposal"])
    if open:
        open.yes.append(told.seat)


def close(state: State, told: Told) -> None:
    """Close a proposal that was declined or retracted."""
    state.play.proposals.pop(told.move["proposal"], None)


def signal(state: State, told: Told) -> None:
    state.table.paused = True


def hold(state: State, told: Told, proposal: str, subject: Mapping[str, Any]) -> None:
    """Apply a subject that was agreed to."""
    play = state.play
    asked = play.proposals.pop(proposal, None)
    match subject["subject"]:
        case "write_sheet":
            write(state, subject)
        case "begin_chapter":
            begin_chapter(state)
        case "end_chapter":
            end_chapter(state)
        case "end_game":
            end_game(state)
        case "offer_scene":
            assert asked
            offered(state, asked.by, subject.get("present", ()))
        case "enter_scene":
            enter(state, subject["seat"], subject["scene"])
        case "leave_scene":
            leave(state, subject["seat"])
        case "resume_play":
            state.table.paused = False
        case _:  # the other subjects change only the table
            pass


def write(state: State, subject: Mapping[str, Any]) -> None:
    """Write a new sheet or replace one. A player's first character brings Lots."""
    play, seat = state.play, subject.get("seat")
    sheet = msgspec.convert(subject["sheet"], Sheet)
    id = subject.get("character")
    if id is None:
        play.characters_ever += 1
        id = f"c{play.characters_ever}"
    starts = seat is not None and seat != state.table.gm and not play.of(seat)
    play.characters[id] = Character(subject["name"], seat, sheet)
    if starts and seat and seat not in play.started:
        play.started.append(seat)
        play.give(seat, lots=state.table.house_rules["starting_lots"])


def correct(state: State, correction: Mapping[str, Any]) -> None:
    """Apply the correction of a settlement."""
    play = state.play
    match correction["correction"]:
        case "set_lots":
            seat = correction["seat"]
            play.give(seat, lots=correction["lots"] - play.purse(seat).lots)
        case "set_ego":
            seat = correction["seat"]
            play.give(seat, ego=int(correction["held"]) - play.purse(seat).ego)
        case "set_exp":
            job = play.characters[correction["character"]].sheet.job(correction["job"])
            assert job
            job.exp = correction["exp"]
        case unknown:
            raise AssertionError(unknown)


def adapt(state: State) -> None:
    """Ask nothing more of the seats that nobody holds, and give them no turns."""
    play, table = state.play, state.table
    play.sitting_in = [seat for seat in play.sitting_in if table.remains(seat)]
    _drop_questions(state)
    _drop_turns(state)
    if state.play.roll:
        _drop_from_roll(state, state.play.roll)


def _drop_questions(state: State) -> None:
    play = state.play
    for open in play.proposals.values():
        open.asked = [seat for seat in open.asked if state.table.remains(seat)]
    kept = [(id, open) for id, open in play.proposals.items() if state.table.remains(open.by)]
    open_still = [(id, open) for id, open in kept if open.waiting and not _is_moot(state, open)]
    play.proposals = dict(open_still)


def _is_moot(state: State, open: Proposal) -> bool:
    """Return whether a proposal about a seat is pointless now, because nobody holds the seat."""
    if open.subject["subject"] not in ("vacate_seat", "hand_over_gm", "reissue_seat"):
        return False
    return not state.table.remains(open.subject["seat"])


def _drop_turns(state: State) -> None:
    scenes = state.play.scenes.values()
    for seat in {seat for scene in scenes for seat in scene.order}:
        if not state.table.plays_on(seat):
            leave(state, seat)


def _drop_from_roll(state: State, roll: Roll) -> None:
    table = state.table
    if not table.remains(roll.seat) or roll.is_npc != (roll.seat == table.gm):
        give_back(state)
        return
    if roll.task and roll.stage == "staffing":
        roll.task.aid = [aid for aid in roll.task.aid if table.plays_on(aid.seat)]
    for seat in {seat for claim in roll.claims for seat in claim.asked}:
        if not state.may_judge(seat):
            drop(state, seat)
