"""Forms: the moves that are open, to be filled in without knowing the game."""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from verger_client.errors import FormError
from verger_client.filling import Filling
from verger_client.types import Awaited, Field, Option

Move = dict[str, Any]

ASIDE = {"add_limit", "signal", "leave", "rewind", "leave_out", "dispute", "state_view", "appeal"}
ASIDE |= {"give_nonce", "reveal_dice", "seal_note", "reveal_note", "decline", "retract", "propose"}
ASIDE |= {"rename"}
"""Moves that a table can make at any time. A program makes them only if play waits for them."""


class Form:
    """A move that a seat can make, with its label, its price and its fields."""

    def __init__(self, option: Option, about: str = "") -> None:
        self.option = option
        self.about = about
        """The id that the move answers, such as a proposal's. It is chosen if it is legal."""

    @property
    def move(self) -> str:
        """The move's name."""
        return str(self.option.fixed["move"])

    @property
    def label(self) -> str:
        """The text of a button for the move."""
        return self.option.label

    @property
    def price(self) -> Mapping[str, int]:
        """The tokens that the move costs, by their kinds."""
        return self.option.price or {}

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields to fill in: `field` is the kind, and `choices` has the legal values if they are listed."""
        return self.option.fields

    def fill(self, random: Random | None = None, /, **given: Any) -> Move:
        """Return the move with these values. Other fields are left out or get their first legal value.

        With a `random`, other fields get random legal values and random words. Raises `FormError`.
        """
        unknown = sorted(given.keys() - {field.name for field in self.fields})
        if unknown:
            known = ", ".join(field.name for field in self.fields) or "none"
            raise FormError(f"“{self.label}” has no field {unknown[0]}; it has: {known}.")
        return Filling(random, self.about).part(self.option, given, {})

    def __repr__(self) -> str:
        return f"Form({self.label!r}: {', '.join(field.name for field in self.fields)})"


def forms(options: Iterable[Option]) -> tuple[Form, ...]:
    """Return a form for each option."""
    return tuple(Form(option) for option in options)


def answering(options: Iterable[Option], waits: Iterable[Awaited]) -> tuple[Form, ...]:
    """Return the forms that answer the waits: moves of the name of a wait, else moves with its rule."""
    apart = [one for option in options for one in _apart(option)]
    return tuple(form for wait in waits for form in _answers(apart, wait))


def _answers(apart: list[tuple[object, Option]], wait: Awaited) -> list[Form]:
    name = "agree" if wait.what == "agreement" else wait.what
    found = [option for purpose, option in apart if purpose == name]
    found = found or [option for _, option in apart if wait.rule in option.rules]
    if wait.what == "play":
        found = found or [option for _, option in apart if option.fixed["move"] not in ASIDE]
    about = [option for option in found if wait.about in option.fixed.values()]
    return [Form(option, wait.about) for option in about or found]


def _apart(option: Option) -> Iterator[tuple[object, Option]]:
    """Yield an option with the name of its move. A proposal has an option for each subject."""
    if option.fixed["move"] != "propose" or not option.fields:
        yield option.fixed["move"], option
        return
    for shape in option.fields[0].shapes:
        alone = replace(option.fields[0], shapes=(shape,))
        subject = replace(option, fields=(alone,), rules=shape.rules, label=shape.label)
        yield shape.fixed["subject"], subject
