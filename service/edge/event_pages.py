"""A page of the log: in either order, of all events or of some."""

import re
from typing import Annotated, Literal, NamedTuple, cast, get_args

import msgspec
from litestar.params import Parameter

from verger.service.edge.asking import Reader
from verger.service.edge.paging import links_of
from verger.service.edge.parameters import parameters
from verger.service.edge.whole import ASK_AGAIN
from verger.service.log.row import Row, wire
from verger.service.log.store import Store
from verger.service.play.damage import LogDamagedError, following
from verger.service.work import pause

READ = 100
"""The number of events to read from the log at once."""
EVENTS_ON_A_PAGE, MOST_ON_A_PAGE = 100, 500
LOOKED_THROUGH = 5_000
"""The maximum number of events that are searched for one page."""

Order = Literal["oldest", "newest"]

After = Annotated[
    int | None,
    Parameter(
        ge=0, le=2**53, description="The last version that you have. The answer continues after it."
    ),
]
Before = Annotated[
    int | None,
    Parameter(
        ge=1,
        le=2**53,
        description="Only versions before this one. The newest of them come first.",
    ),
]
OrderParameter = Annotated[
    Order | None,
    Parameter(
        description=(
            "Which events come first. Default: the newest if you send `before`, and the oldest if"
            " not."
        )
    ),
]
TypeParameter = Annotated[
    str | None,
    Parameter(max_length=60, description="Only events of this type, which is the name of a move."),
]
SeatParameter = Annotated[
    str | None, Parameter(max_length=40, description="Only events of moves by this seat.")
]
ElementParameter = Annotated[
    str | None,
    Parameter(max_length=40, description="Only events in the history of this element."),
]
PageLimit = Annotated[
    int | None,
    Parameter(
        ge=1,
        le=MOST_ON_A_PAGE,
        description=f"The maximum number of events to return. Default: {EVENTS_ON_A_PAGE}.",
    ),
]


class EventQuery(NamedTuple):
    """The filters of a request for events: between two versions, of a type, of a seat, about an element."""

    after: int
    before: int
    order: Order
    limit: int
    type: str | None
    seat: str | None
    versions: frozenset[int] | None = None
    """The versions in the history of the wanted element; None for all versions."""

    @property
    def is_of_all(self) -> bool:
        """Whether the query wants every event between its versions."""
        return self.type is None and self.seat is None and self.versions is None

    def takes(self, row: Row) -> bool:
        """Return whether an event passes the filters."""
        is_about = self.versions is None or row.version in self.versions
        return is_about and self.type in (None, row.type) and self.seat in (None, row.seat)


class EventPage(NamedTuple):
    """Events in the wanted order, and the version where the next page continues."""

    rows: list[Row]
    last: int | None
    """The last version that was searched, or None if no version is left to search."""


async def page(store: Store, asking: Reader, wanted: EventQuery) -> EventPage:
    """Read a page. It may have fewer events than wanted, or none, and another page can still follow.

    A page ends before a gap in the log. Raises LogDamagedError if the page would begin with a gap.
    """
    low = wanted.after
    head = await _head(store, asking)
    high = min(wanted.before - 1, head)
    is_newest = wanted.order == "newest"
    found: list[Row] = []
    looked = 0
    while low < high and looked < LOOKED_THROUGH:
        most = wanted.limit - len(found) if wanted.is_of_all else READ
        count = min(most, READ, high - low, LOOKED_THROUGH - looked)
        since = high - count if is_newest else low
        rows = await _read(store, asking, since, count, is_newest=is_newest)
        for row in rows:
            low, high = (low, row.version - 1) if is_newest else (row.version, high)
            if wanted.takes(row):
                found.append(row)
            if len(found) == wanted.limit and low < high:
                return EventPage(found, high + 1 if is_newest else low)
        looked += count
        if len(rows) < count:
            # No event was read, so the next one is unreadable, unless the log has become shorter just now.
            if not rows and looked == count and await store.head(asking.session) >= head:
                raise LogDamagedError(asking.session, high if is_newest else low + 1)
            break
        await pause()
    return EventPage(found, (high + 1 if is_newest else low) if low < high else None)


async def _head(store: Store, asking: Reader) -> int:
    """Return the newest version. If that cannot be read, return the first unreadable version."""
    try:
        return await store.head(asking.session)
    except LogDamagedError as error:
        return error.version


async def _read(
    store: Store, asking: Reader, since: int, count: int, *, is_newest: bool
) -> list[Row]:
    """Return the events after a version, up to a gap, in the wanted order."""
    rows = await _readable(store, asking, since, count, is_newest=is_newest)
    rows = [row for row in rows if row.version <= since + count]
    if not is_newest:
        return rows[: following(since, [row.version for row in rows])]
    backwards = rows[::-1]
    places = [since + count - row.version for row in backwards]
    return backwards[: following(-1, places)]


async def _readable(
    store: Store, asking: Reader, since: int, count: int, *, is_newest: bool
) -> list[Row]:
    """Return readable events of a range of versions: from its start, or from its end if `is_newest`."""
    try:
        return await store.read(asking.session, since, count)
    except LogDamagedError as error:
        left = count // 2 if is_newest else error.version - 1 - since
        if not left:
            raise
        start = since + count - left if is_newest else since
        return await _readable(store, asking, start, left, is_newest=is_newest)


_NUMBER = re.compile("0|[1-9][0-9]{0,14}")


def plain_page(query: bytes) -> EventQuery | None:
    """Return the requested page of all events. None if the query has a filter, or is wrong."""
    sent = parameters(query, ("after", "before", "order", "limit"))
    order = cast("Order | None", sent.get("order"))
    written = [sent[name] for name in sent if name != "order"]
    if order not in (None, *get_args(Order)) or not all(map(_NUMBER.fullmatch, written)):
        return None
    after, before, limit = (
        int(sent[name]) if name in sent else None for name in ("after", "before", "limit")
    )
    if before == 0 or limit == 0 or (limit or 1) > MOST_ON_A_PAGE:
        return None
    return query_of(after, before, order, limit)


def query_of(
    after: int | None, before: int | None, order: Order | None, limit: int | None
) -> EventQuery:
    """Return a query for all events, with the defaults of the parameters that were not sent."""
    order = order or ("newest" if before else "oldest")
    most = limit or EVENTS_ON_A_PAGE
    return EventQuery(after or 0, before or 2**53, order, most, type=None, seat=None)


def page_answer(
    found: EventPage, order: Order, path: str, query: bytes
) -> tuple[bytes, dict[str, str]]:
    """Return the body and the headers of the answer with a page, for a request to this address."""
    cursor = "before" if order == "newest" else "after"
    body = {
        "events": [msgspec.Raw(wire(row)) for row in found.rows],
        "next_after": found.last if cursor == "after" else None,
        "next_before": found.last if cursor == "before" else None,
    }
    headers = {"Vary": "Authorization, Accept", "Cache-Control": ASK_AGAIN}
    headers |= links_of(path, query, cursor, found.last)
    return msgspec.json.encode(body), headers
