"""The parts of requests and answers: bodies, queries and headers. This module makes no request."""

import logging
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar
from urllib.parse import quote
from uuid import uuid4

import httpx
import msgspec

from verger_client.errors import Problem, Unreadable, problem
from verger_client.secret import Secret
from verger_client.types import ProblemBody

VERSION = "1.0.0rc1"
"""The version of the server that this client comes with."""
JSON = "application/json"
NO_CONTENT = 204
REPEATED = frozenset({408, 429, 502, 503, 504})
"""The client repeats a request after these statuses. The key makes sure that it is carried out once."""
AGENT = f"verger-client-python/{VERSION}"

T = TypeVar("T")

_log = logging.getLogger("verger_client")


class FaultError(Exception):
    """An answer that is cut off, or that comes from another program, such as a proxy."""


def decode(content: bytes, kind: type[T]) -> T:
    """Return the value in a body. Raises `FaultError` if it is not JSON, `Unreadable` if the type differs."""
    try:
        return msgspec.json.decode(content, type=kind, dec_hook=_read)
    except msgspec.ValidationError as error:
        raise _unreadable(error) from error
    except msgspec.DecodeError as error:
        raise FaultError("it is cut off") from error


def convert(found: Any, kind: type[T]) -> T:
    """Convert a decoded value to another type. Raises `Unreadable`."""
    try:
        return msgspec.convert(found, kind, dec_hook=_read)
    except msgspec.ValidationError as error:
        raise _unreadable(error) from error


def value(answer: httpx.Response, kind: type[T]) -> T:
    """Return the value in the body of an answer; see `decode`."""
    return decode(answer.content, kind)


def whole(answer: httpx.Response) -> httpx.Response:
    """Return the answer. Raises `FaultError` if its JSON body is cut off."""
    if answer.content and media_type(answer) == JSON:
        decode(answer.content, msgspec.Raw)
    return answer


def _unreadable(error: msgspec.ValidationError) -> Unreadable:
    return Unreadable(f"The answer is not one that this client knows: {error}.")


def media_type(answer: httpx.Response) -> str:
    """Return the media type of an answer in small letters, without parameters."""
    kind: str = answer.headers.get("Content-Type", "")
    return kind.partition(";")[0].strip().lower()


def encode(body: Any) -> bytes:
    """Encode a body as JSON."""
    return msgspec.json.encode(body, enc_hook=_written)


def content(body: Any) -> tuple[bytes | None, str | None]:
    """Return the bytes and the media type of a body. Bytes are the lines of an archive. Other values become JSON."""
    if body is None:
        return None, None
    return (body, "application/x-ndjson") if isinstance(body, bytes) else (encode(body), JSON)


def given(**members: Any) -> dict[str, Any]:
    """Return the members of a body, without those that have no value."""
    return {name: value for name, value in members.items() if value is not None}


def part(value: str | int) -> str:
    """Encode a value, with any characters, as one part of a path."""
    return quote(str(value), safe="")


def query(parameters: Mapping[str, Any]) -> dict[str, str | list[str]]:
    """Encode the parameters that have a value as the query of an address."""
    return {name: _sent(value) for name, value in parameters.items() if value is not None}


def headers(token: str | None, more: Mapping[str, str | None]) -> dict[str, str]:
    """Return the headers of a request that have a value."""
    own = {"Authorization": f"Bearer {token}" if token else None, "User-Agent": AGENT}
    return {name: value for name, value in {**own, **more}.items() if value}


def moment_of(date: str) -> datetime | None:
    """Read a date of HTTP (RFC 9110, section 5.6.7), or return None if it is not one."""
    try:
        at = parsedate_to_datetime(date)
    except ValueError:
        return None
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def retry_after(answer: httpx.Response) -> float | None:
    """Return the seconds that an answer asks the client to wait, or None.

    `Retry-After` has seconds or a date. A date is compared with the `Date` of the answer, so
    a wrong clock of this machine does not matter.
    """
    said = answer.headers.get("Retry-After", "").strip()
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]+)?", said):
        return float(said)
    until = moment_of(said)
    if until is None:
        return None
    now = moment_of(answer.headers.get("Date", "")) or datetime.now(UTC)
    return max(0.0, (until - now).total_seconds())


def check(answer: httpx.Response, accept: str) -> None:
    """Raise `FaultError` if a successful answer has another form than requested, such as a proxy's page."""
    kind = media_type(answer)
    if answer.status_code != NO_CONTENT and kind != accept:
        raise FaultError(f"it is {kind or 'of no type'} and not {accept}")


def key_of(method: str, key: str | None) -> str | None:
    """Return an idempotency key: the given one, or a new one if the request must be carried out only once."""
    return (key or str(uuid4())) if method == "POST" else None


def quoted(version: int | str | None) -> str | None:
    """Return a version in the form of `If-Match`. A tag stays as it is."""
    return f'"{version}"' if isinstance(version, int) else version


def problem_of(answer: httpx.Response) -> Problem:
    """Return the problem in an unsuccessful answer. Raises `FaultError` if the answer is cut off."""
    wait = retry_after(answer)
    if answer.content and media_type(answer).endswith("json"):
        with suppress(Unreadable):
            return problem(decode(answer.content, ProblemBody), wait)
    return Problem(_foreign(answer), wait)


def warn(answer: httpx.Response) -> None:
    """Log that an operation will be removed, if the answer announces it."""
    if "Deprecation" in answer.headers or "Sunset" in answer.headers:
        _log.warning("%s is deprecated: see the server's changelog", answer.url.path)


class Lines:
    """Lines of JSON that arrive in pieces. Only a line feed ends a line."""

    def __init__(self) -> None:
        self._rest: list[bytes] = []
        """The pieces of the line that is not complete yet."""

    def add(self, piece: bytes) -> list[bytes]:
        """Add a piece, and return the lines that are complete now. An empty line is a keep-alive."""
        *lines, rest = piece.split(b"\n")
        if lines:
            lines[0] = b"".join([*self._rest, lines[0]])
            self._rest.clear()
        self._rest.append(rest)
        return lines


def _foreign(answer: httpx.Response) -> ProblemBody:
    """Return a problem for an answer of another program, such as a proxy's page."""
    return ProblemBody(
        type="about:blank",
        title=answer.reason_phrase,
        status=answer.status_code,
        detail=f"The answer is {answer.status_code} {answer.reason_phrase}, and no problem of Verger.",
        instance=answer.url.path,
        code=f"status_{answer.status_code}",
        trace_id=answer.headers.get("Trace-Id", ""),
    )


def _sent(value: Any) -> str | list[str]:
    match value:
        case bool():
            return str(value).lower()
        case datetime():
            return value.isoformat()
        case list() | tuple():
            return [str(one) for one in value]
        case _:
            return str(value)


def _read(kind: type, value: Any) -> Any:
    """Return a value of a type that JSON does not have. msgspec refuses values of other types."""
    return Secret(value) if kind is Secret else value


def _written(value: Any) -> str:
    if isinstance(value, Secret):
        return str(value)
    raise TypeError(f"JSON has no place for {type(value).__name__}.")
