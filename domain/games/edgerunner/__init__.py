"""Edgerunner conflicts: sides on a map act in exchanges, with fudge dice, aspects and stress."""

from verger.domain.games.edgerunner.ruleset import RULESET

__all__ = ["RULESET"]
