"""Wishes at a version of a session: what open questions would come to, with the past that rewinds need."""

from typing import Any

from verger.domain.core.decider import Facts, State, Wish
from verger.domain.core.dice import RecordedDice
from verger.domain.core.mover import Unseated
from verger.domain.core.past import KnownPast, PastNeededError, PastPlay
from verger.domain.judging.foreseen import foreseen
from verger.service.play.session import Session
from verger.service.play.sessions import Sessions
from verger.service.work import Charging


async def wishes_at(
    sessions: Sessions, session: Session, state: State[Any], version: int
) -> list[Wish]:
    """Every open wish of a state, each with what would come of it; no dice are rolled for one."""
    known: dict[int, PastPlay] = {}
    past = KnownPast(known)
    while True:
        facts = Facts(
            mover=Unseated.SERVER,
            at=session.at,
            dice=RecordedDice(()),
            version=version + 1,
            past=past,
        )
        try:
            with Charging():
                return list(foreseen(session.codec.ruleset, state, facts))
        except PastNeededError as needed:
            known[needed.version] = await sessions.history.past_play(session, needed.version)
