"""Decisions: judge a move at a point of a log, and make the rows of an accepted move."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from verger.domain.core.decider import Event, Facts, Judgement, State
from verger.domain.core.dice import Dice, RecordedDice, Revealed, Roll, SeededDice
from verger.domain.core.divergence import Divergence
from verger.domain.core.note import SealedPart
from verger.domain.core.past import NO_PAST, KnownPast, Past, PastNeededError
from verger.domain.core.ruling import Allowed, Refused
from verger.domain.core.timeline import Rewound, left_out
from verger.domain.judging.judge import judge, judge_briefly
from verger.domain.judging.rejudge import Remade
from verger.domain.secrets.epoch import RevealDice
from verger.service import tracing
from verger.service.log.entry import blind_print, row_of, salted_print
from verger.service.log.row import Row
from verger.service.log.sealed import encoded, new_seed, parts_of
from verger.service.log.store import Store
from verger.service.play.remaking import made_again
from verger.service.play.request import MoveRequest
from verger.service.play.session import Session
from verger.service.play.sessions import Sessions
from verger.service.work import Charging, in_step


class Head(NamedTuple):
    """The point in a log that an event follows: the state, version, hash and time before it."""

    state: State[Any]
    version: int
    hash: bytes
    at: datetime


class Judged(msgspec.Struct, frozen=True):
    """An accepted move: its ruling and effects, the dice that it used, and its time."""

    ruling: Allowed
    effects: tuple[Any, ...]
    after: State[Any]
    at: datetime
    rolls: tuple[Roll, ...]
    revealed: Revealed | None = None
    sealed: tuple[SealedPart, ...] = ()
    """The sealed parts with the values of face-down dice."""
    missed: tuple[Divergence, ...] = ()
    """If this move leaves another one out: the later moves that cannot be repeated."""


Judging = Callable[[Any, State[Any], Any, Facts], Judgement]

Rows = Sequence[tuple[Row, State[Any]]]
"""Rows to append, each with the state after it."""


class Decisions:
    """Judges moves at the head of a session in memory."""

    def __init__(self, store: Store, sessions: Sessions) -> None:
        self._store, self._sessions = store, sessions

    async def decide(
        self, session: Session, asked: MoveRequest, key: bytes | None
    ) -> Rows | Refused:
        """Return the rows of a move and of the later moves that it repeats, or its refusal."""
        if asked.outside is not None:
            asked = replace(asked, move=await asked.outside(session))
        new = new_seed() if isinstance(asked.move, RevealDice) else None
        if new:
            asked = replace(asked, sealed=new.sealed, sealed_digests=new.digests)
        head, newest = head_of(session), self._store.newest_format
        dice = partial(_dice, session, new.seed if new else None)
        judged = await self._judged(session, head, asked, dice)
        await in_step()
        if isinstance(judged, Refused):
            return judged
        judged, remade = await self._with_remade(session, judged)
        row = row_asked(asked, judged, head, key, newest)
        rows = [(row, judged.after)]
        for event, after in remade:
            row = row_of(row.session, event, row.hash, row.version + 1, newest=newest)
            rows.append((row, after))
        return rows

    def decided(
        self, session: Session, asked: MoveRequest, key: bytes | None
    ) -> tuple[Row, State[Any]] | None:
        """Return the row of a move, and the state after it, without waiting.

        None if the move is refused, or if `decide` is needed for it.
        """
        if asked.outside is not None or isinstance(asked.move, RevealDice):
            return None
        head, now = head_of(session), self._store.now()
        try:
            dice, ruleset = _dice(session, None), session.codec.ruleset
            judged = judged_at(ruleset, head, asked, now, dice, judging=judge_briefly)
        except PastNeededError:
            return None
        if isinstance(judged, Refused) or any(isinstance(one, Rewound) for one in judged.effects):
            return None
        return row_asked(asked, judged, head, key, self._store.newest_format), judged.after

    async def dry_run(self, session: Session, head: Head, asked: MoveRequest) -> Judged | Refused:
        """Judge a move without recording it. Raises an error if it would roll dice or reveal their seed."""
        judged = await self._judged(session, head, asked, partial(RecordedDice, ()))
        if isinstance(judged, Judged):
            judged, again = await self._with_remade(session, judged)
            judged = replace(judged, after=again[-1].after) if again else judged
        return judged

    async def _judged(
        self, session: Session, head: Head, asked: MoveRequest, dice: Callable[[], Dice]
    ) -> Judged | Refused:
        """Judge a move at a point of its log. If a rewind needs earlier play, read it from the log and judge again.

        `dice` returns the dice for each try.
        """
        past = KnownPast()
        await in_step()
        ruleset, now = session.codec.ruleset, self._store.now()
        while True:
            try:
                with tracing.span("judge"), Charging("judge"):
                    return judged_at(ruleset, head, asked, now, dice(), past)
            except PastNeededError as needed:
                await self._sessions.history.supply(session, past, needed)

    async def _with_remade(
        self, session: Session, judged: Judged
    ) -> tuple[Judged, Sequence[Remade]]:
        """Return the judged move. If it leaves out another move, also return the later moves that are repeated."""
        rewound = left_out(judged.effects)
        if rewound is None:
            return judged, ()
        history = self._sessions.history
        made = await made_again(
            history, session, rewound, judged.after, judged.at, rewound.version - 1
        )
        return replace(judged, missed=made.missed), made.again


def judged_at(
    ruleset: Any,
    head: Head,
    asked: MoveRequest,
    now: datetime,
    dice: Dice,
    past: Past = NO_PAST,
    judging: Judging = judge,
) -> Judged | Refused:
    """Judge a move at a point of its log."""
    # The clocks of several processes differ a little, but the times in a log never go back.
    at = max(now, head.at)
    facts = Facts(mover=asked.mover, at=at, dice=dice, version=head.version + 1, past=past)
    judged = judging(ruleset, head.state, asked.move, facts)
    if isinstance(judged, Refused):
        return judged
    return Judged(
        ruling=judged.ruling,
        effects=judged.effects,
        after=judged.after,
        at=at,
        rolls=tuple(dice.rolls),
        revealed=dice.revealed,
        sealed=tuple(dice.sealed),
    )


def row_asked(
    asked: MoveRequest, judged: Judged, head: Head, key: bytes | None, newest: int
) -> Row:
    """Return the row of an accepted move. It follows the event that the move was judged after.

    `newest` is the newest format for events that are written now.
    """
    event = Event(
        at=judged.at,
        seat=asked.seat_on_record,
        move=asked.move,
        ruling=judged.ruling,
        effects=judged.effects,
        dice=judged.rolls,
        sealed=(*asked.sealed_digests, *[part.digest for part in judged.sealed]),
        missed=judged.missed,
        revealed=judged.revealed,
        # The name of a program could reveal who made an anonymous move.
        via=None if asked.is_anonymous else asked.by.via,
    )
    print = blind_print() if asked.lacks_text else salted_print(asked.print)
    sealed = asked.sealed
    if judged.sealed:
        sealed = encoded((*parts_of(sealed), *judged.sealed))
    kept = key, print if key else None, sealed
    return row_of(asked.session, event, head.hash, head.version + 1, kept, newest)


def _dice(session: Session, coming: bytes | None) -> Dice:
    """Return the dice of a session. An import has none, because only redactions are added to it."""
    table, seed = session.state.table, session.seed
    if seed is None:
        return RecordedDice(())
    return SeededDice(
        seed=seed,
        session=session.name,
        rolled=table.dice_rolled,
        nonces=table.nonces_in_order,
        coming=coming,
    )


def head_of(session: Session) -> Head:
    """Return the newest point in the log of a session in memory."""
    return Head(session.state, session.version, session.hash, session.at)
