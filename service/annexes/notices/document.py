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
"""A separate tag. Generators write a file for each tag, and would overwrite the file of the tag `webhooks`."""

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
    "webhook-id": "The id of the delivery, which is the same at every attempt.",
    "webhook-timestamp": "The time of this attempt, in seconds since 1970.",
    "webhook-signature": "The signatures, one for each valid secret, separated by spaces. Each is `v1,` and"
    " the base64 of the HMAC-SHA-256 of id, timestamp and body, joined by full stops.",
}
_ANSWERS = {
    "2XX": {"description": "The message was accepted."},
    "410": {"description": "The server disables the webhook."},
    "4XX": {"description": "The server tries again later."},
    "5XX": {"description": "The server tries again later, but not before `Retry-After`."},
}


def document(schemas: Mapping[Any, Document]) -> Document:
    """Return the operations of the messages, by type."""
    return {
        _type(sample): {"post": _operation(sample, schemas[type(sample)])} for sample in _SAMPLES
    }


def _type(sample: msgspec.Struct) -> str:
    return str(type(sample).__struct_config__.tag)


def _operation(sample: msgspec.Struct, schema: Document) -> Document:
    text, name = inspect.getdoc(type(sample)) or "", type(sample).__name__
    return {
        "operationId": name[0].lower() + name[1:],
        "tags": [TAG],
        "summary": text.partition("\n")[0].rstrip("."),
        "description": text,
        "parameters": [{"$ref": f"#/components/parameters/{name}"} for name in headers()],
        "security": [],
        "requestBody": {
            "description": "The message.",
            "required": True,
            "content": {
                "application/json": {"schema": schema, "example": msgspec.to_builtins(sample)}
            },
        },
        "responses": _ANSWERS,
    }


def headers() -> Document:
    """Return the headers of every message, by the names of their parameters."""
    return {name.title().replace("-", ""): _header(name, text) for name, text in _HEADERS.items()}


def _header(name: str, text: str) -> Document:
    schema = {"type": "string"}
    return {"name": name, "in": "header", "required": True, "description": text, "schema": schema}
