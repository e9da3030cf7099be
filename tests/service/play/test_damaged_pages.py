"""A page of the log that PostgreSQL cannot read damages the sessions that have events there, and no others."""

from collections.abc import Iterator
from uuid import UUID

import pytest

from tests.support.client import Player, of
from tests.support.damaged import INDEX, LINES, LOG, Play, damage, first_on, page_of, playing
from tests.support.patience import until
from tests.support.postgres import execute
from tests.support.problems import a_problem
from tests.support.settings import Settings
from verger.service.archive.verify import Finding, Verifier
from verger.service.archive.verify_database import verify_session
from verger.service.edge.form import NDJSON
from verger.service.play.damage import told
from verger.service.wiring import Parts

pytestmark = pytest.mark.thorough


@pytest.fixture
def play() -> Iterator[Play]:
    told.cache_clear()
    with playing() as play:
        yield play


def is_damaged(play: Play, version: int) -> None:
    """Require that requests for the session's head report the damage, and that the other session and the server continue."""
    server, ann = play.server, play.ann
    path = f"/v1/sessions/{ann.session}"
    export = {"Accept": NDJSON}
    # For a moment, the server still uses events that it has read before.
    until(lambda: ann.get(f"{path}/state").status_code == 500)
    for answer in (
        ann.get(f"{path}/state"),
        ann.move("add_limit", kind="line", text="Eels."),
        ann.get(f"{path}/export", headers=export),
    ):
        problem = a_problem(answer, "log_damaged")
        assert problem["facts"] == {"session": ann.session, "version": version}
    assert server.told(event="log_damaged", session=ann.session, version=version)
    assert not [line for line in server.lines if line["event"] == "internal_error"]
    of(play.other.move("add_limit", kind="line", text="Eels."), 201)
    of(play.other.get(f"/v1/sessions/{play.other.session}/state"), 200)
    of(play.other.get("/v1/feed"), 200)
    of(server.http.get("/readyz"), 200)


async def found(play: Play, player: Player) -> Finding | Verifier:
    async with Parts(Settings(database_url=play.held.url)).running() as parts:
        return await verify_session(
            parts.database, parts.store, UUID(player.session), lambda _: None
        )


@pytest.mark.parametrize("is_restarted", [True, False])
async def test_a_damaged_page_of_events_is_named_and_the_events_before_it_are_read(
    play: Play, *, is_restarted: bool
) -> None:
    page = page_of(play, LINES // 2)
    version = first_on(play, page)
    assert version > 5
    if is_restarted:
        play.server.stop()
    damage(play.held, LOG, range(page, 10_000), of=[play.ann.session])
    if is_restarted:
        play.server.restart()
    play.server.wait_until_ready()
    is_damaged(play, version)
    path = f"/v1/sessions/{play.ann.session}"
    of(play.ann.get(f"{path}/state", at=version - 1), 200)
    events = of(play.ann.get(f"{path}/events", limit=version - 1), 200)
    assert len(events["events"]) == version - 1
    wrong = await found(play, play.ann)
    assert isinstance(wrong, Finding)
    assert wrong.version == version
    assert isinstance(await found(play, play.other), Verifier)


async def test_a_damaged_index_of_events_is_named_and_mended_by_a_new_one(play: Play) -> None:
    play.server.stop()
    damage(play.held, INDEX, of=[play.ann.session], but=[play.other.session])
    play.server.restart()
    is_damaged(play, 1)
    assert isinstance(await found(play, play.ann), Finding)
    execute(play.held.url, f"REINDEX INDEX {INDEX}")
    play.server.stop()
    play.server.restart()
    of(play.ann.move("add_limit", kind="line", text="Eels."), 201)
    assert isinstance(await found(play, play.ann), Verifier)
