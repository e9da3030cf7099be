"""During an outage of the database, clients are asked to try again later. Everything continues when it is back."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager
from itertools import islice
from pathlib import Path
from threading import Event

import httpx
import pytest

from tests.support.client import Client, Player, Table, frames, of, played
from tests.support.figures import figures
from tests.support.load import Load, each_once, verified
from tests.support.patience import until
from tests.support.postgres import execute, of_database, reachable_folder
from tests.support.receiver import QUICK, Answer, Receiver, hooked, leases_end
from tests.support.server import Server, serving
from tests.support.socket import ending, listening
from verger.service.database import embedded, migrate

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}'"

BLIND = {
    "verger.service.identity.identity.REMEMBER_SECONDS": 3_600.0,
    "verger.service.play.session.FRESH_SECONDS": 0.0,
}
"""Settings of a process that remembers tokens without the database, but no events."""


class Database:
    """A separate PostgreSQL that can be stopped and started."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running: AbstractContextManager[str] | None = None
        self.url = ""

    def start(self) -> None:
        self._running = embedded.running(self._folder)
        self.url = self._running.__enter__()

    @property
    def is_running(self) -> bool:
        """Whether it runs now."""
        return self._running is not None

    def stop(self) -> None:
        if self._running is not None:
            self._running.__exit__(None, None, None)
        self._running = None


@pytest.fixture(scope="module")
def kept() -> Iterator[Database]:
    """Start one database server for all tests here, because making one takes longer than starting it."""
    with reachable_folder() as folder:
        database = Database(folder / "postgres")
        database.start()
        migrate.migrate(database.url)
        yield database
        database.stop()


@pytest.fixture
def database(kept: Database) -> Iterator[Database]:
    """Yield the database server, and start it again if the test stopped it."""
    yield kept
    if not kept.is_running:
        kept.start()


@pytest.fixture
def server(database: Database) -> Iterator[Server]:
    with serving(database.url) as server:
        yield server


@pytest.fixture
def table(server: Server) -> Table:
    return played(server.http, "Ann", "Bo")


def moved_until(player: Player, status: int) -> httpx.Response:
    """Repeat a move until its answer has this status."""
    return until(
        lambda: player.move("add_limit", kind="line", text="Spiders.", key="until"),
        lambda answer: answer.status_code == status,
    )


def asked(table: Table) -> Iterator[httpx.Response]:
    """Yield the answers to requests of every kind. Each request needs the database."""
    ann = table["Ann"]
    yield ann.move("add_limit", kind="line", text="Spiders.")
    yield ann.post("/v1/sessions", {"title": "A game", "seats": [{"kind": "gm", "name": "A"}]})
    yield ann.post(f"{ann.home}/seats", {"kind": "player", "name": "Di"})
    yield ann.post(f"{ann.home}/tokens", {"label": "a bot"})
    yield ann.post("/v1/seats/claim", {"code": "AAAA"})
    yield ann.get("/v1/sessions")
    yield ann.get(f"{ann.home}/events", after=0)
    yield ann.get(f"{ann.home}/state", at=1)
    yield ann.get(f"{ann.home}/tokens")
    # The server remembers the last answer for a second.
    yield until(lambda: ann.get("/readyz"), lambda answer: answer.status_code == 503)


def test_clients_are_asked_to_come_again_while_the_database_is_stopped(
    database: Database, table: Table, server: Server
) -> None:
    table["Ann"].draws_a_line("Ladders.")
    database.stop()
    for answer in asked(table):
        assert of(answer, 503)["code"] == "unavailable"
        assert int(answer.headers["retry-after"]) >= 1
    assert Client(server.http).read("/healthz") == {"status": "alive", "cell": 0}
    now = figures(server.http)
    assert now.of("verger_database_failures_total") >= 1
    assert now.of("verger_http_requests_total", status="503", code="unavailable") >= 10
    assert now.of("verger_internal_errors_total") == 0
    assert not [line for line in server.lines if line["event"] == "internal_error"]


def test_the_server_recovers_automatically_and_the_log_continues(
    database: Database, table: Table
) -> None:
    ann = table["Ann"]
    ann.draws_a_line("Ladders.")
    for _ in range(2):
        database.stop()
        moved_until(ann, 503)
        database.start()
        moved_until(ann, 201)
    log = verified(ann)
    assert len(log) == 4, "a repeated key became two events"
    assert ann.read("/readyz")["database"] == "connected"


def test_a_stream_survives_an_outage_and_misses_nothing(database: Database, table: Table) -> None:
    ann = table["Ann"]
    with table["Bo"].follows(after=2) as lines:
        messages = frames(lines)
        before = [ann.draws_a_line(f"Line {number}.") for number in range(3)]
        database.stop()
        moved_until(ann, 503)
        database.start()
        after = [moved_until(ann, 201).json()]
        after += [ann.draws_a_line(f"Line {number}.") for number in range(3)]
        assert [message["data"] for message in islice(messages, 7)] == before + after


def test_a_stream_that_begins_during_an_outage_ends_with_a_reason(database: Database) -> None:
    with serving(database.url, quicker=BLIND) as server:
        ann = played(server.http, "Ann")["Ann"]
        ann.draws_a_line("Ladders.")
        database.stop()
        with ann.follows() as lines:
            assert list(lines) == ["retry: 1000", ": unavailable"]
        with listening(ann) as link:
            assert ending(link) == (1013, "unavailable")
        assert not [line for line in server.lines if line["level"] == "error"]


def test_players_lose_and_double_nothing_in_an_outage(
    database: Database, table: Table, server: Server
) -> None:
    with Load(list(table), [server.http]) as load:
        for _ in range(2):
            load.goes_on()
            database.stop()
            load.has_to_come_again()
            database.start()
        load.goes_on()
    assert each_once(load, verified(table["Ann"]), before=2)
    assert load.again > 0


def test_connections_cut_in_the_middle_of_a_commit_lose_and_double_nothing(
    database_url: str, postgres_url: str
) -> None:
    name = database_url.partition("?")[0].rpartition("/")[2]
    cut = CUT.format(name)
    admin = of_database(postgres_url, "postgres")
    with serving(database_url) as server:
        table = played(server.http, "Ann", "Bo", "Cy", "Di")
        with Load(list(table), [server.http]) as load:
            for _ in range(15):
                time.sleep(0.03)
                execute(admin, cut)
        assert each_once(load, verified(table["Ann"]), before=4)
        assert load.again > 0
        assert not [line for line in server.lines if line.get("status") == 500]


def test_a_database_that_takes_no_connections_for_a_while_is_away_too(
    database_url: str, postgres_url: str
) -> None:
    name = database_url.partition("?")[0].rpartition("/")[2]
    admin = of_database(postgres_url, "postgres")
    with serving(database_url) as server:
        ann = played(server.http, "Ann", "Bo")["Ann"]
        execute(admin, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        execute(admin, CUT.format(name))
        assert moved_until(ann, 503).json()["code"] == "unavailable"
        execute(admin, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert moved_until(ann, 201).json()["version"] == 3


def test_webhooks_send_all_due_messages_and_repeat_only_messages_that_were_on_their_way(
    database: Database, receiver: Receiver
) -> None:
    with serving(database.url, quicker=QUICK, verger_webhook_private_targets="on") as server:
        ann = played(server.http, "Ann", "Bo")["Ann"]
        hooks = [hooked(ann, f"{receiver.url}/{name}") for name in ("one", "two")]
        receiver.answers += [Answer(after=(answers := Event()))] * 2
        for number in range(10):
            ann.draws_a_line(f"Line {number}.")
        under_way = {one.id for one in receiver.wait(2)}
        database.stop()
        answers.set()
        server.told(times=2, event="webhook_postponed")
        time.sleep(20 * QUICK["verger.service.annexes.notices.dispatcher.POLL_SECONDS"])
        database.start()
        leases_end(database.url)
        due = {delivery["id"] for hook in hooks for delivery in hook.settled(10)}
        came = Counter(one.id for one in receiver.received)
        assert came == dict.fromkeys(due, 1) | dict.fromkeys(under_way, 2)
        assert len(server.told(event="webhooks_not_read")) == 1
        assert len(server.told(event="webhook_postponed")) == 2
        assert not [line for line in server.lines if line["level"] == "error"]
