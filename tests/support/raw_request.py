"""Requests as bytes, with the statuses and the code that the server answers them with (RFC 9110, 9112, 6455)."""

import json
import re
import socket
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from hypothesis import strategies as st

from tests.support.patience import PATIENCE_SECONDS

NOBODYS = "/v1/sessions/00000000-0000-4000-8000-000000000000"
LIST = "GET /v1/rulesets HTTP/1.1\r\n"
START = "POST /v1/sessions HTTP/1.1\r\nContent-Type: application/json\r\n"
MOVE = f"POST {NOBODYS}/moves HTTP/1.1\r\nContent-Type: application/json\r\n"
HOST = "Host: a\r\n"
CHUNKED = "Transfer-Encoding: chunked\r\n"
EMPTY_OBJECT = "2\r\n{}\r\n0\r\n"
H2C = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n"
KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
WEBSOCKET = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
LAST = f"{LIST}{HOST}Connection: close\r\n\r\n"
"""A second request, which ends the connection."""


class Raw(NamedTuple):
    """The bytes, the statuses of the answers in their order, and the code of the last problem."""

    sent: str
    statuses: tuple[int, ...]
    code: str = ""


def _started(fields: str, body: str, code: str = "invalid_body") -> Raw:
    """A request to start a session with an empty object, which does not fit the schema."""
    return Raw(f"{START}{HOST}{fields}\r\n{body}{LAST}", (400, 200), code)


def _refused(fields: str, body: str = "", *, host: str = HOST, status: int = 400) -> Raw:
    """Return a request that is refused before it is served, so that the connection ends."""
    return Raw(f"{START}{host}{fields}\r\n{body}{LAST}", (status,), CODES[status])


CODES: Mapping[int, str] = {
    400: "malformed_request",
    417: "unknown_expectation",
    431: "head_too_large",
    501: "unsupported_transfer_coding",
    505: "unsupported_http_version",
}

SERVED: dict[str, Raw] = {
    "a request": Raw(LAST, (200,)),
    "two requests at once": Raw(f"{LIST}{HOST}\r\n{LAST}", (200, 200)),
    "what follows the last request": Raw(LAST + LAST, (200,)),
    "an absolute target": Raw(LAST.replace("/v1", "http://a/v1"), (200,)),
    "an upgrade to HTTP/2": Raw(f"{LIST}{HOST}{H2C}\r\n{LAST}", (200, 200)),
    "an upgrade to HTTP/2, in capitals": Raw(f"{LIST}{HOST}{H2C.upper()}\r\n{LAST}", (200, 200)),
    "an upgrade to HTTP/2 with a body": _started(f"{H2C}Content-Length: 2\r\n", "{}"),
    "an upgrade to HTTP/2 with a body in chunks": _started(H2C + CHUNKED, f"{EMPTY_OBJECT}\r\n"),
    "an upgrade to something else": _started(
        "Connection: upgrade\r\nUpgrade: TLS/1.2\r\nContent-Length: 2\r\n", "{}"
    ),
    "an upgrade that Connection does not name": _started(
        "Upgrade: h2c\r\nContent-Length: 2\r\n", "{}"
    ),
    "spaces after a length": _started("Content-Length:  2 \t \r\n", "{}"),
    "a body to GET": Raw(f"{LIST}{HOST}Content-Length: 2\r\n\r\n{{}}{LAST}", (200, 200)),
    "a body in chunks to GET": Raw(
        f"{LIST}{HOST}{CHUNKED}\r\n{EMPTY_OBJECT}\r\n{LAST}", (200, 200)
    ),
    "a body in chunks": _started(CHUNKED, f"{EMPTY_OBJECT}\r\n"),
    "chunks in capitals": _started(CHUNKED.upper(), f"{EMPTY_OBJECT}\r\n"),
    "a chunk with an extension": _started(CHUNKED, f"2;a=b;c\r\n{EMPTY_OBJECT[3:]}\r\n"),
    "a chunk with a long extension": _started(
        CHUNKED, f"2;a={'b' * 900}\r\n{EMPTY_OBJECT[3:]}\r\n"
    ),
    "a token in a trailer": Raw(
        f"{MOVE}{HOST}{CHUNKED}\r\n{EMPTY_OBJECT}Authorization: Bearer vg_x\r\n\r\n{LAST}",
        (401, 200),
        "missing_token",
    ),
    "a coding in a trailer": _started(
        CHUNKED, f"{EMPTY_OBJECT}Content-Encoding: gzip\r\nContent-Type: text/plain\r\n\r\n"
    ),
    "a length in a trailer": _started(CHUNKED, f"{EMPTY_OBJECT}X-Length: 90\r\nHost: b\r\n\r\n"),
    "a list in two fields": Raw(
        LAST.replace(HOST, f"{HOST}Accept: text/html;q=0\r\nAccept: application/json\r\n"), (200,)
    ),
    "empty lines before a request": Raw(f"\r\n\r\n{LAST}", (200,)),
    "HTTP/1.0": Raw(f"GET /v1/rulesets HTTP/1.0\r\n{HOST}\r\n{LAST}", (200,)),
    "HTTP/1.0 without Host": Raw("GET /v1/rulesets HTTP/1.0\r\n\r\n", (200,)),
    "Expect in HTTP/1.0": Raw("GET /v1/rulesets HTTP/1.0\r\nExpect: x\r\n\r\n", (200,)),
    "Expect": _started("Expect: 100-continue\r\nContent-Length: 2\r\n", "{}")._replace(
        statuses=(100, 400, 200)
    ),
    "Expect without a body": Raw(LAST.replace(HOST, f"{HOST}Expect: 100-continue\r\n"), (200,)),
    "many fields that are few enough": Raw(LAST.replace(HOST, HOST + "X: a\r\n" * 190), (200,)),
    "a part of a target like a field": Raw(
        f"GET /v1/upgrade: HTTP/1.1\r\n{HOST}\r\n{LAST}", (404, 200), "no_such_page"
    ),
    "a handshake in HTTP/1.0": Raw(
        f"GET /v1/feed HTTP/1.0\r\n{HOST}{WEBSOCKET}{KEY}Sec-WebSocket-Version: 13\r\n\r\n",
        (401,),
        "missing_token",
    ),
    "a handshake without a version": Raw(
        f"GET {NOBODYS}/events HTTP/1.1\r\n{HOST}{WEBSOCKET}{KEY}\r\n{LAST}",
        (400, 200),
        "bad_handshake",
    ),
    "a handshake of another version": Raw(
        f"GET {NOBODYS}/events HTTP/1.1\r\n{HOST}{WEBSOCKET}{KEY}Sec-WebSocket-Version: 8\r\n\r\n{LAST}",
        (400, 200),
        "bad_handshake",
    ),
    "a handshake without a token": Raw(
        f"GET /v1/feed HTTP/1.1\r\n{HOST}{WEBSOCKET}{KEY}Sec-WebSocket-Version: 13\r\n\r\n{LAST}",
        (401, 200),
        "missing_token",
    ),
    "OPTIONS of the server": Raw(f"OPTIONS * HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n", (204,)),
    "TRACE": Raw(
        f"TRACE /v1/rulesets HTTP/1.1\r\n{HOST}\r\n{LAST}", (405, 200), "method_not_allowed"
    ),
}
"""Requests that are served, and that leave the connection to the next one unless they say otherwise."""

REFUSED: dict[str, Raw] = {
    "no Host": _refused("Content-Length: 2\r\n", "{}", host=""),
    "a Host of two words": _refused("Content-Length: 2\r\n", "{}", host="Host: a b\r\n"),
    "a list of Hosts": _refused("Content-Length: 2\r\n", "{}", host="Host: a/b\r\n"),
    "an empty Host": _refused("Content-Length: 2\r\n", "{}", host="Host:  \r\n"),
    "two Hosts": _refused("Host: b\r\nContent-Length: 2\r\n", "{}"),
    "two tokens": _refused("Authorization: Bearer vg_a\r\nauthorization: Bearer vg_b\r\n"),
    "two media types": _refused("Content-Type: text/plain\r\nContent-Length: 2\r\n", "{}"),
    "two keys": _refused("Idempotency-Key: a\r\nIdempotency-Key: b\r\n"),
    "gzip, then chunks": _refused("Transfer-Encoding: gzip, chunked\r\n", status=501),
    "gzip": _refused("Transfer-Encoding: gzip\r\n", status=501),
    "a coding that is none": _refused("Transfer-Encoding: identity\r\n", status=501),
    "a coding with a name like it": _refused("Transfer-Encoding: xchunked\r\n", status=501),
    "chunks twice": _refused("Transfer-Encoding: chunked, chunked\r\n"),
    "two codings": _refused(f"{CHUNKED}Transfer-Encoding: identity\r\n"),
    "chunks in HTTP/1.0": Raw(
        f"POST /v1/sessions HTTP/1.0\r\n{HOST}{CHUNKED}\r\n0\r\n\r\n{LAST}", (400,), CODES[400]
    ),
    "a length and chunks": _refused(f"Content-Length: 2\r\n{CHUNKED}"),
    "chunks and a length": _refused(f"{CHUNKED}Content-Length: 2\r\n"),
    "two lengths": _refused("Content-Length: 2\r\nContent-Length: 3\r\n"),
    "the same length twice": _refused("Content-Length: 2\r\nContent-Length: 2\r\n"),
    "a list of lengths": _refused("Content-Length: 2, 2\r\n"),
    "a length with a sign": _refused("Content-Length: +2\r\n"),
    "a negative length": _refused("Content-Length: -1\r\n"),
    "a length in hex": _refused("Content-Length: 0x2\r\n"),
    "a length of 30 digits": _refused(f"Content-Length: {'9' * 30}\r\n"),
    "a space before a colon": _refused("X : a\r\n"),
    "a folded field": _refused("X: a\r\n b\r\n"),
    "a field without a name": _refused(": a\r\n"),
    "a field without a colon": _refused("X\r\n"),
    "a NUL in a field": _refused("X: a\0b\r\n"),
    "a CR in a field": _refused("X: a\rb\r\n"),
    "an LF alone": Raw(LAST.replace("\r\n", "\n"), (400,), CODES[400]),
    "a NUL in a target": Raw(LAST.replace("/v1/", "/v1/\0"), (400,), CODES[400]),
    "bytes above 127 in a target": Raw(LAST.replace("/v1/", "/v1/\xff"), (400,), CODES[400]),
    "no target": Raw(f"GET  HTTP/1.1\r\n{HOST}\r\n", (400,), CODES[400]),
    "HTTP/1.2": Raw(LAST.replace("1.1", "1.2"), (505,), CODES[505]),
    "HTTP/2.0": Raw(LAST.replace("1.1", "2.0"), (505,), CODES[505]),
    "HTTP/3.0": Raw(LAST.replace("1.1", "3.0"), (505,), CODES[505]),
    "HTTP/0.9": Raw(LAST.replace("1.1", "0.9"), (505,), CODES[505]),
    "the preface of HTTP/2": Raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", (505,), CODES[505]),
    "no version": Raw("GET /v1/rulesets\r\n\r\n", (505,), CODES[505]),
    "another protocol": Raw("SSH-2.0-OpenSSH_9.2\r\n\r\n", (400,), CODES[400]),
    "TLS": Raw("\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03" + "x" * 90, (400,), CODES[400]),
    "a method in small letters": Raw(LAST.replace("GET", "get"), (501,), "unknown_method"),
    "CONNECT": Raw(
        f"CONNECT a:443 HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n", (501,), "unknown_method"
    ),
    "another expectation": _refused("Expect: 200-ok\r\n", status=417),
    "two expectations": _refused("Expect: 100-continue\r\nExpect: b\r\n", status=417),
    "a long field": _refused(f"X: {'a' * 70_000}\r\n", status=431),
    "201 fields": _refused("X: a\r\n" * 200, status=431),
    "many fields": _refused("X: a\r\n" * 12_000, status=431),
    "a long field that has no end": Raw(f"{LIST}{HOST}X: {'a' * 70_000}", (431,), CODES[431]),
    "an upgrade that has no end": Raw(f"{LIST}{HOST}Upgrade: {'a' * 70_000}", (431,), CODES[431]),
    "empty lines without end": Raw("\r\n" * 40_000, (431,), CODES[431]),
}
"""Requests that are refused with a problem, which ends the connection."""

BROKEN: dict[str, Raw] = {
    name: _refused(CHUNKED, body)
    for name, body in {
        "a chunk without a size": "\r\n{}\r\n0\r\n\r\n",
        "a size with a sign": f"+{EMPTY_OBJECT}\r\n",
        "a size with a space before": f" {EMPTY_OBJECT}\r\n",
        "a size with a space after": f"2 \r\n{EMPTY_OBJECT[3:]}\r\n",
        "a size with a prefix": f"0x{EMPTY_OBJECT}\r\n",
        "a size of 17 digits": f"{'f' * 17}\r\n{{}}",
        "a chunk that is too long": "2\r\n{} \r\n0\r\n\r\n",
        "a chunk that an LF ends": "2\r\n{}\n0\r\n\r\n",
        "a size that an LF ends": "2\n{}\r\n0\r\n\r\n",
        "a trailer with a NUL": f"{EMPTY_OBJECT}X: \0\r\n\r\n",
        "a trailer without a colon": f"{EMPTY_OBJECT}GET / HTTP/1.1\r\n\r\n",
        "a trailer of 400 KB": f"{EMPTY_OBJECT}X: {'a' * 400_000}\r\n\r\n",
        "trailers of 400 KB": EMPTY_OBJECT + "X: a\r\n" * 66_000 + "\r\n",
        "an extension of 400 KB": f"2;{'a' * 400_000}\r\n{EMPTY_OBJECT[3:]}\r\n",
        "extensions of 400 KB": f"1;{'a' * 900}\r\n \r\n" * 440 + f"{EMPTY_OBJECT}\r\n",
        "70,000 chunks of one byte": "1\r\n \r\n" * 70_000 + f"{EMPTY_OBJECT}\r\n",
    }.items()
}
"""Bodies that are refused with a problem, which ends the connection."""

_FIRST_LINE = re.compile(rb"HTTP/1\.[01] (\d{3}) [A-Z][^\r\n]*\r\n")
BROKEN["a chunk without a size after Expect"] = _refused(
    f"Expect: 100-continue\r\n{CHUNKED}", "ZZ\r\n"
)
ROWS = SERVED | REFUSED | BROKEN
SHORT = [name for name, raw in ROWS.items() if len(raw.sent) < 2_000]
PIECES = [
    b"", b"\0", b"\r", b"\n", b"\r\n", b"\r\n\r\n", b" ", b"\t", b":", b",", b";", b"0", b"1", b"f", b"\xff",
    b"0\r\n\r\n", b"chunked", b"Upgrade: h2c\r\n", b"Connection: Upgrade\r\n", CHUNKED.encode(),
    b"Content-Length: 5\r\n", b"GET /v1/rulesets HTTP/1.1\r\nHost: a\r\n\r\n",
]  # fmt: skip


def answered(port: int, raw: Raw, waits: float = PATIENCE_SECONDS) -> list[tuple[int, bytes]]:
    """Send a request; return the status of each answer, and the answer without its first line."""
    with socket.create_connection(("127.0.0.1", port), timeout=waits) as link:
        found = bytearray()
        # A server may end the connection before it has read a refused request.
        with suppress(OSError):
            link.sendall(raw.sent.replace(HOST, f"Host: 127.0.0.1:{port}\r\n").encode("latin-1"))
        with suppress(OSError):
            while piece := link.recv(65_536):
                found += piece
    _, *parts = _FIRST_LINE.split(found)
    return [(int(status), rest) for status, rest in zip(parts[::2], parts[1::2], strict=True)]


def code(answer: bytes) -> str:
    """Return the code of a problem; empty if the answer is not a problem."""
    head, _, body = answer.partition(b"\r\n\r\n")
    return str(json.loads(body)["code"]) if b"application/problem+json" in head else ""


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """Draw the bytes of one or two of these requests, with some bytes changed, left out or added."""
    names = draw(st.lists(st.sampled_from(SHORT), min_size=1, max_size=2))
    sent = bytearray("".join(ROWS[name].sent for name in names).encode("latin-1"))
    for _ in range(draw(st.integers(0, 4))):
        place = draw(st.integers(0, len(sent)))
        taken = draw(st.integers(0, 2))
        sent[place : place + taken] = draw(st.sampled_from(PIECES))
    return bytes(sent)
