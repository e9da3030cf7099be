"""The moves that each seat can make about a task before its roll, and the pending actions."""

from collections.abc import Iterator

from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Awaited, Group, Option, TextField, choices, move_option
from verger.domain.core.text import LABEL_LIMIT, PROSE_LIMIT, listed
from verger.domain.games.venus.claiming import cannot_ask
from verger.domain.games.venus.model.caliber import D6
from verger.domain.games.venus.model.claim import open_claims
from verger.domain.games.venus.model.throw import Choosing, Roll, Staffing, Work
from verger.domain.games.venus.roll import fitting, may_learn
from verger.domain.games.venus.state import State, of_roll, peers
from verger.domain.games.venus.task import AID, AID_LIMIT, JOB, LEARN, THRESHOLD, cannot_aid
from verger.domain.table.throw import typed


def options(state: State, roll: Roll, seat: SeatId) -> Iterator[Option]:
    """Yield the moves of a seat about a task that is being prepared."""
    stage = roll.stage
    if isinstance(stage, Choosing):
        yield from _choosing(state, roll, stage, seat)
    elif isinstance(stage, Staffing):
        yield from _staffing(state, roll, stage.work, seat)


def _choosing(state: State, roll: Roll, stage: Choosing, seat: SeatId) -> Iterator[Option]:
    if seat == roll.seat:
        jobs = fitting(state, roll)
        if jobs:
            yield move_option(
                "take_job", (choices("job", [(job, job) for job in jobs]),), JOB, label="Take a job"
            )
        if not stage.is_lacking and may_learn(state, roll):
            yield move_option("lack_job", (), LEARN, label="No job fits")
    elif stage.is_lacking and not cannot_ask(state, roll, roll.seat, LEARN, seat):
        own = state.play.characters.known[roll.character].sheet
        others = [
            (ability.name, ability.name)
            for ability in own.abilities
            if ability.name != roll.ability
        ]
        fields = (
            TextField("name", LABEL_LIMIT, new=True),
            choices("ability", others),
            TextField("qualifications", PROSE_LIMIT, optional=True),
        )
        yield move_option("put_job", fields, LEARN, label="Name a new job")


def _staffing(state: State, roll: Roll, work: Work, seat: SeatId) -> Iterator[Option]:
    if seat == state.table.gm and work.factors is None:
        shape = Option({}, (TextField("text", LABEL_LIMIT, label="In words"),))
        named = Group("factors", (shape,), many=work.most_factors, optional=True)
        yield move_option("set_threshold", (named,), THRESHOLD, label="Set the threshold")
    if not cannot_aid(state, roll, work, seat):
        yield from _aid(state, roll, seat)
    if seat != roll.seat:
        return
    full = len(work.allies) >= AID_LIMIT
    ways = [(False, "Decline"), *([] if full else [(True, "Accept")])]
    answers = choices("accept", ways, label="Accept it")
    for ally in work.aid:
        if ally.accepted is None:
            words = f"Answer {state.table.name(ally.seat)}'s aid"
            yield move_option("answer_aid", (answers,), AID, seat=ally.seat, label=words)
    if work.factors is not None:
        dice = typed(state.table, len(work.pool(roll.caliber)), D6)
        yield move_option("roll_task", dice, "task.successes", label="Roll the task")


def _aid(state: State, roll: Roll, seat: SeatId) -> Iterator[Option]:
    characters = state.play.characters
    for id in characters.of(seat):
        jobs = [job for job in characters.known[id].sheet.jobs if job.inherits(roll.ability)]
        able = [(job.name, job.name) for job in jobs if job.level]
        if able:
            yield move_option(
                "offer_aid", (choices("job", able),), AID, character=id, label="Offer aid"
            )


def awaited(state: State, roll: Roll) -> Iterator[Awaited]:
    """Yield the pending actions of a task that is being prepared."""
    stage = roll.stage
    if isinstance(stage, Choosing):
        yield from _awaited_for_job(state, roll, stage)
    elif isinstance(stage, Staffing):
        work = stage.work
        if any(ally.accepted is None for ally in work.aid):
            named = listed(
                [state.table.name(ally.seat) for ally in work.aid if ally.accepted is None]
            )
            yield Awaited("answer_aid", (roll.seat,), AID, f"Accept or decline the aid of {named}.")
        if work.factors is None:
            sentence = f"Name the factors against {of_roll(state, roll)}."
            yield Awaited("set_threshold", (state.table.gm,), THRESHOLD, sentence)
        else:
            sentence = f"Roll {of_roll(state, roll)}, with the aid that you accepted."
            yield Awaited("roll_task", (roll.seat,), "task.successes", sentence)


def _awaited_for_job(state: State, roll: Roll, stage: Choosing) -> Iterator[Awaited]:
    if fitting(state, roll):
        sentence = f"Take a job for {of_roll(state, roll)}."
        yield Awaited("take_job", (roll.seat,), JOB, sentence)
    elif not stage.is_lacking:
        sentence = f"No job fits {of_roll(state, roll)}: ask your peers for a new job."
        yield Awaited("lack_job", (roll.seat,), LEARN, sentence)
    if stage.is_lacking and not open_claims(roll.claims):
        can_name = tuple(
            peer
            for peer in peers(state, roll.seat)
            if not cannot_ask(state, roll, roll.seat, LEARN, peer)
        )
        if can_name:
            sentence = f"Name a job that fits {of_roll(state, roll)}."
            yield Awaited("put_job", can_name, LEARN, sentence)
        else:
            sentence = f"Nobody can name a job any more: cancel {of_roll(state, roll)}."
            yield Awaited("cancel_roll", (state.table.gm,), "check.cancel", sentence)
