"""What goes over the wire: bodies, queries and headers; no request is made here."""

import logging
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import uuid4

import httpx
import msgspec

from verger_client.errors import Problem, problem
from verger_client.secret import Secret
from verger_client.types import ProblemBody

VERSION = "0.1.0"
AGENT = f"verger-client-python/{VERSION}"

T = TypeVar("T")

_log = logging.getLogger("verger_client")


def decode(content: bytes, kind: type[T]) -> T:
    """An answer's body as a type of it."""
    return msgspec.json.decode(content, type=kind, dec_hook=_read)


def encode(body: Any) -> bytes:
    """A body as JSON."""
    return msgspec.json.encode(body, enc_hook=_written)


def query(given: Mapping[str, Any]) -> dict[str, str]:
    """The parameters that are given, as an address has them."""
    return {name: _said(value) for name, value in given.items() if value is not None}


def headers(token: str | None, more: Mapping[str, str | None]) -> dict[str, str]:
    """The fields of a request that have a value."""
    own = {"Authorization": f"Bearer {token}" if token else None, "User-Agent": AGENT}
    return {name: value for name, value in {**own, **more}.items() if value}


def key_of(method: str, key: str | None) -> str | None:
    """The key of a request that is to be done once however often it is sent."""
    return (key or str(uuid4())) if method == "POST" else None


def quoted(version: int | str | None) -> str | None:
    """A version as `If-Match` names it; a tag stands as it came."""
    return f'"{version}"' if isinstance(version, int) else version


def problem_of(answer: httpx.Response) -> Problem:
    """What an answer that is no success says; it has been read."""
    said = answer.headers.get("Retry-After", "")
    wait = float(said) if said.isdecimal() else None
    try:
        return problem(decode(answer.content, ProblemBody), wait)
    except msgspec.DecodeError:
        return Problem(_foreign(answer), wait)


def warn(answer: httpx.Response) -> None:
    """Log that an operation is about to go, which is announced in its answers."""
    if "Deprecation" in answer.headers or "Sunset" in answer.headers:
        _log.warning("%s is deprecated: see the server's changelog", answer.url.path)


class Lines:
    """Lines of JSON as they come in pieces; no other character than a line feed ends one."""

    def __init__(self) -> None:
        self._rest: list[bytes] = []
        """The pieces of the line that is not complete yet."""

    def add(self, piece: bytes) -> list[bytes]:
        """The lines that are whole now; an empty one is a sign of life."""
        *lines, rest = piece.split(b"\n")
        if lines:
            lines[0] = b"".join([*self._rest, lines[0]])
            self._rest.clear()
        self._rest.append(rest)
        return lines


def _foreign(answer: httpx.Response) -> ProblemBody:
    """What is not the server's own answer, such as a proxy's page."""
    return ProblemBody(
        type="about:blank",
        title=answer.reason_phrase,
        status=answer.status_code,
        detail=f"The answer is {answer.status_code} {answer.reason_phrase}, and no problem of Verger.",
        instance=answer.url.path,
        code=f"status_{answer.status_code}",
        trace_id=answer.headers.get("Trace-Id", ""),
    )


def _said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read(kind: type, value: Any) -> Any:
    """A value of a type that is not JSON's own; msgspec refuses what is not of the type asked for."""
    return Secret(value) if kind is Secret else value


def _written(value: Any) -> str:
    if isinstance(value, Secret):
        return str(value)
    raise TypeError(f"JSON has no place for {type(value).__name__}.")
