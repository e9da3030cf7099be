"""Verge: a shared network of nodes and edges, changed by consent, tokens and dice."""

from verger.domain.games.verge.ruleset import RULESET

__all__ = ["RULESET"]
