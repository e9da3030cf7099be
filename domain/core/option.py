"""Options and pending actions: the moves that each seat can make, and the seats that must act.

The structs have `gc=False`: they cannot contain reference cycles, and each answer has hundreds of
them, so the garbage collector need not track them.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal

import msgspec
from msgspec.structs import force_setattr

from verger.domain.core.identifier import SeatId

Price = dict[str, int]
"""Numbers of tokens by kind, without zeros."""


@lru_cache(4_096, typed=True)
def spoken(value: str | float) -> str:
    """Return a name or a value in words: `add_limit` is `Add limit`, `True` is `Yes`."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    words = plain(value)
    return words[:1].upper() + words[1:]


def plain(value: str | float) -> str:
    """Return a name or a value as words within a sentence: `seat_limit` is `seat limit`."""
    return str(value).replace("_", " ")


class Choice(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An accepted value, its label, and its price if it has one."""

    value: str | int | bool
    label: str = ""
    price: Price | None = None
    about: str = ""
    """The element of the picture that the value refers to, if the value is not its id."""


class _Named(msgspec.Struct, frozen=True, tag_field="field", omit_defaults=True, gc=False):
    name: str


class _Field(_Named, frozen=True, kw_only=True):
    label: str = ""
    """The name of the field for people; by default its name in words."""

    def __post_init__(self) -> None:
        if not self.label:
            force_setattr(self, "label", spoken(self.name))


class Choices(_Field, frozen=True, tag="choices"):
    """A field that accepts one of these values."""

    choices: tuple[Choice, ...]
    optional: bool = False
    excludes: str = ""
    """Another field of the option, which must have a different value."""


class TextField(_Field, frozen=True, tag="text"):
    """A field for free text of at most `limit` characters."""

    limit: int
    optional: bool = False
    new: bool = False
    """The text is a label that must not be similar to a label in the network (see its rule)."""


class Group(_Field, frozen=True, tag="group"):
    """A field for an object in one of these shapes; with `many`, for a list of up to that many."""

    shapes: tuple["Option", ...]
    many: int = 0
    optional: bool = False
    """Whether it can be left out or empty."""
    distinct: str = ""
    """With `many`: the field that must differ in all entries, ignoring spacing and case."""
    singly: bool = False
    """With `many`: each shape is accepted as the only entry. The combined effect of several is not
    listed."""


class Subset(_Field, frozen=True, tag="subset"):
    """A field for a list of any of these values. It can be empty or left out.

    A repeated value counts once.
    """

    choices: tuple[Choice, ...]
    most: int


class Number(_Field, frozen=True, tag="number"):
    """A field for a whole number between two bounds, both included.

    With `many`: a list of up to that many numbers. It can be empty or left out.
    """

    least: int
    most: int
    many: int = 0
    without: tuple[int, ...] = ()
    """Numbers between the bounds that are not accepted."""
    listed: str = ""
    """The read model that lists the valid numbers, such as `refusals`."""


class RuleName(_Field, frozen=True, tag="rule"):
    """A field for the id of one of the ruleset's rules.

    With `many`: a list of up to that many ids. It can be empty or left out.
    """

    many: int = 0


class Payments(_Field, frozen=True, tag="payments"):
    """Ways to pay the price. By default, exactly the requested kinds are paid, then boosts."""

    payments: tuple[Price, ...]


class AnyTokens(_Field, frozen=True, tag="any_tokens"):
    """A payment of `total` tokens of any kinds, at most `most` of each kind.

    If `times` names a field of the option, the total is multiplied by its value. By default, story
    tokens are paid, then development tokens, then boosts.
    """

    total: int
    most: Price
    times: str = ""


class Set(_Field, frozen=True, tag="set"):
    """A field for any number of the ids that a refusal named. It can be left out."""


class Echo(_Field, frozen=True, tag="echo"):
    """A field for a value of another field, whose path is `of`.

    `abilities.name` is any `name` in the entries of `abilities`, in the option whose group contains
    this field. With `many`: a list of up to that many different values.
    """

    of: str
    many: int = 0
    optional: bool = False


class Way(msgspec.Struct, frozen=True, gc=False):
    """An edge that a path can use in either direction, and its power."""

    edge: str
    one: str
    other: str
    power: int


class Path(_Field, frozen=True, tag="path"):
    """A field for a path from `start` to `target`: alternating edges and nodes, each at most once.

    The path does not contain `start`. Its number of dice is `power` plus the powers of its edges,
    minus 1 for each edge and node in it, and at least 0. A final edge adds no power. An empty path
    gives `power` if `start` is the target, and 1 less if not (at least 0).
    """

    start: str
    target: str
    power: int
    ways: tuple[Way, ...]
    closed: tuple[str, ...] = ()
    """Nodes that can only be the first node in the path."""
    optional: bool = False
    """Whether the path can be empty or left out: `start` is the target, or no path leads there."""


class DiceField(_Field, frozen=True, tag="dice"):
    """A field for the values of real dice: `count` values of 1 to `faces`, all required.

    If `path` names a field of the option, the path in that field determines the number.
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


class Answering(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The question that an option answers, and the words for its button."""

    question: str
    """The id of the question, as in the pending actions."""
    verb: str
    consequence: str
    """The result of the move, in a sentence."""
    object: str = ""
    """The subject of the question in words, if it has one."""
    destroys: bool = False
    """Whether something is lost by it. Ask the player again before it is sent."""


class Option(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A possible move or a part of one: fixed values, and fields to fill in."""

    fixed: dict[str, str | int | bool]
    fields: tuple[Field, ...] = ()
    rules: tuple[str, ...] = ()
    price: Price | None = None
    tokens: int = 0
    """The price if it can be paid with any tokens. The field for the payment says what multiplies
    it."""
    label: str = ""
    """The text of its button; by default the move in words."""
    suggested: dict[str, Any] | None = None
    """Suggested values for a form. The server never uses them as defaults."""
    answers: Answering | None = None
    """The question that the move answers. The labels of these options are all different."""
    of: Literal["game", "table"] | None = None
    """Whether a move or a subject belongs to the game, or is the same at every table."""

    def __post_init__(self) -> None:
        if not self.label and self.fixed:
            force_setattr(self, "label", spoken(next(iter(self.fixed.values()))))


class Awaited(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An action that play waits for, the seats that can take it, and its rule."""

    what: str
    seats: tuple[SeatId, ...]
    rule: str
    sentence: str
    """The request to these seats in words. Everybody can see it."""
    about: str = ""
    """The id of the proposal, declaration, conflict or element in question, if there is one."""
    until: datetime | None = None
    """The end of the first time limit, if the table has one. Then the default answer counts."""
    by_default: tuple[str, ...] = ()
    """The first possible one of these moves is made then for a seat that has not answered."""
    object: str = ""
    """The subject of the question in words, if it has one. Labels of its answers contain it."""
    id: str = ""
    """The id of the question. A question that is asked again has another id. The id does not change
    if other seats answer."""

    def __post_init__(self) -> None:
        if not self.id:
            force_setattr(self, "id", question_id(self.what, self.about))


def question_id(what: str, *parts: str | int) -> str:
    """Return the id of a question: its kind, its subject, and the moment of play if it can recur."""
    return "-".join([what, *[str(part) for part in parts if part != ""]])


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
    """Return the option of one move."""
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
    """Return a choice with its label; by default the value in words."""
    return Choice(value, label or spoken(value))


def choices(
    name: str,
    values: Iterable[tuple[str | int | bool, str]],
    *,
    optional: bool = False,
    excludes: str = "",
    label: str = "",
) -> Choices:
    """Return a field for (value, label) pairs. An empty label becomes the value in words."""
    made = tuple([Choice(value, of_value or spoken(value)) for value, of_value in values])
    return Choices(name, made, optional, excludes, label=label)
