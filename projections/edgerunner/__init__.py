"""How Edgerunner is shown: its map as a picture."""

from projections.edgerunner.shown import SHOWN

__all__ = ["SHOWN"]
