"""A repeated request gets its first answer, and does not delay the appends of others."""

import asyncio
from uuid import UUID

import pytest
from msgspec.structs import replace

from tests.support.postgres import lose
from tests.support.settings import Settings
from verger.domain.core.identifier import SeatId
from verger.domain.core.table import LimitKind
from verger.domain.table.safety import AddLimit
from verger.service.log.insert import AppendConflict
from verger.service.play import playing
from verger.service.play.answer import REMEMBER_LIMIT, Appended, NotAppended
from verger.service.play.request import MoveRequest
from verger.service.wiring import Parts


async def test_a_key_that_this_process_knows_is_answered_before_anything_is_appended(
    session: UUID, parts: Parts
) -> None:
    first = await parts.playing.move(asked(session, "k"))
    assert isinstance(first, Appended)
    assert await parts.playing.move(asked(session, "k")) == replace(first, replayed=True)
    other = replace(asked(session, "k"), print=b"q" * 32)
    assert await parts.playing.move(other) is NotAppended.KEY_REUSED
    assert not parts.store.conflicts


async def test_a_key_whose_event_is_at_hand_is_answered_without_asking_the_log(
    session: UUID, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await parts.playing.move(asked(session, "k"))
    assert isinstance(first, Appended)
    monkeypatch.setattr(parts.store, "by_request", None)
    assert await parts.playing.move(asked(session, "k")) == replace(first, replayed=True)


async def test_a_key_whose_event_the_log_has_lost_makes_a_new_move(
    session: UUID, parts: Parts, begun_url: str
) -> None:
    first = await parts.playing.move(asked(session, "k"))
    assert isinstance(first, Appended)
    lose(begun_url, session, first.row.version - 1)
    parts.sessions.doubt()
    again = await parts.playing.move(asked(session, "k"))
    assert isinstance(again, Appended)
    assert not again.replayed


async def test_a_repeated_answer_waits_without_delaying_the_table(
    session: UUID, begun_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "REPEAT_SECONDS", 3_600.0)
    async with Parts(Settings(database_url=begun_url)).running() as parts:
        await parts.playing.move(asked(session, "k"))
        again = asyncio.create_task(parts.playing.move(asked(session, "k")))
        for key in ("a", "b", "c"):
            assert isinstance(await parts.playing.move(asked(session, key)), Appended)
        assert not again.done()
        # So a client that repeats a request in a loop waits for each answer.
        assert await parts.playing.move(asked(session, "k")) is NotAppended.REQUEST_RUNNING
        again.cancel()


async def test_a_process_that_lost_a_race_does_not_delay_others_moves(
    session: UUID, begun_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(database_url=begun_url)
    async with Parts(settings).running() as one, Parts(settings).running() as other:
        await one.playing.move(asked(session, "a"))
        await other.playing.move(asked(session, "b"))
        assert isinstance(await one.playing.move(asked(session, "c")), Appended)
        assert one.store.conflicts == {AppendConflict.VERSION_TAKEN: 1}
        monkeypatch.setattr(one.store, "_append_soon", None)
        assert isinstance(await one.playing.move(asked(session, "d")), Appended)


async def test_after_one_lost_race_a_process_reads_on_before_it_judges(
    session: UUID, begun_url: str
) -> None:
    settings = Settings(database_url=begun_url)
    async with Parts(settings).running() as one, Parts(settings).running() as other:
        for key in range(4):
            for parts in (one, other):
                asking = asked(session, f"{key} {id(parts)}")
                assert isinstance(await parts.playing.move(asking), Appended)
        assert one.store.conflicts == other.store.conflicts == {AppendConflict.VERSION_TAKEN: 1}


async def test_a_process_that_has_heard_of_a_move_reads_on_before_it_judges(
    session: UUID, begun_url: str
) -> None:
    settings = Settings(database_url=begun_url)
    async with Parts(settings).running() as one, Parts(settings).running() as other:
        await one.playing.move(asked(session, "a"))
        theirs = await other.playing.move(asked(session, "b"))
        assert isinstance(theirs, Appended)
        one.sessions.heard(session, theirs.row.version)
        assert isinstance(await one.playing.move(asked(session, "c")), Appended)
        assert not one.store.conflicts


async def test_the_only_process_of_a_session_reads_nothing_before_judging(
    session: UUID, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    await parts.playing.move(asked(session, "a"))
    monkeypatch.setattr(parts.store, "read", None)
    assert isinstance(await parts.playing.move(asked(session, "b")), Appended)


async def test_a_key_that_is_forgotten_is_found_in_the_log(session: UUID, parts: Parts) -> None:
    first = await parts.playing.move(asked(session, "k"))
    assert isinstance(first, Appended)
    for number in range(REMEMBER_LIMIT):
        await parts.playing.move(asked(session, str(number)))
    assert await parts.playing.move(asked(session, "k")) == replace(first, replayed=True)
    assert parts.store.conflicts == {AppendConflict.KEY_USED: 1}


def asked(session: UUID, key: str) -> MoveRequest:
    return MoveRequest(session, SeatId("s2"), AddLimit(LimitKind.LINE, "Rats."), key, b"p" * 32)
