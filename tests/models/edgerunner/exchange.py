"""A conflict of Edgerunner and its exchanges: the order of turns, and the end."""

from collections.abc import Mapping

from tests.models.edgerunner.record import BANK, Conflict, Deal, Deed, Object, Record, Rolls, Turn

DOOR = 2
"""The price to open or shut a way."""

OF_CONFLICTS = ("concede", "pose_problem", "redraw_map")
"""The proposals that are possible only in a conflict."""


def at(record: Record) -> tuple[Conflict, Turn, Deed]:
    conflict = record.conflict
    assert conflict
    assert conflict.turn
    assert conflict.turn.deed
    return conflict, conflict.turn, conflict.turn.deed


def conflict_of(record: Record) -> Conflict:
    assert record.conflict
    return record.conflict


def turn_of(record: Record) -> Turn:
    turn = conflict_of(record).turn
    assert turn
    return turn


def begin(record: Record, move: Object, rolls: Rolls) -> None:
    """Begin the conflict."""
    record.conflict = Conflict(move["reason"], move["length"])


def hand_over_call(record: Record, move: Object, rolls: Rolls) -> None:
    """Make another seat the caller."""
    conflict_of(record).caller = move["seat"]


def claim(record: Record, move: Object, rolls: Rolls) -> None:
    """Claim the next turn for a character."""
    conflict_of(record).claims.append(move["character"])


def withdraw(record: Record, move: Object, rolls: Rolls) -> None:
    """Withdraw a claim, so that others go first."""
    conflict = conflict_of(record)
    conflict.claims.remove(move["character"])
    conflict.bids.pop(move["character"], None)
    _count_bids(conflict)


def give(record: Record, move: Object, rolls: Rolls) -> None:
    """Give the turn to a character."""
    _give(conflict_of(record), move["character"], 0)


def _give(conflict: Conflict, actor: str, bid: int) -> None:
    conflict.claims, conflict.bids, conflict.is_auction = [], {}, False
    conflict.turn = Turn(actor, bid)


def call_auction(record: Record, move: Object, rolls: Rolls) -> None:
    """Begin the auction. The characters that have claimed the turn may bid."""
    conflict_of(record).is_auction = True


def bid(record: Record, move: Object, rolls: Rolls) -> None:
    """Bid shifts for the turn."""
    conflict = conflict_of(record)
    conflict.bids[move["character"]] = move["shifts"]
    _count_bids(conflict)


def _count_bids(conflict: Conflict) -> None:
    """After all bids, give the turn to the highest bidder. Equal highest bidders bid again."""
    if not conflict.is_auction:
        return
    if len(conflict.claims) == 1:
        _give(conflict, conflict.claims[0], conflict.bids.get(conflict.claims[0], 0))
        return
    if len(conflict.bids) < len(conflict.claims):
        return
    most = max(conflict.bids.values())
    best = [one for one in conflict.claims if conflict.bids[one] == most]
    if len(best) == 1:
        _give(conflict, best[0], most)
    else:
        conflict.claims, conflict.bids = best, {}


def may_step(record: Record, turn: Turn) -> bool:
    """Return whether the actor can still make a free move."""
    zone = record.characters[turn.actor].zone
    if turn.has_moved or zone is None:
        return False
    ways = [way for one in record.borders.values() for _, way in one.opens_from(zone)]
    return any(cost(way) <= 1 for way in ways)


def cost(way: Object) -> int:
    """The current price of a way. A shut door costs 2 more."""
    return int(way["value"]) + (DOOR if way["door"] == "shut" else 0)


def close(record: Record) -> None:
    """End the action, and the turn if no free move is left."""
    turn = turn_of(record)
    turn.moment, turn.deed, turn.taken_out = "closing", None, None
    if not may_step(record, turn):
        end_turn(record, {}, ())


def end_turn(record: Record, move: Object, rolls: Rolls) -> None:
    """End the turn. After the last turn of an exchange, the next exchange begins."""
    conflict, turn = conflict_of(record), turn_of(record)
    if turn.moment == "choosing":
        end_wards_of(conflict, turn.actor)
    conflict.acted.append(turn.actor)
    conflict.turn = None
    next_exchange(record)


def next_exchange(record: Record) -> None:
    """Begin the next exchange if all have acted."""
    conflict = record.conflict
    if conflict and not conflict.turn and not record.waiting():
        conflict.exchange += 1
        conflict.acted = []


def act_simply(record: Record, move: Object, rolls: Rolls) -> None:
    """Take a simple action, which needs no roll and changes no figure."""


def sides(record: Record) -> set[int]:
    """The sides that still have an active character in the fight."""
    return {
        record.characters[id].side
        for id in record.actors()
        if record.characters[id].kind != "faction" or record.characters[id].zone
    }


def end_if_decided(record: Record) -> None:
    """End the conflict once only one side has actors left."""
    if record.conflict and len(sides(record)) < 2:
        end_conflict(record)


def _needs_conflict(proposal: Object) -> bool:
    return proposal["subject"]["subject"] in OF_CONFLICTS


def end_conflict(record: Record) -> None:
    """End the conflict with its stress, spin, free invokes and defenses.

    Defeated characters leave the map.
    """
    record.conflict = None
    for asked in [id for id, one in record.proposals.items() if _needs_conflict(one)]:
        del record.proposals[asked]
    for id, one in record.characters.items():
        one.stress = {}
        account = f"character:{id}"
        record.pay("spin", record.banks[account, "spin"], account, BANK)
        if one.is_out:
            one.leave_map()
    for id in record.aspects:
        account = f"aspect:{id}"
        record.pay("invoke", record.banks[account, "invoke"], account, BANK)


def end_wards_of(conflict: Conflict, actor: str) -> None:
    """End the defenses that a character keeps up, because it does something else."""
    conflict.wards = [one for one in conflict.wards if one["by"] != actor]


def end_wards_on(record: Record, target: str) -> None:
    """End the defenses of a target that moves."""
    if record.conflict:
        wards = record.conflict.wards
        record.conflict.wards = [one for one in wards if one["target"] != target]


MOVES: Mapping[str, Deal] = {
    "begin_conflict": begin,
    "hand_over_call": hand_over_call,
    "claim_turn": claim,
    "yield_turn": withdraw,
    "give_turn": give,
    "call_auction": call_auction,
    "bid": bid,
    "act_simply": act_simply,
    "end_turn": end_turn,
}
