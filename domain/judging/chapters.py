"""Dispatch of a game's moves: each kind goes to the function of its chapter, the rest to the table."""

from collections.abc import Callable, Mapping
from typing import Any

from verger.domain.core.decider import Draft, Evolve, Facts, Judgement, State
from verger.domain.core.union import by_class
from verger.domain.judging import tabletop
from verger.domain.judging.tabletop import Tabletop
from verger.domain.table.proposal import PlayT

Chapter = Callable[[Draft[PlayT], Any, Facts], Judgement]

Judges = dict[Any, Chapter[PlayT]]
"""The function that judges each move of a chapter, or each of a union of moves."""


def joined(*chapters: Judges[PlayT]) -> Judges[PlayT]:
    """Return the moves of all these chapters. A move can be in one chapter only."""
    found = {move: judge for chapter in chapters for move, judge in chapter.items()}
    assert len(found) == sum(map(len, chapters)), "a move is in two chapters"
    return found


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
