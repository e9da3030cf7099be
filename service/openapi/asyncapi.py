"""The AsyncAPI document: messages of the server to followers of a session and to webhooks.

It is made from the API document: messages have its schemas, and streams its parameters.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from verger.service.edge.form import NDJSON, SSE
from verger.service.http.sockets import CLOSING, FEED, PARAMETERS, ROUTE, SUBPROTOCOL, TOKEN
from verger.service.openapi import chosen, examples
from verger.service.problem.documented import Document
from verger.service.root import ROOT
from verger.service.schema.json_schema import IN_COMPONENTS, Schema

FILE = ROOT / "openapi" / "asyncapi.json"

_ABOUT = """\
The messages that this server sends: the events of a session in a stream, and signed messages to
webhooks. Requests are in the OpenAPI document, `/v1/openapi.json`, with the same schemas.

A stream sends every event once, in the order of the log. The number of an event is the version of
the session. After a broken connection, continue after the last version that you received. Send the
token of a seat, or a ticket. If the table allows onlookers, you need neither.

Guides are at `/docs/streams` and `/docs/webhooks` of this server.
"""

_SERVERS = {
    "http": ("http", "127.0.0.1:8000", "This server, with `https` over TLS."),
    "ws": ("ws", "127.0.0.1:8000", "This server, with `wss` over TLS."),
    "receiver": ("https", "bot.example", "Your server, at the URL of the webhook."),
}
"""The protocol and an example host of each server, with a description."""


class _Stream(NamedTuple):
    """A format of the stream of a session or of the feed."""

    server: str
    title: str
    description: str
    messages: Sequence[str]
    query: Sequence[str]
    """The parameters of the operation at the same address that this format takes."""
    address: str = ROUTE


_STREAMS = {
    "server_sent_events": _Stream(
        server="http",
        title="A session as server-sent events",
        description=(
            f"`GET` with `Accept: {SSE}`. The stream begins after `Last-Event-ID` or `after`. This document"
            " describes the fields `id` and `event` as headers. An event of the log has no field `event`."
        ),
        messages=("sent_event", "sent_reset", "sent_presence", "sent_end"),
        query=(*PARAMETERS[ROUTE], "lastEventId"),
    ),
    "lines": _Stream(
        server="http",
        title="A session as lines of JSON",
        description=(
            f"`GET` with `Accept: {NDJSON}`. Each line is an event, or the presence of seats. Empty lines keep the"
            " connection open. The lines end at the head of the log. With `follow=true`, they continue with new"
            " events."
        ),
        messages=("event", "presence"),
        query=("after", "follow", "presence"),
    ),
    "web_socket": _Stream(
        server="ws",
        title="A session over a WebSocket",
        description=(
            "Each event is a text message. Clients send no messages. A browser sends a ticket, or offers two"
            f" subprotocols: `{SUBPROTOCOL}`, and `{TOKEN}` followed by its token. If the server refuses the"
            " handshake, the answer is an error of `listEvents`. `x-close-codes` lists the reasons for each code."
        ),
        messages=("event", "reset", "presence"),
        query=PARAMETERS[ROUTE],
    ),
    "feed_server_sent_events": _Stream(
        server="http",
        title="The feed as server-sent events",
        description=(
            f"`GET` with `Accept: {SSE}`. The stream begins after `Last-Event-ID` or `after`. This document"
            " describes the fields `id` and `event` as headers. An item has no field `event`."
        ),
        messages=("sent_item", "sent_feed_reset", "sent_end"),
        query=(*PARAMETERS[FEED], "lastEventId"),
        address=FEED,
    ),
    "feed_lines": _Stream(
        server="http",
        title="The feed as lines of JSON",
        description=(
            f"`GET` with `Accept: {NDJSON}`. Each line is an item. Empty lines keep the connection open. The lines"
            " end at the newest item. With `follow=true`, they continue with new items."
        ),
        messages=("item",),
        query=PARAMETERS[FEED],
        address=FEED,
    ),
    "feed_web_socket": _Stream(
        server="ws",
        title="The feed over a WebSocket",
        description=(
            "Each item is a text message. Clients send no messages. A browser offers two"
            " subprotocols, as for a session. If the server refuses the handshake, the answer is an"
            " error of `getFeed`."
        ),
        messages=("item", "feed_reset"),
        query=PARAMETERS[FEED],
        address=FEED,
    ),
}
"""The streams, by the names of their channels."""

_TICKET = {
    "type": "httpApiKey",
    "name": "ticket",
    "in": "query",
    "description": "A ticket for one stream, valid for a minute. Get it with `issueStreamTicket`.",
}


def document(api: Document) -> Document:
    """Return the AsyncAPI document for an OpenAPI document."""
    info, components = api["info"], api["components"]
    deliveries = _deliveries(api)
    whole = {
        "asyncapi": "3.0.0",
        "info": {
            "title": info["title"],
            "version": info["version"],
            "description": _ABOUT,
            "license": {"name": info["license"]["name"]},
        },
        "defaultContentType": "application/json",
        "servers": {name: _server(*told) for name, told in _SERVERS.items()},
        "channels": {name: _channel(one, api) for name, one in _STREAMS.items()}
        | {"webhook": _webhook(deliveries)},
        "operations": {f"send_{name}": _sending(name, api) for name in _STREAMS}
        | {"send_webhook": {"action": "send", "channel": _to("channels", "webhook")}},
        "components": {
            "messages": _events() | deliveries,
            "schemas": components["schemas"],
            "securitySchemes": {"seat": components["securitySchemes"]["seat"], "ticket": _TICKET},
        },
    }
    return chosen.reached(whole)


def place(whole: Document, home: str) -> None:
    """Set the address of the server that a document describes."""
    there = urlsplit(home)
    for name in ("http", "ws"):
        server = whole["servers"][name]
        server["variables"]["host"]["default"] = there.netloc
        if there.scheme == "https":
            server["protocol"] += "s"
        if there.path:
            server["pathname"] = there.path


def _to(*path: str) -> Document:
    return {"$ref": "/".join(("#", *path))}


def _server(protocol: str, host: str, told: str) -> Document:
    return {
        "host": "{host}",
        "protocol": protocol,
        "description": told,
        "variables": {
            "host": {"default": host, "description": "The name and the port of the host."}
        },
    }


def _channel(stream: _Stream, api: Document) -> Document:
    session = api["components"]["parameters"]["Session"]["description"]
    found: Document = {
        "address": stream.address,
        "title": stream.title,
        "description": stream.description,
        "servers": [_to("servers", stream.server)],
        "parameters": {"session": {"description": session}} if stream.address == ROUTE else {},
        "messages": {name: _to("components", "messages", name) for name in stream.messages},
    }
    if stream.server == "ws":
        found["bindings"] = {"ws": _asked(stream, api, "0.1.0")}
        found["x-close-codes"] = _close_codes()
    return found


def _sending(name: str, api: Document) -> Document:
    stream = _STREAMS[name]
    schemes = ("seat", "ticket") if "ticket" in stream.query else ("seat",)
    found: Document = {
        "action": "send",
        "channel": _to("channels", name),
        "security": [_to("components", "securitySchemes", scheme) for scheme in schemes],
    }
    if stream.server == "http":
        found["bindings"] = {"http": _asked(stream, api, "0.3.0")}
    return found


def _asked(stream: _Stream, api: Document, version: str) -> Document:
    """Return the binding that describes a stream's request: of the channel (WebSocket), or of the operation (HTTP)."""
    shared = api["components"]["parameters"]
    asked = (
        shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one
        for one in api["paths"][stream.address]["get"]["parameters"]
    )
    known = {one["name"]: one for one in asked}
    taken = {
        name: {**known[name]["schema"], "description": known[name]["description"]}
        for name in stream.query
    }
    query: Schema = {"type": "object", "properties": taken, "additionalProperties": False}
    return {"method": "GET", "query": query, "bindingVersion": version}


def _close_codes() -> Document:
    """Return the reasons for each close code. The reason is empty if the newest event was reached."""
    reasons: defaultdict[str, list[str]] = defaultdict(list)
    for reason, code in CLOSING.items():
        reasons[str(code)].append(reason)
    return dict(reasons)


def _events() -> Document:
    """Return the messages of a session's streams: once as JSON, and once as server-sent events with an id or a name."""
    told, reset, end = _schema("EventView"), _schema("ResetView"), _schema("EndView")
    who, here = _schema("PresenceView"), {"seats": {"s1": "here", "s2": "away"}}
    event, head = examples.answer("getEvent"), {"head": 41}
    company = "The present seats, for streams with `presence`"
    begun_anew = "Read the state again, because the position is unknown"
    return {
        "event": _message("An event of the log", told, event),
        "reset": _message(begun_anew, _typed("Reset", reset, _RESET), {"type": "reset", **head}),
        "presence": _message(
            company, _typed("Presence", who, _PRESENCE), {"type": "presence", **here}
        ),
        "sent_event": _message("An event of the log", told, event, _fields(id=_VERSION)),
        "sent_reset": _message(begun_anew, reset, head, _fields(id=_VERSION, event=_RESET)),
        "sent_presence": _message(company, who, here, _fields(event=_PRESENCE)),
        **_items(),
        "sent_end": _message(
            "The stream has ended, so close it",
            end,
            {"reason": "invalid_token"},
            _fields(event=_END),
        ),
    }


def _items() -> Document:
    """Return the messages of the feed."""
    told, reset = _schema("FeedItem"), _schema("FeedResetView")
    item, after = examples.answer("getFeed")["items"][0], {"after": "1.1041"}
    begun_anew = "Read the sessions again, because the position is unknown"
    place: Schema = {"type": "string", "description": "The position in the feed."}
    return {
        "item": _message("An event of one of the sessions", told, item),
        "feed_reset": _message(
            begun_anew, _typed("FeedReset", reset, _RESET), {"type": "reset", **after}
        ),
        "sent_item": _message("An event of one of the sessions", told, item, _fields(id=place)),
        "sent_feed_reset": _message(begun_anew, reset, after, _fields(id=place, event=_RESET)),
    }


_VERSION: Schema = {
    "type": "string",
    "pattern": "^[0-9]+$",
    "description": "The version of the event.",
}


def _kind(name: str) -> Schema:
    return {"type": "string", "const": name, "description": "The kind of message."}


_RESET, _PRESENCE, _END = map(_kind, ("reset", "presence", "end"))


def _typed(title: str, told: Schema, type: Schema) -> Schema:  # noqa: A002, it is the member's name
    """Return a schema with a `type` member. Lines and WebSocket messages need it, because they have no names."""
    is_typed = {"type": "object", "properties": {"type": type}, "required": ["type"]}
    return {"title": title, "allOf": [told, is_typed]}


def _schema(name: str) -> Schema:
    return {"$ref": IN_COMPONENTS.format(name=name)}


def _fields(**fields: Schema) -> Document:
    return {"headers": {"type": "object", "properties": fields, "required": list(fields)}}


def _message(title: str, payload: Schema, sample: object, more: Document | None = None) -> Document:
    return {"title": title, "payload": payload, "examples": [{"payload": sample}], **(more or {})}


def _webhook(deliveries: Document) -> Document:
    return {
        "address": None,
        "title": "Webhooks",
        "description": "`POST` to the registered URL, as Standard Webhooks 1.0 specifies.",
        "servers": [_to("servers", "receiver")],
        "messages": {name: _to("components", "messages", name) for name in deliveries},
    }


def _deliveries(api: Document) -> Document:
    """Return the messages to webhooks, by the names of their operations in the OpenAPI document."""
    found = [one for methods in api["webhooks"].values() for one in methods.values()]
    return {one["operationId"]: _delivery(one, api) for one in found}


def _delivery(posted: Document, api: Document) -> Document:
    form = posted["requestBody"]["content"]["application/json"]
    known = api["components"]["parameters"]
    sent = [known[one["$ref"].rpartition("/")[2]] for one in posted["parameters"]]
    headers = {one["name"]: {**one["schema"], "description": one["description"]} for one in sent}
    return _message(posted["summary"], form["schema"], form["example"], _fields(**headers))
