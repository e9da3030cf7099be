"""The messages to a follower of a log, tested without a connection."""

from collections.abc import AsyncIterator, Iterator
from typing import Any
from uuid import UUID

import pytest

from tests.support.client import Player, played
from tests.support.server import serving
from tests.support.settings import Settings
from verger.service.database.outage import UnavailableError
from verger.service.edge import following
from verger.service.edge.asking import Reader
from verger.service.edge.following import chunks
from verger.service.edge.form import LineForm
from verger.service.wiring import Parts


@pytest.fixture(scope="module")
def ann(database: str) -> Iterator[Player]:
    with serving(database) as server:
        yield played(server.http, "Ann")["Ann"]


@pytest.fixture
async def parts(database: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Parts]:
    """Yield the parts of another process that serves the same sessions."""
    monkeypatch.setattr(following, "POLL_SECONDS", 0.01)
    parts = Parts(Settings(database_url=database))
    await parts.database.open()
    yield parts
    await parts.database.close()


def out_of_reach_once(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    read = parts.store.read

    async def away(*_: Any) -> None:
        monkeypatch.setattr(parts.store, "read", read)
        raise UnavailableError("away")

    monkeypatch.setattr(parts.store, "read", away)


async def test_lines_do_not_end_before_the_head_because_the_log_is_out_of_reach(
    ann: Player, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, head = UUID(ann.session), ann.head
    source = chunks(parts, Reader(session, (), None), None, LineForm(0, follow=False))
    assert (await anext(source)).count(b"\n") == head
    ann.draws_a_line("Spiders.")
    parts.sessions.heard(session, head + 1)
    out_of_reach_once(parts, monkeypatch)
    assert [chunk.count(b"\n") async for chunk in source if chunk] == [1]
