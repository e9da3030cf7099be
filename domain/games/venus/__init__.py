"""Venus Engine: scenes in turns, checks on a d20, tasks on dice that a table KISSes."""

from verger.domain.games.venus.ruleset import RULESET

__all__ = ["RULESET"]
