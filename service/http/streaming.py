"""Answers that are sent as they come: counted, limited, and closed however their reader goes."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from litestar.response import Stream

from service.http.body import AnyRequest, parts_of
from service.problem import ProblemError
from service.wiring import Parts

SEND_SECONDS = 30.0
"""How long a reader may block a stream before it is cut off."""


def streamed(
    request: AnyRequest,
    chunks: AsyncGenerator[bytes, None],
    media_type: str,
    headers: Mapping[str, str],
    last_words: bytes = b"",
) -> Stream:
    """An answer made of these chunks; `last_words` are for a reader that took nothing for long."""
    parts = parts_of(request)
    admit(parts)
    source = counted(parts, chunks)
    # The front door closes it, however the reader goes.
    request.scope["stream"] = source  # type: ignore[typeddict-unknown-key]
    request.scope["last_words"] = last_words  # type: ignore[typeddict-unknown-key]
    own = {"Cache-Control": "no-store", **headers}
    return Stream(source, media_type=media_type, headers=own)


def admit(parts: Parts) -> None:
    """Refuse one more stream where there are as many as there may be."""
    if parts.streams >= parts.settings.streams:
        raise ProblemError("too_many_streams", limit=parts.settings.streams)


async def counted(parts: Parts, chunks: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """The same chunks, as one of the process's streams."""
    parts.streams += 1
    try:
        async with aclosing(chunks):
            async for chunk in chunks:
                yield chunk
    finally:
        parts.streams -= 1
