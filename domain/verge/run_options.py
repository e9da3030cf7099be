"""What a seat may do in Run: declare, answer declarations, and work on the scene."""

from collections.abc import Iterator

from domain.identifier import SeatId, in_order
from domain.ledger import Purse, held, seat_account, transfer
from domain.option import (
    Choices,
    Field,
    Group,
    Option,
    Payments,
    Set,
    Subset,
    Text,
    choices,
    move_option,
)
from domain.text import LABEL_LIMIT, PROSE_LIMIT
from domain.verge import change
from domain.verge.action import Action, DeclarationId, Nature, Repair, Strengthen, Strike, Weaken
from domain.verge.character import free_people, no_claim
from domain.verge.consent import ACTION_LIMIT, cannot_declare
from domain.verge.control_options import grant_options
from domain.verge.declaration import Declaration, Ground
from domain.verge.interest_options import interest_options
from domain.verge.network import Direction, NodeKind
from domain.verge.scene import DETAIL_LIMIT
from domain.verge.state import State, evolve
from domain.verge.token import escrow
from domain.verge.token_options import boost_options
from domain.verge.writing import active_nodes

_COMMON: tuple[Field, ...] = (
    Text("narration", PROSE_LIMIT),
    choices("nature", [(nature, "") for nature in Nature], optional=True),
)


def run_options(state: State, seat: SeatId) -> list[Option]:
    """The moves of Run open to a seat now."""
    found = [*_scene(state, seat), *boost_options(state, seat), *grant_options(state, seat)]
    found += interest_options(state, seat)
    for id, declaration in in_order(state.play.declarations.items()):
        if declaration.mover == seat:
            found += _own(state, seat, id)
        elif seat in declaration.agreement.asked:
            found += _answers(seat, id, declaration)
    shapes = tuple(action_shapes(state, seat))
    if shapes and not cannot_declare(state, seat):
        fields = (Text("overview", PROSE_LIMIT), Group("actions", shapes, ACTION_LIMIT))
        found.append(move_option("declare", fields, "consent.declare"))
    return found


def _scene(state: State, seat: SeatId) -> Iterator[Option]:
    scene = state.play.scene
    if scene and len(scene.seen) < DETAIL_LIMIT:
        yield move_option("add_to_camera", (Text("text", PROSE_LIMIT),), "scene.frame")
    if seat != state.table.gm:
        return
    camera, place = Text("camera", PROSE_LIMIT), Text("place", PROSE_LIMIT)
    yield move_option("frame", (camera, place, present_field(state)), "scene.frame")
    if scene:
        yield move_option("end_scene", (), "scene.frame")


def present_field(state: State) -> Subset:
    """Who of the network is in a scene."""
    return Subset("present", choices("present", active_nodes(state)).choices, 20)


def _answers(seat: SeatId, id: DeclarationId, declaration: Declaration) -> Iterator[Option]:
    whole = [True] if seat in declaration.agreement.agreed else [False, True]
    if seat not in declaration.agreement.agreed or seat not in declaration.blanket:
        everything = choices("all", [(value, "") for value in whole], optional=len(whole) > 1)
        yield move_option("consent", (everything,), "consent.one_at_a_time", declaration=id)
    if all(objection.seat != seat for objection in declaration.objections):
        grounds = choices("ground", [(ground, "") for ground in Ground])
        fields = (grounds, Text("reason", PROSE_LIMIT))
        yield move_option("object", fields, "consent.objection", declaration=id)


def _own(state: State, seat: SeatId, id: DeclarationId) -> Iterator[Option]:
    rest = choices("rest", [(False, ""), (True, "")], optional=True)
    yield move_option("withdraw", (rest,), "consent.negotiate", declaration=id)
    shapes = tuple(action_shapes(_with_price_back(state, seat, id), seat))
    if shapes:
        wording = Group("wording", shapes)
        yield move_option("reword", (wording,), "consent.negotiate", declaration=id)


def _with_price_back(state: State, seat: SeatId, id: DeclarationId) -> State:
    """The state in which a rewording is paid: with what is in escrow given back."""
    purse = held(state.play.ledger, escrow(id))
    for effect in transfer(purse, escrow(id), seat_account(seat), "", "consent.negotiate"):
        state = evolve(state, effect)
    return state


def action_shapes(state: State, seat: SeatId) -> Iterator[Option]:
    """The actions that a seat could declare now, by kind and price."""
    yield from _writing(state, seat)
    yield from _marking(state, seat)
    people = free_people(state)
    if people and not no_claim(state, seat):
        yield from _shape(state, seat, "claim", Purse(), choices("element", people))


def _writing(state: State, seat: SeatId) -> Iterator[Option]:
    nodes = active_nodes(state)
    label = Text("label", LABEL_LIMIT, new=True)
    close = Set("acknowledges")
    if nodes:
        kinds = choices("kind", [(kind, "") for kind in NodeKind], optional=True)
        ways = choices("direction", [(way, "") for way in Direction], optional=True)
        edge = Text("edge", LABEL_LIMIT)
        create = (label, kinds, edge, choices("other", nodes), ways, close)
        yield from _shape(state, seat, "create", change.ONE_STORY, *create)
    if len(nodes) > 1:
        source = choices("source", nodes, excludes="target")
        connect = (label, source, choices("target", nodes, excludes="source"), close)
        yield from _shape(state, seat, "connect", change.ONE_STORY, *connect)


def _marking(state: State, seat: SeatId) -> Iterator[Option]:
    for kind in (Strike, Strengthen, Weaken, Repair):
        for price, elements in _by_price(state, seat, kind).items():
            name = kind.__name__.lower()
            yield from _shape(state, seat, name, price, Choices("element", elements.choices))


def _by_price(state: State, seat: SeatId, kind: type[Action]) -> dict[Purse, Choices]:
    """The elements that a kind of change is open on, by what it costs there."""
    found: dict[Purse, list[tuple[str, str]]] = {}
    for id, element in state.play.network.elements():
        action = kind(narration="", element=id)  # type: ignore[call-arg]
        if not change.unfit(state, seat, action):
            found.setdefault(change.price(state, seat, action), []).append((id, element.label))
    return {price: choices("element", elements) for price, elements in found.items()}


def _shape(
    state: State, seat: SeatId, action: str, price: Purse, *fields: Field
) -> Iterator[Option]:
    """One shape of action, unless the seat cannot pay for it."""
    payments = _payments(held(state.play.ledger, seat_account(seat)), price)
    if payments:
        rule = "character.claim" if action == "claim" else f"change.{action}"
        paying = Payments("payment", payments)
        yield Option({"action": action}, (*_COMMON, *fields, paying), (rule, "token.pay"), price)


def _payments(purse: Purse, price: Purse) -> tuple[Purse, ...]:
    """Every way to pay a price out of a purse (`token.pay`, `token.boost`)."""
    ways = (
        Purse(story, development, price.total - story - development)
        for story in range(price.story, -1, -1)
        for development in range(price.development, -1, -1)
    )
    return tuple(way for way in ways if purse.covers(way))
