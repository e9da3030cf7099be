"""Read the body of a request to a route of the framework, by the same rules as the body of a move."""

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
    """Return the parts of the server that a request came to."""
    parts: Parts = request.app.state["parts"]
    return parts


async def read(request: AnyRequest, kind: type[Body]) -> tuple[Body, bytes]:
    """Return a request's body, decoded and checked, and its bytes without a byte order mark."""
    raw = without_mark(await request.body())
    body: Body = decoded(_decoder(kind), raw)
    fault = unusable_text(body)
    if isinstance(fault, Refused):
        raise refusal(fault)
    return body, raw


@functools.cache
def _decoder(kind: type[Body]) -> msgspec.json.Decoder[Body]:
    return msgspec.json.Decoder(kind)
