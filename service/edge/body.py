"""Bodies of the framework's own routes, read by the same rules as moves are."""

import functools
from typing import Any, TypeVar

import msgspec
from litestar import Request

from verger.domain.core.ruling import Refused
from verger.domain.core.text import unusable_text
from verger.service.edge.decoding import decoded, without_mark
from verger.service.problem.problem import refusal
from verger.service.wiring import Parts

Body = TypeVar("Body", bound=msgspec.Struct)
AnyRequest = Request[Any, Any, Any]


def parts_of(request: AnyRequest) -> Parts:
    """The server's parts."""
    parts: Parts = request.app.state["parts"]
    return parts


async def read(request: AnyRequest, kind: type[Body]) -> tuple[Body, bytes]:
    """A request's body, decoded and checked, and its bytes without a byte order mark."""
    raw = without_mark(await request.body())
    body: Body = decoded(_decoder(kind), raw)
    fault = unusable_text(body)
    if isinstance(fault, Refused):
        raise refusal(fault)
    return body, raw


@functools.cache
def _decoder(kind: type[Body]) -> msgspec.json.Decoder[Body]:
    return msgspec.json.Decoder(kind)
