"""A dry run of a move with dice says how many dice would be rolled. It rolls and records nothing."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from verger.domain.core import decider
from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.dice import SeededDice
from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import LimitKind
from verger.domain.games.verge import RULESET
from verger.domain.games.verge.state import Draft, State, evolve
from verger.domain.table.safety import AddLimit, Signal
from verger.service.edge.answering import appended
from verger.service.log.codec import Codec
from verger.service.play import decision
from verger.service.play.answer import DiceNeeded
from verger.service.play.decision import Judged
from verger.service.play.request import MoveRequest
from verger.service.play.session import Session
from verger.service.wiring import Parts
from verger.service.work import in_step

ANN, BO = SeatId("s1"), SeatId("s2")


def decide(state: State, move: Any, facts: Facts) -> Judgement:
    """Decide as a game that rolls seven dice of six faces for every move. The GM may not move."""
    if facts.seat == ANN:
        return refuse(Code.GM_ONLY, "table.seats", gm=ANN, gm_name="Ann")
    draft: Draft = decider.Draft(state, evolve, facts)
    return draft.accept(f"Rolled {facts.dice.roll(7, 6).values}.")


@pytest.fixture
async def in_memory(parts: Parts, session: UUID) -> AsyncIterator[Session]:
    """Yield the session in memory, judged by the `decide` of this file."""
    with await parts.sessions.fresh(session) as in_memory:
        in_memory.codec = Codec(replace(RULESET, decide=decide))
        yield in_memory


async def test_a_dry_run_shows_the_number_of_dice_and_of_their_faces(
    parts: Parts, in_memory: Session
) -> None:
    before = in_memory.state
    tried = await parts.playing.dry_run(MoveRequest(in_memory.id, BO, Signal()))
    assert tried == (2, DiceNeeded(7, 6))
    assert (in_memory.state, await parts.store.head(in_memory.id)) == (before, 2)


async def test_a_move_that_is_refused_before_the_dice_is_refused(
    parts: Parts, in_memory: Session
) -> None:
    _, judged = await parts.playing.dry_run(MoveRequest(in_memory.id, ANN, Signal()))
    assert isinstance(judged, Refused)
    assert judged.code == Code.GM_ONLY


async def test_a_move_rolls_the_same_dice_with_and_without_a_dry_run(
    parts: Parts, in_memory: Session
) -> None:
    await parts.playing.dry_run(MoveRequest(in_memory.id, BO, Signal()))
    made = appended(await parts.playing.move(MoveRequest(in_memory.id, BO, Signal()))).row
    assert in_memory.seed
    coming = SeededDice(in_memory.seed, in_memory.name, 0).roll(7, 6)
    assert in_memory.codec.events.decode(made.data).dice == (coming,)
    assert in_memory.state.table.dice_rolled == 7


async def test_a_dry_run_is_judged_at_its_version_though_play_goes_on(
    parts: Parts, session: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await parts.store.head(session)
    rats, spiders = (AddLimit(LimitKind.LINE, text) for text in ("Rats.", "Spiders."))

    async def play_on() -> None:
        monkeypatch.setattr(decision, "in_step", in_step)
        appended(await parts.playing.move(MoveRequest(session, BO, spiders)))

    monkeypatch.setattr(decision, "in_step", play_on)
    version, judged = await parts.playing.dry_run(MoveRequest(session, BO, rats))
    assert isinstance(judged, Judged)
    assert (version, [limit.text for limit in judged.after.table.limits]) == (before, ["Rats."])
    assert await parts.store.head(session) == before + 1
