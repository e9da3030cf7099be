"""Tokens: issuing further ones for one's seats, listing and revoking them."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec
from litestar import Response, delete, get, post
from msgspec import Meta

from domain.identifier import SeatId
from domain.text import Label
from service import identity
from service.database import Connection
from service.http.asking import SECRET_KEY_LEAST, Seated, idempotency_key, seated
from service.http.body import AnyRequest, parts_of, read
from service.once import Attempt, attempt
from service.problem import ProblemError
from service.store import Refusal
from service.wiring import Parts


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A further token for one's own seats: for another device, or a bot."""

    label: Label
    """What it is for, as it is shown in the list."""
    seats: Annotated[tuple[SeatId, ...], Meta(max_length=50)] = ()
    """Some of the seats that the request's token holds here; all of them without any."""


class IssuedView(msgspec.Struct, frozen=True):
    """A token that was issued."""

    id: UUID
    label: str
    seats: tuple[SeatId, ...]
    token: str | None = None
    """The token itself, shown once."""


class TokenView(msgspec.Struct, frozen=True):
    """A token as it is listed; the secret is known to its holder alone."""

    id: UUID
    label: str
    seats: tuple[str, ...]
    issued_at: datetime
    revoked_at: datetime | None


class TokensView(msgspec.Struct, frozen=True):
    """The tokens that act for one's seats."""

    tokens: tuple[TokenView, ...]


@post(
    "/sessions/{session:str}/tokens",
    operation_id="issueToken",
    opt={"takes": NewToken, "secret": True},
)
async def issue_token(request: AnyRequest, session: str) -> Response[IssuedView]:
    """Issue a further token for one's own seats of a session."""
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, None, "all")
    if not asking.seats:
        raise ProblemError("read_only")
    body, raw = await read(request, NewToken)
    key = idempotency_key(request.headers.get("idempotency-key"), SECRET_KEY_LEAST)
    scope = f"tokens {session} {asking.bearer.token}"
    tried = await attempt(parts.database, scope, key, raw)
    if tried.answer is None:
        answer = await _issue(parts, asking, body, tried)
    else:
        answer = msgspec.json.decode(tried.answer, type=IssuedView)
    shown = msgspec.structs.replace(answer, token=tried.secrets.token())
    return Response(shown, status_code=201)


async def _issue(parts: Parts, asking: Seated, body: NewToken, tried: Attempt) -> IssuedView:
    seats = tuple(dict.fromkeys(body.seats)) or asking.seats
    id = tried.secrets.id("token")
    answer = IssuedView(id, body.label, seats)

    async def work(connection: Connection) -> None:
        # Asked anew: a token that was revoked or has lost a seat must leave no other behind.
        held = await identity.held(connection, asking.bearer.token, asking.session)
        foreign = next((seat for seat in seats if seat not in held), None)
        if foreign:
            raise ProblemError("not_your_seat", seat=foreign[:40], seats=tuple(sorted(held)))
        await tried.keep(connection, answer)
        await identity.issue(connection, id, tried.secrets.token(), body.label)
        for seat in seats:
            await identity.seat_token(connection, id, asking.session, seat)

    if await parts.store.append_with((), work) is Refusal.REQUEST_ANSWERED:
        raise ProblemError("request_running")
    return answer


@get("/sessions/{session:str}/tokens", operation_id="listTokens")
async def list_tokens(request: AnyRequest, session: str) -> TokensView:
    """List the tokens that act for one's seats, revoked ones too."""
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, None)
    found = await parts.identity.tokens(asking.session, asking.seats)
    return TokensView(
        tuple(
            TokenView(token.id, token.label, tuple(token.seats), token.issued_at, token.revoked_at)
            for token in found
        )
    )


@delete("/sessions/{session:str}/tokens/{token:str}", operation_id="revokeToken", status_code=204)
async def revoke_token(request: AnyRequest, session: str, token: str) -> None:
    """Revoke a token that acts for one of one's seats, or the request's own."""
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, None)
    try:
        id = UUID(token)
    except ValueError:
        raise ProblemError("no_such_token") from None
    if not await parts.identity.revoke(asking.session, asking.bearer, id):
        raise ProblemError("no_such_token")
