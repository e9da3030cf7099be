"""A session's log as one file that can be verified anywhere."""

from typing import Any

from litestar import Response, get

from service.archive import MEDIA_TYPE
from service.export import archive
from service.http.asking import is_known
from service.http.body import AnyRequest, parts_of
from service.http.reading import At, Point, Seat, read_at
from service.http.streaming import streamed


@get("/sessions/{session:str}/export", operation_id="exportSession", opt={"gives": str})
async def export_session(
    request: AnyRequest, session: str, at: At = None, seat: Seat = None
) -> Response[Any]:
    """The session's log as one file, a line an event, as the token's seats may see it.

    `verger verify` checks it anywhere: the chain, every ruling, the dice. The same version gives
    the same bytes every time. It never holds the seed of dice that are still to be thrown.
    """
    async with read_at(request, session, Point(at), seat) as found:
        parts, asking = parts_of(request), found.asking
        seats = asking.seats if seat is None else (asking.seat,)
        headers = {
            "Content-Disposition": f'attachment; filename="{found.hot.id}-{found.version}.ndjson"',
            "ETag": f'"{found.version}"',
            "Vary": "Authorization",
        }
        if is_known(request.headers.get("if-none-match"), found.version):
            return Response(None, status_code=304, headers=headers)
        chunks = archive(parts.store, found.hot, found.version, seats, is_import=False)
        return streamed(request, chunks, MEDIA_TYPE, headers)
