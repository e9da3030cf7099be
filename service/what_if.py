"""What if: the log judged again without some of its events, or under other house rules."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.again import Divergence, compared
from domain.decider import Event
from domain.house_rule import Value
from domain.identifier import HouseRuleId
from domain.seating import StartSession
from service.hot import Hot, HotSessions
from service.store import Store

PAGE = 100
"""Events judged at a time, between which other requests get their turn."""
JUDGED_LIMIT = 10_000
TOLD_LIMIT = 100


class Changed(msgspec.Struct, frozen=True):
    """What is different from the log: events left out, house rules chosen at the start."""

    without: tuple[int, ...] = ()
    house_rules: dict[HouseRuleId, Value] = {}


class Outcome(msgspec.Struct, frozen=True):
    """How far the log was judged again, and what would have come out otherwise."""

    judged_to: int
    diverging: tuple[Divergence, ...]
    stopped: bool
    """Whether it ended before the head: dice would be needed, or there was too much."""


async def what_if(sessions: HotSessions, store: Store, hot: Hot, changed: Changed) -> Outcome:
    """Judge again what comes after the first change, to the head or as far as that goes."""
    head = hot.version
    start = 0 if changed.house_rules else min(changed.without) - 1
    state = await sessions.state_at(hot, start) if start else hot.codec.ruleset.empty
    found: list[Divergence] = []
    at = start
    async for version, event in _events(store, hot, start, min(head, start + JUDGED_LIMIT)):
        if version not in changed.without:
            asked = _under(event, changed)
            state, divergence = compared(hot.codec.ruleset, state, asked, version)
            # That the first event chose other house rules is what was asked for.
            found += [divergence] if divergence and asked is event else []
            if divergence and divergence.outcome == "needs_dice":
                break
        at = version
        if len(found) == TOLD_LIMIT:
            break
    return Outcome(at, tuple(found), at < head)


def _under(event: Event[Any, Any], changed: Changed) -> Event[Any, Any]:
    """The event as it was asked; the first one with other house rules."""
    if not changed.house_rules or not isinstance(event.move, StartSession):
        return event
    chosen = event.move.house_rules | changed.house_rules
    return replace(event, move=replace(event.move, house_rules=chosen))


async def _events(
    store: Store, hot: Hot, after: int, until: int
) -> AsyncIterator[tuple[int, Event[Any, Any]]]:
    while after < until:
        rows = await store.read(hot.id, after, min(PAGE, until - after))
        for row in rows:
            yield row.version, hot.codec.events.decode(row.data)
        after = rows[-1].version
        await asyncio.sleep(0)
