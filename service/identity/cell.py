"""Cells: parallel deployments with separate databases. Ids contain the number of their cell.

An id, a token or a claim code begins with the two decimal digits of its cell, so a proxy needs no
look-up. A value without these digits belongs to cell 0, so a single deployment needs none.
"""

from uuid import UUID, uuid4

_MARKED = 8
"""The UUID version of an id that begins with a cell's digits (RFC 9562, section 5.8)."""


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
