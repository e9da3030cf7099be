"""Following: every item after a place, in order and exactly once, also if connections break."""

from collections.abc import AsyncGenerator, Callable
from typing import TypeVar

import anyio

from verger_client import wire
from verger_client._async.connection import AsyncConnection
from verger_client.errors import Problem, Unreachable, reset_of
from verger_client.patience import Pauses

T = TypeVar("T")
Place = int | str


async def follow(
    connection: AsyncConnection,
    path: str,
    read: Callable[[bytes], T],
    place: Callable[[T], Place],
    after: Place | None,
) -> AsyncGenerator[T, None]:
    """Yield every item after a place, without end. `read` makes an item from its line.

    If a connection breaks, the client connects again, after pauses that grow up to a limit. Raises `Reset`
    if the server no longer has the place, and `Problem` if the token may no longer read.
    """
    pauses = Pauses()
    while True:
        asked = None
        try:
            async with connection.stream(
                path, "application/x-ndjson", after=after, follow=True
            ) as answer:
                lines = wire.Lines()
                async for piece in answer.aiter_bytes():
                    pauses.begin_again()
                    for line in filter(None, lines.add(piece)):
                        item = read(line)
                        after = place(item)
                        yield item
        except Unreachable:
            pass
        except Problem as problem:
            if reset := reset_of(problem):
                raise reset from problem
            asked = problem.retry_after
            if asked is None and problem.status < 500:
                raise
        await anyio.sleep(pauses.next(asked))
