"""The moves in the phases of Load: write, join, claim, tie, mark, relabel."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Label, Prose, narrated, tidy
from verger.domain.games.verge import load
from verger.domain.games.verge.character import unfit_claim
from verger.domain.games.verge.effects import StepDone
from verger.domain.games.verge.model.action import Ref
from verger.domain.games.verge.model.network import (
    CharacterClaimed,
    Direction,
    EdgeId,
    ElementId,
    Network,
    NodeId,
    NodeKind,
    Relabelled,
    named,
)
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, Play, State
from verger.domain.games.verge.turn import (
    PHASE_RULES,
    THING_MARKS,
    THING_OF_PHASE,
    not_my_turn,
    not_now,
    people_to_tie,
    tied_to,
    turn_of,
    unfit_to_mark,
)
from verger.domain.games.verge.writing import (
    add_marks,
    advise,
    node_peers,
    peers_of,
    unfit_edge,
    unfit_element,
    unfit_label,
    unfit_node,
    write_edge,
    write_node,
)
from verger.domain.judging.chapters import Judges

Acknowledged = Annotated[
    tuple[Ref, ...],
    Meta(
        max_length=20,
        description="The ids of elements with a similar label. By naming them, you accept the similarity.",
    ),
]


class _Move(TaggedMove, frozen=True, omit_defaults=True):
    pass


class WriteNode(_Move, frozen=True, tag="write_node"):
    """Write the node of the phase (`load.ideas` to `load.characters`)."""

    label: Label
    kind: NodeKind | None = None
    acknowledges: Acknowledged = ()
    explanation: Prose | None = None
    """Your explanation: its meaning, and why you think it is cool."""


class WriteEdge(_Move, frozen=True, tag="write_edge"):
    """Join your new node to another node (`load.organizations` to `load.characters`)."""

    label: Label
    other: Ref
    direction: Direction = Direction.OUT
    acknowledges: Acknowledged = ()
    explanation: Prose | None = None
    """Your explanation of its meaning."""


class ClaimCharacter(_Move, frozen=True, tag="claim"):
    """Claim an unclaimed person (`load.characters`)."""

    node: Ref


class NewThing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A thing that is not in the network yet."""

    label: Label
    kind: NodeKind | None = None
    acknowledges: Acknowledged = ()
    explanation: Prose | None = None
    """Your explanation of its meaning."""


class Tie(_Move, frozen=True, tag="tie"):
    """Tie a person to something important to it (`load.first_thing`, `load.second_thing`)."""

    thing: Ref | NewThing
    label: Label
    direction: Direction = Direction.OUT
    person: Ref | None = None
    """Required for the GM. A player always ties the player's own character."""
    acknowledges: Acknowledged = ()
    explanation: Prose | None = None
    """Why the character cares."""


class Mark(_Move, frozen=True, tag="mark"):
    """Ratify (!) or strike (X) an element that another seat wrote (`load.marks`)."""

    element: Ref
    mark: Literal["!", "X"]


class Relabel(_Move, frozen=True, tag="relabel"):
    """Change the label of something that you have just written (`load.relabel`)."""

    element: Ref
    label: Label
    acknowledges: Acknowledged = ()


class EndTurn(_Move, frozen=True, tag="end_turn"):
    """End your turn, if none of its remaining steps is possible."""


LoadMove = WriteNode | WriteEdge | ClaimCharacter | Tie | Mark | Relabel | EndTurn


KINDS_OF_PHASE: dict[int, tuple[NodeKind, ...]] = {
    1: (NodeKind.IDEA, NodeKind.IDEOLOGY, NodeKind.TECHNOLOGY),
    2: (NodeKind.ORGANIZATION,),
    3: (NodeKind.PERSON,),
    4: (NodeKind.PERSON,),
}
"""The kinds that the node of each phase can have, the default first. A theme has the kind of an
idea."""


def write(draft: Draft, move: WriteNode, facts: Facts) -> Judgement:
    """Judge writing the node of the phase. In phase 4, a player also claims it."""
    state, seat = draft.state, facts.seat
    if refusal := not_now(state, seat, "node"):
        return refusal
    phase = turn_of(state)[0].phase
    kinds = KINDS_OF_PHASE[phase]
    kind = move.kind or kinds[0]
    if kind not in kinds:
        return refuse(Own.WRONG_KIND, PHASE_RULES[phase], node_kind=kind, node_kinds_allowed=kinds)
    if refusal := unfit_label(move.label, node_peers(state.play.network), move.acknowledges):
        return refusal
    draft.cite(PHASE_RULES[phase], load_phase=phase)
    id = write_node(draft, seat, move.label, kind, move.acknowledges, explanation=move.explanation)
    draft.emit(StepDone("node", id))
    if phase == 4 and seat != state.table.gm and seat not in state.play.network.characters:
        draft.cite("character.claim", node=id)
        draft.emit(CharacterClaimed(seat, id))
    sentence = f"{_name(draft, facts)} writes “{tidy(move.label)}”{narrated(move.explanation)}"
    return draft.accept(f"{sentence}{load.go_on(draft)}")


def join(draft: Draft, move: WriteEdge, facts: Facts) -> Judgement:
    """Judge the edge that joins the turn's new node."""
    state = draft.state
    if refusal := not_now(state, facts.seat, "edge"):
        return refusal
    step, turn = turn_of(state)
    assert turn.node is not None
    if step.phase != 4 and move.direction is Direction.IN:
        return refuse(Own.WRONG_DIRECTION, PHASE_RULES[step.phase], load_phase=step.phase)
    ends = _ends(turn.node, move.other, move.direction)
    if refusal := unfit_edge(state.play.network, *ends, move.label, move.acknowledges):
        return refusal
    draft.cite(PHASE_RULES[step.phase], load_phase=step.phase)
    id = write_edge(
        draft, facts.seat, move.label, ends, move.acknowledges, explanation=move.explanation
    )
    draft.emit(StepDone("edge", id))
    sentence = f"{_name(draft, facts)} draws an edge: {_drawn(draft.play.network, id)}"
    return draft.accept(f"{sentence}{narrated(move.explanation)}{load.go_on(draft)}")


def _drawn(network: Network, id: EdgeId) -> str:
    edge = network.edges[id]
    return f"{named(network, edge.source)} {edge.label} {named(network, edge.target)}"


def _ends(node: ElementId, other: ElementId, direction: Direction) -> tuple[ElementId, ElementId]:
    return (node, other) if direction is Direction.OUT else (other, node)


def claim(draft: Draft, move: ClaimCharacter, facts: Facts) -> Judgement:
    """Judge claiming an unclaimed person (`load.characters`, `character.claim`)."""
    state = draft.state
    if refusal := not_now(state, facts.seat, "claim"):
        return refusal
    if refusal := unfit_claim(state, facts.seat, move.node):
        return refusal
    id = NodeId(move.node)
    draft.cite("load.characters", load_phase=4)
    draft.cite("character.claim", node=id)
    draft.cite("character.will", seat=facts.seat)
    draft.emit(CharacterClaimed(facts.seat, id), StepDone("claim", id))
    label = state.play.network.nodes[id].label
    return draft.accept(f"{_name(draft, facts)} claims “{label}”.{load.go_on(draft)}")


def tie(draft: Draft, move: Tie, facts: Facts) -> Judgement:
    """Judge tying a person to its #1 or #2 thing by a new edge with its marks."""
    state, seat = draft.state, facts.seat
    if refusal := not_now(state, seat, "tie"):
        return refusal
    phase = turn_of(state)[0].phase
    number = THING_OF_PHASE[phase]
    person = _person(state, move)
    if isinstance(person, Refused):
        return person
    if refusal := _unfit_thing(state, move, person, number):
        return refusal
    draft.cite(PHASE_RULES[phase], load_phase=phase, person=person, marks=THING_MARKS[number])
    thing = _thing(draft, move)
    ends = _ends(person, thing, move.direction)
    edge = write_edge(
        draft,
        seat,
        move.label,
        ends,
        move.acknowledges,
        thing=(number, person),
        explanation=move.explanation,
    )
    draft.emit(StepDone("fresh", edge), StepDone("tie", person))
    add_marks(draft, edge, THING_MARKS[number])
    labels = draft.play.network.nodes
    sentence = f"“{labels[thing].label}” is #{number} to “{labels[person].label}”: "
    sentence += _drawn(draft.play.network, edge) + narrated(move.explanation)
    if isinstance(move.thing, NewThing) and move.thing.explanation:
        sentence += f" “{labels[thing].label}”{narrated(move.thing.explanation)}"
    return draft.accept(f"{sentence}{load.go_on(draft)}")


def _person(state: State, move: Tie) -> NodeId | Refused:
    """Return the person to tie: a player's own character, or the one that the GM names."""
    step, turn = turn_of(state)
    rule = PHASE_RULES[step.phase]
    number = THING_OF_PHASE[step.phase]
    people = dict(people_to_tie(state, turn.seat, number))
    if move.person is None or move.person in people:
        # Such a person exists: if not, the step is waived.
        return NodeId(move.person) if move.person else next(iter(people))
    if refusal := unfit_node(state.play.network, move.person, rule):
        return refusal
    id = NodeId(move.person)
    label = state.play.network.nodes[id].label
    if tied_to(state, id, number):
        return refuse(Own.ALREADY_TIED, rule, element=id, element_label=label, thing_number=number)
    return refuse(Own.NOT_YOUR_PERSON, rule, element=id, element_label=label)


def _unfit_thing(state: State, move: Tie, person: NodeId, number: int) -> Refused | None:
    network = state.play.network
    if isinstance(move.thing, NewThing):
        return unfit_label(move.thing.label, node_peers(network), move.thing.acknowledges)
    ends = _ends(person, move.thing, move.direction)
    if refusal := unfit_edge(network, *ends, move.label, move.acknowledges):
        return refusal
    if number == 2 and tied_to(state, person, 1) == move.thing:
        label = network.nodes[NodeId(move.thing)].label
        why = "it is the #1 thing already"
        return refuse(
            Own.SAME_THING,
            "load.second_thing",
            element=move.thing,
            element_label=label,
            hindrance="first_thing",
            hindrance_in_words=why,
        )
    return None


def _thing(draft: Draft, move: Tie) -> NodeId:
    if not isinstance(move.thing, NewThing):
        return NodeId(move.thing)
    new = move.thing
    seat = turn_of(draft.state)[1].seat
    id = write_node(draft, seat, new.label, new.kind, new.acknowledges, explanation=new.explanation)
    draft.emit(StepDone("fresh", id))
    return id


def mark(draft: Draft, move: Mark, facts: Facts) -> Judgement:
    """Judge one of the turn's two marks (`load.marks`)."""
    state = draft.state
    if refusal := not_now(state, facts.seat, "mark"):
        return refusal
    if refusal := unfit_to_mark(state, facts.seat, move.element):
        return refusal
    element = state.play.network.element(move.element)
    assert element is not None
    draft.cite("load.marks", element=move.element, mark=move.mark)
    add_marks(draft, move.element, move.mark)
    draft.emit(StepDone("mark", move.element))
    verb = "ratifies" if move.mark == "!" else "strikes"
    sentence = f"{_name(draft, facts)} {verb} “{element.label}”."
    return draft.accept(f"{sentence}{load.go_on(draft)}")


def relabel(draft: Draft, move: Relabel, facts: Facts) -> Judgement:
    """Judge a new label for something just written (`load.relabel`)."""
    if refusal := not_my_turn(draft.state, facts.seat):
        return refusal
    turn = turn_of(draft.state)[1]
    if move.element not in turn.fresh:
        element = draft.play.network.element(move.element)
        if element is None:
            return refuse(Own.UNKNOWN_ELEMENT, "load.relabel", element=move.element)
        label = element.label
        return refuse(
            Own.NOT_JUST_WRITTEN, "load.relabel", element=move.element, element_label=label
        )
    network = draft.play.network
    if refusal := unfit_element(network, move.element, "load.relabel"):
        return refusal
    peers = [(id, peer) for id, peer in peers_of(network, move.element) if id != move.element]
    if refusal := unfit_label(move.label, peers, move.acknowledges):
        return refusal
    draft.cite("load.relabel", element=move.element)
    if NodeId(move.element) in network.nodes:
        advise(draft, move.label)
    draft.emit(Relabelled(move.element, tidy(move.label)))
    before = named(network, move.element)
    return draft.accept(f"{_name(draft, facts)} rewords {before} as “{tidy(move.label)}”.")


def end_turn(draft: Draft, move: EndTurn, facts: Facts) -> Judgement:
    """Judge ending a turn, if none of its remaining steps is possible."""
    return not_my_turn(draft.state, facts.seat) or load.end_turn(draft, facts)


def _name(draft: Draft, facts: Facts) -> str:
    return draft.table.name(facts.seat)


CHAPTER: Judges[Play] = {
    WriteNode: write,
    WriteEdge: join,
    ClaimCharacter: claim,
    Tie: tie,
    Mark: mark,
    Relabel: relabel,
    EndTurn: end_turn,
}
