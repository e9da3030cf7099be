"""Makes an event a row of the log, and tells what is kept of its request."""

from hashlib import sha256
from typing import Any
from uuid import UUID

from verger.domain.core.decider import Event
from verger.domain.core.since import OLDEST
from verger.service.log.chain import (
    digest,
    facts,
    link,
    request_digest,
    text_digests,
)
from verger.service.log.entropy import sixteen_bytes
from verger.service.log.row import Row
from verger.service.log.texts import written


def salted_print(print: bytes) -> bytes:
    """A request's print as it is stored: salted, so that a short body cannot be guessed from it."""
    salt = sixteen_bytes()
    return salt + sha256(salt + print).digest()


def blind_print() -> bytes:
    """Return a print to store if nobody may test a guess of the request by it. It equals every request's print."""
    return sixteen_bytes() + sixteen_bytes()


def type_of(move: Any) -> str:
    """The move's name, as the log has it."""
    tag: str = type(move).__struct_config__.tag
    return tag


Kept = tuple[bytes | None, bytes | None, str | None]
"""Stored beside an event: its request's key and print, and its sealed parts."""


def row_of(
    session: UUID,
    event: Event[Any, Any],
    previous: bytes,
    version: int,
    kept: Kept = (None, None, None),
    newest: int = OLDEST,
) -> Row:
    """An event as it is stored: encoded, salted and chained to the one before it.

    What has another form by now has the one of the format that is the `newest` to be written.
    """
    (key, print, sealed), now, salt = kept, written(event, newest), sixteen_bytes()
    request = request_digest(key, sha256(print).digest()) if key and print else b""
    covered = facts(now.parts, text_digests(salt, now.tokens))
    of_event = digest(request, covered)
    return Row(
        session=session,
        version=version,
        type=type_of(event.move),
        seat=event.seat,
        request_key=key,
        request_print=print,
        data=now.data.decode(),
        sealed=sealed,
        salt=salt,
        hash=link(previous, session, version, of_event),
        format=now.format,
        at=event.at,
        texts=now.places,
        digest=of_event,
    )
