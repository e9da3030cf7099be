"""Coming and going: play goes on with whoever is at the table."""

from domain.core.identifier import SeatId, in_order
from domain.games.venus.claiming import settle
from domain.games.venus.lots import give_back
from domain.games.venus.model.claim import open_claims
from domain.games.venus.model.throw import Roll, Staffing
from domain.games.venus.model.throw_effect import AidWithdrawn, ClaimAnswered
from domain.games.venus.roll import finish
from domain.games.venus.scene import leave_scenes
from domain.games.venus.state import Draft


def mend(draft: Draft) -> str:
    """Wait for nobody who is gone, and take the turn from a new FC; gives what to say of it."""
    said = _without_roller(draft)
    players = _there(draft) - {draft.table.gm}
    for _, scene in in_order(draft.play.scenes.open.items()):
        for seat in scene.order:
            if seat not in players:
                leave_scenes(draft, seat)
    roll = draft.play.roll
    return said + (_without_helpers(draft, roll) if roll else "")


def _there(draft: Draft) -> set[SeatId]:
    """Who sits at the table, or is expected back after a fork."""
    return {*draft.table.sitting, *draft.table.away}


def _without_roller(draft: Draft) -> str:
    """Drop a roll whose roller is gone, or has become the FC."""
    roll = draft.play.roll
    if roll is None:
        return ""
    if roll.seat in _there(draft) and roll.is_npc == (roll.seat == draft.table.gm):
        return ""
    said = give_back(draft)
    finish(draft, "dropped")
    return f" The roll is dropped.{said}"


def _without_helpers(draft: Draft, roll: Roll) -> str:
    """Withdraw a gone ally's aid before the dice fall, and wait for no answer of who is gone."""
    there = _there(draft)
    if isinstance(roll.stage, Staffing):
        allies = there - {draft.table.gm}
        gone = [one.seat for one in roll.stage.work.aid if one.seat not in allies]
        draft.emit(*[AidWithdrawn(seat) for seat in gone])
    said = ""
    for number, claim in open_claims(roll.claims):
        assert draft.play.roll is not None
        if not draft.play.roll.claims[number - 1].is_open:
            continue  # a job that is found ends the search for one
        left = [seat for seat in claim.vote.asked if seat not in there]
        draft.emit(*[ClaimAnswered(number, seat, None) for seat in left])
        if left:
            said += settle(draft, number)
    return said
