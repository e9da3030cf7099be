"""How Edgerunner is shown: its map as a picture."""

from verger.projections.edgerunner.shown import SHOWN

__all__ = ["SHOWN"]
