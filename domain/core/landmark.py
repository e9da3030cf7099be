"""Landmarks: the effects that a reader can jump to in a log, and their titles.

The landmarks of the table and the log are here. Each game has its own in its `landmark.py`.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec
from immutables import Map

from verger.domain.core.dispute import (
    DisputeAppealed,
    DisputeOpened,
    DisputeSettled,
    DisputeWithdrawn,
    SettlementProposed,
)
from verger.domain.core.identifier import number
from verger.domain.core.seat import SeatRenamed
from verger.domain.core.table import (
    DiceRevealed,
    GmHandedOver,
    HouseRuleChosen,
    PlayPaused,
    PlayResumed,
    Redacted,
    SeatAdded,
    SeatLeft,
    SeatRemoved,
    SeatTaken,
    SessionForked,
    SessionStarted,
)
from verger.domain.core.text import tidy
from verger.domain.core.timeline import Rewound
from verger.domain.core.unicode import cut

LogKind = Literal[
    "start",
    "seat",
    "house_rule",
    "pause",
    "rewind",
    "dispute",
    "redaction",
    "dice",
]
"""Kinds of landmarks of the table and the log, in every game. A rewind does not undo them."""

PlayKind = Literal["step", "phase", "scene", "conflict", "round", "turn", "test", "repeat"]
"""Kinds of landmarks of play: the parts of a game. `repeat` marks the repetition of later moves
after an older move was left out."""

Kind = LogKind | PlayKind

SHOWN = 80
"""The maximum length of a quoted text in a title, in characters."""


class Names(msgspec.Struct, frozen=True):
    """The names that titles need for ids, at a moment of a log."""

    table: Map[str, str] = Map()
    """The names of things that belong to the table. A rewind does not undo them."""
    play: Map[str, str] = Map()
    is_undone: bool = False
    """Whether the play after the rewind is undone play that returns (a redo). Titles of rewinds
    need this."""

    def of(self, id: str) -> str:
        """Return the name of an id, or the id if no name is known."""
        return self.play.get(id) or self.table.get(id) or id


Title = str | Callable[[Any, Names], str | None]
"""A template for a title, or a function that makes the title.

In a template, `{place}` is a member of the effect, `{seat:name}` the name of the id in the member,
and `{dispute:number}` the number in it. The function returns None if the effect is no landmark.
"""

Naming = tuple[str, str] | Callable[[Any, Names], Mapping[str, str]]
"""Two templates, for an id and for its name after an effect, or a function that returns names by id."""


class Landmarks(msgspec.Struct, frozen=True):
    """The effects that are landmarks, with their kinds, and the effects that give names to ids."""

    titles: Mapping[type, tuple[Kind, Title]]
    names: Mapping[type, Naming] = {}


def quoted(text: str) -> str:
    """Return the beginning of a text as a quotation for a title."""
    return cut(tidy(text), SHOWN, "…")


class _Member:
    """A member of an effect that a template can format."""

    def __init__(self, value: object, names: Names) -> None:
        self._value, self._names = value, names

    def __getattr__(self, name: str) -> "_Member":
        return _Member(getattr(self._value, name), self._names)

    def __format__(self, how: str) -> str:
        text = str(self._value)
        match how:
            case "name":
                return self._names.of(text)
            case "number":
                return str(number(text))
            case _:
                return quoted(text)


def _filled(form: str, effect: Any, names: Names) -> str:
    members = {name: _Member(getattr(effect, name), names) for name in effect.__struct_fields__}
    return form.format_map(members)


def titled(title: Title, effect: Any, names: Names) -> str | None:
    """Return the title of an effect, or None if it is no landmark."""
    return _filled(title, effect, names) if isinstance(title, str) else title(effect, names)


def named(naming: Naming, effect: Any, names: Names) -> Mapping[str, str]:
    """Return the names that an effect gives to ids."""
    if not isinstance(naming, tuple):
        return naming(effect, names)
    id, name = (_filled(form, effect, names) for form in naming)
    return {id: name}


def _rewound(effect: Rewound, names: Names) -> str:
    if effect.without is not None:
        return f"Version {effect.without} is left out"
    return f"{'Redone: forward' if names.is_undone else 'Undone: back'} to version {effect.to}"


def _redacted(effect: Redacted, names: Names) -> str:
    number = len(effect.versions)
    what = f"version {effect.versions[0]}" if number == 1 else f"{number} versions"
    return f"Redaction of {what}, by {names.of(effect.by) if effect.by else 'the server'}"


TABLE = Landmarks(
    {
        SessionStarted: ("start", "“{title}” begins"),
        SessionForked: ("start", "“{title}” goes on from version {version} of another session"),
        SeatAdded: ("seat", "A seat for {name}"),
        SeatRemoved: ("seat", "No seat for {seat:name}"),
        SeatTaken: ("seat", "{name} sits down"),
        SeatRenamed: ("seat", "{seat:name} is called {name}"),
        SeatLeft: ("seat", "{seat:name} leaves"),
        GmHandedOver: ("seat", "{new:name} is the GM"),
        HouseRuleChosen: ("house_rule", "House rule {house_rule}: {value}"),
        PlayPaused: ("pause", "Pause"),
        PlayResumed: ("pause", "Play goes on"),
        Rewound: ("rewind", _rewound),
        DisputeOpened: ("dispute", "Dispute {dispute:number}: {by:name} on {rule}"),
        DisputeSettled: ("dispute", "Dispute {dispute:number}: {dispute:name}"),
        DisputeWithdrawn: ("dispute", "Dispute {dispute:number} withdrawn"),
        DisputeAppealed: ("dispute", "Dispute {dispute:number}: {seat:name} appeals"),
        Redacted: ("redaction", _redacted),
        DiceRevealed: ("dice", "Dice {first} to {last} revealed"),
    },
    {
        SeatAdded: ("{seat}", "{name}"),
        SeatTaken: ("{seat}", "{name}"),
        SeatRenamed: ("{seat}", "{name}"),
        SettlementProposed: ("{dispute}", "{outcome}"),
    },
)
"""The landmarks of every game. A rewind does not undo the names that these effects give, because
they belong to the table."""
