"""Seats on the command line: the id of a session and the id of a seat."""

import re
from argparse import ArgumentTypeError
from typing import NamedTuple
from uuid import UUID

_PLACE = re.compile(r"([0-9a-f-]{36}):(s[1-9][0-9]{0,8})")


class Place(NamedTuple):
    """A seat of a session."""

    session: UUID
    seat: str


def place_of(text: str) -> Place:
    """Return the seat that a text such as `SESSION:s2` names."""
    found = _PLACE.fullmatch(text)
    try:
        if found:
            return Place(UUID(found[1]), found[2])
    except ValueError:
        pass
    raise ArgumentTypeError("name the session and the seat, such as SESSION:s2")
