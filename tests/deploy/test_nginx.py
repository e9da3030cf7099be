"""nginx with the sample configuration, before two processes: streams are not delayed, and no POST is sent twice."""

import re
import ssl
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import NamedTuple

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from tests.deploy.image import DEPLOY
from tests.support.certificate import certificate
from tests.support.client import started
from tests.support.patience import PATIENCE_SECONDS
from tests.support.port import free_port
from tests.support.program import found, running_at
from tests.support.server import Server, serving
from tests.support.socket import address, messages
from verger.service.edge.asgi import BODY_LIMIT
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

NGINX = found("nginx")
FILE = DEPLOY / "nginx.conf"
AWAY = "the process of this request did not answer"
needs_nginx = pytest.mark.skipif(NGINX is None, reason="no nginx here")


class Front(NamedTuple):
    """A client of nginx, and the processes behind nginx."""

    http: httpx.Client
    servers: Sequence[Server]
    folder: Path


def changed(folder: Path, port: int, upstreams: Sequence[int]) -> str:
    """Return the sample configuration with the ports, names and certificate of a test."""
    own = FILE.read_text()
    for sample, real in zip((8001, 8002), upstreams, strict=True):
        own = own.replace(f"127.0.0.1:{sample}", f"127.0.0.1:{real}")
    pem = certificate(folder, "localhost")
    own = re.sub(r"/etc/letsencrypt/live/play\.example/\w+\.pem", str(pem), own)
    own = own.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    return own.replace("play.example", "localhost").replace("/var/log/nginx", str(folder))


@contextmanager
def fronting(folder: Path, upstreams: Sequence[int]) -> Iterator[httpx.Client]:
    """Run nginx before these ports, with the sample inside a main configuration."""
    port = free_port()
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    main = folder / "nginx.conf"
    main.write_text(
        f"daemon off;\npid {folder}/pid;\nevents {{}}\nhttp {{\n{temporary}"
        f"{changed(folder, port, upstreams)}}}\n"
    )
    words = [str(NGINX), "-e", "stderr", "-c", str(main)]
    with (
        running_at(port, words, folder / "log"),
        httpx.Client(
            base_url=f"https://localhost:{port}",
            verify=trusting(folder),
            trust_env=False,
            event_hooks={"response": [without_headers_of_nginx]},
            timeout=PATIENCE_SECONDS,
        ) as http,
    ):
        yield http


def without_headers_of_nginx(answer: httpx.Response) -> None:
    """Remove the headers that nginx adds, because the API document does not have them."""
    for name in ("Server", "Strict-Transport-Security"):
        assert answer.headers.pop(name)


def trusting(folder: Path) -> ssl.SSLContext:
    """Return a TLS context that trusts the certificate of a test."""
    return ssl.create_default_context(cafile=folder / "certificate.pem")


@pytest.fixture
def front(database: str, tmp_path: Path) -> Iterator[Front]:
    with ExitStack() as stack:
        servers = [
            stack.enter_context(serving(database, verger_trusted_proxies="127.0.0.1"))
            for _ in range(2)
        ]
        http = stack.enter_context(fronting(tmp_path, [server.port for server in servers]))
        yield Front(http, servers, tmp_path)


@needs_nginx
def test_play_goes_on_through_nginx_until_the_last_process_has_stopped(front: Front) -> None:
    gm = started(front.http, "Ann", "Bo").players["Ann"]
    with gm.follows(after=0) as lines:
        assert "id: 1" in islice(lines, 3)
        assert gm.draws_a_line("spiders", key="a")["version"] == 2
        assert "id: 2" in (next(lines) for _ in range(4))
    offered = [Subprotocol("verger.v1"), Subprotocol(f"verger.token.{gm.token}")]
    context = trusting(front.folder)
    with connect(address(gm), ssl=context, subprotocols=offered, proxy=None) as link:
        assert [event["version"] for event in islice(messages(link), 2)] == [1, 2]
    front.servers[0].stop()
    assert gm.draws_a_line("snakes", key="b")["version"] == 3
    front.servers[1].stop()
    away = gm.get(gm.home)
    assert (away.status_code, away.headers["Retry-After"]) == (503, "1")
    assert away.headers["Content-Type"] == "application/problem+json"
    assert away.json()["facts"] == {"cause": AWAY}
    assert away.json()["trace_id"] == away.headers["Trace-Id"]


@needs_nginx
def test_the_server_refuses_large_bodies_and_figures_and_no_ticket_is_logged(front: Front) -> None:
    kind = {"Content-Type": "application/json"}
    large = front.http.post("/v1/sessions", content=b"x" * (BODY_LIMIT + 1), headers=kind)
    assert large.json()["code"] == "body_too_large"
    assert front.http.get("/metrics").json()["code"] == "no_such_page"
    front.http.get("/v1/sessions/x/events?ticket=hush")
    for server in front.servers:
        server.stop()
    front.http.get("/v1/sessions/y/events?ticket=hush")
    assert "hush" not in "".join(file.read_text() for file in front.folder.glob("*log"))


class Dropping(StreamRequestHandler):
    """A server that reads a request line, notes the method, and closes the connection."""

    counted: list[bytes]

    def handle(self) -> None:
        """Note the method of a request."""
        self.counted.append(self.rfile.readline().partition(b" ")[0])


@needs_nginx
def test_a_post_that_a_process_may_have_received_is_not_sent_again(tmp_path: Path) -> None:
    class Counting(Dropping):
        counted: list[bytes] = []  # noqa: RUF012, shared by the handlers of this test

    with ThreadingTCPServer(("127.0.0.1", 0), Counting) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        port = server.server_address[1]
        with fronting(tmp_path, [port, port]) as http:
            posted = http.post("/v1/sessions", json={})
            http.get("/v1/rulesets")
        server.shutdown()
        thread.join()
    assert (posted.status_code, posted.json()["facts"]) == (503, {"cause": AWAY})
    assert Counting.counted.count(b"POST") == 1
    assert Counting.counted.count(b"GET") == 2


def test_nginxs_own_answer_is_a_problem_of_the_api() -> None:
    problem = ProblemError(ProblemCode.UNAVAILABLE, cause=AWAY)
    body = problem.body("/", "$request_id").decode()
    text = FILE.read_text()
    assert f"return {problem.status} '{body}';" in text
    for name, value in problem.all_headers().items():
        assert f"add_header {name} {value} always;" in text
