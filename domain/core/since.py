"""What came to the stored form later, marked where it is defined, with the format that brought it.

An event that uses nothing of it is as it always was, and older programs read it.
"""

from collections.abc import Callable
from typing import TypeVar

import msgspec

Kind = TypeVar("Kind", bound=msgspec.Struct)

OLDEST = 1
"""The format of everything that is not marked."""

WHOLE = ""
"""Stands for the kind itself in place of one of its members."""


class NewerError(Exception):
    """Only a later program can read or judge this."""


LATER: dict[type, dict[str, int]] = {}
"""The kinds that came later or have members that did, with the format that brought each."""


def came_with(kind: type, member: str = WHOLE) -> int:
    """The format that brought a kind, or a member of it."""
    return LATER.get(kind, {}).get(member, OLDEST)


def since(number: int, *members: str) -> Callable[[type[Kind]], type[Kind]]:
    """Mark a kind, or these members of it, as stored from a format on."""

    def marked(kind: type[Kind]) -> type[Kind]:
        for member in members:
            assert _is_left_out(kind, member), (
                f"{member} would be in events that were stored before"
            )
        LATER.setdefault(kind, {}).update(dict.fromkeys(members or (WHOLE,), number))
        return kind

    return marked


def _is_left_out(kind: type[msgspec.Struct], member: str) -> bool:
    """Whether a member with nothing to say is absent from the text."""
    # The last members have the defaults.
    last = zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False)
    default = dict(last).get(member, msgspec.NODEFAULT)
    if default is msgspec.NODEFAULT:
        return False
    return default is msgspec.UNSET or kind.__struct_config__.omit_defaults
