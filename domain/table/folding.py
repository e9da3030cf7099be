"""Dispatch of effects: each kind goes to the function of its chapter, and the rest to the table."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from verger.domain.core import table
from verger.domain.core.decider import State
from verger.domain.core.union import by_class
from verger.domain.table import proposal
from verger.domain.table.proposal import ProposalEffect, Proposed

Play = TypeVar("Play")
Chapter = Callable[[Play, Any], Play]


def folding(chapters: Mapping[Any, Chapter[Play]]) -> Callable[[State[Play], Any], State[Play]]:
    """Return an `evolve` made of chapters, each with the effects (or unions of them) that it folds.

    Proposals are folded in the same way in every game.
    """
    # The table is indexed by class, because a fold needs it for every effect of a log.
    folded_by = by_class(
        {Proposed | ProposalEffect: part("proposals", proposal.evolve), **chapters}
    )

    def evolve(state: State[Play], effect: Any) -> State[Play]:
        """Return the state after an effect. Every effect that a decision can emit is handled."""
        chapter = folded_by.get(type(effect))
        if chapter is None:
            return State(table.evolve(state.table, effect), state.play)
        return State(state.table, chapter(state.play, effect))

    return evolve


def part(name: str, evolve: Callable[[Any, Any], Any]) -> Chapter[Any]:
    """Return a chapter that folds effects into one part of the play."""

    def fold(play: Any, effect: Any) -> Any:
        return replace(play, **{name: evolve(getattr(play, name), effect)})

    return fold
