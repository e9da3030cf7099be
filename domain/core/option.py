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
    """The value to send."""
    label: str = ""
    """The value in words."""
    price: Price | None = None
    """The number of tokens that this value costs, by kind."""
    about: str = ""
    """The element of the picture that the value refers to, if the value is not its id."""


class _Named(msgspec.Struct, frozen=True, tag_field="field", omit_defaults=True, gc=False):
    name: str
    """The name of the member to send."""


class _Field(_Named, frozen=True, kw_only=True):
    label: str = ""
    """The label of the field for people. Default: its name in words."""

    def __post_init__(self) -> None:
        if not self.label:
            force_setattr(self, "label", spoken(self.name))


class Choices(_Field, frozen=True, tag="choices"):
    """A field that accepts one of these values."""

    choices: tuple[Choice, ...]
    """The accepted values."""
    optional: bool = False
    """Whether the field can be left out."""
    excludes: str = ""
    """The name of another field of the option. The two fields must have different values."""


class TextField(_Field, frozen=True, tag="text"):
    """A field for free text of at most `limit` characters."""

    limit: int
    """The maximum number of characters."""
    optional: bool = False
    """Whether the field can be left out."""
    new: bool = False
    """Whether the text is a new label. It must not be similar to a label in the network."""


class Group(_Field, frozen=True, tag="group"):
    """A field for an object in one of these shapes.

    With `many`, it takes a list of up to that many objects.
    """

    shapes: tuple["Option", ...]
    """The possible shapes of the object."""
    many: int = 0
    """The maximum number of entries. 0 means one object, not a list."""
    optional: bool = False
    """Whether the field can be left out or empty."""
    distinct: str = ""
    """The name of the field whose value must be different in each entry. Spacing and case are
    ignored."""
    singly: bool = False
    """Whether the server checked each shape only as a single entry. It can still refuse a list of
    several entries."""


class Subset(_Field, frozen=True, tag="subset"):
    """A field for a list of any of these values. It can be empty or left out.

    A repeated value counts once.
    """

    choices: tuple[Choice, ...]
    """The accepted values."""
    most: int
    """The maximum number of different values."""


class Number(_Field, frozen=True, tag="number"):
    """A field for a whole number between two bounds, both included.

    With `many`: a list of up to that many numbers. It can be empty or left out.
    """

    least: int
    """The lowest accepted number."""
    most: int
    """The highest accepted number."""
    many: int = 0
    """The maximum number of entries. 0 means one number, not a list."""
    without: tuple[int, ...] = ()
    """The numbers between the bounds that are not accepted."""
    listed: str = ""
    """The last part of the address that lists the accepted numbers, such as `refusals`."""


class RuleName(_Field, frozen=True, tag="rule"):
    """A field for the id of one of the ruleset's rules.

    With `many`: a list of up to that many ids. It can be empty or left out.
    """

    many: int = 0
    """The maximum number of entries. 0 means one id, not a list."""


class Payments(_Field, frozen=True, tag="payments"):
    """Ways to pay the price. By default, the kinds of the price are paid first, then boosts."""

    payments: tuple[Price, ...]
    """The accepted payments. Each has a number of tokens by kind."""


class AnyTokens(_Field, frozen=True, tag="any_tokens"):
    """A payment of `total` tokens. They can be of any kinds, but at most `most` of each kind.

    If `times` names a field of the option, the total is multiplied by its value. By default, story
    tokens are paid, then development tokens, then boosts.
    """

    total: int
    """The number of tokens to pay."""
    most: Price
    """The maximum number of tokens of each kind."""
    times: str = ""
    """The field whose value multiplies the total. Empty if the total is not multiplied."""


class Set(_Field, frozen=True, tag="set"):
    """A field for a list of ids that an earlier refusal named. It can be left out."""


class Echo(_Field, frozen=True, tag="echo"):
    """A field that accepts the values of another field. `of` is the path of the other field.

    For example, `abilities.name` accepts any `name` in the entries of `abilities`, in the option
    whose group contains this field. With `many`, the field takes a list of up to that many
    different values.
    """

    of: str
    """The path of the field whose values this field accepts."""
    many: int = 0
    """The maximum number of entries. 0 means one value, not a list."""
    optional: bool = False
    """Whether the field can be left out."""


class Way(msgspec.Struct, frozen=True, gc=False):
    """An edge that a path can use in either direction, and its power."""

    edge: str
    """The id of the edge."""
    one: str
    """The id of the node at one end."""
    other: str
    """The id of the node at the other end."""
    power: int
    """The power of the edge."""


class Path(_Field, frozen=True, tag="path"):
    """A field for a path from `start` to `target`: alternating edges and nodes, each at most once.

    The path does not contain `start`. Its number of dice is `power` plus the powers of its edges,
    minus 1 for each edge and node in it, and at least 0. A final edge adds no power. An empty path
    gives `power` if `start` is the target, and 1 less if not (at least 0).
    """

    start: str
    """The id of the first node, which the path does not contain."""
    target: str
    """The id of the element that the path must reach."""
    power: int
    """The number of dice for an empty path."""
    ways: tuple[Way, ...]
    """The edges that the path can use."""
    closed: tuple[str, ...] = ()
    """The ids of nodes that can only be the first in the path."""
    optional: bool = False
    """Whether the path can be empty or left out, because `start` is the target or no path leads
    there."""


class DiceField(_Field, frozen=True, tag="dice"):
    """A field for the values of real dice: `count` values of 1 to `faces`, all required.

    If `path` names a field of the option, the path in that field determines the number.
    """

    faces: int
    """The number of sides of each die."""
    count: int = 0
    """The number of dice, if no path determines it."""
    path: str = ""
    """The field whose path determines the number of dice. Empty if `count` determines it."""


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
    """The first words of the label of its button, such as `Agree`. No other answer to the question
    has the same verb."""
    consequence: str
    """The result of the move, in a sentence."""
    object: str = ""
    """The subject of the question in words, if it has one."""
    destroys: bool = False
    """Whether the move destroys something. If so, ask the player for confirmation first."""
    says: Literal["yes", "no"] | None = None
    """The meaning of the answer, if the question is one that you answer with yes or no."""


class Option(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A possible move or a part of one: fixed values, and fields to fill in."""

    fixed: dict[str, str | int | bool]
    """The members of the move with only one possible value. Send them as they are."""
    fields: tuple[Field, ...] = ()
    """The members that you fill in."""
    rules: tuple[str, ...] = ()
    """The ids of the rules that allow the move."""
    price: Price | None = None
    """The number of tokens that the move costs, by kind."""
    tokens: int = 0
    """The number of tokens that the move costs, if they can be of any kind. If a field multiplies
    this number, the field for the payment names it in `times`."""
    label: str = ""
    """The text of its button. Default: the move in words."""
    suggested: dict[str, Any] | None = None
    """Suggested values for a form. The server never uses them as defaults."""
    answers: Answering | None = None
    """The question that the move answers; left out if it answers none. Options that answer a
    question have different labels."""
    of: Literal["game", "table"] | None = None
    """`game` if the move or subject belongs to the game; `table` if all games have it."""

    def __post_init__(self) -> None:
        if not self.label and self.fixed:
            force_setattr(self, "label", spoken(next(iter(self.fixed.values()))))


class Awaited(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An action that play waits for, the seats that can take the action, and its rule.

    Play goes on during the questions `vote` and `settle_dispute`, which are about disputes.
    """

    what: str
    """The kind of action, as a stable name for programs."""
    seats: tuple[SeatId, ...]
    """The seats that can take the action."""
    rule: str
    """The id of the rule that asks for the action."""
    sentence: str
    """The request to these seats in words. Everybody can see it."""
    about: str = ""
    """The id of the proposal, declaration, conflict or element that the action is about. Empty if
    there is none."""
    until: datetime | None = None
    """The end of the first time limit, if the table has one. At this time, the server makes the
    default move."""
    by_default: tuple[str, ...] = ()
    """The moves for a seat that has not answered in time. The server makes the first one that is
    possible."""
    object: str = ""
    """The subject of the question in words, if it has one. The labels of the answers contain it."""
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
    """Return a field whose choices are these pairs of value and label.

    An empty label becomes the value in words.
    """
    made = tuple([Choice(value, of_value or spoken(value)) for value, of_value in values])
    return Choices(name, made, optional, excludes, label=label)
