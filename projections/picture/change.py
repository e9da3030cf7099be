"""Changes: what would be otherwise in a picture, if a wish were granted or a move made."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

import msgspec

from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Price


class Element(NamedTuple):
    """An element of a picture, in words: what it is called, what it counts, and what it joins or where it is."""

    label: str
    number: int | None = None
    ends: tuple[str, ...] = ()
    gone: bool = False
    """Whether it is struck out, though it is still there."""
    called: str = ""
    """Its label without signs of what it counts, where it has some."""


Sort = Literal["added", "changed", "removed"]


class ElementChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """An element that would be there, be otherwise, or be gone."""

    id: str
    sort: Sort
    label: str
    """What it would be called, with its marks; of what would be gone, what it is called."""
    by: SeatId
    """Who wants it."""
    number: int | None = None
    """What it would count, such as its power."""
    ends: tuple[str, ...] = ()
    """The elements that it would join, or the one that it would be in."""
    about: str = ""
    """The declaration, proposal or rewind that would bring it; none where the move itself does."""
    price: Price | None = None
    """What that has cost so far."""
    called: str = ""
    """Its label without its marks, where it has some: what they come to is the number."""


class ProposedChanges(NamedTuple):
    """By whom and how changes are wanted."""

    by: SeatId
    about: str = ""
    price: Price | None = None


def changes(
    before: Mapping[str, Element], after: Mapping[str, Element], wanted: ProposedChanges
) -> Iterator[ElementChange]:
    """All that is otherwise between two sets of elements."""
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
