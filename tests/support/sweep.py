"""Requests for everything: every route of the application, with all its parameters.

The routes come from the application, and the parameters from the API document, so new ones are
included. A parameter without a known value is an error.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from http.client import HTTPConnection
from typing import Any, NamedTuple
from urllib.parse import urlencode

from litestar import Router
from litestar.routes import HTTPRoute

from tests.support import contract
from tests.support.planted import Planted
from verger.service.annexes.routes import ROUTES
from verger.service.edge.form import NDJSON

Headers = Mapping[str, str]
NOBODYS = "00000000-0000-4000-8000-000000000000"

QUERIES: dict[str, str] = {
    "after": "0",
    "before": "99",
    "limit": "50",
    "order": "newest",
    "type": "seal_note",
    "ruleset": "{game}",
    "language": "en",
    "title": "e",
    "zone": "Europe/Berlin",
    "awaited": "true",
    "idle_since": "2126-01-01T00:00:00Z",
    "as_of": "{head}",
    "laid_out": "{version}",
    "orientation": "portrait",
    "pinned": "n1:1:40:-20",
    "at": "{version}",
    "from": "1",
    "to": "{version}",
    "undone": "struck",
    "node": "n1",
    "element": "n1",
    "target": "n2",
    "edges": "3",
    "dice": "4",
    "rule": "table.onlookers",
    "status": "open",
    "follow": "false",
    "session": "{session}",
}
"""The values for parameters of the query."""
LIVE = "text/event-stream"
OF_PAGES_ALONE = {"before", "order", "type", "seat", "limit"}
"""Parameters that JSON pages of events take, but JSON lines and streams do not."""
OF_PAGES = {"/docs/{path}": ("webhooks", "problems"), "/watch/assets/{name}": ("main.js",)}
ROLLS = {"verge": "signal"}


class Asked(NamedTuple):
    """A request for something that may be read."""

    route: str
    path: str
    query: dict[str, str]
    form: str = "*/*"

    @property
    def address(self) -> str:
        """The request's address with its query."""
        return f"{self.path}?{urlencode(self.query)}"


@cache
def routes() -> tuple[str, ...]:
    """Every address of the application that can be read."""
    return tuple(
        route.path_format
        for route in Router(path="/", route_handlers=ROUTES).routes
        if isinstance(route, HTTPRoute) and "GET" in route.methods
    )


def everything(about: Planted, head: int, seats: tuple[str, ...]) -> Iterator[Asked]:
    """Yield a request to each address of a table, with and without its parameters."""
    for route in routes():
        for path in _filled(route, about):
            documented = contract.document()["paths"].get(route, {}).get("get", {})
            for query in _queries(documented, about, head, seats):
                for form in _forms(documented, query):
                    taken = OF_PAGES_ALONE if form in (LIVE, NDJSON) else frozenset()
                    fit = {name: value for name, value in query.items() if name not in taken}
                    yield Asked(route, path, fit, form)


def _filled(route: str, about: Planted) -> Iterator[str]:
    if route in OF_PAGES:
        yield from (re.sub(r"\{\w+\}", name, route) for name in OF_PAGES[route])
    else:
        ids = about.ids | {"roll": ROLLS.get(about.game, "test")}
        for version in about.versions if "{version}" in route else [1]:
            yield route.format(**ids, version=version)
        if "/webhooks" in route:
            # The webhooks of a token, in addition to those of its seats.
            wide = {name: ids[f"wide_{name}"] for name in ("webhook", "delivery")}
            yield route.format(**ids | wide | {"session": "-"})


def _queries(
    operation: Any, about: Planted, head: int, seats: tuple[str, ...]
) -> Iterator[dict[str, str]]:
    parameters = [_resolved(one) for one in operation.get("parameters", ())]
    known = {one["name"]: one.get("required", False) for one in parameters if one["in"] == "query"}
    takes_seat = known.pop("seat", None) is not None
    # A ticket opens one stream, once, for a client that has shown its token before.
    known.pop("ticket", None)
    # Only server-sent events take the id of the last one, which says what `after` says.
    known.pop("lastEventId", None)
    # Presence is sent during the whole stream: seats, which are no secret.
    known.pop("presence", None)
    version = max(about.versions)
    filled = {"head": head, "version": version, "game": about.game, "session": about.ids["session"]}
    full = {name: QUERIES[name].format_map(filled) for name in known}
    required = {name: value for name, value in full.items() if known[name]}
    yield required
    full = {name: value for name, value in full.items() if name != "as_of"}
    if full != required:
        yield full
    if takes_seat:
        yield from ({**required, "seat": seat} for seat in seats)


def _resolved(parameter: Any) -> Any:
    if "$ref" in parameter:
        return contract.document()["components"]["parameters"][parameter["$ref"].split("/")[-1]]
    return parameter


def _forms(operation: Any, query: dict[str, str]) -> Iterator[str]:
    """Yield each form of an answer. A live form ends at the present head of the log."""
    content = operation.get("responses", {}).get("200", {}).get("content", {"*/*": {}})
    yield from (form for form in content if form != LIVE or "follow" in query)


def wrongly(about: Planted) -> Iterator[tuple[str, str, Headers, str]]:
    """Yield requests for every operation that changes something. Most readers are refused."""
    ids = about.ids | {"token": NOBODYS, "removed": "s9", "version": "1"}
    bodies = [
        *("", "[]", "{}"),
        json.dumps({"move": "reveal_note", "note": "k1"}),
        json.dumps({"move": "reveal_note", "note": "k3", "text": "?", "salt": "00"}),
        json.dumps({"version": max(about.versions), "without": [2]}),
    ]
    for path, methods in contract.document()["paths"].items():
        for method in {"post", "patch", "delete"} & set(methods):
            # A DELETE takes no body.
            for body in bodies if method != "delete" else bodies[:1]:
                yield method.upper(), path.format(**ids), {}, body
    # A late request receives the events since then.
    yield "POST", f"/v1/sessions/{about.session}/moves", {"If-Match": '"1"'}, bodies[3]
    yield "POST", f"/v1/sessions/{about.session}/moves?dry_run=true", {}, bodies[3]


class Asker:
    """Sends requests with little cost: thousands in a few seconds."""

    def __init__(self, netloc: str) -> None:
        self._link = HTTPConnection(netloc)

    def close(self) -> None:
        """Close the connection."""
        self._link.close()

    def ask(
        self, method: str, address: str, headers: Headers, body: str | None = None
    ) -> tuple[int, str]:
        """Return the status of an answer, and the text of its head and body."""
        self._link.request(method, address, body, dict(headers))
        answer = self._link.getresponse()
        # The raw items, because `str()` of the headers would take longer than the request.
        head = "\n".join([f"{name}: {value}" for name, value in answer.headers.raw_items()])
        return answer.status, f"{head}\n\n{answer.read().decode()}"
