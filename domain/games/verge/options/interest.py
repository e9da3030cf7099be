"""A seat's moves about controlling interest in Run, and the pending choices of losses."""

from collections.abc import Iterator

from verger.domain.core.identifier import SeatId
from verger.domain.core.option import (
    AnyTokens,
    Awaited,
    Option,
    TextField,
    choices,
    move_option,
    question_id,
)
from verger.domain.core.ruling import Refused
from verger.domain.core.text import PROSE_LIMIT
from verger.domain.games.verge.control import controllers
from verger.domain.games.verge.doubting import (
    NARRATION,
    doubted,
    in_doubt,
    narrators,
    reasons,
)
from verger.domain.games.verge.interest import BUY, LOSE, says_who_loses, stakes, uncovered
from verger.domain.games.verge.model.network import named
from verger.domain.games.verge.model.stake import excess, is_played
from verger.domain.games.verge.state import State
from verger.domain.games.verge.token import funds

REASON = TextField("reason", PROSE_LIMIT, label="Why it does not fit")


def interest_options(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield purchases of points, if power is left, and choices of losses, if power is too low."""
    if not is_played(state.table):
        return
    purse = funds(state, seat)
    interest, network = state.play.interest, state.play.network
    free = [
        (id, element.label)
        for id, element in network.elements
        if not element.eliminated and excess(interest, network, id) < 0
    ]
    if free and purse.total:
        fields = (
            choices("element", free),
            AnyTokens("payment", 1, purse.as_price(), label="Pay with"),
        )
        yield move_option("buy_interest", fields, BUY, "token.pay", tokens=1, label="Buy interest")
    for id in uncovered(state):
        if says_who_loses(state, id) == seat:
            held_by = [(stake.seat, state.table.name(stake.seat)) for stake in stakes(state, id)]
            yield move_option(
                "lose_interest",
                (choices("seat", held_by, label="Loser"),),
                LOSE,
                element=id,
                label="Take interest away",
            )


def doubt_options(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield doubts about narrations, and the rewording of the seat's own (`interest.narration`)."""
    conflict = state.play.conflict
    if not isinstance(in_doubt(state, seat), Refused):
        text = TextField("text", PROSE_LIMIT, label="New narration")
        yield move_option("reword_narration", (text,), NARRATION, label="Reword your narration")
    if conflict is None or not is_played(state.table):
        return
    elements = [
        (id, element.label)
        for id, element in state.play.network.active
        if seat in controllers(state, id)
    ]
    for narrator in narrators(conflict, seat):
        known = doubted(conflict, narrator, seat)
        fresh = [(id, label) for id, label in elements if id not in known]
        if fresh:
            fields = (choices("element", fresh, label="Used element"), REASON)
            label = f"Doubt {state.table.name(narrator)}'s narration"
            yield move_option("doubt_narration", fields, NARRATION, seat=narrator, label=label)


def doubts_awaited(state: State) -> Iterator[Awaited]:
    """Yield the pending rewordings of doubted narrations."""
    conflict = state.play.conflict
    for participant in conflict.active if conflict else ():
        if conflict and participant.doubts:
            sentence = f"{reasons(participant.doubts, state)} Reword your narration."
            yield Awaited(
                "reword_narration",
                (participant.seat,),
                NARRATION,
                sentence,
                about=conflict.id,
                id=question_id(
                    "reword_narration", conflict.id, participant.seat, participant.settled
                ),
            )


def interest_awaited(state: State) -> Iterator[Awaited]:
    """Yield the pending choices of a seat that loses a point, element by element."""
    for id in uncovered(state):
        element = named(state.play.network, id)
        yield Awaited(
            "lose_interest",
            (says_who_loses(state, id),),
            LOSE,
            f"Say who loses a point of interest in {element}.",
            about=id,
            object=element,
            id=question_id("lose_interest", id, state.play.interest.lost.get(id, 0)),
        )
