"""Heads: a head is the hash of a session's newest event. A kept head lets you check every later head."""

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from verger_client.archives import MALFORMED, linked, written_event
from verger_client.errors import NotVerified
from verger_client.types import Ancestor


class Head(msgspec.Struct, frozen=True):
    """The hash of an event. `verger verify FILE --against` takes it as JSON."""

    session: str
    """The session that the hash covers. In a fork, the hashes of shared versions cover an ancestor's id."""
    version: int
    hash: str


class Heads:
    """The heads of a session. Each is checked against the head before it."""

    def __init__(self, session: str, lineage: Sequence[Ancestor], kept: Head | None) -> None:
        """Continue from a kept head, or begin before the first event."""
        self._session, self._lineage = session, lineage
        self._last = kept or Head(session, 0, "00" * 32)
        held = self._holder(self._last.version)
        if held != self._last.session:
            raise NotVerified(
                f"The kept head is of session {self._last.session}, and not of {held}."
            )

    @property
    def version(self) -> int:
        """The version of the last head."""
        return self._last.version

    def confirm(self, line: bytes) -> Head:
        """Check that the server still has the event of the last head. Raises `NotVerified`."""
        told = json.loads(line)
        if told.get("hash") != self._last.hash:
            raise NotVerified(
                f"Version {self._last.version} is another event than the one kept: the log was rewritten."
            )
        return self._last

    def take(self, line: bytes) -> Head:
        """Return the head after the next event. Raises `NotVerified` if it does not follow from the last head."""
        version = self._last.version + 1
        session = self._holder(version)
        try:
            told = json.loads(line.decode())
            found = self._follows(told, line, version, session)
        except MALFORMED as error:
            raise NotVerified(
                f"Version {version} is not written as the log writes events."
            ) from error
        if not found:
            raise NotVerified(f"Version {version} does not follow from the head before it.")
        self._last = Head(session, version, told["hash"])
        return self._last

    def _follows(self, told: Any, line: bytes, version: int, session: str) -> bool:
        event = written_event(told, line + b"\n")
        if event == b"" or told["version"] != version:
            return False
        previous = bytes.fromhex(self._last.hash)
        found = linked(told, event, session, previous).hex()
        return found == str(told["hash"])

    def _holder(self, version: int) -> str:
        parts = (part.session for part in self._lineage if version <= part.until)
        return next(parts, self._session)
