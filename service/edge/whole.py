"""Complete answers to reads: choose a coding, and answer 304 if the client already has the answer.

A compressed answer is shorter if it contains the same text twice. An attacker who can add text to an
answer and see its length could therefore guess a sealed part in it (BREACH, 2013). So an answer that
shows a sealed part is never compressed. `no-transform` forbids it to this module and to proxies.
"""

import gzip
import re
import sys
from asyncio import to_thread
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from typing import NamedTuple

from litestar.datastructures import CacheControlHeader

from verger.service.edge.accepting import coding
from verger.service.edge.asgi import RequestHeaders
from verger.service.edge.asking import is_known
from verger.service.work import in_thread

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

ASK_AGAIN = "private, no-cache"
"""The client may store the answer, but must ask before each use: if a log goes back, a version can get another event.

The answer is `private`, because it was read with a token.
"""
SEALED = f"{ASK_AGAIN}, no-transform"
"""The same, for an answer that contains a sealed part."""

PUBLIC = CacheControlHeader(public=True, max_age=300)
"""For an answer that is the same for everybody until another version of the server runs."""

LEAST = 1024
"""The size of the shortest answer that is compressed, in bytes."""
SHORT = 32 * 1024
"""The size of the longest answer that is compressed without a thread, in bytes. This takes half a millisecond."""

PUBLIC_ANSWERS = 2_000
"""The maximum number of public answers, such as the API documents, that are kept compressed."""

Pairs = list[tuple[bytes, bytes]]
Coder = Callable[[bytes], bytes]

_QUICKLY: Mapping[str, Coder] = {
    "zstd": partial(zstd.compress, level=3),
    "gzip": partial(gzip.compress, compresslevel=3, mtime=0),
}
"""The supported codings, the better one first."""
_WELL: Mapping[str, Coder] = {
    "zstd": partial(zstd.compress, level=17),
    "gzip": partial(gzip.compress, compresslevel=9, mtime=0),
}

_public: dict[tuple[str, bytes], bytes] = {}

_TEXT = re.compile(rb"text/|image/svg\+xml|application/(?:[a-z.+-]*json|[a-z.+-]*xml|javascript)")


class Whole(NamedTuple):
    """A complete answer."""

    status: int
    headers: Pairs
    body: bytes


class _Choice(NamedTuple):
    """An answer before it is compressed, and the coding for it."""

    whole: Whole
    coding: str | None
    public_tag: bytes | None = None


async def whole(headers: Pairs, body: bytes, asked: RequestHeaders) -> Whole:
    """Return the answer to a read, in a coding that this client accepts."""
    chosen = _chosen(headers, body, asked)
    if chosen.coding is None:
        return chosen.whole
    coded = await _coded(chosen.coding, chosen.whole.body, chosen.public_tag)
    return _in_coding(chosen.whole, chosen.coding, coded)


def whole_at_once(headers: Pairs, body: bytes, asked: RequestHeaders) -> Whole | None:
    """Return the same without waiting, or None if the answer takes long to compress."""
    chosen = _chosen(headers, body, asked)
    if chosen.coding is None:
        return chosen.whole
    if chosen.public_tag is not None or len(body) > SHORT:
        return None
    return _in_coding(chosen.whole, chosen.coding, _QUICKLY[chosen.coding](body))


def _chosen(headers: Pairs, body: bytes, asked: RequestHeaders) -> _Choice:
    told = dict(headers)
    kept = told.get(b"cache-control", b"")
    if not kept:
        kept = ASK_AGAIN.encode()
        headers = [*headers, (b"cache-control", kept), (b"vary", b"Authorization")]
    coding = _coding(told.get(b"content-type", b""), kept, body, asked)
    if b"no-store" in kept:
        return _Choice(Whole(200, headers, body), coding)
    tag = told.get(b"etag") or b'"%b"' % sha256(body).hexdigest()[:20].encode()
    headers = _without(headers, b"etag")
    if b"no-transform" not in kept:
        headers = [*headers, (b"vary", b"Accept-Encoding")]
    if is_known(_text(asked.get(b"if-none-match")), tag.decode().strip('"')):
        named = [*_without(headers, b"content-type", b"content-length"), (b"etag", tag)]
        return _Choice(Whole(304, named, b""), None)
    # The compressed form of the same content needs a weak tag (RFC 9110, 8.8.3.3).
    named = [*headers, (b"etag", b"W/" + tag if coding else tag)]
    return _Choice(Whole(200, named, body), coding, tag if b"public" in kept else None)


def _in_coding(plain: Whole, name: str, coded: bytes) -> Whole:
    own = [(b"content-encoding", name.encode()), (b"content-length", b"%d" % len(coded))]
    return Whole(plain.status, [*_without(plain.headers, b"content-length"), *own], coded)


def _coding(media_type: bytes, kept: bytes, body: bytes, asked: RequestHeaders) -> str | None:
    if len(body) < LEAST or b"no-transform" in kept or not _TEXT.match(media_type):
        return None
    return coding(_text(asked.get(b"accept-encoding")), tuple(_QUICKLY))


async def _coded(name: str, body: bytes, public_tag: bytes | None) -> bytes:
    """Compress a body. A public one is compressed well, but only once. A long one does not block other requests."""
    if public_tag is not None:
        kept = _public.get((name, public_tag))
        if kept is None:
            if len(_public) >= PUBLIC_ANSWERS:
                _public.clear()
            kept = _public[name, public_tag] = await to_thread(_WELL[name], body)
        return kept
    if len(body) <= SHORT:
        return _QUICKLY[name](body)
    return await in_thread(partial(_QUICKLY[name], body))


def _without(headers: Pairs, *names: bytes) -> Pairs:
    return [(name, value) for name, value in headers if name not in names]


def _text(header: bytes | None) -> str | None:
    return None if header is None else header.decode("latin-1")
