"""The archive's format: a session's log as one self-contained file with one JSON text per line.

The first line is the header. Each event has a line, as clients see the event, with the sealed parts
that the file's reader can see. After every 200th version and after the last, a line has the digest of the state.
docs/archive.md describes the format for auditors.
"""

from bisect import bisect_left
from codecs import BOM_UTF8
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal, NamedTuple
from uuid import UUID

import msgspec
from msgspec import Meta

from verger.domain.core.since import OLDEST
from verger.service.archive.file_form import foreign_form, line_fault
from verger.service.archive.in_transit import foreign_header, undone, wrapping
from verger.service.log.row import PARTS_LIMIT, Row, digest_of_row, wire

MEDIA_TYPE = "application/x-ndjson"
STATES_EVERY = 200
FORMAT_OF_ARCHIVES = 1
EARLIER = b'{"verger":"archive",'
"""The first bytes of archives that were written before 1.0.0rc1."""
_HASH = b',"hash":'
HEADER_BYTES = 16 * 2**10
"""The maximum length of the first line. A line that names 100 sessions needs half of this."""
LINE_BYTES = 4 * 2**20
"""The maximum length of an event's line. The longest possible event redacts a long log and needs a
quarter of this."""

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Version = Annotated[int, Meta(ge=1, le=2**53)]


class Segment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The events up to a version that a fork has from an earlier session.

    Their hashes contain the id of that session.
    """

    session: UUID
    until: Version


class Header(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="verger", tag="log"
):
    """An archive's first line."""

    format: Literal[1]
    session: UUID
    ruleset: str
    ruleset_version: int
    head: Version
    """The last version in the archive."""
    states: str
    """The format of the states whose digests are in the archive."""
    lineage: tuple[Segment, ...] = ()
    """For a fork: the sessions that its events come from, the oldest first."""

    @property
    def parts(self) -> tuple[Segment, ...]:
        """The sessions whose ids are in the hashes of the events, each up to a version. This session is last."""
        return (*self.lineage, Segment(self.session, self.head))

    def holder(self, version: int) -> UUID:
        """Return the session whose id is in an event's hash."""
        place = bisect_left(self.lineage, version, key=lambda part: part.until)
        return self.lineage[place].session if place < len(self.lineage) else self.session


class StateDigest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The digest of a state's text, after an event."""

    version: Version
    digest: Hash


class _StateLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    state: StateDigest


class _EventLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: Version
    type: str
    hash: Hash
    event: msgspec.Raw
    texts: msgspec.Raw
    format: int = OLDEST
    request: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] = ""
    salt: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")] = ""
    kept: msgspec.Raw = msgspec.Raw()
    """The salts and digests of the texts. Only a redacted event has it, in place of its salt."""
    sealed: msgspec.Raw = msgspec.Raw()


class _Columns(msgspec.Struct):
    """The fields of an event's data that are also database columns."""

    at: Annotated[datetime, Meta(tz=True)]
    seat: str | None


class _Kind(msgspec.Struct, tag_field="verger", tag="log"):
    """The fields that the first line has in every format."""

    format: int


class BrokenLine(NamedTuple):
    """A line that is not valid in an archive."""

    what: str


Line = Row | StateDigest | BrokenLine

_kinds = msgspec.json.Decoder(_Kind)
_headers = msgspec.json.Decoder(Header)
_states = msgspec.json.Decoder(_StateLine)
_events = msgspec.json.Decoder(_EventLine)
_columns = msgspec.json.Decoder(_Columns)


_NOT_READ = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""The errors for text that is no JSON of the required form, or is nested too deeply."""


class UnreadableError(Exception):
    """The input is not an archive that this program can read."""


def header_of(line: bytes) -> Header:
    """Return an archive's header. Raises UnreadableError if the line is not a header."""
    if line.startswith(EARLIER):
        raise UnreadableError(
            "it is an archive of an earlier checkout of Verger and stays with that checkout:"
            " this program cannot read it"
        )
    if not line:
        raise UnreadableError("it is empty: export the archive again")
    # A file without line feeds, for example with only CR, is one long line.
    is_cut_otherwise = (b"\r" in line and line.startswith(b"{")) or line in (b"\n", b"\r\n")
    packed = foreign_form(line) or wrapping(line)
    if changed := packed or (line_fault(line) if is_cut_otherwise else None):
        raise UnreadableError(changed_on_its_way(changed))
    if len(line) > HEADER_BYTES:
        raise UnreadableError(f"line 1 is longer than {HEADER_BYTES} bytes")
    try:
        return _header(line)
    except UnreadableError:
        changed = next((what for what, form in undone(line) if _is_header(form)), None)
        if changed := changed or foreign_header(line):
            raise UnreadableError(changed_on_its_way(changed)) from None
        raise


def changed_on_its_way(what: str, version: int = 1) -> str:
    """Return the sentence about a file that another program changed. The change begins at a version."""
    place = f" from version {version} on" if version > 1 else ""
    return f"the archive is not as it was exported{place}: {what}, or export it again"


def _is_header(line: bytes) -> bool:
    with suppress(UnreadableError):
        return bool(_header(line))
    return False


def _header(line: bytes) -> Header:
    try:
        if (number := _kinds.decode(line).format) != FORMAT_OF_ARCHIVES:
            fault = f"it is an archive of format {number}; this program reads {FORMAT_OF_ARCHIVES}"
            raise UnreadableError(fault)
        header = _headers.decode(line)
    except _NOT_READ as error:
        raise UnreadableError(f"the first line is no archive's: {error}") from None
    if written(header) != line:
        raise UnreadableError("the first line is not written as an archive's is")
    ends = [part.until for part in header.parts]
    if len(ends) > PARTS_LIMIT:
        raise UnreadableError(
            f"line 1 names {len(ends)} sessions, and a log has {PARTS_LIMIT} at most"
        )
    if ends != sorted(set(ends)) or len({part.session for part in header.parts}) != len(ends):
        raise UnreadableError("the sessions in the first line do not form one line of forks")
    return header


def is_state_due(header: Header, version: int) -> bool:
    """Return whether a state digest must follow the event of this version."""
    return version % STATES_EVERY == 0 or version == header.head


def written(header: Header) -> bytes:
    """Return an archive's first line."""
    return msgspec.json.encode(header) + b"\n"


def state_line(version: int, digest: bytes) -> bytes:
    """Return the line of a state's digest."""
    return msgspec.json.encode(_StateLine(StateDigest(version, digest.hex()))) + b"\n"


def event_line(row: Row, sealed: bytes) -> bytes:
    """Return the line of an event, with the sealed parts that its reader can see, as JSON.

    Clients see the same event without its format. A server that stores the log needs the format to read
    the event.
    """
    line = wire(row, sealed) + b"\n"
    if row.format == OLDEST:
        return line
    return line.replace(_HASH, b',"format":%d%b' % (row.format, _HASH), 1)


def line_of(header: Header, line: bytes) -> Line:
    """Return the content of a line after the header."""
    if len(line) > LINE_BYTES:
        return BrokenLine(f"its line is longer than {LINE_BYTES} bytes")
    try:
        if line.startswith(b'{"state":'):
            state = _states.decode(line).state
            return (
                state
                if _is_same(line, state)
                else BrokenLine("the digest of its state is not written as archives write it")
            )
        row = _row(header, _events.decode(line))
    except (*_NOT_READ, ValueError) as error:
        return BrokenLine(f"its line cannot be read: {error}")
    # Any other encoding of the same content would contain bytes that no hash covers.
    if event_line(row, (row.sealed or "").encode()) != line:
        return BrokenLine("its line is not written as the log writes events")
    return row


def plain_text(file: Path) -> bytes:
    """Return a small file of JSON or hex without its byte order mark.

    Raises UnreadableError if it has another form. No hash covers the bytes of such a file.
    """
    plain = file.read_bytes().removeprefix(BOM_UTF8)
    if changed := foreign_form(plain):
        raise UnreadableError(f"{file} cannot be read: {changed}")
    return plain


def _is_same(line: bytes, state: StateDigest) -> bool:
    return state_line(state.version, bytes.fromhex(state.digest)) == line


def _row(header: Header, line: _EventLine) -> Row:
    """Return an archived event as a row. Its column `salt` has the salt and then the digest of the request."""
    columns = _columns.decode(line.event)
    row = Row(
        session=header.holder(line.version),
        version=line.version,
        type=line.type,
        seat=columns.seat,
        request_key=None,
        request_print=None,
        data=bytes(line.event).decode(),
        sealed=bytes(line.sealed).decode() or None,
        salt=bytes.fromhex(line.salt + line.request),
        hash=bytes.fromhex(line.hash),
        format=line.format,
        at=columns.at,
        texts=bytes(line.texts).decode(),
        kept=bytes(line.kept).decode() or None,
    )
    return row._replace(digest=digest_of_row(row))
