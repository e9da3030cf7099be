"""The limits of an archive: its size, and the time and memory for its verification."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import msgspec

from verger.service.archive.format import Header, UnreadableError
from verger.service.settings import Settings

try:
    import resource
except ImportError:  # Windows lacks it: archives are verified without limits of time and memory
    _HAS_LIMITS = False
else:
    _HAS_LIMITS = True

MEMORY_BYTES = 2**30
"""The additional address space that a process can take to verify an archive, in bytes."""
_STATM = Path("/proc/self/statm")


class Limits(msgspec.Struct, frozen=True):
    """The limits that an operator sets; docs/limits.md has the defaults."""

    size: int
    """The maximum size of an archive, in bytes."""
    events: int
    seconds: int
    """The maximum processor time for verifying an archive, in seconds."""

    def require_size(self, file: IO[bytes]) -> None:
        """Raise UnreadableError if a file is too large. Set its position to the start."""
        size = file.seek(0, 2)
        file.seek(0)
        if size > self.size:
            raise UnreadableError(f"it has {size} bytes; VERGER_IMPORT_BYTES is {self.size}")

    def require_length(self, header: Header) -> None:
        """Raise UnreadableError if an archive has too many events."""
        if header.head > self.events:
            raise UnreadableError(
                f"line 1 announces {header.head} events; VERGER_IMPORT_EVENTS is {self.events}"
            )


class _TimeUsedError(BaseException):
    """The processor time is used up. This is no Exception, because the verifier catches every Exception of an event."""


@contextmanager
def within(limits: Limits) -> Iterator[None]:
    """Limit the time and the memory of the `with` block. Raises UnreadableError if it exceeds a limit."""
    try:
        with _time_limited(limits.seconds), _memory_limited():
            yield
    except _TimeUsedError:
        fault = f"it takes more than {limits.seconds} s of processor time to verify it"
        raise UnreadableError(f"{fault} (VERGER_IMPORT_SECONDS)") from None
    except MemoryError:
        fault = f"it takes more than {MEMORY_BYTES // 2**20} MiB of memory to verify it"
        raise UnreadableError(fault) from None


@contextmanager
def _time_limited(seconds: int) -> Iterator[None]:
    if not _HAS_LIMITS:
        yield
        return
    before = signal.signal(signal.SIGXCPU, _time_used)
    try:
        with _limited(resource.RLIMIT_CPU, int(time.process_time()) + 1 + seconds):
            yield
    finally:
        signal.signal(signal.SIGXCPU, before)


def _time_used(*_: object) -> None:
    raise _TimeUsedError


@contextmanager
def _memory_limited() -> Iterator[None]:
    if not _STATM.exists():
        yield
        return
    taken = int(_STATM.read_text("utf-8").split()[0]) * resource.getpagesize()
    with _limited(resource.RLIMIT_AS, taken + MEMORY_BYTES):
        yield


@contextmanager
def _limited(which: int, most: int) -> Iterator[None]:
    """Lower a limit of this process for a while, if it is not lower already."""
    soft, hard = resource.getrlimit(which)
    lower = most if soft == resource.RLIM_INFINITY else min(soft, most)
    resource.setrlimit(which, (lower, hard))
    try:
        yield
    finally:
        resource.setrlimit(which, (soft, hard))


def limits_of(settings: Settings) -> Limits:
    """Return the limits that an operator has set."""
    return Limits(settings.import_bytes, settings.import_events, settings.import_seconds)
