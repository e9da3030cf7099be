"""The child process that verifies archives for imports.

It gets a path, but no database and no key.
"""

import time
from datetime import datetime
from pathlib import Path

import msgspec

from verger.domain.judging import silence
from verger.domain.table.onlookers import may_look_on
from verger.service.archive.format import Header, UnreadableError
from verger.service.archive.limits import MEMORY_BYTES, Limits, within
from verger.service.archive.readable import unreadable
from verger.service.archive.verify import Finding
from verger.service.archive.verify_file import ArchiveVerifier, verify_archive
from verger.service.child.answers import answer_all


class Inquiry(msgspec.Struct, frozen=True):
    """An archive to verify."""

    file: str
    limits: Limits
    until: datetime
    """The latest allowed time of an event."""


class Verified(msgspec.Struct, frozen=True, tag=True):
    """The facts about a valid archive that an import needs."""

    header: Header
    version: int
    hash: bytes
    ends: dict[int, bytes]
    """The hash at the last version of each session of the lineage."""
    removed: dict[int, list[int]]
    """The redacted events, each with the numbers of its removed texts."""
    redactions: dict[int, str]
    """The redactions, each with the digest of all texts that were removed until then."""
    due: datetime | None
    """The time of the next move of the server."""
    is_open: bool
    """True if onlookers can read the session."""
    seconds: float = 0.0
    """The processor time of the verification, in every kind of answer."""


class Wrong(msgspec.Struct, frozen=True, tag=True):
    """The first wrong version."""

    finding: Finding
    seconds: float = 0.0


class Unreadable(msgspec.Struct, frozen=True, tag=True):
    """The reason why an archive could not be judged."""

    reason: str
    seconds: float = 0.0


Answer = Verified | Wrong | Unreadable

_questions = msgspec.msgpack.Decoder(Inquiry)


def answered(question: bytes) -> bytes:
    """Return the answer to a question, both in MessagePack."""
    began = time.process_time()
    answer = _result(_questions.decode(question))
    answer = msgspec.structs.replace(answer, seconds=time.process_time() - began)
    return msgspec.msgpack.encode(answer)


def _result(question: Inquiry) -> Answer:
    future: list[int] = []

    def look(verifier: ArchiveVerifier) -> None:
        if verifier.log.at > question.until and not future:
            future.append(verifier.log.version)

    try:
        with Path(question.file).open("rb") as file:
            result = verify_archive(file, look, question.limits)
        unread = _unread(question, result)
    except UnreadableError as error:
        return Unreadable(str(error))
    if isinstance(result, Finding):
        return Unreadable(result.what) if result.is_damage else Wrong(result)
    if future:
        return Wrong(Finding(future[0], "its time is more than ten years in the future"))
    if unread:
        return Wrong(unread)
    return _verified(result)


def _unread(question: Inquiry, result: ArchiveVerifier | Finding) -> Finding | None:
    if isinstance(result, Finding) or not result.log.excused:
        return None
    with within(question.limits):
        return unreadable(Path(question.file), result.log.version, set(result.log.excused))


def _verified(verifier: ArchiveVerifier) -> Verified:
    log = verifier.log
    return Verified(
        header=verifier.header,
        version=log.version,
        hash=log.hash,
        ends=verifier.ends,
        removed=log.removed,
        redactions=log.rewritten.redactions,
        due=silence.due(log.state.table),
        is_open=may_look_on(log.state.table),
    )


if __name__ == "__main__":
    # The verifier's own limit is lower, so that it can answer with a reason.
    answer_all(answered, 2 * MEMORY_BYTES)
