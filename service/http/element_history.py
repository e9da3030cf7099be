"""The history of an element: the events that made, changed, disputed, undid or redacted it."""

from functools import partial
from typing import Annotated, Any

from litestar import Response, get
from litestar.params import Parameter

from verger.projections.history import HistoryEntry, HistoryFinder, HistoryView, entry
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import PAGED, VERSIONED, Operation
from verger.service.edge.paging import links
from verger.service.edge.reading import (
    After,
    AsOf,
    At,
    LogPoint,
    Seat,
    SessionAt,
    headers_of,
    read_at,
    versioned,
)
from verger.service.log.change import change_of
from verger.service.play.damage import missing, read_event, understood
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.wiring import Parts
from verger.service.work import in_thread, pause

ElementPath = Annotated[
    str, Parameter(max_length=40, description="The id of an element, such as `n1` or `c1`.")
]


@get(
    "/sessions/{session:str}/elements/{element:str}/history",
    operation_id="getElementHistory",
    opt=Operation(
        gives=HistoryView,
        headers=(*VERSIONED, *PAGED),
        problems=(ProblemCode.NO_SUCH_ELEMENT,),
    ),
)
async def get_element_history(
    request: AnyRequest,
    session: str,
    element: ElementPath,
    at: At = None,
    as_of: AsOf = None,
    seat: Seat = None,
    after: After = 0,
    limit: Annotated[
        int, Parameter(ge=1, le=500, description="The maximum number of entries to return.")
    ] = 100,
) -> Response[Any]:
    """Get the history of an element.

    Use it to find out which events made and changed an element. An element is a node or an edge of
    a network, a zone, a border or an aspect of a map, or a character or thing with a sheet. The
    entries are the events that made or changed it, the disputes about these events, the rewinds
    that undid or redid them, and their redactions.

    After a rewind, another element can get the same id. Use `undone_by` to distinguish them.
    """
    async with read_at(request, session, LogPoint(at, as_of), seat) as point:
        versions, finder = await history_of(parts_of(request), point, element)
        page = [version for version in versions if version > after]
        shown = page[:limit]
        entries = await _entries(parts_of(request), point, finder, element, shown)
        rest = shown[-1] if len(page) > limit else None
        view = HistoryView(point.version, element, entries, rest)
        # A redaction changes the texts of older versions.
        tag = headers_of(point)["ETag"].strip('"')
        more = {"ETag": f'"{tag}.{point.session.rewritten}"', **links(request, "after", rest)}
        return versioned(request, point, view, more)


async def history_of(
    parts: Parts, point: SessionAt, element: str
) -> tuple[list[int], HistoryFinder]:
    """Return the versions in the history of an element, and the finder, which has the histories of all elements."""
    session, timeline = point.session, point.state.table.timeline
    ruleset = session.codec.ruleset
    finder = await parts.histories.of(session, point.version, lambda: HistoryFinder(ruleset))
    versions = await in_thread(partial(finder.versions, element, timeline, point.version))
    if not versions:
        raise ProblemError(ProblemCode.NO_SUCH_ELEMENT, element=element[:40], version=point.version)
    return versions, finder


async def _entries(
    parts: Parts, point: SessionAt, finder: HistoryFinder, element: str, versions: list[int]
) -> tuple[HistoryEntry, ...]:
    session, timeline = point.session, point.state.table.timeline
    undone = await in_thread(partial(finder.undone, element, timeline, versions))
    rows = {row.version: row for row in await parts.store.at(session.id, versions)}
    entries: list[HistoryEntry] = []
    for version in versions:
        if version not in rows:
            raise await missing(parts.store, session, version)
        row = rows[version]
        effects = read_event(session.id, row, session.codec.effects.decode).effects
        change = understood(session.id, version, change_of, row)
        shown = finder.shown(element, effects, change.effects)
        entries.append(entry(change, shown, undone.get(version)))
        await pause()
    return tuple(entries)
