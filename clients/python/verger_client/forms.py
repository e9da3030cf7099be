"""Forms: fill in the possible moves without knowledge of the game."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from verger_client.errors import FormError
from verger_client.filling import Filling
from verger_client.types import Answering, Field, Option

Move = dict[str, Any]


class Form:
    """A move that a seat can make, with its label, its price and its fields."""

    def __init__(self, option: Option) -> None:
        self.option = option

    @property
    def move(self) -> str:
        """The name of the move, such as `add_limit`."""
        return str(self.option.fixed["move"])

    @property
    def label(self) -> str:
        """The label of a button for the move."""
        return self.option.label

    @property
    def answers(self) -> Answering | None:
        """The question that the move answers, and the texts for its button; None if it answers none."""
        return self.option.answers

    @property
    def destroys(self) -> bool:
        """Whether the move destroys something. If it does, ask the person to confirm it."""
        return self.answers is not None and self.answers.destroys

    @property
    def price(self) -> Mapping[str, int]:
        """The price of the move: the number of tokens of each kind."""
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
        return Filling(random).part(self.option, given, {})

    def __repr__(self) -> str:
        return f"Form({self.label!r}: {', '.join(field.name for field in self.fields)})"


def forms(options: Iterable[Option]) -> tuple[Form, ...]:
    """Return a form for each option."""
    return tuple(Form(option) for option in options)
