"""Edgerunner's own reads and pictures."""

from projections.edgerunner.map_paper import MapReader, entry
from projections.edgerunner.map_picture import elements, map_picture
from projections.shown import Picture, Shown

SHOWN = Shown(pictures={"map": Picture(MapReader, map_picture, elements, entry)})
