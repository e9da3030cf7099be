"""Proposals: questions that the table decides together.

A proposal takes effect when all asked seats agree.
"""

from collections.abc import Callable, Iterator
from typing import Any, Generic, Literal, Protocol, TypeVar, assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core.agreement import Agreement
from verger.domain.core.decider import Draft, Facts, Judgement, State
from verger.domain.core.house_rule import Value
from verger.domain.core.identifier import HouseRuleId, ProposalId, SeatId, in_order
from verger.domain.core.option import Awaited, Field, Option, TextField, move_option
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import Table
from verger.domain.core.tagged import TaggedEffect, TaggedMove, TaggedSubject
from verger.domain.core.text import PROSE_LIMIT, Prose, listed, narrated

Subject = TypeVar("Subject")

OPEN_LIMIT = 20
"""The maximum number of open proposals for each seat. No seat can use up the limit of another."""

RULE = "table.agreement"


class ChooseHouseRule(TaggedSubject, frozen=True, tag="choose_house_rule"):
    """A house rule gets a new value."""

    house_rule: HouseRuleId
    value: Value


class HandOverGm(TaggedSubject, frozen=True, tag="hand_over_gm"):
    """The holder of this seat becomes the GM, and the old GM becomes a player."""

    seat: SeatId


class VacateSeat(TaggedSubject, frozen=True, tag="vacate_seat"):
    """Empty the seat of a person who is gone, so that somebody else can take it."""

    seat: SeatId


class ReissueSeat(TaggedSubject, frozen=True, tag="reissue_seat"):
    """Empty the seat of a person who lost the token.

    It can then be claimed with a new claim code.
    """

    seat: SeatId


class ResumePlay(TaggedSubject, frozen=True, tag="resume_play"):
    """Continue play after a pause."""


TableSubject = ChooseHouseRule | HandOverGm | VacateSeat | ReissueSeat | ResumePlay


class Propose(TaggedMove, Generic[Subject], frozen=True, tag="propose"):
    """Propose something to the table. It takes effect when every asked seat agrees."""

    subject: Subject


class _Answer(TaggedMove, frozen=True):
    proposal: ProposalId


class Agree(_Answer, frozen=True, tag="agree"):
    """Say yes to an open proposal."""


class Decline(_Answer, frozen=True, tag="decline"):
    """Say no to an open proposal. This closes the proposal."""

    reason: Prose | None = None


class Retract(_Answer, frozen=True, tag="retract"):
    """Withdraw your own proposal."""


AnswerMove = Agree | Decline | Retract


class _Effect(TaggedEffect, frozen=True):
    proposal: ProposalId


class Proposed(_Effect, Generic[Subject], frozen=True, tag="proposed"):
    """A seat made a proposal to the table."""

    by: SeatId
    asked: tuple[SeatId, ...]
    subject: Subject


class Agreed(_Effect, frozen=True, tag="agreed"):
    """A seat said yes."""

    seat: SeatId


class SeatExcused(_Effect, frozen=True, tag="seat_excused"):
    """A seat left the table and is no longer asked."""

    seat: SeatId


class ProposalClosed(_Effect, frozen=True, tag="proposal_closed"):
    """The question was closed. If it `lapsed`, it could no longer be agreed to or take effect."""

    outcome: Literal["adopted", "declined", "retracted", "lapsed"]


ProposalEffect = Agreed | SeatExcused | ProposalClosed


class Proposal(msgspec.Struct, Generic[Subject], frozen=True):
    """An open question."""

    by: SeatId
    subject: Subject
    agreement: Agreement


class Proposals(msgspec.Struct, Generic[Subject], frozen=True):
    """The open questions, and the number of all questions so far."""

    open: Map[ProposalId, Proposal[Subject]] = Map()
    ever: int = 0


def evolve(proposals: Proposals[Any], effect: Proposed[Any] | ProposalEffect) -> Proposals[Any]:
    """Return the open proposals after an effect."""
    match effect:
        case Proposed():
            new = Proposal(effect.by, effect.subject, Agreement(effect.asked))
            return Proposals(proposals.open.set(effect.proposal, new), proposals.ever + 1)
        case Agreed():
            question = proposals.open[effect.proposal]
            given = replace(question, agreement=question.agreement.with_yes(effect.seat))
            return replace(proposals, open=proposals.open.set(effect.proposal, given))
        case SeatExcused():
            question = proposals.open[effect.proposal]
            remainder = replace(question, agreement=question.agreement.excusing(effect.seat))
            return replace(proposals, open=proposals.open.set(effect.proposal, remainder))
        case ProposalClosed():
            return replace(proposals, open=proposals.open.delete(effect.proposal))
        case _:
            assert_never(effect)


class ProposalView(msgspec.Struct, Generic[Subject], frozen=True):
    """An open question to the table."""

    id: ProposalId
    by: SeatId
    subject: Subject
    asked: tuple[SeatId, ...]
    waiting: tuple[SeatId, ...]


def shown(proposals: Proposals[Subject]) -> tuple[ProposalView[Subject], ...]:
    """Return the open questions as every seat sees them, in the order of their ids."""
    return tuple(
        ProposalView(
            id=id,
            by=question.by,
            subject=question.subject,
            asked=question.agreement.asked,
            waiting=question.agreement.waiting,
        )
        for id, question in in_order(proposals.open.items())
    )


class _Play(Protocol):
    @property
    def proposals(self) -> Proposals[Any]: ...


PlayT = TypeVar("PlayT", bound=_Play)


class Agenda(msgspec.Struct, Generic[PlayT], frozen=True):
    """The subjects that a table can propose in a game."""

    cannot_adopt: Callable[[State[PlayT], Any, SeatId], Refused | None]
    """Return why a subject cannot take effect now, or None."""
    seats_asked: Callable[[State[PlayT], Any, SeatId], tuple[SeatId, ...]]
    adopt: Callable[[Draft[PlayT], Any, SeatId], str]
    """Put an agreed subject into effect: emit its effects, cite its rule, and return a sentence."""
    describe: Callable[[State[PlayT], Any], str]
    """Describe the subject as the end of a sentence: "to resume play"."""


def propose(
    draft: Draft[PlayT], move: Propose[Any], facts: Facts, agenda: Agenda[PlayT]
) -> Judgement:
    """Make a proposal (`table.agreement`). If no other seat is taken, it takes effect at once."""
    if refusal := agenda.cannot_adopt(draft.state, move.subject, facts.seat):
        return refusal
    proposals = draft.play.proposals
    if refusal := too_many(proposals, facts.seat):
        return refusal
    id = ProposalId(f"p{proposals.ever + 1}")
    seats = agenda.seats_asked(draft.state, move.subject, facts.seat)
    draft.cite(RULE, proposal=id, asked_seats=seats)
    sentence = (
        f"{draft.table.name(facts.seat)} proposes {agenda.describe(draft.state, move.subject)}."
    )
    draft.emit(Proposed(id, facts.seat, seats, move.subject))
    return draft.accept(f"{sentence}{_settled(draft, id, agenda)}")


def too_many(proposals: Proposals[Any], seat: SeatId) -> Refused | None:
    """Return the refusal of one more proposal, or None if the seat is below its limit."""
    own = sum(question.by == seat for question in proposals.open.values())
    if own < OPEN_LIMIT:
        return None
    return refuse(Code.TOO_MANY_OPEN, RULE, proposals_open=own, proposals_allowed=OPEN_LIMIT)


def agree(draft: Draft[PlayT], move: Agree, facts: Facts, agenda: Agenda[PlayT]) -> Judgement:
    """Judge a yes. The last yes puts the proposal into effect (`table.agreement`)."""
    if refusal := _not_asked(draft.state, move.proposal, facts.seat):
        return refusal
    subject_words = _described(draft, move.proposal, agenda)
    draft.emit(Agreed(move.proposal, facts.seat))
    waiting = draft.play.proposals.open[move.proposal].agreement.waiting
    draft.cite(RULE, proposal=move.proposal, waiting_seats=waiting)
    sentence = f"{draft.table.name(facts.seat)} {_to('agrees', subject_words)}."
    return draft.accept(f"{sentence}{_settled(draft, move.proposal, agenda)}")


def _settled(draft: Draft[PlayT], id: ProposalId, agenda: Agenda[PlayT]) -> str:
    """Close a proposal that all asked seats agree to. Return the end of the sentence."""
    proposal = draft.play.proposals.open[id]
    if not proposal.agreement.is_settled:
        return ""
    if agenda.cannot_adopt(draft.state, proposal.subject, proposal.by):
        draft.emit(ProposalClosed(id, "lapsed"))
        return " It is no longer possible and lapses."
    draft.emit(ProposalClosed(id, "adopted"))
    return f" {agenda.adopt(draft, proposal.subject, proposal.by)}"


def _described(draft: Draft[PlayT], id: ProposalId, agenda: Agenda[PlayT]) -> str:
    return agenda.describe(draft.state, draft.play.proposals.open[id].subject)


def _called(by: str, words: str) -> str:
    """Name a proposal by its seat and its subject: `Bo's proposal to resume play`."""
    return f"{by}'s proposal {words if words.startswith(('to ', 'that ')) else f'of {words}'}"


def _to(verb: str, what: str) -> str:
    """Join a verb and a subject: "agrees to resume play", "agrees to the setting …"."""
    return f"{verb} {what}" if what.startswith(("to ", "that ")) else f"{verb} to {what}"


def decline(draft: Draft[PlayT], move: Decline, facts: Facts, agenda: Agenda[PlayT]) -> Judgement:
    """Judge a no, which closes the proposal (`table.agreement`)."""
    if refusal := _not_asked(draft.state, move.proposal, facts.seat, changing=True):
        return refusal
    draft.cite(RULE, proposal=move.proposal)
    by = draft.table.name(draft.play.proposals.open[move.proposal].by)
    proposal = _called(by, _described(draft, move.proposal, agenda))
    draft.emit(ProposalClosed(move.proposal, "declined"))
    name = draft.table.name(facts.seat)
    return draft.accept(f"{name} declines {proposal}{narrated(move.reason)}")


def retract(draft: Draft[PlayT], move: Retract, facts: Facts, agenda: Agenda[PlayT]) -> Judgement:
    """Judge the withdrawal of the mover's proposal (`table.agreement`)."""
    proposal = draft.play.proposals.open.get(move.proposal)
    if proposal is None:
        return refuse(Code.UNKNOWN_PROPOSAL, RULE, proposal=move.proposal)
    if proposal.by != facts.seat:
        return others_to_take_back(
            draft.table, move.proposal, proposal.by, proposal.agreement, RULE
        )
    draft.cite(RULE, proposal=move.proposal)
    subject_words = agenda.describe(draft.state, proposal.subject)
    draft.emit(ProposalClosed(move.proposal, "retracted"))
    return draft.accept(f"{draft.table.name(facts.seat)} no longer proposes {subject_words}.")


def others_to_take_back(
    table: Table, id: ProposalId, by: SeatId, agreement: Agreement, rule: str
) -> Refused:
    """Return the refusal to withdraw the question of another seat."""
    waiting = listed([table.name(seat) for seat in agreement.waiting])
    name = table.name(by)
    return refuse(
        Code.NOT_THE_PROPOSER,
        rule,
        proposal=id,
        proposer=by,
        proposer_name=name,
        waiting_names=waiting,
    )


def excuse(draft: Draft[PlayT], seat: SeatId, agenda: Agenda[PlayT]) -> str:
    """Close the questions of a seat that left, and stop waiting for its answers (`table.leave`).

    If no asked seat is left, nobody has agreed, and the question lapses. A question about the
    person who left lapses too.
    """
    sentence = ""
    for id, _ in in_order(draft.play.proposals.open.items()):
        # An accepted proposal can empty another seat, and so close this question.
        question = draft.play.proposals.open.get(id)
        if question is None:
            continue
        if question.by == seat:
            draft.emit(ProposalClosed(id, "retracted"))
        elif question.agreement.asked == (seat,) or _is_about(question.subject, seat):
            draft.emit(ProposalClosed(id, "lapsed"))
        elif seat in question.agreement.asked:
            draft.emit(SeatExcused(id, seat))
            sentence += _settled(draft, id, agenda)
    return sentence


def _is_about(subject: object, seat: SeatId) -> bool:
    return isinstance(subject, HandOverGm | VacateSeat | ReissueSeat) and subject.seat == seat


def subject(
    name: str, rule: str, *fields: Field, label: str = "", **fixed: str | int | bool
) -> Option:
    """Return the shape of a subject that can be proposed."""
    return Option({"subject": name, **fixed}, fields, (rule,), label=label)


def _not_asked(
    state: State[PlayT], id: ProposalId, seat: SeatId, *, changing: bool = False
) -> Refused | None:
    proposal = state.play.proposals.open.get(id)
    if proposal is None:
        return refuse(Code.UNKNOWN_PROPOSAL, RULE, proposal=id)
    return cannot_answer(state.table, id, proposal.agreement, seat, RULE, changing=changing)


def cannot_answer(
    table: Table, id: ProposalId, agreement: Agreement, seat: SeatId, rule: str, *, changing: bool
) -> Refused | None:
    """Return why a seat cannot answer a question, or None. After a yes, it can still say no."""
    name = table.name(seat)
    if seat not in agreement.asked:
        return refuse(Code.NOT_ASKED, rule, proposal=id, seat_name=name)
    if seat in agreement.agreed and not changing:
        return refuse(Code.ALREADY_ANSWERED, rule, proposal=id, seat_name=name)
    return None


def options(state: State[Any], seat: SeatId) -> list[Option]:
    """Return a seat's answers to questions, and the withdrawals of its questions."""
    return [
        option
        for id, question in in_order(state.play.proposals.open.items())
        for option in answers(id, question.by, question.agreement, seat, RULE)
    ]


def answers(
    id: ProposalId, by: SeatId, agreement: Agreement, seat: SeatId, rule: str
) -> Iterator[Option]:
    """Yield a seat's possible answers to a question."""
    if seat in agreement.waiting:
        yield move_option("agree", (), rule, proposal=id)
    if seat in agreement.asked:
        reason = TextField("reason", PROSE_LIMIT, optional=True)
        yield move_option("decline", (reason,), rule, proposal=id)
    if seat == by:
        yield move_option("retract", (), rule, proposal=id, label="Take it back")


def awaited(state: State[Any], agenda: Agenda[Any]) -> list[Awaited]:
    """Return the pending answers, proposal by proposal."""
    pending: list[Awaited] = []
    for id, question in in_order(state.play.proposals.open.items()):
        words = agenda.describe(state, question.subject)
        by = state.table.name(question.by)
        sentence = f"{by} proposes {words}."
        about = _called(by, words)
        waiting = question.agreement.waiting
        pending.append(Awaited("agreement", waiting, RULE, sentence, about=id, object=about))
    return pending
