"""The parameters of a query: none that is unknown, and each given once.

A name that is misspelt would be overlooked, and of two values one: the answer would be to another
question than the client believes.
"""

from collections.abc import Collection, Iterable
from typing import Any

from litestar.handlers import HTTPRouteHandler
from litestar.params import ParameterKwarg
from litestar.routes import BaseRoute, HTTPRoute

from service.edge.body import AnyRequest
from service.problem.code import ProblemCode
from service.problem.problem import ProblemError


class Parameters:
    """The parameters that each operation of the API takes in its query."""

    def __init__(self, routes: Iterable[BaseRoute]) -> None:
        self._known = {
            handler: _named(handler, route.path_parameters)
            for route in routes
            if isinstance(route, HTTPRoute)
            for handler in route.route_handlers
            if handler.include_in_schema is not False
        }

    def check(self, request: AnyRequest) -> None:
        """Refuse parameters that cannot be meant as they were sent; pages take any."""
        known = self._known.get(request.route_handler)
        if known is not None and request.scope["query_string"]:
            require_known(request.query_params.multi_items(), known)


def require_known(sent: Iterable[tuple[str, str]], known: Collection[str]) -> None:
    """Refuse a query with an unknown parameter, with one given twice, or with the word null.

    The framework would take that word for a parameter that was not sent.
    """
    seen: set[str] = set()
    for name, value in sent:
        if name not in known:
            there = f"there are: {', '.join(sorted(known))}" if known else "there are none"
            raise _invalid(name, f"no such parameter here; {there}")
        if name in seen:
            raise _invalid(name, "given twice")
        if value == "null":
            raise _invalid(name, "null is no value")
        seen.add(name)


def _invalid(name: str, reason: str) -> ProblemError:
    return ProblemError(ProblemCode.INVALID_PARAMETER, parameter=name[:100], reason=reason)


def _named(handler: HTTPRouteHandler, in_path: Collection[str]) -> frozenset[str]:
    return frozenset(
        _name(name, field.kwarg_definition)
        for name, field in handler.parsed_fn_signature.parameters.items()
        if name != "request" and name not in in_path
    )


def _name(name: str, definition: Any) -> str:
    """A parameter's name in the query, which need not be its name in the code."""
    own = definition.query or definition.name if isinstance(definition, ParameterKwarg) else None
    return own or name
