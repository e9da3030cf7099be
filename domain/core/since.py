"""Marks for kinds and members that a later format added to the stored form.

An event that uses none of them has its old form, so that older programs can read it.
"""

from collections.abc import Callable
from typing import TypeVar

import msgspec

Kind = TypeVar("Kind", bound=msgspec.Struct)

OLDEST = 1
"""The format number of all kinds and members without a mark."""

WHOLE = ""
"""Stands for the kind itself, in place of the name of a member."""


class NewerError(Exception):
    """Only a later program can read or judge this event."""


LATER: dict[type, dict[str, int]] = {}
"""The kinds that have marks, with the format of each marked member."""


def came_with(kind: type, member: str = WHOLE) -> int:
    """Return the format that added a kind or a member."""
    return LATER.get(kind, {}).get(member, OLDEST)


def since(number: int, *members: str) -> Callable[[type[Kind]], type[Kind]]:
    """Mark a kind, or some of its members, as stored since this format."""

    def marked(kind: type[Kind]) -> type[Kind]:
        for member in members:
            assert _is_left_out(kind, member), (
                f"{member} would be in events that were stored before"
            )
        LATER.setdefault(kind, {}).update(dict.fromkeys(members or (WHOLE,), number))
        return kind

    return marked


def _is_left_out(kind: type[msgspec.Struct], member: str) -> bool:
    """Return whether the stored text leaves a member out if the member has its default value."""
    # Only the last members have defaults.
    last = zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False)
    default = dict(last).get(member, msgspec.NODEFAULT)
    if default is msgspec.NODEFAULT:
        return False
    return default is msgspec.UNSET or kind.__struct_config__.omit_defaults
