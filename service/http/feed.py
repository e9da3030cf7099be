"""The feed: the events of all sessions that a token or an app can read, in one order."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import Parameter
from litestar.response import Stream

from verger.service.edge.accepting import JSON, best
from verger.service.edge.asking import bearer
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.feeding import PAGE, FeedItem, FeedResetView, feeding, items
from verger.service.edge.form import NDJSON, SSE, EndView, Form, LineForm, SseForm, sent
from verger.service.edge.operation import PAGED, TEXT, Operation
from verger.service.edge.paging import links
from verger.service.edge.reading import Follow, LastEventId, last_event_id
from verger.service.edge.streaming import StreamBody, require_no_handshake, streamed
from verger.service.edge.whole import ASK_AGAIN
from verger.service.identity.identity import Bearer
from verger.service.log.feed import FeedPosition, Whose
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.schema.json_schema import Schema
from verger.service.wiring import Parts

NOW = "now"
_FORMS = (JSON, NDJSON, SSE)


class FeedView(msgspec.Struct, frozen=True):
    """A page of the feed.

    It can have fewer items than requested, because it searches at most 5,000 events.
    """

    items: tuple[FeedItem, ...]
    """The items, the oldest first."""
    after: str
    """The position after this page. Use it as `after` to get the items that follow, now or later."""
    is_all: bool
    """`true` if there are no more items now."""


_SENT = sent(
    "The position. The message `end` has no id.",
    ("reset", "end"),
    ("FeedItem", "FeedResetView", "EndView"),
)
_STREAMS: Mapping[str, Schema] = {
    NDJSON: {**TEXT, "description": "Lines of JSON. Each line is a FeedItem."},
    SSE: {
        "description": "Server-sent events. The id is the position, and the data is a FeedItem. Only"
        " `reset` (a FeedResetView) and `end` (an EndView) have names.",
        "anyOf": [TEXT, _SENT],
    },
}

After = Annotated[
    str,
    Parameter(
        description="The position to continue from: the `place` of an item, or the `after` of a page. `now`"
        " returns only new events. Default: the beginning of the feed.",
        max_length=100,
    ),
]
Limit = Annotated[
    int, Parameter(ge=1, le=500, description="The maximum number of items to return.")
]


@get(
    "/feed",
    operation_id="getFeed",
    opt=Operation(
        gives=FeedView,
        forms=_STREAMS,
        tells=(FeedResetView, EndView),
        request_headers=("Last-Event-ID",),
        headers=PAGED,
        problems=(
            ProblemCode.NOT_ACCEPTABLE,
            ProblemCode.BAD_HANDSHAKE,
            ProblemCode.TOO_MANY_STREAMS,
            ProblemCode.STREAM_LIMIT,
            ProblemCode.FEED_RESET,
        ),
    ),
)
async def get_feed(
    request: AnyRequest,
    after: After = "",
    limit: Limit = PAGE,
    follow: Follow = None,
    last_id: LastEventId = None,
) -> Response[Any]:
    """List or follow the feed.

    Use it to watch many sessions with one request. The feed has the events of each session that the
    token can read, with or without a seat, and of each session that its app started. Each item
    names an event, and has the current title, newest version and pending actions of its session.
    The order of items never changes.

    `Accept` chooses the form. `application/json` gives pages. `application/x-ndjson` gives a line
    for each item. `text/event-stream` is a live stream, which resumes after `Last-Event-ID`. A
    WebSocket works at the same address.

    After the database was restored or replaced, the server may not know which items follow a
    position. The answer is then 410 `feed_reset`, and a stream sends the message `reset`. Read the
    sessions again.
    """
    parts = parts_of(request)
    holder = await bearer(parts, request.headers.get("authorization"), None, "read")
    require_no_handshake(request)
    form = best(request.headers.get("accept"), _FORMS)
    if form is None:
        raise ProblemError(ProblemCode.NOT_ACCEPTABLE, media_types=_FORMS)
    last = last_event_id(request, last_id, form)
    if form == SSE:
        place = await named_place(parts, after if last is None else last)
        return _stream(request, holder, place, SseForm(follow=follow is not False), SSE)
    place = await named_place(parts, after)
    if form == JSON:
        return await _page(request, holder, place, limit)
    if place is None or await parts.feed.after(place, _whose(holder), 1) is None:
        raise await _lost(parts)
    return _stream(request, holder, place, LineForm(follow=bool(follow)), NDJSON)


async def named_place(parts: Parts, text: str) -> FeedPosition | None:
    """Return the position that a client names: "" for the beginning, and None for an invalid text."""
    if not text:
        return await parts.feed.beginning()
    return await parts.feed.now() if text == NOW else FeedPosition.read(text)


def _whose(holder: Bearer) -> Whose:
    return Whose(holder.token, holder.app)


async def _lost(parts: Parts) -> ProblemError:
    return ProblemError(ProblemCode.FEED_RESET, feed_place=str(await parts.feed.now()))


async def _page(
    request: AnyRequest, holder: Bearer, place: FeedPosition | None, limit: int
) -> Response[Any]:
    parts = parts_of(request)
    stretch = place and await parts.feed.after(place, _whose(holder), limit)
    if not stretch:
        raise await _lost(parts)
    feed_items = await items(parts, stretch)
    body = {
        "items": [msgspec.Raw(item.body) for item in feed_items],
        "after": str(stretch.after),
        "is_all": stretch.is_all,
    }
    headers = {"Vary": "Authorization, Accept", "Cache-Control": ASK_AGAIN}
    headers |= links(request, "after", None if stretch.is_all else stretch.after)
    return Response(msgspec.json.encode(body), media_type="application/json", headers=headers)


def _stream(
    request: AnyRequest, holder: Bearer, place: FeedPosition | None, form: Form, media_type: str
) -> Stream:
    source = feeding(parts_of(request), holder, place, form)
    headers = {"Vary": "Authorization, Accept"}
    sent = StreamBody(source, media_type, headers, form.last_words)
    return streamed(request, holder.token, sent)
