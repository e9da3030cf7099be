"""The layout process from the server's side: started when it is needed, ended when it fails.

A crash or an endless layout in this process costs one picture, and not the server.
"""

import time
from collections.abc import Sequence

import msgspec

from verger.projections.picture.arrangement import Arrangement
from verger.projections.picture.entry import Entries
from verger.projections.picture.layout import Placement
from verger.service import tracing
from verger.service.child.process import ChildBusyError, ChildFailedError, ChildProcess
from verger.service.database.outage import Cause, UnavailableError
from verger.service.histogram import Histogram
from verger.service.work import charge

SECONDS = 30.0
"""The maximum time of a layout."""
WAITING = 20
"""The maximum number of layouts that wait for their turn."""

_decoder = msgspec.msgpack.Decoder(Arrangement)


class LayoutProcess:
    """A process that makes one layout after the other."""

    def __init__(self) -> None:
        self._child = ChildProcess("verger.service.layout.worker")
        self.seconds = Histogram()
        """How long each layout took, once it had its turn."""
        self.failures = 0

    @property
    def waiting(self) -> int:
        """The number of requested layouts that are not finished."""
        return self._child.waiting

    async def arrangement(
        self,
        events: Sequence[Entries],
        known: Placement | None = None,
        *,
        is_tall: bool = False,
    ) -> Arrangement:
        """Return the arrangement of these events. Raises UnavailableError if there is none in time.

        `known` has the places after the first of these events.
        """
        try:
            async with self._child.turn(WAITING):
                began = time.perf_counter()
                with self.seconds.timed(), tracing.span("layout"):
                    question = msgspec.msgpack.encode((events, known, is_tall))
                    answer = _decoder.decode(await self._child.answer(question, SECONDS))
                charge(time.perf_counter() - began)
                return answer
        except ChildBusyError:
            raise UnavailableError("too many layouts wait", Cause.OVERLOADED) from None
        except ChildFailedError as error:
            self.failures += 1
            raise UnavailableError(str(error), Cause.NO_PICTURE) from None

    async def stop(self) -> None:
        """End the process, if there is one."""
        await self._child.stop()
