"""A redaction reads a log in parts, so that other requests do not wait until the whole log is read."""

import asyncio
from typing import Any
from uuid import UUID

import pytest

from tests.support.log import SESSION, VERGE, evening, rows
from verger.domain.history.free_text import Texts
from verger.service.log.row import Row
from verger.service.redaction import rewrite_log
from verger.service.redaction.rewrite_log import LogRewrite, RedactedLog, Removal

WAR = rows(evening("war"))


class Kept:
    """The rows of one log."""

    def __init__(self, log: list[Row]) -> None:
        self._log = log

    async def read(self, session: UUID, after: int, limit: int) -> list[Row]:
        assert session == SESSION
        return self._log[after : after + limit]


def rewrite(log: list[Row]) -> LogRewrite:
    """Take a name out of a log."""
    store: Any = Kept(log)
    taking = Removal(Texts(["Kessel"]), (), lambda _: True)
    return LogRewrite(store, RedactedLog(SESSION, VERGE, 0, None), taking)


async def test_a_ruling_that_is_only_worded_differently_now_is_not_affected() -> None:
    whole, reworded = rewrite(WAR), rewrite([with_other_words(row) for row in WAR])
    await whole.follow(len(WAR))
    await reworded.follow(len(WAR))
    assert reworded.rewritten == whole.rewritten
    assert reworded.affected == whole.affected


def with_other_words(row: Row) -> Row:
    return row._replace(data=row.data.replace('"sentence":"', '"sentence":"Once, ', 1))


async def test_other_work_continues_while_a_redaction_reads_the_log(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rewrite_log, "TURN_SECONDS", 0.0)
    work = rewrite(WAR)
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
    assert work.remainders
