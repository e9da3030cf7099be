"""Wake-ups: after a commit, a process sends the new version of a session to the other processes, through Redis.

A wake-up contains only the version, and the other process then reads the log. If Redis is down, processes
poll the log, and nothing is lost. Presence uses the same channels. Each session has its own channel, and
a process listens to the channels of its sessions in memory.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

import structlog

from verger.service import tracing

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub

SESSION = b"verger:session:"
"""The prefix of a session's channel. The id of the session follows."""
MOVED = b"verger:moved"
"""The channel that reports a move in any session, without the session."""
PRESENT = b"verger:present"
"""The channel for messages with the presence at all tables of a process."""
WAITING_LIMIT = 10_000
"""The maximum number of messages that wait for Redis. The oldest are dropped, because later ones replace them."""
GATHER_SECONDS = 0.02
"""For these seconds, new sessions in memory are collected, so that one command subscribes to all of them."""
AT_ONCE = 500
"""The maximum number of channels in one command."""
RETRY_SECONDS = 1.0
TIMEOUT_SECONDS = 2.0

_log = structlog.get_logger()


class Wakeups:
    """Sends new versions to other processes, and receives theirs."""

    def __init__(
        self,
        url: str,
        *,
        held: Callable[[], Iterable[UUID]],
        heard: Callable[[UUID, int], None],
        told: Callable[[UUID | None], None],
        present: Callable[[bytes], None],
        doubt: Callable[[UUID | None], None],
    ) -> None:
        self._held = held
        """Returns the sessions whose wake-ups this process needs."""
        self._heard = heard
        self._told = told
        """Called with the session of each move that is made here or reported. None stands for any other session."""
        self._present = present
        """Called with each message about presence, also with those of this process."""
        self._doubt = doubt
        """Called when wake-ups of a session, or of all sessions (None), may be lost. Its log must then be read."""
        self._client = _client(url) if url else None
        self._waiting: OrderedDict[tuple[bytes, Literal["moved", "here"]], bytes] = OrderedDict()
        self._followed = 0
        """The number of users of `following_all`."""
        self._changed = asyncio.Event()
        """Set when the needed sessions may have changed."""
        self._arrived = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._hears, self._tells = False, True
        self._is_away = False
        """Whether the last log line about Redis said that it is away."""

    @property
    def connected(self) -> bool:
        """Whether this process can send and receive wake-ups now, as far as it knows."""
        return self._hears and self._tells

    @property
    def waiting(self) -> int:
        """The number of messages that wait to be sent to Redis."""
        return len(self._waiting)

    def start(self) -> None:
        """Begin to receive and to send, if there is a Redis."""
        if self._client:
            self._tasks = [
                asyncio.create_task(self._forever(self._listen, self._deaf)),
                asyncio.create_task(self._forever(self._tell, self._mute)),
            ]

    async def stop(self) -> None:
        """Stop receiving and sending."""
        going = set(self._tasks)
        while going:
            for task in going:
                task.cancel()
            # If a cancellation and a timeout coincide, the library can lose the cancellation. So cancel again.
            _, going = await asyncio.wait(going, timeout=RETRY_SECONDS)
        if self._client:
            await self._client.aclose()

    async def ping(self) -> None:
        """Ask Redis once for an answer. If there is none, this raises an error of the library."""
        assert self._client is not None
        await self._client.ping()
        await self._client.aclose()

    def look(self) -> None:
        """Find out again soon which sessions' wake-ups this process needs."""
        self._changed.set()

    @contextmanager
    def following_all(self) -> Iterator[None]:
        """During this block, receive a wake-up for a move in any session, without the name of the session."""
        self._followed += 1
        self.look()
        try:
            yield
        finally:
            self._followed -= 1
            self.look()

    def moved(self, session: UUID, version: int) -> None:
        """Send a wake-up to other processes soon. This never waits."""
        self._told(session)
        self._send(_channel(session), "moved", b"%d" % version)

    def here(self, session: UUID | None, message: bytes) -> None:
        """Send presence to the processes that have a session in memory, or to all. A later message replaces it."""
        self._send(_channel(session) if session else PRESENT, "here", message)

    def _send(self, channel: bytes, what: Literal["moved", "here"], message: bytes) -> None:
        if self._client is None:
            return
        self._waiting[channel, what] = message
        self._waiting.move_to_end((channel, what))
        if len(self._waiting) > WAITING_LIMIT:
            self._waiting.popitem(last=False)
        self._arrived.set()

    async def _forever(
        self, work: Callable[["Redis"], Coroutine[Any, Any, None]], failed: Callable[[], None]
    ) -> None:
        """Repeat the work for ever. After an error, call `failed` and try again a second later."""
        assert self._client is not None
        while True:
            try:
                await work(self._client)
            except Exception as error:  # noqa: BLE001, every error is retried
                if not self._is_away:
                    self._is_away = True
                    _log.warning("redis_unavailable", error=type(error).__name__)
                failed()
                await asyncio.sleep(RETRY_SECONDS)

    def _works(self) -> None:
        """Log that Redis is back, when this process can receive and send again."""
        if self._is_away and self.connected:
            self._is_away = False
            _log.info("redis_available")

    def _mute(self) -> None:
        self._tells = False

    def _deaf(self) -> None:
        if self._hears:
            self._hears = False
            self._doubt(None)

    async def _listen(self, client: "Redis") -> None:
        async with client.pubsub() as channels:
            await channels.subscribe(PRESENT)
            choosing = asyncio.create_task(self._choose(channels))
            answered = False
            try:
                while not choosing.done():
                    message = await channels.get_message(timeout=TIMEOUT_SECONDS)
                    if message is None:
                        # A half-open connection shows itself only by silence. So ping, and expect an answer.
                        if not answered:
                            raise TimeoutError
                        await channels.ping()
                    answered = message is not None
                    if message and message["type"] == "subscribe":
                        self._begin_to_hear(message["channel"])
                    elif message and message["type"] == "message":
                        self._hear(message["channel"], message["data"])
                await choosing
            finally:
                choosing.cancel()

    async def _choose(self, channels: "PubSub") -> None:
        """Subscribe to the channels of the needed sessions, and again after each change of these."""
        listened: set[bytes] = set()
        while True:
            self._changed.clear()
            wanted = {_channel(session) for session in self._held()}
            if self._followed:
                wanted.add(MOVED)
            for some in _few(wanted - listened):
                await channels.subscribe(*some)
            for some in _few(listened - wanted):
                await channels.unsubscribe(*some)
            listened = wanted
            await self._changed.wait()
            await asyncio.sleep(GATHER_SECONDS)

    def _begin_to_hear(self, channel: bytes) -> None:
        """Have the log read after a subscription, because earlier wake-ups did not arrive."""
        if channel == PRESENT:
            self._hears = True
            self._works()
            self._doubt(None)
        elif channel == MOVED:
            self._told(None)
        else:
            self._doubt(_session(channel))

    def _hear(self, channel: bytes, message: bytes) -> None:
        if channel == MOVED:
            self._told(None)
        elif channel == PRESENT or not message.isdigit():
            self._present(message)
        else:
            self._heard(_session(channel), int(message))
            self._told(_session(channel))

    async def _tell(self, client: "Redis") -> None:
        while True:
            if not self._waiting:
                self._arrived.clear()
                await self._arrived.wait()
            batch = list(self._waiting.items())
            with tracing.span("publish", messages=len(batch)):
                async with client.pipeline(transaction=False) as pipeline:
                    for (channel, _), message in batch:
                        pipeline.publish(channel, message)
                    if any(what == "moved" for (_, what), _ in batch):
                        pipeline.publish(MOVED, b"")
                    await pipeline.execute()
            self._tells = True
            self._works()
            for about, message in batch:
                if self._waiting.get(about) is message:
                    del self._waiting[about]


def _channel(session: UUID) -> bytes:
    return SESSION + session.hex.encode()


def _session(channel: bytes) -> UUID:
    return UUID(channel.removeprefix(SESSION).decode())


def _few(channels: set[bytes]) -> Iterator[list[bytes]]:
    """Yield the channels in groups that fit into one command."""
    rest = list(channels)
    while rest:
        yield rest[:AT_ONCE]
        del rest[:AT_ONCE]


def _client(url: str) -> "Redis":
    """Return a client that does not retry. Retries by the library would hide missed messages."""
    # Import the library only here, because it takes a tenth of the time that a command needs for imports.
    from redis.asyncio import Redis  # noqa: PLC0415
    from redis.asyncio.retry import Retry  # noqa: PLC0415
    from redis.backoff import NoBackoff  # noqa: PLC0415

    return Redis.from_url(
        url,
        socket_timeout=2 * TIMEOUT_SECONDS,
        socket_connect_timeout=TIMEOUT_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )
