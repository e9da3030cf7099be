"""The effects of an action's shifts: stress, aspects, thresholds and movement."""

from collections.abc import Mapping
from copy import deepcopy

from tests.models.edgerunner.exchange import (
    DOOR,
    at,
    close,
    conflict_of,
    cost,
    end_if_decided,
    end_wards_of,
    end_wards_on,
    turn_of,
)
from tests.models.edgerunner.record import (
    BANK,
    Aspect,
    Conflict,
    Deal,
    Deed,
    Object,
    Record,
    Rolls,
    Turn,
)

INVOKES = ((6, 3), (3, 2), (1, 1))
"""The number of free invokes that a maneuver gives: pairs of the needed shifts and the number."""


def least(deed: Deed) -> int:
    """The smallest number of shifts that gives an action an effect."""
    return 0 if deed.kind == "maneuver" else 1


def keep_deed(conflict: Conflict, turn: Turn, deed: Deed) -> None:
    conflict.kept[turn.actor] = conflict.exchange, deepcopy(deed)


def come_out(record: Record) -> None:
    """Apply the result of an action, by its shifts."""
    conflict, turn, deed = at(record)
    keep_deed(conflict, turn, deed)
    if deed.kind == "recovery" and deed.target in record.actors():
        conflict.acted.append(deed.target)
        end_wards_of(conflict, deed.target)
    if deed.kind in ("move", "move_another", "recovery"):
        turn.moment, turn.left = "spending", deed.shifts
        close_when_spent(record)
        return
    if deed.kind == "attack" and deed.shifts > 0 and is_there(record, deed.target):
        strike(record, turn, deed)
    elif deed.kind == "defense":
        ward(conflict, turn, deed)
    elif deed.kind == "maneuver" and deed.shifts >= 0:
        place(record, turn, deed)
    if not turn.taken_out:
        close(record)


def is_there(record: Record, target: str) -> bool:
    """Return whether a target can still take stress. A target that the table has redefined cannot."""
    if target in record.borders:
        return record.borders[target].threshold is not None
    return target in record.characters or target in record.aspects


def strike(record: Record, turn: Turn, deed: Deed) -> None:
    """Mark the box with the number of shifts, or the next free box above it.

    If there is none, the target is taken out.
    """
    target = deed.target
    if target in record.characters:
        track = deed.action["track"]
        most = record.threshold(target, track)
        marked = record.characters[target].stress.setdefault(track, [])
    elif target in record.borders:
        border = record.borders[target]
        most, marked = border.threshold or 0, border.marked
    else:
        most, marked = record.aspects[target].boxes, record.aspects[target].marked
    free = [box for box in range(deed.shifts, most + 1) if box not in marked]
    if free:
        marked.append(free[0])
    else:
        take_out(record, turn, target)


def take_out(record: Record, turn: Turn, target: str) -> None:
    turn.moment, turn.taken_out = "deciding", target
    if target in record.characters:
        record.characters[target].is_out = True
        end_wards_of(conflict_of(record), target)


def ward(conflict: Conflict, turn: Turn, deed: Deed) -> None:
    target, track = deed.target, deed.action["track"]
    conflict.wards = [
        one
        for one in conflict.wards
        if one["by"] != turn.actor and (one["target"], one["track"]) != (target, track)
    ]
    made = {"by": turn.actor, "target": target, "track": track, "threshold": max(deed.shifts, 0)}
    conflict.wards.append(made)


def free_invokes(shifts: int) -> int:
    """The number of free invokes that a maneuver gives."""
    return next((invokes for least, invokes in INVOKES if shifts >= least), 0)


def place(record: Record, turn: Turn, deed: Deed) -> None:
    """Place an aspect. If a continued maneuver has placed it before, refill its free invokes."""
    there = [
        id
        for id, one in record.aspects.items()
        if deed.continued
        and (one.by, one.on, one.name) == (turn.actor, deed.target, deed.action["aspect"])
    ]
    if there:
        id, boxes = there[-1], record.aspects[there[-1]].boxes
        most = min(free_invokes(deed.shifts), boxes)
    else:
        boxes = most = free_invokes(deed.shifts)
        placed = Aspect(deed.action["aspect"], deed.target, "maneuver", turn.actor, boxes)
        id = record.place_aspect(placed)
    account = f"aspect:{id}"
    lacking = most - record.banks[account, "invoke"]
    if lacking > 0:
        record.pay("invoke", lacking, BANK, account)


def mover(record: Record) -> str:
    """The moving character: the actor, or the pushed target."""
    _, turn, deed = at(record)
    return deed.target if deed.kind == "move_another" else turn.actor


def leg(record: Record, step: str) -> tuple[str, Object]:
    """The border and the way that a step of a route names, such as `b1.2`."""
    border, _, place = step.partition(".")
    return border, record.borders[border].ways[int(place) - 1]


def walk(record: Record, id: str, route: str) -> int:
    """Move a character along a route, and return the price."""
    who, spent = record.characters[id], 0
    for step in route.split():
        border, way = leg(record, step)
        spent += cost(way)
        if way["door"] == "shut":
            way["door"] = "open"
        assert who.zone
        who.zone = record.borders[border].beyond(who.zone)
    end_wards_on(record, id)
    return spent


def go(record: Record, move: Object, rolls: Rolls) -> None:
    """Move along a route, and pay with shifts."""
    turn = turn_of(record)
    assert turn.left is not None
    turn.left -= walk(record, mover(record), move["route"])
    close_when_spent(record)


def turn_door(record: Record, move: Object, rolls: Rolls) -> None:
    """Open or shut a way."""
    turn = turn_of(record)
    _, way = leg(record, move["door"])
    way["door"] = "open" if way["door"] == "shut" else "shut"
    assert turn.left is not None
    turn.left -= DOOR
    close_when_spent(record)


def clear_box(record: Record, move: Object, rolls: Rolls) -> None:
    """Clear a box, for shifts equal to its number."""
    _, turn, deed = at(record)
    record.characters[deed.target].stress[deed.action["track"]].remove(move["box"])
    assert turn.left is not None
    turn.left -= move["box"]
    close_when_spent(record)


def close_when_spent(record: Record) -> None:
    """End the action if the remaining shifts can pay for nothing."""
    if not any(spendable(record)):
        finish(record, {}, ())


def spendable(record: Record) -> list[str]:
    """The possible uses of the remaining shifts."""
    _, turn, deed = at(record)
    left = turn.left or 0
    if deed.kind == "move_another" and deed.shifts < least(deed):
        return []
    if deed.kind == "recovery":
        marked = record.characters[deed.target].stress.get(deed.action["track"], ())
        return ["clear_box" for box in marked if box <= left]
    zone = record.characters[mover(record)].zone
    assert zone
    beside = [one for one in record.borders.values() if zone in (one.one, one.other)]
    found = ["go" for one in beside for _, way in one.opens_from(zone) if cost(way) <= left]
    if deed.kind == "move" and left >= DOOR:
        found += ["turn_door" for one in beside for way in one.ways if way["door"]]
    return found


def finish(record: Record, move: Object, rolls: Rolls) -> None:
    """Leave the remaining shifts unused."""
    turn_of(record).left = None
    close(record)


def free_move(record: Record, move: Object, rolls: Rolls) -> None:
    """Cross one border in addition to the action."""
    turn = turn_of(record)
    turn.has_moved = True
    walk(record, turn.actor, move["route"])
    if turn.moment == "closing":
        close(record)


def deploy(record: Record, move: Object, rolls: Rolls) -> None:
    """Put a thing of a faction on the map, on the faction's side."""
    conflict, turn = conflict_of(record), turn_of(record)
    thing = record.characters[move["thing"]]
    thing.there, thing.zone = True, move["zone"]
    thing.side = record.characters[turn.actor].side
    end_wards_of(conflict, turn.actor)
    close(record)


def decide_fate(record: Record, move: Object, rolls: Rolls) -> None:
    """Decide the fate of a target that was taken out. This can end the conflict."""
    target = turn_of(record).taken_out
    if target in record.aspects:
        record.remove_aspect(target)
    end_if_decided(record)
    if record.conflict:
        close(record)


def redefine_taken(record: Record, move: Object, rolls: Rolls) -> None:
    """Close the action after the player that took a border out has drawn it again."""
    close(record)


MOVES: Mapping[str, Deal] = {
    "go": go,
    "turn_door": turn_door,
    "clear_box": clear_box,
    "finish_action": finish,
    "free_move": free_move,
    "deploy": deploy,
    "decide_fate": decide_fate,
}
