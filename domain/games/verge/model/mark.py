"""Marks: the signs after an element's label, in the order of writing."""

import msgspec

RATIFIED = "!"
STRUCK = "X"
WEAKENED = "?"

STRIKES_OUT = 3


class Marks(msgspec.Struct, frozen=True, omit_defaults=True):
    """The marks as written, and their numbers.

    An element can have thousands of marks, so the numbers are kept and not counted again.
    """

    written: str = ""
    ratified: int = 0
    struck: int = 0
    weakened: int = 0

    @property
    def standing(self) -> int:
        """The number of ratifications minus strikes (`mark.power`)."""
        return self.ratified - self.struck

    @property
    def power(self) -> int:
        """The standing minus weakenings. It can be negative (`mark.power`)."""
        return self.ratified - self.struck - self.weakened

    @property
    def are_out(self) -> bool:
        """Whether there are enough strikes to eliminate the element (`mark.strikes`)."""
        return self.struck >= STRIKES_OUT

    def with_written(self, more: str) -> "Marks":
        """Return the marks after more were written (`mark.order`)."""
        return Marks(
            self.written + more,
            self.ratified + more.count(RATIFIED),
            self.struck + more.count(STRUCK),
            self.weakened + more.count(WEAKENED),
        )

    def without_latest(self, mark: str) -> "Marks":
        """Return the marks after the latest mark of a kind was removed (`mark.order`)."""
        before, separator, after = self.written.rpartition(mark)
        return marks(before + after) if separator else self


def marks(written: str) -> Marks:
    """Return the marks for a written text such as `!!X`."""
    return Marks().with_written(written)
