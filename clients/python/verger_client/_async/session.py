"""A session: one game and its log, seen from a seat."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from contextlib import aclosing
from typing import Any, BinaryIO, TypeVar
from urllib.parse import urlencode

from verger_client import wire
from verger_client._async.connection import AsyncConnection
from verger_client._async.following import follow
from verger_client._async.lobby import AsyncListing
from verger_client._async.moment import AsyncMoment, AsyncTurn
from verger_client.errors import NoSeat, Reset
from verger_client.forms import Form, Move
from verger_client.secret import Secret
from verger_client.types import (
    AllowedView,
    ClaimCodeView,
    DeviceCodeView,
    EventsView,
    EventView,
    ForkedView,
    IssuedView,
    OfferedSeat,
    RegisteredWebhookView,
    RulingView,
    SeatOfferedView,
    SessionView,
    StateView,
)

T = TypeVar("T")

ALIKE = ("/events", "/forks", "/refusals", "/tokens", "/webhooks")
"""What every seat of a token is answered alike: these reads take no seat."""


class AsyncSession:
    """One game and its log, seen from a seat, or by whoever may look on."""

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
        """The seat that acts; none for who only looks on, or where the token has one seat."""
        self.token = token
        """The token that came with the seat, to be kept: it is shown once."""
        self.invitations = dict(invitations or {})
        """The claim codes of the other seats, by their names: each for one person."""
        self._connection = connection.with_token(token)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r}, seat={self.seat!r})"

    # What there is.

    async def now(self, at_least: int = 0) -> AsyncMoment:
        """The session as it is now, and no older than a version."""
        answer = await self._ask("")
        view = wire.decode(answer.content, SessionView)
        if view.version < at_least:
            # Another process has not heard of it yet; who names a version always finds it.
            answer = await self._ask("", at=at_least)
            view = wire.decode(answer.content, SessionView)
        if self.seat is None and len(view.your_seats) == 1:
            self.seat = view.your_seats[0]
        return AsyncMoment(self, view, answer.headers["ETag"])

    async def state(self) -> StateView:
        """The table and the play as they are now."""
        return await self.read(StateView, "/state")

    async def options(self) -> tuple[Form, ...]:
        """The moves that are open to the seat now, each as a form."""
        return await (await self.now()).options()

    async def read(self, kind: type[T], path: str = "", **query: Any) -> T:
        """Any read of the session, by its path below it: `read(dict, "/network", at=41)`."""
        return wire.decode((await self._ask(path, **query)).content, kind)

    async def event(self, version: int) -> EventView:
        """An event of the log."""
        return await self.read(EventView, f"/events/{version}")

    async def ruling(self, version: int) -> RulingView:
        """Why an event was ruled as it was."""
        return await self.read(RulingView, f"/events/{version}/ruling")

    async def events(self, after: int = 0, **only: Any) -> AsyncGenerator[EventView, None]:
        """What has happened after a version; `type` and `seat` leave the rest out."""
        place: int | None = after
        while place is not None:
            page = await self.read(EventsView, "/events", after=place, **only)
            for event in page.events:
                yield event
            place = page.next_after

    # What happens.

    def follow(self, after: int = 0) -> AsyncGenerator[EventView, None]:
        """Every event after a version, as it happens, for ever. Raises `Reset` if the log went back."""
        path = f"{self._home}/events"
        return follow(self._connection, path, EventView, lambda event: event.version, after)

    async def live(self) -> AsyncGenerator[AsyncMoment, None]:
        """The session as it is now, and again whenever it has changed, for ever.

        Who takes long over a moment gets the newest one next.
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

    async def turns(self) -> AsyncGenerator[AsyncTurn, None]:
        """Each moment at which play waits for the seat and it can answer, until the game is over."""
        async with aclosing(self.live()) as moments:
            async for moment in moments:
                if self.seat is None:
                    raise NoSeat(moment.view.your_seats)
                if moment.is_over:
                    return
                if answers := await moment.answers():
                    yield AsyncTurn(moment, answers)

    # What is done.

    async def move(
        self,
        move: str | Mapping[str, Any],
        /,
        *,
        key: str | None = None,
        seen: int | str | None = None,
        **fields: Any,
    ) -> EventView:
        """Make a move: `move("add_limit", kind="line", text="spiders")`, or what a form gave.

        With the same `key` it is made once, however often it is sent. With `seen`, a version, it is made
        only if nothing has happened since. Raises `Refused`, and then `Stale`.
        """
        return await self._post(EventView, "/moves", _moved(move, fields), key=key, seen=seen)

    async def try_move(self, move: str | Mapping[str, Any], /, **fields: Any) -> AllowedView | None:
        """What a move would come to, without making it; nothing, where that hangs on dice."""
        address, query = f"{self._home}/moves", self._as_seat(dry_run=True)
        answer = await self._connection.ask("POST", address, query, body=_moved(move, fields))
        is_known = wire.decode(answer.content, dict[str, Any])["verdict"] == "allowed"
        return wire.decode(answer.content, AllowedView) if is_known else None

    async def insist(
        self, choose: Callable[[AsyncMoment], Awaitable[Move | None]]
    ) -> EventView | None:
        """Make the move that `choose` draws from the newest moment; drawn anew while others are faster.

        Where `choose` gives none, none is made.
        """
        while (move := await choose(moment := await self.now())) is not None:
            if made := await moment.move(move):
                return made
        return None

    # Who sits at the table.

    async def add_seat(self, name: str, kind: str = "player") -> SeatOfferedView:
        """A further seat, with its claim code."""
        return await self._post(SeatOfferedView, "/seats", {"name": name, "kind": kind})

    async def invite(self, seat: str) -> ClaimCodeView:
        """A fresh claim code for a seat that nobody holds."""
        return await self._post(ClaimCodeView, f"/seats/{seat}/code")

    async def device_code(self) -> DeviceCodeView:
        """A code by which another device of one's own takes the seat too."""
        return await self._post(DeviceCodeView, "/device-codes")

    def link(self, code: str) -> Secret:
        """A link to the server's own page, by which a person takes the seat of a claim code."""
        base = self._connection.base
        return Secret(f"{base}/watch/{self.id}#{urlencode({'claim': str(code)})}")

    async def issue_token(self, label: str, **more: Any) -> IssuedView:
        """A further token for one's own seats: `seats`, `scopes`, `expires_in` and `via` limit and name it."""
        return await self._post(IssuedView, "/tokens", {"label": label, **more})

    async def revoke_token(self, id: str) -> None:
        """End a token."""
        await self._connection.ask("DELETE", f"{self._home}/tokens/{id}")

    async def add_webhook(
        self, url: str, description: str, *types: str, **more: Any
    ) -> RegisteredWebhookView:
        """Have an address told of events, of these types or of all; its `secret` is shown once.

        `form` is a chat's, such as `ntfy`; with `awaits_me` it is told when the seat is asked for something new; with a `digest` it
        gathers for so many seconds.
        """
        body = {"url": url, "description": description, "types": types, **more}
        return await self._post(RegisteredWebhookView, "/webhooks", body)

    def listing(self) -> AsyncListing:
        """The table's place in the lobby, and who asks for a seat, for whoever hands these out."""
        return AsyncListing(self._connection, self.id, self.seat)

    # What becomes of it.

    async def fork(self, version: int | None = None, title: str | None = None) -> "AsyncSession":
        """A session of one's own that goes on from a version, or from now."""
        body = {"version": version, "title": title, "seat": self.seat}
        made = await self._connection.post(ForkedView, f"{self._home}/forks", body)
        return AsyncSession(
            connection=self._connection,
            id=made.session,
            seat=made.seat,
            token=None,
            invitations=codes(made.seats),
        )

    async def export(self, file: BinaryIO, at: int | None = None) -> None:
        """Write the archive of the log into a file."""
        query = {"at": at, "seat": self.seat}
        async with self._connection.stream(
            f"{self._home}/export", "application/x-ndjson", **query
        ) as answer:
            async for piece in answer.aiter_bytes():
                file.write(piece)

    @property
    def _home(self) -> str:
        return f"/v1/sessions/{self.id}"

    def _as_seat(self, **query: Any) -> dict[str, Any]:
        return {"seat": self.seat, **query}

    async def _ask(self, path: str, **query: Any) -> Any:
        asked = query if path.startswith(ALIKE) else self._as_seat(**query)
        return await self._connection.ask("GET", f"{self._home}{path}", asked)

    async def _post(self, kind: type[T], path: str, body: Any = None, **how: Any) -> T:
        address = f"{self._home}{path}"
        query = None if path == "/tokens" else self._as_seat()
        return await self._connection.post(kind, address, body, query=query, **how)


def codes(seats: Iterable[OfferedSeat]) -> dict[str, Secret]:
    """The claim codes of seats, by their names."""
    return {one.name: one.claim_code for one in seats if one.claim_code}


def _moved(move: str | Mapping[str, Any], fields: Mapping[str, Any]) -> Move:
    return {"move": move, **fields} if isinstance(move, str) else {**move, **fields}
