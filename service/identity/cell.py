"""Cells: parallel deployments, each with its own database, and the cell number in ids.

An id, a token or a claim code begins with two decimal digits that name its cell, so no look-up is
needed. A value without a cell belongs to cell 0, so a single deployment needs no digits.
"""

from uuid import UUID, uuid4

_MARKED = 8
"""The version of an id whose first byte contains a cell's digits (RFC 9562, section 5.8)."""


def begun(cell: int, mark: str) -> str:
    """Return the first characters of a cell's token or claim code."""
    return f"{cell:02}{mark}" if cell else ""


def id_of(cell: int, random: bytes) -> UUID:
    """Return an id of a cell, from 16 random bytes."""
    plain = UUID(bytes=random, version=4)
    if not cell:
        return plain
    digits = str(plain)
    return UUID(f"{cell:02}{digits[2:14]}{_MARKED}{digits[15:]}")


def new_id(cell: int) -> UUID:
    """Return a new id of a cell."""
    return id_of(cell, uuid4().bytes)
