"""The preview of an undo or a settlement is the same as the later result."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from tests.laws.game import walk
from tests.laws.law import FEW, each_game, each_walk
from tests.laws.played import Played
from verger.domain.core.decider import Accepted, Event, Facts, State, Wish
from verger.domain.core.dice import RecordedDice
from verger.domain.core.dispute import SettlementProposed
from verger.domain.core.divergence import Divergence
from verger.domain.core.identifier import ProposalId, SeatId
from verger.domain.core.mover import Unseated
from verger.domain.core.timeline import RewindAsked, Rewound, left_out, spans
from verger.domain.dispute.settling import CastVote
from verger.domain.history.rewind import LeaveOut, Rewind
from verger.domain.judging.foreseen import foreseen
from verger.domain.judging.judge import judge
from verger.domain.judging.offer import awaited_of
from verger.domain.judging.rejudge import Remade, remake
from verger.domain.table.proposal import Agree

ASKED_AT_EACH = 25
"""After each such number of steps, the law asks for further undos."""


class Result(NamedTuple):
    """The play after a decision, and the moves that could not be repeated."""

    play: Any
    missed: tuple[Divergence, ...]


class Point(NamedTuple):
    """A state of a walk, its version, and the events before it."""

    played: Played
    state: State[Any]
    version: int
    head: int
    """The last version of the walk's log."""

    def facts(self, mover: Any) -> Facts:
        """The facts of the next move."""
        at = self.played.now + timedelta(seconds=self.version)
        return Facts(mover, at, RecordedDice(()), self.version + 1, self.played.past)

    def then(self, mover: SeatId, move: Any) -> tuple["Point", Accepted] | None:
        """Make a move that is not added to the walk. None if it is refused."""
        judged = judge(self.played.ruleset, self.state, move, self.facts(mover))
        if not isinstance(judged, Accepted):
            return None
        return self._replace(state=judged.after, version=self.version + 1), judged

    def whole(self, after: State[Any], rewound: Rewound | None) -> Result:
        """Return the play after a decision. If a move is left out, repeat the moves after it."""
        if rewound is None:
            return Result(after.play, ())
        line = spans(after.table.timeline, min(self.head, rewound.version - 1))
        log = events(self.played)
        again = [
            (version, log[version])
            for first, last in line
            for version in range(max(first, rewound.to + 1), last + 1)
            if version in log
        ]
        at = self.played.now
        steps = list(remake(self.played.ruleset, after, again, rewound, at))
        # Default answers of the server can differ, because another seat can now be silent longest.
        missed = tuple(
            replace(step, now="") if log[step.version].seat is None else step
            for step in steps
            if isinstance(step, Divergence)
        )
        states = [step.after for step in steps if isinstance(step, Remade)]
        return Result((states or [after])[-1].play, missed)

    def preview(self, about: str) -> Result | None:
        """Return the preview of a question, or None if it is unknown."""
        found: list[Wish] = [
            wish
            for wish in foreseen(self.played.ruleset, self.state, self.facts(Unseated.SERVER))
            if wish.about == about
        ]
        return self.whole(found[0].after, found[0].rewound) if found else None

    def decided(self, about: str) -> Iterator[tuple[Result | None, Result]]:
        """Have every seat say yes. Yield the preview before each answer, and the result."""
        point, judged, previews = self, None, [self.preview(about)]
        while wait := point.asked(about):
            answer = CastVote(about, yes=True) if wait.what == "vote" else Agree(ProposalId(about))  # type: ignore[arg-type]
            made = point.then(wait.seats[0], answer)
            if made is None:
                return
            point, judged = made
            if point.asked(about):
                previews.append(point.preview(about))
        if judged is None:  # A fork has emptied the seats that were asked.
            return
        result = point.whole(judged.after, left_out(judged.effects))
        yield from [(preview, result) for preview in previews]

    def asked(self, about: str) -> Any:
        """Return the pending question with this id, or None."""
        waits = awaited_of(self.played.ruleset, self.state)
        return next((wait for wait in waits if wait.about == about), None)


def events(played: Played) -> dict[int, Event[Any, Any]]:
    """Return the events of a walk by version. Gifts have no event."""
    return {step.facts.version: played.event(step) for step, _ in played.accepted()}


def questions(played: Played) -> Iterator[tuple[Point, str]]:
    """Yield each new question of a walk about an undo or a settlement, and some further questions."""
    for step, judgement in played.accepted():
        point = Point(played, step.after, step.facts.version, step.facts.version)
        for effect in judgement.effects:
            if isinstance(effect, RewindAsked):
                yield point, effect.rewind
            if isinstance(effect, SettlementProposed):
                yield point, effect.dispute
        if step.number % ASKED_AT_EACH == 0:
            yield from _more(point)


def _more(point: Point) -> Iterator[tuple[Point, str]]:
    """Ask for undos of the newest moves, if others have to agree to them."""
    newest = point.version
    moves = [LeaveOut(version) for version in range(max(2, newest - 12), newest, 3)]
    for move in (Rewind(max(1, newest - 7)), *moves):
        made = point.then(point.state.table.gm, move)
        if made and (asked := made[0].state.table.timeline.request):
            yield made[0], asked.id


def compared(played: Played) -> Iterator[tuple[Result, Result, str]]:
    """Yield each preview of a walk with its result, if both are known."""
    for point, about in questions(played):
        for preview, result in point.decided(about):
            if preview is not None:
                yield preview, result, f"{played.name}, version {point.version}: {about}"


@each_walk
def test_a_preview_is_the_later_result(played: Played) -> None:
    for preview, result, where in compared(played):
        assert preview == result, where


@pytest.mark.thorough
@each_game
def test_previews_of_moves_that_cannot_be_repeated_are_among_them(game: str) -> None:
    found = [preview for seed in range(FEW) for preview, *_ in compared(walk(game, seed))]
    assert len(found) > 20
    assert any(preview.missed for preview in found)
