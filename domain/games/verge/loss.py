"""Losses in first notices: the players who still need a notice, and their choices."""

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.ledger import BANK, transfer
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.games.verge import token
from verger.domain.games.verge.model.action import Ref
from verger.domain.games.verge.model.declaration import ActionWithdrawn, DeclarationClosed
from verger.domain.games.verge.model.network import Edge, EdgeId, ElementId, Network, named
from verger.domain.games.verge.model.notice import LossChosen, NoticeBegan, NoticeEnded
from verger.domain.games.verge.model.purse import Purse, held
from verger.domain.games.verge.model.words import counted
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, Play, State, in_run
from verger.domain.games.verge.turn import tie_of
from verger.domain.judging.chapters import Judges

CHOICE, BUDGET, ORDER, LOSS = "fnol.choice", "fnol.budget", "fnol.order", "fnol.loss"

BUDGET_TOKENS = Purse(story=12)

THINGS = (1, 2)


class ChooseLoss(TaggedMove, frozen=True, tag="choose_loss"):
    """Choose the edge at your character that you lose (`fnol.choice`).

    The first loss is the edge to the most or second most important thing. Later losses can be any
    edge (`fnol.loss`).
    """

    edge: Ref


def choose(draft: Draft, move: ChooseLoss, facts: Facts) -> Judgement:
    """Judge the player's choice of the loss (`fnol.choice`, `fnol.loss`)."""
    state, seat = draft.state, facts.seat
    if refusal := in_run(state, CHOICE) or _unfit(state, seat, move.edge):
        return refusal
    id, name = EdgeId(move.edge), state.table.name(seat)
    network = state.play.network
    own, edge = network.characters[seat], network.edges[id]
    draft.cite(LOSS if _has_had_one(state, seat) else CHOICE, edge=id)
    draft.emit(LossChosen(seat, id))
    ends = f"{named(network, own)} and {named(network, edge.beyond(own))}"
    return draft.accept(f"{name} chooses to lose “{edge.label}”, between {ends}.")


def _unfit(state: State, seat: SeatId, id: ElementId) -> Refused | None:
    """Return why a seat cannot choose to lose an edge now, or None."""
    notice, name = state.play.notices.current, state.table.name(seat)
    if notice and notice.seat == seat:
        return refuse(Own.NOTICE_UNDER_WAY, CHOICE, seat_name=name)
    edge = state.play.network.edges.get(EdgeId(id))
    if edge is None:
        return refuse(Own.UNKNOWN_ELEMENT, CHOICE, element=id)
    if state.play.notices.chosen.get(seat) == id:
        return refuse(Code.ALREADY_ANSWERED, CHOICE, seat_name=name)
    hindrance = _not_to_lose(state, seat, edge)
    if hindrance is None:
        return None
    kind, why = hindrance
    return refuse(
        Own.NOTHING_TO_LOSE,
        CHOICE,
        element_label=edge.label,
        seat_name=name,
        hindrance=kind,
        hindrance_in_words=why,
        edge_labels=tuple(_as_thing(state, one) for one in _losable(state, seat)),
    )


def _not_to_lose(state: State, seat: SeatId, edge: Edge) -> tuple[str, str] | None:
    """Return why a seat cannot choose to lose an edge, as a name and in words, or None."""
    own = state.play.network.characters.get(seat)
    if own is None:
        return "no_character", "there is no character to lose it"
    if edge.eliminated:
        return "eliminated", "it is eliminated"
    if own not in (edge.source, edge.target):
        return "elsewhere", f"it is not at {named(state.play.network, own)}"
    if edge.thing and edge.person == own:
        return None
    if _has_had_one(state, seat) or not things(state, seat):
        return None
    return "first_loss", "the first loss is one of the two most important things"


def _has_had_one(state: State, seat: SeatId) -> bool:
    """Return whether a seat has lost something, so that it can lose any edge next (`fnol.loss`)."""
    return any(loss.seat == seat for loss in state.play.notices.lost)


def choosable(state: State, seat: SeatId) -> list[tuple[EdgeId, str]]:
    """Return the edges that a seat can choose to lose now, with their descriptions."""
    network = state.play.network
    fit = [(id, network.edges[id]) for id in _losable(state, seat) if not _unfit(state, seat, id)]
    return [(id, f"{edge.label} ({_ends(network, edge)})") for id, edge in fit]


def _losable(state: State, seat: SeatId) -> list[EdgeId]:
    """Return the edges at a seat's character that it can lose."""
    network = state.play.network
    own = network.characters.get(seat)
    edges = network.nodes[own].edges if own else ()
    return [id for id in edges if not _not_to_lose(state, seat, network.edges[id])]


def _as_thing(state: State, id: EdgeId) -> str:
    """Return the label of an edge for a sentence, with the number of the thing that it ties."""
    edge = state.play.network.edges[id]
    return f"“{edge.label}” (#{edge.thing})" if edge.thing else f"“{edge.label}”"


def _ends(network: Network, edge: Edge) -> str:
    return " → ".join(network.nodes[end].label for end in (edge.source, edge.target))


def things(state: State, seat: SeatId) -> list[EdgeId]:
    """Return the active edges from a player's character to its most important things."""
    own = state.play.network.characters.get(seat)
    edges = [tie_of(state, own, thing) for thing in THINGS] if own is not None else []
    return [edge for edge in edges if edge is not None]


def first(state: State) -> Refused | None:
    """Return why ordinary play cannot begin yet, or None.

    All first notices come before it (`fnol.order`).
    """
    waiting = tuple(state.table.name(other) for other in owing(state))
    if not waiting or state.play.notices.current:
        return None
    return refuse(Own.NOTICES_FIRST, ORDER, seat_names=waiting)


def owing(state: State) -> list[SeatId]:
    """Return the players who still need a first notice before ordinary play and have something to lose."""
    table, notices = state.table, state.play.notices
    players = [seat for seat in notices.owed if seat in table.sitting]
    return [
        seat
        for seat in players
        if seat != table.gm and not _has_lost(state, seat) and things(state, seat)
    ]


def _has_lost(state: State, seat: SeatId) -> bool:
    """Return whether a seat has lost in the current scene. Its notice ends with the scene."""
    notice = state.play.notices.current
    return notice is not None and notice.seat == seat and notice.was_fought


def ready(state: State) -> list[SeatId]:
    """Return the players who have chosen a loss that is still possible."""
    edges = state.play.network.edges
    seats = [
        seat
        for seat, edge in state.play.notices.chosen.items()
        if not _not_to_lose(state, seat, edges[edge]) and not _has_lost(state, seat)
    ]
    return [seat for seat in state.table.sitting if seat in seats and seat != state.table.gm]


def unfit_notice(state: State, seat: SeatId | None) -> Refused | None:
    """Return why a scene cannot be framed for the notice of a seat, or for no notice (`fnol.order`)."""
    if seat is None:
        waiting = tuple(state.table.name(other) for other in owing(state))
        return refuse(Own.NOTICES_FIRST, ORDER, seat_names=waiting) if waiting else None
    if seat in ready(state):
        return None
    if state.table.seat(seat) is None:
        return refuse(Code.UNKNOWN_SEAT, ORDER, seat=seat)
    return refuse(Own.LOSS_NOT_CHOSEN, ORDER, seat_name=state.table.name(seat))


def begin(draft: Draft, seat: SeatId) -> None:
    """Start the scene of a first notice, and give the GM a budget for it (`fnol.budget`)."""
    draft.cite(ORDER, seat=seat)
    draft.cite(BUDGET, tokens_budgeted=BUDGET_TOKENS.story)
    draft.emit(NoticeBegan(seat))
    account, why = token.budget(seat), "the budget of a first notice of loss"
    draft.emit(*transfer(BUDGET_TOKENS, BANK, account, why, BUDGET))


def end(draft: Draft) -> str:
    """End a notice with its scene. The unspent budget goes back (`fnol.budget`)."""
    notice = draft.play.notices.current
    if notice is None:
        return ""
    sentence = _withdraw_budgeted(draft)
    unspent = held(draft.play.ledger, token.budget(notice.seat))
    draft.cite(BUDGET, tokens_left=unspent.story)
    if unspent.story:
        tokens = counted(unspent.story, "story token")
        name = draft.table.name(notice.seat)
        draft.warn(f"Unspent budget of {name}'s first notice of loss: {tokens}.")
    account, why = token.budget(notice.seat), "left of the budget"
    draft.emit(*transfer(unspent, account, BANK, why, BUDGET))
    draft.emit(NoticeEnded(notice.seat))
    name = draft.table.name(notice.seat)
    if notice.was_fought:
        return f"{sentence} {name} has had the first notice of loss."
    return f"{sentence} {name}'s first notice of loss was not fought and is still to come."


def _withdraw_budgeted(draft: Draft) -> str:
    """Withdraw the open actions that the budget pays for, because the budget ends."""
    sentence = ""
    for id, open in in_order(draft.play.declarations.items()):
        if open.is_asking and open.budget:
            token.give_back(draft, open.mover, id)
            draft.emit(ActionWithdrawn(id, open.current), DeclarationClosed(id, "withdrawn"))
            whose = f"{draft.table.name(open.mover)}'s declaration"
            sentence += f" {whose} was to be paid from the budget and is withdrawn."
    return sentence


CHAPTER: Judges[Play] = {
    ChooseLoss: choose,
}
