"""After a rewind: the play of then at the table of now."""

from domain import tabletop
from domain.venus.attendance import mend
from domain.venus.chapter import TABLE
from domain.venus.state import Draft


def realign(draft: Draft) -> str:
    """Nothing waits for who is gone, and who is the FC now has no turn."""
    return tabletop.realign(draft, TABLE) + mend(draft)
