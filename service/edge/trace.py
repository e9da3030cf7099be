"""The trace that a request belongs to (W3C Trace Context)."""

import re

from verger.service.edge.asgi import RequestHeaders
from verger.service.log.entropy import sixteen_bytes

_TRACEPARENT = re.compile(rb"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}")


def trace_of(headers: RequestHeaders) -> str:
    """Return the trace id of the caller, or a new one."""
    parent = headers.get(b"traceparent")
    sent = _TRACEPARENT.fullmatch(parent) if parent else None
    return sent[1].decode() if sent else sixteen_bytes().hex()
