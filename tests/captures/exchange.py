"""Write a request and its answer as JSON. Values that change from run to run are replaced."""

import json
import re
from typing import Any
from uuid import UUID

import httpx

Json = dict[str, Any]

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
LONG, SHOWN = 300, 60
"""The most characters of a text that is kept whole, and how many are kept of a longer text."""

_UUID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
_HASH = re.compile(r"\b[0-9a-f]{64}\b")
_TAG = re.compile(r"(?<=\d-)[0-9a-f]{16}\b")
"""The beginning of a hash, in an ETag."""
_TIME = re.compile(r"\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
_PLACE = re.compile(r"\b[0-9a-f]{8}\.\d+\b")
"""A position in the feed."""
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
    """Return the request, the answer, and a note on the example if it has one."""
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
    """Return the headers of the rate limit if the quota is used up. Every answer has these headers."""
    is_spent = answer.json()["code"] == "rate_limited"
    return ("RateLimit", "RateLimit-Policy") if is_spent else ()


def _sent(request: httpx.Request) -> Any:
    """Return the body of a request: as JSON if it is JSON, otherwise as text."""
    try:
        content = request.content
    except httpx.RequestNotRead:
        return ""
    try:
        return json.loads(content)
    except ValueError:
        return content.decode("utf-8", "replace")


class _Masked:
    """Replaces ids by numbers in the order of their first use.

    Every other kind of changing value has one fixed replacement.
    """

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def value(self, value: Any) -> Any:
        """Return a JSON value with its changing values replaced."""
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
        """Return a text with its changing values replaced, and shortened if it is long."""
        text = _UUID.sub(lambda found: self._id(found[0]), text)
        text = _PLACE.sub("8c1f03aa.71204", text)
        text = _TRACE.sub(TRACE, _TAG.sub("5e" * 8, _HASH.sub("5e" * 32, text)))
        text = _TIME.sub("2026-01-01T12:00:00Z", text)
        return text if len(text) <= LONG else f"{text[:SHOWN]}…"

    def headers(self, headers: httpx.Headers, shown: tuple[str, ...]) -> Json:
        """Return the headers to show, and whether a token was sent."""
        found = {name: self.text(headers[name]) for name in shown if name in headers}
        if "RateLimit" in found:
            # The remaining quota is per address, so it depends on other requests too.
            left, policy = (found[name].split(",")[0] for name in ("RateLimit", "RateLimit-Policy"))
            found |= {"RateLimit": re.sub("t=[0-9]+", "t=60", left), "RateLimit-Policy": policy}
            found |= {"Retry-After": "60"}
        if found.get("Accept") == "*/*":
            del found["Accept"]
        return found | ({"Authorization": "Bearer $TOKEN"} if "authorization" in headers else {})

    def _id(self, id: str) -> str:
        number = len(self._ids) + 1
        return self._ids.setdefault(id, str(UUID(int=(0x5E550000 << 96) + number, version=4)))
