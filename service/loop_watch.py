"""Find steps of the event loop that are too long, because during a step no other request is served."""

import asyncio
import sys
import threading
import time

import structlog

from verger.service.histogram import Histogram

BEAT_SECONDS = 0.02
"""The interval of the timer. In an idle process, the watch uses about 1 % of a core."""
BLOCKED_SECONDS = 0.05
"""If the loop's thread uses more CPU time than this between two timers, it is logged."""
SHOWN = 3
"""The number of calls that a log line names, the innermost first."""

_log = structlog.get_logger()


class LoopWatch:
    """Watches the event loop of the thread that starts it."""

    def __init__(self) -> None:
        self.late = Histogram()
        """The delays of the timer, in seconds."""
        self._due = self._cpu = 0.0
        self._where = ""
        self._timer: asyncio.TimerHandle | None = None
        self._stopped = threading.Event()

    def start(self) -> None:
        """Begin to watch."""
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._plan()
        threading.Thread(target=self._look, name="loop-watch", daemon=True).start()

    def stop(self) -> None:
        """Stop watching."""
        self._stopped.set()
        if self._timer:
            self._timer.cancel()

    def _plan(self) -> None:
        self._due, self._cpu, self._where = self._loop.time() + BEAT_SECONDS, time.thread_time(), ""
        self._timer = self._loop.call_at(self._due, self._beat)

    def _beat(self) -> None:
        self.late.observe(max(0.0, self._loop.time() - self._due))
        # Measure CPU time: on a busy machine, the thread can also be late because it had to wait.
        used = time.thread_time() - self._cpu
        if used > BLOCKED_SECONDS:
            _log.warning("loop_blocked", ms=round(used * 1_000), where=self._where)
        self._plan()

    def _look(self) -> None:
        """While a timer is late, note which calls the loop's thread is in. This runs in a second thread."""
        while not self._stopped.wait(BEAT_SECONDS):
            if not self._where and time.monotonic() - self._due > BEAT_SECONDS:
                self._where = _calls(self._thread)


def _calls(thread: int) -> str:
    """Return the calls of this program's code in a thread, the innermost first."""
    frame, found = sys._current_frames().get(thread), list[str]()  # noqa: SLF001, the documented way
    while frame and len(found) < SHOWN:
        module = frame.f_globals.get("__name__", "")
        if module.startswith("verger."):
            found.append(f"{module}:{frame.f_lineno} {frame.f_code.co_name}")
        frame = frame.f_back
    return ", ".join(found)
