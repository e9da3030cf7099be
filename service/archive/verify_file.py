"""Verification of an archive line by line, in bounded memory and without a database."""

import re
from collections.abc import Callable, Container, Iterator
from contextlib import nullcontext
from typing import IO

from verger.domain.core.since import NewerError
from verger.domain.games.rulesets import EDITIONS, edition
from verger.service.archive.file_form import line_fault
from verger.service.archive.format import (
    HEADER_BYTES,
    LINE_BYTES,
    STATES_EVERY,
    BrokenLine,
    Header,
    Line,
    StateDigest,
    UnreadableError,
    changed_on_its_way,
    header_of,
    is_state_due,
    line_of,
)
from verger.service.archive.in_transit import is_json, undone
from verger.service.archive.limits import Limits, within
from verger.service.archive.verify import Finding, Verifier
from verger.service.log.codec import NewerRulesetError
from verger.service.log.playback import gone_back_to
from verger.service.log.row import Row, is_next

_EVENT, _STATE = b'{"version":%d,', b'{"state":{"version":%d,'
ANOTHER_GAME = "it starts another game than the archive's first line says"
MORE = "it is the last, and more stands after it"
NO_DIGEST = "the digest of the state is missing after it"
LOST = "\ufffd".encode()
"""The character that programs write in place of letters that they cannot read."""


class ArchiveVerifier:
    """An archive that is being verified."""

    def __init__(self, first: bytes, rewinds: Container[int]) -> None:
        """Start with the first line. `rewinds` contains the versions that later events go back to.

        Raises UnreadableError if this program cannot read the first line.
        """
        self.header = known_header(first)
        self._last = {part.until for part in self.header.parts}
        """The last version of each session whose events are in the archive."""
        self.ends: dict[int, bytes] = {}
        """The hash at each of these versions."""
        self.log = Verifier(self.header.holder, rewinds, lambda _: True)
        """The verifier of its events."""
        self._is_due = False
        """True if the next line must be the digest of the state."""
        self._remaining = self.header.head + self.header.head // STATES_EVERY + 1
        """The number of lines that the archive can still have."""

    def take(self, line: bytes) -> Finding | None:
        """Verify the next line. Return its fault, or None.

        Raises UnreadableError if this program cannot judge it.
        """
        try:
            return self._take(line)
        except NewerError as error:
            raise UnreadableError(f"from version {self.log.version + 1} on {error}") from None

    def _take(self, line: bytes) -> Finding | None:
        self._remaining -= 1
        if self._remaining < 0 and self.log.has_fault:
            return self.log.end()
        read = line_of(self.header, line)
        if self.log.has_fault:
            return self.log.take(read) if isinstance(read, Row) else None
        place, is_due = self._place, self._is_due
        finding = self._wrong(read)
        if (finding or self.log.has_fault) and (what := self._damage(line, is_due=is_due)):
            return _damaged(place, what)
        return self.log.report(finding) if finding else None

    @property
    def _place(self) -> int:
        """The version whose line comes next, or the last one."""
        return min(self.log.version + (not self._is_due), self.header.head)

    def _damage(self, line: bytes, *, is_due: bool) -> str | None:
        """Return the change that another program made to a wrong line, or None."""
        if len(line) > LINE_BYTES or self._is_recorded(line, is_due=is_due):
            return None
        is_after = self.log.version == self.header.head and not is_due
        if is_after and not line.startswith(_EVENT % (self.header.head + 1)):
            return line_fault(line) or "something else stands after its last line: remove that"
        for what, form in undone(line):
            if self._is_recorded(form, is_due=is_due):
                return what
        if fault := line_fault(line):
            return fault
        if not line.endswith(b"\n"):
            return "it ends in the middle of a line: copy it as a whole"
        if not is_json(line):
            return "a line is cut off, wrapped or damaged: copy it as a whole"
        return "letters of it were lost (\ufffd): copy it as UTF-8" if LOST in line else None

    def _is_recorded(self, line: bytes, *, is_due: bool) -> bool:
        """Return whether a line is the next line in its exported form."""
        version = self.log.version
        match line_of(self.header, line):
            case Row() as row:
                return not is_due and is_next(row, version + 1, self.log.hash)
            case StateDigest() as state:
                return is_due and state.version == version and self._is_state(state)
            case BrokenLine():
                return False

    def _wrong(self, read: Line) -> Finding | None:
        if isinstance(read, StateDigest):
            return self._state(read)
        if self._is_due or self.log.version == self.header.head:
            return Finding(self.log.version, NO_DIGEST if self._is_due else MORE)
        match read:
            case BrokenLine() as broken:
                return Finding(self.log.version + 1, broken.what)
            case Row() as row:
                try:
                    finding = self.log.take(row)
                except NewerRulesetError:
                    # This program has the game that the first line names.
                    return Finding(1, ANOTHER_GAME)
                self._is_due = is_state_due(self.header, row.version)
                return finding if finding or self.log.has_fault else self._started(row)

    def end(self) -> Finding | None:
        """Finish after the last line. Return the fault of the archive, or None."""
        is_short = self.log.version < self.header.head or self._is_due
        if is_short and not self.log.has_fault:
            whole = f"its first line says {self.header.head}: copy it as a whole"
            return _damaged(self._place, f"it ends after version {self.log.version}, and {whole}")
        return self.log.end()

    def _state(self, digest: StateDigest) -> Finding | None:
        if digest.version != self.log.version:
            what = "the digest after it is of another version's state"
            return Finding(max(self.log.version, 1), what)
        if not self._is_due:
            return Finding(self.log.version, "one digest too many follows it")
        self._is_due = False
        if not self._is_state(digest):
            return Finding(self.log.version, "the state after it is not the one on record")
        if self._has_other_states:
            self.log.counts.unread += 1
        else:
            self.log.counts.states += 1
        return None

    def _is_state(self, digest: StateDigest) -> bool:
        """Return whether a digest is that of the state, as far as this program can compare them."""
        return self._has_other_states or self.log.digest().hex() == digest.digest

    @property
    def _has_other_states(self) -> bool:
        """Whether the digests belong to a format of states that this program does not have."""
        return self.header.states != self.log.codec.format

    def _started(self, row: Row) -> Finding | None:
        """Check that the header names the game of the first event."""
        if row.version in self._last:
            self.ends[row.version] = row.hash
        table = self.log.state.table
        ruleset = (self.header.ruleset, self.header.ruleset_version)
        if self.log.version == 1 and ruleset != (table.ruleset, table.ruleset_version):
            return Finding(1, ANOTHER_GAME)
        return None


def _damaged(version: int, what: str) -> Finding:
    return Finding(version, changed_on_its_way(what, version), is_damage=True)


def known_header(first: bytes) -> Header:
    """Return an archive's header. Raises UnreadableError for another line, or an unknown game."""
    header = header_of(first)
    if edition(header.ruleset, header.ruleset_version) is None:
        ruleset = f"{header.ruleset[:100]} {header.ruleset_version}"
        has = ", ".join(f"{edition.name} {edition.version}" for edition in EDITIONS)
        raise UnreadableError(f"it is judged by the rules of {ruleset}; this program has {has}")
    game = f"{header.ruleset}-{header.ruleset_version}"
    if not re.fullmatch(rf"{game}-[0-9]+", header.states):
        raise UnreadableError(f"{header.states[:100]!r} is no form of the states of {game}")
    return header


def lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of an archive.

    A line that is too long comes in pieces that exceed the limit.
    """
    limit = HEADER_BYTES
    while line := file.readline(limit + 1):
        yield line
        limit = LINE_BYTES


def rewinds_in(file: IO[bytes]) -> frozenset[int]:
    """Return the versions that an archive goes back to, and go to the start of the file.

    Reading stops at the first line that is out of order, because the verifier stops there, too.
    """
    read = lines(file)
    header = known_header(next(read, b""))
    versions = gone_back_to(_in_order(header, read))
    file.seek(0)
    return versions


def _in_order(header: Header, read: Iterator[bytes]) -> Iterator[bytes]:
    version, is_due = 0, False
    for line in read:
        if not is_due:
            version += 1
        if version > header.head or not line.startswith((_STATE if is_due else _EVENT) % version):
            return
        is_due = not is_due and is_state_due(header, version)
        yield line


def verify_archive(
    file: IO[bytes], seen: Callable[[ArchiveVerifier], None], limits: Limits | None = None
) -> ArchiveVerifier | Finding:
    """Verify a whole archive. `seen` is called for every valid line.

    Raises UnreadableError if the archive exceeds the limits.
    """
    with within(limits) if limits else nullcontext():
        if limits:
            limits.require_size(file)
            limits.require_length(known_header(next(lines(file), b"")))
            file.seek(0)
        rewinds = rewinds_in(file)
        read = lines(file)
        verifier = ArchiveVerifier(next(read, b""), rewinds)
        for line in read:
            if finding := verifier.take(line):
                return finding
            seen(verifier)
        return verifier.end() or verifier
