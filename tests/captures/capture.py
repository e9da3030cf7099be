"""Keep real requests and answers as examples. Values that differ from run to run are replaced."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import httpx

from tests.support.client import Client
from tests.support.contract import OF_EVERY_SERVER, operation_of

Json = dict[str, Any]

FEW = 1
"""The number of items that an example keeps of a longer list."""
LINES = 1
"""The number of messages that an example keeps of a stream, or of lines of a longer text."""
MEMBERS = 20
"""The most members of an object that is kept whole. A larger object is shortened like a list."""

_EVENING = datetime(2026, 11, 20, 19, tzinfo=UTC)
_MOMENT = timedelta(seconds=20)


def _digest(number: int) -> str:
    """Return a digest that takes little space in the compressed API document."""
    return f"{number:02x}" * 64


def _id(number: int) -> str:
    return str(UUID(hex=f"{number:02x}" * 16, version=4))


def _time(number: int) -> str:
    return f"{_EVENING + number * _MOMENT:%Y-%m-%dT%H:%M:%SZ}"


_STANDS_FOR: tuple[tuple[str, Callable[[int], str]], ...] = (
    (
        r"\b[0-9a-f]{8}\.\d+\b",
        lambda number: f"8c1f03aa.{700 + number}",
    ),
    (r"B[\w-]{86}(?=\")", lambda _: f"BExamp1e{'A' * 79}"),
    (r"vg_[\w-]{43}", "vg_example-token-{}".format),
    (r"vt_[\w-]{43}", "vt_example-ticket-{}".format),
    (r"whsec_[\w+/=]{44}", "whsec_ZXhhbXBsZS1zZWNyZXQtb2YtYS13ZWJob29rL{}A=".format),
    (r"http://127\.0\.0\.1:\d+(?=/watch/)", lambda _: "https://ver.example"),
    (r"M4 4\.5h7[\dhmv. -]+", lambda _: "M4 4.5h7v7h-7z"),
    (r"http://127\.0\.0\.1:\d+/hook", lambda _: "https://bot.example/verger"),
    (r'(?<="ms": )\d+', lambda _: "8"),
    (r'(?<="(?:used|work)": )\d+|(?<=0, "seconds": )\d+', lambda _: "8"),
    (r"[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}", "EXAM-PLEC-ODEX-000{}".format),
    (r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", _id),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)", _time),
    (
        r'\b(?:[0-9a-f]{32}){1,4}\b|(?<=")[0-9a-f]{16}(?:[0-9a-f]{4})?(?=\\?")|(?<=\d-)[0-9a-f]{16}\b',
        _digest,
    ),
)
"""Values that depend on chance or the clock, and hashes of such values. Each pattern has its numbered replacement.
"""

_VOLATILE = re.compile("|".join(f"({pattern})" for pattern, _ in _STANDS_FOR))


class Mask:
    """Replaces each volatile value, always with the same replacement."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self._counts = [0] * len(_STANDS_FOR)

    def text(self, text: str) -> str:
        """Return a text with its volatile values replaced."""
        return _VOLATILE.sub(self._stable, text)

    def part(self, part: Any) -> Any:
        """Return JSON data with their volatile values replaced."""
        return json.loads(self.text(json.dumps(part)))

    def _stable(self, found: re.Match[str]) -> str:
        value, kind = found[0], (found.lastindex or 1) - 1
        if value not in self._known:
            self._counts[kind] += 1
            made = _STANDS_FOR[kind][1](self._counts[kind])
            self._known[value] = made[: len(value)]
        return self._known[value]


class Kept(NamedTuple):
    """One request and its answer, as an example keeps them."""

    operation: str
    summary: str
    request: Json
    answer: Json
    shortened: bool

    @property
    def shown(self) -> Json:
        """Return the request and the answer as the file of examples has them."""
        told = f"{self.summary} (shortened)" if self.shortened else self.summary
        return {"summary": told, "request": self.request, "response": self.answer}


class Capture:
    """Sends requests to a server and keeps its answers."""

    def __init__(self) -> None:
        self.kept: list[Kept] = []
        self._mask = Mask()

    def ask(
        self, told: str, by: Client, method: str, path: str, *, lines: int = LINES, **options: Any
    ) -> Any:
        """Send a request, keep it and its answer, and return the answer's body. The answer must be a success."""
        answer = by.ask(method, path, **options)
        assert answer.is_success, answer.text
        self._keep(told, answer, answer.text, lines=lines)
        return answer.json() if answer.content[:1] == b"{" and not _is_lines(answer) else None

    def follow(self, told: str, by: Client, path: str, form: str, **query: Any) -> None:
        """Ask for a live stream and keep its first messages."""
        headers = by.authorization | {"Accept": form}
        with by.http.stream("GET", path, headers=headers, params=query) as answer:
            messages: Iterator[str] = answer.iter_lines()
            wanted = 1 + LINES * 3 if form == "text/event-stream" else LINES
            text = "".join(f"{next(messages)}\n" for _ in range(wanted))
            self._keep(told, answer, text, lines=None)

    def _keep(self, told: str, answer: httpx.Response, text: str, *, lines: int | None) -> None:
        request = answer.request
        operation = operation_of(request.method, request.url.path)
        assert operation, f"{request.method} {request.url.path} is not in the document"
        body = _body(answer, text)
        short = body
        if lines is not None and answer.status_code < 400:
            short = shortened(body, lines=lines)
        sent: Json = {"method": request.method, "path": request.url.raw_path.decode()}
        sent["headers"] = _sent(request.headers)
        if content := _content(request):
            sent["body"] = content
        shown: Json = {"status": answer.status_code, "headers": _told(answer.headers)}
        if short is not None:
            shown["body"] = short
        asked, answered = self._mask.part([sent, shown])
        kept = Kept(operation["operationId"], told, asked, answered, short != body)
        self.kept.append(kept)


def _is_lines(answer: httpx.Response) -> bool:
    return "ndjson" in answer.headers.get("content-type", "")


def _body(answer: httpx.Response, text: str) -> Any:
    if not text:
        return None
    is_json = "json" in answer.headers["content-type"] and not _is_lines(answer)
    return json.loads(text) if is_json else text


def _content(request: httpx.Request) -> Any:
    content = request.content.decode() if request.method in {"POST", "PUT", "PATCH"} else ""
    if content and request.headers.get("content-type") != "application/json":
        return shortened(content)
    return json.loads(content) if content else None


_SENT = (
    "authorization", "accept", "content-type", "idempotency-key", "if-match", "if-none-match",
)  # fmt: skip


def _sent(headers: httpx.Headers) -> Mapping[str, str]:
    return {name: headers[name] for name in _SENT if headers.get(name, "*/*") != "*/*"}


def _told(headers: httpx.Headers) -> Mapping[str, str]:
    shown = set(headers) - OF_EVERY_SERVER - _OF_THE_MOMENT | {"content-type"} & set(headers)
    return {name: headers[name] for name in sorted(shown)}


_OF_THE_MOMENT = {"ratelimit", "ratelimit-policy"}
"""Header fields that depend on the number of recent requests."""


def shortened(part: Any, few: int = FEW, lines: int = LINES) -> Any:
    """Keep the first items of long lists and of tables with many entries, and the first lines of long texts."""
    match part:
        case dict():
            kept = list(part.items()) if len(part) <= MEMBERS else list(part.items())[:few]
            return {name: shortened(inner, few) for name, inner in kept}
        case list():
            kept_items = part if len(part) <= few + 1 else part[:few]
            return [shortened(inner, few) for inner in kept_items]
        case str() if part.count("\n") > lines:
            return "".join(part.splitlines(keepends=True)[:lines])
        case _:
            return part
