"""Sheets: all elements that a session ever created, in order, as the input of its layouts.

Undone, eliminated and relabelled elements also count, and keep their places. If the table scraps its
network or draws another map, a new sheet begins, with its own picture.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Protocol

from verger.domain.core.timeline import Rewound
from verger.projections.picture.entry import Box, Entries, Entry, Pin, Tidy, Tie
from verger.projections.picture.layout import LIMIT

GROWTH = 1.1
"""The end of a part of play tidies a sheet only if the sheet has grown by this factor since it was
last tidied."""
NEW_SHEET = "new sheet"
REWOUND = str(Rewound.__struct_config__.tag)


Pins = Sequence[tuple[int, Pin]]
"""The boxes that a reader has moved, each with the version that the reader saw."""


class PaperReader(Protocol):
    """Reads layout entries from the effects of a game."""

    tags: ClassVar[tuple[str, ...]]
    """The effects that it reads."""

    def read(self, effect: Any) -> Iterable[Entry | str]:
        """Return the layout entries of an effect: boxes and ties.

        `Tidy` stands for the end of a part of play, such as a scene. NEW_SHEET begins a new sheet.
        """

    def forget(self) -> None:
        """Forget everything that a rewind can undo."""


class WrittenSheets:
    """All entries up to a version, sheet by sheet."""

    throws = None
    """None, because layouts do not need the thrown dice."""

    def __init__(self, reader: PaperReader) -> None:
        self.version = 0
        self.tags = frozenset((*reader.tags, REWOUND))
        """The tags of the effects that change the sheets."""
        self._reader = reader
        self._entries: list[tuple[int, int, Entry]] = []
        """The entries, with their versions and their sheets."""
        self._since: list[int] = [0]
        """The first version of each sheet."""
        self._sheets: list[int] = [0]
        self._ever = 0
        self._known: defaultdict[int, set[str]] = defaultdict(set)
        """The known boxes and routes of each sheet."""
        self._tidied: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        """For each sheet: the versions that tidied it, each with its number of boxes and routes then."""

    def __len__(self) -> int:
        """Return the number of entries."""
        return len(self._entries)

    def take(self, version: int, effects: Iterable[Any], *, repeats: bool = False) -> None:
        """Add the effects of the next event. Repeated moves count like any others."""
        del repeats
        is_paused = False
        for effect in effects:
            if type(effect) is Rewound:
                self._reader.forget()
                self._lay(version, self.sheet_at(effect.to))
                continue
            for entry in self._reader.read(effect):
                match entry:
                    case str():
                        self._ever += 1
                        self._lay(version, self._ever)
                    case Tidy():
                        is_paused = True
                    case Box() | Tie():
                        self._write(version, entry)
        if is_paused:
            self._pause(version)
        self.version = version

    def sheet_at(self, version: int) -> int:
        """Return the number of the sheet in use at a version."""
        return self._sheets[bisect_right(self._since, version) - 1]

    def tidied(self, sheet: int, until: int) -> int:
        """Return the last version, up to `until`, that tidied a sheet; 0 if there is none."""
        return max((at for at, _ in self._tidied[sheet] if at <= until), default=0)

    def entries(self, sheet: int, until: int, pins: Pins = ()) -> tuple[Entries, ...]:
        """Return the entries of each event on a sheet up to a version, and `Tidy` for each version that tidied it.

        Boxes that a reader has moved since then are included.
        """
        by_version: dict[int, list[Entry | Pin]] = {}
        for version, written, entry in self._entries:
            if version > until:
                break
            if written == sheet:
                by_version.setdefault(version, []).append(entry)
        for version, _ in self._tidied[sheet]:
            if version <= until:
                by_version.setdefault(version, []).append(Tidy())
        for version, pin in pins:
            if version >= self.tidied(sheet, until):
                by_version.setdefault(min(version, until), []).append(pin)
        return tuple(tuple(by_version[version]) for version in sorted(by_version))

    def _write(self, version: int, entry: Box | Tie) -> None:
        sheet = self._sheets[-1]
        self._entries.append((version, sheet, entry))
        self._known[sheet].add(entry.id if isinstance(entry, Box) else entry.route)

    def _pause(self, version: int) -> None:
        """Tidy the sheet at the end of a part of play, if it has grown enough."""
        sheet = self._sheets[-1]
        many, before = len(self._known[sheet]), self._tidied[sheet]
        if 0 < many <= LIMIT and many >= (before[-1][1] if before else 0) * GROWTH:
            before.append((version, many))

    def _lay(self, version: int, sheet: int) -> None:
        if sheet != self._sheets[-1]:
            self._since.append(version)
            self._sheets.append(sheet)
