"""KISSing: one round of rolling dice again with Lots, Ego, insights, stunts and specialties."""

from enum import StrEnum

import msgspec

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose, listed
from verger.domain.core.unicode import trimmed
from verger.domain.games.venus.claiming import cannot_ask, put, unanswered
from verger.domain.games.venus.lots import spend_ego, spend_lot
from verger.domain.games.venus.model.caliber import D6
from verger.domain.games.venus.model.claim import Purpose, open_claims
from verger.domain.games.venus.model.sheet import Sheet
from verger.domain.games.venus.model.throw import Kissing, Roll, Source, count
from verger.domain.games.venus.model.throw_effect import (
    DieKissed,
    KissingEnded,
    SixesDoubled,
    StuntAnswered,
    StuntPerformed,
)
from verger.domain.games.venus.model.words import counted, quoted
from verger.domain.games.venus.reason import Code as Own
from verger.domain.games.venus.state import (
    Draft,
    Play,
    State,
    at_stage,
    fc_only,
    held,
    own_roll,
    roller_only,
)
from verger.domain.judging.chapters import Judges
from verger.domain.table.throw import Reported, throw

ONCE, LOT, EGO, INSIGHT = "kiss.once", "kiss.lot", "kiss.ego", "kiss.insight"
STUNT, SPECIALTY, ALLIES = "kiss.stunt", "kiss.specialty", "kiss.allies"

SPECIALTY_LIMIT = 4

_BY = {
    Source.LOT: "a Lot",
    Source.EGO: "Ego",
    Source.INSIGHT: "an insight",
    Source.STUNT: "a stunt",
    Source.SPECIALTY: "a specialty",
}


class EgoUse(StrEnum):
    """The two uses of Ego (`kiss.ego`)."""

    REROLL = "reroll"
    SIXES = "sixes"


class KissLot(TaggedMove, frozen=True, tag="kiss_lot"):
    """Spend a Lot on a die (`kiss.lot`)."""

    die: int


class KissEgo(TaggedMove, frozen=True, tag="kiss_ego"):
    """Spend Ego on every die that is no success, or on every 6 (`kiss.ego`)."""

    use: EgoUse


class ClaimInsight(TaggedMove, frozen=True, tag="claim_insight"):
    """Claim that your knowledge helps a die (`kiss.insight`)."""

    die: int
    text: Prose


class ClaimSpecialty(TaggedMove, frozen=True, tag="claim_specialty"):
    """Claim that an attribute helps a die (`kiss.specialty`)."""

    die: int
    attribute: int


class PerformStunt(TaggedMove, frozen=True, tag="perform_stunt"):
    """Describe the action with flair, for a die (`kiss.stunt`)."""

    die: int
    text: Prose


class AnswerStunt(TaggedMove, frozen=True, tag="answer_stunt"):
    """Accept or veto a stunt, as the FC (`kiss.stunt`)."""

    seat: SeatId
    stands: bool


class FinishKissing(TaggedMove, frozen=True, tag="finish_kissing"):
    """Roll the chosen dice again, in their order, and count the successes (`kiss.once`).

    If the table uses real dice, type in their values.
    """

    reported: Reported | None = None


KissMove = (
    KissLot | KissEgo | ClaimInsight | ClaimSpecialty | PerformStunt | AnswerStunt | FinishKissing
)


def own_dice(state: State, seat: SeatId, rule: str) -> tuple[Roll, Kissing] | Refused:
    """Return the roll whose dice are on the table, if the seat owns some of them, as actor or ally."""
    current = at_stage(state, Kissing, rule)
    if isinstance(current, Refused):
        return current
    roll, stage = current
    if seat == roll.seat or seat in [ally.seat for ally in stage.work.allies]:
        return current
    return refuse(Own.NOT_AN_ALLY, rule, seat_name=state.table.name(seat))


def unkissable(
    state: State, roll: Roll, stage: Kissing, seat: SeatId, number: int
) -> Refused | None:
    """Return why a seat cannot KISS a die, or None (`kiss.once`, `kiss.allies`).

    Each die can be KISSed once, and only by its owner.
    """
    if refusal := _unchoosable(roll, stage, number):
        return refusal
    owner = stage.dice[number - 1].seat
    if owner == seat:
        return None
    return refuse(Own.NOT_YOUR_DIE, ALLIES, die_number=number, seat_name=state.table.name(owner))


def _unchoosable(roll: Roll, stage: Kissing, number: int) -> Refused | None:
    if not 1 <= number <= len(stage.dice):
        dice = len(stage.dice)
        dice_in_words = f"{counted(dice, 'die', 'dice')} {'lies' if dice == 1 else 'lie'}"
        return refuse(
            Own.UNKNOWN_DIE,
            ONCE,
            die_number=number,
            dice_on_table=dice,
            dice_on_table_in_words=dice_in_words,
        )
    source = stage.dice[number - 1].kissed
    if source:
        return refuse(
            Own.DIE_KISSED,
            ONCE,
            die_number=number,
            kiss_source=source,
            kiss_source_in_words=_BY[source],
        )
    claimed = [claim.die for _, claim in open_claims(roll.claims)]
    stunt_dice = [stunt.die for stunt in stage.stunts if stunt.stands is None]
    if number in (*claimed, *stunt_dice):
        return refuse(Own.DIE_CLAIMED, ONCE, die_number=number)
    return None


def kiss_lot(draft: Draft, move: KissLot, facts: Facts) -> Judgement:
    """Judge KISSing with a Lot, which needs no approval (`kiss.lot`)."""
    current = own_dice(draft.state, facts.seat, LOT)
    if isinstance(current, Refused):
        return current
    name, lots = draft.table.name(facts.seat), held(draft.state, facts.seat).lots
    if not lots:
        return refuse(Own.NO_LOTS, LOT, seat_name=name)
    if refusal := unkissable(draft.state, *current, facts.seat, move.die):
        return refusal
    draft.cite(LOT, die_number=move.die, lots_left=lots - 1)
    _cite_ally(draft, current[0], facts.seat)
    spend_lot(draft, facts.seat, "a die is KISSed", LOT)
    draft.emit(DieKissed(move.die, Source.LOT))
    shown = current[1].dice[move.die - 1].value
    return draft.accept(f"{name} spends a Lot on die {move.die}, which shows {shown}.")


def kiss_ego(draft: Draft, move: KissEgo, facts: Facts) -> Judgement:
    """Judge using Ego: all dice without success are rolled again, or every 6 counts twice (`kiss.ego`)."""
    current = own_dice(draft.state, facts.seat, EGO)
    if isinstance(current, Refused):
        return current
    name = draft.table.name(facts.seat)
    if move.use is EgoUse.SIXES and (
        refusal := roller_only(draft.state, current[0], facts.seat, EGO)
    ):
        return refusal
    if not held(draft.state, facts.seat).ego:
        return refuse(Own.NO_EGO, EGO, seat_name=name)
    dice = disappointing(draft.state, *current, facts.seat)
    if move.use is EgoUse.REROLL and not dice:
        return refuse(Own.NOTHING_DISAPPOINTS, EGO, seat_name=name)
    rerolled = len(dice) if move.use is EgoUse.REROLL else 0
    draft.cite(EGO, ego_use=move.use, dice_rerolled=rerolled)
    _cite_ally(draft, current[0], facts.seat)
    spend_ego(draft, facts.seat, "a task is KISSed", EGO)
    if move.use is EgoUse.SIXES:
        draft.emit(SixesDoubled())
        return draft.accept(f"{name} spends Ego: every 6 counts twice.")
    draft.emit(*[DieKissed(number, Source.EGO) for number in dice])
    which = "die" if len(dice) == 1 else "dice"
    numbers = listed(tuple(map(str, dice)))
    return draft.accept(f"{name} spends Ego on the dice that disappoint: {which} {numbers}.")


def _cite_ally(draft: Draft, roll: Roll, seat: SeatId) -> None:
    """Cite the rule if an ally pays for KISSing its own die (`kiss.allies`)."""
    if seat != roll.seat:
        draft.cite(ALLIES, seat=seat)


def disappointing(state: State, roll: Roll, stage: Kissing, seat: SeatId) -> list[int]:
    """Return the dice without a success that a seat can KISS."""
    return [
        number
        for number, die in enumerate(stage.dice, start=1)
        if not die.is_success and not unkissable(state, roll, stage, seat, number)
    ]


def claim_insight(draft: Draft, move: ClaimInsight, facts: Facts) -> Judgement:
    """Judge an insight, which the peers must find relevant (`kiss.insight`)."""
    current = own_dice(draft.state, facts.seat, INSIGHT)
    if isinstance(current, Refused):
        return current
    state, seat = draft.state, facts.seat
    refusal = unkissable(state, *current, seat, move.die)
    if refusal := refusal or cannot_ask(state, current[0], seat, INSIGHT):
        return refusal
    sentence = put(draft, Purpose.INSIGHT, facts.seat, trimmed(move.text), die=move.die)
    what = f"an insight for die {move.die}: {quoted(move.text)}"
    return draft.accept(f"{state.table.name(facts.seat)} has {what}.{sentence}")


def claim_specialty(draft: Draft, move: ClaimSpecialty, facts: Facts) -> Judgement:
    """Judge a specialty: an attribute that the peers must find helpful (`kiss.specialty`).

    A seat can use at most four attributes.
    """
    current = own_dice(draft.state, facts.seat, SPECIALTY)
    if isinstance(current, Refused):
        return current
    state, seat, (roll, stage) = draft.state, facts.seat, current
    own = sheet_of(state, roll, stage, seat)
    attribute = own.attribute(move.attribute)
    if attribute is None:
        return refuse(Own.NO_SUCH_ATTRIBUTE, SPECIALTY, attribute_number=move.attribute)
    pointed = specialties(roll, seat)
    if move.attribute in pointed:
        named = quoted(attribute.text)
        return refuse(
            Own.ATTRIBUTE_USED, SPECIALTY, attribute_number=move.attribute, attribute_in_words=named
        )
    if len(pointed) >= SPECIALTY_LIMIT:
        return refuse(Own.SPECIALTIES_FULL, SPECIALTY, specialties_allowed=SPECIALTY_LIMIT)
    refusal = unkissable(state, *current, seat, move.die)
    if refusal := refusal or cannot_ask(state, roll, seat, SPECIALTY):
        return refusal
    sentence = put(
        draft, Purpose.SPECIALTY, seat, attribute.text, die=move.die, attribute=move.attribute
    )
    name = state.table.name(seat)
    what = f"{quoted(attribute.text)} for die {move.die}"
    return draft.accept(f"{name} points to {what}.{sentence}")


def sheet_of(state: State, roll: Roll, stage: Kissing, seat: SeatId) -> Sheet:
    """Return the sheet of the actor, or of an ally who gives aid."""
    aiding = {ally.seat: ally.character for ally in stage.work.allies}
    return state.play.characters.known[aiding.get(seat, roll.character)].sheet


def specialties(roll: Roll, seat: SeatId) -> list[int]:
    """Return the attributes of a seat whose claims were approved or are still open."""
    return [
        claim.attribute
        for claim in roll.claims
        if claim.purpose is Purpose.SPECIALTY and claim.by == seat and claim.counts
    ]


def perform_stunt(draft: Draft, move: PerformStunt, facts: Facts) -> Judgement:
    """Judge the only stunt of a seat, for one of the seat's own dice (`kiss.stunt`)."""
    state = draft.state
    current = own_dice(state, facts.seat, STUNT)
    if isinstance(current, Refused):
        return current
    if refusal := cannot_stunt(state, *current, facts.seat, move.die):
        return refusal
    name = state.table.name(facts.seat)
    draft.cite(STUNT, seat=facts.seat, die_number=move.die)
    _cite_ally(draft, current[0], facts.seat)
    draft.emit(StuntPerformed(facts.seat, move.die, trimmed(move.text)))
    return draft.accept(f"{name} performs a stunt for die {move.die}: {quoted(move.text)}.")


def cannot_stunt(
    state: State, roll: Roll, stage: Kissing, seat: SeatId, number: int
) -> Refused | None:
    """Return why a seat cannot perform a stunt for a die, or None (`kiss.stunt`)."""
    if any(stunt.seat == seat for stunt in stage.stunts):
        return refuse(Own.STUNT_DONE, STUNT, seat_name=state.table.name(seat))
    return unkissable(state, roll, stage, seat, number)


def answer_stunt(draft: Draft, move: AnswerStunt, facts: Facts) -> Judgement:
    """Judge the FC's answer to a stunt, before dice are rolled again (`kiss.stunt`)."""
    current = at_stage(draft.state, Kissing, STUNT)
    if isinstance(current, Refused):
        return current
    if refusal := fc_only(draft.state, facts.seat, STUNT):
        return refusal
    waiting = [s for s in current[1].stunts if s.stands is None and s.seat == move.seat]
    if not waiting:
        return refuse(Own.NO_STUNT, STUNT, seat_name=draft.table.name(move.seat))
    draft.cite(STUNT, seat=move.seat, is_accepted=move.stands)
    draft.emit(StuntAnswered(move.seat, move.stands))
    if move.stands:
        draft.emit(DieKissed(waiting[0].die, Source.STUNT))
    name, stunt = draft.table.name, quoted(waiting[0].text)
    did = "lets {}'s stunt stand" if move.stands else "vetoes {}'s stunt"
    return draft.accept(f"{name(facts.seat)} {did.format(name(move.seat))}: {stunt}.")


def finish_kissing(draft: Draft, move: FinishKissing, facts: Facts) -> Judgement:
    """Judge the end: all chosen dice are rolled again together, and successes are counted (`kiss.once`)."""
    current = own_roll(draft.state, facts.seat, Kissing, ONCE)
    if isinstance(current, Refused):
        return current
    if refusal := cannot_finish(draft.state, *current):
        return refusal
    # If no FC is at the table, nobody can veto.
    for stunt in current[1].stunts:
        if stunt.stands is None:
            draft.emit(StuntAnswered(stunt.seat, stands=True))
            draft.emit(DieKissed(stunt.die, Source.STUNT))
    stage = _kissing(draft)
    kissed = [die for die in stage.dice if die.kissed]
    values = throw(draft, len(kissed), D6, move.reported, ONCE)
    if isinstance(values, Refused):
        return values
    again = iter(values)
    dice = [msgspec.structs.replace(d, value=next(again)) if d.kissed else d for d in stage.dice]
    successes = count(dice, is_doubled=stage.is_doubled)
    draft.cite(ONCE, dice_rerolled=len(values))
    draft.cite(
        "task.successes",
        dice_shown=tuple(f"{die.caliber}: {die.value}" for die in dice),
        is_doubled=stage.is_doubled,
        successes_rolled=successes,
    )
    draft.emit(KissingEnded(values, successes))
    throws = "rolls" if move.reported is None else "types in"
    rolled = f" {throws} {', '.join(map(str, values))} and" if values else ""
    has = f"has {counted(successes, 'success', 'successes')}, for a threshold of"
    return draft.accept(f"{draft.table.name(facts.seat)}{rolled} {has} {stage.work.threshold}.")


def rolled_again(stage: Kissing) -> int:
    """Return the number of dice to roll again at the end. An open stunt then counts as accepted."""
    open = sum(stunt.stands is None for stunt in stage.stunts)
    return open + sum(die.kissed is not None for die in stage.dice)


def cannot_finish(state: State, roll: Roll, stage: Kissing) -> Refused | None:
    """Return why the round of KISSing cannot end yet, or None."""
    if waiting := open_claims(roll.claims):
        return unanswered(state, *waiting[0], ONCE)
    undecided = [stunt for stunt in stage.stunts if stunt.stands is None]
    if undecided and state.table.gm in state.table.sitting:
        return refuse(Own.STUNT_OPEN, STUNT, seat_name=state.table.name(undecided[0].seat))
    return None


def _kissing(draft: Draft) -> Kissing:
    roll = draft.play.roll
    assert roll is not None
    assert isinstance(roll.stage, Kissing)
    return roll.stage


CHAPTER: Judges[Play] = {
    KissLot: kiss_lot,
    KissEgo: kiss_ego,
    ClaimInsight: claim_insight,
    ClaimSpecialty: claim_specialty,
    PerformStunt: perform_stunt,
    AnswerStunt: answer_stunt,
    FinishKissing: finish_kissing,
}
