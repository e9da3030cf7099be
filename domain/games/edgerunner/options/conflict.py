"""The moves between turns: the caller, claims, bids, and posing problems."""

from collections.abc import Iterator

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.option import Awaited, Number, Option, TextField, choices, move_option
from verger.domain.core.text import LABEL_LIMIT, listed
from verger.domain.games.edgerunner.beginning import cannot_call, cannot_hand_over, involved
from verger.domain.games.edgerunner.drawing import SETUP
from verger.domain.games.edgerunner.initiative import AUCTION, SOCIAL, claimants, most
from verger.domain.games.edgerunner.model.conflict import Asking, Bidding, Conflict
from verger.domain.games.edgerunner.model.time_track import longer_than
from verger.domain.games.edgerunner.moment import caller_of, waiting
from verger.domain.games.edgerunner.problem import LONG
from verger.domain.games.edgerunner.state import State, name_of, names_of, player_of
from verger.domain.table.proposal import subject
from verger.domain.table.sheet import CHARACTER_LIMIT, CharacterId


def options(state: State, seat: SeatId, conflict: Conflict) -> list[Option]:
    """Return the moves of a seat in a conflict that do not depend on the turn."""
    options: list[Option] = []
    if not cannot_hand_over(state, seat):
        able = [place for place in state.table.seats if not cannot_call(state, place.id)]
        # Seats without a character in the conflict come first, because they are better callers.
        able.sort(key=lambda place: bool(involved(state, place.id)))
        if able:
            seats = choices("seat", [(place.id, place.name) for place in able], label="New caller")
            options.append(
                move_option("hand_over_call", (seats,), SETUP, label="Hand over the call")
            )
    match conflict.stage:
        case Asking():
            return options + _asking(state, seat, conflict.stage)
        case Bidding():
            return options + _bidding(state, seat, conflict.stage)
        case _:
            return options


def _asking(state: State, seat: SeatId, stage: Asking) -> list[Option]:
    open, claims = waiting(state), stage.claims
    own = [id for id in open if player_of(state, id) == seat and id not in claims]
    options = [_of("claim_turn", "Claim the turn", state, own)] if own else []
    options += _yielding(state, seat, stage)
    if seat == caller_of(state):
        if len(claims) > 1:
            options.append(move_option("call_auction", (), AUCTION, label="Call an auction"))
        else:
            options.append(_of("give_turn", "Give the turn", state, list(claims) or open))
    return options


def _bidding(state: State, seat: SeatId, stage: Bidding) -> list[Option]:
    """Return the moves of a seat in an auction: yield, or bid for each of its characters.

    The highest offered bid is the maximum number of shifts that the character can roll.
    """
    options = _yielding(state, seat, stage)
    for id in _yet_to_bid(state, stage):
        if player_of(state, id) == seat:
            character = choices("character", [(id, name_of(state, id))])
            shifts = Number("shifts", 0, most(state, id))
            label = f"Bid for {name_of(state, id)}"
            options.append(move_option("bid", (character, shifts), AUCTION, label=label))
    return options


def _yet_to_bid(state: State, stage: Bidding) -> list[CharacterId]:
    return [id for id in stage.bidders if id not in stage.bids]


def _yielding(state: State, seat: SeatId, stage: Asking | Bidding) -> list[Option]:
    own = [id for id in claimants(stage) if player_of(state, id) == seat]
    return [_of("yield_turn", "Yield", state, own)] if own else []


def _of(move: str, label: str, state: State, characters: list[CharacterId]) -> Option:
    shown = choices("character", [(id, name_of(state, id)) for id in characters])
    return move_option(move, (shown,), SOCIAL, label=label)


def problem(state: State) -> Iterator[Option]:
    """Yield the problem that any seat can pose."""
    conflict, play = state.play.conflict, state.play
    spans = longer_than(conflict.length) if conflict else ()
    if not spans or len(play.characters.known) >= CHARACTER_LIMIT or not play.chart.zones:
        return
    zones = [(id, zone.name) for id, zone in in_order(play.chart.zones.items())]
    yield subject(
        "pose_problem",
        LONG,
        TextField("name", LABEL_LIMIT),
        choices("zone", zones, label="Where"),
        choices("duration", [(span, "") for span in spans]),
        TextField("track", LABEL_LIMIT),
        TextField("aspect", LABEL_LIMIT),
        TextField("second_aspect", LABEL_LIMIT, optional=True),
        label="Pose a problem",
    )


def awaited(state: State, conflict: Conflict) -> Awaited:
    """Return the pending action: claims, the caller's choice, or bids."""
    match conflict.stage:
        case Bidding() as stage:
            owing = _yet_to_bid(state, stage)
            sentence = "Several want to act: bid shifts for the turn, or yield."
            return Awaited("bid", _seats(state, owing), AUCTION, sentence)
        case Asking(claims=claims) if claims:
            who = listed([name_of(state, id) for id in claims])
            caller = (caller_of(state),)
            if len(claims) > 1:
                sentence = f"{who} want to act next: call an auction for the turn."
                return Awaited("call_auction", caller, SOCIAL, sentence)
            sentence = f"{who} wants to act next: give somebody the turn."
            return Awaited("give_turn", caller, SOCIAL, sentence)
        case _:
            open = waiting(state)
            sentence = f"Who is next? Still to act: {listed(names_of(state, open))}."
            return Awaited("claim_turn", _seats(state, open), SOCIAL, sentence)


def _seats(state: State, characters: list[CharacterId]) -> tuple[SeatId, ...]:
    """Return the seats that play these characters, each once, in order."""
    return tuple(dict.fromkeys(player_of(state, id) for id in characters))
