"""Changes: the elements of a picture that a wanted change or a move would add, change or remove."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

import msgspec

from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Price


class Element(NamedTuple):
    """An element of a picture in words: its label, its number, and the elements that it joins or is inside."""

    label: str
    number: int | None = None
    ends: tuple[str, ...] = ()
    gone: bool = False
    """Whether the picture shows it struck out."""
    called: str = ""
    """Its label without its marks, if it has marks."""


Sort = Literal["added", "changed", "removed"]


class ElementChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """An element that would be added, changed or removed."""

    id: str
    """The id of the element in the picture."""
    sort: Sort
    """Whether it would be added, changed or removed."""
    label: str
    """Its new label with its marks; its old label if it would be removed."""
    by: SeatId
    """The seat that proposes it."""
    number: int | None = None
    """Its new number in the picture, such as its power."""
    ends: tuple[str, ...] = ()
    """The elements that it would join, or the element that would contain it."""
    about: str = ""
    """The id of the declaration, proposal or rewind that would cause it. Empty if this move would
    cause it."""
    price: Price | None = None
    """The number of tokens paid so far, by kind."""
    called: str = ""
    """Its label without marks, if it has marks."""


class ProposedChanges(NamedTuple):
    """The seat that wants changes, the id of its declaration, proposal or rewind, and the price paid so far."""

    by: SeatId
    about: str = ""
    price: Price | None = None


def changes(
    before: Mapping[str, Element], after: Mapping[str, Element], wanted: ProposedChanges
) -> Iterator[ElementChange]:
    """Yield all differences between two sets of elements."""
    for id, element in after.items():
        was = before.get(id)
        if was != element:
            yield _change(id, _sort(was, element), element, wanted)
    for id, was in before.items():
        if id not in after:
            yield _change(id, "removed", was, wanted)


def _change(id: str, sort: Sort, element: Element, wanted: ProposedChanges) -> ElementChange:
    return ElementChange(
        id=id,
        sort=sort,
        label=element.label,
        by=wanted.by,
        number=element.number,
        ends=element.ends,
        about=wanted.about,
        price=wanted.price,
        called=element.called if element.called != element.label else "",
    )


def _sort(was: Element | None, element: Element) -> Sort:
    if was is None:
        return "added"
    return "removed" if element.gone and not was.gone else "changed"
