"""A child process from the server's side: started when it is needed, killed when it fails."""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import structlog

_ROOT = Path(__file__).parents[3]
"""The folder that contains `verger`."""
_KNOWN = ("PATH", "LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHASHSEED", "LANG")
"""The environment variables that a child gets. All others can contain passwords and keys."""

_DEATHS = (OSError, EOFError, RuntimeError)
"""The errors that show that the child has ended. uvloop raises RuntimeError for a closed pipe."""

_log = structlog.get_logger()


class ChildFailedError(Exception):
    """The child ended, or took too long to answer."""


class ChildBusyError(Exception):
    """Too many questions wait for the child."""


class ChildProcess:
    """One child process of a module, which answers one question after the other."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._process: Process | None = None
        self._turn = asyncio.Lock()
        self.waiting = 0
        """The number of questions that have no answer yet."""

    @asynccontextmanager
    async def turn(self, most: int) -> AsyncIterator[None]:
        """Wait until the child is free. Raises ChildBusyError if `most` questions wait already."""
        if self.waiting >= most:
            raise ChildBusyError
        self.waiting += 1
        try:
            async with self._turn:
                yield
        finally:
            self.waiting -= 1

    async def answer(self, question: bytes, seconds: float) -> bytes:
        """Return the child's answer. Raises ChildFailedError if none comes within `seconds`.

        If the child ends, a new child gets the question once, because the first may have been killed for its memory.
        """
        try:
            async with asyncio.timeout(seconds):
                try:
                    return await self._asked(question)
                except _DEATHS as error:
                    _log.warning("child_died", module=self._module, error=type(error).__name__)
                    return await self._asked(question)
        except (*_DEATHS, TimeoutError) as error:
            raise ChildFailedError(f"{self._module}: {type(error).__name__}") from None

    async def stop(self) -> None:
        """Kill the child, if it runs."""
        process, self._process = self._process, None
        if process and process.returncode is None:
            process.kill()
            await process.wait()

    async def _asked(self, question: bytes) -> bytes:
        try:
            process = self._process or await self._started()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(len(question).to_bytes(4) + question)
            await process.stdin.drain()
            length = int.from_bytes(await process.stdout.readexactly(4))
            return await process.stdout.readexactly(length)
        except BaseException:
            # The pipe can contain a part of this answer, so the next question goes to a new child.
            await self.stop()
            raise

    async def _started(self) -> Process:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", self._module),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            cwd=_ROOT,
            env={name: os.environ[name] for name in _KNOWN if name in os.environ},
        )
        return self._process
