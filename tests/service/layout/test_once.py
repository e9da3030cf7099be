"""A result that is made once for all requests."""

import asyncio

import pytest

from verger.service.layout.once import Once


class Maker:
    """Makes numbers, and counts how often."""

    def __init__(self) -> None:
        self.made = 0
        self.may = asyncio.Event()
        self.fails = False

    async def make(self) -> int:
        self.made += 1
        await self.may.wait()
        if self.fails:
            raise LookupError
        return self.made


@pytest.mark.anyio
async def test_a_second_request_waits_for_the_first_result() -> None:
    once, maker = Once[str, int](2), Maker()
    asked = [asyncio.create_task(once.of("a", maker.make)) for _ in range(4)]
    await asyncio.sleep(0)
    maker.may.set()
    assert await asyncio.gather(*asked, once.of("a", maker.make)) == [1] * 5


@pytest.mark.anyio
async def test_a_result_is_made_for_others_though_the_first_request_has_gone() -> None:
    once, maker = Once[str, int](2), Maker()
    first, other = (asyncio.create_task(once.of("a", maker.make)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    maker.may.set()
    assert await other == 1


@pytest.mark.anyio
async def test_a_failed_result_is_made_again() -> None:
    once, maker = Once[str, int](2), Maker()
    maker.fails = True
    maker.may.set()
    with pytest.raises(LookupError):
        await once.of("a", maker.make)
    maker.fails = False
    assert await once.of("a", maker.make) == 2


@pytest.mark.anyio
async def test_the_oldest_result_is_not_kept() -> None:
    once, maker = Once[str, int](2), Maker()
    maker.may.set()
    assert [await once.of(key, maker.make) for key in ("a", "b", "a", "c", "a", "b")] == [
        *(1, 2, 1),
        *(3, 1, 4),
    ]
