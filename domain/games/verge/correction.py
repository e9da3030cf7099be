"""Corrections to the network that a table can agree on, and their consequences."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Literal, assert_never

import msgspec

from verger.domain.core.decider import Corrections, Described, Tokens
from verger.domain.core.identifier import Account, SeatId
from verger.domain.core.ledger import BANK, seat_account
from verger.domain.core.option import Choice, Choices, Field, Option, Set, TextField, choice
from verger.domain.core.remedy import MoveTokens
from verger.domain.core.ruling import Fact, Refused, refuse
from verger.domain.core.text import LABEL_LIMIT, Label, tidy
from verger.domain.games.verge.model.action import DeclarationId, Ref
from verger.domain.games.verge.model.mark import RATIFIED, STRIKES_OUT, STRUCK, WEAKENED
from verger.domain.games.verge.model.network import (
    Edge,
    Element,
    ElementId,
    ElementRestored,
    MarkAdded,
    MarkRemoved,
    NodeId,
    Relabelled,
)
from verger.domain.games.verge.model.purse import NOTHING, SUPPLY, Token
from verger.domain.games.verge.phase import Acknowledged
from verger.domain.games.verge.proceeding import wish
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, Load, Play, State
from verger.domain.games.verge.turn import tied_to
from verger.domain.games.verge.writing import (
    advise,
    eliminate,
    falls,
    peers_of,
    see_whether_it_falls,
    unfit_element,
    unfit_label,
)

RULE = "dispute.amend"

MarkName = Literal["!", "X", "?"]


class _Correction(msgspec.Struct, frozen=True, tag_field="correction", forbid_unknown_fields=True):
    element: Ref


class WriteMark(_Correction, frozen=True, tag="write_mark"):
    """Add a missing mark. The mark can eliminate the element."""

    mark: MarkName


class RemoveMark(_Correction, frozen=True, tag="remove_mark"):
    """Remove the latest mark of a kind. The element may be eliminated."""

    mark: MarkName


class RelabelElement(_Correction, frozen=True, tag="relabel"):
    """Change the label of an element."""

    label: Label
    acknowledges: Acknowledged = ()


class Eliminate(_Correction, frozen=True, tag="eliminate"):
    """Eliminate an element; for a node, also its edges."""


class Restore(_Correction, frozen=True, tag="restore"):
    """Restore an eliminated element; for a node, also the edges that were eliminated with it."""


NetworkCorrection = WriteMark | RemoveMark | RelabelElement | Eliminate | Restore
Correction = MoveTokens[Token] | NetworkCorrection


def make(draft: Draft, correction: NetworkCorrection) -> Refused | None:
    """Correct the network (`dispute.amend`), or return why this is not possible."""
    match correction:
        case WriteMark(id, mark):
            return _write(draft, id, mark)
        case RemoveMark(id, mark):
            return _remove(draft, id, mark)
        case RelabelElement():
            return _relabel(draft, correction)
        case Eliminate(id):
            if refusal := unfit_element(draft.play.network, id, RULE):
                return refusal
            eliminate(draft, id, "correction")
            return _needed_now(draft, id)
        case Restore(id):
            return _restore(draft, id)
        case _:
            assert_never(correction)


def _write(draft: Draft, id: ElementId, mark: MarkName) -> Refused | None:
    if refusal := unfit_element(draft.play.network, id, RULE):
        return refusal
    draft.emit(MarkAdded(id, mark))
    # mark.standing: weakening never eliminates an element.
    if mark != WEAKENED:
        see_whether_it_falls(draft, id)
    return _needed_now(draft, id)


def _remove(draft: Draft, id: ElementId, mark: MarkName) -> Refused | None:
    element = draft.play.network.element(id)
    if element is None:
        return refuse(Own.UNKNOWN_ELEMENT, RULE, element=id)
    if mark not in element.marks.written:
        return refuse(Own.NO_SUCH_MARK, RULE, element=id, element_label=element.label, mark=mark)
    draft.emit(MarkRemoved(id, mark))
    if not element.eliminated:
        see_whether_it_falls(draft, id)
    return _needed_now(draft, id)


def _needed(state: State) -> NodeId | None:
    """Return the node that the current turn of Load wrote and must still join (`network.edge`)."""
    step = state.play.step
    turn = step.turn if isinstance(step, Load) else None
    return turn.node if turn and not turn.edge else None


def _needed_now(draft: Draft, id: ElementId) -> Refused | None:
    element = draft.play.network.element(id)
    if id != _needed(draft.state) or element is None or not element.eliminated:
        return None
    return refuse(Own.NEEDED_NOW, RULE, element=id, element_label=element.label)


def _relabel(draft: Draft, correction: RelabelElement) -> Refused | None:
    network, id = draft.play.network, correction.element
    if refusal := unfit_element(network, id, RULE):
        return refusal
    peers = [(other, peer) for other, peer in peers_of(network, id) if other != id]
    if refusal := unfit_label(correction.label, peers, correction.acknowledges):
        return refusal
    if NodeId(id) in network.nodes:
        advise(draft, correction.label)
    draft.emit(Relabelled(id, tidy(correction.label)))
    return None


def _restore(draft: Draft, id: ElementId) -> Refused | None:
    """Restore an element.

    Edges that were eliminated with a node return as far as the rules allow.
    """
    if refusal := _stays_out(draft.state, id):
        return refusal
    draft.emit(ElementRestored(id))
    node = draft.play.network.nodes.get(NodeId(id))
    for edge in node.edges if node else ():
        gone_with_it = draft.play.network.edges[edge].eliminated == "node"
        if gone_with_it and not _stays_out(draft.state, edge):
            draft.emit(ElementRestored(edge))
    return None


def _stays_out(state: State, id: ElementId) -> Refused | None:
    """Return why an element cannot be restored, or None."""
    network = state.play.network
    element = network.element(id)
    if element is None:
        return refuse(Own.UNKNOWN_ELEMENT, RULE, element=id)
    label = element.label
    if not element.eliminated:
        return refuse(Own.NOT_ELIMINATED, RULE, element=id, element_label=label)
    if falls(state, element):
        marks = element.marks.written
        return refuse(Own.WOULD_FALL, RULE, element=id, element_label=label, marks=marks)
    return _ends_are_out(state, element) if isinstance(element, Edge) else None


def _ends_are_out(state: State, edge: Edge) -> Refused | None:
    """Return why an edge cannot exist, or None.

    An end of it is eliminated, or its person already has a thing of this rank.
    """
    network, person = state.play.network, edge.person
    for end in (edge.source, edge.target):
        if refusal := unfit_element(network, end, RULE):
            return refusal
    if person is None or not edge.thing:
        return None
    label = network.nodes[person].label
    if tied_to(state, person, edge.thing):
        return refuse(
            Own.ALREADY_TIED, RULE, element=person, element_label=label, thing_number=edge.thing
        )
    other = edge.beyond(person)
    if tied_to(state, person, 3 - edge.thing) == other:
        label, why = network.nodes[other].label, "it is the other thing now"
        return refuse(
            Own.SAME_THING,
            RULE,
            element=other,
            element_label=label,
            hindrance="other_thing",
            hindrance_in_words=why,
        )
    return None


Elements = Sequence[tuple[ElementId, Element]]


def options(state: State) -> list[Option]:
    """Return the corrections of the network that are possible now."""
    elements, here = state.play.network.elements, state.play.network.active
    named = {id: choice(id, element.label) for id, element in elements}
    needed = _needed(state)
    strikable = [
        (id, element)
        for id, element in here
        if id != needed or element.marks.struck < STRIKES_OUT - 1
    ]
    marked = {
        mark: [(id, element) for id, element in elements if mark in element.marks.written]
        for mark in (RATIFIED, STRUCK, WEAKENED)
    }
    out = [(id, element) for id, element in elements if element.eliminated]
    label = TextField("label", LABEL_LIMIT, new=True)
    option = partial(_option, named)
    shapes = [
        *[option("write_mark", here, mark=mark) for mark in (RATIFIED, WEAKENED)],
        option("write_mark", strikable, mark=STRUCK),
        *[option("remove_mark", having, mark=mark) for mark, having in marked.items()],
        option("relabel", here, label, Set("acknowledges", label="Alike on purpose")),
        option("eliminate", [(id, element) for id, element in here if id != needed]),
        option("restore", [(id, element) for id, element in out if not _stays_out(state, id)]),
    ]
    return [option for option in shapes if option]


def _option(
    named: Mapping[ElementId, Choice], name: str, elements: Elements, *fields: Field, **fixed: str
) -> Option | None:
    if not elements:
        return None
    shown = Choices("element", tuple([named[id] for id, _ in elements]))
    return Option({"correction": name, **fixed}, (shown, *fields), (RULE,))


def describe(state: State, correction: NetworkCorrection) -> Described:
    """Describe a correction for those who vote on it (`dispute.settle`)."""
    id = correction.element
    element = state.play.network.element(id)
    label = f"“{element.label}”" if element else "an element that is gone"
    facts: dict[str, Fact] = {"element": id, "element_label": element.label if element else ""}
    match correction:
        case WriteMark(_, mark):
            return Described(f"write {mark} on {label}", {**facts, "mark": mark})
        case RemoveMark(_, mark):
            return Described(f"remove {mark} from {label}", {**facts, "mark": mark})
        case RelabelElement():
            new = tidy(correction.label)
            words = f"change the label of {label} to “{new}”"
            return Described(words, {**facts, "new_label": new})
        case Eliminate():
            return Described(f"eliminate {label}", facts)
        case Restore():
            return Described(f"restore {label}", facts)
        case _:
            assert_never(correction)


CORRECTIONS: Corrections[Play] = Corrections(Correction, make, options, describe)


def _accounts(state: State) -> dict[Account, str]:
    return {BANK: "the bank"} | {seat_account(seat.id): seat.name for seat in state.table.players}


def _stake(state: State, account: Account) -> str:
    """Describe the purpose of reserved tokens: an open change, a first notice, a bribe."""
    kind, _, id = account.partition(":")
    if kind == "escrow":
        declaration = state.play.declarations.get(DeclarationId(id))
        return f"the price of {wish(state, declaration)}" if declaration else "a price"
    who = state.table.name(SeatId(id))
    return f"the bribe of {who}" if kind == "bribe" else f"the GM's budget in the notice of {who}"


TOKENS = Tokens(
    nothing=NOTHING,
    accounts=_accounts,
    limited=frozenset({Token.BOOST}),
    sources=frozenset({BANK, SUPPLY}),
    stake=_stake,
)
