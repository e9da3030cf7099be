"""The server has a fast path for ordinary requests (the short way). It gives the same answers, log lines, metrics and limits."""

import json
import random
import re
import signal
import socket
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, Self

import pytest

from tests.support.client import Client, Player, Table, of, played, started
from tests.support.few import few
from tests.support.patience import PATIENCE_SECONDS
from tests.support.postgres import fresh_database
from tests.support.server import Server, serving

SHORT = "verger.service.short.way.TURN"
"""The number of requests that may be on the short way at once. With 0, no request uses it."""
REMEMBER = "verger.service.identity.identity.REMEMBER_SECONDS"
ALIKE = {
    # Answers contain the remaining quota. So each request must count as one, even on a slow machine.
    "verger.service.front.ADVANCE": 1_000_000,
    # Sessions and tokens in memory must stay valid during a test, even on a slow machine.
    "verger.service.play.session.FRESH_SECONDS": 600,
    REMEMBER: 600,
}
BROKEN = "SELECT 1 / 0 FROM (SELECT $1::uuid, $2::uuid, $3::bytea) AS asked"
REQUESTS = 140

MOVES = (
    '{"move":"add_limit","kind":"line","text":"No spiders."}',
    '{"move":"add_limit","kind":"veil","text":"Blood \\u00e9\\ud83d\\ude00"}',
    '{"move":"propose","subject":{"subject":"pause"}}',
    '{"move":"seal_note","text":"The butler.","eyes":[]}',
    '{"move":"give_nonce","nonce":"a nonce of somebody"}',
    '{"move":"signal","anonymous":true}',
    '{"move":"signal","anonymous":false}',
    '{"move":"write_node","label":"Debt"}',
    '{"move":"rewind","to":3}',
    '{"move":"rewind","to":900}',
    '{"move":"add_limit","kind":"line"}',
    '{"move":"add_limit","kind":"line","kind":"veil","text":"twice"}',
    '{"move":"add_limit","kind":"line","text":"' + "long " * 2_000 + '"}',
    '{"move":"burn"}',
    '{"move":',
    "[]",
    "",
)
READS = (
    "",
    "/state",
    "/awaited",
    "/options",
    "/network",
    "/banks",
    "/timeline",
    "/sheets",
    "/events",
)
QUERIES = (
    "at=3", "at=0", "seat=s2", "seat=s9", "no=1", "after=2&limit=3", "limit=2&after=4", "limit=2",
    "after=5limit=3", "after=999", "after=-1", "after=007", "limit=0", "limit=501", "limit=500",
    "after=1&after=2", "&", "after=1&", "order=newest&limit=2", "type=signal",
    "order=newest&after=2", "order=oldest&before=4", "order=middle", "order=", "order=newest&order=newest",
    "before=3", "before=3&limit=1", "before=0", "before=1", "before=x", "before=2&after=2",
)  # fmt: skip
HEADERS = (
    "Accept: application/json", "Accept: text/html", "Accept: */*", "Accept: application/x-ndjson",
    "Accept-Encoding: gzip", "Accept-Encoding: zstd, br", "Accept-Encoding: identity;q=0",
    'If-None-Match: "1"', "If-None-Match: {tag}", "If-None-Match: *", "Origin: https://play.example",
    "Traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "Connection: close",
    "X-Forwarded-For: 203.0.113.9", "Content-Encoding: gzip",
)  # fmt: skip
OF_MOVES = (
    'If-Match: "1"', "If-Match: {tag}", "If-Match: *", "If-Match: yes", "Idempotency-Key: again",
    'Idempotency-Key: "quoted"', "Idempotency-Key: two words", "Expect: 100-continue",
    "Content-Type: text/plain", "Content-Type: application/json; charset=latin-1",
)  # fmt: skip
ORDINARY = {
    "method": "POST", "path": "/moves", "query": "", "headers": (), "token": "ann",
    "body": MOVES[0], "is_odd": False,
}  # fmt: skip
READ = {**ORDINARY, "method": "GET", "path": "/state", "body": ""}
SESSION = {"title": "An evening", "seats": [{"kind": "gm", "name": "Ann"}]}
TOKENS = ("ann", "ann", "ann", "bo", "bo", "void", "none")

RANDOM = re.compile(
    rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"  # ids
    rb"|\d{4}-\d\d-\d\dT[0-9:.]+Z?"  # times
    rb"|[0-9a-f]{16,}"  # hashes, salts, trace ids
)
CLOCK = re.compile(rb"(?<=;t=)\d+|(?<=\ndate: )[^\r]+")
"""Parts of answers that depend on the clock: the date, and the seconds until a limit is reset."""


class Told:
    """Replaces random values by numbers, in the order of their first use. Equal values get the same number."""

    def __init__(self) -> None:
        self._names: dict[bytes, bytes] = {}

    def plain(self, text: bytes) -> bytes:
        """Return a text with its random values and times replaced."""
        return RANDOM.sub(self._name, CLOCK.sub(b"<clock>", text))

    def _name(self, found: re.Match[bytes]) -> bytes:
        return self._names.setdefault(found[0], b"<%d>" % len(self._names))


class Line:
    """A connection that sends requests and reads whole answers."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._open()

    def _open(self) -> None:
        address = ("127.0.0.1", self._server.port)
        self._link = socket.create_connection(address, timeout=PATIENCE_SECONDS)
        self._bytes = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._link.close()

    def ask(self, *requests: bytes) -> list[bytes]:
        """Send requests at once, and return the answers. Stop at an answer that ends the connection."""
        self.send(*requests)
        answers: list[bytes] = []
        for request in requests:
            answers.append(self.answer(is_head=request.startswith(b"HEAD")))
            if b"\r\nconnection: close" in answers[-1]:
                self._link.close()
                self._open()
                break
        return answers

    def send(self, *requests: bytes) -> None:
        """Send requests at once."""
        self._link.sendall(b"".join(requests))

    def answer(self, *, is_head: bool = False) -> bytes:
        """Read the next answer."""
        head = self._until(b"\r\n\r\n")
        if head.startswith(b"HTTP/1.1 100"):
            return head + self.answer(is_head=is_head)
        length = re.search(rb"\r\ncontent-length: (\d+)", head)
        has_body = not is_head and head[9:12] not in (b"304", b"204")
        if b"chunked" in head and has_body:
            body = self._until(b"0\r\n\r\n")
        else:
            body = self._take(int(length[1]) if length and has_body else 0)
        return head + body

    def _until(self, mark: bytes) -> bytes:
        while mark not in self._bytes:
            self._more()
        return self._take(self._bytes.index(mark) + len(mark))

    def _take(self, size: int) -> bytes:
        while len(self._bytes) < size:
            self._more()
        taken, self._bytes = self._bytes[:size], self._bytes[size:]
        return taken

    def _more(self) -> None:
        more = self._link.recv(65_536)
        assert more, "the connection has ended"
        self._bytes += more


def generated(seed: int) -> Iterator[dict[str, Any]]:
    """Yield random requests. Most are ordinary, and some are odd."""
    chance = random.Random(seed)  # noqa: S311  # no secret
    for number in range(REQUESTS):
        is_move = chance.random() < 0.6
        own = list(chance.sample(HEADERS, chance.choice((0, 0, 0, 1, 2))))
        if is_move:
            own += chance.sample(OF_MOVES, chance.choice((0, 0, 0, 1)))
            if not any(one.startswith("Idempotency") for one in own) and chance.random() < 0.7:
                own.append(f"Idempotency-Key: key-{number}")
        query = ""
        if chance.random() < (0.1 if is_move else 0.3):
            query = chance.choice(("dry_run=true", "seat=s2", "x=1") if is_move else QUERIES)
        yield {
            "method": "POST" if is_move else chance.choice(("GET", "GET", "GET", "HEAD")),
            "path": "/moves" if is_move else chance.choice(READS),
            "query": query,
            "headers": own,
            "token": chance.choice(TOKENS),
            "body": chance.choice(MOVES[:6] if chance.random() < 0.6 else MOVES) if is_move else "",
            "is_odd": chance.random() < 0.04,
            "is_double": chance.random() < 0.1,
        }


def written(table: Table, tag: str, request: Mapping[str, Any]) -> bytes:
    """Return a request as bytes."""
    ann = table["Ann"]
    session = ann.session.upper() if request["is_odd"] else ann.session
    target = f"/v1/sessions/{session}{request['path']}" + (
        f"?{request['query']}" if request["query"] else ""
    )
    body = str(request["body"]).encode()
    lines = [f"{request['method']} {target} HTTP/1.1", "Host: verger.example"]
    secret = {"void": "vt_void", "none": ""}.get(request["token"])
    if secret is None:
        secret = table[request["token"].title()].token
    lines += [f"Authorization: Bearer {secret}"] if secret else []
    lines += [one.format(tag=tag) for one in request["headers"]]
    if request["method"] == "POST":
        is_typed = any(one.startswith("Content-Type") for one in request["headers"])
        lines += [] if is_typed else ["Content-Type: application/json"]
        lines += [f"Content-Length: {len(body)}"]
    return "\r\n".join((*lines, "", "")).encode() + body


def pages() -> Iterator[dict[str, Any]]:
    """Yield a read of events for each query, after a few moves."""
    yield from ({**ORDINARY, "is_double": True} for _ in range(3))
    yield from (
        {**READ, "path": "/events", "query": query, "is_double": False} for query in QUERIES
    )


def transcript(server: Server, requests: Iterable[Mapping[str, Any]]) -> list[tuple[bytes, bytes]]:
    """Send requests at a new table, and return each request with its answer."""
    table = played(server.http, "Ann", "Bo")
    ann: Player = table["Ann"]
    told, shown = Told(), list[tuple[bytes, bytes]]()
    told.plain(f"{ann.session} {ann.token} {table['Bo'].token}".encode())
    tag = '"0"'
    with Line(server) as line:
        for request in requests:
            sent = written(table, tag, request)
            for answer in line.ask(*([sent, sent] if request["is_double"] else [sent])):
                found = re.search(rb"\r\netag: (\S+)", answer)
                tag = found[1].decode() if found else tag
                shown.append((told.plain(sent), told.plain(answer)))
    wait_for_lines(server, ann)
    return shown


def wait_for_lines(server: Server, ann: Player) -> None:
    """Wait until the server has written the log lines of all earlier requests."""
    ann.get(f"{ann.home}/the-last-line")
    server.told(path=f"{ann.home}/the-last-line")


def lines_of(server: Server) -> list[dict[str, Any]]:
    """Return the log lines of requests in sessions, without the values of times."""
    told = Told()
    plain = [json.loads(told.plain(json.dumps(line).encode())) for line in server.lines]
    kept = [line for line in plain if line["event"] == "request" and "v1/sessions/" in line["path"]]
    timed = ("ms", "wait_ms", "load_ms", "judge_ms", "append_ms", "timestamp")
    return [{name: name in timed or line[name] for name in line} for line in kept]


def counts_of(server: Server) -> list[str]:
    """Return the metrics that count requests and moves by their result."""
    counted = ("verger_http_requests_total", "verger_moves_total")
    return [
        line for line in server.http.get("/metrics").text.split("\n") if line.startswith(counted)
    ]


@contextmanager
def both_ways(
    database_url: str, postgres_url: str, **faults: Any
) -> Iterator[tuple[Server, Server]]:
    """Serve two databases: one with the short way, and one without."""
    quick = ALIKE | faults
    with (
        fresh_database(postgres_url, database_url) as another_url,
        serving(database_url, quicker=quick, verger_log_addresses="on") as short,
        serving(another_url, quicker={**quick, SHORT: 0}, verger_log_addresses="on") as plain,
    ):
        yield short, plain


@pytest.mark.parametrize("seed", few([1, 2], 1))
def test_the_short_way_and_the_other_way_give_the_same_answers(
    database_url: str, postgres_url: str, seed: int
) -> None:
    with both_ways(database_url, postgres_url) as (short, plain):
        own, others = transcript(short, generated(seed)), transcript(plain, generated(seed))
        for (request, answer), (_, other) in zip(own, others, strict=True):
            assert answer == other, request
        assert {answer[9:12] for _, answer in own} >= {
            b"200",
            b"201",
            b"304",
            b"400",
            b"401",
            b"409",
        }
        assert lines_of(short) == lines_of(plain)
        assert {line.get("seat") for line in lines_of(short)} == {"s1", "s2", None}
        assert counts_of(short) == counts_of(plain)


def test_both_ways_give_the_same_pages_of_events(database_url: str, postgres_url: str) -> None:
    with both_ways(database_url, postgres_url) as (short, plain):
        own, others = transcript(short, pages()), transcript(plain, pages())
    assert {answer[9:12] for _, answer in own} >= {b"200", b"201", b"400"}
    for (request, answer), (_, other) in zip(own, others, strict=True):
        assert answer == other, request


@pytest.mark.parametrize(
    ("faults", "read", "status"),
    [
        ({"verger.service.log.store.WAITING_LIMIT": 0}, "", 503),
        ({"verger.service.identity.sql.BEARER": BROKEN}, "", 500),
        # If tokens are forgotten at once, the request leaves the short way after the look-up of its token.
        ({REMEMBER: 0}, "", 201),
        ({"verger.service.edge.event_pages.links_of": 0}, "/events", 500),
    ],
    ids=["append", "look-up", "forgotten token", "events"],
)
def test_both_ways_count_failed_requests_the_same(
    database_url: str, postgres_url: str, faults: dict[str, Any], read: str, status: int
) -> None:
    with both_ways(database_url, postgres_url, **faults) as (short, plain):
        for server in (short, plain):
            ann = started(server.http, "Ann")["Ann"]
            ann.get("/v1/sessions")
            move = json.loads(MOVES[0])
            answer = ann.get(ann.home + read) if read else ann.post(f"{ann.home}/moves", move)
            assert answer.status_code == status
            wait_for_lines(server, ann)
        assert lines_of(short) == lines_of(plain)
        assert counts_of(short) == counts_of(plain)


def test_requests_that_arrive_together_are_all_served(database_url: str) -> None:
    few = {"verger.service.short.moves.TOGETHER": 1, "verger.service.short.reads.SLICE_SECONDS": 0}
    with serving(database_url, quicker=ALIKE | few) as server, ExitStack() as lines:
        tables = [started(server.http, "Ann") for _ in range(6)]
        each = [(lines.enter_context(Line(server)), table) for table in tables]
        for _ in range(5):
            for request in (ORDINARY, READ):
                server.process.send_signal(signal.SIGSTOP)
                for line, table in each:
                    line.send(written(table, "", request))
                # The process was stopped, so it now finds all requests in one turn of its event loop.
                server.process.send_signal(signal.SIGCONT)
                assert {line.answer()[9:12] for line, _ in each} <= {b"200", b"201"}


def test_ordinary_requests_use_only_the_short_way(database_url: str) -> None:
    broken = {"verger.service.front.post_move": 0, "verger.service.edge.reading.tag_at": 0}
    with serving(database_url, quicker=ALIKE | broken) as server:
        begun = of(Client(server.http).post("/v1/sessions", SESSION), 201)
        ann = Player(server.http, begun["token"], begun["session"], begun["seats"][0]["seat"])
        ann.get("/v1/sessions")  # From now on, the session and the token are in memory.
        move = {"move": "add_limit", "kind": "line", "text": "No spiders."}
        of(ann.http.post(f"{ann.home}/moves", json=move, headers=ann.authorization), 201)
        assert ann.see("/awaited")["version"] == 2
        # Requests on the ordinary way fail, because this test has broken it.
        assert ann.get(f"{ann.home}/awaited?seat={ann.seat}").status_code == 500
        assert ann.post(f"{ann.home}/moves?dry_run=true", move).status_code == 500


def test_a_request_stays_on_the_short_way_if_its_token_is_looked_up(database_url: str) -> None:
    faults = {REMEMBER: 1.0, "verger.service.front.post_move": 0}
    with serving(database_url, quicker=ALIKE | faults) as server:
        ann = started(server.http, "Ann")["Ann"]
        ann.get("/v1/sessions")
        time.sleep(1.1)
        of(ann.post(f"{ann.home}/moves", json.loads(MOVES[0])), 201)
        void = Player(server.http, "vt_void", ann.session, ann.seat)
        # An unknown token is also refused on the short way.
        assert of(void.post(f"{ann.home}/moves", {}), 401)["code"] == "invalid_token"
