"""The layouts of sessions: entries are read once, and each arrangement is computed once."""

import asyncio
from collections import OrderedDict, defaultdict
from functools import partial

from msgspec.structs import replace

from projections.picture.arrangement import Arrangement
from projections.picture.layout import Entries
from projections.picture.written import PaperReader, Written
from service.layout.process import LayoutProcess
from service.log.store import Store
from service.play.scan import Scans
from service.play.session import Session

ARRANGEMENTS = 100
"""Arrangements that are kept in memory."""

_Events = tuple[Entries, ...]


class Layouts:
    """Gives the arrangements of sessions' pictures."""

    def __init__(self, store: Store) -> None:
        self._written: defaultdict[type[PaperReader], Scans[Written]]
        self._written = defaultdict(partial(Scans, store))
        self.process = LayoutProcess()
        self._arranged: OrderedDict[_Events, Arrangement] = OrderedDict()
        self._arranging: dict[_Events, asyncio.Task[Arrangement]] = {}

    async def stop(self) -> None:
        """End what is under way."""
        await self.process.stop()

    async def of(
        self,
        hot: Session,
        reader: type[PaperReader],
        at: int,
        laid_out: int,
        tidied: int = 0,
        more: Entries = (),
    ) -> Arrangement:
        """The arrangement at a version, laid out from all the entries up to another, and then `more`.

        Everything is tidied as it was at a third one, or else where the game tidied it last, and stays
        there for what comes later.
        """
        written = await self._written[reader].of(hot, laid_out, lambda: Written(reader()))
        sheet = written.sheet_at(at)
        events = written.entries(sheet, laid_out, tidied)
        found = await self._arrangement((*events, more) if more else events)
        return replace(found, tidied=written.tidied(sheet, laid_out))

    async def _arrangement(self, events: _Events) -> Arrangement:
        known = self._arranged.get(events)
        if known is None:
            task = self._arranging.get(events)
            if task is None:
                task = asyncio.create_task(self.process.arrangement(events))
                self._arranging[events] = task
                task.add_done_callback(lambda done: self._arranged_or_not(events, done))
            known = await asyncio.shield(task)
        self._arranged[events] = known
        self._arranged.move_to_end(events)
        if len(self._arranged) > ARRANGEMENTS:
            self._arranged.popitem(last=False)
        return known

    def _arranged_or_not(self, events: _Events, done: asyncio.Task[Arrangement]) -> None:
        del self._arranging[events]
        # The asker may have gone meanwhile: a failure that nobody hears of would be logged.
        if not done.cancelled():
            done.exception()
