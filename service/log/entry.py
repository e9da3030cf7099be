"""Make rows of the log from events, and prints of their requests to store."""

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
    """Return the stored form of a request's print: a salt and a salted hash, so that equal bodies differ."""
    salt = sixteen_bytes()
    return salt + sha256(salt + print).digest()


def blind_print() -> bytes:
    """Return a random print, which counts as equal to any request's print (`recognition.is_print_of`).

    It is stored if nobody may test a guess of the request's body.
    """
    return sixteen_bytes() + sixteen_bytes()


def type_of(move: Any) -> str:
    """Return the name of a move in the log."""
    tag: str = type(move).__struct_config__.tag
    return tag


Kept = tuple[bytes | None, bytes | None, str | None]
"""Values that are stored next to an event: its request's key and print, and its sealed parts."""


def row_of(
    session: UUID,
    event: Event[Any, Any],
    previous: bytes,
    version: int,
    kept: Kept = (None, None, None),
    newest: int = OLDEST,
) -> Row:
    """Return an event as it is stored: encoded, salted and chained to the event before it.

    If the stored form of a member has changed between formats, the event gets the form of format `newest`.
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
