"""One row of the log, as it is written and read."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from service.log.chain import digest, link, prefix

PARTS_LIMIT = 100
"""The most sessions that one log may span: a read queries each for its rows."""


class Row(NamedTuple):
    """An event as stored: its columns, in the table's order."""

    session: UUID
    version: int
    type: str
    seat: str | None
    request_key: bytes | None
    request_print: bytes | None
    data: str
    sealed: str | None
    salt: bytes
    hash: bytes
    format: int
    at: datetime
    digest: bytes | None = None
    """For a rewritten event: the digest of its original data."""


def digest_of_row(row: Row) -> bytes:
    """The digest by which the chain covers a row; a rewritten row's is stored, not computed."""
    if row.digest is not None:
        return row.digest
    return digest(prefix(row.salt, row.request_key, row.request_print), row.data.encode())


def is_next(row: Row, version: int, previous: bytes) -> bool:
    """Whether a row's hash follows from its content and the hash before it."""
    return link(previous, row.session, version, digest_of_row(row)) == row.hash


def wire(row: Row, sealed: bytes = b"") -> bytes:
    """An event as clients see it: what the log holds, with its version and hash around it.

    `sealed` holds the sealed parts that its reader may see, as JSON. A rewritten event has the
    digest of its original data in place of the salt.
    """
    head = f'{{"version":{row.version},"type":"{row.type}","hash":"{row.hash.hex()}",'
    if row.digest is None:
        head += f'"salt":"{prefix(row.salt, row.request_key, row.request_print).hex()}",'
    else:
        head += f'"digest":"{row.digest.hex()}",'
    parts = b'"sealed":' + sealed + b"," if sealed else b""
    return head.encode() + parts + f'"event":{row.data}}}'.encode()
