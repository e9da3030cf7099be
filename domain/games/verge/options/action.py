"""The actions that a seat can declare, by kind and price."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Choices, Field, Option, Payments, Set, TextField, choices
from verger.domain.core.text import LABEL_LIMIT, PROSE_LIMIT
from verger.domain.games.verge import change
from verger.domain.games.verge.character import free_people, no_claim
from verger.domain.games.verge.goal import cost, may_change
from verger.domain.games.verge.model.action import Nature, Repair, Strengthen, Strike, Weaken
from verger.domain.games.verge.model.conflict import Conflict
from verger.domain.games.verge.model.network import Direction, ElementId, NodeKind
from verger.domain.games.verge.model.purse import Purse
from verger.domain.games.verge.state import State
from verger.domain.games.verge.token import funds
from verger.domain.games.verge.writing import active_nodes

Fields = tuple[Field, ...]

_NARRATION = TextField("narration", PROSE_LIMIT, label="Describe what happens")
_COMMON: Fields = (_NARRATION, choices("nature", [(kind, "") for kind in Nature], optional=True))
_BACKSTORY: Fields = (_NARRATION, choices("nature", [(Nature.BACKSTORY, "")]))


class _Offer(NamedTuple):
    """The place where actions are offered: a declaration, or a goal in a conflict."""

    state: State
    seat: SeatId
    common: Fields
    on_camera: bool
    """Whether creations in the fiction are possible (`change.create`)."""
    conflict: Conflict | None = None
    """The conflict, if the actions are changes of a goal in it."""

    def fits(self, id: ElementId) -> bool:
        """Return whether an action can change this element."""
        return self.conflict is None or may_change(self.state, self.conflict, id)

    def price(self, price: Purse) -> Purse:
        """Return the part of the price that is paid now.

        Some goals cost nothing when they are stated.
        """
        is_free = self.conflict is not None and cost(self.state.table) != "stated"
        return Purse() if is_free else price


def action_shapes(state: State, seat: SeatId, *, was_seen: bool = False) -> Iterator[Option]:
    """Yield the actions that a seat can declare now, by kind and price.

    With `was_seen`, the camera has already shown the creation, and the seat only rewords it.
    """
    # conflict.one: during a conflict, only backstory and strikes can be declared.
    common = _BACKSTORY if state.play.conflict else _COMMON
    offer = _Offer(state, seat, common, on_camera=was_seen or state.play.scene is not None)
    yield from _writing(offer)
    yield from _marking(offer, (Strike, Strengthen, Weaken, Repair))
    people = free_people(state)
    if people and not no_claim(state, seat):
        yield from _shape(offer, "claim", Purse(), *common, choices("element", people))


def goal_shapes(state: State, conflict: Conflict, seat: SeatId) -> Iterator[Option]:
    """Yield the changes that a seat can name in a goal now, by kind and price."""
    on_camera = state.play.scene is not None
    offer = _Offer(state, seat, _COMMON, on_camera=on_camera, conflict=conflict)
    yield from _writing(offer)
    yield from _marking(offer, (Strengthen, Weaken, Repair))


def _writing(offer: _Offer) -> Iterator[Option]:
    state, common = offer.state, offer.common
    nodes = [(id, label) for id, label in active_nodes(state) if offer.fits(id)]
    label = TextField("label", LABEL_LIMIT, new=True)
    close = Set("acknowledges", label="Alike on purpose")
    if nodes:
        kinds = choices("kind", [(kind, "") for kind in NodeKind], optional=True)
        ways = choices("direction", [(way, "") for way in Direction], optional=True)
        edge = TextField("edge", LABEL_LIMIT, label="Edge's label")
        create = (
            *(common if offer.on_camera else _BACKSTORY),
            label,
            kinds,
            edge,
            choices("other", nodes, label="Joined to"),
            ways,
            close,
        )
        yield from _shape(offer, "create", change.create_price(state), *create)
    if len(nodes) > 1:
        source = choices("source", nodes, excludes="target", label="From")
        connect = (
            *common,
            label,
            source,
            choices("target", nodes, excludes="source", label="To"),
            close,
        )
        yield from _shape(offer, "connect", change.ONE_STORY, *connect)


def _marking(offer: _Offer, kinds: Sequence[type[change.Marking]]) -> Iterator[Option]:
    for kind in kinds:
        fields = _COMMON if kind is Strike else offer.common
        for price, elements in _by_price(offer, kind).items():
            yield from _shape(offer, kind.__name__.lower(), price, *fields, elements)


def _by_price(offer: _Offer, kind: type[change.Marking]) -> dict[Purse, Choices]:
    """Return the elements that a seat can change in this way, by the price of each."""
    state, seat = offer.state, offer.seat
    purse = funds(state, seat)
    by_price: dict[Purse, list[tuple[str, str]]] = {}
    for id, element in state.play.network.active:
        price = offer.price(change.marking_price(kind, seat, element))
        # Elements that the seat cannot pay for are not checked, because there may be hundreds.
        if not payment(purse, price) or not offer.fits(id):
            continue
        if not change.unfit_marking(state, kind, id, element):
            by_price.setdefault(price, []).append((id, element.label))
    return {price: choices("element", elements) for price, elements in by_price.items()}


def _shape(offer: _Offer, action: str, full_price: Purse, *fields: Field) -> Iterator[Option]:
    """Yield the shape of an action, if the seat can pay for it."""
    price = offer.price(full_price)
    paying = payment(funds(offer.state, offer.seat), price)
    if paying:
        rules = (change.rule_named(action), "token.pay")
        yield Option({"action": action}, (*fields, paying), rules, price.as_price())


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
