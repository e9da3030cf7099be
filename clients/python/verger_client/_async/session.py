"""A session: one game and its log, as a seat sees them."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from contextlib import aclosing, suppress
from functools import partial
from typing import Any, BinaryIO, Self, TypeVar
from urllib.parse import urlencode

import httpx

from verger_client import wire
from verger_client._async.connection import AsyncConnection
from verger_client._async.following import follow
from verger_client._async.moment import AsyncMoment, AsyncTurn
from verger_client._async.operations import AsyncServerOperations, AsyncSessionOperations
from verger_client.errors import NeedsState, NoSeat, NotVerified, Reset
from verger_client.folding import Fold
from verger_client.forms import Form, Move
from verger_client.heads import Head, Heads
from verger_client.secret import Secret
from verger_client.types import AllowedView, EventView, ForkedView, OfferedSeat, SessionView
from verger_client.views import View, view_of

T = TypeVar("T")


class AsyncSession(AsyncSessionOperations, AsyncServerOperations):
    """One game and its log, as a seat or an onlooker sees them.

    The session's token is also used for operations of the server, such as `let_in`.
    """

    def __init__(
        self,
        connection: AsyncConnection,
        id: str,
        seat: str | None = None,
        token: Secret | None = None,
        invitations: Mapping[str, Secret] | None = None,
    ) -> None:
        self.id = id
        self.seat = seat
        """The seat that acts. It can be None for an onlooker, or if the token has only one seat."""
        self.token = token
        """The token that came with the seat. Keep it: it is shown once."""
        self.invitations = dict(invitations or {})
        """The claim codes of the other seats, by seat name. Give each code to one person."""
        self._connection = connection.with_token(token)
        self._home = f"/v1/sessions/{wire.part(id)}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r}, seat={self.seat!r})"

    def with_options(
        self, *, retry_seconds: float | None = None, timeout_seconds: float | None = None
    ) -> Self:
        """Return the same session with other time limits for its requests."""
        connection = self._connection.with_manner(retry_seconds, timeout_seconds)
        return type(self)(connection, self.id, self.seat, self.token, self.invitations)

    async def request(self, method: str, path: str = "", **how: Any) -> httpx.Response:
        """Make any request below the session's address, and return the whole answer.

        `how` can have `query`, `body`, `key`, `seen` and `accept`. The answer has the
        headers, such as the `ETag`.
        """
        return await self._connection.ask(method, f"{self._home}{path}", **how)

    # Reading.

    async def now(self, at_least: int = 0) -> AsyncMoment:
        """Return the session as it is now, with at least the version `at_least`."""
        moment = await self._seen()
        if moment.version < at_least:
            # Another process may not know the version yet. A request that names the version waits for it.
            moment = await self._seen(at=at_least)
        if self.seat is None and len(moment.view.your_seats) == 1:
            self.seat = moment.view.your_seats[0]
        return moment

    async def options(self) -> tuple[Form, ...]:
        """Return the moves that the seat can make now, each as a form."""
        return await (await self.now()).options()

    async def events(self, after: int = 0, **only: Any) -> AsyncGenerator[EventView, None]:
        """Yield the events after a version. With `order="newest"`, yield all events, the newest first.

        `type` and `seat` select events.
        """
        is_newest_first = only.get("order") == "newest"
        name = "before" if is_newest_first else "after"
        place = only.pop("before", None) if is_newest_first else after
        while True:
            page = await self.list_events(**{name: place, **_of_query(only)})
            for event in page.events:
                yield event
            place = page.next_before if is_newest_first else page.next_after
            if place is None:
                return

    # Following.

    def follow(self, after: int = 0) -> AsyncGenerator[EventView, None]:
        """Yield each event after a version when it happens, without end.

        Raises `Reset` if the log has lost its newest events.
        """
        path = f"{self._home}/events"
        read = partial(wire.decode, kind=EventView)
        return follow(self._connection, path, read, lambda event: event.version, after)

    async def heads(self, kept: Head | None = None) -> AsyncGenerator[Head, None]:
        """Yield the kept head, if the server still has it, and every later head, without end.

        The hash chain proves each head. If no kept head is given, the heads begin with version 1.
        Raises `NotVerified` if the log was cut off or rewritten, or has lost its newest events.
        """
        view = await self.get_session()
        chain = Heads(self.id, view.forked_from.lineage if view.forked_from else (), kept)
        if kept:
            if kept.version > view.version:
                raise NotVerified(_cut_off(kept.version, view.version))
            yield chain.confirm((await self.request("GET", f"/events/{kept.version}")).content)
        after = kept.version if kept else 0
        path = f"{self._home}/events"
        heads = follow(self._connection, path, chain.take, lambda head: head.version, after)
        try:
            async with aclosing(heads):
                async for head in heads:
                    yield head
        except Reset as reset:
            raise NotVerified(_cut_off(chain.version, reset.after)) from reset

    async def live(self) -> AsyncGenerator[AsyncMoment, None]:
        """Yield the session as it is now, and again after each change, without end.

        A slow reader skips to the newest moment.
        """
        while True:
            moment = await self.now()
            yield moment
            try:
                async with aclosing(self.follow(after=moment.version)) as events:
                    async for event in events:
                        if event.version > moment.version:
                            moment = await self.now(at_least=event.version)
                            yield moment
            except Reset:
                continue

    async def view(self, at: int | None = None) -> View:
        """Return the banks, the network, the sheets and the map at a version, or now."""
        state = await self.get_state(at=at)
        version = state.version
        has_network = state.table.ruleset == "verge"
        network = await self.get_network(at=version) if has_network else None
        return view_of(state, await self.get_banks(at=version), network)

    async def views(self) -> AsyncGenerator[View, None]:
        """Yield the view now, and the view after each event as it happens, without end.

        The client computes the views from the events. It requests a view from the server only if it must:
        after a redaction, after an effect that this client does not know, or after a rewind far back.
        """
        while True:
            fold = Fold(await self.view())
            yield fold.view
            try:
                async with aclosing(self.follow(after=fold.view.version)) as events:
                    async for event in events:
                        fold = await self._folded(fold, event)
                        yield fold.view
            except Reset:
                continue

    async def turns(self) -> AsyncGenerator[AsyncTurn, None]:
        """Yield each moment when play waits for the seat and the seat can move, until the game is over."""
        async with aclosing(self.live()) as moments:
            async for moment in moments:
                if self.seat is None:
                    raise NoSeat(moment.view.your_seats)
                if moment.is_over:
                    return
                if answers := await moment.answers():
                    yield AsyncTurn(moment, answers)

    # Playing.

    async def move(
        self,
        move: str | Mapping[str, Any],
        /,
        *,
        key: str | None = None,
        seen: int | str | None = None,
        question: str | None = None,
        **fields: Any,
    ) -> EventView:
        """Make a move: `move("add_limit", kind="line", text="spiders")`, or a move from a form.

        Requests with the same `key` make the move once. If `seen` is a version and the session has a
        newer one, `Stale` is raised. If `question` is an id and the seat is no longer asked this
        question, `QuestionClosed` is raised. If a rule does not allow the move, `Refused` is raised. In
        all three cases, no move is made.
        """
        return await self._moved(EventView, move, fields, key=key, seen=seen, question=question)

    async def try_move(self, move: str | Mapping[str, Any], /, **fields: Any) -> AllowedView | None:
        """Return the result of a move without making it, or None if the result depends on dice."""
        would = await self._moved(dict[str, Any], move, fields, dry_run=True)
        return wire.convert(would, AllowedView) if would.get("verdict") == "allowed" else None

    async def insist(
        self, choose: Callable[[AsyncMoment], Awaitable[Move | None]]
    ) -> EventView | None:
        """Make the move that `choose` returns for the newest moment. If others move first, call `choose` again.

        If `choose` returns None, no move is made.
        """
        while (move := await choose(moment := await self.now())) is not None:
            if made := await moment.move(move):
                return made
        return None

    # Inviting, continuing and keeping.

    def link(self, code: str) -> Secret:
        """Return a link to the server's page that lets a player take the seat of a claim code."""
        base = self._connection.base
        return Secret(f"{base}/watch/{self.id}#{urlencode({'claim': str(code)})}")

    async def fork(self, version: int | None = None, title: str | None = None) -> Self:
        """Start a session that continues from a version, or from now."""
        made: ForkedView = await self.fork_session(version=version, title=title, seat=self.seat)
        codes = invitations(made.seats)
        return type(self)(self._connection, made.session, made.seat, invitations=codes)

    async def export(self, file: BinaryIO, at: int | None = None) -> None:
        """Write the archive of the log into a file, piece by piece."""
        query = {"at": at, "seat": self.seat}
        path, form = f"{self._home}/export", "application/x-ndjson"
        async with self._connection.stream(path, form, **query) as answer:
            async for piece in answer.aiter_bytes():
                file.write(piece)

    async def _folded(self, fold: Fold, event: EventView) -> Fold:
        """Return the fold after an event. If the event cannot be folded, start again from the server's state."""
        # A redaction changes texts of earlier events.
        if event.type != "redact":
            with suppress(NeedsState):
                fold.take(event)
                return fold
        return Fold(await self.view(at=event.version))

    async def _seen(self, at: int | None = None) -> AsyncMoment:
        query = {"at": at, "seat": self.seat}
        return await self._connection.get(self._moment, "GET", self._home, query)

    def _moment(self, answer: httpx.Response) -> AsyncMoment:
        view = wire.value(answer, SessionView)
        return AsyncMoment(self, view, answer.headers.get("ETag", f'"{view.version}"'))

    async def _moved(
        self,
        kind: type[T],
        move: str | Mapping[str, Any],
        fields: Mapping[str, Any],
        *,
        dry_run: bool | None = None,
        **how: Any,
    ) -> T:
        body = {"move": move, **fields} if isinstance(move, str) else {**move, **fields}
        query = {"seat": self.seat, "dry_run": dry_run}
        path = f"{self._home}/moves"
        return await self._connection.read(kind, "POST", path, query, body=body, **how)


def _cut_off(kept: int, newest: int | str) -> str:
    return f"The kept head is of version {kept}, and the server's newest is {newest}: the log was cut off or went back."


def invitations(seats: Iterable[OfferedSeat]) -> dict[str, Secret]:
    """Return the claim codes of seats, by their names."""
    return {one.name: one.claim_code for one in seats if one.claim_code}


def _of_query(only: Mapping[str, Any]) -> dict[str, Any]:
    return {"type_" if name == "type" else name: value for name, value in only.items()}
