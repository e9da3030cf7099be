"""Play an evening of Verge with the generated Python client, using only its types."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from verger_api import AuthenticatedClient, Client
from verger_api import models as m
from verger_api.api.events import list_events
from verger_api.api.moves import post_move
from verger_api.api.reading import get_awaited, get_network, get_options, get_state
from verger_api.api.seats import claim_seat
from verger_api.api.sessions import start_session
from verger_api.types import UNSET, Unset

LABELS = ("Harbour", "Lamp", "Judge", "Quarry", "Violin", "Orchard", "Ferry", "Widow", "Comet")

Network = list[m.NodeView]


class Seat:
    """A seat, and the client that plays it."""

    def __init__(self, base: str, token: str, session: UUID, seat: str) -> None:
        self.client = AuthenticatedClient(base, token, raise_on_unexpected_status=True)
        self.session, self.seat = session, seat

    def moves(self, move: Any, if_match: str | Unset = UNSET) -> m.EventView | m.ProblemBody:
        """Send a move, and return its event or its problem."""
        answer = post_move.sync_detailed(
            self.session,
            client=self.client,
            body=move,
            if_match=if_match,
            idempotency_key=str(uuid4()),
        )
        assert isinstance(answer.parsed, m.EventView | m.ProblemBody), answer.content
        return answer.parsed

    def made(self, move: Any) -> m.Event:
        """Send a move that must be accepted, and return its event."""
        found = self.moves(move)
        assert isinstance(found, m.EventView), found
        event: m.Event = found.event
        assert event.seat == self.seat
        return event

    def awaited(self) -> list[m.Awaited]:
        """Return the moves that the table waits for."""
        found = get_awaited.sync(self.session, client=self.client)
        assert isinstance(found, m.AwaitedView)
        waits: list[m.Awaited] = found.awaited
        return waits

    def network(self) -> Network:
        """Return the nodes of the network."""
        found = get_network.sync(self.session, client=self.client)
        assert isinstance(found, m.NetworkView)
        nodes: Network = found.nodes
        return nodes


def sat_down(base: str) -> tuple[Seat, Seat]:
    """Ann starts a session, and Bo claims the other seat."""
    seats = [m.NewSeat(m.SeatKind.GM, "Ann"), m.NewSeat(m.SeatKind.PLAYER, "Bo")]
    with Client(base, raise_on_unexpected_status=True) as anybody:
        client: Any = (
            anybody  # The generated type requires a token, although this operation needs none.
        )
        began = start_session.sync(client=client, body=m.NewSession("The Quiet Harbour", seats))
        assert isinstance(began, m.StartedView)
        assert isinstance(began.token, str)
        assert isinstance(began.seat, str)
        code = next(one.claim_code for one in began.seats if one.name == "Bo")
        assert isinstance(code, str)
        claimed = claim_seat.sync(client=client, body=m.ClaimBody(code))
        assert isinstance(claimed, m.ClaimedView)
        assert isinstance(claimed.token, str)
    session = began.session
    ann, bo = (began.token, began.seat), (claimed.token, claimed.seat)
    return Seat(base, ann[0], session, ann[1]), Seat(base, bo[0], session, bo[1])


def agreed(one: Seat, other: Seat, subject: Any) -> None:
    """Let one seat propose something, and the other agree."""
    (effect, *_) = one.made(m.VergeProposeMove("propose", subject)).effects
    proposed = m.VergeProposedEffect.from_dict(effect.to_dict())
    other.made(m.AgreeMove("agree", proposed.proposal))


def loaded(ann: Seat, bo: Seat) -> None:
    """Write the network in turns. Each turn makes the move that the table waits for."""
    fresh = (
        f"{label} {ordinal}" for ordinal in ("", "Bridge", "Garden", "March") for label in LABELS
    )
    steps: dict[str, Callable[[Seat], Any]] = {
        "node": lambda _: m.WriteNodeMove("write_node", next(fresh).strip()),
        "edge": lambda _: m.WriteEdgeMove("write_edge", "knows", "n1"),
        "tie": lambda _: m.TieMove("tie", m.NewThing(next(fresh).strip()), "needs"),
        "mark": lambda seat: m.MarkMove("mark", first_choice(seat, "mark"), m.MarkMoveMark("!")),
        "end_turn": lambda _: m.VergeEndTurnMove("end_turn"),
    }
    while len((wait := ann.awaited()[0]).seats) == 1:
        seat = ann if wait.seats == [ann.seat] else bo
        seat.made(steps[wait.what](seat))


def noticed(ann: Seat, bo: Seat) -> None:
    """Bo loses an element after a notice of loss, without a fight. Then an ordinary scene begins."""
    goal = m.NewGoal("It is lost.", "n1")
    bo.made(m.ChooseLossMove("choose_loss", first_choice(bo, "choose_loss")))
    ann.made(m.FrameMove("frame", "A door ajar.", "Home", notice=bo.seat))
    ann.made(m.CallConflictMove("call_conflict", "It is gone.", notice=True))
    ann.made(m.JoinConflictMove("join_conflict", "n1", goal))
    bo.made(m.StandAsideMove("stand_aside"))
    ann.made(m.FrameMove("frame", "Rain.", "The quay"))


def first_choice(seat: Seat, move: str) -> str:
    """Return the first choice for the first field of a move, from the options."""
    found = get_options.sync(seat.session, client=seat.client)
    assert isinstance(found, m.OptionsView)
    option = next(one for one in found.options if one.fixed["move"] == move)
    field = (option.fields or [])[0]
    assert isinstance(field, m.ChoicesField)
    return str(field.choices[0].value)


def read(seat: Seat) -> list[m.EventView]:
    """Read the whole log, page by page."""
    found, after = list[m.EventView](), 0
    while True:
        page = list_events.sync(seat.session, client=seat.client, after=after, limit=20)
        assert isinstance(page, m.EventsView)
        found += page.events
        if page.next_after is None:
            return found
        after = page.next_after


def evening(base: str) -> list[m.EventView]:
    """Play until both players have agreed to a change of the network, and return the log."""
    ann, bo = sat_down(base)
    with ann.client, bo.client:
        agreed(ann, bo, m.FinishCompileSubject("finish_compile"))
        loaded(ann, bo)
        agreed(ann, bo, m.AcceptNetworkSubject("accept_network"))
        noticed(ann, bo)
        refused_and_rebased(bo)
        changed(ann, bo)
        state = get_state.sync(ann.session, client=ann.client)
        assert isinstance(state, m.StateView)
        assert m.VergePlay.from_dict(state.play.to_dict()).step == "run"
        return read(bo)


def refused_and_rebased(bo: Seat) -> None:
    """A refusal contains the facts of its sentence. A move on an old version receives the events since then."""
    light = m.StrengthenAction("strengthen", "The lamp is lit again.", "n2")
    declared = m.VergeDeclareMove("declare", [light], "More light.")
    refused = bo.moves(declared)
    assert isinstance(refused, m.ProblemBody)
    assert refused.type_.endswith(f"/docs/problems/{refused.code}")
    assert (refused.status, refused.code, refused.rule) == (409, "not_enough_tokens", "token.pay")
    assert refused.facts
    assert refused.facts["tokens_needed"] == "1 story, 1 development"
    stale = bo.moves(declared, if_match='"3"')
    assert isinstance(stale, m.ProblemBody)
    assert stale.code == "stale_version"
    assert stale.events
    assert (stale.events[0].version, stale.events[0].event.move.move) == (4, "agree")


def changed(ann: Seat, bo: Seat) -> None:
    """Bo declares a change, and Ann consents to it."""
    told = "He was on the quay that night."
    clerk = m.VergeCreateAction("create", told, "The Night Clerk", "saw", "n3")
    bo.made(m.VergeDeclareMove("declare", [clerk], "A witness turns up."))
    (wait,) = [one for one in ann.awaited() if one.what == "consent"]
    ann.made(m.ConsentMove("consent", str(wait.about)))
    assert "The Night Clerk" in [node.label for node in ann.network()]
