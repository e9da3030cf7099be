"""The six changes of Run and claims: their prices, conditions and effects."""

import re
from collections.abc import Sequence
from functools import partial
from typing import assert_never

from msgspec.structs import replace

from verger.domain.core.identifier import SeatId
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import house_rule
from verger.domain.core.text import tidy
from verger.domain.games.verge import writing
from verger.domain.games.verge.character import unfit_claim
from verger.domain.games.verge.house_rules import HOUSE_RULES
from verger.domain.games.verge.model.action import (
    Action,
    Claim,
    Connect,
    Create,
    Made,
    Nature,
    Repair,
    Strengthen,
    Strike,
    Weaken,
)
from verger.domain.games.verge.model.mark import RATIFIED, STRUCK, WEAKENED
from verger.domain.games.verge.model.network import (
    CharacterClaimed,
    Direction,
    Element,
    ElementId,
    MarkAdded,
    MarkRemoved,
    Network,
    NodeId,
    named,
    shown,
)
from verger.domain.games.verge.model.purse import Purse
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, State
from verger.domain.games.verge.token import earn
from verger.domain.games.verge.writing import (
    add_marks,
    node_peers,
    unfit_edge,
    unfit_element,
    unfit_label,
    unfit_node,
    write_edge,
    write_node,
)

ONE_STORY, TWO_STORY = Purse(story=1), Purse(story=2)
ONE_DEVELOPMENT, ONE_OF_BOTH = Purse(development=1), Purse(story=1, development=1)

Marking = Strike | Strengthen | Weaken | Repair
"""The changes of an element's marks."""

RULES: dict[type[Action], str] = {
    Create: "change.create",
    Connect: "change.connect",
    Strike: "change.strike",
    Strengthen: "change.strengthen",
    Weaken: "change.weaken",
    Repair: "change.repair",
    Claim: "character.claim",
}

_NAMING: dict[type[Action], tuple[str, ...]] = {
    Create: ("other",),
    Connect: ("source", "target"),
    **dict.fromkeys((Strike, Strengthen, Weaken, Repair, Claim), ("element",)),
}
"""The fields of an action that name elements."""

_RESULT = re.compile(r"a([1-9][0-9]?)\.(node|edge)")


def resolved(action: Action, made: Sequence[Made]) -> Action | Refused:
    """Return an action with the ids that earlier actions wrote, in place of references such as `a1.node`."""
    ids: dict[str, ElementId] = {}
    for name in _NAMING[type(action)]:
        reference = getattr(action, name)
        named = _RESULT.fullmatch(reference)
        if named is None:
            continue
        number, part = int(named[1]), named[2]
        written = getattr(made[number - 1], part) if number <= len(made) else None
        if written is None:
            return refuse(Own.UNKNOWN_RESULT, "consent.declare", result_reference=reference)
        ids[name] = written
    return replace(action, **ids) if ids else action


def rule_of(action: Action) -> str:
    """Return the rule of an action, which sets its price."""
    return rule_named(str(action.__struct_config__.tag))


def rule_named(action: str) -> str:
    """Return the rule of a kind of action."""
    return "character.claim" if action == "claim" else f"change.{action}"


def price(state: State, seat: SeatId, action: Action) -> Purse:
    """Return the price of an action for a seat."""
    match action:
        case Create():
            return create_price(state)
        case Connect():
            return ONE_STORY
        case Strike() | Strengthen() | Weaken() | Repair():
            return marking_price(type(action), seat, state.play.network.element(action.element))
        case Claim():
            return Purse()
        case _:
            assert_never(action)


def marking_price(kind: type[Marking], seat: SeatId, element: Element | None) -> Purse:
    """Return the price of a mark or a repair. Strengthening costs more for your own elements."""
    if kind in (Weaken, Repair):
        return ONE_DEVELOPMENT
    own = element is not None and element.creator == seat
    return ONE_OF_BOTH if kind is Strengthen and own else ONE_STORY


def create_price(state: State) -> Purse:
    """Return the price of a node with its edge (`change.create`).

    This is one story token, or by house rule one each for the node and the edge.
    """
    chosen = house_rule(state.table, HOUSE_RULES, "create_cost")
    return TWO_STORY if chosen == "each" else ONE_STORY


def unfit(state: State, seat: SeatId, action: Action) -> Refused | None:
    """Return why an action cannot be made now, or None. Its price is not checked."""
    match action:
        case Create():
            return _unfit_create(state, action)
        case Connect():
            network = state.play.network
            ends = (action.source, action.target)
            return unfit_edge(network, *ends, action.label, action.acknowledges)
        case Strike() | Strengthen() | Weaken() | Repair():
            return _unfit_change(state, action)
        case Claim():
            return unfit_claim(state, seat, action.element)
        case _:
            assert_never(action)


def _unfit_create(state: State, action: Create) -> Refused | None:
    """Return the refusal if a node is not new, or if its neighbour does not exist."""
    network = state.play.network
    return unfit_node(network, action.other, "change.create") or unfit_label(
        action.label, node_peers(network), action.acknowledges
    )


def elements_of(action: Action) -> tuple[ElementId, ...]:
    """Return the elements of the network that an action changes, or that it joins with an edge."""
    named = [getattr(action, name) for name in _NAMING[type(action)]]
    return tuple(id for id in named if not _RESULT.fullmatch(id))


def advise(draft: Draft, actions: Sequence[Action]) -> None:
    """Warn of relationships in the labels of nodes to be created (`network.relationship`)."""
    for action in actions:
        if isinstance(action, Create):
            writing.advise(draft, action.label)


def off_camera(state: State, actions: Sequence[Action]) -> Refused | None:
    """Return why actions cannot be declared now, or None (`change.create`).

    A creation in the fiction needs a scene when it is declared. The scene can end before the
    creation is recorded.
    """
    seen = state.play.scene is not None or not any(is_on_camera(action) for action in actions)
    return None if seen else refuse(Own.NO_SCENE, "change.create")


def is_on_camera(action: Action) -> bool:
    """Return whether the camera must have shown the result of an action (`change.create`)."""
    return isinstance(action, Create) and action.nature is Nature.FICTION


def _unfit_change(state: State, action: Marking) -> Refused | None:
    id, network = action.element, state.play.network
    if refusal := unfit_element(network, id, RULES[type(action)]):
        return refusal
    element = network.element(id)
    assert element is not None
    return unfit_marking(state, type(action), id, element)


def unfit_marking(
    state: State, kind: type[Marking], id: ElementId, element: Element
) -> Refused | None:
    """Return why an active element cannot be marked or repaired, or None."""
    rule, weakened = RULES[kind], element.marks.weakened
    # change.strike: a character whose player left can be struck.
    if kind is Strike and (claimant := state.play.network.claimant(id)) in state.table.sitting:
        name = state.table.name(claimant)
        return refuse(
            Own.CLAIMED_CHARACTER, rule, element=id, element_label=element.label, seat_name=name
        )
    if kind is Strengthen and weakened:
        return refuse(
            Own.WEAKENED, rule, element=id, element_label=element.label, weak_marks=weakened
        )
    if kind is Repair and not weakened:
        return refuse(Own.NOTHING_TO_REPAIR, rule, element=id, element_label=element.label)
    return None


def record(draft: Draft, seat: SeatId, action: Action) -> Made:
    """Record a change in the network."""
    rule = RULES[type(action)]
    match action:
        case Create():
            draft.cite(rule)
            return _create(draft, seat, action)
        case Connect():
            draft.cite(rule)
            ends = (action.source, action.target)
            return Made(edge=write_edge(draft, seat, action.label, ends, action.acknowledges))
        case Strike() | Strengthen() | Weaken() | Repair():
            _mark(draft, seat, action)
        case Claim():
            draft.cite(rule, node=action.element)
            draft.cite("character.will", seat=seat)
            draft.emit(CharacterClaimed(seat, NodeId(action.element)))
        case _:
            assert_never(action)
    return Made()


def _create(draft: Draft, seat: SeatId, action: Create) -> Made:
    node = write_node(draft, seat, action.label, action.kind, action.acknowledges)
    out = action.direction is Direction.OUT
    ends = (node, action.other) if out else (action.other, node)
    return Made(node, write_edge(draft, seat, action.edge, ends, ()))


def _mark(draft: Draft, seat: SeatId, action: Marking) -> None:
    id, rule = action.element, RULES[type(action)]
    match action:
        case Strike():
            add_marks(draft, id, STRUCK)
        case Strengthen():
            add_marks(draft, id, RATIFIED)
            _thank_creator(draft, seat, id)
        case Weaken():
            # mark.standing: weakening never eliminates an element.
            draft.emit(MarkAdded(id, WEAKENED))
        case Repair():
            # mark.order: a repair removes the latest ?.
            draft.emit(MarkRemoved(id, WEAKENED))
        case _:
            assert_never(action)
    element = draft.play.network.element(id)
    assert element is not None
    draft.cite(rule, element=id)
    draft.cite("mark.power", element=id, element_power=element.marks.power)


def _thank_creator(draft: Draft, seat: SeatId, id: ElementId) -> None:
    """Pay the creator of an element that another seat strengthened (`token.ratified`)."""
    element = draft.play.network.element(id)
    assert element is not None
    if element.creator == seat or element.creator not in draft.table.sitting:
        return
    draft.cite("token.ratified", element=id, creator=element.creator, tokens_gained=1)
    earn(draft, element.creator, 1, "own work was strengthened", "token.ratified")


def words(state: State, action: Action, actions: Sequence[Action] = ()) -> str:
    """Describe an action for players, as the end of a sentence.

    References to the results of `actions` appear with the labels that those actions would write.
    """
    called = partial(_called, state.play.network, actions)
    match action:
        case Create():
            label, edge = tidy(action.label), tidy(action.edge)
            return f"to create “{label}” and join it to {called(action.other)} by “{edge}”"
        case Connect():
            ends = f"{called(action.source)} to {called(action.target)}"
            return f"to connect {ends} by “{tidy(action.label)}”"
        case Strike() | Strengthen() | Weaken() | Repair() | Claim():
            verb = type(action).__name__.lower()
            return f"to {verb} {called(action.element)}"
        case _:
            assert_never(action)


def _called(network: Network, actions: Sequence[Action], id: ElementId) -> str:
    reference = _RESULT.fullmatch(id)
    number, part = (int(reference[1]), reference[2]) if reference else (0, "")
    match actions[number - 1] if 0 < number <= len(actions) else None, part:
        case (Create(label=label), "node") | (Create(edge=label) | Connect(label=label), "edge"):
            return f"“{tidy(label)}”"
        case _:
            return (
                "an element that was never written" if reference and actions else named(network, id)
            )


def deed(state: State, seat: SeatId, action: Action) -> str:
    """Describe a recorded action, as the end of a sentence."""
    network = state.play.network
    match action:
        case Create():
            label, edge = tidy(action.label), tidy(action.edge)
            return f"“{label}” is joined to {named(network, action.other)} by “{edge}”"
        case Connect():
            source, target = named(network, action.source), named(network, action.target)
            return f"{source} is connected to {target} by “{tidy(action.label)}”"
        case Strike() | Strengthen() | Weaken() | Repair():
            element = network.element(action.element)
            assert element is not None
            gone = " and is eliminated" if element.eliminated else ""
            return f"“{element.label}” stands as “{shown(element)}”{gone}"
        case Claim():
            return f"{named(network, action.element)} is {state.table.name(seat)}'s character"
        case _:
            assert_never(action)
