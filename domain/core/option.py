"""Options and awaited: what each seat may do now, and who has to act before play goes on.

They are made from the inside out and hold no state, so none can lead back to itself: the garbage
collector need not look at them (`gc=False`), of which there are hundreds in each answer.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import force_setattr

from verger.domain.core.identifier import SeatId

Price = dict[str, int]
"""Numbers of tokens by kind; those that are none are left out."""


@lru_cache(4_096, typed=True)
def spoken(value: str | float) -> str:
    """A name or a value in words: `add_limit` is `Add limit`, `True` is `Yes`."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    words = plain(value)
    return words[:1].upper() + words[1:]


def plain(value: str | float) -> str:
    """The same within a sentence: `seat_limit` is `seat limit`."""
    return str(value).replace("_", " ")


class Choice(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One value that would be accepted, how to show it, and its price where it has one."""

    value: str | int | bool
    label: str = ""
    price: Price | None = None
    about: str = ""
    """The element of the game's picture that it leads to, where the value is not its id."""


class _Named(msgspec.Struct, frozen=True, tag_field="field", omit_defaults=True, gc=False):
    name: str


class _Field(_Named, frozen=True, kw_only=True):
    label: str = ""
    """What to call it; its name in words, where nothing else is said."""

    def __post_init__(self) -> None:
        if not self.label:
            force_setattr(self, "label", spoken(self.name))


class Choices(_Field, frozen=True, tag="choices"):
    """A field that takes one of these values."""

    choices: tuple[Choice, ...]
    optional: bool = False
    excludes: str = ""
    """Another field of the same option that has to be given a different value."""


class TextField(_Field, frozen=True, tag="text"):
    """A field that people write in, at most `limit` characters."""

    limit: int
    optional: bool = False
    new: bool = False
    """A label that must not be similar to what is on the network (see its rule)."""


class Group(_Field, frozen=True, tag="group"):
    """A field that holds an object (or, with `many`, up to that many) of one of these shapes."""

    shapes: tuple["Option", ...]
    many: int = 0
    optional: bool = False
    """Whether it may be left out, or hold none."""
    distinct: str = ""
    """With `many`: the field in which no two of them may agree, however it is spaced or cased."""
    singly: bool = False
    """With `many`: each shape would be accepted as the only one, and what several would come to, one
    made after the other, is not listed."""


class Subset(_Field, frozen=True, tag="subset"):
    """A field that takes a list of any of these values, none too; may be left out.

    One that stands there twice counts once.
    """

    choices: tuple[Choice, ...]
    most: int


class Number(_Field, frozen=True, tag="number"):
    """A field that takes a whole number between two bounds, both included.

    With `many` it takes a list of up to that many, none too, and may be left out.
    """

    least: int
    most: int
    many: int = 0
    listed: str = ""
    """The read of the session that lists the numbers that are fit, such as `refusals`."""


class RuleName(_Field, frozen=True, tag="rule"):
    """A field that takes the id of one of the ruleset's rules.

    With `many` it takes a list of up to that many, none too, and may be left out.
    """

    many: int = 0


class Payments(_Field, frozen=True, tag="payments"):
    """How the price may be paid; left out, exactly the kinds asked for are paid, then boosts."""

    payments: tuple[Price, ...]


class AnyTokens(_Field, frozen=True, tag="any_tokens"):
    """A payment of `total` tokens of any kinds, no more of a kind than `most` has.

    Where `times` names a field of the same option, its value times the total is paid. Left out,
    story tokens are paid, then development tokens, then boosts.
    """

    total: int
    most: Price
    times: str = ""


class Set(_Field, frozen=True, tag="set"):
    """A field that takes any number of ids out of those a refusal named; may be left out."""


class Echo(_Field, frozen=True, tag="echo"):
    """A field that takes a value that another field was given: `of` is its path.

    `abilities.name` is any `name` of the entries of `abilities`, looked for in the option that
    holds the group in which this field stands. With `many` it takes a list of so many different
    ones.
    """

    of: str
    many: int = 0
    optional: bool = False


class Way(msgspec.Struct, frozen=True, gc=False):
    """An edge that a path may take, in either direction, and its power."""

    edge: str
    one: str
    other: str
    power: int


class Path(_Field, frozen=True, tag="path"):
    """A field that takes a path from `start` to `target`: edges and nodes in turn, each once.

    `start` is not named; an empty path is fit too. A path gives as many dice as `power` and the
    powers of its edges together, less one for each edge and node that it names, never below none;
    an edge at its very end adds nothing. An empty path gives `power` where `start` is the target,
    and otherwise one less, never below none.
    """

    start: str
    target: str
    power: int
    ways: tuple[Way, ...]
    closed: tuple[str, ...] = ()
    """Nodes that the path may name only as its first."""


class DiceField(_Field, frozen=True, tag="dice"):
    """A field for what real dice show: `count` values of 1 to `faces`; none may be left out.

    Where `path` names a field of the same option, its path gives the number.
    """

    faces: int
    count: int = 0
    path: str = ""


Field = (
    Choices
    | TextField
    | Group
    | Subset
    | Number
    | RuleName
    | Payments
    | AnyTokens
    | Path
    | DiceField
    | Set
    | Echo
)


class Option(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A move (or a part of one) that is open: fixed values, and fields to fill in."""

    fixed: dict[str, str | int | bool]
    fields: tuple[Field, ...] = ()
    rules: tuple[str, ...] = ()
    price: Price | None = None
    tokens: int = 0
    """The price where tokens of any kind pay it; the field that pays says what multiplies it."""
    label: str = ""
    """What to call it, as on its button; its move in words, where nothing else is said."""
    suggested: dict[str, Any] | None = None
    """Values of fields that a form may begin with; the server takes none of them by itself."""

    def __post_init__(self) -> None:
        if not self.label and self.fixed:
            force_setattr(self, "label", spoken(next(iter(self.fixed.values()))))


class Awaited(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What play waits for, which seats can give it, and the rule that asks."""

    what: str
    seats: tuple[SeatId, ...]
    rule: str
    sentence: str
    """What is asked of these seats, for people to read; everybody may see it."""
    about: str = ""
    """The id of the proposal, declaration, conflict or element in question, where there is one."""
    until: datetime | None = None
    """When silence is an answer too, where the table plays so."""


def move_option(
    move: str,
    fields: Iterable[Field] = (),
    *rules: str,
    price: Price | None = None,
    tokens: int = 0,
    label: str = "",
    suggested: dict[str, Any] | None = None,
    **fixed: str | int | bool,
) -> Option:
    """The option of one move."""
    return Option(
        fixed={"move": move, **fixed},
        fields=tuple(fields),
        rules=rules,
        price=price,
        tokens=tokens,
        label=label,
        suggested=suggested,
    )


def choice(value: str, label: str) -> Choice:
    """A choice with its label. Without a label, the value is put in words."""
    return Choice(value, label or spoken(value))


def choices(
    name: str,
    values: Iterable[tuple[str | int | bool, str]],
    *,
    optional: bool = False,
    excludes: str = "",
    label: str = "",
) -> Choices:
    """A field of (value, label) choices. Without a label, a value is put in words."""
    made = tuple([Choice(value, of_value or spoken(value)) for value, of_value in values])
    return Choices(name, made, optional, excludes, label=label)
