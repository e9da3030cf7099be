"""Corrections that a table can agree on, within the limits of the rules."""

from typing import Annotated, assert_never

from msgspec import Meta

from verger.domain.core.decider import Corrections, Described, Tokens
from verger.domain.core.identifier import Account, SeatId, in_order
from verger.domain.core.ledger import BANK, seat_account, transfer
from verger.domain.core.option import Number, Option, choices
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Fact, Refused, refuse
from verger.domain.core.tagged import TaggedCorrection
from verger.domain.core.text import Label
from verger.domain.games.venus.effects import ExpMarked
from verger.domain.games.venus.model.bank import NOTHING, Purse
from verger.domain.games.venus.model.sheet import EXP_LIMIT
from verger.domain.games.venus.reason import Code as Own
from verger.domain.games.venus.state import LOTS_LIMIT, Draft, Play, State, held
from verger.domain.table.sheet import CharacterId

RULE, WHY = "dispute.amend", "a correction"


class SetLots(TaggedCorrection, frozen=True, tag="set_lots"):
    """Set the number of a player's Lots."""

    seat: SeatId
    lots: Annotated[int, Meta(ge=0, le=LOTS_LIMIT)]


class SetEgo(TaggedCorrection, frozen=True, tag="set_ego"):
    """Set whether a player holds Ego."""

    seat: SeatId
    held: bool


class SetExp(TaggedCorrection, frozen=True, tag="set_exp"):
    """Set the exp of a job."""

    character: CharacterId
    job: Label
    exp: Annotated[int, Meta(ge=0, lt=EXP_LIMIT)]


Correction = SetLots | SetEgo | SetExp


def make(draft: Draft, correction: Correction) -> Refused | None:
    """Make a correction (`dispute.amend`), or return why this is not possible."""
    match correction:
        case SetLots(seat, lots):
            return _set(draft, seat, Purse(lots=lots, ego=held(draft.state, seat).ego))
        case SetEgo(seat, has_ego):
            return _set(draft, seat, Purse(lots=held(draft.state, seat).lots, ego=int(has_ego)))
        case SetExp(character, name, exp):
            own = draft.play.characters.get(character)
            if own is None:
                return refuse(Code.UNKNOWN_CHARACTER, RULE, character=character)
            job = own.sheet.job(name)
            if job is None:
                return refuse(Own.NO_SUCH_JOB, RULE, job_name=name)
            draft.emit(ExpMarked(character, own.sheet.place(job), exp))
            return None
        case _:
            assert_never(correction)


def _set(draft: Draft, seat: SeatId, purse: Purse) -> Refused | None:
    """Set a purse: the bank adds missing tokens, and takes extra tokens."""
    if seat not in [place.id for place in draft.table.players]:
        return refuse(Code.UNKNOWN_SEAT, RULE, seat=seat)
    own, account = held(draft.state, seat), seat_account(seat)
    missing = Purse(max(0, purse.lots - own.lots), max(0, purse.ego - own.ego))
    surplus = Purse(max(0, own.lots - purse.lots), max(0, own.ego - purse.ego))
    draft.emit(*transfer(missing, BANK, account, WHY, RULE))
    draft.emit(*transfer(surplus, account, BANK, WHY, RULE))
    return None


def options(state: State) -> list[Option]:
    """Return the corrections that are possible now."""
    players = [(seat.id, seat.name) for seat in state.table.players]
    seats, yes = (
        choices("seat", players),
        choices("held", [(False, ""), (True, "")], label="Holds Ego"),
    )
    options = [
        Option({"correction": "set_lots"}, (seats, Number("lots", 0, LOTS_LIMIT)), (RULE,)),
        Option({"correction": "set_ego"}, (seats, yes), (RULE,)),
    ]
    for id, own in in_order(state.play.characters.known.items()):
        if own.sheet.jobs:
            jobs = choices("job", [(job.name, job.name) for job in own.sheet.jobs])
            fixed = {"correction": "set_exp", "character": id}
            options.append(Option({**fixed}, (jobs, Number("exp", 0, EXP_LIMIT - 1)), (RULE,)))
    return options


def describe(state: State, correction: Correction) -> Described:
    """Describe a correction for those who vote on it (`dispute.settle`)."""
    match correction:
        case SetLots(seat, lots):
            name = state.table.name(seat)
            facts: dict[str, Fact] = {"seat": seat, "seat_name": name, "lots_set": lots}
            return Described(f"set the Lots of {name} to {lots}", facts)
        case SetEgo(seat, has_ego):
            name = state.table.name(seat)
            words = f"give Ego to {name}" if has_ego else f"take Ego from {name}"
            return Described(words, {"seat": seat, "seat_name": name, "holds_ego": has_ego})
        case SetExp(character, job, exp):
            own = state.play.characters.get(character)
            name = own.name if own else f"“{character}”"
            facts = {"character": character, "character_name": name, "job_name": job}
            words = f"set the exp of {name} as {job} to {exp}"
            return Described(words, {**facts, "exp_set": exp})
        case _:
            assert_never(correction)


CORRECTIONS: Corrections[Play] = Corrections(Correction, make, options, describe)


def _accounts(state: State) -> dict[Account, str]:
    players = {seat_account(seat.id): seat.name for seat in state.table.players}
    return {BANK: "the bank"} | players


TOKENS = Tokens(NOTHING, _accounts)
