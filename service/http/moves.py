"""Moves: the only route without a handler of the framework, because it must be fast.

It has the same errors, limits and log lines as all other routes. This module declares its operation
for the OpenAPI document.
"""

import hashlib
import re
from collections.abc import Awaitable, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from verger.domain.core.decider import State
from verger.domain.core.divergence import Divergence
from verger.domain.core.reason import KNOWN, Code
from verger.domain.core.ruling import Allowed, Refused
from verger.domain.dispute.arguing import DisputeRuling
from verger.domain.dispute.settling import CastVote, ProposeSettlement
from verger.domain.history.rewind import LeaveOut, Rewind, is_answer
from verger.domain.table.proposal import Agree
from verger.projections.diff import outcome
from verger.projections.games import shown_by
from verger.projections.patch import PatchOperation
from verger.projections.picture.change import ElementChange
from verger.projections.picture.ghost import ghosts_of_move
from verger.projections.recorded import Effect
from verger.service.connection.exchange import Exchange
from verger.service.edge.answering import appended, problem_of
from verger.service.edge.asgi import Reply, RequestHeaders, read_body
from verger.service.edge.asking import (
    Seated,
    expected_versions,
    idempotency_key,
    question,
    seated,
    still_acts,
    text,
)
from verger.service.edge.decoding import move_of, without_mark
from verger.service.edge.operation import MADE, TEXT, Content, InWords, Link, Operation, Success
from verger.service.edge.parameters import flag, parameters
from verger.service.edge.reading import SEAT
from verger.service.http.event_views import EventView
from verger.service.http.links import AGAIN
from verger.service.identity.grant import Needed
from verger.service.log.codec import Codec
from verger.service.log.row import wire
from verger.service.play.answer import Appended, DiceNeeded, SeedNeeded
from verger.service.play.decision import Judged
from verger.service.play.disputed_ruling import with_ruling
from verger.service.play.request import MoveRequest
from verger.service.play.wishes import wishes_at, with_repeated
from verger.service.problem.code import ProblemCode, RefusalCode
from verger.service.problem.documented import Document
from verger.service.problem.problem import refusal
from verger.service.problem.table import UNANSWERED
from verger.service.schema.json_schema import IN_COMPONENTS
from verger.service.wiring import Parts
from verger.service.work import hide_asker, in_step, in_thread

PATH = re.compile(r"/v1/sessions/([^/]+)/moves")


class _DryRun(msgspec.Struct, frozen=True, tag_field="verdict"):
    version: int
    """The newest version when the move was judged."""


class AllowedView(_DryRun, frozen=True, tag="allowed"):
    """The result of a move if it were made now."""

    ruling: Allowed
    """The decision on the move, and its reasons."""
    effects: tuple[Effect, ...]
    """The changes that the move would make."""
    missed: tuple[Divergence, ...]
    """The later moves that could not be repeated, if this move leaves a move out or asks to leave
    one out."""
    changes: tuple[ElementChange, ...]
    """The elements of the picture that would change: immediately, or when all asked seats have agreed."""
    outcome: tuple[PatchOperation, ...]
    """For moves about an undo or a settlement: the changes when all asked seats have agreed.
    They are a JSON Patch as in `getDiff`, but without changes to the table."""


class NeedsDiceView(_DryRun, frozen=True, tag="needs_dice"):
    """The result depends on dice, and a dry run rolls none. `dice` is the first roll."""

    dice: DiceNeeded
    """The first dice that would be rolled."""


class NeedsSeedView(_DryRun, frozen=True, tag="needs_seed"):
    """The move would be accepted and reveal the seed of the dice. A dry run does not reveal it."""


DryRunView = AllowedView | NeedsDiceView | NeedsSeedView


_ELSEWHERE = (*UNANSWERED, Code.NOT_YOURS_TO_REDACT)
"""Refusal codes that are impossible for this operation."""

ROUTE = "/v1/sessions/{session}/moves"
OPERATION_ID = "postMove"
OPERATION = Operation(
    brings=Content(
        "A move of the session's ruleset.",
        "application/json",
        {"$ref": IN_COMPONENTS.format(name="Move")},
    ),
    gives=EventView,
    success="The event of the accepted move.",
    also={
        200: Success(
            "With `dry_run`: the result of the move, or the dice that it would roll.",
            DryRunView,
            ("ETag",),
        )
    },
    key="plain",
    request_headers=("If-Match", "Verger-Question"),
    scope=InWords(
        "Your token needs the scope `play`, or `gm` for a GM's seat. A dry run needs only `read`."
    ),
    headers=(*MADE, "Idempotent-Replayed"),
    problems=(
        *(RefusalCode(code) for code in KNOWN if code not in _ELSEWHERE),
        ProblemCode.OTHER_GAME,
        ProblemCode.READ_ONLY,
        ProblemCode.STALE_VERSION,
        ProblemCode.QUESTION_CLOSED,
        ProblemCode.CONTENDED,
    ),
    links=(*AGAIN, Link("getOptions", "List the moves that are possible now.")),
)
PARAMETERS: Sequence[Document] = (
    {"name": "session", "in": "path", "required": True, "schema": TEXT},
    {
        "name": "seat",
        "in": "query",
        "required": False,
        "description": SEAT,
        "schema": {**TEXT, "maxLength": 40},
    },
    {
        "name": "dry_run",
        "in": "query",
        "required": False,
        "description": "Whether to judge the move without recording it.",
        "schema": {"type": "boolean", "default": False},
    },
)
_KNOWN = frozenset(parameter["name"] for parameter in PARAMETERS if parameter["in"] == "query")


async def post_move(
    parts: Parts, session_id: str, headers: RequestHeaders, exchange: Exchange, reply: Reply
) -> None:
    """Post a move.

    The server judges the move by the rules of the session. If the move is accepted, it becomes the
    next event. The answer comes after the event is stored safely. If the move is refused, nothing
    is recorded, and the answer names the rule, the facts and a remedy.

    Send an `Idempotency-Key` so that you can repeat the request if the answer is lost. Send
    `If-Match` to move only if nothing has happened since your last read (`stale_version`). Send
    `Verger-Question` with the answer to a question (`question_closed`). To try a move, use
    `dry_run`.
    """
    await in_step()
    query = parameters(exchange.request.query, _KNOWN)
    authorization = text(headers, b"authorization")
    is_dry = flag(query, "dry_run", default=False)
    needs: Needed | None = "read" if is_dry else None
    asking = await seated(parts, authorization, session_id, query.get("seat"), needs)
    body = await read_body(headers, exchange)
    session = await parts.sessions.known(asking.session)
    request = requested(asking, session.codec, headers, body)
    if request.is_anonymous:
        hide_asker()
    request = replace(request, check=still_acts(parts, asking))
    if isinstance(request.move, DisputeRuling):
        move = await with_ruling(parts.store, parts.refusals, asking.session, request.move)
        request = replace(request, move=move)
    prepared = await parts.notes.prepared(session, request)
    if isinstance(prepared, Refused):
        raise refusal(prepared)
    if is_dry:
        await _dry_run(parts, prepared, reply)
        return
    answer = appended(await parts.playing.move_in(session, prepared))
    if asking.bearer.app and not answer.replayed:
        parts.identity.last_use.apps.moved(asking.bearer.app)
    await _answer(answer, session_id, reply)


def requested(asking: Seated, codec: Codec, headers: RequestHeaders, body: bytes) -> MoveRequest:
    """Return the move that a request asks for. If the request is wrong, raise the problem."""
    plain = without_mark(body)
    return MoveRequest(
        asking.session,
        asking.mover,
        key=idempotency_key(text(headers, b"idempotency-key")),
        expected=expected_versions(text(headers, b"if-match")),
        question=question(text(headers, b"verger-question")),
        move=move_of(codec, plain),
        print=hashlib.sha256(plain).digest(),
        by=asking.bearer.grant,
    )


def _answer(answer: Appended, session: str, reply: Reply) -> Awaitable[None]:
    headers = headers_of(session, answer.row.version)
    if answer.replayed:
        headers.append((b"idempotent-replayed", b"true"))
    return reply(201, wire(answer.row), headers)


def headers_of(session: str, version: int) -> list[tuple[bytes, bytes]]:
    """Return the headers of the answer to a request that made an event."""
    return [
        (b"location", f"/v1/sessions/{session}/events/{version}".encode()),
        (b"etag", f'"{version}"'.encode()),
    ]


async def _dry_run(parts: Parts, request: MoveRequest, reply: Reply) -> None:
    version, judged = await parts.playing.dry_run(request)
    view: DryRunView
    match judged:
        case Judged():
            view = await _allowed(parts, request, version, judged)
        case DiceNeeded():
            view = NeedsDiceView(version, judged)
        case SeedNeeded():
            view = NeedsSeedView(version)
        case _:
            raise problem_of(judged)
    await reply(200, msgspec.json.encode(view), [(b"etag", f'"{version}"'.encode())])


async def _allowed(parts: Parts, request: MoveRequest, version: int, judged: Judged) -> AllowedView:
    """Return the result of a move, with the results of the questions that it asks or agrees to."""
    session = await parts.sessions.known(request.session)
    ruleset, after = session.codec.ruleset, judged.after
    before = await parts.sessions.history.state_at(session, version)
    open = {wish.about for wish in await wishes_at(parts.sessions, session, before, version)}
    wishes = await wishes_at(parts.sessions, session, after, version, made=1)
    agreed_to = _agreed_to(request.move)
    asked = await with_repeated(
        parts.sessions,
        session,
        [wish for wish in wishes if wish.about not in open or wish.about == agreed_to],
        version,
    )
    ghosts = [
        ghosts_of_move(picture.elements, (before, after), request.seat, asked)
        for picture in shown_by(ruleset.name).pictures.values()
    ]
    decided = asked[0].after if asked else after
    patch = partial(outcome, ruleset, (before, decided), request.seat, version)
    return AllowedView(
        version=version,
        ruling=judged.ruling,
        effects=judged.effects,
        missed=(*judged.missed, *[missed for wish in asked for missed in wish.missed]),
        changes=tuple(change for some in ghosts for ghost in some for change in ghost.changes),
        outcome=await in_thread(patch) if _is_about_past(request.move, before) else (),
    )


def _agreed_to(move: Any) -> str | None:
    """Return the id of the question that a move answers with yes, or None."""
    match move:
        case Agree(proposal):
            return proposal
        case CastVote(dispute, True):
            return dispute
        case _:
            return None


def _is_about_past(move: Any, before: State[Any]) -> bool:
    """Return whether a move is about an undo, or about the settlement of a dispute."""
    return isinstance(move, Rewind | LeaveOut | ProposeSettlement | CastVote) or is_answer(
        before, move
    )
