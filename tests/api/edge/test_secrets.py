"""Nobody receives a secret of others. The tests search for every secret in every answer to every kind of reader.

Secrets are unique texts, so every leak is found. Each permitted reader must also receive the secret. If nobody
received it, the tests would prove nothing.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import get_args

import pytest
from websockets.exceptions import InvalidStatus

from tests.support import screen
from tests.support.client import Player, Table
from tests.support.patience import until
from tests.support.planted import CLUB, NAMES, Planted, planted, unique
from tests.support.postgres import execute
from tests.support.receiver import QUICK, Hook, Receiver, hooked, hooked_widely
from tests.support.server import SECRET_KEY, Server, serving
from tests.support.socket import listening, messages
from tests.support.subscriber import Subscriber
from tests.support.sweep import Asker, everything, routes, wrongly
from verger.service.annexes.notices.notice import Form

pytestmark = pytest.mark.thorough

Leak = tuple[str, str, str]
"""A secret, the reader that received it, and the request."""

OTHERS = ("Cy", "Vi", "Eve", "anyone", "Olga", "Bo's hooks", "Bo's old", CLUB)
"""Readers that may read no sealed part."""

BY_TOKEN = {"Eve", "Olga", "Bo's hooks", "Bo's old"}
"""Those of them with answers that depend on the kind of their token, and not on the game."""
WITH_THEM = {"verge", "fork"}
"""The only tables where the readers `BY_TOKEN` request everything."""
PERSONAL = ("/v1/app", "/v1/sessions", "/v1/feed", "/v1/tables", "/v1/statements")
"""The beginnings of routes outside a session with answers that depend on the client or on the tables."""


class Heard:
    """Searches answers for secrets, and keeps the findings."""

    def __init__(self, tables: Sequence[Planted]) -> None:
        self.leaks: set[Leak] = set()
        self.read: set[tuple[str, str]] = set()
        """Readers, with the permitted secrets that they received."""
        self.compressible: set[Leak] = set()
        """Permitted secrets in an answer that a proxy may compress."""
        self.answered: set[str] = set()
        """Routes with a successful answer."""
        self.asked = 0
        self._tables = tables

    def hear(self, table: Planted | None, reader: str, asked: str, said: str) -> None:
        """Search an answer for the secrets of every table. A secret of another table, or for other readers, is a leak."""
        self.asked += 1
        for other in self._tables:
            for secret in other.secrets:
                if not secret.is_in(said):
                    continue
                if other is table and reader in secret.readers:
                    self.read.add((reader, secret.forms[0]))
                    if "no-transform" not in said:
                        self.compressible.add((secret.what, reader, asked))
                else:
                    self.leaks.add((secret.what, reader, asked))


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(
        database,
        quicker=QUICK,
        game=screen.__name__,
        verger_log_level="debug",
        verger_webhook_private_targets="on",
        verger_lobby="on",
    ) as running:
        yield running


@pytest.fixture(scope="module")
def asker(server: Server) -> Iterator[Asker]:
    with closing(Asker(f"127.0.0.1:{server.port}")) as found:
        yield found


@pytest.fixture(scope="module")
def tables(server: Server, database: str) -> list[Planted]:
    tables = planted(server.http, database)
    tables[0].of_nobody("the operator's key", SECRET_KEY)
    return tables


@pytest.fixture(scope="module")
def heard(asker: Asker, tables: list[Planted]) -> Heard:
    """Let the readers request everything, and return the findings in their answers."""
    heard, known = Heard(tables), set[tuple[str, str]]()
    for table in tables:
        requests = [*everything(table, table.readers["Vi"].head, ("s1", "s2"))]
        for name in asking(table):
            reader = table.readers[name]
            for asked in requests:
                # Routes outside sessions give most readers the same answer, so few readers ask.
                if "/sessions" not in asked.route and name not in ("Vi", CLUB):
                    continue
                if not asked.route.startswith(PERSONAL) and (asked.address, asked.form) in known:
                    continue
                headers = {"Accept": asked.form, **reader.authorization}
                status, said = asker.ask("GET", asked.address, headers)
                heard.hear(table, name, asked.address, said)
                if status == 200:
                    heard.answered.add(asked.route)
                    known.add((asked.address, asked.form))
    return heard


def asking(table: Planted) -> list[str]:
    """Return the readers that request everything at a table.

    If only the token decides about the answers, one game is enough.
    """
    return [name for name in table.readers if table.game in WITH_THEM or name not in BY_TOKEN]


def test_a_reader_of_everything_receives_only_their_own_secrets(heard: Heard) -> None:
    assert sorted(heard.leaks) == []


def test_no_answer_with_a_secret_may_be_compressed(heard: Heard) -> None:
    assert heard.read
    assert sorted(heard.compressible) == []


def test_every_route_was_answered_to_somebody(heard: Heard) -> None:
    assert set(routes()) - heard.answered == {"/"}


def test_every_secret_is_read_by_those_who_may(heard: Heard, tables: list[Planted]) -> None:
    secrets = [secret for table in tables for secret in table.secrets]
    may = {(reader, secret.forms[0]) for secret in secrets for reader in secret.readers}
    assert may - heard.read == set()
    assert {secret.what.partition(": ")[2] for secret in secrets} == {
        "sealed note", "sealed roll", "sealed dice_seed", "a redacted text", "a webhook's secret",
        "an idempotency key", "a claim code", "a token", "the operator's key",
    }  # fmt: skip


def test_the_seed_that_is_searched_for_matches_its_commitment(tables: list[Planted]) -> None:
    for table in tables[:-1]:
        begun = table.readers["Vi"].get(f"{table.readers['Vi'].home}/events/1").text
        seeds = [secret.forms[0] for secret in table.secrets if "dice_seed" in secret.what]
        digests = [hashlib.sha256(bytes.fromhex(seed)).hexdigest() for seed in seeds]
        assert sum(digest in begun for digest in digests) == 1


def test_no_stream_and_no_socket_sends_a_secret(tables: list[Planted]) -> None:
    heard = Heard(tables)
    for table in tables:
        head = table.readers["Vi"].head
        for name, reader in table.readers.items():
            heard.hear(table, name, "a socket", "\n".join(socket(reader, head)))
        for name in {"Ann", "Bo", "Cy", "Vi"} & set(table.readers):
            heard.hear(table, name, "a stream", "\n".join(stream(table.readers[name], head)))
    assert sorted(heard.leaks) == []
    assert heard.read == set()


def socket(reader: Player, head: int) -> Iterator[str]:
    """Yield the messages of a WebSocket up to the log's head, or the body of the refusal."""
    try:
        with listening(reader, after=0) as link:
            for message in messages(link):
                yield json.dumps(message)
                if message.get("version") == head:
                    return
    except InvalidStatus as refused:
        yield refused.response.body.decode()


def stream(reader: Player, head: int) -> Iterator[str]:
    """Yield the lines of a live stream up to the log's head."""
    with reader.follows(after=0) as lines:
        for line in lines:
            yield line
            if line == f"id: {head}":
                return


def in_every_form(
    receiver: Receiver, browser: Subscriber, asker: Player, hook: Callable[..., Hook]
) -> Iterator[Hook]:
    """Register a webhook of each form. For many sessions, also register one of each form that sends digests."""
    for form in get_args(Form):
        own = {"keys": browser.keys} if form == "web_push" else {}
        yield hook(asker, f"{receiver.url}/{form}", form=form, **own)
        if hook is hooked_widely:
            yield hook(asker, f"{receiver.url}/{form}", form=form, digest=86_400, **own)


def test_no_delivery_sends_a_secret(
    server: Server, tables: list[Planted], receiver: Receiver, database: str
) -> None:
    """Webhooks of people and apps send deliveries in every form, at once and as digests.

    During the deliveries, the tables have hidden things of every kind: rolls, thresholds, notes, seeds.
    """
    browser = Subscriber()
    told = partial(in_every_form, receiver, browser)

    def seated(table: Table) -> None:
        assert len([*told(table["Bo"], hooked)]) == len(get_args(Form))

    later = planted(server.http, database, seated)
    heard, hooks = Heard([*tables, *later]), []
    for table in later[:-1]:
        bo, ann = table.table["Bo"], table.table["Ann"]
        hooks += [*told(table.readers[CLUB], hooked_widely)]
        for author, eyes in ((bo, []), (ann, [bo.seat])):
            author.moves("seal_note", text=unique("note"), eyes=eyes)
        if table.game in (
            "verge",
            "afterverse",
        ):  # A roll used a seed. After its reveal, there is a new seed to find.
            ann.moves("reveal_dice")
        table.find_sealed(database)
        ann.draws_a_line(line := unique("line"))
        table.of_nobody("what a line says", line)
    gathering = "SELECT count(*) FROM webhooks WHERE gathers_until IS NOT NULL"
    until(lambda: execute(database, gathering), lambda count: int(count) == len(hooks) // 2)
    execute(database, "UPDATE webhooks SET gathers_until = now() WHERE gathers_until IS NOT NULL")
    for hook in hooks:
        hook.settled(1)
    until(lambda: execute(database, BEHIND.format(receiver.url)) == "0")
    for one in receiver.received:
        body = browser.reads(one.body) if one.path.endswith("/web_push") else one.body
        heard.hear(None, "a receiver", one.path, body.decode() + str(one.headers))
    assert sorted(heard.leaks) == []
    assert len({one.path for one in receiver.received}) == len(get_args(Form))


BEHIND = """
    SELECT count(*) FROM webhooks w JOIN webhook_logs l ON l.webhook = w.id
    WHERE w.url LIKE '{}%' AND w.disabled_at IS NULL
        AND (l.cursor < (SELECT max(version) FROM events e WHERE e.session = l.session)
            OR EXISTS (SELECT FROM deliveries d WHERE d.webhook = w.id AND d.next_at IS NOT NULL))
"""
"""The number of sessions with pending deliveries, over all webhooks of a receiver."""


def test_no_search_finds_a_session_by_a_secret(tables: list[Planted]) -> None:
    """A search that finds a secret by its first letters would reveal the secret letter by letter."""
    asked = 0
    for table in tables[:-1]:
        for name in {*NAMES, CLUB, "Olga"} & set(table.readers):
            reader = table.readers[name]
            for secret in table.secrets:
                asked += 1
                assert reader.read("/v1/sessions", title=secret.forms[0][:60])["sessions"] == []
            assert reader.read("/v1/sessions", title=" ")["sessions"] != []
    assert asked > 100


def test_no_refusal_shows_a_secret(asker: Asker, tables: list[Planted]) -> None:
    heard = Heard(tables)
    for table in tables:
        for name in {*OTHERS} & set(asking(table)):
            own = table.readers[name].authorization
            for method, path, more, body in wrongly(table):
                headers = {**more, **own}
                _, said = asker.ask(method, path, headers, body)
                heard.hear(table, name, f"{method} {path}", said)
    assert sorted(heard.leaks) == []
    assert heard.asked > 1_000


def test_no_log_line_shows_a_secret_and_only_sealed_parts_store_one(
    asker: Asker, server: Server, database: str, heard: Heard, tables: list[Planted]
) -> None:
    for table in tables:
        for secret in table.secrets:
            misplaced(asker, table.readers["Vi"], secret.forms[0])
    sealed = [secret for table in tables for secret in table.secrets if secret.readers]
    for table in tables[:-1]:
        own = [secret.forms[0] for secret in table.secrets if "Bo" in secret.readers]
        mistakes(table.table["Bo"], next(text for text in own if " " in text))
    log = Heard(tables)
    log.hear(None, "the operator", "the log", server.said)
    assert log.leaks == set()
    assert len(server.lines) > heard.asked
    kept = execute(database, "SELECT data FROM events; SELECT move, ruling FROM refusals;"
                   " SELECT state FROM snapshots; SELECT answer FROM requests")  # fmt: skip
    assert not [secret.what for secret in sealed if secret.is_in(kept)]


def misplaced(asker: Asker, reader: Player, text: str) -> None:
    """Send a secret in wrong places: in a query, as a token, a code, a key and a parameter."""
    asker.ask("GET", f"{reader.home}?token={text.replace(' ', '+')}", reader.authorization)
    asker.ask("GET", f"{reader.home}?at={text.replace(' ', '+')}", reader.authorization)
    asker.ask("GET", reader.home, {"Authorization": f"Bearer {text}?"})
    asker.ask("POST", "/v1/seats/claim", {}, json.dumps({"code": f"{text}?"}))
    headers = {"Idempotency-Key": text, **reader.authorization}
    asker.ask("POST", f"{reader.home}/moves", headers, json.dumps({"move": text}))


def mistakes(bo: Player, text: str) -> None:
    """Send every kind of wrong request to seal or reveal a note, with the text in it."""
    bo.moves("seal_note", text=f"{text} Two.", eyes=["s1"], key="k")
    bo.move("seal_note", text=f"{text} Three.", eyes=[], key="k")
    bo.move("seal_note", text=text, eyes=["s9"])
    bo.move("seal_note", text=text * 200, eyes=[])
    bo.move("seal_note", text=f"{text}\0", eyes=[])
    bo.move("seal_note", text=text, eyes=[], digest="no")
    bo.move("seal_note", text=text, eyes=text)
    bo.move("seal_note", text=[text], eyes=[])
    bo.move("seal_note", text=text, eyes=[], headers={"If-Match": '"1"'})
    bo.move("seal_note", text=text, eyes=[], query={"dry_run": "true"})
    bo.move("seal_note", text=text, eyes=[], query={"seat": "s1"})
    bo.move("reveal_note", note="k1", query={"dry_run": "true"})
    bo.move("reveal_note", note="k1", headers={"If-Match": '"1"'})
    bo.move("reveal_note", note="k1", text=text, salt="00")
    bo.ask("POST", f"{bo.home}/moves", content=json.dumps(text)[:-1].encode())
