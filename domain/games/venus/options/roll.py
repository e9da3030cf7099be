"""The moves that each seat can make about the open roll, and its pending actions."""

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.option import (
    Awaited,
    Group,
    Option,
    TextField,
    choices,
    move_option,
    question_id,
)
from verger.domain.core.text import LABEL_LIMIT, PROSE_LIMIT
from verger.domain.games.venus import check
from verger.domain.games.venus.claiming import RULES, cannot_count
from verger.domain.games.venus.model.caliber import D6, D20
from verger.domain.games.venus.model.claim import Claims, Purpose, approved, open_claims
from verger.domain.games.venus.model.throw import (
    FACTOR_LIMIT,
    Called,
    Choosing,
    Judging,
    Kissing,
    Ready,
    Roll,
    Short,
    Spending,
    Staffing,
    Subverting,
    Way,
)
from verger.domain.games.venus.model.words import quoted
from verger.domain.games.venus.options import spend, task
from verger.domain.games.venus.roll import CANCEL, RULE, cannot_act, cannot_cancel, may_work
from verger.domain.games.venus.state import State, of_roll, peers
from verger.domain.table.throw import typed

_TEXT = TextField("text", PROSE_LIMIT, label="In words")


def factors(most: int) -> Group:
    """Return a field of named factors."""
    shape = Option({}, (TextField("text", LABEL_LIMIT, label="In words"),))
    return Group("factors", (shape,), many=most, optional=True)


def calls(state: State) -> Iterator[Option]:
    """Yield the rolls that the FC can call."""
    for id, own in in_order(state.play.characters.known.items()):
        if not cannot_act(state, own):
            abilities = choices(
                "ability",
                [
                    (ability.name, f"{ability.name} {ability.caliber}")
                    for ability in own.sheet.abilities
                ],
            )
            yield move_option(
                "call_roll", (abilities,), RULE, character=id, label="Call for a roll"
            )


def options(state: State, roll: Roll, seat: SeatId) -> Iterator[Option]:
    """Yield the moves of a seat about a roll."""
    if not cannot_cancel(state, roll, seat):
        yield move_option("cancel_roll", (), CANCEL, label="Cancel the roll")
    yield from _claims(state, roll.claims, seat)
    stage = roll.stage
    match stage:
        case Called():
            yield from _called(state, roll, stage, seat)
        case Judging() | Ready() | Short():
            yield from _check(state, roll, seat)
        case Choosing() | Staffing():
            yield from task.options(state, roll, seat)
        case Kissing() | Spending() | Subverting():
            yield from spend.options(state, roll, seat)
        case _:
            assert_never(stage)


def _claims(state: State, claims: Claims, seat: SeatId) -> Iterator[Option]:
    for number, claim in open_claims(claims):
        rule = RULES[claim.purpose]
        if seat in claim.vote.waiting:
            valid = choices("valid", [(True, ""), (False, "")], optional=True, label="Is it valid")
            yield move_option(
                "answer_claim", (valid,), rule, claim=number, label="Answer the claim"
            )
        if seat == state.table.gm and not cannot_count(state, number, claim):
            yield move_option("count_answers", (), rule, claim=number, label="Count the answers")


def _called(state: State, roll: Roll, stage: Called, seat: SeatId) -> Iterator[Option]:
    if seat == roll.seat and not roll.is_npc:
        ways = choices("way", [(way.value, "") for way in Way], label="Which roll")
        yield move_option(
            "suggest_roll", (ways, TextField("agenda", PROSE_LIMIT)), RULE, label="Suggest a roll"
        )
    if seat == state.table.gm and (roll.is_npc or stage.wish):
        open = [Way.CHECK, *([Way.TASK] if not roll.is_npc and may_work(state, roll) else [])]
        ways = choices("way", [(way.value, "") for way in open], label="Which roll")
        yield move_option(
            "choose_roll", (ways, TextField("stakes", PROSE_LIMIT)), RULE, label="Choose the roll"
        )


def _check(state: State, roll: Roll, seat: SeatId) -> Iterator[Option]:
    stage, is_roller = roll.stage, seat == roll.seat
    if isinstance(stage, Judging):
        yield from _judging(state, roll, stage, seat)
    elif isinstance(stage, Ready) and is_roller:
        yield move_option(
            "roll_check", typed(state.table, 1, D20), check.ROLL, label="Roll the check"
        )
    elif isinstance(stage, Short) and is_roller:
        lots = [lot for lot in (False, True) if not check.cannot_claim(state, roll, lot=lot)]
        if lots:
            lot = choices(
                "lot", [(lot_choice, "") for lot_choice in lots], optional=True, label="With a Lot"
            )
            yield move_option(
                "claim_bonus", (_TEXT, lot), check.BONUS, "check.lots", label="Claim a bonus"
            )
        if may_roll_bonus(roll):
            count = len(approved(roll.claims, Purpose.BONUS))
            yield move_option(
                "roll_bonus", typed(state.table, count, D6), check.BONUS, label="Roll the bonus"
            )
        yield move_option("accept_failure", (), check.BONUS, label="Accept the failure")


def _judging(state: State, roll: Roll, stage: Judging, seat: SeatId) -> Iterator[Option]:
    if seat != roll.seat:
        given = (choices("difficulty", [(difficulty, "") for difficulty in check.DIFFICULTIES]),)
        yield move_option("judge_difficulty", given, check.DIFFICULTY, label="Judge the difficulty")
    open = check.settleable(state, roll, stage)
    if seat == state.table.gm and open:
        difficulties = [(difficulty, "") for difficulty in open]
        settled = choices("difficulty", difficulties, optional=bool(stage.judged))
        fields = (factors(FACTOR_LIMIT), settled)
        yield move_option(
            "set_target", fields, check.FACTORS, check.DIFFICULTY, label="Set the target"
        )


def may_roll_bonus(roll: Roll) -> bool:
    """Return whether there are dice for a bonus, and no open claim."""
    return bool(approved(roll.claims, Purpose.BONUS)) and not open_claims(roll.claims)


_PURPOSES = {
    Purpose.BONUS: "a bonus",
    Purpose.INSIGHT: "insight",
    Purpose.SPECIALTY: "a specialty",
    Purpose.JOB: "a new job",
}


def awaited(state: State, roll: Roll) -> Iterator[Awaited]:
    """Yield the pending actions of the roll."""
    for wait in _awaited(state, roll):
        moment = wait.about or _moment(roll, wait)
        yield replace(wait, id=question_id(wait.what, roll.id, moment))


def _moment(roll: Roll, wait: Awaited) -> int:
    """Return how often a question was answered before, if a roll can ask it several times."""
    what, decided = wait.what, [claim for claim in roll.claims if not claim.is_open]
    if what == "take_job":
        # A seat is asked again only after its own claim of a new job.
        return sum(claim.by in wait.seats for claim in decided)
    match roll.stage:
        case Staffing(work) if what == "answer_aid":
            return sum(ally.accepted is not None for ally in work.aid)
        case Kissing(stunts=stunts) if what == "answer_stunt":
            return sum(stunt.stands is not None for stunt in stunts)
        case Kissing(stunts=stunts) if what == "finish_kissing":
            # A seat is asked again only after its own claims and stunts.
            by = [*[claim.by for claim in roll.claims], *[stunt.seat for stunt in stunts]]
            return by.count(roll.seat)
        case Spending() as stage if what == "buy":
            return len(stage.bought)
        case _:
            return len(decided)


def _awaited(state: State, roll: Roll) -> Iterator[Awaited]:
    waiting = open_claims(roll.claims)
    for number, claim in waiting:
        by, purpose = state.table.name(claim.by), _PURPOSES[claim.purpose]
        sentence = f"{by} claims {purpose}: {quoted(claim.text)}. Say whether the claim is valid."
        yield Awaited(
            "answer_claim",
            claim.vote.waiting,
            RULES[claim.purpose],
            sentence,
            about=str(number),
            object=quoted(claim.text),
        )
    stage = roll.stage
    match stage:
        case Called():
            yield _first(state, roll, stage)
        case Judging():
            yield from _while_judging(state, roll, stage)
        case Ready():
            sentence = f"Roll {of_roll(state, roll)} against {stage.target}."
            yield Awaited("roll_check", (roll.seat,), check.ROLL, sentence)
        case Short():
            short = f"{of_roll(state, roll)} falls short by {stage.target - stage.total}"
            if not waiting and may_roll_bonus(roll):
                yield Awaited("roll_bonus", (roll.seat,), check.BONUS, f"{short}: roll the bonus.")
            elif not waiting:
                can_claim = not check.cannot_claim(state, roll, lot=False)
                ways = "claim a factor that helps, or accept" if can_claim else "accept"
                sentence = f"{short}: {ways} the failure."
                yield Awaited("accept_failure", (roll.seat,), check.BONUS, sentence)
        case Choosing() | Staffing():
            yield from task.awaited(state, roll)
        case Kissing() | Spending() | Subverting():
            yield from spend.awaited(state, roll)
        case _:
            assert_never(stage)


def _while_judging(state: State, roll: Roll, stage: Judging) -> Iterator[Awaited]:
    """Yield the judgements of peers that are missing, and the target if the FC can set it."""
    missing = tuple(peer for peer in peers(state, roll.seat) if peer not in dict(stage.judged))
    if missing:
        sentence = f"Judge how difficult {of_roll(state, roll)} is: {quoted(stage.stakes)}."
        yield Awaited("judge_difficulty", missing, check.DIFFICULTY, sentence)
    if check.settleable(state, roll, stage):
        sentence = f"Set the target of {of_roll(state, roll)}."
        yield Awaited("set_target", (state.table.gm,), check.FACTORS, sentence)


def _first(state: State, roll: Roll, stage: Called) -> Awaited:
    """Return the pending action before the kind of roll is chosen: the player's wish, then the FC's choice."""
    named = of_roll(state, roll)
    if roll.is_npc or stage.wish:
        sentence = f"Choose a check or a task for {named}, and say what is at stake."
        return Awaited("choose_roll", (state.table.gm,), RULE, sentence)
    return Awaited("suggest_roll", (roll.seat,), RULE, f"Suggest a check or a task for {named}.")
