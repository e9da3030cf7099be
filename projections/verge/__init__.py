"""How Verge is shown: its network as lists, graphs and a picture, and its conflicts."""

from verger.projections.verge.shown import SHOWN

__all__ = ["SHOWN"]
