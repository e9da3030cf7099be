"""The end of a session: by its GM after the table gave it up, or by its app."""

from typing import Annotated

from litestar import delete
from litestar.params import Parameter

from verger.domain.core.mastery import gm_only
from verger.domain.core.mover import Mover, Unseated
from verger.domain.core.reason import Code
from verger.domain.table import closing
from verger.service.archive.ending import FinalEvent
from verger.service.database.pool import Connection
from verger.service.edge.answering import problem_of
from verger.service.edge.asking import Seated, expected_versions, seated
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import Operation
from verger.service.edge.reading import Seat
from verger.service.identity import app, identity
from verger.service.log import stubs
from verger.service.log.stubs import Ended, ForksError, MovedOnError
from verger.service.play.damage import require_whole
from verger.service.play.playing import ATTEMPTS
from verger.service.play.request import MoveRequest
from verger.service.play.session import EndedSessionError, Seen, Session
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError, refusal
from verger.service.wiring import Parts


@delete(
    "/sessions/{session:str}",
    operation_id="endSession",
    status_code=204,
    opt=Operation(
        scope="all",
        request_headers=("If-Match",),
        problems=(
            ProblemCode.READ_ONLY,
            Code.GM_ONLY,
            Code.GM_AWAY,
            ProblemCode.NOT_GIVEN_UP,
            ProblemCode.HAS_FORKS,
            ProblemCode.STALE_VERSION,
            ProblemCode.CONTENDED,
        ),
    ),
)
async def end_session(
    request: AnyRequest,
    session: str,
    archived: Annotated[
        bool | None,
        Parameter(
            description="Whether the session can be imported again. If this is `true`, `If-Match` must be the"
            " ETag of the export that you keep."
        ),
    ] = None,
    seat: Seat = None,
) -> None:
    """End a session.

    This deletes all data of the session. Only a stub remains, and later requests get 410. The GM
    can end a session after the table has agreed to give it up (`not_given_up`). The app that
    started the session can archive it at any time, and can delete it if no seat is taken. A session
    with forks cannot be ended (`has_forks`). Export the log first if you want to keep it.
    """
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, seat, "all")
    expected = expected_versions(request.headers.get("if-match"))
    by = await _ender(parts, asking)
    for _ in range(ATTEMPTS):
        head = await _head(parts, asking, by, expected, archived=bool(archived))
        code: Ended = "session_archived" if archived else "session_deleted"
        try:
            await _end(parts, asking, _name(asking, by), head, code)
        except MovedOnError:
            continue
        except ForksError as error:
            forks = tuple(map(str, error.forks))
            raise ProblemError(ProblemCode.HAS_FORKS, forks=forks) from None
        return
    raise ProblemError(ProblemCode.CONTENDED)


async def _ender(parts: Parts, asking: Seated) -> Mover:
    """Return the mover that ends a session: a seat, or APP if the token is a key of the app that started it."""
    own = asking.bearer.app
    if own and await app.has_started(parts.database, own, asking.session):
        return Unseated.APP
    return asking.mover


def _name(asking: Seated, by: Mover) -> str:
    """Return the seat or app that ends a session, as its stub will name it: `s1`, or `app` and the app's name."""
    return f"{by} {asking.bearer.grant.via}" if by is Unseated.APP else by


async def _head(
    parts: Parts, asking: Seated, by: Mover, expected: tuple[Seen, ...], *, archived: bool
) -> FinalEvent:
    """Return the newest event, if the session can end after it. Raises a problem if not."""
    with await parts.sessions.known(asking.session) as session:
        # Read the log, because this process may not know a recent agreement yet.
        session.doubt()
        await parts.sessions.freshen(session)
        require_whole(session)
        _require_leave(session, by, archived=archived)
        if archived and not expected:
            reason = "with `archived` it is the ETag of the export that is kept"
            raise ProblemError(ProblemCode.INVALID_PARAMETER, parameter="If-Match", reason=reason)
        request = MoveRequest(asking.session, by, None, expected=expected, by=asking.bearer.grant)
        if stale := await parts.playing.late(session, request):
            raise problem_of(stale)
        return FinalEvent(session.version, session.hash)


def _require_leave(session: Session, by: Mover, *, archived: bool) -> None:
    """Refuse an end by another seat than the GM's, or without the agreement of the table (`table.close`).

    An app can archive its session at any time. It can delete it only if no seat is taken, or if the
    table has given it up.
    """
    table = session.state.table
    if by is Unseated.APP and (archived or not table.sitting):
        return
    if by is not Unseated.APP and (by != table.gm or table.gm not in table.sitting):
        title = session.codec.ruleset.gm_title
        raise refusal(gm_only(table, closing.RULE, gm_title=title))
    if not closing.is_given_up(table):
        raise ProblemError(ProblemCode.NOT_GIVEN_UP, session_house_rule=closing.chosen(table))


async def _end(parts: Parts, asking: Seated, by: str, head: FinalEvent, code: Ended) -> None:
    async def still_valid(connection: Connection) -> None:
        if await identity.held(connection, asking.bearer.token, asking.session) is not None:
            return
        if stub := await stubs.of(connection, asking.session):
            raise EndedSessionError(stub)
        raise ProblemError(ProblemCode.INVALID_TOKEN)

    await parts.ending.end(asking.session, head, code, by, still_valid)
