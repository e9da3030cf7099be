"""A seat's moves about boosts in Run."""

from collections.abc import Iterator

from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Choices, Option, TextField, choices, move_option
from verger.domain.core.text import PROSE_LIMIT
from verger.domain.games.verge.boost import AWARD, BRIBE, cannot_place, no_boosts
from verger.domain.games.verge.state import State
from verger.domain.games.verge.writing import active_elements

REASON = TextField("reason", PROSE_LIMIT, label="Reason")


def boost_options(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield awards of boosts, and placing, awarding and taking back the seat's bribe."""
    others = state.table.others(seat)
    if others and not no_boosts(state, AWARD):
        yield move_option(
            "award_boost", (_seats(state, others), REASON), AWARD, label="Award a boost"
        )
    elements = active_elements(state)
    if elements and not cannot_place(state, seat):
        fields = (
            choices("element", elements),
            TextField("condition", PROSE_LIMIT, label="Condition"),
        )
        yield move_option("place_bribe", fields, BRIBE, label="Place a bribe")
    if seat not in state.play.bribes:
        return
    if others:
        yield move_option(
            "award_bribe", (_seats(state, others), REASON), BRIBE, label="Award the bribe"
        )
    yield move_option("take_back_bribe", (), BRIBE, label="Take back the bribe")


def _seats(state: State, seats: tuple[SeatId, ...]) -> Choices:
    return choices("seat", [(seat, state.table.name(seat)) for seat in seats], label="Receiver")
