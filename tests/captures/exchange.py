"""A request and its answer in written form: values that change from run to run are masked."""

import json
import re
from typing import Any
from uuid import UUID

import httpx

Json = dict[str, Any]

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
LONG, SHOWN = 300, 60
"""The length of a text that is shown whole, and the shown length of a longer one."""

_UUID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
_HASH = re.compile(r"\b[0-9a-f]{64}\b")
_TAG = re.compile(r"(?<=\d-)[0-9a-f]{16}\b")
"""A hash as an ETag begins it."""
_TIME = re.compile(r"\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
_PLACE = re.compile(r"\b[0-9a-f]{8}\.\d+\b")
"""A place in the feed."""
_TRACE = re.compile(r"\b[0-9a-f]{32}\b")

_SENT = (
    "Content-Type",
    "Accept",
    "Idempotency-Key",
    "If-Match",
    "Origin",
    "Upgrade",
    "Expect",
    "Transfer-Encoding",
)
_ANSWERED = (
    "Content-Type",
    "Allow",
    "ETag",
    "Retry-After",
    "WWW-Authenticate",
)


def written(answer: httpx.Response, note: str = "") -> Json:
    """The request, the answer, and the differences from other servers."""
    masked = _Masked()
    request = answer.request
    asked: Json = {
        "method": request.method,
        "path": masked.text(request.url.raw_path.decode()),
        "headers": masked.headers(request.headers, _SENT),
    }
    body = _sent(request)
    if body:
        asked["body"] = masked.value(body)
    told: Json = {
        "status": answer.status_code,
        "headers": masked.headers(answer.headers, _ANSWERED + _limits(answer)),
        "body": masked.value(answer.json()),
    }
    return ({"note": note} if note else {}) | {"request": asked, "response": told}


def _limits(answer: httpx.Response) -> tuple[str, ...]:
    """The remaining quota is in every answer. It is shown if it is nothing."""
    is_spent = answer.json()["code"] == "rate_limited"
    return ("RateLimit", "RateLimit-Policy") if is_spent else ()


def _sent(request: httpx.Request) -> Any:
    """The body as JSON if it is JSON, and as a text if not."""
    try:
        content = request.content
    except httpx.RequestNotRead:
        return ""
    try:
        return json.loads(content)
    except ValueError:
        return content.decode("utf-8", "replace")


class _Masked:
    """Ids are numbered in the order of their first use.

    Other changing values have one replacement each.
    """

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def value(self, value: Any) -> Any:
        """A value of JSON."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(part) for part in value]
        if isinstance(value, dict):
            return {
                name: 60 if name == "retry_after_seconds" else self.value(part)
                for name, part in value.items()
            }
        return value

    def text(self, text: str) -> str:
        """A text."""
        text = _UUID.sub(lambda found: self._id(found[0]), text)
        text = _PLACE.sub("8c1f03aa.71204", text)
        text = _TRACE.sub(TRACE, _TAG.sub("5e" * 8, _HASH.sub("5e" * 32, text)))
        text = _TIME.sub("2026-01-01T12:00:00Z", text)
        return text if len(text) <= LONG else f"{text[:SHOWN]}…"

    def headers(self, headers: httpx.Headers, shown: tuple[str, ...]) -> Json:
        """The headers that matter, and that there was a token."""
        found = {name: self.text(headers[name]) for name in shown if name in headers}
        if "RateLimit" in found:
            # Requests of others count for the remaining quota of this address.
            left, policy = (found[name].split(",")[0] for name in ("RateLimit", "RateLimit-Policy"))
            found |= {"RateLimit": re.sub("t=[0-9]+", "t=60", left), "RateLimit-Policy": policy}
            found |= {"Retry-After": "60"}
        if found.get("Accept") == "*/*":
            del found["Accept"]
        return found | ({"Authorization": "Bearer $TOKEN"} if "authorization" in headers else {})

    def _id(self, id: str) -> str:
        number = len(self._ids) + 1
        return self._ids.setdefault(id, str(UUID(int=(0x5E550000 << 96) + number, version=4)))
