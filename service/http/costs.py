"""How many requests each operation counts as, from its route's declaration."""

from collections.abc import Iterator, Mapping
from typing import cast

from litestar.routes import HTTPRoute

from service.edge.operation import Operation
from service.http.routes import ROUTES


def _costs() -> Iterator[tuple[str, str, int]]:
    """Method, path and cost of every route that tells one."""
    for route in (route for router in ROUTES for route in router.routes):
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
            cost = cast("Operation", handler.opt).get("cost")
            if cost is not None:
                yield from ((method, route.path, cost) for method in handler.http_methods)


COSTS: Mapping[tuple[str, str], int] = {
    (method, path.rpartition("/")[2]): cost for method, path, cost in _costs() if cost
}
"""The cost by an operation's method and the last part of its path."""

UNCOUNTED = frozenset(path for _, path, cost in _costs() if not cost)
"""The paths that are exempt from limits."""
