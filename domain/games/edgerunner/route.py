"""Ways over the map: how far zones are from each other, and where shifts lead."""

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NewType

import msgspec

from verger.domain.core.identifier import in_order
from verger.domain.games.edgerunner.model.chart import DOOR_COST, Border, Chart, Door, Way
from verger.domain.games.edgerunner.model.target import BorderId, ZoneId

RouteId = NewType("RouteId", str)
"""Borders with the numbers of their ways, in order: `b1.1 b2.3`."""


class Route(msgspec.Struct, frozen=True):
    """A way over one border or several."""

    id: RouteId
    to: ZoneId
    cost: int


def distances(chart: Chart, start: ZoneId) -> dict[ZoneId, int]:
    """How far zones are: the fewest borders, whichever way they are crossed (`map.range`)."""
    found, edge = {start: 0}, [start]
    borders = [border for _, border in in_order(chart.borders.items())]
    while edge:
        here = edge.pop(0)
        for border in borders:
            if here in border.ends and border.beyond(here) not in found:
                found[border.beyond(here)] = found[here] + 1
                edge.append(border.beyond(here))
    return found


def distance(chart: Chart, start: ZoneId, targets: Sequence[ZoneId]) -> int | None:
    """How far the nearest of some zones is; nothing where no border leads to any."""
    found = distances(chart, start)
    return min((found[zone] for zone in targets if zone in found), default=None)


def routes(chart: Chart, start: ZoneId, shifts: int) -> list[Route]:
    """Where so many shifts lead: the cheapest way to each zone, and each way next door.

    A zone next door may be worth more by a dearer way: one that leaves the door whole.
    """
    found = {route.id: route for route in reachable(chart, start, shifts)}
    beside = {route.id: route for route in next_door(chart, start, shifts)}
    return list((found | beside).values())


def reachable(chart: Chart, start: ZoneId, shifts: int) -> list[Route]:
    """The cheapest way to each zone that so many shifts pay for, the nearest first (`action.move`)."""
    best: dict[ZoneId, Route] = {}
    queue: list[tuple[int, int, tuple[str, ...], ZoneId]] = [(0, 0, (), start)]
    while queue:
        cost, length, path, here = heappop(queue)
        if here in best:
            continue
        best[here] = Route(RouteId(" ".join(path)), here, cost)
        for id, border in _borders_at(chart, here):
            for number, way in border.ways_from(here):
                step = (cost + way.cost, length + 1, (*path, _name(id, number)))
                if step[0] <= shifts:
                    heappush(queue, (*step, border.beyond(here)))
    return [route for zone, route in best.items() if zone != start]


def next_door(chart: Chart, start: ZoneId, shifts: int | None = None) -> list[Route]:
    """The ways over a single border, or those that so many shifts pay for."""
    return [
        _step(id, border, number, way, start)
        for id, border in _borders_at(chart, start)
        for number, way in border.ways_from(start)
        if shifts is None or way.cost <= shifts
    ]


def doors(chart: Chart, start: ZoneId, shifts: int) -> list[tuple[RouteId, BorderId, int, Door]]:
    """The ways at a zone that so many shifts open or shut, and how they stand (`map.doors`).

    A way that leads only one way has its door on both sides.
    """
    return [
        (RouteId(_name(id, number)), id, number, way.door)
        for id, border in _borders_at(chart, start)
        for number, way in enumerate(border.ways, 1)
        if way.door is not None and shifts >= DOOR_COST
    ]


def shut_on(chart: Chart, id: RouteId) -> list[tuple[BorderId, int]]:
    """The ways of a route that are shut, and are opened by whoever takes it."""
    steps = [name.split(".") for name in id.split(" ")]
    ways = [(BorderId(border), int(number)) for border, number in steps]
    borders = chart.borders
    return [(one, n) for one, n in ways if borders[one].ways[n - 1].door is Door.SHUT]


def _borders_at(chart: Chart, zone: ZoneId) -> list[tuple[BorderId, Border]]:
    found = in_order(chart.borders.items())
    return [(id, border) for id, border in found if zone in border.ends]


def _step(id: BorderId, border: Border, number: int, way: Way, start: ZoneId) -> Route:
    return Route(RouteId(_name(id, number)), border.beyond(start), way.cost)


def _name(id: BorderId, number: int) -> str:
    return f"{id}.{number}"


def cost_of(chart: Chart, start: ZoneId, id: RouteId) -> int | None:
    """What a route costs from a zone, if it leads anywhere from there."""
    here, cost = start, 0
    for name in id.split(" "):
        steps = {step.id: step for step in next_door(chart, here)}
        step = steps.get(RouteId(name))
        if step is None:
            return None
        here, cost = step.to, cost + step.cost
    return cost
