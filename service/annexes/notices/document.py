"""The webhooks of the API document: the requests that this server makes."""

import inspect
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec

from verger.service.annexes.notices.message import (
    Gathered,
    SeatAsked,
    SeatAskedData,
    SessionMoved,
    SessionMovedData,
    SessionsMoved,
    SessionsMovedData,
    WebhookPing,
    WebhookPingData,
    event_path,
    events_path,
    listing_path,
)
from verger.service.problem.documented import Document

MESSAGES = (SessionMoved, SessionsMoved, SeatAsked, WebhookPing)
TAG = "messages"
"""A tag of their own: generators make a file of each, and would write one over the other."""

_SESSION = UUID("0192f0c1-7a3e-4f5b-9c2d-3e4f5a6b7c8d")
_AT = datetime(2026, 1, 1, 19, 30, tzinfo=UTC)
_SAMPLES = (
    SessionMoved(_AT, SessionMovedData(_SESSION, 12, "declare", event_path(_SESSION, 12))),
    SessionsMoved(
        _AT,
        SessionsMovedData(
            (Gathered(_SESSION, 10, 12, awaits_me=True, link=events_path(_SESSION, 2)),)
        ),
    ),
    SeatAsked(_AT, SeatAskedData(_SESSION, listing_path(_SESSION))),
    WebhookPing(_AT, WebhookPingData(_SESSION, UUID("7c9e6679-7425-40de-944b-e07fc1f90ae7"))),
)

_HEADERS = {
    "webhook-id": "The delivery's id, the same however often it comes: know by it what came before.",
    "webhook-timestamp": "When this attempt was made, in seconds since 1970.",
    "webhook-signature": "Signatures with every secret that is good, by spaces, each `v1,` and the"
    " base64 of the HMAC-SHA-256 of id, timestamp and body, joined by full stops.",
}
_ANSWERS = {
    "2XX": {"description": "It has arrived."},
    "410": {"description": "Nothing more is wanted: it is disabled."},
    "4XX": {"description": "It is tried again."},
    "5XX": {"description": "It is tried again, after Retry-After at the soonest."},
}


def document(schemas: Mapping[Any, Document]) -> Document:
    """The messages by their types."""
    return {_type(said): {"post": _operation(said, schemas[type(said)])} for said in _SAMPLES}


def _type(said: msgspec.Struct) -> str:
    return str(type(said).__struct_config__.tag)


def _operation(said: msgspec.Struct, schema: Document) -> Document:
    text = inspect.getdoc(type(said)) or ""
    sample = msgspec.to_builtins(said)
    return {
        "operationId": type(said).__name__[0].lower() + type(said).__name__[1:],
        "tags": [TAG],
        "summary": text.partition("\n")[0].rstrip("."),
        "description": text,
        "parameters": [{"$ref": f"#/components/parameters/{name}"} for name in headers()],
        "security": [],
        "requestBody": {
            "description": "The message.",
            "required": True,
            "content": {"application/json": {"schema": schema, "example": sample}},
        },
        "responses": _ANSWERS,
    }


def headers() -> Document:
    """The header fields of every message, by the names that they have among parameters."""
    return {name.title().replace("-", ""): _header(name, shown) for name, shown in _HEADERS.items()}


def _header(name: str, shown: str) -> Document:
    schema = {"type": "string"}
    return {"name": name, "in": "header", "required": True, "description": shown, "schema": schema}
