"""The format numbers of stored events: find the format of an event, and read events of older formats.

An event has the lowest format number that knows all of its members, so that older programs can
read events without new members. The definition of a new member or type names its first format
(`since`). `CHANGES` lists the members whose form changes in a later format.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, Protocol, TypeVar, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo, fields

# Import all rulesets, so that all parts that they mark with `since` are known.
import verger.domain.games.rulesets  # noqa: F401
from verger.domain.core.since import LATER, OLDEST, NewerError, came_with

Read = TypeVar("Read")


class FormatStep(NamedTuple):
    """A change of the stored form of members, beginning with a format. The types have only the later form.

    Both functions take an event's JSON. Members must stay in the order of their struct, because an
    event is compared byte for byte.
    """

    number: int
    # Choose a day well after the release with the change, so that all processes can read the form by then.
    since: str
    """The first day when events are written in the later form, such as `2027-03-01`."""
    upcast: Callable[[Any], Any]
    """Converts an event from the previous format to this one."""
    downcast: Callable[[Any], Any]
    """Converts an event from this format to the previous one: to write events before that day, and to verify them."""


CHANGES: tuple[FormatStep, ...] = ()
"""All changes, in the order of their numbers."""

FORMAT = max(
    [
        OLDEST,
        *(number for came in LATER.values() for number in came.values()),
        *(change.number for change in CHANGES),
    ]
)
"""The newest format that this program reads."""


class StoredForm(Protocol):
    """An event as it is stored: its text, and the format of the text."""

    @property
    def data(self) -> str: ...

    @property
    def format(self) -> int: ...


def decoded(stored: StoredForm, decode: Callable[[str | bytes], Read]) -> Read:
    """Decode a stored event into the types of this program. All readers of events call this.

    Raises NewerError if a later program wrote it.
    """
    number = stored.format
    if number > FORMAT:
        told = f"in format {number}; this one reads up to {FORMAT}"
        raise NewerError(f"it was written by a later program, {told}")
    text: str | bytes = stored.data
    for change in CHANGES:
        if change.number > number:
            text = _recast(change.upcast, text)
    return decode(text)


def as_stored(event: msgspec.Struct, newest: int) -> tuple[bytes, int]:
    """Return the text of an event and its format. The format is at most `newest`, except for an event with newer parts."""
    text, number = msgspec.json.encode(event), lowest(event)
    for change in reversed(CHANGES):
        if change.number <= number:
            break
        before = _recast(change.downcast, text)
        if before != text and change.number <= newest:
            return text, change.number
        text = before
    return text, number


def newest_written(today: Callable[[], str]) -> int:
    """Return the newest format for events that are written today."""
    return max((one.number for one in CHANGES if one.since <= today()), default=OLDEST)


def _recast(cast: Callable[[Any], Any], text: str | bytes) -> bytes:
    return msgspec.json.encode(cast(msgspec.json.decode(text)))


def number_of(event: msgspec.Struct, told: int) -> int:
    """Return the format that an event must have, to compare it with `told`, its format in the log."""
    return as_stored(event, told)[1] if CHANGES else lowest(event)


def lowest(value: Any) -> int:
    """Return the lowest format that has everything that a value uses."""
    return _lowest(value) if LATER else OLDEST


def _lowest(value: Any) -> int:
    if isinstance(value, msgspec.Struct):
        number, members = _looked_at(type(value))
        for one in members:
            said = getattr(value, one.name)
            if said != one.default:
                number = max(number, one.number, _lowest(said))
        return number
    if isinstance(value, tuple | list | set | frozenset):
        return max(map(_lowest, value), default=OLDEST)
    return _lowest(tuple(value.values())) if isinstance(value, Mapping) else OLDEST


class _Member(NamedTuple):
    """A member that a later format added, or that can contain such a member."""

    name: str
    number: int
    default: Any


@cache
def _looked_at(kind: type[msgspec.Struct]) -> tuple[int, tuple[_Member, ...]]:
    """Return the format of a type, and its members that can need a later format."""
    came = ((field, came_with(kind, field.name)) for field in fields(kind))
    members = (
        _Member(field.name, number, _default(field))
        for field, number in came
        if number > OLDEST or _may_hold_later(field.type)
    )
    return came_with(kind), tuple(members)


def _default(field: FieldInfo) -> Any:
    made = field.default_factory
    return field.default if made is msgspec.NODEFAULT else made()


def _may_hold_later(kind: Any) -> bool:
    found: dict[Any, None] = {}
    _gather(kind, found)
    return any(one in LATER or one is Any or isinstance(one, TypeVar) for one in found)


def _gather(kind: Any, found: dict[Any, None]) -> None:
    """Add a type, and every type that its members can contain."""
    for inner in get_args(kind):
        _gather(inner, found)
    one = get_origin(kind) or kind
    if not isinstance(one, type | TypeVar) or one in found:
        return
    found[one] = None
    if isinstance(one, type) and issubclass(one, msgspec.Struct):
        for field in fields(one):
            _gather(field.type, found)
