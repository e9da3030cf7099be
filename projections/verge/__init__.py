"""The reads and pictures of Verge: its network as lists, graphs and a picture; conflicts."""

from verger.projections.verge.shown import SHOWN

__all__ = ["SHOWN"]
