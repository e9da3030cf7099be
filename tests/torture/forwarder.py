"""A TCP port that forwards to a PostgreSQL server's socket. Its connections can be cut, held up, and led to another server."""

import asyncio
import threading
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

COPY_DONE, COMMIT = b"c\x00\x00\x00\x04", b"COMMIT;\x00"
"""The bytes of a client that commit an append, and a transaction."""
CHUNK = 65_536


class Forwarder:
    """Forwards to one server at a time, in its own thread."""

    def __init__(self) -> None:
        self.port = 0
        self.cut = 0
        """The number of commits that were cut off."""
        self._to: Path | None = None
        self._links: set[asyncio.StreamWriter] = set()
        self._cutting = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._passing = asyncio.Event()
        self._server: asyncio.Server | None = None

    def __enter__(self) -> Self:
        self._thread.start()
        self._run(self._listen())
        return self

    def __exit__(self, *_: object) -> None:
        self._run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def lead(self, folder: Path) -> None:
        """Cut every connection, and lead new connections to the server with its socket in this folder."""
        self._run(self._lead(folder))

    def hold(self) -> None:
        """Let nothing through in either direction. Connections stay open."""
        self._loop.call_soon_threadsafe(self._passing.clear)

    def release(self) -> None:
        """Let waiting and new connections through."""
        self._loop.call_soon_threadsafe(self._passing.set)

    def cut_commits(self, number: int) -> None:
        """Cut off this number of the next commits: one before the server receives it, the next after that, in turns."""
        self._cutting = number

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _listen(self) -> None:
        self._passing.set()
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _end(self) -> None:
        assert self._server is not None
        self._server.close()
        await self._lead(None)
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _lead(self, folder: Path | None) -> None:
        self._to = folder
        for link in list(self._links):
            link.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._links.add(writer)
        try:
            if self._to is not None:
                there = await asyncio.open_unix_connection(str(self._to))
                self._links.add(there[1])
                await self._forward((reader, writer), there)
        except OSError:
            pass  # the server is not there, or the connection broke
        finally:
            writer.transport.abort()
            self._links.discard(writer)

    async def _forward(
        self,
        client: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        server: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    ) -> None:
        """Forward in both directions until one side closes its connection, and then close the other."""
        ways = [
            asyncio.create_task(self._asked(client[0], server[1], client[1])),
            asyncio.create_task(self._answered(server[0], client[1])),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            server[1].transport.abort()
            self._links.discard(server[1])
            for way in ways:
                way.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(*ways, return_exceptions=True)

    async def _asked(
        self, reader: asyncio.StreamReader, to: asyncio.StreamWriter, back: asyncio.StreamWriter
    ) -> None:
        while sent := await reader.read(CHUNK):
            await self._passing.wait()
            is_commit = COPY_DONE in sent or COMMIT in sent
            if is_commit and self._cutting:
                self._cutting -= 1
                self.cut += 1
                if self.cut % 2:
                    return
                # The server commits, but the client gets no answer.
                to.write(sent)
                await to.drain()
                back.transport.abort()
                await asyncio.sleep(0.05)
                return
            to.write(sent)
            await to.drain()

    async def _answered(self, reader: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        while sent := await reader.read(CHUNK):
            await self._passing.wait()
            to.write(sent)
            await to.drain()
