"""Landmarks: the effects worth jumping to in a log, and how they are titled.

Those of every game's table and log are here; a game's own are in its `landmark.py`.
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
"""Kinds of the table and the log, in every game; no rewind takes them back."""

PlayKind = Literal["step", "phase", "scene", "conflict", "round", "turn", "test", "repeat"]
"""Kinds of play: the parts of a game; `repeat` where moves are made again without an older one."""

Kind = LogKind | PlayKind

SHOWN = 80
"""Characters that a title quotes of a text that people wrote."""


class Names(msgspec.Struct, frozen=True):
    """The names that ids have when something happens, as far as titles need them."""

    table: Map[str, str] = Map()
    """The names of the table's own things, which no rewind takes back."""
    play: Map[str, str] = Map()
    is_undone: bool = False
    """Whether a rewind is a redo."""

    def of(self, id: str) -> str:
        """The name that an id stands for; the id itself if no name is known."""
        return self.play.get(id) or self.table.get(id) or id


Title = str | Callable[[Any, Names], str | None]
"""A title's template, where `{place}` is a member of the effect and `{seat:name}` the name of
the id in one; or a function that makes the title, or none where this effect is no landmark."""

Naming = tuple[str, str] | Callable[[Any, Names], Mapping[str, str]]
"""An id and its name from an effect on, as two templates; or a function that gives names by id."""


class Landmarks(msgspec.Struct, frozen=True):
    """The effects that are landmarks, with their kinds, and those that give names to titles."""

    titles: Mapping[type, tuple[Kind, Title]]
    names: Mapping[type, Naming] = {}


def quoted(text: str) -> str:
    """The beginning of a text, as a title quotes it."""
    line = tidy(text)
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 1].rstrip()}…"


class _Member:
    """A member of an effect, as a title's template formats it."""

    def __init__(self, value: object, names: Names) -> None:
        self._value, self._names = value, names

    def __getattr__(self, name: str) -> "_Member":
        return _Member(getattr(self._value, name), self._names)

    def __format__(self, how: str) -> str:
        text = str(self._value)
        return self._names.of(text) if how == "name" else quoted(text)


def _filled(form: str, effect: Any, names: Names) -> str:
    members = {name: _Member(getattr(effect, name), names) for name in effect.__struct_fields__}
    return form.format_map(members)


def titled(title: Title, effect: Any, names: Names) -> str | None:
    """An effect's title."""
    return _filled(title, effect, names) if isinstance(title, str) else title(effect, names)


def named(naming: Naming, effect: Any, names: Names) -> Mapping[str, str]:
    """The names that ids have from an effect on."""
    if not isinstance(naming, tuple):
        return naming(effect, names)
    id, name = (_filled(form, effect, names) for form in naming)
    return {id: name}


def _rewound(effect: Rewound, names: Names) -> str:
    if effect.without is not None:
        return f"Version {effect.without} is left out"
    return f"{'Redone: forth' if names.is_undone else 'Undone: back'} to version {effect.to}"


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
        SeatTaken: ("seat", "{seat:name} sits down"),
        SeatLeft: ("seat", "{seat:name} leaves"),
        GmHandedOver: ("seat", "{new:name} is the GM"),
        HouseRuleChosen: ("house_rule", "House rule {house_rule}: {value}"),
        PlayPaused: ("pause", "Pause"),
        PlayResumed: ("pause", "Play goes on"),
        Rewound: ("rewind", _rewound),
        DisputeOpened: ("dispute", "Dispute {dispute}: {by:name} on {rule}"),
        DisputeSettled: ("dispute", "Dispute {dispute}: {dispute:name}"),
        DisputeWithdrawn: ("dispute", "Dispute {dispute} withdrawn"),
        DisputeAppealed: ("dispute", "Dispute {dispute}: {seat:name} appeals"),
        Redacted: ("redaction", _redacted),
        DiceRevealed: ("dice", "Dice {first} to {last} revealed"),
    },
    {
        SeatAdded: ("{seat}", "{name}"),
        SeatTaken: ("{seat}", "{name}"),
        SettlementProposed: ("{dispute}", "{outcome}"),
    },
)
"""The landmarks of every game. The names here are the table's own, and stay after a rewind."""
