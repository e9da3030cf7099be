"""Called rolls, checks, and the claims that peers answer."""

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any

from tests.models.following import Told
from tests.models.venus.play import Check, Claim, Job, Roll, State, Task

STEP = 5
BONUS_AT_MOST = 6
PASSES_FROM = {"bronze": 21, "silver": 20, "gold": 19, "platinum": 19}
"""The lowest value of the d20 that passes against any target."""


def shown_on_dice(told: Told) -> tuple[int, ...]:
    """The values of the dice. If the table rolls real dice, these are the reported values."""
    reported = told.move.get("reported")
    if reported is not None:
        return tuple(reported)
    return tuple([value for roll in told.rolls for value in roll])


def call(state: State, told: Told) -> None:
    play, move = state.play, told.move
    character = play.characters[move["character"]]
    ability = character.sheet.ability(move["ability"])
    assert ability
    play.rolls_ever += 1
    play.roll = Roll(
        f"t{play.rolls_ever}",
        "called",
        move["character"],
        state.owner(character),
        ability.name,
        ability.caliber,
        ability.score,
        told.version,
        is_npc=state.owner(character) == state.table.gm,
    )


def suggest(state: State, told: Told) -> None:
    roll_of(state).wish = told.move["way"]


def choose(state: State, told: Told) -> None:
    roll = roll_of(state)
    roll.wish = None
    if told.move["way"] == "check":
        roll.stage, roll.check = "judging", Check()
    else:
        roll.stage, roll.task = "choosing", Task()


def cancel(state: State, told: Told) -> None:
    give_back(state)


def give_back(state: State) -> None:
    """End the roll, and return the payments for dice that were not rolled."""
    roll = roll_of(state)
    for claim in roll.claims:
        if claim.lot and claim.approved:
            state.play.give(claim.by, lots=1)
    if roll.stage == "kissing" and roll.task:
        for die in roll.task.rolled:
            state.play.give(die.seat, lots=int(die.kissed == "lot"))
        for seat in roll.task.ego:
            state.play.give(seat, ego=1)
    state.play.roll = None


def judge(state: State, told: Told) -> None:
    check_of(state).judged[told.seat] = told.move["difficulty"]


def others(state: State) -> list[str]:
    """Return the roller's peers without the FC."""
    return [seat for seat in state.peers(roll_of(state).seat) if seat != state.table.gm]


def settleable(state: State) -> list[int]:
    """The difficulties that the FC may choose: those that peers gave, or any if all peers are away or silent."""
    check, gm = check_of(state), state.table.gm
    if given := {value for seat, value in check.judged.items() if seat != gm}:
        return sorted(given)
    is_alone = set(others(state)) <= {*state.table.silent}
    return [5, 10, 15, 20, 25] if is_alone else []


def countable(state: State) -> list[int]:
    """The claims whose answers the FC may count: a peer has answered, or only the FC can answer."""
    found, gm = [], state.table.gm
    there = {place.id for place in state.table.places if place.taken}
    for number, claim in enumerate(roll_of(state).claims, 1):
        answered = [*claim.yes, *claim.no]
        missing = [seat for seat in claim.pending if seat in there and seat != gm]
        if claim.approved is None and answered and (answered != [gm] or not missing):
            found.append(number)
    return found


def set_target(state: State, told: Told) -> None:
    """Set the target: the difficulty that the FC chooses, or the median, and 1 for each factor."""
    roll, check = roll_of(state), check_of(state)
    settled = told.move.get("difficulty")
    check.difficulty = median(check.judged.values()) if settled is None else settled
    check.factors = texts(told.move)
    check.target = check.difficulty + len(check.factors)
    roll.stage = "ready"


def median(judged: Iterable[int]) -> int:
    """Return the median of the judgements, rounded up to a multiple of 5."""
    values = sorted(judged)
    half, odd = divmod(len(values), 2)
    twice = 2 * values[half] if odd else values[half - 1] + values[half]
    return -(-twice // (2 * STEP)) * STEP


def texts(move: Mapping[str, Any]) -> list[str]:
    """The factors that a move names."""
    return [factor["text"] for factor in move.get("factors", ())]


def roll_check(state: State, told: Told) -> None:
    roll, check = roll_of(state), check_of(state)
    (natural,) = shown_on_dice(told)
    check.natural, check.total = natural, natural + roll.score
    assert check.target is not None
    fails = natural == 1 and roll.caliber != "platinum"
    passes = check.total >= check.target or natural >= PASSES_FROM[roll.caliber]
    if fails or passes or check.total + BONUS_AT_MOST < check.target:
        state.play.roll = None
    else:
        roll.stage = "short"


def roll_bonus(state: State, told: Told) -> None:
    state.play.roll = None


def accept_failure(state: State, told: Told) -> None:
    give_back(state)


def claim_bonus(state: State, told: Told) -> None:
    move = told.move
    make(state, Claim("bonus", told.seat, move["text"], [], lot=move.get("lot", False)))


def claim_insight(state: State, told: Told) -> None:
    move = told.move
    make(state, Claim("insight", told.seat, move["text"], [], die=move["die"]))


def claim_specialty(state: State, told: Told) -> None:
    play, place = state.play, told.move["attribute"]
    sheet = play.characters[character_of(state, told.seat)].sheet
    text = sheet.attributes[place - 1].text
    make(state, Claim("specialty", told.seat, text, [], die=told.move["die"], attribute=place))


def character_of(state: State, seat: str) -> str:
    """The character of a seat in the task: the actor, or an ally whose aid was accepted."""
    roll = roll_of(state)
    if seat == roll.seat or roll.task is None:
        return roll.character
    return next(aid.character for aid in roll.task.aid if aid.seat == seat and aid.accepted)


def put_job(state: State, told: Told) -> None:
    roll, move = roll_of(state), told.move
    abilities = [roll.ability, move["ability"]]
    job = Job(move["name"], abilities, 0, 0, move.get("qualifications"))
    make(state, Claim("job", told.seat, move["name"], [], job=job))


def make(state: State, claim: Claim) -> None:
    """Ask the peers of a claim's author. A peer that puts a job forward has said yes to it."""
    roll = roll_of(state)
    claim.asked = state.peers(roll.seat if claim.job else claim.by)
    claim.yes = [claim.by] if claim.job else []
    roll.claims.append(claim)
    settle(state, claim)


def answer(state: State, told: Told) -> None:
    claim = roll_of(state).claims[told.move["claim"] - 1]
    valid = told.move.get("valid")
    record(claim, told.seat, valid=valid)
    settle(state, claim)


def record(claim: Claim, seat: str, *, valid: bool | None) -> None:
    """Record an answer. If a seat cannot answer, the others decide."""
    claim.yes = [one for one in claim.yes if one != seat]
    claim.no = [one for one in claim.no if one != seat]
    if valid is None:
        claim.asked = [one for one in claim.asked if one != seat]
    elif valid:
        claim.yes = [*claim.yes, seat]
    else:
        claim.no = [*claim.no, seat]


def drop(state: State, seat: str) -> None:
    """Remove a seat from all undecided claims."""
    for claim in roll_of(state).claims:
        if claim.approved is None and seat in claim.asked:
            record(claim, seat, valid=None)
            settle(state, claim)


def count(state: State, told: Told) -> None:
    claim = roll_of(state).claims[told.move["claim"] - 1]
    claim.asked = [seat for seat in claim.asked if seat not in claim.pending]
    settle(state, claim)


def settle(state: State, claim: Claim) -> None:
    """Decide a claim by majority after all asked seats have answered. A tie means no."""
    if claim.approved is not None or claim.pending:
        return
    claim.approved = len(claim.yes) > len(claim.no)
    if claim.approved:
        approve(state, claim)


def approve(state: State, claim: Claim) -> None:
    """Apply the result of a valid claim."""
    roll = roll_of(state)
    if claim.lot:
        state.play.give(claim.by, lots=-1)
    if claim.job:
        sheet = state.play.characters[roll.character].sheet
        sheet.jobs.append(copy(claim.job))
        take(state, claim.job.name)
    if claim.die:
        assert roll.task
        roll.task.rolled[claim.die - 1].kissed = claim.purpose


def take(state: State, name: str) -> None:
    """Take a job for the task. Its dice are the job's level, or the ability's score if the job is being learned."""
    roll = roll_of(state)
    task, job = roll.task, state.play.characters[roll.character].sheet.job(name)
    assert task
    assert job
    task.job, task.is_learning, task.is_lacking = name, job.level == 0, False
    task.dice = roll.score if task.is_learning else job.level
    roll.stage = "staffing"
    for claim in roll.claims:
        if claim.approved is None:
            claim.approved = False


def roll_of(state: State) -> Roll:
    assert state.play.roll
    return state.play.roll


def check_of(state: State) -> Check:
    check = roll_of(state).check
    assert check
    return check
