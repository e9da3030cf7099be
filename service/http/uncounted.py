"""The addresses that are exempt from rate limits. Their routes declare this."""

from collections.abc import Iterable, Iterator
from typing import cast

from litestar.routes import BaseRoute, HTTPRoute

from verger.service.edge.operation import Operation


def uncounted(routes: Iterable[BaseRoute]) -> frozenset[str]:
    """Return the paths of the routes that declare it."""
    return frozenset(_paths(routes))


def _paths(routes: Iterable[BaseRoute]) -> Iterator[str]:
    for route in routes:
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
            if not cast("Operation", handler.opt).get("counted", True):
                yield route.path
