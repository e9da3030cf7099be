"""Standard output and standard error of a serving process. Writing to them never makes the server wait.

Each output has a queue of limited size and a thread that writes the lines. If the reader is slow, only this thread
waits. If the queue is full, or writing fails, lines are dropped and counted.
"""

import atexit
import io
import os
import select
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import BinaryIO, TextIO, cast

QUEUE_BYTES = 4 * 2**20
"""The maximum size of a queue, in bytes."""
BATCH_BYTES = 64 * 2**10
"""The approximate number of bytes that one call writes: the size of a pipe on Linux."""
GATHER_SECONDS = 0.05
"""The pause after a write, so that a busy process writes many lines at once."""
FLUSH_SECONDS = 1.0
"""The maximum time that the end of the process waits for its last lines, in seconds."""

Report = Callable[[str, int], None]
"""Logs that an output has dropped lines: the name of the output, and the number of lines since the last report."""


class Output:
    """A file, and the queue of lines that a thread writes to it."""

    def __init__(self, name: str, file: int, report: Report) -> None:
        self.name = name
        self.file = file
        self.dropped = 0
        self._report = report
        self._reported = 0
        self._lines: deque[bytes] = deque()
        self._bytes = 0
        self._is_torn = False
        """True if the file ends in the middle of a line."""
        # The lock is reentrant, because a signal handler or the garbage collector can print while this thread
        # holds it.
        self._changed = threading.Condition(threading.RLock())
        self._thread: threading.Thread | None = None

    def put(self, line: bytes) -> None:
        """Queue a line with its line break, or drop it if the queue is full."""
        with self._changed:
            is_full = self._bytes + len(line) > QUEUE_BYTES
            if is_full and threading.current_thread() is not self._thread:
                self.dropped += 1
                return
            self._lines.append(line)
            self._bytes += len(line)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def flush(self, seconds: float) -> None:
        """Wait until the queue is empty, for a limited time."""
        with self._changed:
            self._changed.wait_for(lambda: not self._bytes, seconds)

    def _run(self) -> None:
        while True:
            lines = self._next()
            size = sum(map(len, lines))
            written = self._write(b"".join(lines))
            self._is_torn = written < size
            with self._changed:
                self.dropped += sum(end > written for end in accumulate(map(len, lines)))
                self._bytes -= size
                self._changed.notify_all()
            if written == size and self._bytes <= QUEUE_BYTES // 2:
                self._report_dropped()
            time.sleep(GATHER_SECONDS)

    def _next(self) -> list[bytes]:
        """Wait for lines, and take some of them from the queue."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines)
            lines, size = [], 0
            while self._lines and size < BATCH_BYTES:
                lines.append(self._lines.popleft())
                size += len(lines[-1])
            return lines

    def _write(self, text: bytes) -> int:
        """Write as much as possible. Return how many bytes were written."""
        left = memoryview(text)
        try:
            if self._is_torn:
                self._write_some(memoryview(b"\n"))
            while left:
                left = left[self._write_some(left) :]
        except OSError:
            # For example, the disk is full, or the reader is gone. The next line tries again.
            pass
        return len(text) - len(left)

    def _write_some(self, text: memoryview) -> int:
        while True:
            try:
                return os.write(self.file, text)
            except BlockingIOError:
                # Another process that shares this file has made it non-blocking. Wait until it can be written.
                room = select.poll()
                room.register(self.file, select.POLLOUT)
                room.poll()

    def _report_dropped(self) -> None:
        if new := self.dropped - self._reported:
            self._reported = self.dropped
            self._report(self.name, new)


class _Raw(io.RawIOBase):
    """An output as the raw layer of a text stream."""

    def __init__(self, output: Output) -> None:
        super().__init__()
        self._output = output

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return os.isatty(self._output.file)

    def fileno(self) -> int:
        return self._output.file

    def write(self, text: bytes) -> int:  # type: ignore[override]
        self._output.put(bytes(text))
        return len(text)


_outputs: dict[str, Output] = {}


def use(report: Report) -> Output:
    """From now on, queue everything that this process prints or logs. Return standard error."""
    for name, file in (("stdout", 1), ("stderr", 2)):
        output = _outputs.setdefault(name, Output(name, file, report))
        setattr(sys, name, _stream(output))
    atexit.register(flush)
    return _outputs["stderr"]


def _stream(output: Output) -> TextIO:
    raw = cast("BinaryIO", _Raw(output))
    return io.TextIOWrapper(raw, "utf-8", "backslashreplace", line_buffering=True)


def flush() -> None:
    """Before the process ends, wait a limited time until the last lines are written."""
    end = time.monotonic() + FLUSH_SECONDS
    for output in _outputs.values():
        output.flush(max(0.0, end - time.monotonic()))


def dropped() -> Mapping[str, int]:
    """Return the number of dropped lines of each output."""
    return {output.name: output.dropped for output in _outputs.values()}
