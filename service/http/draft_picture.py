"""The picture with a draft move: the changes that it would make. Nothing is recorded."""

from typing import Any

from litestar import Response, post

from verger.domain.core.ruling import Refused
from verger.service.edge.asking import seated
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.decoding import move_of, without_mark
from verger.service.edge.operation import TEXT, Content, Operation
from verger.service.edge.reading import LogPoint, Seat, session_at
from verger.service.http.pictures import SVG, LaidOutFor, Orientation, Pinned, drawn_with
from verger.service.play.decision import Judged
from verger.service.play.request import MoveRequest
from verger.service.problem.code import ProblemCode
from verger.service.schema.json_schema import IN_COMPONENTS


@post(
    "/sessions/{session:str}/moves/picture",
    operation_id="drawMove",
    status_code=200,
    opt=Operation(
        brings=Content(
            "A move of the session's ruleset.",
            "application/json",
            {"$ref": IN_COMPONENTS.format(name="Move")},
        ),
        forms={SVG: TEXT},
        reads=True,
        problems=(ProblemCode.READ_ONLY, ProblemCode.NOT_IN_THIS_GAME, ProblemCode.OTHER_GAME),
    ),
)
async def draw_move(
    request: AnyRequest,
    session: str,
    orientation: Orientation = "landscape",
    pinned: Pinned = None,
    seat: Seat = None,
) -> Response[Any]:
    """Draw the changes of a move.

    Use it as a preview before `postMove`. Nothing is recorded. The answer is the current picture of
    the game. Elements that the move would add, change or remove are drawn as ghosts. The picture
    also has the ghosts of open questions. If the rules refuse the move, or dice decide its result,
    the picture has only the ghosts of open questions.
    """
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, seat)
    async with session_at(parts, asking, LogPoint()) as point:
        move = move_of(point.session.codec, without_mark(await request.body()))
        draft = MoveRequest(asking.session, asking.mover, move, by=asking.bearer.grant)
        prepared = await parts.notes.prepared(point.session, draft)
        judged = (
            None if isinstance(prepared, Refused) else (await parts.playing.dry_run(prepared))[1]
        )
        after = judged.after if isinstance(judged, Judged) else None
        return await drawn_with(
            parts, point, asking.mover, after, LaidOutFor(None, orientation, pinned)
        )
