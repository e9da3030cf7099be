"""Everything that a session ever put on paper, in order: pictures are laid out by it.

What was undone, eliminated or reworded counts too, and keeps its place. A table that takes a new
sheet of paper (a scrapped network, another map) starts another picture.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Protocol

from verger.domain.core.timeline import Rewound
from verger.projections.picture.layout import LIMIT, Box, Entries, Entry, Pin, Tidy, Tie

GROWTH = 1.25
"""How much more there has to be than at the last time for a scene to be tidied."""
NEW_SHEET = "new sheet"
REWOUND = str(Rewound.__struct_config__.tag)


Pins = Sequence[tuple[int, Pin]]
"""What a reader has moved, and the versions after which they did."""


class PaperReader(Protocol):
    """Reads off a game's effects what they put on paper."""

    tags: ClassVar[tuple[str, ...]]
    """The effects that it reads."""

    def read(self, effect: Any) -> Iterable[Entry | str]:
        """The entries of an effect; NEW_SHEET where it takes another sheet, Tidy where play pauses."""

    def forget(self) -> None:
        """Play went back: forget what was known of its state."""


class WrittenSheets:
    """Everything written up to a version, sheet by sheet."""

    def __init__(self, reader: PaperReader) -> None:
        self.version = 0
        self.tags = frozenset((*reader.tags, REWOUND))
        """The tags of the effects that count."""
        self._reader = reader
        self._entries: list[tuple[int, int, Entry]] = []
        """With their versions and their sheets."""
        self._since: list[int] = [0]
        """The versions from which on another sheet lies on the table than before."""
        self._sheets: list[int] = [0]
        self._ever = 0
        self._known: defaultdict[int, set[str]] = defaultdict(set)
        """The boxes and the routes of ties that each sheet has."""
        self._tidied: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        """Where each sheet was tidied by the game: at which versions, and how much there was."""

    def __len__(self) -> int:
        """The number of entries."""
        return len(self._entries)

    def take(self, version: int, effects: Iterable[Any], *, repeats: bool = False) -> None:
        """Take in the next event's effects; moves made again count like any others."""
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
        """The sheet that lies on the table at a version."""
        return self._sheets[bisect_right(self._since, version) - 1]

    def tidied(self, sheet: int, until: int) -> int:
        """The version at which the game tidied a sheet last, up to another one; 0 if it never did."""
        return max((at for at, _ in self._tidied[sheet] if at <= until), default=0)

    def entries(
        self, sheet: int, until: int, tidied: int = 0, pins: Pins = ()
    ) -> tuple[Entries, ...]:
        """What each event wrote on a sheet up to a version, in order, and where it is tidied: once.

        That is where the game did it last, unless a reader says after which version. What they moved
        after a version since then is moved there.
        """
        found: dict[int, list[Entry | Pin]] = {}
        for version, written, entry in self._entries:
            if version > until:
                break
            if written == sheet:
                found.setdefault(version, []).append(entry)
        tidied = min(tidied or self.tidied(sheet, until), until)
        if tidied and found:
            found.setdefault(tidied, []).append(Tidy())
        for version, pin in pins:
            if version >= tidied:
                found.setdefault(min(version, until), []).append(pin)
        return tuple(tuple(found[version]) for version in sorted(found))

    def _write(self, version: int, entry: Box | Tie) -> None:
        sheet = self._sheets[-1]
        self._entries.append((version, sheet, entry))
        self._known[sheet].add(entry.id if isinstance(entry, Box) else entry.route)

    def _pause(self, version: int) -> None:
        """Play pauses: the sheet is tidied where there is enough that is new on it."""
        sheet = self._sheets[-1]
        many, before = len(self._known[sheet]), self._tidied[sheet]
        if many <= LIMIT and many >= (before[-1][1] if before else 0) * GROWTH:
            before.append((version, many))

    def _lay(self, version: int, sheet: int) -> None:
        if sheet != self._sheets[-1]:
            self._since.append(version)
            self._sheets.append(sheet)
