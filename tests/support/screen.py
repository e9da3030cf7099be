"""Verge with a GM's screen: to frame a scene or add to it backstage rolls two dice face down."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec.structs import force_setattr

from tests.support.client import Json, Player
from verger.domain.core import decider
from verger.domain.core.decider import Accepted, Facts, Judgement
from verger.domain.games.verge import RULESET
from verger.domain.games.verge.decide import decide as verge
from verger.domain.games.verge.scene import AddToCamera, Frame
from verger.domain.games.verge.state import Draft, State, evolve
from verger.domain.secrets.sealing import seal_roll
from verger.service.archive import verifying
from verger.service.archive.limits import MEMORY_BYTES
from verger.service.archive.worker import answered
from verger.service.child.answers import answer_all

SCENE: Json = {"camera": "A folding screen.", "place": "Backstage"}


def decide(state: State, move: Any, facts: Facts) -> Judgement:
    """Decide as in Verge. The GM sees all dice behind the screen, and players see those that they rolled."""
    judgement = verge(state, move, facts)
    if isinstance(judgement, Accepted) and _is_backstage(move):
        draft: Draft = decider.Draft(judgement.after, evolve, facts)
        eyes = tuple(dict.fromkeys((facts.seat, state.table.gm)))
        seal_roll(draft, facts, facts.dice.roll(2, 6, eyes))
        return judgement.followed_by(draft.accept(" Two dice fall behind the screen."))
    return judgement


def _is_backstage(move: Any) -> bool:
    return isinstance(move, AddToCamera) or (
        isinstance(move, Frame) and move.place == SCENE["place"]
    )


def install() -> None:
    """Use this variant in the whole process, and in the child that verifies its archives."""
    force_setattr(RULESET, "decide", decide)
    verifying.WORKER = "tests.support.screen"


@contextmanager
def installed() -> Iterator[None]:
    """Use this variant in this process for a while."""
    install()
    try:
        yield
    finally:
        force_setattr(RULESET, "decide", verge)


def framed(gm: Player) -> Json:
    """Frame a scene backstage, and return its event, which has face-down dice."""
    return gm.moves("frame", **SCENE)


if __name__ == "__main__":
    install()
    answer_all(answered, 2 * MEMORY_BYTES)
