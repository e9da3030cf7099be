"""Presence between processes: every reader is shown, and none after it has left."""

import asyncio
from contextlib import ExitStack
from typing import Any
from uuid import UUID, uuid4

import pytest

from verger.domain.core.identifier import SeatId
from verger.service.log.codec import codec
from verger.service.play import presence
from verger.service.play.presence import BEATS_KEPT, Attention, Company, Presence
from verger.service.play.session import Session

ANN, BO = SeatId("s1"), SeatId("s2")


class Process:
    """A process, and which of its messages reach the others."""

    def __init__(self, session: UUID) -> None:
        self.presence = Presence()
        self.session = Session(session, codec("verge", 1))
        self.told: list[bytes] = []
        self.presence.tell = lambda _, message: self.told.append(message)

    def join(self, stack: ExitStack, seat: SeatId, as_: Attention | None = "here") -> Company:
        return stack.enter_context(self.presence.joining(self.session, (seat,), as_))


class Table:
    """Two processes that serve a session."""

    def __init__(self) -> None:
        session = uuid4()
        self.one, self.two = Process(session), Process(session)

    def tell(self) -> int:
        """Pass messages between the processes until there are no more. Return the number of messages."""
        count = 0
        while self.one.told or self.two.told:
            for process, other in ((self.one, self.two), (self.two, self.one)):
                for message in process.told[:]:
                    process.told.remove(message)
                    other.presence.hear(message)
                    process.presence.hear(message)
                    count += 1
                    assert count < 100, "they never have nothing to say"
        return count


@pytest.fixture
async def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr(presence, "LINGER_SECONDS", 0.0)
    return Table()


async def gone() -> None:
    """Wait until the readers that have left are forgotten."""
    await asyncio.sleep(0.01)


async def test_a_new_reader_and_the_earlier_readers_hear_of_each_other(table: Table) -> None:
    with ExitStack() as stack:
        ann = table.one.join(stack, ANN)
        table.tell()
        bo = table.two.join(stack, BO, "away")
        table.tell()
        assert ann.news() == bo.news() == {ANN: "here", BO: "away"}
        assert ann.news() is None


async def test_known_presence_causes_no_more_messages(table: Table) -> None:
    with ExitStack() as stack:
        table.one.join(stack, ANN)
        table.two.join(stack, BO)
        assert table.tell() <= 4
        table.one.join(stack, ANN)
        assert table.tell() == 0


async def test_a_seat_is_here_by_any_of_its_readers(table: Table) -> None:
    with ExitStack() as stack:
        bo = table.two.join(stack, BO)
        table.one.join(stack, ANN, "away")
        table.tell()
        with ExitStack() as window:
            table.two.join(window, ANN)
            assert bo.news() == {ANN: "here", BO: "here"}
        await gone()
        assert bo.news() == {ANN: "away", BO: "here"}


async def test_a_reader_that_leaves_is_not_here_any_more(table: Table) -> None:
    with ExitStack() as stack:
        bo = table.two.join(stack, BO)
        with ExitStack() as window:
            table.one.join(window, ANN)
            table.tell()
            assert bo.news() == {ANN: "here", BO: "here"}
        await gone()
        table.tell()
        assert bo.news() == {BO: "here"}


async def test_of_a_table_that_nobody_follows_any_more_nothing_is_kept(table: Table) -> None:
    with ExitStack() as stack:
        table.one.join(stack, ANN)
    await gone()
    table.tell()
    table.one.presence.beat()
    assert table.one.told == []


async def test_a_reloaded_page_counts_as_present_all_the_time(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "LINGER_SECONDS", 60.0)
    with ExitStack() as stack:
        bo = table.one.join(stack, BO)
        with ExitStack() as window:
            table.one.join(window, ANN)
        await gone()
        assert bo.news() == {ANN: "here", BO: "here"}


async def test_the_messages_of_a_lost_process_are_forgotten(table: Table) -> None:
    with ExitStack() as stack:
        bo = table.two.join(stack, BO)
        table.one.join(stack, ANN)
        table.tell()
        for _ in range(BEATS_KEPT):
            table.two.presence.beat()
        assert bo.news() == {ANN: "here", BO: "here"}
        table.two.presence.beat()
        assert bo.news() == {BO: "here"}


async def test_a_present_reader_stays_and_is_announced_again_after_a_lost_message(
    table: Table,
) -> None:
    with ExitStack() as stack:
        bo = table.two.join(stack, BO)
        table.one.join(stack, ANN)
        table.one.told.clear()
        heard = [bo.news()]
        for _ in range(2 * BEATS_KEPT):
            table.one.presence.beat()
            table.tell()
            table.two.presence.beat()
            heard.append(bo.news())
        assert [one for one in heard if one] == [{BO: "here"}, {ANN: "here", BO: "here"}]


async def test_followers_are_woken_when_somebody_comes(table: Table) -> None:
    with ExitStack() as stack:
        table.one.join(stack, ANN)
        waiting = asyncio.create_task(table.one.session.moved(3_600))
        await asyncio.sleep(0)
        table.two.join(stack, BO)
        table.tell()
        await asyncio.wait_for(waiting, 1)


async def test_a_reader_that_hides_is_not_seen_and_does_not_see(table: Table) -> None:
    with ExitStack() as stack:
        ann = table.one.join(stack, ANN)
        bo = table.one.join(stack, BO, None)
        assert ann.news() == {ANN: "here"}
        assert bo.news() is None


@pytest.mark.parametrize("message", [b"", b"[]", b'{"process": 1}'])
async def test_a_malformed_message_is_skipped(table: Table, message: Any) -> None:
    with ExitStack() as stack:
        ann = table.one.join(stack, ANN)
        table.one.presence.hear(message)
        assert ann.news() == {ANN: "here"}
