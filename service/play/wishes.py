"""Wishes: the changes that would follow if all asked seats say yes to an open question, such as an undo."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from verger.domain.core.decider import Facts, State, Wish
from verger.domain.core.dice import RecordedDice
from verger.domain.core.mover import Unseated
from verger.domain.core.past import KnownPast, PastNeededError
from verger.domain.judging.foreseen import foreseen
from verger.service.play.remaking import made_again
from verger.service.play.session import Session
from verger.service.play.sessions import Sessions
from verger.service.work import Charging


async def wishes_at(
    sessions: Sessions, session: Session, state: State[Any], version: int, made: int = 0
) -> list[Wish]:
    """Return the wishes in a state, each with its result. No dice are rolled.

    If a wish leaves a move out, the later moves are not repeated yet (see `with_repeated`). `state` is the
    state at a version, or `made` moves later.
    """
    past = KnownPast()
    while True:
        facts = Facts(
            mover=Unseated.SERVER,
            at=session.at,
            dice=RecordedDice(()),
            version=version + made + 1,
            past=past,
        )
        try:
            with Charging():
                wishes = list(foreseen(session.codec.ruleset, state, facts))
        except PastNeededError as needed:
            await sessions.history.supply(session, past, needed)
        else:
            return wishes


async def with_repeated(
    sessions: Sessions, session: Session, wishes: Iterable[Wish], version: int
) -> list[Wish]:
    """Return the same wishes. If a wish leaves a move out, its result includes the repeated later moves."""
    return [await _with_repeated(sessions, session, wish, version) for wish in wishes]


async def _with_repeated(sessions: Sessions, session: Session, wish: Wish, head: int) -> Wish:
    if wish.rewound is None:
        return wish
    made = await made_again(sessions.history, session, wish.rewound, wish.after, session.at, head)
    return replace(wish, after=made.after, missed=made.missed)
