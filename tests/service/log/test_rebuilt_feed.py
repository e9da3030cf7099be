"""The guide's SQL for a damaged feed gives every event to every reader again."""

import re
from uuid import uuid4

import pytest

from tests.service.log.test_feed import everything, following, let_read
from tests.service.log.test_store import log_of
from tests.support.root import ROOT
from verger.service.database.pool import Connection, Database
from verger.service.log.feed import Feed, Whose
from verger.service.log.store import Store

pytestmark = pytest.mark.anyio


async def test_a_feed_that_the_guide_makes_again_has_every_event_for_every_reader(
    store: Store, owner: Connection, database: Database
) -> None:
    feed, rows, whose = Feed(database), log_of(uuid4(), "{}", "{}", "{}"), Whose(uuid4(), None)
    await let_read(owner, whose, [rows[0].session])
    await store.append([rows[0]])
    place = await feed.now()
    await store.append([rows[1]])
    guide = (ROOT / "docs" / "lost-events.md").read_text("utf-8")
    (again,) = re.findall(r"```sql\n(BEGIN;\nTRUNCATE feed;\n.*?)```", guide, re.DOTALL)
    await owner.execute(again)
    await store.append([rows[2]])
    assert [entry.version for entry in await everything(feed, place, whose)] == [1, 2, 3]
    assert [entry.version for entry in await following(feed, whose, 3)] == [1, 2, 3]
