"""Everything that a session ever put on paper, in order: pictures are laid out by it.

What was undone, eliminated or reworded counts too, and keeps its place. A table that takes a new
sheet of paper (a scrapped network, another map) starts another picture.
"""

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any, ClassVar, Protocol

from domain.core.timeline import Rewound
from projections.picture.layout import Entries, Entry, Tidy

NEW_SHEET = "new sheet"
REWOUND = str(Rewound.__struct_config__.tag)


class PaperReader(Protocol):
    """Reads off a game's effects what they put on paper."""

    tags: ClassVar[tuple[str, ...]]
    """The effects that it reads."""

    def read(self, effect: Any) -> Iterable[Entry | str]:
        """The entries of an effect; NEW_SHEET where it takes another sheet, Tidy where play pauses."""

    def forget(self) -> None:
        """Play went back: forget what was known of its state."""


class Written:
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

    def __len__(self) -> int:
        """The number of entries."""
        return len(self._entries)

    def take(self, version: int, effects: Iterable[Any], *, repeats: bool = False) -> None:
        """Take in the next event's effects; moves made again count like any others."""
        del repeats
        for effect in effects:
            if type(effect) is Rewound:
                self._reader.forget()
                self._lay(version, self.sheet_at(effect.to))
                continue
            for entry in self._reader.read(effect):
                if isinstance(entry, str):
                    self._ever += 1
                    self._lay(version, self._ever)
                else:
                    self._entries.append((version, self._sheets[-1], entry))
        self.version = version

    def sheet_at(self, version: int) -> int:
        """The sheet that lies on the table at a version."""
        return self._sheets[bisect_right(self._since, version) - 1]

    def entries(self, sheet: int, until: int, tidied: int = 0) -> tuple[Entries, ...]:
        """What each event wrote on a sheet up to a version, in order; all is tidied after another one."""
        found: dict[int, list[Entry]] = {}
        for version, written, entry in self._entries:
            if version > until:
                break
            if written == sheet:
                found.setdefault(version, []).append(entry)
        tidied = min(tidied, until)
        if tidied and found:
            found.setdefault(tidied, []).append(Tidy(always=True))
        return tuple(tuple(found[version]) for version in sorted(found))

    def _lay(self, version: int, sheet: int) -> None:
        if sheet != self._sheets[-1]:
            self._since.append(version)
            self._sheets.append(sheet)
