"""Wake-ups: after a commit, followers of the session are told that it has moved on.

A wake-up carries only a session and a version; readers read from the log. Within a process no
Redis is needed. With Redis down, processes find out by polling the log, and nothing is lost. What
processes tell each other besides, who is here, goes the same way.
"""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any
from uuid import UUID

import structlog

if TYPE_CHECKING:
    from redis.asyncio import Redis

MOVED = "verger:moved"
PRESENT = "verger:present"
WAITING_LIMIT = 10_000
"""Messages that may wait for Redis; the oldest are dropped, as a later one says more."""
RETRY_SECONDS = 1.0
TIMEOUT_SECONDS = 2.0

_log = structlog.get_logger()


class Wakeups:
    """Tells other processes of new versions, and hears of theirs."""

    def __init__(
        self,
        url: str,
        *,
        heard: Callable[[UUID, int], None],
        told: Callable[[UUID], None],
        present: Callable[[bytes], None],
        doubt: Callable[[], None],
    ) -> None:
        self._heard = heard
        self._told = told
        """Called for every move, this process's own too."""
        self._present = present
        """Called with what processes, this one too, tell of who is here."""
        self._doubt = doubt
        """Called when wake-ups may have got lost: the log is to be looked at."""
        self._client = _client(url) if url else None
        self._waiting: OrderedDict[tuple[str, UUID], bytes] = OrderedDict()
        self._arrived = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._hears, self._tells = False, True

    @property
    def connected(self) -> bool:
        """Whether processes hear of each other now, as far as this one can tell."""
        return self._hears and self._tells

    @property
    def waiting(self) -> int:
        """Messages that Redis has not been told yet."""
        return len(self._waiting)

    def start(self) -> None:
        """Begin to listen and to tell, if there is a Redis."""
        if self._client:
            self._tasks = [
                asyncio.create_task(self._forever(self._listen, self._deaf)),
                asyncio.create_task(self._forever(self._tell, self._mute)),
            ]

    async def stop(self) -> None:
        """Stop listening and telling."""
        going = set(self._tasks)
        while going:
            for task in going:
                task.cancel()
            # The library takes a cancellation that coincides with a timeout for the timeout alone.
            _, going = await asyncio.wait(going, timeout=RETRY_SECONDS)
        if self._client:
            await self._client.aclose()

    def moved(self, session: UUID, version: int) -> None:
        """Tell other processes, some time soon; never waits."""
        self._told(session)
        self._send(MOVED, session, b"%s %d" % (str(session).encode(), version))

    def here(self, about: UUID, message: bytes) -> None:
        """Tell other processes who is here; a later message of the same id says it anew."""
        self._send(PRESENT, about, message)

    def _send(self, channel: str, about: UUID, message: bytes) -> None:
        if self._client is None:
            return
        self._waiting[channel, about] = message
        self._waiting.move_to_end((channel, about))
        if len(self._waiting) > WAITING_LIMIT:
            self._waiting.popitem(last=False)
        self._arrived.set()

    async def _forever(
        self, work: Callable[["Redis"], Coroutine[Any, Any, None]], failed: Callable[[], None]
    ) -> None:
        """Repeat the work for ever: while Redis is down, nothing is told or heard."""
        assert self._client is not None
        while True:
            try:
                await work(self._client)
            except Exception as error:  # noqa: BLE001, whatever it is, it is tried again
                if self.connected:
                    _log.warning("redis_away", error=type(error).__name__)
                failed()
                await asyncio.sleep(RETRY_SECONDS)

    def _mute(self) -> None:
        self._tells = False

    def _deaf(self) -> None:
        if self._hears:
            self._hears = False
            self._doubt()

    async def _listen(self, client: "Redis") -> None:
        async with client.pubsub() as channel:
            await channel.subscribe(MOVED, PRESENT)
            answered = False
            while True:
                message = await channel.get_message(timeout=TIMEOUT_SECONDS)
                if message is None:
                    # Silence is the only sign of a half-open connection.
                    if not answered:
                        raise TimeoutError
                    await channel.ping()
                answered = message is not None
                if message and message["type"] == "subscribe":
                    # Wake-ups sent before this have not arrived.
                    self._hears = True
                    if message["channel"] == MOVED.encode():
                        self._doubt()
                elif message and message["type"] == "message":
                    self._hear(message["channel"], message["data"])

    def _hear(self, channel: bytes, message: bytes) -> None:
        if channel == PRESENT.encode():
            self._present(message)
            return
        with contextlib.suppress(ValueError):
            session, version = message.decode().split()
            self._heard(UUID(session), int(version))
            self._told(UUID(session))

    async def _tell(self, client: "Redis") -> None:
        while True:
            if not self._waiting:
                self._arrived.clear()
                await self._arrived.wait()
            batch = list(self._waiting.items())
            async with client.pipeline(transaction=False) as pipeline:
                for (channel, _), message in batch:
                    pipeline.publish(channel, message)
                await pipeline.execute()
            self._tells = True
            for about, message in batch:
                if self._waiting.get(about) is message:
                    del self._waiting[about]


def _client(url: str) -> "Redis":
    """A client without the library's retries, which would reconnect and hide what was missed."""
    # Only here: without a Redis, its library would be a tenth of what a command loads.
    from redis.asyncio import Redis  # noqa: PLC0415
    from redis.asyncio.retry import Retry  # noqa: PLC0415
    from redis.backoff import NoBackoff  # noqa: PLC0415

    return Redis.from_url(
        url,
        socket_timeout=2 * TIMEOUT_SECONDS,
        socket_connect_timeout=TIMEOUT_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )
