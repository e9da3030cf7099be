"""The players that the Venus Engine waits for, and the reasons."""

from collections.abc import Iterator

from tests.models.venus.check import roll_of, settleable
from tests.models.venus.play import Check, Roll, State, Task
from tests.models.venus.task import can_buy

Wait = tuple[str, str, str, tuple[str, ...]]
"""A wait: its kind, its rule, its subject, and its seats."""

_CLAIMS = {
    "bonus": "check.bonus",
    "insight": "kiss.insight",
    "job": "job.learn",
    "specialty": "kiss.specialty",
}


def awaited(state: State) -> set[Wait]:
    """All waits that a taken seat can answer, and waits for an empty seat to be claimed."""
    there = {place.id for place in state.table.places if place.taken}
    found = set()
    for what, rule, about, seats in _all(state):
        kept = [seat for seat in seats if seat in there or what == "claim_seat"]
        if kept:
            found.add((what, rule, about, tuple(sorted(kept))))
    return found


def _all(state: State) -> Iterator[tuple[str, str, str, list[str]]]:
    table, play = state.table, state.play
    for id, open in play.proposals.items():
        yield "agreement", "table.agreement", id, open.waiting
    empty = [p.id for p in table.places if not p.taken and p.kind != "observer"]
    yield "claim_seat", "table.claim", "", empty
    if table.paused:
        yield "resume_play", "scene.pause", "", table.sitting
        return
    friends = [p.id for p in table.places if not p.taken and p.id in play.sitting_in]
    yield "claim_seat", "table.claim", "", friends
    for seat in play.owed:
        own = [one.sheet for one in play.characters.values() if one.seat == seat]
        if any(job.takes_exp for sheet in own for job in sheet.jobs):
            yield "mark_excess", "lots.cap", "", [seat]
    match play.step:
        case "prepare":
            yield from _preparing(state)
        case "debrief":
            yield from _preparing(state)
            yield "end_game", "chapter.end", "", table.sitting
        case "chapter":
            yield from _rolling(state, play.roll) if play.roll else _in_scene(state)
        case _:  # play is over
            pass


def _preparing(state: State) -> Iterator[tuple[str, str, str, list[str]]]:
    asked = [one.subject for one in state.play.proposals.values()]
    pending = [one.get("seat") for one in asked if one["subject"] == "write_sheet"]
    without = [seat for seat in state.table.players if not state.play.of(seat)]
    if without:
        writing = [seat for seat in without if seat not in pending]
        yield "write_sheet", "table.sheets", "", writing
    elif state.table.players:
        yield "begin_chapter", "chapter.begin", "", state.table.sitting
    yield from _nobody_plays(state)


def _nobody_plays(state: State) -> Iterator[tuple[str, str, str, list[str]]]:
    """If there is no player's seat, wait for the FC to add one."""
    if not state.table.all_players:
        yield "add_seat", "table.seats", "", [state.table.gm]


def _in_scene(state: State) -> Iterator[tuple[str, str, str, list[str]]]:
    play, table = state.play, state.table
    if play.turn:
        yield "pass_turn", "scene.pass", "", [play.turn]
    elif play.current:
        yield "next_round", "scene.turns", "", [table.gm]
        yield "end_scene", "scene.turns", "", [table.gm]
    else:
        yield from _nobody_plays(state)
        if table.players:
            yield "set_scene", "scene.turns", "", [table.gm]
        if table.players and play.may_offer:
            yield "end_chapter", "chapter.end", "", table.sitting


def _rolling(state: State, roll: Roll) -> Iterator[tuple[str, str, str, list[str]]]:
    gm = state.table.gm
    match roll.stage:
        case "called":
            if roll.wish is None and roll.seat != gm:
                yield "suggest_roll", "roll.ability", "", [roll.seat]
            else:
                yield "choose_roll", "roll.ability", "", [gm]
        case "judging" | "ready" | "short":
            assert roll.check
            yield from _checking(state, roll, roll.check)
        case _:
            assert roll.task
            yield from _tasking(state, roll, roll.task)


def _pending(roll: Roll) -> Iterator[tuple[str, str, str, list[str]]]:
    for number, claim in enumerate(roll.claims, 1):
        if claim.approved is None:
            yield "answer_claim", _CLAIMS[claim.purpose], str(number), claim.pending


def _checking(state: State, roll: Roll, check: Check) -> Iterator[tuple[str, str, str, list[str]]]:
    if roll.stage == "judging":
        judges = [seat for seat in state.peers(roll.seat) if seat not in check.judged]
        yield "judge_difficulty", "check.difficulty", "", judges
        if settleable(state):
            yield "set_target", "check.factors", "", [state.table.gm]
    elif roll.stage == "ready":
        yield "roll_check", "check.roll", "", [roll.seat]
    elif any(claim.approved is None for claim in roll.claims):
        yield from _pending(roll)
    elif any(claim.approved for claim in roll.claims):
        yield "roll_bonus", "check.bonus", "", [roll.seat]
    else:
        yield "accept_failure", "check.bonus", "", [roll.seat]


def _tasking(state: State, roll: Roll, task: Task) -> Iterator[tuple[str, str, str, list[str]]]:
    gm = state.table.gm
    match roll.stage:
        case "choosing":
            yield from _choosing(state, roll, task)
        case "staffing":
            if any(aid.accepted is None for aid in task.aid):
                yield "answer_aid", "task.aid", "", [roll.seat]
            if task.factors is None:
                yield "set_threshold", "task.threshold", "", [gm]
            else:
                yield "roll_task", "task.successes", "", [roll.seat]
        case "kissing":
            unanswered = any(stunt.stands is None for stunt in task.stunts)
            vetoing = unanswered and gm in state.table.sitting
            if vetoing:
                yield "answer_stunt", "kiss.stunt", "", [gm]
            yield from _pending(roll)
            if not vetoing and all(claim.approved is not None for claim in roll.claims):
                yield "finish_kissing", "kiss.once", "", [roll.seat]
        case "spending":
            told_by = [] if task.surprised else state.peers(roll.seat)
            if told_by:
                yield "tell_surprise", "task.spend", "", told_by
            else:
                specials = state.play.characters[roll.character].sheet.specials
                ends = "buy" if can_buy(task, specials) else "finish_spending"
                yield ends, "task.spend", "", [roll.seat]
        case _:
            yield "let_be", "task.subvert", "", [gm]


def _choosing(state: State, roll: Roll, task: Task) -> Iterator[tuple[str, str, str, list[str]]]:
    sheet = state.play.characters[roll.character].sheet
    fits = any(roll.ability in job.abilities for job in sheet.jobs)
    yield from _pending(roll)
    if fits:
        yield "take_job", "task.job", "", [roll.seat]
    elif not task.is_lacking:
        yield "lack_job", "job.learn", "", [roll.seat]
    if task.is_lacking and all(claim.approved is not None for claim in roll_of(state).claims):
        yield "put_job", "job.learn", "", state.peers(roll.seat)
