"""Read models: options, pending actions, state, network, banks and ledger, each at any version."""

from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from verger.domain.core.identifier import SessionId
from verger.domain.core.timeline import leads, way
from verger.domain.judging.answering import answered_options
from verger.domain.judging.offer import awaited_of
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
    LogPoint,
    Seat,
    SessionAt,
    at_once,
    only_with,
    read_at,
    session_read,
    session_view,
    versioned,
)
from verger.service.play.damage import read_event
from verger.service.play.history import PAGE
from verger.service.problem.code import ProblemCode
from verger.service.wiring import Parts
from verger.service.work import in_thread

SMALL = 100
"""The maximum size of a network that is encoded without a separate thread. This takes about a millisecond."""


class StateView(msgspec.Struct, frozen=True):
    """A session's state at a version, as the seat can see it: its table and its play."""

    version: int
    """The version that was read."""
    seat: str
    """The seat that sees this state. Empty for an onlooker."""
    table: TableView
    """The part of the state that all games have."""
    play: Play
    """The play of the game."""


class SheetsView(msgspec.Struct, frozen=True):
    """All characters and things with a sheet at a version, as the seat can see them."""

    version: int
    """The version that was read."""
    seat: str
    """The seat that sees these sheets. Empty for an onlooker."""
    sheets: tuple[Sheet, ...]
    """The sheets, in the form of the ruleset."""


@session_view("/options", "getOptions", Operation(gives=OptionsView))
def get_options(_: Parts, point: SessionAt) -> OptionsView:
    """List a seat's options.

    Use it to show a player or a bot the possible moves. The answer has the moves that would be
    accepted now, with their choices and prices. The moves that answer a question come first. Send
    the id of the question as `Verger-Question` with such a move. If the token holds several seats,
    name one with `seat` (`which_seat`).
    """
    own, ruleset = point.asking.viewer, point.session.codec.ruleset
    options = tuple(answered_options(ruleset, point.state, point.version, own))
    return OptionsView(point.version, own, options)


@session_view("/awaited", "getAwaited", Operation(gives=AwaitedView))
def get_awaited(_: Parts, point: SessionAt) -> AwaitedView:
    """Get the pending actions.

    Use it to find out whose turn it is. Each action has a sentence, and the seats that can take it.
    """
    awaited = tuple(awaited_of(point.session.codec.ruleset, point.state))
    return AwaitedView(point.version, awaited)


@session_view("/state", "getState", Operation(gives=StateView))
def get_state(_: Parts, point: SessionAt) -> StateView:
    """Get the state of a session.

    The answer has the table and the play, as the seat can see them. To read the network, the sheets
    and the banks, use their own operations.
    """
    ruleset, own = point.session.codec.ruleset, point.asking.viewer
    table = projection.table(ruleset, point.state)
    return StateView(point.version, own, table, ruleset.view(point.state, own))


@session_read(
    "/network",
    "getNetwork",
    Operation(gives=given("network"), problems=(ProblemCode.NOT_IN_THIS_GAME,)),
)
async def get_network(_: AnyRequest, point: SessionAt) -> Any:
    """Get the network.

    The answer has all nodes and edges, with marks, power and controllers. Not every game has a
    network (`not_in_this_game`).
    """
    network = only_with(point, "network").reads["network"]
    return await in_thread(partial(network.of, point.state, point.version))


@at_once("/network")
def _small_network(_: Parts, point: SessionAt) -> Any:
    network = only_with(point, "network").reads["network"]
    if network.size(point.state) > SMALL:
        return None
    return network.of(point.state, point.version)


@session_view(
    "/sheets", "getSheets", Operation(gives=SheetsView, problems=(ProblemCode.NOT_IN_THIS_GAME,))
)
def get_sheets(_: Parts, point: SessionAt) -> SheetsView:
    """Get the sheets.

    The answer has the characters and things with a sheet. Not every game has sheets
    (`not_in_this_game`).
    """
    only_with(point, "sheets")
    ruleset, own = point.session.codec.ruleset, point.asking.viewer
    return SheetsView(point.version, own, ruleset.view(point.state, own).sheets)


@session_read("/dice", "getDice", Operation(gives=DiceView))
async def get_dice(request: AnyRequest, point: SessionAt) -> DiceView:
    """Get the dice of a session.

    Use it to check that the dice were not manipulated. The answer has the commitment to the current
    seed, the nonces of the seats, and the seeds that were revealed.
    """
    lineage = await parts_of(request).store.lineage(point.session.id)
    return dice(
        point.state.table, point.version, lambda version: SessionId(str(lineage.holder(version)))
    )


@session_view("/banks", "getBanks", Operation(gives=BanksView))
def get_banks(_: Parts, point: SessionAt) -> BanksView:
    """Get the banks.

    The answer has the number of tokens in each account. A game without tokens has no accounts.
    """
    return banks(point.session.codec.ruleset, point.state, point.version)


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
    limit: Annotated[
        int,
        Parameter(ge=1, le=5000, description="The number of events whose movements are returned."),
    ] = 100,
) -> Response[Any]:
    """Get the ledger.

    Use it to see where tokens came from and where they went. The answer has every movement of
    tokens, with its reason and its event. Movements that a rewind has undone have `is_undone`. The
    balance of an account at a version is the sum of all other movements up to that version.
    """
    async with read_at(request, session, LogPoint(at, as_of), seat) as point:
        view = await _ledger(request, point, after, limit)
        return versioned(request, point, view, links(request, "after", view.next_after))


async def _ledger(request: AnyRequest, point: SessionAt, after: int, limit: int) -> LedgerView:
    store, codec = parts_of(request).store, point.session.codec
    led = way(point.state.table.timeline, point.version)
    until = min(after + limit, point.version)
    shown: list[EntryView] = []
    for first in range(after, until, PAGE):
        for row in await store.read(point.asking.session, first, min(PAGE, until - first)):
            read = read_event(point.session.id, row, codec.effects.decode)
            is_undone = not leads(led, row.version)
            shown += entries(row.version, row.at, read.effects, is_undone=is_undone)
    return LedgerView(tuple(shown), until if until < point.version else None)
