"""The server's own log shows the result of each request, and never the texts or secrets of people."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pytest
from websockets.exceptions import InvalidStatus

from tests.support.app import app_key
from tests.support.client import Client, Player, Table, frames, of, played
from tests.support.patience import until
from tests.support.postgres import execute
from tests.support.server import Server, serving
from tests.support.socket import ticketed

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
WRONG = f"vg_{uuid4().hex}"
KEY = f"key-{uuid4().hex}"
STREAM = {"Accept": "text/event-stream"}
WRITTEN = [
    "Ann the Quiet",
    "Bo the Loud",
    "Vi the Silent",
    "An unheard-of evening",
    "No spiders, ever.",
    "A bot of Bo's",
    "The camera sees a hand.",
    "Zoological",
]


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database) as server:
        yield server


def try_everything(table: Table) -> list[str]:
    """Send valid and invalid requests of every kind. Return the secrets that they contain."""
    ann, bo, vi = (table[name] for name in WRITTEN[:3])
    bo.draws_a_line(WRITTEN[4], key=KEY)
    bo.move("add_limit", key=KEY, kind="veil", text=WRITTEN[4])
    bot = bo.post(f"{bo.home}/tokens", {"label": WRITTEN[5]}, uuid4().hex).json()["token"]
    ann.moves("frame", camera=WRITTEN[6], place=WRITTEN[6])
    ann.move("write_node", label=WRITTEN[7])
    ann.move("add_limit", kind=WRITTEN[7], text="\0")
    vi.move("propose", subject={"subject": "resume_play"})
    offered = ann.post(f"{ann.home}/seats", {"kind": "player", "name": f"{WRITTEN[1]} too"}).json()
    ann.post("/v1/seats/claim", {"code": offered["claim_code"], "name": "\x01"})
    Client(ann.http, WRONG).get("/v1/sessions")
    Client(ann.http, WRONG).get(f"{ann.home}/events?token={WRONG}")
    ann.ask("POST", f"{ann.home}/moves", content=b"{", headers={"Content-Type": "x/y"})
    with bo.follows() as lines:
        next(frames(lines))
    bo.see("/state", at=3)
    tickets = follow_by_tickets(bo)
    codes = [code for code in table.codes.values() if code]
    tokens = [player.token for player in table if player.token]
    return [bot, offered["claim_code"], WRONG, *tickets, *codes, *tokens]


def follow_by_tickets(bo: Player) -> list[str]:
    """Open streams with valid and invalid tickets. Return the tickets."""
    events = f"{bo.home}/events"
    tickets = [bo.post(f"{bo.home}/stream-tickets", None).json()["ticket"] for _ in range(3)]
    page = Client(bo.http)
    for _ in range(2):
        page.get(events, STREAM, ticket=tickets[0], follow="false")
        with suppress(InvalidStatus), ticketed(bo, tickets[1]):
            pass
    for by, headers, query in (
        (bo, STREAM, {}),
        (page, {}, {}),
        (page, STREAM, {"after": "x"}),
        (page, STREAM, {"follow": "null"}),
    ):
        by.get(events, headers, ticket=tickets[2], **query)
    page.get(f"{bo.home}/state", ticket=tickets[2])
    page.get("/nowhere", ticket=tickets[2])
    page.ask("POST", f"{bo.home}/moves", params={"ticket": tickets[2]}, json={"move": "signal"})
    page.ask("PUT", events, params={"ticket": tickets[2]})
    return tickets


@pytest.fixture(scope="module")
def secrets(server: Server) -> list[str]:
    names = WRITTEN[:3]
    table = played(server.http, *names, until="run", observers=1, title=WRITTEN[3])
    return try_everything(table)


def test_the_log_has_no_secret_and_nothing_that_people_wrote(
    server: Server, secrets: list[str]
) -> None:
    said = server.said
    assert len(server.lines) > 100
    assert len(secrets) == 11
    assert [secret for secret in [*secrets, KEY] if secret in said] == []
    assert [secret for secret in secrets if secret[3:] in said] == []
    assert [text for text in WRITTEN if text in said] == []


def spelt(secret: str) -> Iterator[str]:
    yield from (secret, secret.upper(), secret.lower(), f"%{ord(secret[0]):02x}{secret[1:]}")
    yield f"x%25{ord(secret[0]):02x}{secret[1:]}.y"


@pytest.fixture
def apart(database: str) -> Iterator[Server]:
    """Start a server for a single test, because the test reads the whole log."""
    with serving(database) as server:
        yield server


def test_no_secret_in_an_address_reaches_the_log_the_figures_or_a_problem(apart: Server) -> None:
    table, page = played(apart.http, "Ann", "Bo"), Client(apart.http)
    ann, code = table["Ann"], str(table.codes["Bo"])
    ticket = ann.post(f"{ann.home}/stream-tickets", None).json()["ticket"]
    secrets = [WRONG, str(ann.token), ticket, code, code.replace("-", ""), uuid4().hex]
    problems, asked = "", 0
    for text in (spelling for secret in secrets for spelling in spelt(secret)):
        for path in (
            f"/{text}",
            f"/v1/sessions/{text}/events",
            f"{ann.home}/{text}",
            f"/v1//{text}",
        ):
            for method, more in (("GET", ""), ("POST", ""), ("FETCH", ""), ("GET", HANDSHAKE)):
                answer = raw(apart, f"{method} {path} HTTP/1.1\r\nHost: x\r\n{more}\r\n")
                problems += answer.partition("\r\n\r\n")[2]
                asked += 1
    requests = {"event": "request"}
    assert len(apart.told(asked, **requests)) >= asked
    assert f"{ann.home}/" in problems
    said = (apart.said + page.get("/metrics").text + problems).lower()
    assert [secret for secret in secrets if secret.lower()[4:-4] in said] == []


HANDSHAKE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


def raw(server: Server, head: str) -> str:
    """Send bytes, and return the answer."""
    with socket.create_connection(("127.0.0.1", server.port)) as link:
        link.sendall(head.encode())
        return link.recv(10_000).decode()


@pytest.mark.parametrize("form", ["json", "console"])
def test_no_logged_exception_shows_a_secret(form: str) -> None:
    program = f"""
import structlog
from verger.service.logging import configure
from tests.support.settings import Settings
configure(Settings(log_format={form!r}))
try:
    raise ValueError("nothing is at /v1/{WRONG}")
except ValueError:
    structlog.get_logger().exception("internal_error", path="/{WRONG}")
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert b"ValueError" in ended.stderr
    assert b"nothing is at /v1/vg_" in ended.stderr
    assert WRONG.encode() not in ended.stderr


def test_every_request_is_one_line_with_its_result(server: Server, secrets: list[str]) -> None:
    requests = [line for line in server.lines if line["event"] == "request"]
    names = {"method", "path", "status", "code", "ms", "trace_id", "event", "level", "timestamp"}
    asker = {"seat", "token", "app"}
    times = {"wait_ms", "load_ms", "judge_ms", "append_ms"}
    assert all(names <= set(line) <= names | asker | times for line in requests)
    assert {len(times & set(line)) for line in requests} == {0, len(times)}
    assert len({line["trace_id"] for line in requests}) == len(requests)


def test_a_line_names_the_problem_that_was_answered(server: Server) -> None:
    visitor = Client(server.http)
    for path, code in (
        ("/v1/sessions", "missing_token"),
        (f"/v1/sessions/{uuid4()}/moves", "method_not_allowed"),
        ("/nowhere", "no_such_page"),
    ):
        trace = visitor.get(path).headers["trace-id"]
        (line,) = server.told(trace_id=trace)
        assert (line["code"], line["path"]) == (code, path)


def token_id(player: Player) -> str:
    """Return the id of a player's own token."""
    return str(next(token["id"] for token in player.see("/tokens")["tokens"] if token["is_own"]))


def test_the_line_of_a_move_names_the_seat_and_the_token_and_splits_the_time(
    server: Server,
) -> None:
    bo = played(server.http, "Ann", "Bo")["Bo"]
    answer = bo.post(f"{bo.home}/moves", {"move": "add_limit", "kind": "line", "text": "Owls."})
    (line,) = server.told(trace_id=answer.headers["trace-id"])
    assert (line["seat"], line["token"]) == (bo.seat, token_id(bo))
    assert line["judge_ms"] > 0
    assert line["append_ms"] > 0
    parts = line["wait_ms"] + line["load_ms"] + line["judge_ms"] + line["append_ms"]
    assert parts <= line["ms"] + 0.05
    assert "address" not in line


def test_the_line_of_a_refused_move_has_no_append_in_its_time(server: Server) -> None:
    bo = played(server.http, "Ann", "Bo")["Bo"]
    refused = bo.post(f"{bo.home}/moves", {"move": "agree", "proposal": "p9"})
    (line,) = server.told(trace_id=refused.headers["trace-id"])
    assert (line["seat"], line["code"]) == (bo.seat, of(refused, 409)["code"])
    assert line["judge_ms"] > 0
    assert line["append_ms"] == 0


def test_the_line_of_a_session_that_is_read_again_says_how_long_that_took(
    apart: Server, database: str
) -> None:
    bo = played(apart.http, "Ann", "Bo")["Bo"]
    with serving(database) as other:
        answer = bo.at(other.http).get(f"{bo.home}/state")
        (line,) = other.told(trace_id=answer.headers["trace-id"])
    assert line["load_ms"] > 0


def test_a_line_names_the_app_of_a_key_and_not_the_key(apart: Server, database: str) -> None:
    key = app_key(database)
    answer = Client(apart.http, key).get("/v1/app")
    (line,) = apart.told(trace_id=answer.headers["trace-id"])
    assert line["app"] == of(answer, 200)["app"]
    assert key not in apart.said


@pytest.mark.parametrize("logged", ["on", "off"])
def test_a_line_has_the_address_only_if_the_operator_says_so(database: str, logged: str) -> None:
    with serving(database, verger_log_addresses=logged, verger_trusted_proxies="private") as server:
        headers = {"X-Forwarded-For": "203.0.113.7"}
        answer = Client(server.http).get("/v1/rulesets", headers=headers)
        (line,) = server.told(trace_id=answer.headers["trace-id"])
        assert line.get("address") == ("203.0.113.7" if logged == "on" else None)
        assert ("203.0.113" in server.said) == (logged == "on")


def test_a_line_carries_the_callers_trace(server: Server) -> None:
    Client(server.http).get("/nowhere", headers={"traceparent": f"00-{TRACE}-00f067aa0ba902b7-01"})
    assert [line["path"] for line in server.told(trace_id=TRACE)] == ["/nowhere"]


def test_probes_that_are_answered_well_are_not_logged_and_others_are(server: Server) -> None:
    visitor = Client(server.http)
    for path in ("/healthz", "/readyz", "/metrics"):
        assert visitor.get(path).status_code == 200
    assert visitor.ask("POST", "/readyz").status_code == 405
    server.told(method="POST", path="/readyz", status=405)
    probes = {"/healthz", "/readyz", "/metrics"}
    assert [
        line for line in server.lines if line.get("path") in probes and line["status"] < 400
    ] == []


def test_the_first_start_says_its_addresses_and_no_line_about_its_demonstration(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with serving(database, verger_demo="on") as server:
        printed = until(lambda: server.printed, lambda printed: "  tokens  " in printed)
        assert printed.splitlines()[1:5:3] == [
            f"  documents  {server.url}/docs",
            f"  health     {server.url}/readyz",
        ]
        assert server.lines == []
        Client(server.http).get("/v1/rulesets")
        server.told(path="/v1/rulesets")


def test_messages_of_libraries_have_the_same_form() -> None:
    program = (
        "from logging import getLogger; from verger.service.logging import configure;"
        " from verger.service.settings import Settings; configure(Settings());"
        " getLogger('uvicorn.error').warning('It says %s.', 'something')"
    )
    command = [sys.executable, "-c", program]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    line = json.loads(said)
    assert (line["event"], line["level"], line["said"]) == (
        "library",
        "warning",
        "It says something.",
    )


def test_an_anonymous_signal_leaves_no_seat_anywhere(server: Server, database: str) -> None:
    table = played(server.http, "Ann", "Bo", "Cy")
    before = len(server.said)
    event = table["Bo"].moves("signal", anonymous=True, key=KEY)
    row = execute(
        database,
        f"SELECT seat IS NULL, request_key IS NOT NULL, data, sealed IS NULL FROM events"  # noqa: S608
        f" WHERE session = '{table.session}' AND version = {event['version']}",
    )
    assert row.startswith("t|t|")
    assert row.endswith("|t")
    # The line is written after the answer.
    line = until(lambda: server.said[before:], lambda said: '"judge_ms"' in said)
    for trace in ("s2", "Bo", token_id(table["Bo"])):
        assert trace not in row
        assert trace not in line.replace(table.session, "")
        assert trace not in str(table["Cy"].see(f"/events/{event['version']}"))


def test_the_line_of_an_anonymous_signal_names_nobody_on_the_short_way_either(
    server: Server,
) -> None:
    bo = played(server.http, "Ann", "Bo")["Bo"]
    bo.draws_a_line("Spiders.")
    answer = bo.post(f"{bo.home}/moves", {"move": "signal", "anonymous": True})
    (line,) = server.told(trace_id=answer.headers["trace-id"])
    assert line["status"] == 201
    assert {"seat", "token", "app", "address"} & line.keys() == set()
