"""Caddy with deploy/Caddyfile, before two processes: one process is enough, and streams are not delayed.

Most tests need a new enough Caddy. If there is none, only the text of the file is checked.
"""

import gzip
import re
import socket
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import httpx
import pytest

from tests.deploy import image
from tests.deploy.conftest import Deployed
from tests.support import caddy
from tests.support.client import started
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.port import free_port
from tests.support.socket import listening, messages
from verger.domain.core.ruling import filled
from verger.service.edge.asgi import BODY_LIMIT
from verger.service.problem.code import ProblemCode
from verger.service.problem.entry import ServerCode
from verger.service.problem.problem import ProblemError
from verger.service.problem.table import KINDS

needs_caddy = pytest.mark.skipif(caddy.CADDY is None, reason="no caddy 2.11.7 or newer here")


class Front(NamedTuple):
    """A client of the proxy, and the processes behind the proxy."""

    http: httpx.Client
    servers: list[image.Container]


@contextmanager
def fronting(folder: Path, ports: Iterable[int], **own: str) -> Iterator[httpx.Client]:
    """Run the proxy before these ports."""
    upstreams = " ".join(f"127.0.0.1:{port}" for port in ports)
    with (
        caddy.proxy(folder, {"UPSTREAMS": upstreams, **own}) as url,
        httpx.Client(base_url=url, trust_env=False, timeout=PATIENCE_SECONDS) as http,
    ):
        yield http


@pytest.fixture
def front(built: Path, deployed: Deployed, tmp_path: Path) -> Iterator[Front]:
    """Run two processes, and the proxy before them."""
    given = {"DATABASE_URL": deployed.service}
    with (
        image.serving(built, given) as one,
        image.serving(built, given) as other,
        fronting(tmp_path, [one.port, other.port]) as http,
    ):
        yield Front(http, [one, other])


class Breaking(BaseHTTPRequestHandler):
    """A server with a fault for each method, such as an answer to POST that breaks off."""

    waited = 0
    """How many requests to `/waits` have arrived."""

    def do_GET(self) -> None:
        """Answer completely. At `/waits`, first wait for the end of a body."""
        if self.path == "/waits":
            type(self).waited += 1
            self.rfile.read()
            return
        alive = b'{"status":"alive","cell":0}'
        self.send_response(200)
        self.send_header("Content-Length", str(len(alive)))
        self.end_headers()
        self.wfile.write(alive)

    def do_POST(self) -> None:
        """Send only a part of the answer."""
        self.send_response(200)
        self.send_header("Content-Length", "100")
        self.end_headers()
        self.wfile.write(b"half of it")

    def do_DELETE(self) -> None:
        """Close the connection without an answer."""

    def do_PUT(self) -> None:
        """Answer with the headers X-Forwarded-For and Verger-Session that the proxy sent."""
        told = self.headers["X-Forwarded-For"].encode()
        self.send_response(200)
        self.send_header("Verger-Session", self.headers.get("Verger-Session", ""))
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture
def breaking() -> Iterator[int]:
    """Start the faulty server, and yield its port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Breaking) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@needs_caddy
def test_play_goes_on_through_the_proxy_until_the_last_process_has_stopped(front: Front) -> None:
    http, servers = front
    gm = started(http, "Ann", "Bo").players["Ann"]
    with gm.follows(after=0) as lines:
        assert "id: 1" in islice(lines, 3)
        assert gm.draws_a_line("spiders", key="a")["version"] == 2
        assert "id: 2" in (next(lines) for _ in range(4))
    with gm.follows(form="application/x-ndjson", follow="true") as lines:
        assert [next(lines)[:12], next(lines)[:12]] == ['{"version":1', '{"version":2']
    with listening(gm, subprotocols=["verger.v1", f"verger.token.{gm.token}"]) as link:
        assert [event["version"] for event in islice(messages(link), 2)] == [1, 2]
    servers[0].stop()
    assert gm.draws_a_line("snakes", key="b")["version"] == 3
    servers[1].stop()
    away = gm.get(gm.home)
    assert (away.status_code, away.headers["Retry-After"]) == (503, "1")
    assert away.headers["Content-Type"] == "application/problem+json"
    problem, kind = away.json(), KINDS["unavailable"]
    assert problem["facts"] == {"cause": "no process answers"}
    assert (problem["code"], problem["title"], problem["detail"]) == (
        "unavailable", kind.title, filled(kind.meaning, problem["facts"]),
    )  # fmt: skip
    assert problem["trace_id"] == away.headers["Trace-Id"]


@needs_caddy
def test_a_session_stays_with_one_process_and_the_caller_keeps_its_trace(front: Front) -> None:
    http, servers = front
    gm = started(http, "Ann").players["Ann"]
    trace = f"{7:032x}"
    for _ in range(8):
        answer = gm.get(gm.home, {"traceparent": f"00-{trace}-00000000000000ff-01"})
        assert answer.headers["trace-id"] == trace
    said = [server.stop()[1] for server in servers]
    assert sorted(text.count(trace) for text in said) == [0, 8]


@needs_caddy
def test_answers_that_the_server_compressed_arrive_compressed_and_are_kept(front: Front) -> None:
    own = {"Accept-Encoding": "gzip"}
    with front.http.stream("GET", "/v1/openapi.json", headers=own) as answer:
        sent = b"".join(answer.iter_raw())
    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(sent) * 4 < len(gzip.decompress(sent))
    tag = {"If-None-Match": answer.headers["ETag"]}
    assert front.http.get("/v1/openapi.json", headers=own | tag).status_code == 304


@needs_caddy
def test_the_server_itself_refuses_a_large_body_a_body_that_is_not_json_and_figures(
    front: Front,
) -> None:
    kind = {"Content-Type": "application/json"}
    large = front.http.post("/v1/sessions", content=b"x" * (BODY_LIMIT + 1), headers=kind)
    assert large.json()["code"] == "body_too_large"
    other = front.http.post("/v1/sessions", content=b"x")
    assert other.json()["code"] == "unsupported_media_type"
    base = str(front.http.base_url).rstrip("/")
    for path in ("/metrics", "/metrics/", "//metrics", "/%6detrics", "/metrics?x"):
        answer = front.http.get(base + path, follow_redirects=True)
        assert answer.json()["code"] in {"no_such_page", "invalid_parameter"}
    with httpx.Client(trust_env=False) as direct:
        assert direct.get(f"http://127.0.0.1:{front.servers[0].port}/metrics").status_code == 200


@needs_caddy
def test_the_proxys_log_holds_no_secret_of_a_failed_request(breaking: int, tmp_path: Path) -> None:
    secrets = dict.fromkeys(("Authorization", "Idempotency-Key", "Sec-WebSocket-Protocol"), "hush")
    session = "0192f0c1-7abc-7def-a2b3-c4d5e6f7a2b3"
    paths = [
        "?after=3&ticket=hush", "vg_hush", "x-VT_hush/events", "%76g_hush", "vg%5Fhush", "whsec_a/hush",
        "HUSH-ABCD-EFGH-IJKL", "hushabcdefghijkl", "hu-shabcdefghij-kl", f"{session}/vg_hush",
    ]  # fmt: skip
    with fronting(tmp_path, [breaking]) as http:
        for path in paths:
            with pytest.raises(httpx.RemoteProtocolError):
                http.post(f"/v1/sessions/{path}", headers=secrets)
    said = (tmp_path / "log").read_text()
    assert said.count("aborting with incomplete response") == len(paths)
    assert "hush" not in said.lower()
    assert f"/v1/sessions/{session}" in said


@needs_caddy
def test_a_fault_of_one_process_is_not_reported_as_a_fault_of_all(
    breaking: int, tmp_path: Path
) -> None:
    with fronting(tmp_path, [breaking]) as http:
        away = http.delete("/v1/sessions")
    cause = "the process of this request did not answer"
    assert (away.status_code, away.json()["facts"]) == (503, {"cause": cause})
    assert cause in away.json()["detail"]


@pytest.mark.skipif(caddy.OLD is None, reason="no caddy before 2.7 here")
def test_an_older_caddy_is_refused_with_the_needed_version() -> None:
    words = [str(caddy.OLD), "adapt", "--adapter", "caddyfile", "--config", str(caddy.FILE)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    version = ".".join(map(str, caddy.NEEDED))
    assert f"'This Caddyfile needs Caddy {version} or newer" in done.stderr


@needs_caddy
@pytest.mark.parametrize("path", ["", "/games/verger"])
def test_the_proxys_own_answer_has_the_path_of_the_server(tmp_path: Path, path: str) -> None:
    with caddy.at(port := free_port(), tmp_path, {"UPSTREAMS": "127.0.0.1:1", "BASE_PATH": path}):
        away = httpx.get(f"{caddy.address(port)}{path}/v1/rulesets", trust_env=False, timeout=60)
    assert (away.status_code, away.json()["instance"]) == (503, f"{path}/")
    assert away.json()["type"] == f"{path}/docs/problems/unavailable"


@needs_caddy
@pytest.mark.parametrize("sent", ["", "/games/verger"])
def test_the_proxy_finds_the_session_with_the_path_and_without(
    breaking: int, tmp_path: Path, sent: str
) -> None:
    session = "0192f0c1-7abc-7def-a2b3-c4d5e6f7a2b3"
    with fronting(tmp_path, [breaking], BASE_PATH="/games/verger") as http:
        answer = http.put(f"{sent}/v1/sessions/{session}", headers={"X-Forwarded-For": "a"})
    assert answer.headers["Verger-Session"] == session


@needs_caddy
def test_a_read_with_a_broken_body_is_not_sent_again(breaking: int, tmp_path: Path) -> None:
    before = Breaking.waited
    with fronting(tmp_path, [breaking]) as http:
        url = http.base_url
        with socket.create_connection((url.host, url.port or 80), PATIENCE_SECONDS) as link:
            link.sendall(b"GET /waits HTTP/1.1\r\nHost: %b\r\n" % url.netloc)
            link.sendall(b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n")
            until(lambda: Breaking.waited == before + 1)
            link.sendall(b"zz\r\n")
            assert link.recv(12) == b"HTTP/1.1 400"
    assert Breaking.waited == before + 1


@needs_caddy
@pytest.mark.parametrize(
    ("trusted", "told"),
    [("", "127.0.0.1"), ("10.0.0.0/8", "127.0.0.1"), ("private_ranges", "203.0.113.7, 127.0.0.1")],
)
def test_a_trusted_proxy_before_caddy_passes_the_clients_address_on(
    breaking: int, tmp_path: Path, trusted: str, told: str
) -> None:
    with fronting(tmp_path, [breaking], TRUSTED_PROXIES=trusted) as http:
        assert http.put("/", headers={"X-Forwarded-For": "203.0.113.7"}).text == told


@pytest.mark.parametrize(
    ("code", "fact", "value"),
    [
        (ProblemCode.UNAVAILABLE, "cause", "{cause}"),
        (ProblemCode.MALFORMED_REQUEST, "reason", "its body is broken or ends early"),
    ],
)
def test_the_proxys_own_answers_are_problems_of_the_api(
    code: ServerCode, fact: str, value: str
) -> None:
    problem = ProblemError(code, **{fact: value})
    body = problem.body("/", "{http.request.uuid}", "{$BASE_PATH}").decode()
    # In the file, the braces of JSON are escaped, and braces of placeholders are not.
    written = body.replace('{"', '\\{"').replace('"}', '"\\}')
    assert f"respond `{written}` {problem.status}" in caddy.FILE.read_text()


def test_the_proxys_own_answer_has_the_retry_after_of_the_server() -> None:
    assert f"Retry-After {KINDS['unavailable'].retry_after}" in caddy.FILE.read_text()


def test_the_proxys_file_is_well_formed() -> None:
    lines = re.sub(r"`[^`]*`", "", caddy.FILE.read_text())
    lines = re.sub(r"(?m)^\s*#.*\n", "", lines)
    depth = 0
    for line in lines.splitlines():
        depth += line.endswith("{") - (line.strip() == "}")
        assert depth >= 0
        assert re.fullmatch(r"\t*\S.*|", line), line
    assert depth == 0
    assert "flush_interval -1" in lines
