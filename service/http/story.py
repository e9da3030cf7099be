"""A session's log as a story: for programs, as Markdown, and as a page."""

from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from datetime import tzinfo
from functools import partial
from hashlib import sha256
from typing import Annotated, Any

from litestar import Response, get
from litestar.params import Parameter, QueryParameter

from verger.domain.core.identifier import SeatId
from verger.projections.landmarks import LandmarkFinder
from verger.projections.story.entry import StoryView, ToldView, Undone
from verger.projections.story.markdown import markdown
from verger.projections.story.page import STYLE, page
from verger.projections.story.teller import Teller
from verger.service.edge.accepting import best
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import TEXT, VERSIONED, Operation
from verger.service.edge.paging import onward
from verger.service.edge.reading import AsOf, At, LogPoint, Seat, SessionAt, not_modified, read_at
from verger.service.edge.whole import ASK_AGAIN, SEALED
from verger.service.log.sealed import seen_by
from verger.service.play.damage import read_event, require
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.wiring import Parts
from verger.service.work import in_thread, pause
from verger.service.zone import zone_named

JSON, MARKDOWN, HTML = "application/json", "text/markdown", "text/html"

_WRITERS: Mapping[str, Callable[[StoryView, tzinfo], str]] = {MARKDOWN: markdown, HTML: page}

_STYLE_HASH = f"sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}"
_POLICY = (
    f"default-src 'none'; style-src '{_STYLE_HASH}'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'; sandbox"
)
"""The policy of the page: only its own style, and no scripts."""

PAGE = 100
"""The number of events that are read at a time."""

Since = Annotated[
    int, QueryParameter(name="from", ge=1, le=2**53, description="The first version of the story.")
]
Until = Annotated[
    int | None,
    QueryParameter(
        name="to",
        ge=1,
        le=2**53,
        description=(
            "The last version of the story. Default: the newest version, or the version that `at`"
            " or `as_of` chooses."
        ),
    ),
]
Limit = Annotated[
    int, Parameter(ge=1, le=1000, description="The maximum number of versions in a part.")
]
UndoneParameter = Annotated[
    Undone,
    Parameter(
        description="Whether undone events are left out (`omitted`) or struck out (`struck`)."
    ),
]
Zone = Annotated[
    str,
    Parameter(
        max_length=64,
        pattern="^[A-Za-z][A-Za-z0-9_+/-]*$",
        description="The time zone of dates in Markdown and HTML, by its IANA name, such as"
        " `Europe/Berlin`. Times in JSON are always in UTC.",
    ),
]


@get(
    "/sessions/{session:str}/story",
    operation_id="getStory",
    opt=Operation(
        gives=StoryView,
        forms={MARKDOWN: TEXT, HTML: TEXT},
        headers=(*VERSIONED, "Link"),
        problems=(ProblemCode.NOT_ACCEPTABLE, ProblemCode.NO_SUCH_VERSION),
    ),
)
async def get_story(
    request: AnyRequest,
    session: str,
    at: At = None,
    as_of: AsOf = None,
    since: Since = 1,
    until: Until = None,
    limit: Limit = 500,
    undone: UndoneParameter = "omitted",
    zone: Zone = "UTC",
    seat: Seat = None,
) -> Response[Any]:
    """Get the log as a story.

    Use it to read or print an evening. The story has events and texts under headings, with dice and
    tokens. `Accept` chooses the form: `application/json`, `text/markdown`, or `text/html` for a
    whole page. By default, events that a rewind has undone are left out. A long story comes in
    parts. To get the next part, follow `Link`.
    """
    form, day_in = _form(request), _zone(zone)
    async with read_at(request, session, LogPoint(at, as_of), seat) as point:
        end = _end(point, since, until)
        seats = point.asking.seats if seat is None else (point.asking.viewer,)
        parameters = (point.session.rewritten, seats, since, end, limit, undone, zone, form)
        headers = {
            "ETag": f'"{point.tag}.{sha256(repr(parameters).encode()).hexdigest()[:8]}"',
            "Cache-Control": SEALED if seats else ASK_AGAIN,
            "Vary": "Authorization, Accept",
        }
        if known := not_modified(request, headers):
            return known
        last = min(end, since + limit - 1)
        more = last + 1 if last < end else None
        teller = await _teller(parts_of(request), point, undone)
        entries = await _entries(parts_of(request), point, teller, since, last, seats)
        story = teller.story(since, last, entries, more)
        if more:
            headers |= onward(request, {"at": point.version, "from": more, "to": end})
        return await _written(story, form, day_in, headers)


def _form(request: AnyRequest) -> str:
    form = best(request.headers.get("accept"), (JSON, MARKDOWN, HTML))
    if form is None:
        raise ProblemError(ProblemCode.NOT_ACCEPTABLE, media_types=(JSON, MARKDOWN, HTML))
    return form


def _zone(name: str) -> tzinfo:
    try:
        return zone_named(name)
    except ValueError as error:
        raise ProblemError(
            ProblemCode.INVALID_PARAMETER, parameter="zone", reason=str(error)
        ) from error


def _end(point: SessionAt, since: int, until: int | None) -> int:
    """Return the last version of the story."""
    for version in (since, until or since):
        if version > point.version:
            raise ProblemError(ProblemCode.NO_SUCH_VERSION, version=version, head=point.version)
    if until is not None and until < since:
        reason = "it is before the first version of the story"
        raise ProblemError(ProblemCode.INVALID_PARAMETER, parameter="to", reason=reason)
    return until or point.version


async def _teller(parts: Parts, point: SessionAt, undone: Undone) -> Teller:
    """Return the object that writes the entries of the story. It has the landmarks of the whole log."""
    session, ruleset = point.session, point.session.codec.ruleset
    finder = await parts.landmarks.of(session, point.version, lambda: LandmarkFinder(ruleset))
    return Teller(
        ruleset=ruleset, state=point.state, version=point.version, finder=finder, undone=undone
    )


async def _entries(
    parts: Parts, point: SessionAt, teller: Teller, since: int, last: int, seats: Sequence[SeatId]
) -> list[ToldView]:
    """Return the entries of the story for these versions, as these seats can see them."""
    session, after = point.session, since - 1
    entries: list[ToldView] = []
    while after < last:
        rows = await parts.store.read(session.id, after, min(PAGE, last - after))
        await require(parts.store, session, after, [row.version for row in rows])
        for row in rows:
            event = read_event(session.id, row, session.codec.events.decode)
            if entry := teller.account(row.version, event, seen_by(row, session.id, seats)):
                entries.append(entry)
            await pause()
        after = rows[-1].version
    return entries


async def _written(
    story: StoryView, form: str, zone: tzinfo, headers: dict[str, str]
) -> Response[Any]:
    if form == JSON:
        return Response(story, media_type=JSON, headers=headers)
    text = await in_thread(partial(_WRITERS[form], story, zone))
    more = {"Content-Security-Policy": _POLICY} if form == HTML else {}
    return Response(text, media_type=form, headers={**headers, **more})
