"""The layout process from the server's side: started when it is needed, ended when it fails.

Whatever happens in it, a crash or a layout without end, costs one picture and not the server.
"""

import asyncio
import os
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from pathlib import Path

import msgspec

from projections.picture.arrangement import Arrangement
from projections.picture.layout import Entries
from service import tracing
from service.database.outage import Cause, UnavailableError
from service.histogram import Histogram
from service.work import charge

SECONDS = 30.0
"""How long a layout may take."""
WAITING = 20
"""Layouts that may wait for their turn."""

_ROOT = Path(__file__).resolve().parent.parent.parent
_KNOWN = ("PATH", "LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHASHSEED", "LANG")
"""The environment variables that the process gets: it needs no address of a database."""

_decoder = msgspec.msgpack.Decoder(Arrangement)


class LayoutProcess:
    """One process that lays out, one layout after the other."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._turn = asyncio.Lock()
        self._waiting = 0
        self.seconds = Histogram()
        """How long each layout took, once it had its turn."""
        self.failures = 0

    @property
    def waiting(self) -> int:
        """Layouts that are asked for and not finished."""
        return self._waiting

    async def arrangement(self, events: Sequence[Entries]) -> Arrangement:
        """The arrangement of what these events wrote; raises UnavailableError where there is none in time."""
        if self._waiting >= WAITING:
            raise UnavailableError("too many layouts wait", Cause.OVERLOADED)
        self._waiting += 1
        try:
            async with self._turn, asyncio.timeout(SECONDS):
                began = time.perf_counter()
                with self.seconds.timed(), tracing.span("layout"):
                    answer = await self._asked(msgspec.msgpack.encode(events))
                charge(time.perf_counter() - began)
                return answer
        except (OSError, EOFError, TimeoutError) as error:
            self.failures += 1
            words = f"the layout process: {type(error).__name__}"
            raise UnavailableError(words, Cause.NO_PICTURE) from None
        finally:
            self._waiting -= 1

    async def stop(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process and process.returncode is None:
            process.kill()
            await process.wait()

    async def _asked(self, question: bytes) -> Arrangement:
        try:
            process = self._process or await self._started()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(len(question).to_bytes(4) + question)
            await process.stdin.drain()
            length = int.from_bytes(await process.stdout.readexactly(4))
            return _decoder.decode(await process.stdout.readexactly(length))
        except BaseException:
            # Half an answer may be on its way: the next request goes to a new process.
            await self.stop()
            raise

    async def _started(self) -> Process:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "service.layout.worker"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            cwd=_ROOT,
            env={name: os.environ[name] for name in _KNOWN if name in os.environ},
        )
        return self._process
