"""Edgerunner's own reads and pictures."""

from projections.edgerunner.map_paper import MapReader
from projections.edgerunner.map_picture import map_picture
from projections.shown import Picture, Shown

SHOWN = Shown(pictures={"map": Picture(MapReader, map_picture)})
