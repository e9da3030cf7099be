"""Verification of an archive has limits: it ends at the first wrong line, and runs in a limited process."""

import asyncio
import io
import os
import resource
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest
from msgspec.structs import replace

from tests.support.log import archived, evening, rows
from tests.support.log import redacted as without_texts
from tests.support.patience import until
from verger.service.archive import verify, verifying
from verger.service.archive.format import (
    HEADER_BYTES,
    LINE_BYTES,
    Segment,
    UnreadableError,
    header_of,
    written,
)
from verger.service.archive.limits import MEMORY_BYTES, Limits, limits_of, within
from verger.service.archive.verify import Finding
from verger.service.archive.verify_file import ArchiveVerifier, verify_archive
from verger.service.archive.verifying import ArchiveProcess
from verger.service.database.outage import Cause, UnavailableError
from verger.service.log.row import PARTS_LIMIT, Row
from verger.service.problem.problem import ProblemError
from verger.service.settings import Settings

MANY = 50_000
DEFAULT = limits_of(Settings())


class CountingFile(io.BytesIO):
    """A file that counts the lines that were read."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.read_lines = 0

    def readline(self, size: int | None = -1) -> bytes:
        """Read a line."""
        self.read_lines += 1
        return super().readline(size)


def found_in(content: bytes, limits: Limits = DEFAULT) -> tuple[object, int]:
    """The finding of a check, and the number of lines that were read for it."""
    file = CountingFile(content)
    try:
        found: object = verify_archive(file, lambda _: None, limits)
    except UnreadableError as error:
        return str(error), file.read_lines
    return found, file.read_lines


def short() -> list[bytes]:
    """The lines of a short archive."""
    return archived(rows(evening("war")[:20]))


def test_an_event_after_the_last_version_is_found() -> None:
    longer = archived(rows(evening("war")[:21]))
    found, _ = found_in(b"".join([*short(), longer[21]]))
    assert isinstance(found, Finding)
    assert found.version == 20


WRONG = {
    "empty": b"\n",
    "{}": b"{}\n",
    "open": b"[",
    "text": b"a\n",
    "state": b'{"state":{"version":1,',
}


@pytest.mark.parametrize("line", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("good", [0, 1, 2, 11])
def test_nothing_is_read_behind_the_first_wrong_line(good: int, line: bytes) -> None:
    found, read = found_in(b"".join(short()[:good]) + line * MANY)
    assert isinstance(found, Finding if good else str)
    assert read < 3 * good + 10
    if isinstance(found, Finding):
        assert found.version == good


def redacted() -> list[Row]:
    """A log with a redacted event that no later event names."""
    log = rows(evening("war")[:20])
    gone = without_texts(log[4])._replace(sealed=None)
    return [*log[:4], gone, *log[5:]]


def test_after_a_wrong_event_a_limited_number_of_lines_is_read_for_its_redaction() -> None:
    lines = archived(redacted())
    found, read = found_in(b"".join(lines[:10]) + b"{}\n" * MANY)
    assert isinstance(found, Finding)
    assert found.version == 5
    assert read < 3 * len(lines) + 10


def test_lines_in_order_are_read_no_further_than_the_first_line_says() -> None:
    lines = short()
    more = b"".join(b'{"version":%d,\n' % version for version in range(1, MANY))
    found, read = found_in(lines[0] + more)
    assert isinstance(found, Finding)
    assert read < 3 * len(lines) + 10


def test_a_first_line_names_no_more_sessions_than_a_log_may_have() -> None:
    header = header_of(short()[0])

    def line(many: int) -> bytes:
        parts = tuple(Segment(UUID(int=n), n) for n in range(1, many))
        return written(replace(header, lineage=parts, head=2**20))

    assert len(header_of(line(PARTS_LIMIT)).parts) == PARTS_LIMIT
    assert (
        found_in(line(PARTS_LIMIT + 1))[0] == "line 1 names 101 sessions, and a log has 100 at most"
    )
    assert found_in(line(100_000)) == (f"line 1 is longer than {HEADER_BYTES} bytes", 1)


def test_a_line_that_is_too_long_is_wrong() -> None:
    found, read = found_in(b"".join(short()[:5]) + b" " * 3 * LINE_BYTES)
    assert found == Finding(5, f"its line is longer than {LINE_BYTES} bytes")
    assert read < 20


def test_an_archive_that_is_larger_than_an_operator_allows_is_not_read() -> None:
    content = b"".join(short())
    exact = Limits(size=len(content), events=20, seconds=60)
    assert isinstance(found_in(content, exact)[0], ArchiveVerifier)
    told, read = found_in(content, replace(exact, size=len(content) - 1))
    assert told == f"it has {len(content)} bytes; VERGER_IMPORT_BYTES is {len(content) - 1}"
    assert read == 0
    told, read = found_in(content, replace(exact, events=19))
    assert told == "line 1 announces 20 events; VERGER_IMPORT_EVENTS is 19"
    assert read == 1


def busy(limits: Limits) -> None:
    """Compute for 10 s. Catch every error, as the verifier does."""
    end = time.process_time() + 10
    with within(limits):
        while time.process_time() < end:
            with suppress(Exception):
                sum(range(10_000))


def test_a_slow_check_is_ended_though_every_error_of_a_forged_event_is_caught() -> None:
    before = signal.getsignal(signal.SIGXCPU)
    with pytest.raises(UnreadableError, match="0 s of processor time"):
        busy(replace(DEFAULT, seconds=0))
    assert signal.getsignal(signal.SIGXCPU) is before


def test_a_check_that_takes_too_much_memory_is_ended_and_the_limit_with_it() -> None:
    before = resource.getrlimit(resource.RLIMIT_AS)
    with pytest.raises(UnreadableError, match="1024 MiB of memory"), within(DEFAULT):
        bytearray(2 * MEMORY_BYTES)
    assert resource.getrlimit(resource.RLIMIT_AS) == before


@pytest.mark.parametrize("step", ["rejudge", "fold"])
def test_an_event_that_takes_too_much_memory_is_not_called_wrong(
    monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def none_left(*_: object) -> None:
        raise MemoryError

    if step == "fold":
        monkeypatch.setattr(verify, "rejudge", lambda *_: 1 / 0)
        monkeypatch.setattr("verger.domain.history.rewritten.Rewritten.may_excuse", lambda *_: True)
    monkeypatch.setattr(verify, step, none_left)
    told, _ = found_in(b"".join(short()))
    assert "MiB of memory" in str(told)


@pytest.fixture
async def process() -> AsyncIterator[ArchiveProcess]:
    found = ArchiveProcess(DEFAULT)
    yield found
    await found.stop()


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "archive"
    path.write_bytes(b"".join(short()))
    return path


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """Return a pipe, as a file that never ends and never has a byte to read."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


def now() -> datetime:
    return datetime.now(UTC)


def children() -> Iterator[Path]:
    """The child processes that verify archives for this process."""
    for task in Path("/proc/self/task").iterdir():
        for pid in (task / "children").read_text("utf-8").split():
            process = Path("/proc", pid)
            with suppress(FileNotFoundError):
                if b"verger.service.archive.worker" in (process / "cmdline").read_bytes():
                    yield process


pytestmark = [pytest.mark.anyio, pytest.mark.thorough]


async def test_a_child_that_is_killed_twice_costs_one_import(
    process: ArchiveProcess, archive: Path, pipe: Path
) -> None:
    asked = asyncio.create_task(process.verified(pipe, now()))
    waited = asyncio.create_task(process.verified(archive, now()))
    killed: set[Path] = set()
    for _ in range(2):
        (started,) = await asyncio.to_thread(until, lambda: set(children()) - killed)
        os.kill(int(started.name), signal.SIGKILL)
        killed.add(started)
    with pytest.raises(UnavailableError) as refused:
        await asked
    assert refused.value.cause is Cause.NO_VERIFIER
    assert (await waited).version == 20


async def test_a_child_that_does_not_answer_is_ended(
    process: ArchiveProcess, archive: Path, pipe: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as hasty:
        hasty.setattr(verifying, "PATIENCE", 0.001)
        with pytest.raises(UnavailableError):
            await process.verified(pipe, now())
    assert (await process.verified(archive, now())).version == 20


async def test_too_many_waiting_archives_are_refused(
    process: ArchiveProcess, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifying, "WAITING", 2)
    asked = (process.verified(archive, now()) for _ in range(3))
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(found[2], UnavailableError)
    assert found[2].cause is Cause.OVERLOADED
    assert not any(isinstance(one, Exception) for one in found[:2])


async def test_the_child_knows_no_secret(
    process: ArchiveProcess, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DATABASE_URL", "REDIS_URL", "VERGER_SECRET_KEYS"):
        monkeypatch.setenv(name, "c0ffee5e")
    await process.verified(archive, now())
    started = list(children())
    assert started
    for child in started:
        assert b"c0ffee5e" not in (child / "environ").read_bytes()


async def test_a_refusal_names_the_limit_that_is_reached_in_the_child(archive: Path) -> None:
    process = ArchiveProcess(replace(DEFAULT, events=19))
    try:
        with pytest.raises(ProblemError) as refused:
            await process.verified(archive, now())
        assert "VERGER_IMPORT_EVENTS is 19" in str(refused.value.facts)
    finally:
        await process.stop()
