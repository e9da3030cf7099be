"""Dispatch of a game's moves: each kind to the function of its chapter, the rest to the table."""

from collections.abc import Callable, Mapping
from typing import Any

from verger.domain.core.decider import Draft, Evolve, Facts, Judgement, State
from verger.domain.core.union import by_class
from verger.domain.judging import tabletop
from verger.domain.judging.tabletop import Tabletop
from verger.domain.table.proposal import PlayT

Chapter = Callable[[Draft[PlayT], Any, Facts], Judgement]


def judging(
    chapters: Mapping[Any, Chapter[PlayT]], evolve: Evolve[PlayT], table: Tabletop[PlayT]
) -> Callable[[State[PlayT], Any, Facts], Judgement]:
    """Return a `decide` made of chapters, each with the moves (or unions) that it judges."""
    judged_by = by_class(chapters)

    def decide(state: State[PlayT], move: Any, facts: Facts) -> Judgement:
        """Return the ruling on a move, with its effects if it is allowed."""
        draft = Draft(state, evolve, facts)
        chapter = judged_by.get(type(move))
        if chapter is None:
            return tabletop.decide(draft, move, facts, table)
        return chapter(draft, move, facts)

    return decide
