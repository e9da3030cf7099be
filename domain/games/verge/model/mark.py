"""Marks: what stands after an element's label, in the order in which it was written."""

import msgspec

RATIFIED = "!"
STRUCK = "X"
WEAKENED = "?"

STRIKES_OUT = 3


class Marks(msgspec.Struct, frozen=True, omit_defaults=True):
    """Marks as written, and their numbers: an element may gather thousands, a move reads none."""

    written: str = ""
    ratified: int = 0
    struck: int = 0
    weakened: int = 0

    @property
    def standing(self) -> int:
        """Ratifications less strikes (`mark.power`)."""
        return self.ratified - self.struck

    @property
    def power(self) -> int:
        """Standing less weakenings; may be negative (`mark.power`)."""
        return self.ratified - self.struck - self.weakened

    @property
    def are_out(self) -> bool:
        """Whether there are strikes enough to eliminate (`mark.strikes`)."""
        return self.struck >= STRIKES_OUT

    def with_written(self, more: str) -> "Marks":
        """After more marks were written (`mark.order`)."""
        return Marks(
            self.written + more,
            self.ratified + more.count(RATIFIED),
            self.struck + more.count(STRUCK),
            self.weakened + more.count(WEAKENED),
        )

    def without_latest(self, mark: str) -> "Marks":
        """After the latest mark of a sort was crossed out (`mark.order`)."""
        before, found, after = self.written.rpartition(mark)
        return marks(before + after) if found else self


def marks(written: str) -> Marks:
    """Marks as they are read off a sheet."""
    return Marks().with_written(written)
