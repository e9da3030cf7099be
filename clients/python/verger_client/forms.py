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
"""What tables can do at any time: a program does it only where it is waited for."""


class Form:
    """A move that is open to a seat: what to call it, what it costs, and what there is to fill in."""

    def __init__(self, option: Option, about: str = "") -> None:
        self.option = option
        self.about = about
        """What it is an answer to, such as a proposal's id: chosen where it can be."""

    @property
    def move(self) -> str:
        """The move's name."""
        return str(self.option.fixed["move"])

    @property
    def label(self) -> str:
        """What to call it, as on a button."""
        return self.option.label

    @property
    def price(self) -> Mapping[str, int]:
        """The tokens that it costs, by their kinds."""
        return self.option.price or {}

    @property
    def fields(self) -> tuple[Field, ...]:
        """What there is to fill in: `field` is the kind, `choices` are the legal values where there are some."""
        return self.option.fields

    def fill(self, random: Random | None = None, /, **given: Any) -> Move:
        """The move, with these values; what is not given is left out or the first that is legal.

        With a `random` it is drawn from all that is legal, and words are made up. Raises `FormError`.
        """
        unknown = sorted(given.keys() - {field.name for field in self.fields})
        if unknown:
            known = ", ".join(field.name for field in self.fields) or "none"
            raise FormError(f"“{self.label}” has no field {unknown[0]}; it has: {known}.")
        return Filling(random, self.about).part(self.option, given, {})

    def __repr__(self) -> str:
        return f"Form({self.label!r}: {', '.join(field.name for field in self.fields)})"


def forms(options: Iterable[Option]) -> tuple[Form, ...]:
    """A form for each option."""
    return tuple(Form(option) for option in options)


def answering(options: Iterable[Option], waits: Iterable[Awaited]) -> tuple[Form, ...]:
    """The forms that give what is awaited: those of its name, else those by its rule."""
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
    """What an option is for: its move, or what is proposed, each subject by itself."""
    if option.fixed["move"] != "propose" or not option.fields:
        yield option.fixed["move"], option
        return
    for shape in option.fields[0].shapes:
        alone = replace(option.fields[0], shapes=(shape,))
        subject = replace(option, fields=(alone,), rules=shape.rules, label=shape.label)
        yield shape.fixed["subject"], subject
