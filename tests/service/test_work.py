"""Work is charged when it is done, and clients that use much are served in turns."""

import asyncio
from collections.abc import Iterator

import pytest

from verger.service import work
from verger.service.work import CURRENT, NoTurnError, Turns, Work, measured, pause

pytestmark = pytest.mark.anyio


class Clock:
    now = 1_000.0

    def perf_counter(self) -> float:
        return self.now


class Budget:
    def __init__(self, used: float = 0.0) -> None:
        self.used = used
        self.light = 100.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(work, "time", clock)
    return clock


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> Iterator[Turns]:
    monkeypatch.setattr(work, "GAP_SECONDS", 0.0)
    token = CURRENT.set(None)
    yield Turns()
    CURRENT.reset(token)


def account(turns: Turns, budget: Budget) -> Work:
    CURRENT.set(one := Work(turns, [budget], 1))
    return one


async def test_each_step_is_charged_except_prepaid_time_and_waits(
    clock: Clock, turns: Turns
) -> None:
    budget = Budget()
    account(turns, budget)

    async def other() -> None:
        clock.now += 60

    async def answer() -> str:
        clock.now += 0.005
        await asyncio.create_task(other())
        clock.now += 0.003
        return "done"

    assert await measured(answer()) == "done"
    assert budget.used == pytest.approx(7)


async def test_a_part_of_a_step_is_charged_once(clock: Clock, turns: Turns) -> None:
    budget = Budget()
    account(turns, budget)

    async def part() -> None:
        clock.now += 0.002

    async def whole() -> None:
        clock.now += 0.001
        await measured(part())
        clock.now += 0.004

    await measured(whole())
    assert budget.used == pytest.approx(6)


async def test_a_step_receives_a_cancellation_and_its_caller_the_error(turns: Turns) -> None:
    account(turns, Budget())

    async def patient() -> str:
        try:
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            raise ValueError("cancelled") from None
        return "never"

    task = asyncio.create_task(measured(patient()))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(ValueError, match="cancelled"):
        await task


async def test_passing_on_live_events_is_free_and_bytes_are_not(clock: Clock, turns: Turns) -> None:
    budget = Budget()
    one = account(turns, budget)

    async def stream() -> None:
        work.is_free(free=True)
        clock.now += 5
        one.sent(2**30)
        work.is_free(free=False)

    await measured(stream())
    assert budget.used == 0
    one.sent(2**20)
    assert budget.used == pytest.approx(work.MEBIBYTE_SECONDS * 1_000 - 1)


async def test_the_client_with_the_least_use_goes_first(clock: Clock, turns: Turns) -> None:
    turns.played_at = clock.now
    turns.spent(1.0)
    order: list[float] = []

    async def one(used: float) -> None:
        await Work(turns, [Budget(used)], 1).turn()
        order.append(used)

    tasks = [asyncio.create_task(one(used)) for used in (300.0, 150.0, 200.0)]
    await asyncio.sleep(0)
    assert (turns.waiting, order) == (3, [])
    clock.now += work.REST
    turns.give()
    await asyncio.gather(*tasks)
    assert order == [150.0, 200.0, 300.0]


@pytest.mark.parametrize(("ago", "rests"), [(0.0, True), (work.PLAY_SECONDS, False)])
async def test_there_is_a_rest_between_turns_only_while_others_play(
    clock: Clock, turns: Turns, ago: float, *, rests: bool
) -> None:
    turns.played_at = clock.now - ago
    turns.spent(1.0)
    task = asyncio.create_task(Work(turns, [Budget(101.0)], 1).turn())
    for _ in range(5):
        await asyncio.sleep(0)
        if turns.waiting:
            turns.give()
    await asyncio.sleep(0)
    assert task.done() is not rests
    task.cancel()


async def test_clients_beyond_the_limit_receive_a_refusal(
    turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "WAITING", 0)
    with pytest.raises(NoTurnError):
        await Work(turns, [Budget(101.0)], 1).turn()
    assert turns.refused == 1


async def test_a_full_queue_turns_away_the_work_that_has_used_most(
    clock: Clock, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "WAITING", 2)
    turns.played_at = clock.now
    turns.spent(100.0)
    greedy = [asyncio.ensure_future(turns.take(used)) for used in (900.0, 800.0)]
    await asyncio.sleep(0)
    modest = asyncio.ensure_future(turns.take(101.0))
    (first,) = (await asyncio.wait(greedy, return_when=asyncio.FIRST_COMPLETED))[0]
    assert first is greedy[0]
    assert isinstance(first.exception(), NoTurnError)
    with pytest.raises(NoTurnError):
        await turns.take(800.0)
    assert (turns.waiting, turns.refused) == (2, 2)
    for waiting in (greedy[1], modest):
        waiting.cancel()


async def test_nobody_waits_for_ever(
    clock: Clock, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "TURN_SECONDS", 0.01)
    turns.played_at = clock.now
    turns.spent(100.0)
    with pytest.raises(NoTurnError):
        await Work(turns, [Budget(101.0)], 1).turn()


@pytest.mark.parametrize(("used", "in_turns"), [(99.0, False), (101.0, True)])
async def test_a_pause_is_a_turn_for_a_client_that_has_used_more_than_a_little(
    clock: Clock, turns: Turns, used: float, *, in_turns: bool
) -> None:
    one = account(turns, Budget(used))
    await pause()
    assert not one.is_in_turns
    one.charge(work.SLICE_SECONDS)
    await pause()
    assert one.is_in_turns is in_turns
    assert turns.taken == in_turns
