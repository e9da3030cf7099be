"""The moves about disputes that a seat can make, and the pending votes."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, assert_never

from verger.domain.core.decider import Ruleset, State
from verger.domain.core.dispute import Dispute, OfEvent, OfRefusal, Settlement
from verger.domain.core.identifier import DisputeId, SeatId, in_order, number
from verger.domain.core.option import (
    Awaited,
    Field,
    Group,
    Number,
    Option,
    RuleName,
    Subset,
    TextField,
    choice,
    choices,
    move_option,
    question_id,
)
from verger.domain.core.remedy import CORRECTION_LIMIT
from verger.domain.core.table import Table
from verger.domain.core.text import LABEL_LIMIT, PROSE_LIMIT, narrated
from verger.domain.core.unicode import cut, words
from verger.domain.dispute import correction, wording
from verger.domain.dispute.arguing import (
    APPEAL,
    EVIDENCE_LIMIT,
    OPEN,
    VIEW,
    disputed_by,
    has_been_appealed,
    has_said_enough,
    too_many,
)
from verger.domain.dispute.correction import AMEND, OVERRIDE
from verger.domain.dispute.settling import SETTLE, settled_by
from verger.domain.history.rewind import RULE as REWIND

NUMBERS_END = 2**53
QUOTED = 90
"""The maximum length of a quoted ruling in a label of a dispute, in characters."""
REASON = TextField("reason", PROSE_LIMIT)
GROUNDS = TextField("grounds", PROSE_LIMIT)


def options(ruleset: Ruleset[Any], state: State[Any], version: int, seat: SeatId) -> list[Option]:
    """Return the moves about disputes that a taken seat can make."""
    disputes, own = state.table.disputes, state.table.seat(seat)
    has_room = not too_many(state.table, seat, OPEN)
    options = [_dispute(state, version, seat)] if has_room else []
    open = in_order(disputes.open.items())
    asked_by = [id for id, dispute in open if dispute.asker == seat]
    if asked_by:
        options.append(
            move_option(
                "withdraw_dispute", (_of(state, asked_by), REASON), OPEN, label="Withdraw a dispute"
            )
        )
    if own is None or not own.plays:
        return options
    heard = [id for id, dispute in open if not has_said_enough(dispute, seat)]
    if heard:
        fields = (
            _of(state, heard),
            TextField("text", PROSE_LIMIT, label="Your view"),
            *_evidence(state, version),
        )
        options.append(move_option("state_view", fields, VIEW, label="State a view"))
    options += _settling(ruleset, state, version, seat)
    settled = [
        id for id, dispute in in_order(disputes.closed.items()) if _may_be_appealed(dispute, seat)
    ]
    if settled and has_room:
        options.append(
            move_option("appeal", (_of(state, settled), GROUNDS), APPEAL, label="Appeal")
        )
    return options


def _of(state: State[Any], ids: list[DisputeId]) -> Field:
    return choices("dispute", [(id, _ruling_of(state, id)) for id in ids])


def _ruling_of(state: State[Any], id: DisputeId) -> str:
    """Describe the subject of a dispute, with the beginning of the ruling."""
    disputes = state.table.disputes
    dispute = disputes.open.get(id) or disputes.closed[id]
    match dispute.about:
        case OfEvent(version):
            about = f"version {version}"
        case OfRefusal(refusal):
            about = f"refusal {refusal}"
        case _:
            assert_never(dispute.about)
    return f"Dispute {number(id)}, on {about}: {_quoted(dispute.ruled.sentence)}"


@lru_cache(4_096)
def _quoted(sentence: str) -> str:
    text = " ".join(words(sentence))
    if len(text) <= QUOTED:
        return text
    begun = cut(text, QUOTED - 2)
    whole = begun if text[len(begun)] == " " else begun.rpartition(" ")[0]
    return f"{whole if len(whole) > QUOTED // 2 else begun} …"


def _evidence(state: State[Any], version: int) -> Iterator[Field]:
    yield Number("versions", 1, version, many=EVIDENCE_LIMIT, label="Versions as evidence")
    yield RuleName("rules", many=EVIDENCE_LIMIT, label="Rules as evidence")
    disputes = state.table.disputes
    known = in_order([*disputes.open.items(), *disputes.closed.items()])
    cited = tuple([choice(id, _ruling_of(state, id)) for id, _ in known])
    yield Subset("disputes", cited, EVIDENCE_LIMIT, label="Disputes as evidence")


def _dispute(state: State[Any], version: int, seat: SeatId) -> Option:
    events, refusals = disputed_by(state.table, seat)
    of_event = Number("version", 1, version, without=events)
    of_refusal = Number(
        "number", 1, NUMBERS_END, without=refusals, listed="refusals", label="Refusal"
    )
    shapes = [Option({"of": "refusal"}, (of_refusal,))]
    if len(events) < version:
        shapes.insert(0, Option({"of": "event"}, (of_event,)))
    about = Group("about", tuple(shapes), label="Which ruling")
    return move_option(
        "dispute",
        (about, RuleName("rule", label="Which rule"), GROUNDS, *_evidence(state, version)),
        OPEN,
        label="Dispute a ruling",
    )


def _may_be_appealed(dispute: Dispute, seat: SeatId) -> bool:
    closing = dispute.closing
    is_settled = closing is not None and closing.settlement is not None
    return is_settled and not has_been_appealed(dispute, seat)


def _settling(
    ruleset: Ruleset[Any], state: State[Any], version: int, seat: SeatId
) -> Iterator[Option]:
    """Yield the option to propose a settlement if none is under vote, and the votes on the settlement under vote."""
    open = in_order(state.table.disputes.open.items())
    unsettled = [id for id, dispute in open if not dispute.settlement]
    if unsettled and (settled_by(state) == "vote" or seat == state.table.gm):
        ways = [("upheld", "Upheld: the ruling stands"), ("overturned", "Overturned: it was wrong")]
        outcome = choices("outcome", ways)
        remedy = Group("remedy", tuple(_remedies(ruleset, state, version)))
        fields = (_of(state, unsettled), outcome, REASON, remedy)
        yield move_option("propose_settlement", fields, SETTLE, label="Propose a settlement")
    for id, dispute in open:
        if dispute.settlement and seat in dispute.settlement.vote.asked:
            vote = dispute.settlement.vote
            answers = [
                (yes, "")
                for yes, given in ((True, vote.yes), (False, vote.no))
                if seat not in given
            ]
            yield move_option(
                "vote", (choices("yes", answers, label="Your vote"),), SETTLE, dispute=id
            )


def _remedies(ruleset: Ruleset[Any], state: State[Any], version: int) -> Iterator[Option]:
    yield Option({"remedy": "nothing"})
    if version > 1:
        yield Option(
            {"remedy": "rewind"},
            (Number("to", 1, version - 1, label="Back to version"),),
            (REWIND,),
        )
    shapes = tuple(correction.options(ruleset, state))
    corrections = Group("corrections", shapes, many=CORRECTION_LIMIT, singly=True)
    name = TextField("name", LABEL_LIMIT)
    if shapes:
        yield Option({"remedy": "amendment"}, (name, corrections), (AMEND,))
    aside = Group("corrections", shapes, CORRECTION_LIMIT, optional=True, singly=True)
    yield Option({"remedy": "override"}, (RuleName("rule", label="Which rule"), aside), (OVERRIDE,))


def awaited(ruleset: Ruleset[Any], state: State[Any]) -> list[Awaited]:
    """Return the pending votes, settlement by settlement. Play does not stop for them."""
    return [
        Awaited(
            "vote",
            settlement.vote.waiting,
            SETTLE,
            _put(ruleset, state, id, settlement),
            about=id,
            object=f"the settlement of dispute {number(id)}",
            id=question_id("vote", id, settlement.version),
        )
        for id, dispute in in_order(state.table.disputes.open.items())
        if (settlement := dispute.settlement)
    ]


def unsettled(state: State[Any]) -> list[Awaited]:
    """Return a question for each open dispute that is not under vote: how to settle it.

    Play does not wait for the answers.
    """
    return [
        _how_to_settle(state, id, dispute)
        for id, dispute in in_order(state.table.disputes.open.items())
        if not dispute.settlement and not dispute.is_of_game
    ]


def _how_to_settle(state: State[Any], id: DisputeId, dispute: Dispute) -> Awaited:
    """Return the question to the whole table. It is put again after an appeal or a failed vote."""
    table, appeal = state.table, dispute.appeal
    does, grounds = ("appeals", appeal.grounds) if appeal else ("opens", dispute.grounds)
    seats, settles = table.sitting, "Settle it: say whether the ruling stands, or state your view."
    if settled_by(state) == "gm":
        seats = tuple([seat for seat in seats if _has_say(table, dispute, seat)])
        settles = (
            f"{table.name(table.gm)} decides whether it stands, and everybody can state a view."
        )
    ruled = dispute.ruled.sentence.removesuffix(".")
    opened = f"{table.name(dispute.asker)} {does} dispute {number(id)}"
    asked = [dispute.version, *[one.version for one in (appeal, *dispute.failed) if one]]
    return Awaited(
        "settle_dispute",
        seats,
        SETTLE,
        f"{opened}. The ruling is: {ruled}. The reason{narrated(grounds)} {settles}",
        about=id,
        object=f"dispute {number(id)}",
        id=question_id("settle_dispute", id, max(asked)),
    )


def _has_say(table: Table, dispute: Dispute, seat: SeatId) -> bool:
    """Return whether a seat has a move about an open dispute that the GM settles."""
    return seat in (table.gm, dispute.asker) or not has_said_enough(dispute, seat)


def _put(ruleset: Ruleset[Any], state: State[Any], id: DisputeId, settlement: Settlement) -> str:
    proposal = wording.proposal(ruleset, state, id, settlement)
    ruled = state.table.disputes.open[id].ruled.sentence.removesuffix(".")
    return f"{proposal} The ruling is: {ruled}. The reason{narrated(settlement.reason)}"
