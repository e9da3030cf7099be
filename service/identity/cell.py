"""Cells: deployments beside each other, each with a database of its own, and how ids name theirs.

An id, a token or a claim code leads to the cell that gave it out without a look-up, by two decimal
digits that it begins with. What names no cell is cell 0's: a deployment that is the only one gives
out what it always has.
"""

from uuid import UUID, uuid4

_MARKED = 8
"""The version of an id whose first byte is a cell's digits (RFC 9562, section 5.8)."""


def begun(cell: int, mark: str) -> str:
    """How a token or a claim code of a cell begins."""
    return f"{cell:02}{mark}" if cell else ""


def id_of(cell: int, random: bytes) -> UUID:
    """An id of a cell, of 16 random bytes."""
    plain = UUID(bytes=random, version=4)
    if not cell:
        return plain
    digits = str(plain)
    return UUID(f"{cell:02}{digits[2:14]}{_MARKED}{digits[15:]}")


def new_id(cell: int) -> UUID:
    """Another id of a cell."""
    return id_of(cell, uuid4().bytes)
