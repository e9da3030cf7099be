"""Following: every item after a place, in order and each once, whatever happens to connections."""

import time
from collections.abc import Generator, Callable
from typing import TypeVar

from verger_client import wire
from verger_client._sync.connection import Connection
from verger_client.errors import Problem, Unreachable, reset_of
from verger_client.patience import Pauses

T = TypeVar("T")
Place = int | str


def follow(
    connection: Connection,
    path: str,
    kind: type[T],
    place: Callable[[T], Place],
    after: Place | None,
) -> Generator[T, None]:
    """Every item after a place, for ever.

    Connections that break are made again, after pauses that grow up to a bound. Raises `Reset`
    where nothing goes on after the place, and `Problem` where there is no more for this token.
    """
    pauses = Pauses()
    while True:
        asked = None
        try:
            with connection.stream(
                path, "application/x-ndjson", after=after, follow=True
            ) as answer:
                lines = wire.Lines()
                for piece in answer.iter_bytes():
                    pauses.begin_again()
                    for line in filter(None, lines.add(piece)):
                        item = wire.decode(line, kind)
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
        time.sleep(pauses.next(asked))
