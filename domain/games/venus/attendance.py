"""Joining and leaving: play continues with the taken seats, and with observers who are peers."""

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.games.venus.check import JudgeDifficulty
from verger.domain.games.venus.claiming import AnswerClaim, settle
from verger.domain.games.venus.effects import PeerDismissed, PeerNamed
from verger.domain.games.venus.lots import give_back
from verger.domain.games.venus.model.claim import open_claims
from verger.domain.games.venus.model.throw import Roll, Staffing
from verger.domain.games.venus.model.throw_effect import AidWithdrawn, ClaimAnswered
from verger.domain.games.venus.reason import Code as Own
from verger.domain.games.venus.roll import finish
from verger.domain.games.venus.scene import leave_scenes
from verger.domain.games.venus.spend import TellSurprise
from verger.domain.games.venus.state import Draft, Play, State, fc_only
from verger.domain.games.venus.task import PutJob
from verger.domain.judging.chapters import Judges

RULE = "peers.sitting_in"


class NamePeer(TaggedMove, frozen=True, tag="name_peer"):
    """As the FC, make an observer a peer, or make a peer an observer again (`peers.sitting_in`)."""

    seat: SeatId
    peer: bool


def name_peer(draft: Draft, move: NamePeer, facts: Facts) -> Judgement:
    """Judge naming an observer as a peer, who then judges with the others (`peers.sitting_in`)."""
    state = draft.state
    if refusal := fc_only(state, facts.seat, RULE):
        return refusal
    if refusal := cannot_name(state, move.seat, peer=move.peer):
        return refusal
    draft.cite(RULE, seat=move.seat, is_peer=move.peer)
    draft.emit(PeerNamed(move.seat) if move.peer else PeerDismissed(move.seat))
    fc, name = state.table.name(facts.seat), state.table.name(move.seat)
    did = "names" if move.peer else "no longer counts"
    return draft.accept(f"{fc} {did} the observer {name} as a peer.{mend(draft)}")


def cannot_name(state: State, seat: SeatId, *, peer: bool) -> Refused | None:
    """Return why a seat cannot be named or dismissed as a peer, or None."""
    place = state.table.seat(seat)
    if place is None or place.plays or (peer and not place.taken):
        return refuse(Own.NOT_SITTING_IN, RULE, seat_name=state.table.name(seat))
    if (seat in state.play.sitting_in) == peer:
        what = "a peer" if peer else "no peer"
        status = "peer" if peer else "no_peer"
        return refuse(
            Own.PEER_UNCHANGED,
            RULE,
            seat_name=place.name,
            peer_status=status,
            peer_status_in_words=what,
        )
    return None


def sitting_in(state: State, seat: SeatId) -> tuple[type, ...]:
    """Return the moves of an observer: the moves of a peer, if the FC has named this observer."""
    of_peers = (JudgeDifficulty, AnswerClaim, PutJob, TellSurprise)
    return of_peers if seat in state.play.sitting_in else ()


def mend(draft: Draft) -> str:
    """Stop waiting for seats that are gone, and end the turn of a new FC. Return a sentence."""
    sentence = _without_roller(draft)
    seats = [draft.table.seat(seat) for seat in draft.play.sitting_in]
    peers_left = set(draft.play.sitting_in) - {seat.id for seat in seats if seat and seat.taken}
    draft.emit(*[PeerDismissed(seat) for seat in sorted(peers_left - set(draft.table.away))])
    players = _expected(draft) - {draft.table.gm}
    for _, scene in in_order(draft.play.scenes.open.items()):
        for seat in scene.order:
            if seat not in players:
                leave_scenes(draft, seat)
    roll = draft.play.roll
    return sentence + (_without_helpers(draft, roll) if roll else "")


def _expected(draft: Draft) -> set[SeatId]:
    """Return the seats that are taken, or kept for somebody after a fork."""
    table = draft.table
    away = {seat.id for seat in table.players if seat.id in table.away}
    return {*table.sitting, *draft.play.sitting_in, *away}


def _without_roller(draft: Draft) -> str:
    """Drop a roll whose roller is gone, or has become the FC."""
    roll = draft.play.roll
    if roll is None:
        return ""
    if roll.seat in _expected(draft) and roll.is_npc == (roll.seat == draft.table.gm):
        return ""
    sentence = give_back(draft)
    finish(draft, "dropped")
    return f" The roll is dropped.{sentence}"


def _without_helpers(draft: Draft, roll: Roll) -> str:
    """Withdraw the aid of an ally who left before the roll, and stop waiting for answers."""
    expected = _expected(draft)
    if isinstance(roll.stage, Staffing):
        allies = expected - {draft.table.gm}
        gone = [ally.seat for ally in roll.stage.work.aid if ally.seat not in allies]
        draft.emit(*[AidWithdrawn(seat) for seat in gone])
    sentence = ""
    for number, claim in open_claims(roll.claims):
        assert draft.play.roll is not None
        if not draft.play.roll.claims[number - 1].is_open:
            continue  # After a job is found, no peer needs to name one.
        absent = [seat for seat in claim.vote.asked if seat not in expected]
        draft.emit(*[ClaimAnswered(number, seat, None) for seat in absent])
        if absent:
            sentence += settle(draft, number)
    return sentence


CHAPTER: Judges[Play] = {
    NamePeer: name_peer,
}
