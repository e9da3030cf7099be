"""The layouts of sessions: entries are read once, and each arrangement is computed once."""

from collections import defaultdict
from functools import partial

from msgspec.structs import replace

from verger.projections.picture.arrangement import Arrangement
from verger.projections.picture.entry import Entries
from verger.projections.picture.written import PaperReader, Pins, WrittenSheets
from verger.service.database.pool import Database
from verger.service.layout.once import Once
from verger.service.layout.process import LayoutProcess
from verger.service.layout.stored import Known, NewestEvent, StoredArrangements
from verger.service.log.store import Store
from verger.service.play.scan import Scans
from verger.service.play.session import Session

ARRANGEMENTS = 100
"""The maximum number of arrangements in memory."""
NEAR = 8
"""If more events than this follow an arrangement in memory, the server looks for a nearer one in the database."""
PICTURES = 64
"""The number of drawn pictures that are kept in memory. Every window at a table asks for the same one at once."""

_Events = tuple[Entries, ...]


class Layouts:
    """Computes the arrangements of sessions' pictures."""

    def __init__(self, store: Store, database: Database) -> None:
        self._written: defaultdict[type[PaperReader], Scans[WrittenSheets]]
        self._written = defaultdict(partial(Scans, store))
        self._store, self.stored = store, StoredArrangements(database)
        self.process = LayoutProcess()
        self._wide: Once[_Events, Arrangement] = Once(ARRANGEMENTS)
        self._tall: Once[_Events, Arrangement] = Once(ARRANGEMENTS)
        self.pictures: Once[tuple[object, ...], tuple[object, str]] = Once(PICTURES)

    async def stop(self) -> None:
        """End all work in progress."""
        await self.process.stop()
        await self.stored.stop()

    async def of(
        self,
        session: Session,
        reader: type[PaperReader],
        at: int,
        laid_out: int,
        pins: Pins = (),
        more: Entries = (),
        *,
        is_tall: bool = False,
    ) -> Arrangement:
        """Return the arrangement at version `at`. It is laid out from all entries up to `laid_out` and from `more`."""
        written = await self._written[reader].of(session, laid_out, lambda: WrittenSheets(reader()))
        sheet = written.sheet_at(at)
        events = written.entries(sheet, laid_out, pins)
        # Only the newest arrangement without pins or changes is stored, because other readers need it after a restart.
        is_newest = laid_out == session.version and sheet == written.sheet_at(laid_out)
        is_common = is_newest and not (pins or more or is_tall)
        head = NewestEvent(session.id, session.version, session.hash) if is_common else None
        events = (*events, more) if more else events
        arranged = self._tall if is_tall else self._wide
        make = partial(self._arrange, session, events, head, is_tall=is_tall)
        found = await arranged.of(events, make)
        return replace(found, tidied=written.tidied(sheet, laid_out))

    async def _arrange(
        self, session: Session, events: _Events, head: NewestEvent | None, *, is_tall: bool
    ) -> Arrangement:
        """Return the arrangement of these events. Store it if there is a head, which all events lead up to."""
        known = await self._known(session, events, is_tall=is_tall)
        if known and known.events == len(events):
            return known.arrangement
        placement = known.arrangement.placement(known.events) if known else None
        found = await self.process.arrangement(events, placement, is_tall=is_tall)
        if head and events:
            self.stored.keep(head, events, found)
        return found

    async def _known(self, session: Session, events: _Events, *, is_tall: bool) -> Known | None:
        """Return the known arrangement that covers the most of these events, from the first on."""
        known = [
            Known(len(first), found)
            for first, found in (self._tall if is_tall else self._wide).kept
            if first and events[: len(first)] == first
        ]
        if not is_tall and len(events) - max([one.events for one in known], default=0) > NEAR:
            lineage = await self._store.lineage(session.id)
            sessions = [part.session for part in lineage.parts]
            known += filter(None, [await self.stored.nearest(sessions, events)])
        return max(known, key=lambda one: one.events, default=None)
