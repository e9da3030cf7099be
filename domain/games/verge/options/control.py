"""A seat's moves about control of elements in Run."""

from collections.abc import Iterator

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.option import Option, choices, move_option
from verger.domain.games.verge.control import GRANT, controlled_by_right
from verger.domain.games.verge.model.network import ElementId
from verger.domain.games.verge.state import State

Given = dict[SeatId, frozenset[ElementId]]


def grant_options(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield grants of elements that the seat controls by right, and revocations of its grants."""
    given = _given(state, seat)
    controlled = controlled_by_right(state, seat)
    groups = _alike(given, state.table.others(seat))
    for granted, others in groups.items():
        ungranted = [(id, label) for id, label in controlled if id not in granted]
        if ungranted:
            names = [state.table.name(other) for other in others]
            seats = choices("seat", [*zip(others, names, strict=True)], label="Receiver")
            more = " and others" if len(names) > 1 else ""
            label = f"Grant {names[0]}{more} control" if len(groups) > 1 else "Grant control"
            yield move_option(
                "grant_control",
                (seats, choices("element", ungranted)),
                GRANT,
                label=label,
            )
    for other, granted in in_order(given.items()):
        elements = state.play.network.elements
        held = [(id, element.label) for id, element in elements if id in granted]
        label = f"Revoke {state.table.name(other)}'s control"
        yield move_option(
            "revoke_control", (choices("element", held),), GRANT, seat=other, label=label
        )


def _given(state: State, seat: SeatId) -> Given:
    """Return a seat's grants."""
    given: Given = {}
    for element, grants in state.play.grants.items():
        for grant in grants:
            if grant.by == seat:
                given[grant.seat] = given.get(grant.seat, frozenset()) | {element}
    return given


def _alike(given: Given, others: tuple[SeatId, ...]) -> dict[frozenset[ElementId], list[SeatId]]:
    """Group the seats that have the same grants, so that each group needs one option.

    Most seats have no grants.
    """
    alike: dict[frozenset[ElementId], list[SeatId]] = {}
    for other in others:
        alike.setdefault(given.get(other, frozenset()), []).append(other)
    return alike
