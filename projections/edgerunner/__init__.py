"""The picture of Edgerunner: its map."""

from verger.projections.edgerunner.shown import SHOWN

__all__ = ["SHOWN"]
