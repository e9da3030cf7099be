"""Routes over the map: distances between zones, and the routes that shifts pay for."""

from heapq import heappop, heappush
from typing import NewType

import msgspec

from verger.domain.core.identifier import in_order
from verger.domain.games.edgerunner.model.chart import DOOR_COST, Border, Chart, Door, Way
from verger.domain.games.edgerunner.model.target import BorderId, ZoneId

RouteId = NewType("RouteId", str)
"""Borders with the numbers of their ways, in order: `b1.1 b2.3`."""


class Route(msgspec.Struct, frozen=True):
    """A route over one or more borders."""

    id: RouteId
    to: ZoneId
    cost: int


def distances(chart: Chart, start: ZoneId) -> dict[ZoneId, int]:
    """Return the distances of zones: the fewest borders, in any direction (`map.range`)."""
    far, edge = {start: 0}, [start]
    borders = [border for _, border in in_order(chart.borders.items())]
    while edge:
        here = edge.pop(0)
        for border in borders:
            if here in border.ends and border.beyond(here) not in far:
                far[border.beyond(here)] = far[here] + 1
                edge.append(border.beyond(here))
    return far


def routes(chart: Chart, start: ZoneId, shifts: int) -> list[Route]:
    """Return the routes that shifts pay for: the cheapest one to each zone, and all routes to adjacent zones.

    A more expensive way to an adjacent zone can be useful, for example because it leaves a door
    shut.
    """
    by_id = {route.id: route for route in reachable(chart, start, shifts)}
    beside = {route.id: route for route in next_door(chart, start, shifts)}
    return list((by_id | beside).values())


def reachable(chart: Chart, start: ZoneId, shifts: int) -> list[Route]:
    """Return the cheapest route to each affordable zone, the nearest first (`action.move`)."""
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
    """Return the ways over a single border.

    With `shifts`, return only the ways that they pay for.
    """
    return [
        _step(id, border, number, way, start)
        for id, border in _borders_at(chart, start)
        for number, way in border.ways_from(start)
        if shifts is None or way.cost <= shifts
    ]


def doors(chart: Chart, start: ZoneId, shifts: int) -> list[tuple[RouteId, BorderId, int, Door]]:
    """Return the ways at a zone that shifts can open or shut, and their states (`map.doors`).

    A way in one direction can be opened and shut from both sides.
    """
    return [
        (RouteId(_name(id, number)), id, number, way.door)
        for id, border in _borders_at(chart, start)
        for number, way in enumerate(border.ways, 1)
        if way.door is not None and shifts >= DOOR_COST
    ]


def shut_on(chart: Chart, id: RouteId) -> list[tuple[BorderId, int]]:
    """Return the shut ways of a route, which open when somebody takes it."""
    steps = [name.split(".") for name in id.split(" ")]
    ways = [(BorderId(border), int(number)) for border, number in steps]
    borders = chart.borders
    return [(border, n) for border, n in ways if borders[border].ways[n - 1].door is Door.SHUT]


def _borders_at(chart: Chart, zone: ZoneId) -> list[tuple[BorderId, Border]]:
    borders = in_order(chart.borders.items())
    return [(id, border) for id, border in borders if zone in border.ends]


def _step(id: BorderId, border: Border, number: int, way: Way, start: ZoneId) -> Route:
    return Route(RouteId(_name(id, number)), border.beyond(start), way.cost)


def _name(id: BorderId, number: int) -> str:
    return f"{id}.{number}"


def cost_of(chart: Chart, start: ZoneId, id: RouteId) -> int | None:
    """Return the price of a route from a zone, or None if it does not begin there."""
    here, cost = start, 0
    for name in id.split(" "):
        steps = {step.id: step for step in next_door(chart, here)}
        step = steps.get(RouteId(name))
        if step is None:
            return None
        here, cost = step.to, cost + step.cost
    return cost
