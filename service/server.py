"""Run the server with uvicorn. If it is stopped, live streams end first."""

import asyncio
import gc
import socket
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import cast

import structlog
import uvicorn

from verger.service import output
from verger.service.annexes.wiring import complete
from verger.service.app import build
from verger.service.connection.connection import HttpConnection
from verger.service.edge.refusal import refusal
from verger.service.settings import Settings
from verger.service.short.way import ShortWay
from verger.service.wiring import Parts

_log = structlog.get_logger()

Announce = Callable[[int], None]
"""Called in a thread with the port, once the server listens."""


class Server(uvicorn.Server):
    """A server that notifies the parts of a stop at once, so that streams end and do not delay it."""

    def __init__(self, config: uvicorn.Config, parts: Parts, announce: Announce | None) -> None:
        super().__init__(config)
        self._parts = parts
        self._announce = announce
        self._announcing: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then announce the port."""
        await super().startup(sockets)
        if self.started and self._announce:
            port = self.servers[0].sockets[0].getsockname()[1]
            self._announcing = asyncio.create_task(self._say(self._announce, port))

    async def _say(self, announce: Announce, port: int) -> None:
        try:
            await asyncio.to_thread(announce, port)
        except Exception:  # noqa: BLE001, the server serves all the same
            _log.exception("port_not_announced")

    async def on_tick(self, counter: int) -> bool:
        """End overdue connections once a second. The library calls this ten times a second."""
        if counter % 10 == 0:
            self._parts.connections.sweep(asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop, and wake streams immediately."""
        self._parts.sessions.doubt()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Write the last log lines before a signal ends the process."""
        with super().capture_signals():
            try:
                yield
            finally:
                output.flush()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop."""
        self._parts.stopping.set()
        super().handle_exit(sig, frame)


def _collect_seldom() -> None:
    """Make the cyclic garbage collector run rarely: there are few reference cycles, and states are large."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


SWITCH_SECONDS = 0.0005
"""A busy thread, for example one that draws, delays the event loop by at most this time, in seconds."""


def server(settings: Settings, announce: Announce | None = None) -> Server:
    """Return a server that is ready to run."""
    _collect_seldom()
    sys.setswitchinterval(SWITCH_SECONDS)
    parts = complete(settings)
    front, refused = build(parts), partial(refusal, settings.base_path)
    config = uvicorn.Config(
        front,
        host=settings.host,
        port=settings.port,
        root_path=settings.base_path,
        loop="uvloop",
        http=cast(
            "type[asyncio.Protocol]",
            partial(HttpConnection, parts.connections, refused, ShortWay(parts, front).take),
        ),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=2048,
        timeout_graceful_shutdown=settings.stop_seconds,
    )
    return Server(config, parts, announce)
