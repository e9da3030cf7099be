"""Rewinds: undo, redo and return to any version, with the agreement of the table.

Undo goes back on the line of play. Redo goes forward to an undone version. Both name the version
whose play becomes current. The table does not change, and dice are never taken back.
"""

from typing import Annotated, Any

from msgspec import Meta

from verger.domain.core.decider import Draft, Facts, Judgement, Ruleset, State
from verger.domain.core.house_rule import HouseRule
from verger.domain.core.identifier import HouseRuleId, ProposalId, RuleId, SeatId
from verger.domain.core.option import Awaited, Number, Option, TextField, move_option
from verger.domain.core.reason import Code
from verger.domain.core.rule import house_rulebook
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import PROSE_LIMIT, Prose, listed
from verger.domain.core.timeline import (
    RewindAgreed,
    RewindAsked,
    RewindClosed,
    RewindRequest,
    Rewound,
    spans,
)
from verger.domain.table.proposal import (
    Agree,
    AnswerMove,
    Decline,
    answers,
    cannot_answer,
    others_to_take_back,
)

RULE = "table.rewind"
LEAVE_OUT = "table.leave_out"

RULES = house_rulebook(
    {
        RULE: (
            "Play goes back to an earlier version, or forth to one that was undone, when the seats "
            "that the house rule names agree; seats, limits, disputes and thrown dice stay."
        ),
        LEAVE_OUT: (
            "The seats that the house rule names may agree to leave an older move out: play goes "
            "back before it, and the later moves of that line are made again with the dice that were thrown for them."
        ),
    }
)

UNDO = HouseRule(
    HouseRuleId("undo"),
    "Who has to agree before moves are undone: everyone, the GM, or everyone but for one's own "
    "latest moves on which nobody has acted and for which no dice were thrown.",
    (RuleId(RULE), RuleId(LEAVE_OUT)),
    ("unanimous", "gm", "mover"),
)


OWN_LIMIT = 100
"""The maximum number of versions that a seat can undo without asking, if it made all moves."""
AGAIN_LIMIT = 1_000
"""The maximum number of moves that are repeated after an older one was left out."""


Earlier = Annotated[int, Meta(ge=1, le=2**53)]


class Rewind(TaggedMove, frozen=True, tag="rewind"):
    """Make the play of another version current: undo or redo."""

    to: Earlier
    reason: Prose | None = None


class LeaveOut(TaggedMove, frozen=True, tag="leave_out"):
    """Undo one older move. The server then repeats the later moves, as far as possible."""

    version: Annotated[int, Meta(ge=2, le=2**53)]
    reason: Prose | None = None


RewindMove = Rewind | LeaveOut


def is_answer(state: State[Any], move: object) -> bool:
    """Return whether a move answers the open question about a rewind."""
    request = state.table.timeline.request
    return request is not None and isinstance(move, AnswerMove) and move.proposal == request.id


def rewind(draft: Draft[Any], move: Rewind, facts: Facts, ruleset: Ruleset[Any]) -> Judgement:
    """Ask for a rewind, or rewind at once if nobody must be asked (`table.rewind`)."""
    if refusal := not_earlier(facts, move.to):
        return refusal
    return _ask(draft, move.to, None, facts, ruleset)


def not_earlier(facts: Facts, to: int) -> Refused | None:
    """Return why play cannot be rewound to a version, or None."""
    head = facts.version - 1
    return refuse(Code.NOT_EARLIER, RULE, version=to, head=head) if to >= head else None


def leave_out(draft: Draft[Any], move: LeaveOut, facts: Facts, ruleset: Ruleset[Any]) -> Judgement:
    """Ask to leave an older move out (`table.leave_out`)."""
    line = _may_be_left_out(draft.state, facts.version - 1)
    if not any(first <= move.version <= last for first, last in line):
        least = min((first for first, _ in line), default=facts.version)
        return refuse(Code.NOT_ON_THE_LINE, LEAVE_OUT, version=move.version, earliest_version=least)
    return _ask(draft, move.version - 1, move.version, facts, ruleset)


def _may_be_left_out(state: State[Any], head: int) -> list[tuple[int, int]]:
    """Return the newest moves of the line, as spans of versions, except the first event."""
    newest: list[tuple[int, int]] = []
    remaining = AGAIN_LIMIT
    for first, last in reversed(spans(state.table.timeline, head)):
        least = max(first, 2, last - remaining + 1)
        if least <= last:
            newest.append((least, last))
            remaining -= last - least + 1
    return newest


def _ask(
    draft: Draft[Any], to: int, without: int | None, facts: Facts, ruleset: Ruleset[Any]
) -> Judgement:
    open, table = draft.table.timeline.request, draft.table
    rule = LEAVE_OUT if without else RULE
    if open:
        waiting = listed([table.name(seat) for seat in open.agreement.waiting])
        return refuse(
            Code.REWIND_OPEN, rule, rewind=open.id, rewind_version=open.to, waiting_names=waiting
        )
    id = ProposalId(f"r{table.timeline.asked_ever + 1}")
    seats = _seats_to_ask(draft, to, facts)
    draft.cite(rule, rewind_version=to, asked_seats=seats, undo_rule=_undo(draft.state))
    draft.emit(RewindAsked(rewind=id, by=facts.seat, asked=seats, to=to, without=without))
    asking = f"{table.name(facts.seat)} asks {_wish(to, without)}."
    return draft.accept(f"{asking}{_rewind_if_agreed(draft, ruleset)}")


def _wish(to: int, without: int | None) -> str:
    return f"to leave out version {without}" if without else f"to rewind to version {to}"


def _undo(state: State[Any]) -> str:
    return str(state.table.house_rules.get(UNDO.id, UNDO.default))


def _seats_to_ask(draft: Draft[Any], to: int, facts: Facts) -> tuple[SeatId, ...]:
    """Return the seats that must agree, by the house rule `undo`."""
    others = draft.table.others(facts.seat)
    match _undo(draft.state):
        case "gm" if draft.table.gm in draft.table.sitting:
            return tuple(seat for seat in others if seat == draft.table.gm)
        case "mover" if facts.version - to <= OWN_LIMIT and facts.past.sole_mover(to) == facts.seat:
            return ()
        case _:
            return others


def answer(draft: Draft[Any], move: AnswerMove, facts: Facts, ruleset: Ruleset[Any]) -> Judgement:
    """Judge a yes, a no or a withdrawal of the question about a rewind (`table.rewind`)."""
    request, name = draft.table.timeline.request, draft.table.name(facts.seat)
    assert request is not None
    what = _wish(request.to, request.without)
    question = draft.table, request.id, request.agreement
    match move:
        case Agree():
            if refusal := cannot_answer(*question, facts.seat, RULE, changing=False):
                return refusal
            draft.emit(RewindAgreed(request.id, facts.seat))
            draft.cite(RULE, rewind=request.id, rewind_version=request.to)
            return draft.accept(f"{name} agrees {what}.{_rewind_if_agreed(draft, ruleset)}")
        case Decline():
            if refusal := cannot_answer(*question, facts.seat, RULE, changing=True):
                return refusal
            return _close(draft, request, "declined", f"{name} declines {what}.")
        case _:
            if request.by != facts.seat:
                return others_to_take_back(
                    draft.table, request.id, request.by, request.agreement, RULE
                )
            return _close(draft, request, "retracted", f"{name} no longer asks {what}.")


def _close(draft: Draft[Any], request: RewindRequest, outcome: Any, sentence: str) -> Judgement:
    draft.cite(RULE, rewind=request.id, rewind_version=request.to)
    draft.emit(RewindClosed(request.id, outcome))
    return draft.accept(sentence)


def _rewind_if_agreed(draft: Draft[Any], ruleset: Ruleset[Any]) -> str:
    """Rewind if everyone has agreed to the open request; return the sentence about it, or ""."""
    request = draft.table.timeline.request
    if request is None or not request.agreement.is_settled:
        return ""
    draft.emit(RewindClosed(request.id, "adopted"))
    return make_current(draft, request.to, request.without, ruleset)


def make_current(draft: Draft[Any], to: int, without: int | None, ruleset: Ruleset[Any]) -> str:
    """Rewind to a version, and make that play fit the current table. Return a sentence about it.

    `without` is a version to leave out. The later moves are then repeated.
    """
    draft.emit(Rewound(draft.facts.version, to, without))
    again = "; what came after is made again" if without else ""
    return f" Play is at version {to} again{again}.{ruleset.realign(draft)}"


def expired(before: State[Any], after: State[Any]) -> RewindClosed | None:
    """Return the end of a question about a rewind, or None.

    The question ends if play went on, or if an involved seat left.
    """
    request = after.table.timeline.request
    if request is None or request != before.table.timeline.request:
        return None
    seated = set(after.table.sitting)
    if after.play is before.play and {request.by, *request.agreement.asked} <= seated:
        return None
    return RewindClosed(request.id, "expired")


def options(state: State[Any], version: int, seat: SeatId) -> list[Option]:
    """Return a seat's moves about rewinds: asking, and answering."""
    request = state.table.timeline.request
    if request is None:
        return _questions(state, version)
    return [*answers(request.id, request.by, request.agreement, seat, RULE)]


def _questions(state: State[Any], version: int) -> list[Option]:
    reason = TextField("reason", PROSE_LIMIT, optional=True)
    options = [
        move_option(
            "leave_out",
            (Number("version", first, last, label="Version to leave out"), reason),
            LEAVE_OUT,
            label="Leave a move out",
        )
        for first, last in _may_be_left_out(state, version)
    ]
    if version > 1:
        options.append(
            move_option(
                "rewind",
                (Number("to", 1, version - 1, label="Back to version"), reason),
                RULE,
                label="Go back",
            )
        )
    return options


def awaited(state: State[Any]) -> list[Awaited]:
    """Return the pending answers to the question about a rewind."""
    request = state.table.timeline.request
    if request is None:
        return []
    by, wish = state.table.name(request.by), _wish(request.to, request.without)
    return [
        Awaited(
            "agreement", request.agreement.waiting, RULE, f"{by} asks {wish}.", about=request.id
        )
    ]
