"""The addresses that are exempt from limits, from their routes' declarations."""

from collections.abc import Iterator
from typing import cast

from litestar.routes import HTTPRoute

from verger.service.edge.operation import Operation
from verger.service.http.routes import ROUTES


def _uncounted() -> Iterator[str]:
    for route in (route for router in ROUTES for route in router.routes):
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
            if not cast("Operation", handler.opt).get("counted", True):
                yield route.path


UNCOUNTED = frozenset(_uncounted())
"""The paths that are exempt from limits."""
