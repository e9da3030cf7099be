"""Afterverse: the basics of its tests, glitches, banks, chutzpah and awareness."""

from verger.domain.games.afterverse.ruleset import RULESET

__all__ = ["RULESET"]
