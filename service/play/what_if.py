"""Judge a log again without some of its events, or by other rules."""

from collections.abc import AsyncIterator
from typing import Any

import msgspec
from msgspec.structs import replace

from verger.domain.core.decider import Event, Ruleset
from verger.domain.core.divergence import Divergence
from verger.domain.core.house_rule import Value
from verger.domain.core.identifier import HouseRuleId
from verger.domain.core.past import GrowingPast, PastNeededError
from verger.domain.history.rewind import OWN_LIMIT
from verger.domain.judging.deed import deed
from verger.domain.judging.rejudge import Rejudging
from verger.domain.table.seating import StartSession
from verger.service.log.store import Store
from verger.service.play.damage import read_event, require, understood
from verger.service.play.session import Session
from verger.service.play.sessions import Sessions
from verger.service.work import pause

PAGE = 100
"""The number of events that are judged before other requests get a turn."""
JUDGED_LIMIT = 10_000
TOLD_LIMIT = 100


class Alteration(msgspec.Struct, frozen=True):
    """The changes to judge: events to leave out, and other rules."""

    without: tuple[int, ...] = ()
    house_rules: dict[HouseRuleId, Value] = {}
    ruleset: Ruleset[Any] | None = None
    """The version of the ruleset to judge by. None for the session's own."""

    @property
    def is_other_rules(self) -> bool:
        """Whether the log is judged by other rules, and therefore from its start."""
        return bool(self.house_rules) or self.ruleset is not None


class Divergences(msgspec.Struct, frozen=True):
    """The last version that was judged again, and the results that would be different."""

    judged_to: int
    diverging: tuple[Divergence, ...]
    stopped: bool
    """True if judging ended before the newest event: new dice would be needed, or there was too much to judge."""


async def what_if(
    sessions: Sessions, store: Store, session: Session, alteration: Alteration
) -> Divergences:
    """Judge all events from the first change on again, as far as possible."""
    head = session.version
    start = 0 if alteration.is_other_rules else min(alteration.without, default=head + 1) - 1
    state = (
        await sessions.history.state_at(session, start) if start else session.codec.ruleset.empty
    )
    past = await _past(store, session, start)
    rejudging = Rejudging(alteration.ruleset or session.codec.ruleset, state, past)
    found: list[Divergence] = []
    at = start
    async for version, event in _events(store, session, start, min(head, start + JUDGED_LIMIT)):
        if version in alteration.without:
            rejudging.leave_out(event)
        else:
            asked = _under(event, alteration)
            divergence = await _compared(sessions, session, rejudging, past, asked, version)
            # The first event has other rules by request, so this is no divergence.
            found += [divergence] if divergence and asked is event else []
            if divergence and divergence.outcome == "needs_dice":
                break
        at = version
        past.add(version, rejudging.state.play, deed(session.codec.ruleset, event))
        if len(found) == TOLD_LIMIT:
            break
    return Divergences(at, tuple(found), at < head)


async def _compared(
    sessions: Sessions,
    session: Session,
    rejudging: Rejudging,
    past: GrowingPast,
    event: Event[Any, Any],
    at: int,
) -> Divergence | None:
    """Judge an event again. If this needs play from before the first change, read it."""
    while True:
        try:
            return understood(session.id, at, rejudging.compare, event, at)
        except PastNeededError as needed:
            history = sessions.history
            if needed.part == "deeds":
                past.remember(await history.deeds(session, needed.version, at - 1))
            else:
                past.keep(needed.version, (await history.state_at(session, needed.version)).play)


async def _past(store: Store, session: Session, start: int) -> GrowingPast:
    """Return the past of a log before the version `start`: the actions of seats shortly before it."""
    past = GrowingPast()
    async for version, event in _events(store, session, max(0, start - OWN_LIMIT), start):
        past.acted(version, deed(session.codec.ruleset, event))
    return past


def _under(event: Event[Any, Any], alteration: Alteration) -> Event[Any, Any]:
    """Return the event as it is judged again. The first event gets the other rules."""
    if not alteration.is_other_rules or not isinstance(event.move, StartSession):
        return event
    chosen = event.move.house_rules | alteration.house_rules
    move = replace(event.move, house_rules=chosen)
    if alteration.ruleset:
        move = replace(move, ruleset_version=alteration.ruleset.version)
    return replace(event, move=move)


async def _events(
    store: Store, session: Session, after: int, until: int
) -> AsyncIterator[tuple[int, Event[Any, Any]]]:
    while after < until:
        rows = await store.read(session.id, after, min(PAGE, until - after))
        await require(store, session, after, [row.version for row in rows])
        for row in rows:
            read = session.codec.events.decode
            yield row.version, read_event(session.id, row, read)
            await pause()
        after = rows[-1].version
