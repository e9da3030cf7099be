"""The layouts of sessions: entries are read once, and each arrangement is computed once."""

from collections import defaultdict
from functools import partial

from msgspec.structs import replace

from verger.projections.picture.arrangement import Arrangement
from verger.projections.picture.layout import Entries
from verger.projections.picture.written import PaperReader, Pins, WrittenSheets
from verger.service.layout.once import Once
from verger.service.layout.process import LayoutProcess
from verger.service.log.store import Store
from verger.service.play.scan import Scans
from verger.service.play.session import Session

ARRANGEMENTS = 100
"""Arrangements that are kept in memory."""
PICTURES = 64
"""Drawn pictures that are: every window at a table asks for the same one at once."""

_Events = tuple[Entries, ...]


class Layouts:
    """Gives the arrangements of sessions' pictures."""

    def __init__(self, store: Store) -> None:
        self._written: defaultdict[type[PaperReader], Scans[WrittenSheets]]
        self._written = defaultdict(partial(Scans, store))
        self.process = LayoutProcess()
        self._arranged: Once[_Events, Arrangement] = Once(ARRANGEMENTS)
        self.pictures: Once[tuple[object, ...], tuple[object, str]] = Once(PICTURES)

    async def stop(self) -> None:
        """End what is under way."""
        await self.process.stop()

    async def of(
        self,
        session: Session,
        reader: type[PaperReader],
        at: int,
        laid_out: int,
        tidied: int = 0,
        pins: Pins = (),
        more: Entries = (),
    ) -> Arrangement:
        """The arrangement at a version, laid out from all the entries up to another, and then `more`.

        Everything is tidied as it was at a third one, or else where the game tidied it last, and stays
        there for what comes later.
        """
        written = await self._written[reader].of(session, laid_out, lambda: WrittenSheets(reader()))
        sheet = written.sheet_at(at)
        events = written.entries(sheet, laid_out, tidied, pins)
        events = (*events, more) if more else events
        found = await self._arranged.of(events, partial(self.process.arrangement, events))
        return replace(found, tidied=written.tidied(sheet, laid_out))
