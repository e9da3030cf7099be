"""Movements of Lots and Ego: earning, spending, and Lots above the cap."""

from collections import Counter
from collections.abc import Iterator

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.house_rule import Value
from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.ledger import BANK, seat_account, transfer
from verger.domain.core.reason import Code
from verger.domain.core.ruling import refuse
from verger.domain.core.table import house_rule
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Label
from verger.domain.games.venus.effects import ExcessMarked, ExcessOwed, LotsEndowed
from verger.domain.games.venus.house_rules import HOUSE_RULES
from verger.domain.games.venus.job import mark_exp
from verger.domain.games.venus.model.bank import NOTHING, Purse
from verger.domain.games.venus.model.claim import Purpose, approved
from verger.domain.games.venus.model.sheet import Job
from verger.domain.games.venus.model.throw import Kissing, Roll, Source
from verger.domain.games.venus.reason import Code as Own
from verger.domain.games.venus.state import LOTS_LIMIT, Draft, Play, State, held
from verger.domain.judging.chapters import Judges
from verger.domain.table.sheet import CharacterId

CAP = "lots.cap"


class MarkExcess(TaggedMove, frozen=True, tag="mark_excess"):
    """Choose the job that gets exp for a Lot above the cap (`lots.cap`)."""

    character: CharacterId
    job: Label


def mark_excess(draft: Draft, move: MarkExcess, facts: Facts) -> Judgement:
    """Judge turning a Lot above the cap into exp for a chosen job (`lots.cap`)."""
    name = draft.table.name(facts.seat)
    owed = draft.play.owed.get(facts.seat, 0)
    if not owed:
        return refuse(Own.NOTHING_OWED, CAP, seat_name=name)
    own = draft.play.characters.get(move.character)
    if own is None or own.seat != facts.seat:
        return refuse(Code.UNKNOWN_CHARACTER, CAP, character=move.character)
    job = own.sheet.job(move.job)
    if job is None:
        return refuse(Own.NO_SUCH_JOB, CAP, job_name=move.job)
    if not job.may_learn:
        return refuse(Own.NOT_QUALIFIED, "job.qualify", job_name=job.name)
    draft.cite(CAP, lots_owed=owed, character=move.character)
    draft.emit(ExcessMarked(facts.seat))
    sentence = mark_exp(draft, move.character, job.name)
    return draft.accept(f"{name} turns a Lot beyond the cap into exp.{sentence}")


def learnable(state: State, seat: SeatId) -> list[tuple[CharacterId, Job]]:
    """Return the jobs of a seat's characters that can mark exp."""
    return [
        (id, job)
        for id, character in in_order(state.play.characters.known.items())
        if character.seat == seat
        for job in character.sheet.jobs
        if job.may_learn
    ]


def earn_lot(draft: Draft, seat: SeatId, reason: str) -> str:
    """Pay a Lot from the bank (`lots.earn`). Above the cap, it becomes exp (`lots.cap`)."""
    name, lots = draft.table.name(seat), held(draft.state, seat).lots
    draft.cite("lots.earn", seat=seat, lots_held=lots)
    if lots < LOTS_LIMIT:
        draft.emit(*transfer(Purse(lots=1), BANK, seat_account(seat), reason, "lots.earn"))
        return f" {name} earns a Lot."
    draft.cite(CAP, seat=seat, lots_allowed=LOTS_LIMIT)
    if not learnable(draft.state, seat):
        return f" {name} has {LOTS_LIMIT} Lots, which is the limit, and no job that can mark exp for another Lot."
    draft.emit(ExcessOwed(seat, 1))
    return f" {name} has one Lot too many. It becomes exp."


def spend_lot(draft: Draft, seat: SeatId, reason: str, rule: str) -> None:
    """Return a Lot to the bank."""
    draft.emit(*transfer(Purse(lots=1), seat_account(seat), BANK, reason, rule))


def give_back(draft: Draft) -> str:
    """Give back tokens whose dice were never rolled (`check.lots`, `kiss.lot`, `kiss.ego`)."""
    roll = draft.play.roll
    assert roll is not None
    sentence = ""
    for rule, seat, purse in _unrolled(roll):
        own = held(draft.state, seat)
        back = Purse(min(purse.lots, LOTS_LIMIT - own.lots), min(purse.ego, 1 - own.ego))
        if back == NOTHING:
            continue
        draft.cite(rule, seat=seat, lots_returned=back.lots, ego_returned=back.ego)
        draft.emit(*transfer(back, BANK, seat_account(seat), "its die was never rolled", rule))
        sentence += f" {draft.table.name(seat)} gets {back} back."
    return sentence


def _unrolled(roll: Roll) -> Iterator[tuple[str, SeatId, Purse]]:
    """Yield the tokens that were spent for dice which were not rolled."""
    bonus = sum(claim.lot for claim in approved(roll.claims, Purpose.BONUS))
    if bonus:
        yield "check.lots", roll.seat, Purse(lots=bonus)
    if not isinstance(roll.stage, Kissing):
        return
    dice = roll.stage.dice
    lots = Counter(die.seat for die in dice if die.kissed is Source.LOT)
    for seat, number in lots.items():
        yield "kiss.lot", seat, Purse(lots=number)
    ego = [die.seat for die in dice if die.kissed is Source.EGO]
    for seat in dict.fromkeys([*ego, *[roll.seat] * roll.stage.is_doubled]):
        yield "kiss.ego", seat, Purse(ego=1)


def earn_ego(draft: Draft, seat: SeatId, reason: str) -> str:
    """Pay Ego, unless the seat holds it already (`ego.earn`)."""
    name, has_ego = draft.table.name(seat), bool(held(draft.state, seat).ego)
    draft.cite("ego.earn", seat=seat, is_ego_held=has_ego)
    if has_ego:
        return f" {name} holds Ego already."
    draft.emit(*transfer(Purse(ego=1), BANK, seat_account(seat), reason, "ego.earn"))
    return f" {name} earns Ego."


def spend_ego(draft: Draft, seat: SeatId, reason: str, rule: str) -> None:
    """Return Ego to the bank."""
    draft.emit(*transfer(Purse(ego=1), seat_account(seat), BANK, reason, rule))


def endow(draft: Draft, seat: SeatId) -> None:
    """Give a seat its first Lots with its first character (`lots.start`)."""
    if seat in draft.play.endowed:
        return
    draft.emit(LotsEndowed(seat))
    lots: Value = house_rule(draft.table, HOUSE_RULES, "starting_lots")
    draft.cite("lots.start", seat=seat, lots_held=lots)
    begun = Purse(lots=int(lots))
    draft.emit(*transfer(begun, BANK, seat_account(seat), "a player begins", "lots.start"))


CHAPTER: Judges[Play] = {
    MarkExcess: mark_excess,
}
