"""Answers that are sent as they come: counted, limited, and closed however their reader goes."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from litestar.response import Stream

from service.http.body import AnyRequest, parts_of
from service.problem import ProblemError
from service.wiring import Parts


def streamed(
    request: AnyRequest,
    chunks: AsyncGenerator[bytes, None],
    media_type: str,
    headers: Mapping[str, str],
) -> Stream:
    """An answer made of these chunks."""
    parts = parts_of(request)
    if parts.streams >= parts.settings.streams:
        raise ProblemError("too_many_streams", limit=parts.settings.streams)
    counted = _counted(parts, chunks)
    # The front door closes it, however the reader goes.
    request.scope["stream"] = counted  # type: ignore[typeddict-unknown-key]
    own = {"Cache-Control": "no-store", **headers}
    return Stream(counted, media_type=media_type, headers=own)


async def _counted(
    parts: Parts, chunks: AsyncGenerator[bytes, None]
) -> AsyncGenerator[bytes, None]:
    parts.streams += 1
    try:
        async with aclosing(chunks):
            async for chunk in chunks:
                yield chunk
    finally:
        parts.streams -= 1
