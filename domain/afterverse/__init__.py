"""Afterverse: the basics of its tests, glitches, banks, chutzpah and awareness."""

from domain.afterverse.ruleset import RULESET

__all__ = ["RULESET"]
