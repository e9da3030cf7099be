"""The actions that a seat can declare, by kind and price."""

from collections.abc import Iterator
from functools import lru_cache

from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Choices, Field, Option, Payments, Set, TextField, choices
from verger.domain.core.text import LABEL_LIMIT, PROSE_LIMIT
from verger.domain.games.verge import change
from verger.domain.games.verge.character import free_people, no_claim
from verger.domain.games.verge.model.action import Nature, Repair, Strengthen, Strike, Weaken
from verger.domain.games.verge.model.network import Direction, NodeKind
from verger.domain.games.verge.model.purse import Purse
from verger.domain.games.verge.state import State
from verger.domain.games.verge.token import funds
from verger.domain.games.verge.writing import active_nodes

Fields = tuple[Field, ...]

_NARRATION = TextField("narration", PROSE_LIMIT, label="What happens")
_COMMON: Fields = (_NARRATION, choices("nature", [(kind, "") for kind in Nature], optional=True))
_BACKSTORY: Fields = (_NARRATION, choices("nature", [(Nature.BACKSTORY, "")]))


def action_shapes(
    state: State, seat: SeatId, *, goals: bool = False, was_seen: bool = False
) -> Iterator[Option]:
    """Yield the actions that a seat can declare now, or state in a goal, by kind and price.

    With `was_seen`, the camera was on a creation that is only reworded.
    """
    # conflict.one: during a conflict, only backstory and strikes can be declared.
    common = _BACKSTORY if state.play.conflict and not goals else _COMMON
    on_camera = was_seen or state.play.scene is not None
    yield from _writing(state, seat, common, on_camera=on_camera)
    yield from _marking(state, seat, common, goals=goals)
    people = free_people(state)
    if people and not goals and not no_claim(state, seat):
        yield from _shape(state, seat, "claim", Purse(), *common, choices("element", people))


def _writing(state: State, seat: SeatId, common: Fields, *, on_camera: bool) -> Iterator[Option]:
    nodes = active_nodes(state)
    label = TextField("label", LABEL_LIMIT, new=True)
    close = Set("acknowledges", label="Alike on purpose")
    if nodes:
        # change.create: in the fiction, only things that the camera has shown can be created.
        kinds = choices("kind", [(kind, "") for kind in NodeKind], optional=True)
        ways = choices("direction", [(way, "") for way in Direction], optional=True)
        edge = TextField("edge", LABEL_LIMIT, label="Edge's label")
        create = (
            *(common if on_camera else _BACKSTORY),
            label,
            kinds,
            edge,
            choices("other", nodes, label="Joined to"),
            ways,
            close,
        )
        yield from _shape(state, seat, "create", change.create_price(state), *create)
    if len(nodes) > 1:
        source = choices("source", nodes, excludes="target", label="From")
        connect = (
            *common,
            label,
            source,
            choices("target", nodes, excludes="source", label="To"),
            close,
        )
        yield from _shape(state, seat, "connect", change.ONE_STORY, *connect)


def _marking(state: State, seat: SeatId, common: Fields, *, goals: bool) -> Iterator[Option]:
    for kind in (Strengthen, Weaken, Repair) if goals else (Strike, Strengthen, Weaken, Repair):
        fields = _COMMON if kind is Strike else common
        for price, elements in _by_price(state, seat, kind).items():
            name = kind.__name__.lower()
            yield from _shape(state, seat, name, price, *fields, elements)


def _by_price(state: State, seat: SeatId, kind: type[change.Marking]) -> dict[Purse, Choices]:
    """Return the elements that a seat can change in this way, by the price of each."""
    purse = funds(state, seat)
    by_price: dict[Purse, list[tuple[str, str]]] = {}
    for id, element in state.play.network.active:
        price = change.marking_price(kind, seat, element)
        # Elements that the seat cannot pay for are not checked, because there may be hundreds.
        if payment(purse, price) and not change.unfit_marking(state, kind, id, element):
            by_price.setdefault(price, []).append((id, element.label))
    return {price: choices("element", elements) for price, elements in by_price.items()}


def _shape(
    state: State, seat: SeatId, action: str, price: Purse, *fields: Field
) -> Iterator[Option]:
    """Yield one shape of action, unless the seat cannot pay for it."""
    paying = payment(funds(state, seat), price)
    if paying:
        rule = "character.claim" if action == "claim" else f"change.{action}"
        yield Option({"action": action}, (*fields, paying), (rule, "token.pay"), price.as_price())


@lru_cache(1_024)
def payment(purse: Purse, price: Purse) -> Payments | None:
    """Return the field of all ways to pay a price, or None (`token.pay`, `token.boost`)."""
    ways = [
        Purse(story, development, price.total - story - development)
        for story in range(price.story, -1, -1)
        for development in range(price.development, -1, -1)
    ]
    prices = tuple([way.as_price() for way in ways if purse.covers(way)])
    return Payments("payment", prices, label="Pay with") if prices else None
