"""The methods that an address has, for the answer to OPTIONS and the header Allow (RFC 9110)."""

import re
from collections.abc import Iterable

from litestar.routes import BaseRoute, HTTPRoute

from verger.service.http.moves import PATH as MOVES

_PARAMETER = re.compile(r"\{\w+:(\w+)\}")
_VALUES = {"int": r"\d+", "path": ".+"}


class Methods:
    """The methods of every address."""

    def __init__(self, routes: Iterable[BaseRoute]) -> None:
        self._known = [(MOVES, "OPTIONS, POST")]
        for route in routes:
            if isinstance(route, HTTPRoute):
                pattern = _PARAMETER.sub(lambda found: _VALUES.get(found[1], "[^/]+"), route.path)
                self._known.append((re.compile(pattern), ", ".join(sorted(_taken(route)))))
        taken = {name for _, names in self._known for name in names.split(", ")}
        self._known.append((re.compile(r"\*"), ", ".join(sorted(taken))))

    def of(self, path: str) -> str | None:
        """Return the methods of an address, or None if there is no such address."""
        return next((names for known, names in self._known if known.fullmatch(path)), None)


def _taken(route: HTTPRoute) -> set[str]:
    """Return the methods of a route. The front serves HEAD for every route with GET."""
    return {*route.methods, "HEAD"} if "GET" in route.methods else set(route.methods)
