"""Venus Engine: scenes in turns, checks on a d20, tasks with dice that a table can KISS."""

from verger.domain.games.venus.ruleset import RULESET

__all__ = ["RULESET"]
