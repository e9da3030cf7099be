"""Every error of a database that is not an error of the program is reported as an outage with its cause."""

from collections.abc import Iterator

import pytest

from tests.support.client import Player, of, played
from tests.support.patience import until
from tests.support.postgres import execute, reachable_folder
from tests.support.readiness import cause
from tests.support.server import Server, serving
from verger.service.database import embedded, migrate, outage
from verger.service.database.outage import Cause, DamagedError, UnavailableError
from verger.service.database.pool import Database
from verger.service.log.readiness import Readiness

STATES = {
    "08006": Cause.AWAY,
    "0P000": Cause.DENIED,
    "25006": Cause.NO_WRITES,
    "25P03": Cause.AWAY,
    "25P04": Cause.NO_ANSWER,
    "26000": Cause.AWAY,
    "28000": Cause.DENIED,
    "28P01": Cause.DENIED,
    "3D000": Cause.INCOMPLETE,
    "3F000": Cause.INCOMPLETE,
    "42501": Cause.DENIED,
    "42703": Cause.INCOMPLETE,
    "42883": Cause.INCOMPLETE,
    "42P01": Cause.INCOMPLETE,
    "53000": Cause.LIMITED,
    "53100": Cause.DISK_FULL,
    "53200": Cause.LIMITED,
    "53300": Cause.LIMITED,
    "54000": Cause.LIMITED,
    "54001": Cause.LIMITED,
    "55000": Cause.AWAY,
    "55P03": Cause.NO_ANSWER,
    "57014": Cause.NO_ANSWER,
    "57P01": Cause.AWAY,
    "57P02": Cause.AWAY,
    "57P03": Cause.AWAY,
    "58000": Cause.AWAY,
    "58030": Cause.DAMAGED,
    "58P01": Cause.DAMAGED,
    "F0000": Cause.AWAY,
    "XX000": Cause.DAMAGED,
    "XX001": Cause.DAMAGED,
    "XX002": Cause.DAMAGED,
}
OUR_OWN = ("22012", "23505", "25P02", "42601", "P0001")
RAISES = "DO $$BEGIN RAISE 'no more' USING ERRCODE = '{}'; END$$"


@pytest.mark.parametrize("state", STATES)
async def test_every_error_of_a_database_has_its_cause(own: Database, state: str) -> None:
    with pytest.raises(UnavailableError) as found:
        async with own.connection() as connection:
            await connection.execute(RAISES.format(state))
    assert found.value.cause is STATES[state]
    assert isinstance(found.value, DamagedError) == (STATES[state] is Cause.DAMAGED)
    assert "no more" in str(found.value)


@pytest.mark.parametrize("state", OUR_OWN)
async def test_an_error_of_the_program_is_no_outage(own: Database, state: str) -> None:
    with pytest.raises(Exception, match="no more") as found:
        async with own.connection() as connection:
            await connection.execute(RAISES.format(state))
    assert not isinstance(found.value, UnavailableError)


def test_every_cause_of_a_database_is_tried() -> None:
    assert {*outage.CAUSES.values()} == {*STATES.values()}


@pytest.fixture(scope="module")
def playing(database: str) -> Iterator[tuple[Server, Player, str]]:
    with serving(database, quicker={"verger.service.log.readiness.AGAIN_SECONDS": 0.0}) as server:
        yield server, played(server.http, "Ann", "Bo")["Ann"], database


@pytest.mark.parametrize(
    ("lost", "given"),
    [
        ("REVOKE INSERT ON events FROM verger_service", "GRANT INSERT ON events TO verger_service"),
        ("REVOKE SELECT ON events FROM verger_service", "GRANT SELECT ON events TO verger_service"),
        ("REVOKE USAGE ON SCHEMA public FROM PUBLIC", "GRANT USAGE ON SCHEMA public TO PUBLIC"),
    ],
)
def test_a_lost_right_is_reported_and_play_goes_on_when_it_is_back(
    playing: tuple[Server, Player, str], lost: str, given: str
) -> None:
    server, ann, url = playing
    execute(url, lost)
    try:
        # Without the right to the schema, its tables seem to be missing.
        causes = {Cause.DENIED, Cause.INCOMPLETE}
        answers = server.http.get("/readyz"), ann.move("add_limit", kind="line", text="Spiders.")
        for answer in answers:
            told = of(answer, 503)
            assert told["code"] == "unavailable"
            assert told["facts"]["cause"] in causes
    finally:
        execute(url, given)
    assert until(lambda: server.http.get("/readyz").status_code == 200)
    of(ann.move("add_limit", kind="line", text="Spiders."), 201)


def test_a_missing_table_is_reported(playing: tuple[Server, Player, str]) -> None:
    server, _, url = playing
    execute(url, "ALTER TABLE events RENAME TO elsewhere")
    try:
        told = of(server.http.get("/readyz"), 503)
        assert told["facts"] == {"cause": Cause.INCOMPLETE}
    finally:
        execute(url, "ALTER TABLE elsewhere RENAME TO events")
    assert until(lambda: server.http.get("/readyz").status_code == 200)


async def test_a_process_that_needs_a_durable_database_refuses_to_write_to_another(
    database_url: str,
) -> None:
    database = Database(database_url, 2, is_durable=True)
    await database.open()
    # The tests' PostgreSQL does not wait for its disk.
    assert await cause(Readiness(database)) is Cause.FORGETFUL
    with pytest.raises(UnavailableError, match="fsync, full_page_writes is off") as found:
        async with database.connection(writes=True):
            pass
    assert found.value.cause is Cause.FORGETFUL
    assert await database.row("SELECT 1")
    await database.close()


@pytest.fixture(scope="module")
def durable() -> Iterator[tuple[Server, Player, str]]:
    """Start a server that requires a durable database. Yield it, a player and its database's URL."""
    with reachable_folder() as folder, embedded.running(folder / "postgres") as url:
        migrate.migrate(url)
        settings = {"verger_database_durability": "required"}
        quicker = {"verger.service.log.readiness.AGAIN_SECONDS": 0.0}
        with serving(url, quicker=quicker, **settings) as server:
            yield server, played(server.http, "Ann", "Bo")["Ann"], url


CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'verger'"
FORGETS = {
    "the database": (
        ("ALTER DATABASE postgres SET {} = off",),
        ("ALTER DATABASE postgres RESET {}",),
    ),
    "the role": (("ALTER ROLE postgres SET {} = off",), ("ALTER ROLE postgres RESET {}",)),
}


@pytest.mark.parametrize("who", FORGETS)
def test_moves_are_refused_while_the_database_can_lose_them(
    durable: tuple[Server, Player, str], who: str
) -> None:
    server, ann, url = durable
    off, on = FORGETS[who]
    setting = "synchronous_commit"
    for statement in off:
        execute(url, statement.format(setting))
    # Each new connection reads the setting.
    execute(url, CUT)
    try:
        told = of(
            until(lambda: server.http.get("/readyz"), lambda found: Cause.FORGETFUL in found.text),
            503,
        )
        assert told["facts"] == {"cause": Cause.FORGETFUL}
        told = of(ann.move("add_limit", kind="line", text="Spiders."), 503)
        assert (told["code"], told["facts"]) == ("unavailable", {"cause": Cause.FORGETFUL})
        of(server.http.get(f"/v1/sessions/{ann.session}/state", headers=ann.authorization), 200)
    finally:
        for statement in on:
            execute(url, statement.format(setting))
        execute(url, CUT)
    assert until(lambda: server.http.get("/readyz").status_code == 200)
    of(ann.move("add_limit", kind="line", text="Spiders."), 201)
    assert server.told(event="database_not_durable", off=[setting])
