"""Edgerunner's own reads and pictures."""

from verger.projections.edgerunner.map_paper import MapReader, entry
from verger.projections.edgerunner.map_picture import elements, map_picture
from verger.projections.shown import Picture, Shown

SHOWN = Shown(pictures={"map": Picture(MapReader, map_picture, elements, entry)})
