"""Archives: the export of a session's log as one file, and the import of such a file."""

from functools import partial
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from uuid import UUID

import msgspec
from litestar import Response, get, post

from verger.service.archive.export import archive
from verger.service.archive.format import MEDIA_TYPE
from verger.service.archive.importing import import_archive, sessions_imported
from verger.service.database.outage import Cause, UnavailableError
from verger.service.database.pool import Connection
from verger.service.edge.asking import bearer, seated
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import MADE, VERSIONED, Content, Operation
from verger.service.edge.reading import At, LogPoint, Seat, not_modified, session_at
from verger.service.edge.starting import Record, counted_start
from verger.service.edge.streaming import StreamBody, streamed
from verger.service.edge.whole import SEALED
from verger.service.http.links import GLANCE, LOG
from verger.service.identity import app
from verger.service.log import stubs
from verger.service.play.damage import LogDamagedError
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.schema.json_schema import Schema

_ARCHIVE = "An archive, exactly as it was exported."
_LINES: Schema = {"type": "string", "format": "binary", "description": _ARCHIVE}


class ImportView(msgspec.Struct, frozen=True):
    """An imported session."""

    session: UUID
    """The id of the session."""
    version: int
    """The newest version."""
    hash: str
    """The hash of the newest event, in hex."""
    is_played_on: bool
    """Whether play can continue: `true` if the session was archived on this server. If not, you can
    only read and fork it."""


@get(
    "/sessions/{session:str}/export",
    operation_id="exportSession",
    opt=Operation(
        forms={MEDIA_TYPE: _LINES},
        bearer="always",
        headers=(*VERSIONED, "Content-Disposition", "Accept-Ranges"),
        problems=(ProblemCode.TOO_MANY_STREAMS, ProblemCode.STREAM_LIMIT),
    ),
)
async def export_session(
    request: AnyRequest, session: str, at: At = None, seat: Seat = None
) -> Response[Any]:
    """Export a session's log.

    Use it to keep a copy, or to have a game checked. The answer is one file with a line for each
    event. Each line shows only the parts that the seats of the token can see. The command `verger
    verify` checks the hash chain, every ruling and the dice on any machine. Two exports of the same
    version have the same bytes. If a redaction follows the requested version, the export continues
    up to the redaction. The file contains no seed of future dice.
    """
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, seat)
    # A file that ends before its redaction cannot prove that a text was redacted.
    redacted = await parts.store.rewritten(asking.session)
    parts.sessions.heard(asking.session, redacted)
    async with session_at(parts, asking, LogPoint(at and max(at, redacted))) as point:
        seats = asking.seats if seat is None else (asking.viewer,)
        named = f'attachment; filename="{point.session.id}-{point.version}.ndjson"'
        headers = {
            "ETag": f'"{point.tag}"',
            "Cache-Control": SEALED,
            "Vary": "Authorization",
        }
        if known := not_modified(request, headers):
            return known
        lineage = await parts.store.lineage(point.session.id)
        # Check this before the answer begins. Later, the server could only cut the connection.
        if missing := await parts.losses.missing(lineage, point.version):
            raise LogDamagedError(point.session.id, missing)
        came = await sessions_imported(parts.database, lineage)
        history, version = parts.sessions.history, point.version
        chunks = archive(parts.store, history, point.session, version, seats, came)
        own = {"Content-Disposition": named, "Accept-Ranges": "none", **headers}
        return streamed(request, asking.bearer.token, StreamBody(chunks, MEDIA_TYPE, own))


@post(
    "/imports",
    operation_id="importSession",
    opt=Operation(
        brings=Content(_ARCHIVE, MEDIA_TYPE, _LINES),
        scope="gm",
        headers=MADE,
        problems=(
            ProblemCode.UNREADABLE_ARCHIVE,
            ProblemCode.WRONG_ARCHIVE,
            ProblemCode.SESSION_EXISTS,
            ProblemCode.STUB_DIFFERS,
            ProblemCode.SESSION_ARCHIVED,
            ProblemCode.SESSION_DELETED,
            ProblemCode.ANCESTOR_DIFFERS,
            ProblemCode.ANCESTOR_NEEDED,
            ProblemCode.SESSION_QUOTA,
            ProblemCode.BODY_TOO_LARGE,
            ProblemCode.UNSUPPORTED_MEDIA_TYPE,
            ProblemCode.REQUEST_TIMEOUT,
        ),
        links=(GLANCE, LOG),
    ),
)
async def import_session(request: AnyRequest) -> Response[ImportView]:
    """Import an archive after verification.

    Use it to move a session to this server, or to bring back an archived one. The session keeps its
    id. Your token can read, export and fork it, but nobody can continue play. A session that was
    archived on this server is an exception: all players keep their seats and tokens, and can
    continue play.

    A file with a wrong ruling, hash or die is refused (`wrong_archive`). If you repeat the request
    with the same token, you get the same answer.
    """
    parts = parts_of(request)
    holder = await bearer(parts, request.headers.get("authorization"), None, "gm")
    first = partial(_first, counted_start(request, holder))
    try:
        with NamedTemporaryFile(prefix="verger-import-") as file:
            async for chunk in request.stream():
                file.write(chunk)
            file.flush()
            path = Path(file.name)
            brought = await import_archive(
                parts.database, parts.archives, path, holder.token, first
            )
    except OSError as error:
        raise UnavailableError(f"a temporary file: {error.strerror}", Cause.NO_FILES) from None
    parts.identity.forget()
    shown = ImportView(brought.session, brought.version, brought.hash.hex(), brought.is_whole)
    location = {"Location": f"/v1/sessions/{shown.session}", "ETag": f'"{shown.version}"'}
    return Response(shown, status_code=201, headers=location)


async def _first(record: Record, connection: Connection, session: UUID) -> None:
    """Record a new session, or refuse to restore one if its app already has the maximum number."""
    stub = await stubs.of(connection, session)
    if stub is None:
        await record(connection, session)
    elif stub.app and (full := await app.used_up(connection, stub.app)):
        raise ProblemError(
            ProblemCode.SESSION_QUOTA, sessions_allowed=full.limit, sessions_held=full.sessions
        )
