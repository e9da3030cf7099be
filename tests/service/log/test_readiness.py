"""A process is ready if its moves could be written now. If not, it gives the reason."""

import asyncio
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.support.client import of, played
from tests.support.patience import until
from tests.support.postgres import MIGRATED, execute, of_database
from tests.support.readiness import asking, cause
from tests.support.server import serving
from tests.support.standby import Standby, standby_of, synchronous
from verger.service.database.outage import Cause
from verger.service.log import readiness

pytestmark = pytest.mark.thorough

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}'"
BACKENDS = (
    "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'verger' AND datname = '{}'"
)


@pytest.fixture(scope="module")
def standby(postgres_url: str) -> Iterator[Standby]:
    with standby_of(postgres_url) as standby:
        yield standby


async def test_one_query_answers_many_simultaneous_checks_of_readiness(
    database_url: str,
) -> None:
    async with asking(database_url) as first, asking(database_url) as asked:
        # The first check in a new database also cleans up pages of its catalog, which writes to the log.
        await first.check()
        before = execute(database_url, "SELECT pg_current_wal_lsn()")
        await asyncio.gather(*(asked.check() for _ in range(50)))
        await asked.check()
        written = f"SELECT pg_current_wal_lsn() - '{before}'"
        assert int(execute(database_url, written)) < 1_000


async def test_a_standby_is_not_ready(standby: Standby) -> None:
    async with asking(of_database(standby.url, MIGRATED)) as asked:
        assert await cause(asked) is Cause.NO_WRITES


async def test_a_commit_that_no_standby_confirms_is_not_ready_and_leaves_nothing_behind(
    postgres_url: str, database_url: str, standby: Standby, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "AGAIN_SECONDS", 0.0)
    async with asking(database_url) as asked:
        with synchronous(postgres_url), standby.frozen(), monkeypatch.context() as patch:
            patch.setattr(readiness, "PROBE_SECONDS", 0.2)
            assert {await cause(asked) for _ in range(5)} == {Cause.NO_ANSWER}
            name = urlsplit(database_url).path[1:]
            assert execute(postgres_url, BACKENDS.format(name)) in ("1", "2")
        await asked.check()


def test_a_database_without_writes_is_reported_and_used_again_later(
    database_url: str, postgres_url: str
) -> None:
    name = urlsplit(database_url).path[1:]
    with serving(
        database_url, quicker={"verger.service.log.readiness.AGAIN_SECONDS": 0.0}
    ) as server:
        ann = played(server.http, "Ann", "Bo")["Ann"]
        execute(postgres_url, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        execute(postgres_url, CUT.format(name))
        # The cut connection only counts as lost. New connections find out that the database is read-only.
        for asked in (
            lambda: server.http.get("/readyz"),
            lambda: ann.move("add_limit", kind="line", text="Spiders.", key="again"),
        ):
            refused = until(asked, lambda answer: Cause.NO_WRITES in answer.text)
            told = of(refused, 503)
            assert (told["code"], told["facts"]) == ("unavailable", {"cause": Cause.NO_WRITES})
            assert Cause.NO_WRITES in told["detail"]
        execute(postgres_url, f"ALTER DATABASE {name} RESET default_transaction_read_only")
        assert ann.move("add_limit", kind="line", text="Spiders.", key="again").status_code == 201
        assert server.http.get("/readyz").json()["status"] == "ready"


def test_a_move_without_room_is_unavailable(database_url: str) -> None:
    with serving(database_url) as server:
        ann = played(server.http, "Ann", "Bo")["Ann"]
        function = "CREATE FUNCTION full() RETURNS trigger LANGUAGE plpgsql AS"
        execute(database_url, f"{function} $$BEGIN RAISE 'full' USING ERRCODE = '53100'; END$$")
        execute(
            database_url,
            "CREATE TRIGGER full_disk BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION full()",
        )
        told = of(ann.move("add_limit", kind="line", text="Spiders.", key="again"), 503)
        assert (told["code"], told["facts"]) == ("unavailable", {"cause": Cause.DISK_FULL})
        execute(database_url, "DROP TRIGGER full_disk ON events")
        assert ann.move("add_limit", kind="line", text="Spiders.", key="again").status_code == 201
