"""Check the parameters of a query: each must be known, given only once, and a text that can be stored.

Without this check, the framework would ignore a misspelt name, or one of two values. The client
would get an answer to a different request.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl, unquote_plus

from litestar.handlers import HTTPRouteHandler
from litestar.params import ParameterKwarg
from litestar.routes import BaseRoute, HTTPRoute

from verger.service.edge.body import AnyRequest
from verger.service.masking import masked
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError


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
        """Refuse unknown, repeated and invalid parameters. HTML pages are not checked."""
        known = self._known.get(request.route_handler)
        if known is not None and request.scope["query_string"]:
            parameters(request.scope["query_string"], known)


_NO_TEXT = re.compile("[\0\ud800-\udfff]")
"""U+0000, which PostgreSQL cannot store, and the surrogates that stand for bytes outside UTF-8."""


def parameters(query: bytes, known: Collection[str]) -> Mapping[str, str]:
    """Read a query, and refuse parameters that are unknown, repeated, `null` or not valid text.

    The framework would treat `null` like a parameter that was not sent.
    """
    found: dict[str, str] = {}
    sent = query.decode("latin-1")
    for name, value in parse_qsl(sent, keep_blank_values=True, errors="surrogateescape"):
        if name not in known:
            there = f"there are: {', '.join(sorted(known))}" if known else "there are none"
            raise _invalid(name, f"this operation has no such parameter; {there}")
        if name in found:
            raise _invalid(name, "it is given twice")
        if value == "null":
            raise _invalid(name, "null is not a value: leave the parameter out")
        if _NO_TEXT.search(value):
            raise _invalid(name, "it must be UTF-8 text without the character U+0000")
        found[name] = value
    return found


def flag(query: Mapping[str, str], name: str, *, default: bool) -> bool:
    """Return the value of a boolean parameter, by the same rules as the framework."""
    value = query.get(name)
    if value is None:
        return default
    if value.lower() not in _FLAGS:
        raise _invalid(name, "it takes true or false")
    return _FLAGS[value.lower()]


_FLAGS = {"true": True, "1": True, "false": False, "0": False}
_TRACKING = re.compile(
    r"(?:utm|mtm|pk|piwik|matomo)_\w+"
    r"|(?:fb|g|dc|y|tw|tt|li|sc)clid|(?:rdt|rb)_(?:cid|clickid)|(?:irclick|wicked|sccl)id"
    r"|msclkid|gclsrc|gbraid|wbraid|srsltid|igsh|igshid|epik|li_fat_id|mc_cid|mc_eid|mkt_tok"
    r"|_ga|_gl|_hsenc|_hsmi|__hs(?:fp|sc|tc)|s_cid|vero_id|oly_(?:anon|enc)_id",
    re.IGNORECASE,
)
"""Parameters that other sites add to the links that people share there."""


def without_tracking(query: bytes) -> bytes:
    """Return a query without the parameters that other sites add. This server does not use them."""
    parts = query.split(b"&")
    named = [(unquote_plus(part.partition(b"=")[0].decode("latin-1")), part) for part in parts]
    return b"&".join(part for name, part in named if not _TRACKING.fullmatch(name))


def _invalid(name: str, reason: str) -> ProblemError:
    shown = masked(name)[:100].encode(errors="backslashreplace").decode()
    return ProblemError(ProblemCode.INVALID_PARAMETER, parameter=shown, reason=reason)


def _named(handler: HTTPRouteHandler, in_path: Collection[str]) -> frozenset[str]:
    return frozenset(
        _name(name, field.kwarg_definition)
        for name, field in handler.parsed_fn_signature.parameters.items()
        if name != "request" and name not in in_path
    )


def _name(name: str, definition: Any) -> str:
    """Return a parameter's name in the query. Its name in the code can be different."""
    own = definition.query or definition.name if isinstance(definition, ParameterKwarg) else None
    return own or name
