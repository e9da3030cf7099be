"""Strokes: additions and changes to a map, piece by piece (`map.zones`, `map.borders`)."""

from typing import Annotated

from msgspec import Meta

from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Label
from verger.domain.games.edgerunner.model.chart import Way
from verger.domain.games.edgerunner.model.target import BorderId, ZoneId

WAY_LIMIT = 6

Ways = Annotated[tuple[Way, ...], Meta(max_length=WAY_LIMIT)]


class AddZone(TaggedMove, frozen=True, tag="add_zone"):
    """Draw a zone."""

    name: Label


class RedefineZone(TaggedMove, frozen=True, tag="redefine_zone"):
    """Change the description of a zone."""

    zone: ZoneId
    name: Label


class AddBorder(TaggedMove, frozen=True, tag="add_border"):
    """Join two zones with a border. By default, crossing it costs 1 shift in both directions."""

    one: ZoneId
    other: ZoneId
    ways: Ways = ()


class RedefineBorder(TaggedMove, frozen=True, tag="redefine_border"):
    """Change the ways of a border.

    Before a conflict, the referee does this. In a conflict, the seat that took the border out does
    it.
    """

    border: BorderId
    ways: Ways = ()


Stroke = AddZone | RedefineZone | AddBorder | RedefineBorder
