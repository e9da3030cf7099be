"""The open choices of the awaited players in a turn of Edgerunner: routes, boxes, aspects, targets."""

from collections.abc import Iterable, Iterator, Mapping
from heapq import heappop, heappush
from typing import Any

from tests.models.edgerunner.deed import CONSEQUENCES
from tests.models.edgerunner.exchange import DOOR, cost
from tests.models.edgerunner.outcome import mover
from tests.models.edgerunner.record import Deed, Object, Record, Turn

Open = Mapping[str, Any]


def open_in(record: Record, turn: Turn) -> Open:
    """The choices that are open in a turn, by the name of the figure."""
    match turn.moment:
        case "choosing":
            return {**_steps(record, turn), **_targets(record, turn)}
        case "closing":
            return _steps(record, turn)
        case "boosting" | "resisting":
            assert turn.deed
            return _making_more(record, turn, turn.deed)
        case "spending":
            return _using(record, turn)
        case _:
            return {}


def _steps(record: Record, turn: Turn) -> Open:
    """The ways that a free move can take."""
    zone = record.characters[turn.actor].zone
    if turn.has_moved or zone is None:
        return {}
    found = sorted(
        f"{id}.{place}"
        for id, border in record.borders.items()
        for place, way in border.opens_from(zone)
        if cost(way) <= 1
    )
    return {"free_move": found} if found else {}


def _using(record: Record, turn: Turn) -> Open:
    """The choices that the remaining shifts can pay for."""
    deed, left = turn.deed, turn.left
    assert deed
    assert left is not None
    if deed.kind == "recovery":
        marked = record.characters[deed.target].stress[deed.action["track"]]
        return {"clear_box": sorted(box for box in marked if box <= left)}
    zone = record.characters[mover(record)].zone
    assert zone
    found = {"go": sorted(routes(record, zone, left))}
    if deed.kind == "move" and left >= DOOR:
        found["turn_door"] = sorted(
            f"{id}.{place}"
            for id, border in record.borders.items()
            for place, way in enumerate(border.ways, 1)
            if way["door"] and zone in (border.one, border.other)
        )
    return {kind: ways for kind, ways in found.items() if ways}


def routes(record: Record, start: str, left: int) -> set[str]:
    """The cheapest payable route to each zone, and each payable way to a neighboring zone."""
    best: dict[str, int] = {}
    edge = [(0, start)]
    while edge:
        spent, here = heappop(edge)
        if here in best:
            continue
        best[here] = spent
        for border in record.borders.values():
            for _, way in border.opens_from(here):
                if spent + cost(way) <= left:
                    heappush(edge, (spent + cost(way), border.beyond(here)))
    beside = {
        _route(record, border.beyond(start), cost(way))
        for border in record.borders.values()
        for _, way in border.opens_from(start)
        if cost(way) <= left
    }
    far = {_route(record, zone, spent) for zone, spent in best.items() if zone != start}
    return far | beside


def _route(record: Record, zone: str, shifts: int) -> str:
    """Return a route as the server lists it: its destination and its price."""
    return f"{record.zones[zone]}, {shifts} shift{'s' * (shifts != 1)}"


def _making_more(record: Record, turn: Turn, deed: Deed) -> Open:
    """The choices of the actor to strengthen a roll, or of the target to weaken it."""
    is_own = turn.moment == "boosting"
    who = turn.actor if is_own else deed.target
    found: dict[str, Any] = {}
    for pay, aspects in _aspects(record, who, deed).items():
        if aspects:
            found[f"invoke {pay}"] = aspects
    if is_own and _spin(record, turn, deed):
        found["use_spin"] = True
    if not is_own or deed.kind == "move":
        found |= _strains(record, who, None if is_own else deed)
    return found


def _aspects(record: Record, who: str, deed: Deed) -> Mapping[str, list[str]]:
    """The aspects that can still be invoked, by the kind of payment."""
    unused = [
        id for id, one in record.aspects.items() if record.exists(one.on) and id not in deed.used
    ]
    own = [id for id in unused if record.aspects[id].by == who]
    return {
        "fate": sorted(unused) if record.fate(who) > 0 else [],
        "free": sorted(id for id in own if record.banks[f"aspect:{id}", "invoke"] > 0),
    }


def _spin(record: Record, turn: Turn, deed: Deed) -> bool:
    """Return whether the actor can use the target's spin, which is possible once for each roll."""
    target = record.characters.get(deed.target)
    if target is None or turn.has_spun or target.side == record.characters[turn.actor].side:
        return False
    return record.banks[f"character:{deed.target}", "spin"] > 0


def _strains(record: Record, who: str, resisted: Deed | None) -> Open:
    """The boxes and consequences that a character can take."""
    one, found = record.characters[who], {}
    is_attack = resisted is not None and resisted.kind == "attack"
    for track in one.tracks:
        name = track["name"]
        if is_attack and resisted and resisted.action["track"] != name:
            continue
        marked = one.stress.get(name, [])
        most = record.threshold(who, name)
        free = [box for box in range(1, most + 1) if box not in marked]
        if free:
            found[f"take_stress {name}"] = free
    severities: Any = [one_ for one_ in CONSEQUENCES if one_ not in one.consequences]
    return {**found, "take_consequence": severities} if severities else found


def _targets(record: Record, turn: Turn) -> Open:
    """The possible targets of attacks, each with the skills of the actor and the tracks of the target."""
    actor = record.characters[turn.actor]
    assert record.conflict
    last = record.conflict.last(turn.actor)
    found: dict[str, Any] = {}
    for target in [*record.characters, *record.borders, *record.aspects]:
        tracks = _tracks(record, turn.actor, target)
        if tracks is None or not actor.zone:
            continue
        reachable = record.distances(actor.zone)
        if not any(zone in reachable for zone in record.zones_of(target)):
            continue
        far = record.range(turn.actor, target)
        skills = [skill["name"] for skill in actor.skills if skill["reach"] >= far]
        if last and (last.kind, last.target) == ("attack", target):
            skills = [name for name in skills if name != last.action["skill"]]
        if skills:
            found[f"attack {target}"] = [skills, tracks]
    return found


def _tracks(record: Record, actor: str, target: str) -> list[str] | None:
    """The tracks of a target; an empty list if its only track has no name. None if it cannot be attacked."""
    if target in record.borders:
        return [] if record.borders[target].threshold is not None else None
    if target in record.aspects:
        is_placed = record.aspects[target].source == "maneuver"
        return [] if is_placed and record.exists(target) else None
    names = [track["name"] for track in record.characters[target].tracks]
    return names if target != actor and record.exists(target) and names else None


MOMENTS = ("choosing", "closing", "boosting", "resisting", "spending")
"""The steps of a turn that have such choices."""


def listed(options: Iterable[Object], moment: str) -> Open:
    """Return the same choices, read from the options of the server."""
    found: dict[str, Any] = {}
    for option in options:
        fixed, fields = option["fixed"], {one["name"]: one for one in option.get("fields", ())}
        match fixed["move"]:
            case "free_move":
                found["free_move"] = sorted(_values(fields["route"]))
            case "go":
                found["go"] = sorted({one["label"] for one in fields["route"]["choices"]})
            case "turn_door":
                found["turn_door"] = sorted(_values(fields["door"]))
            case "clear_box":
                found["clear_box"] = sorted(_values(fields["box"]))
            case "invoke":
                found[f"invoke {fixed['pay']}"] = sorted(_values(fields["aspect"]))
            case "use_spin":
                found["use_spin"] = True
            case "take_stress":
                found[f"take_stress {fixed['track']}"] = _values(fields["box"])
            case "take_consequence":
                found["take_consequence"] = _values(fields["severity"])
            case "declare":
                found |= dict(_attacks(fields["action"]["shapes"])) if moment == "choosing" else {}
            case _:
                pass
    return found


def _values(field: Object) -> list[Any]:
    return [choice["value"] for choice in field["choices"]]


def _attacks(shapes: Iterable[Object]) -> Iterator[tuple[str, Any]]:
    for shape in shapes:
        fields = {one["name"]: one for one in shape.get("fields", ())}
        if shape["fixed"]["action"] == "attack":
            tracks = _values(fields["track"]) if "track" in fields else []
            for target in _values(fields["target"]):
                yield f"attack {target}", [_values(fields["skill"]), tracks]
