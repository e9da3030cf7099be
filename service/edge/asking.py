"""Find the sender and the target of a request: its token, session, seat, idempotency key and preconditions."""

import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from functools import lru_cache
from uuid import UUID

import msgspec

from verger.domain.core.identifier import SeatId
from verger.domain.core.mover import NO_SEAT
from verger.domain.core.text import tidy
from verger.service.database.pool import Connection
from verger.service.identity import identity
from verger.service.identity.grant import Grant, MissingScope, Needed, Scope, missing, of_seat
from verger.service.identity.identity import Bearer
from verger.service.play.session import EndedSessionError, Seen, Session
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.wiring import Parts
from verger.service.work import CURRENT, Work

KEY_LEAST, KEY_MOST = 1, 200
SECRET_KEY_LEAST = 16
"""The minimum length of a key that the secrets of an answer derive from. Nobody must be able to guess such a key."""

TOKEN_MOST = 200
"""The maximum length of a token, in characters. No valid token is longer."""

QUESTION_PATTERN = "[a-z_]+(-[A-Za-z0-9]+)*"
QUESTION_MOST = 200
_QUESTION = re.compile(f"(?=.{{1,{QUESTION_MOST}}}$){QUESTION_PATTERN}")
_PRINTABLE = re.compile(r"[\x21-\x7e]+")
_TAG = re.compile(r'(?:W/)?"([\x21\x23-\x7e]*)"')
"""An entity tag (RFC 9110, 8.8.3)."""
_VERSION = re.compile(r"(\d{1,18})(?:-([0-9a-f]{16})(?:[.-].*)?)?")
"""An ETag of this server: the version, perhaps the first digits of its hash, and then its reader and form."""
_QUOTED = re.compile(r'"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"')
"""A string of a structured field (RFC 9651, 3.3.3)."""
_ESCAPED = re.compile(r"\\(.)")


class StrangerError(ProblemError):
    """The token does not allow reading the session. If the table allows onlookers, the client can still read it."""


class MissingScopeError(StrangerError):
    """The token lacks the scope that the request needs (RFC 6750)."""

    def __init__(self, missing: MissingScope) -> None:
        super().__init__(
            ProblemCode.MISSING_SCOPE, scopes_needed=missing.needed, scopes_held=missing.held
        )
        challenge = (
            f'Bearer realm="verger", error="insufficient_scope", scope="{" ".join(missing.needed)}"'
        )
        self.headers["WWW-Authenticate"] = challenge


class Reader(msgspec.Struct, frozen=True):
    """A client that may read a session, and the seats of its token there.

    To change the session, use `Seated.mover`.
    """

    session: UUID
    seats: tuple[SeatId, ...]
    wanted: str | None

    @property
    def viewer(self) -> SeatId:
        """The seat whose view is shown: the named seat, the only seat of the token, or NO_SEAT."""
        if self.wanted is not None:
            if self.wanted not in self.seats:
                raise ProblemError(ProblemCode.NOT_YOUR_SEAT, seat=self.wanted, seats=self.seats)
            return SeatId(self.wanted)
        if len(self.seats) > 1:
            raise ProblemError(ProblemCode.WHICH_SEAT, seats=self.seats)
        return self.seats[0] if self.seats else NO_SEAT


class Onlooker(Reader, frozen=True):
    """A reader, with a token or without, of a session whose table lets anyone look on (`table.onlookers`)."""


class Seated(Reader, frozen=True, kw_only=True):
    """A reader whose token has a seat at the table, or can read the session."""

    bearer: Bearer

    @property
    def mover(self) -> SeatId:
        """Return the seat that acts. Refuse a token without a seat, which may only read."""
        if not self.seats:
            raise ProblemError(ProblemCode.READ_ONLY)
        return self.viewer


async def bearer(
    parts: Parts,
    authorization: str | None,
    session: UUID | None,
    needs: Needed | None = None,
    *,
    is_fresh: bool = False,
) -> Bearer:
    """Return the bearer of the request's token (RFC 6750), or refuse a token without the needed scope.

    The look-up of the token can come from memory only for reads, and for requests that are checked again before
    they change anything. With `is_fresh`, it comes from the database.
    """
    if not authorization:
        raise StrangerError(ProblemCode.MISSING_TOKEN)
    token, found = token_of(authorization), None
    if token is not None:
        is_fresh = is_fresh or _changes_something(needs)
        found = await parts.identity.bearer(token, session, is_fresh=is_fresh)
    if found is None:
        raise ProblemError(ProblemCode.INVALID_TOKEN)
    _account(found)
    if found.app:
        parts.identity.last_use.apps.asked(found.app, CURRENT.get())
    if needs:
        require(needs, found.grant.scopes)
    return found


def token_of(authorization: str | None) -> str | None:
    """Return the token of a request (RFC 6750). None if it has none, or one that is too long to be valid."""
    scheme, _, token = (authorization or "").partition(" ")
    is_token = scheme.lower() == "bearer" and 0 < len(token) <= TOKEN_MOST
    return token.strip() if is_token else None


def _account(holder: Bearer, seats: Collection[str] = (), wanted: str | None = None) -> None:
    """Note the token and its seats in the account of the current request."""
    if work := CURRENT.get():
        work.account.holder(holder.token, holder.app)
        work.account.sits(seats, wanted)


def _changes_something(needs: Needed | None) -> bool:
    """Return whether the needed scope is for a change. For a move it is None here, and checked later."""
    return needs not in (None, "read")


def require(needed: Needed, held: Collection[Scope]) -> None:
    """Refuse a token that lacks the needed scope."""
    if lacking := missing(needed, held):
        raise MissingScopeError(lacking)


def grant_for_seat(holder: Bearer | None, via: str | None) -> Grant:
    """Return the grant of the token that gets a seat: of the request's own token, or of a new one."""
    if holder is None:
        return of_seat(tidy(via) if via else None)
    if via is not None:
        raise ProblemError(ProblemCode.VIA_OF_TOKEN, via=holder.grant.via)
    return holder.grant


async def seated(
    parts: Parts,
    authorization: str | None,
    session: str,
    wanted: str | None,
    needs: Needed | None = "read",
) -> Seated:
    """Return the reader of a session by its token. If the token may not read the session, answer as if there were none.

    `needs` is the needed scope. For a move it is None: its scope depends on the seat, and is checked
    when the seat is known.
    """
    id = canonical_id(session)
    try:
        found = await bearer(parts, authorization, id, is_fresh=_changes_something(needs))
    except ProblemError:
        await _require_not_ended(parts, id)
        raise
    if id is None or not found.reads:
        await _require_not_ended(parts, id)
        raise StrangerError(ProblemCode.NO_SUCH_SESSION, session=session[:100])
    _account(found, found.seats, wanted)
    if needs:
        require(needs, found.grant.scopes)
    return Seated(id, found.seats, wanted, bearer=found)


def text(headers: Mapping[bytes, bytes], name: bytes) -> str | None:
    """Return the value of a header, or None if the request does not have it."""
    value = headers.get(name)
    return None if value is None else value.decode("latin-1")


def seated_at_once(
    parts: Parts, authorization: str | None, session: UUID, work: Work
) -> Seated | None:
    """Return the same as `seated`, but only from memory, and count the request for its app.

    None if memory is not enough.
    """
    token = token_of(authorization)
    known = parts.identity.remembered(token, session) if token is not None else None
    if known is None or known.has_expired or not known.reads:
        return None
    if known.app:
        parts.identity.last_use.apps.asked(known.app, work)
    work.account.holder(known.token, known.app)
    work.account.sits(known.seats, None)
    return Seated(session, known.seats, None, bearer=known)


def still_acts(parts: Parts, asking: Seated) -> Callable[[Session], Awaitable[None]]:
    """Return a check that the request's token still holds the seat that acts.

    It runs at each attempt to append (`MoveRequest.check`). It looks the token up again only if the first
    look-up may be out of date (`Identity.still`).
    """
    mover = asking.mover

    async def check(session: Session) -> None:
        found = await parts.identity.still(asking.bearer, session.id)
        if found is None:
            raise ProblemError(ProblemCode.INVALID_TOKEN)
        if mover not in found.seats:
            raise ProblemError(ProblemCode.NOT_YOUR_SEAT, seat=mover, seats=found.seats)

    return check


async def require_seats(
    connection: Connection, holder: Bearer, session: UUID, seats: Iterable[str]
) -> None:
    """Refuse a token that is void or does not hold these seats. It cannot lose them until the transaction ends.

    A token that has lost a seat since the request arrived must not give access to others.
    """
    held = await identity.held(connection, holder.token, session)
    if held is None:
        raise ProblemError(ProblemCode.INVALID_TOKEN)
    foreign = next((seat for seat in seats if seat not in held), None)
    if foreign:
        raise ProblemError(ProblemCode.NOT_YOUR_SEAT, seat=foreign[:40], seats=tuple(sorted(held)))


async def _require_not_ended(parts: Parts, session: UUID | None) -> None:
    """Raise an error if the session was ended. Everybody may know this: no token is left, and a stub has no secret."""
    stub = await parts.store.stubs.of(session) if session else None
    if stub:
        raise EndedSessionError(stub)


async def reading(
    parts: Parts, authorization: str | None, session: str, wanted: str | None
) -> Reader:
    """Return the reader of a session: by its token, or as an onlooker if the table allows onlookers.

    A client with a valid token can read at least as much as an onlooker. A void token is refused.
    """
    try:
        return await seated(parts, authorization, session, wanted)
    except StrangerError:
        id = canonical_id(session)
        if not id or not await parts.open_sessions.is_open(id):
            raise
        return Onlooker(id, (), wanted)


async def follower(
    parts: Parts, authorization: str | None, ticket: str | None, session: str
) -> Reader:
    """Return the reader of a live stream: by a ticket, which this uses up, or as in `reading`."""
    if ticket is None:
        return await reading(parts, authorization, session, None)
    if authorization is not None:
        raise ProblemError(ProblemCode.TICKET_AND_TOKEN)
    id, found = canonical_id(session), None
    token = await parts.tickets.take(ticket, id) if id else None
    if token:
        found = await parts.identity.bearer(token, id)
    if id is None or found is None or not found.reads:
        raise ProblemError(ProblemCode.INVALID_TICKET)
    _account(found, found.seats)
    return Seated(id, found.seats, None, bearer=found)


@lru_cache(maxsize=10_000)
def canonical_id(text: str) -> UUID | None:
    """Return the id in a text, or None if the text is not an id in its canonical form."""
    try:
        id = UUID(text)
    except ValueError:
        return None
    return id if str(id) == text else None


def idempotency_key(text: str | None, least: int = KEY_LEAST) -> str | None:
    """Return the request's Idempotency-Key, if it has one.

    It can be in quotes, as in the draft standard, or without.
    """
    if text is None:
        return None
    quoted = _QUOTED.fullmatch(text)
    key = _ESCAPED.sub(r"\1", quoted[1]) if quoted else text
    is_half_quoted = not quoted and text.startswith('"')
    if is_half_quoted or not least <= len(key) <= KEY_MOST or not _PRINTABLE.fullmatch(key):
        raise ProblemError(
            ProblemCode.UNUSABLE_KEY,
            key_characters_minimum=least,
            key_characters_maximum=KEY_MOST,
            key_characters=len(key),
        )
    return key


def tag(version: int, held: bytes) -> str:
    """Return the ETag of a version, which contains the hash of its event.

    If the log goes back and play continues, another event can have the same version.
    """
    return f"{version}-{held.hex()[:16]}"


def expected_versions(if_match: str | None) -> tuple[Seen, ...]:
    """Return the versions in If-Match, newest first (RFC 9110, 13.1.1). With `*`, any version is accepted."""
    if if_match is None or if_match.strip() == "*":
        return ()
    named = [_TAG.fullmatch(part.strip()) for part in if_match.split(",") if part.strip()]
    seen = [_VERSION.fullmatch(tag[1]) if tag else None for tag in named]
    if not seen or None in seen:
        raise ProblemError(
            ProblemCode.INVALID_PARAMETER,
            parameter="If-Match",
            reason='it takes versions as ETags, such as "12"',
        )
    return tuple(sorted((Seen(int(one[1]), one[2] or "") for one in seen if one), reverse=True))


def question(text: str | None) -> str | None:
    """Return the id of the question that a move answers, if the request names one."""
    if text is not None and not _QUESTION.fullmatch(text):
        raise ProblemError(
            ProblemCode.INVALID_PARAMETER,
            parameter="Verger-Question",
            reason="it takes the id of a question, such as consent-d2-1",
        )
    return text


def is_known(if_none_match: str | None, tag: str) -> bool:
    """Return whether the client already has the answer with this tag (RFC 9110, 13.1.2).

    The version without the rest of the tag is accepted too.
    """
    if if_none_match is None:
        return False
    if if_none_match.strip() == "*":
        return True
    # If a version has several forms, the number does not identify one of them.
    names = (tag,) if "." in tag else (tag, tag.partition("-")[0])
    return any(known in names for known in _TAG.findall(if_none_match))
