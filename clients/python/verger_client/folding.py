"""Folding: the views of a session at every version, computed from its events."""

from collections.abc import Iterable, Mapping
from typing import Any

from verger_client.errors import NeedsState
from verger_client.records import START, Records, after
from verger_client.types import EventView
from verger_client.views import View


class Fold:
    """The views of a session, computed event by event from a first view or from the start.

    After an event of type `redact`, make a new `Fold`, because the redaction changed texts of earlier events.
    """

    def __init__(self, view: View | None = None, *, kept: float = 100) -> None:
        """Begin with a view. `kept` is the number of newest views to keep for rewinds."""
        self.view = view or View(0, START)
        self._most = kept
        self._kept = {self.view.version: self.view.records}

    def take(self, event: EventView) -> View:
        """Return the view after the next event, and set `view` to it.

        Raises `NeedsState` and changes nothing if the view cannot be computed.
        """
        return self.take_effects(event.version, event.event.effects)

    def take_effects(self, version: int, effects: Iterable[Mapping[str, Any]]) -> View:
        """Return the view after the effects of the next event."""
        if version != self.view.version + 1:
            raise NeedsState(version, f"the events after {self.view.version} are missing")
        try:
            records = after(self.view.records, effects, self._earlier)
        except LookupError as error:
            raise NeedsState(version, str(error)) from error
        self.view = View(version, records)
        self._kept[version] = records
        if len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
        return self.view

    def _earlier(self, version: int) -> Records:
        if version not in self._kept:
            raise LookupError(f"version {version}, to which play went back, is not kept")
        return self._kept[version]
