"""Walks of the Venus Engine: sheets at the start, a chapter, and rolls up to their end."""

from collections.abc import Sequence
from random import Random
from typing import Any, get_args, get_origin

from tests.laws.answers import named, proposing
from tests.laws.habit import Gift, Habits, Plan, Walking
from verger.domain.core.identifier import SeatId
from verger.domain.core.ledger import BANK, seat_account, transfer
from verger.domain.core.mover import Unseated
from verger.domain.games.venus.chapter import Award
from verger.domain.games.venus.check import CheckMove
from verger.domain.games.venus.claiming import ClaimMove
from verger.domain.games.venus.kiss import KissMove
from verger.domain.games.venus.lots import MarkExcess
from verger.domain.games.venus.model.bank import Purse
from verger.domain.games.venus.model.caliber import Caliber
from verger.domain.games.venus.model.sheet import Ability, Attribute, Job, Kind, Sheet
from verger.domain.games.venus.model.subject import EndChapter, Subject
from verger.domain.games.venus.model.throw import (
    Called,
    Choosing,
    Judging,
    Kissing,
    Ready,
    Short,
    Staffing,
)
from verger.domain.games.venus.reason import Code as Own
from verger.domain.games.venus.roll import CallMove
from verger.domain.games.venus.ruling import RulingMove
from verger.domain.games.venus.scene import SceneMove
from verger.domain.games.venus.spend import SpendMove
from verger.domain.games.venus.state import LOTS_LIMIT, Chapter, State, held
from verger.domain.games.venus.task import TaskMove
from verger.domain.judging import silence
from verger.domain.table.proposal import Propose
from verger.domain.table.sheet import CharacterId, SheetWritten

_AIDING = ("offer_aid", "answer_aid")
_HELPING = (
    *("perform_stunt", "kiss_lot", "kiss_ego", "claim_insight", "claim_specialty", "claim_bonus"),
    *("put_job", "lack_job", "tell_surprise", "count_answers", "mark_excess"),
    *("roll_bonus", "subvert", "award"),
)


def _tokens(state: State, random: Random) -> Sequence[Any]:
    """Grant tokens so that more can be paid, within the limit of a seat."""
    seat = random.choice(state.table.sitting)
    own = held(state, seat)
    lots = min(random.randint(0, 4), LOTS_LIMIT - own.lots)
    purse = Purse(lots, random.randint(0, 1 - own.ego))
    return transfer(purse, BANK, seat_account(seat), "granted", "lots.earn")


def _sheet(state: State, random: Random) -> Sequence[Any] | None:
    """Write a sheet that shares abilities and jobs with others, so that characters can aid each other."""
    characters, players = state.play.characters, state.table.others(state.table.gm)
    without = [seat for seat in players if not characters.of(seat)]
    if not without or state.play.roll:
        return None
    id = CharacterId(f"c{characters.ever + 1}")
    return (SheetWritten(id, f"Hero {id}", without[0], _heros(random)),)


def _heros(random: Random) -> Sheet:
    calibers = random.choices(list(Caliber), k=3)
    names = ("Wits", "Grace", "Nerve")
    abilities = [
        Ability(name, caliber, random.randint(0, 5))
        for name, caliber in zip(names, calibers, strict=True)
    ]
    jobs = [
        Job("Scout", ("Wits", "Grace"), random.randint(0, 5), random.choice((0, 14, 15))),
        Job("Guard", ("Wits", "Nerve"), random.randint(0, 5), 3, "A year.", random.random() < 0.5),
    ]
    kinds = random.sample(list(Kind), 4)
    attributes = [Attribute(kind, f"Very {kind}", random.choice((None, "Lo"))) for kind in kinds]
    return Sheet(tuple(abilities), tuple(jobs), tuple(attributes))


def _calls(walk: Walking) -> Plan:
    """Have the FC call a roll."""
    gm: SeatId = walk.state.table.gm
    calls = named(walk.options(gm), "call_roll")
    alike = [call for call in calls if "Wits" in str(call.fields)]
    return walk.drawn(gm, alike or calls)


def _cuts(walk: Walking) -> Plan:
    """Have the FC end a scene, so that another one begins, or give a ruling."""
    gm: SeatId = walk.state.table.gm
    return walk.drawn(gm, named(walk.options(gm), "end_scene", "give_ruling"))


def _friend(walk: Walking) -> Plan:
    """Add an observer, take the seat, or have the FC name the observer as a peer or take that back."""
    state, gm = walk.state, walk.state.table.gm
    observers = [seat for seat in state.table.seats if not seat.plays]
    if not observers:
        return gm, {"move": "add_seat", "kind": "observer", "name": "A friend"}
    if not observers[0].taken:
        return observers[0].id, {"move": "take_seat", "name": "A friend"}
    return walk.drawn(gm, named(walk.options(gm), "name_peer"))


def _crosses(walk: Walking) -> Plan:
    """Have somebody propose to enter or leave a scene."""
    for kind in ("enter_scene", "leave_scene"):
        for seat in walk.state.table.sitting:
            shapes = [only for option in walk.options(seat) for only in proposing(option, kind)]
            if shapes:
                return walk.drawn(seat, shapes)
    return None


def _helps(walk: Walking) -> Plan:
    """Plan a move that play does not wait for: aid, KISSing dice, or a factor of a check."""
    return _anybody(walk, *_AIDING) or _anybody(walk, *_HELPING)


def _waits(walk: Walking) -> Plan:
    """Have the server say that a time limit is over, possibly too early."""
    is_due = silence.due(walk.state.table)
    return (Unseated.SERVER, {"move": "time_passes"}) if is_due else None


def _anybody(walk: Walking, *names: str) -> Plan:
    """Plan one of these moves by any player that may make it."""
    sitting = list(walk.state.table.sitting)
    walk.random.shuffle(sitting)
    for seat in sitting:
        if open := named(walk.options(seat), *names):
            return walk.drawn(seat, open)
    return None


def _anyhow(walk: Walking) -> Plan:
    """Plan a move of the game that can be out of place, with values that mostly exist."""
    random, state = walk.random, walk.state
    kinds = [get_origin(kind) or kind for kind in get_args(_moves_of_stage(state))]
    here = {kind.__struct_config__.tag for kind in kinds}
    fitting = [name for name in _ANYHOW if name in here]
    name = random.choice(fitting if fitting and random.random() < 0.7 else list(_ANYHOW))
    move: dict[str, Any] = {"move": name}
    for field in _ANYHOW[name]:
        if field not in ("to", "lot", "difficulty") or random.random() < 0.5:
            move[field] = random.choice(_VALUES[field])
    roll, gm = state.play.roll, state.table.gm
    return random.choice((roll.seat if roll else gm, gm, walk.somebody())), move


def _jobless(inherited: str) -> dict[str, Any]:
    """Return a sheet with a job that inherits Wits and this ability, which makes the job faulty."""
    ability = {"name": "Wits", "caliber": "gold", "score": 1}
    job = {"name": "Scout", "abilities": ["Wits", inherited], "level": 1, "exp": 0}
    return {"abilities": [ability], "jobs": [job]}


_ANYHOW: dict[str, tuple[str, ...]] = {
    "award": ("seat", "ground"),
    "buy": ("consequence", "to"),
    "call_roll": ("character", "ability"),
    "choose_roll": ("way", "stakes"),
    "claim_insight": ("die", "text"),
    "claim_specialty": ("die", "attribute"),
    "finish_kissing": (),
    "finish_spending": (),
    "give_ruling": ("dispute", "text"),
    "kiss_ego": ("use",),
    "kiss_lot": ("die",),
    "mark_excess": ("character", "job"),
    "offer_aid": ("character", "job"),
    "answer_aid": ("seat", "accept"),
    "perform_stunt": ("die", "text"),
    "put_job": ("name", "ability"),
    "roll_bonus": (),
    "claim_bonus": ("text", "lot"),
    "roll_task": (),
    "propose": ("subject",),
    "set_scene": ("present", "text"),
    "set_target": ("difficulty", "factors"),
    "set_threshold": ("factors",),
    "take_job": ("job",),
}
_VALUES: dict[str, Sequence[Any]] = {
    "ability": ("Wits", "Grace", "Nerve", "Luck"),
    "accept": (True, False),
    "attribute": range(7),
    "character": ("c1", "c2", "c3", "c4"),
    "consequence": ("primary", "unharmed", "graceful", "prize", "lesson", "surprise", "special1"),
    "die": range(1, 7),
    "difficulty": (5, 25, 12, 30),
    "dispute": ("q1", "q2", "q3"),
    "factors": ([], [{"text": "Rain"}], [{"text": "Rain"}] * 5),
    "ground": ("portrayal", "principles", "aesthetics"),
    "job": ("Scout", "Guard"),
    "lot": (True,),
    "name": ("Scout", "Baker", "Smith"),
    "present": ([], ["s1"], ["s2"], ["s2", "s3"]),
    "seat": ("s1", "s2", "s3"),
    "stakes": ("So.",),
    "subject": (
        {"subject": "offer_scene", "text": "So."},
        {"subject": "begin_chapter"},
        *[
            {"subject": "write_sheet", "name": "Odd", "seat": "s2", "sheet": {"abilities": [one]}}
            for one in (
                {"name": "Wits", "caliber": "brass", "score": 1},
                {"name": "Wits", "caliber": "gold", "score": -1},
            )
        ],
        *[
            {"subject": "write_sheet", "name": "Odd", "seat": "s2", "sheet": own}
            for own in (_jobless("Wits"), _jobless("Luck"))
        ],
    ),
    "text": ("So.",),
    "to": ("failure", "primary", "unharmed"),
    "use": ("reroll", "sixes"),
    "way": ("check", "task"),
}


def _moves_of_stage(state: State) -> Any:
    roll = state.play.roll
    if roll is None:
        return SceneMove | CallMove | RulingMove | Award | MarkExcess | Propose[Subject]
    match roll.stage:
        case Called() | Judging() | Ready() | Short():
            return CallMove | CheckMove | ClaimMove
        case Choosing() | Staffing():
            return TaskMove | ClaimMove
        case Kissing():
            return KissMove | ClaimMove
        case _:
            return SpendMove


def _is_in_chapter(state: State) -> bool:
    return isinstance(state.play.step, Chapter)


HABITS = Habits(
    seeds=20,
    moves=700,
    moves_at_most=900,
    arrived=_is_in_chapter,
    holding_up=("cancel_roll", "accept_failure"),
    urgent=("check.", "task.", "kiss.", "job.", "roll.", "chapter.begin"),
    declined=(EndChapter,),
    gifts=(Gift(0.1, _tokens), Gift(0.2, _sheet)),
    of_step=_moves_of_stage,
    plans=(
        (0.1, _waits),
        (0.3, _calls),
        (0.35, _helps),
        (0.03, _cuts),
        (0.02, _crosses),
        (0.02, _friend),
        (0.35, _anyhow),
    ),
    # No option shows whether a job is new on the sheet.
    unlisted=(Own.JOB_KNOWN,),
    rare_effects=frozenset({"AidWithdrawn"}),
    # Rolls are seldom cancelled, because mostly some peer can name a job.
    rare_answers=frozenset({("cancel_roll", "cancel_roll")}),
)
