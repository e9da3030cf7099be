"""A log is gone through for a redaction without others having to wait for all of it."""

import asyncio
from typing import Any
from uuid import UUID

import pytest

from domain.history.free_text import Texts
from service.log.row import Row
from service.redaction import rewrite_log
from service.redaction.rewrite_log import LogRewrite, RedactedLog, Removal
from tests.support.log import SESSION, VERGE, evening, rows

WAR = rows(evening("war"))


class Kept:
    """The rows of one log."""

    async def read(self, session: UUID, after: int, limit: int) -> list[Row]:
        assert session == SESSION
        return WAR[after : after + limit]


async def test_others_have_their_turn_between_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewrite_log, "TURN_SECONDS", 0.0)
    store: Any = Kept()
    taking = Removal(Texts(["Kessel"]), (), lambda _: True)
    work = LogRewrite(store, RedactedLog(SESSION, VERGE, 0, None), taking)
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    waiting = asyncio.create_task(others())
    await work.follow(len(WAR))
    waiting.cancel()
    assert turns >= len(WAR) > rewrite_log.PAGE
    assert work.left
