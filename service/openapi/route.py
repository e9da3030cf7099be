"""The routes that the document describes: those of the framework, and the route for moves outside it."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast, get_args

from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig

from verger.service.annexes.routes import ROUTES
from verger.service.edge.operation import Operation
from verger.service.http import moves
from verger.service.problem.documented import Document

JSON = "application/json"


class Route(NamedTuple):
    """An operation as its route declares it, in the framework or outside."""

    id: str
    tag: str
    method: str
    path: str
    function: Any
    """Its docstring is the description."""
    status: int
    told: Operation
    parameters: Sequence[Document]

    @property
    def names(self) -> set[str]:
        """Return the names of its parameters."""
        return {parameter["name"] for parameter in self.parameters}

    @property
    def in_path(self) -> list[str]:
        """Return the parameters that are part of its path, in their order."""
        return re.findall(r"\{(\w+)\}", self.path)

    @property
    def is_read(self) -> bool:
        """Whether it changes nothing."""
        return self.method == "get"

    @property
    def is_counted(self) -> bool:
        """Whether rate limits apply to it."""
        return self.told.get("counted", True)

    @property
    def is_kept(self) -> bool:
        """Whether the answer can be 304, because the client already has it. Never for operations without limits."""
        return self.is_read and self.is_counted

    @property
    def is_for_onlookers(self) -> bool:
        """Whether onlookers can use it, if a table allows onlookers (`table.onlookers`)."""
        return self.is_read and "session" in self.names and not {"bearer", "scope"} & set(self.told)

    @property
    def takes_json(self) -> bool:
        """Whether its body is JSON."""
        brings = self.told.get("brings")
        return "takes" in self.told or (brings is not None and brings.media_type == JSON)

    @property
    def types(self) -> list[Any]:
        """Return the types of its body and its answers."""
        own = [self.told[name] for name in ("takes", "gives") if name in self.told]
        own += self.told.get("tells", ())
        return own + [answer.gives for answer in self.told.get("also", {}).values()]


def routes() -> Iterator[Route]:
    """Yield every route that is an operation of the API."""
    yield from _mounted()
    yield Route(
        id=moves.OPERATION_ID,
        tag="moves",
        method="post",
        path=moves.ROUTE,
        function=moves.post_move,
        status=201,
        told=moves.OPERATION,
        parameters=moves.PARAMETERS,
    )


def _mounted() -> Iterator[Route]:
    app = Litestar(ROUTES, openapi_config=OpenAPIConfig("", ""), logging_config=None)
    handlers = {
        handler.operation_id: handler
        for route in app.routes
        for handler in getattr(route, "route_handlers", ())
        if isinstance(handler, HTTPRouteHandler)
    }
    for path, methods in app.openapi_schema.to_schema()["paths"].items():
        for method, found in methods.items():
            id, (tag,) = found["operationId"], found["tags"]
            handler, parameters = handlers[id], found.get("parameters", ())
            status, told = handler.status_code, _told(handler)
            yield Route(
                id=id,
                tag=tag,
                method=method,
                path=path,
                function=handler.fn,
                status=status,
                told=told,
                parameters=parameters,
            )


def _told(handler: HTTPRouteHandler) -> Operation:
    """Return the declaration of a handler. If it names no type for the answer, take the annotated one."""
    told = cast("Operation", handler.opt)
    annotation = handler.parsed_fn_signature.return_type.annotation
    (inner,) = get_args(annotation) or (annotation,)
    if "gives" in told or "forms" in told or inner in (None, type(None)):
        return told
    return {**told, "gives": inner}
