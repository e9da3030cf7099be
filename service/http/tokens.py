"""Tokens: issuing more tokens for your seats, listing and revoking them."""

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Annotated
from uuid import UUID

import msgspec
from litestar import Response, delete, get, post
from litestar.params import Parameter
from msgspec import Meta

from verger.domain.core.identifier import SeatId
from verger.domain.core.text import Label, tidy
from verger.service.database.pool import Connection
from verger.service.edge.asking import (
    Seated,
    bearer,
    require,
    require_seats,
    seated,
)
from verger.service.edge.body import AnyRequest, parts_of, read
from verger.service.edge.operation import PAGED, InWords, Link, Operation
from verger.service.edge.paging import links
from verger.service.edge.repeating import answered_once, write_once
from verger.service.identity import identity
from verger.service.identity.grant import SCOPES, TOKEN_LIFE, Grant, Scope, ends_after
from verger.service.identity.identity import TokenView
from verger.service.identity.repeatable import Repeatable
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.wiring import Parts

LEAST_SECONDS = 60
MOST_SECONDS = 10 * 365 * 24 * 3600
"""The maximum life of a token that expires."""


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A further token for your seats: for another device, or a bot."""

    label: Label
    """The purpose of the token, as the list shows it."""
    seats: Annotated[tuple[SeatId, ...], Meta(max_length=50)] = ()
    """The seats of the token: some of those that your token holds here. Default: all of them."""
    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1, max_length=len(SCOPES))] = SCOPES
    """The scopes of the token: some of those that your token has. Default: all scopes."""
    expires_in: Annotated[int, Meta(ge=LEAST_SECONDS, le=MOST_SECONDS)] | None = None
    """The number of seconds until the token expires. It cannot last longer than the request's
    token. Default: it expires together with the request's token."""
    via: Label | None = None
    """The name of the program that uses the token. Events show it."""


class IssuedView(msgspec.Struct, frozen=True):
    """A token that was issued."""

    id: UUID
    """The id of the token."""
    label: str
    """The purpose of the token."""
    seats: tuple[SeatId, ...]
    """The seats that it acts for."""
    scopes: tuple[Scope, ...] = SCOPES
    """The scopes of the token."""
    via: str | None = None
    """The program that acts with it; null if none is named."""
    expires_at: datetime | None = None
    """The time when the token expires."""
    is_renewable: bool = False
    """Whether its holder can renew it."""
    token: str | None = None
    """The token itself, shown once."""


class TokensView(msgspec.Struct, frozen=True):
    """A page of the tokens that act for your seats, the oldest first."""

    tokens: tuple[TokenView, ...]
    """The tokens, the oldest first."""
    next_after: UUID | None
    """The start of the next page; null on the last page."""


@post(
    "/sessions/{session:str}/tokens",
    operation_id="issueToken",
    opt=Operation(
        takes=NewToken,
        key="secret",
        scope="all",
        problems=(ProblemCode.NOT_YOUR_SEAT, ProblemCode.READ_ONLY),
        links=(
            Link("revokeToken", "Revoke the token.", {"token": "id"}),
            Link("listTokens", "See when the token was used."),
        ),
    ),
)
async def issue_token(request: AnyRequest, session: str) -> Response[IssuedView]:
    """Issue another token for your seats.

    Use it for a bot or another program. You can limit the seats, the scopes and the lifetime of the
    token, and name the program that uses it. The answer shows the token only once.
    """
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, None, "all")
    if not asking.seats:
        raise ProblemError(ProblemCode.READ_ONLY)
    body, raw = await read(request, NewToken)
    name, work = f"tokens {session} {asking.bearer.token}", partial(_issue, parts, asking, body)
    answer, secrets = await answered_once(request, name, raw, IssuedView, work)
    shown = msgspec.structs.replace(answer, token=secrets.token())
    return Response(shown, status_code=201)


async def _issue(parts: Parts, asking: Seated, body: NewToken, tried: Repeatable) -> IssuedView:
    seats = tuple(dict.fromkeys(body.seats)) or asking.seats
    id = tried.secrets.id("token")
    grant = _grant(body, asking.bearer.grant)
    answer = IssuedView(id, body.label, seats, **grant._asdict())

    async def work(connection: Connection) -> None:
        await require_seats(connection, asking.bearer, asking.session, seats)
        await tried.keep(connection, answer)
        own = asking.bearer.token
        await identity.issue(connection, id, tried.secrets.token(), body.label, grant, issuer=own)
        for seat in seats:
            await identity.seat_token(connection, id, asking.session, seat)

    await write_once(parts, work)
    return answer


def _grant(body: NewToken, by: Grant) -> Grant:
    """Return the grant of a new token. It ends at the requested time, but no later than the issuing token."""
    wanted = ends = by.expires_at
    if body.expires_in is not None:
        wanted = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=body.expires_in)
    expires_at = min(wanted, ends) if wanted and ends else wanted
    scopes = tuple(scope for scope in SCOPES if scope in body.scopes)
    is_renewable = by.is_renewable and body.expires_in is None
    return Grant(scopes, tidy(body.via) if body.via else None, expires_at, is_renewable)


@get(
    "/sessions/{session:str}/tokens",
    operation_id="listTokens",
    opt=Operation(
        scope=InWords(
            "Your token needs no scope to see or revoke itself. For other tokens, it needs every"
            " scope."
        ),
        headers=PAGED,
    ),
)
async def list_tokens(
    request: AnyRequest,
    session: str,
    after: Annotated[
        UUID | None, Parameter(description="The last token of the previous page.")
    ] = None,
    limit: Annotated[
        int, Parameter(ge=1, le=200, description="The maximum number of tokens to return.")
    ] = 200,
) -> Response[TokensView]:
    """List the tokens of your seats.

    Use it to find a token to revoke, and to see when each token was last used. The list includes
    revoked tokens. A token that lacks a scope sees only itself.
    """
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, None, needs=None)
    own = asking.bearer.token
    seats = asking.seats if asking.bearer.grant.is_full else ()
    tokens = await parts.identity.tokens(asking.session, seats, own, after, limit + 1)
    shown = tuple(tokens[:limit])
    last = shown[-1].id if len(tokens) > limit else None
    return Response(TokensView(shown, last), headers=links(request, "after", last))


@delete(
    "/sessions/{session:str}/tokens/{token:str}",
    operation_id="revokeToken",
    status_code=204,
    opt=Operation(
        scope=InWords(
            "Your token needs no scope to see or revoke itself. For other tokens, it needs every"
            " scope."
        ),
        problems=(ProblemCode.NO_SUCH_TOKEN,),
    ),
)
async def revoke_token(request: AnyRequest, session: str, token: str) -> None:
    """Revoke a token.

    Use it if a token was lost or seen by others. It stops working at once. You can revoke the
    tokens that act for your seats. A token can always revoke itself.
    """
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, None, needs=None)
    try:
        id = UUID(token)
    except ValueError:
        raise ProblemError(ProblemCode.NO_SUCH_TOKEN) from None
    if id != asking.bearer.token:
        require("all", asking.bearer.grant.scopes)
    if not await parts.identity.revoke(asking.session, asking.bearer.token, id):
        raise ProblemError(ProblemCode.NO_SUCH_TOKEN)


class RenewedView(msgspec.Struct, frozen=True):
    """A token that was renewed."""

    id: UUID
    """The id of the token."""
    expires_at: datetime | None
    """The time when the token now expires; null for the key of an app."""


@post(
    "/tokens/renewal",
    operation_id="renewToken",
    status_code=200,
    opt=Operation(
        scope=InWords("Your token needs no scope."),
        problems=(ProblemCode.NOT_RENEWABLE,),
    ),
)
async def renew_token(request: AnyRequest) -> RenewedView:
    """Renew the token of the request.

    Use it before the token expires. After this request, the token is valid for another 180 days. A
    token with a fixed end cannot be renewed (`not_renewable`). The key of an app never expires.
    """
    parts = parts_of(request)
    own = await bearer(parts, request.headers.get("authorization"), None)
    if own.grant.expires_at is None:
        return RenewedView(own.token, None)
    if not own.grant.is_renewable:
        raise ProblemError(ProblemCode.NOT_RENEWABLE)
    ends = await parts.identity.renew(own.token, ends_after(TOKEN_LIFE))
    if ends is None:
        raise ProblemError(ProblemCode.INVALID_TOKEN)
    return RenewedView(own.token, ends)
