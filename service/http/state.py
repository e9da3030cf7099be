"""Read models: options, awaited, state, network, banks and ledger, each at any version."""

from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from verger.domain.core.identifier import SessionId
from verger.domain.core.timeline import leads, way
from verger.domain.judging.offer import awaited_of, options_of
from verger.projections import session as projection
from verger.projections.banks import BanksView, EntryView, LedgerView, banks, entries
from verger.projections.dice import DiceView, dice
from verger.projections.games import given
from verger.projections.recorded import Play, Sheet
from verger.projections.session import AwaitedView, OptionsView, TableView
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import PAGED, VERSIONED, Operation
from verger.service.edge.paging import links
from verger.service.edge.reading import (
    After,
    AsOf,
    At,
    Point,
    Seat,
    SessionAt,
    only_with,
    read_at,
    versioned,
)
from verger.service.play.damage import read_event
from verger.service.play.sessions import PAGE
from verger.service.problem.code import ProblemCode
from verger.service.work import in_thread


class StateView(msgspec.Struct, frozen=True):
    """A session's state at a version, as the seat may see it: its table and its play."""

    version: int
    seat: str
    table: TableView
    play: Play
    """Where the story is."""


class SheetsView(msgspec.Struct, frozen=True):
    """Who and what has a sheet at a version, as the seat may see it."""

    version: int
    seat: str
    sheets: tuple[Sheet, ...]
    """The ruleset's own view of them, as in its state."""


@get("/sessions/{session:str}/options", operation_id="getOptions", opt=Operation(gives=OptionsView))
async def get_options(
    request: AnyRequest, session: str, at: At = None, as_of: AsOf = None, seat: Seat = None
) -> Response[Any]:
    """What a seat may do: the moves that would be accepted, with their choices and prices."""
    async with read_at(request, session, Point(at, as_of), seat) as found:
        own = found.asking.viewer
        options = tuple(options_of(found.hot.codec.ruleset, found.state, found.version, own))
        return versioned(request, found, OptionsView(found.version, own, options))


@get("/sessions/{session:str}/awaited", operation_id="getAwaited", opt=Operation(gives=AwaitedView))
async def get_awaited(
    request: AnyRequest, session: str, at: At = None, as_of: AsOf = None, seat: Seat = None
) -> Response[Any]:
    """Whom play waits for, and for what."""
    async with read_at(request, session, Point(at, as_of), seat) as found:
        awaited = tuple(awaited_of(found.hot.codec.ruleset, found.state))
        return versioned(request, found, AwaitedView(found.version, awaited))


@get("/sessions/{session:str}/state", operation_id="getState", opt=Operation(gives=StateView))
async def get_state(
    request: AnyRequest, session: str, at: At = None, as_of: AsOf = None, seat: Seat = None
) -> Response[Any]:
    """The whole of a session but for its network and banks: the table, and where play is."""
    async with read_at(request, session, Point(at, as_of), seat) as found:
        ruleset, own = found.hot.codec.ruleset, found.asking.viewer
        table = projection.table(ruleset, found.state)
        shown = StateView(found.version, own, table, ruleset.view(found.state, own))
        return versioned(request, found, shown)


@get(
    "/sessions/{session:str}/network",
    operation_id="getNetwork",
    opt=Operation(gives=given("network"), problems=(ProblemCode.NOT_IN_THIS_GAME,)),
)
async def get_network(
    request: AnyRequest, session: str, at: At = None, as_of: AsOf = None, seat: Seat = None
) -> Response[Any]:
    """The network: nodes, edges, their marks and power, and who controls them."""
    async with read_at(request, session, Point(at, as_of), seat) as found:
        network = only_with(found, "network").reads["network"]
        shown = await in_thread(partial(network.of, found.state, found.version))
        return versioned(request, found, shown)


@get(
    "/sessions/{session:str}/sheets",
    operation_id="getSheets",
    opt=Operation(gives=SheetsView, problems=(ProblemCode.NOT_IN_THIS_GAME,)),
)
async def get_sheets(
    request: AnyRequest, session: str, at: At = None, as_of: AsOf = None, seat: Seat = None
) -> Response[Any]:
    """The sheets of characters and things, in games that have them."""
    async with read_at(request, session, Point(at, as_of), seat) as found:
        only_with(found, "sheets")
        ruleset, own = found.hot.codec.ruleset, found.asking.viewer
        sheets = ruleset.view(found.state, own).sheets
        return versioned(request, found, SheetsView(found.version, own, sheets))


@get("/sessions/{session:str}/dice", operation_id="getDice", opt=Operation(gives=DiceView))
async def get_dice(
    request: AnyRequest, session: str, at: At = None, as_of: AsOf = None, seat: Seat = None
) -> Response[Any]:
    """The dice: what commits to their seed, the seats' nonces, and the seeds that are revealed."""
    async with read_at(request, session, Point(at, as_of), seat) as found:
        lineage = await parts_of(request).store.lineage(found.hot.id)
        shown = dice(
            found.state.table,
            found.version,
            lambda version: SessionId(str(lineage.holder(version))),
        )
        return versioned(request, found, shown)


@get("/sessions/{session:str}/banks", operation_id="getBanks", opt=Operation(gives=BanksView))
async def get_banks(
    request: AnyRequest, session: str, at: At = None, as_of: AsOf = None, seat: Seat = None
) -> Response[Any]:
    """Who holds which tokens."""
    async with read_at(request, session, Point(at, as_of), seat) as found:
        return versioned(request, found, banks(found.hot.codec.ruleset, found.state, found.version))


@get(
    "/sessions/{session:str}/ledger",
    operation_id="getLedger",
    opt=Operation(gives=LedgerView, headers=(*VERSIONED, *PAGED)),
)
async def get_ledger(
    request: AnyRequest,
    session: str,
    at: At = None,
    as_of: AsOf = None,
    seat: Seat = None,
    after: After = 0,
    limit: Annotated[int, Parameter(ge=1, le=5000, description="Events to read through.")] = 100,
) -> Response[Any]:
    """Every movement of tokens, with its reason and the event that it belongs to.

    What a rewind has taken back says so (`is_left`): the balances of a version are the sums of all
    other movements up to it, from nothing.
    """
    async with read_at(request, session, Point(at, as_of), seat) as found:
        view = await _ledger(request, found, after, limit)
        return versioned(request, found, view, links(request, "after", view.next_after))


async def _ledger(request: AnyRequest, found: SessionAt, after: int, limit: int) -> LedgerView:
    store, codec = parts_of(request).store, found.hot.codec
    led = way(found.state.table.timeline, found.version)
    until = min(after + limit, found.version)
    shown: list[EntryView] = []
    for first in range(after, until, PAGE):
        for row in await store.read(found.asking.session, first, min(PAGE, until - first)):
            read = read_event(found.hot.id, row, codec.effects.decode)
            is_left = not leads(led, row.version)
            shown += entries(row.version, row.at, read.effects, is_left=is_left)
    return LedgerView(tuple(shown), until if until < found.version else None)
