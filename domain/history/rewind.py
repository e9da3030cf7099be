"""Rewinds: undo, redo and return to any version, with the agreement of the table.

Undo goes back on the line of play. Redo goes forward to an undone version. Both name the version
whose play becomes current. The table does not change, and dice are never taken back.
"""

from typing import Annotated, Any

from msgspec import Meta

from verger.domain.core.agreement import Agreement
from verger.domain.core.decider import Draft, Facts, Judgement, Ruleset, State
from verger.domain.core.force import Force, after_rewind
from verger.domain.core.house_rule import HouseRule
from verger.domain.core.identifier import HouseRuleId, ProposalId, RuleId, SeatId, number
from verger.domain.core.members import made_of
from verger.domain.core.option import Awaited, Number, Option, TextField, move_option
from verger.domain.core.reason import Code
from verger.domain.core.rule import house_rulebook
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import PROSE_LIMIT, Prose, listed, narrated
from verger.domain.core.timeline import (
    Line,
    RewindAgreed,
    RewindAsked,
    RewindClosed,
    RewindRequest,
    Rewound,
    spans,
)
from verger.domain.history.undoing import (
    action_of,
    consequences,
    in_words,
    remedies_in_words,
    undoing_of,
    undoing_without,
    versions,
)
from verger.domain.history.undoing import facts as facts_of
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
            "Play can go back to an earlier version, or forward to a version that was undone. The "
            "seats that the house rule names must agree. Seats, limits, disputes and thrown dice "
            "stay."
        ),
        LEAVE_OUT: (
            "The seats that the house rule names may agree to leave out an older move. Play goes "
            "back to the version before it. The later moves of that line of play are then made "
            "again, with the dice that were thrown for them."
        ),
    }
)

UNDO = HouseRule(
    HouseRuleId("undo"),
    "The seats that must agree before moves are undone. A seat can also be free to undo its own "
    "latest moves, if nobody else has acted since then and no dice were thrown for these moves.",
    (RuleId(RULE), RuleId(LEAVE_OUT)),
    ("unanimous", "gm", "mover"),
    labels=(
        "All seats must agree to undo moves",
        "The GM must agree to undo moves",
        "Seats undo their own latest moves without asking",
    ),
)

UNDO_DICE = HouseRule(
    HouseRuleId("undo_dice"),
    "Whether throws are undone like other moves, with new dice after that (`new`), or only if "
    "everybody agrees (`never`). With `never`, everybody must also agree to a remedy that undoes a "
    "throw, and before a move is left out that has a throw or comes before one.",
    (RuleId(RULE), RuleId(LEAVE_OUT)),
    ("new", "never"),
    labels=("Throws are undone like other moves", "Throws stay unless everybody agrees"),
)

OWN_LIMIT = 100
"""The maximum number of versions that a seat can undo without asking, if it made all these
moves."""
AGAIN_LIMIT = 1_000
"""The maximum number of later moves that are repeated after a move was left out."""
WARNED_AT_MOST = 5
"""The maximum number of disputes in the label of an option."""


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
    if refusal := not_earlier(facts, move.to) or _already_asked(draft, RULE):
        return refusal
    undoing = undoing_of(draft.state, facts.version, move.to, facts.past)
    asked = RewindRequest(
        id=_next_id(draft),
        by=facts.seat,
        to=move.to,
        without=None,
        agreement=_agreement(draft, move.to, facts, is_of_dice=bool(undoing.throws)),
        undoing=undoing,
        reason=move.reason,
    )
    return _ask(draft, asked, ruleset)


def not_earlier(facts: Facts, to: int) -> Refused | None:
    """Return why play cannot be rewound to a version, or None."""
    head = facts.version - 1
    return refuse(Code.NOT_EARLIER, RULE, version=to, head=head) if to >= head else None


def leave_out(draft: Draft[Any], move: LeaveOut, facts: Facts, ruleset: Ruleset[Any]) -> Judgement:
    """Ask to leave an older move out, with all moves of its action (`table.leave_out`)."""
    line = list(versions(_may_be_left_out(draft.state, facts.version - 1)))
    if move.version not in line:
        least = min(line, default=facts.version)
        return refuse(Code.NOT_ON_THE_LINE, LEAVE_OUT, version=move.version, earliest_version=least)
    if refusal := _already_asked(draft, LEAVE_OUT):
        return refusal
    deeds = facts.past.deeds(line[0] - 1)
    done = deeds.get(move.version)
    if done is None or not done.is_of_play:
        return refuse(Code.NOT_OF_PLAY, LEAVE_OUT, version=move.version)
    first, *others = action_of(deeds, line, move.version)
    is_of_dice = any(deeds[at].has_dice for at in line if at >= first and at in deeds)
    asked = RewindRequest(
        id=_next_id(draft),
        by=facts.seat,
        to=first - 1,
        without=first,
        agreement=_agreement(draft, first - 1, facts, is_of_dice=is_of_dice),
        also=tuple(others),
        undoing=undoing_without(deeds, [first, *others]),
        reason=move.reason,
    )
    return _ask(draft, asked, ruleset)


def _may_be_left_out(state: State[Any], head: int) -> Line:
    """Return the newest moves of the line, as spans of versions, except the first event."""
    newest: Line = []
    remaining = AGAIN_LIMIT
    for first, last in reversed(spans(state.table.timeline, head)):
        least = max(first, 2, last - remaining + 1)
        if least <= last:
            newest.append((least, last))
            remaining -= last - least + 1
    return newest[::-1]


def _next_id(draft: Draft[Any]) -> ProposalId:
    return ProposalId(f"r{draft.table.timeline.asked_ever + 1}")


def _already_asked(draft: Draft[Any], rule: str) -> Refused | None:
    """Return the refusal of a second question, or None."""
    open = draft.table.timeline.request
    if open is None:
        return None
    waiting = listed([draft.table.name(seat) for seat in open.agreement.waiting])
    return refuse(
        Code.REWIND_OPEN, rule, rewind=open.id, rewind_version=open.to, waiting_names=waiting
    )


def _ask(draft: Draft[Any], asked: RewindRequest, ruleset: Ruleset[Any]) -> Judgement:
    seats = asked.agreement.asked
    draft.cite(
        LEAVE_OUT if asked.without else RULE,
        rewind_version=asked.to,
        asked_seats=seats,
        undo_rule=_undo(draft.state),
        **facts_of(asked.undoing),
    )
    draft.emit(made_of(RewindAsked, asked, rewind=asked.id, asked=seats))
    sentence = f"{draft.table.name(asked.by)} asks to {in_words(asked.undoing)}{_because(asked)}"
    sentence += f"{consequences(asked.undoing)}{_rewind_if_agreed(draft, ruleset)}"
    return draft.accept(sentence)


def _because(asked: RewindRequest) -> str:
    """Return the end of a sentence with the reason, if there is one."""
    return f". The reason{narrated(asked.reason)}" if asked.reason else "."


def _undo(state: State[Any]) -> str:
    return str(state.table.house_rules.get(UNDO.id, UNDO.default))


def keeps_dice(state: State[Any]) -> bool:
    """Return whether a throw can be undone only if all seats agree (`table.rewind`)."""
    return state.table.house_rules.get(UNDO_DICE.id, UNDO_DICE.default) == "never"


def _agreement(draft: Draft[Any], to: int, facts: Facts, *, is_of_dice: bool) -> Agreement:
    """Return the seats that must agree, by the house rules `undo` and `undo_dice`."""
    others = draft.table.others(facts.seat)
    if is_of_dice and keeps_dice(draft.state):
        return Agreement(others)
    match _undo(draft.state):
        case "gm" if draft.table.gm in draft.table.sitting:
            return Agreement(tuple(seat for seat in others if seat == draft.table.gm))
        case "mover" if facts.version - to <= OWN_LIMIT and facts.past.sole_mover(to) == facts.seat:
            return Agreement(())
        case _:
            return Agreement(others)


def answer(draft: Draft[Any], move: AnswerMove, facts: Facts, ruleset: Ruleset[Any]) -> Judgement:
    """Judge a yes, a no or a withdrawal of the question about a rewind (`table.rewind`)."""
    request, name = draft.table.timeline.request, draft.table.name(facts.seat)
    assert request is not None
    what = in_words(request.undoing)
    question = draft.table, request.id, request.agreement
    match move:
        case Agree():
            if refusal := cannot_answer(*question, facts.seat, RULE, changing=False):
                return refusal
            draft.emit(RewindAgreed(request.id, facts.seat))
            told = facts_of(request.undoing)
            draft.cite(RULE, rewind=request.id, rewind_version=request.to, **told)
            return draft.accept(f"{name} agrees to {what}.{_rewind_if_agreed(draft, ruleset)}")
        case Decline():
            if refusal := cannot_answer(*question, facts.seat, RULE, changing=True):
                return refusal
            sentence = f"{name} declines to {what}{narrated(move.reason)}"
            return _close(draft, request, "declined", sentence)
        case _:
            if request.by != facts.seat:
                return others_to_take_back(
                    draft.table, request.id, request.by, request.agreement, RULE
                )
            return _close(draft, request, "retracted", f"{name} no longer asks to {what}.")


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
    return make_current(draft, request.to, ruleset, (request.without, request.also))


def make_current(
    draft: Draft[Any],
    to: int,
    ruleset: Ruleset[Any],
    left_out: tuple[int | None, tuple[int, ...]] = (None, ()),
) -> str:
    """Rewind to a version, and make the play of this version fit the current table.

    Return a sentence.

    `left_out` is the first version of an action to leave out, and its other versions. The later
    moves are then repeated.
    """
    version, (without, also) = draft.facts.version, left_out
    remedies = after_rewind(draft.table.disputes, draft.table.timeline, version, to)
    draft.emit(Rewound(version, to, without, also))
    again = "; the later moves are made again" if without else ""
    # The corrections of settlements are repeated, too.
    told = () if without else remedies_in_words(*remedies)
    sentence = "".join([f" {remedy}" for remedy in told])
    return f" Play is at version {to} again{again}.{sentence}{ruleset.realign(draft)}"


def expired(before: State[Any], after: State[Any]) -> RewindClosed | None:
    """Return the end of a question about a rewind, or None.

    The question ends if play continued, or if an involved seat left.
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
            (
                Number("version", first, last, listed="timeline", label="Version to leave out"),
                reason,
            ),
            LEAVE_OUT,
            label="Leave a move out",
        )
        for first, last in reversed(_may_be_left_out(state, version))
    ]
    if version > 1:
        label = f"Back to version{_remedies_at_stake(state, version)}"
        options.append(
            move_option(
                "rewind",
                (Number("to", 1, version - 1, label=label), reason),
                RULE,
                label="Go back",
            )
        )
    return options


def _remedies_at_stake(state: State[Any], version: int) -> str:
    """Return a warning for a label about the corrections that a rewind would undo; "" if it undoes none."""
    made = Force(state.table.timeline, version).corrections(state.table.disputes)
    stakes = [f"before {at}, dispute {number(id)} is no longer remedied" for id, at in made]
    return f" ({'; '.join(stakes[-WARNED_AT_MOST:])})" if stakes else ""


def awaited(state: State[Any]) -> list[Awaited]:
    """Return the pending answers to the question about a rewind."""
    request = state.table.timeline.request
    if request is None:
        return []
    waiting, wish = request.agreement.waiting, in_words(request.undoing)
    again = " The later moves are made again." if request.without else ""
    sentence = f"{wish[:1].upper()}{wish[1:]}? {state.table.name(request.by)} asks"
    sentence += narrated(request.reason)
    sentence += f"{again}{consequences(request.undoing)}"
    return [Awaited("agreement", waiting, RULE, sentence, about=request.id, object=wish)]
