"""The choices of seats in a conflict: whether they can roll without a path, and the changes of a goal."""

from typing import Any

from tests.models.verge import change
from tests.models.verge import play as play_of
from tests.models.verge.play import Action, Fighter, Table, controllers


def choices(table: Table) -> dict[str, Any]:
    """Return for each awaited seat whether it can roll without a path, or the elements that its goal can weaken."""
    play = table.play
    fight = play.conflict
    if play.step != "run" or table.paused or not fight:
        return {}
    if fight.stage == "rolling":
        waiting = [one for one in fight.active if not one.rolled and one.seat in table.sitting]
        return {one.seat: not _is_led(table, one) for one in waiting}
    if fight.stage == "gathering":
        asked = [seat for seat in table.sitting if seat in {*fight.asked} - {*fight.answered}]
        return {seat: _to_weaken(table, seat) for seat in asked if _can_join(table, seat)}
    return {}


def _is_led(table: Table, one: Fighter) -> bool:
    """Return whether a path that the fighter can use leads to the target (`conflict.pool`)."""
    fight, net = table.play.conflict, table.play.net
    assert fight
    target = fight.goals[one.goal - 1]["target"]
    if target == one.node:
        return False
    ends, seen = [(one.node, 0)], {one.node}
    while ends:
        node, steps = ends.pop(0)
        for edge in net.edges_at(node):
            beyond = edge.beyond(node)
            if target in (edge.id, beyond):
                return True
            if beyond not in seen and (not steps or _is_open(table, one.seat, beyond)):
                seen.add(beyond)
                ends.append((beyond, steps + 1))
    return False


def _is_open(table: Table, seat: str, node: str) -> bool:
    """Return whether a seat's path can pass a node: it controls the node, or the rule is off (`interest.dice`)."""
    return table.rules["controlling_interest"] == "off" or seat in controllers(table, node)


def _can_join(table: Table, seat: str) -> bool:
    """Return whether a seat has a node to fight with (`conflict.call`)."""
    net, fight = table.play.net, table.play.conflict
    assert fight
    taken = [one.node for one in fight.fighters]
    nodes = [one for one in net.elements.values() if not one.ends and not one.gone]
    return any(
        one.id not in taken and _fights_for(table, seat, one.id, one.creator, one.kind)
        for one in nodes
    )


def _fights_for(table: Table, seat: str, id: str, creator: str, kind: str | None) -> bool:
    fight = table.play.conflict
    assert fight
    claimant = table.play.net.claimant(id)
    if claimant:
        return claimant == seat or (claimant not in table.sitting and seat == table.gm)
    return seat in (table.gm, creator) or (fight.notice == seat and kind == "person")


def _to_weaken(table: Table, seat: str) -> list[str]:
    """Return the elements that a new goal can weaken, if the seat can pay (`conflict.goals`, `fnol.conflict`)."""
    weaker = {"action": "weaken"}
    if not is_free(table) and not change.is_payable(table, seat, weaker):
        return []
    net = table.play.net
    return sorted(id for id in net.elements if net.stands(id) and _is_in_bounds(table, id))


def is_free(table: Table) -> bool:
    """Return whether a goal costs nothing when it is stated (house rule `goal_cost`)."""
    return bool(table.rules["goal_cost"] != "stated")


def pays_as_winner(table: Table, by: str, action: Action) -> bool:
    """Let the winner pay a change if that is needed. Return whether the change is paid (house rule `goal_cost`)."""
    if table.rules["goal_cost"] != "winner":
        return True
    payable = change.is_payable(table, by, action)
    if payable:
        asked = change.price(table, by, action, action.get("element"))
        play_of.pay(table, by, asked, None)
    return payable


def _is_in_bounds(table: Table, id: str) -> bool:
    """Return whether a goal in a notice may concern an element (`fnol.conflict`)."""
    play = table.play
    assert play.conflict
    if not play.conflict.notice or not play.notice:
        return True
    lost = play.net[play.notice["edge"]]
    seats = controllers(table, id)
    wrote = play.net[id].creator == table.gm and {*seats} <= {play.conflict.notice}
    return id in (lost.id, *(lost.ends or ())) or table.gm in seats or wrote


def doubt(table: Table, seat: str, move: Action) -> None:
    """Record a seat's doubt about the use of an element in a narration (`interest.narration`)."""
    _fighter(table, move["seat"]).doubts.append((seat, move["element"]))


def settle_doubts(table: Table, narrator: str) -> None:
    """Remove the doubts about a narration after it is reworded or accepted."""
    _fighter(table, narrator).doubts = []


def _fighter(table: Table, seat: str) -> Fighter:
    fight = table.play.conflict
    assert fight
    one = fight.fighter(seat)
    assert one
    return one
