"""The fault of one client does not disturb other clients, behind each proxy in each configuration of deploy/."""

import json
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest

from tests.support import caddy
from tests.support.certificate import certificate
from tests.support.client import Player, started
from tests.support.client_fault import (
    CLAIM,
    FAULTS,
    HTTP2_FAULTS,
    TOO_LARGE,
    Fault,
    Target,
    commit,
    continued,
    slow_body,
)
from tests.support.http_client import HttpClient
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.port import free_port
from tests.support.program import needs_haproxy
from tests.support.root import ROOT
from tests.support.server import Server, serving
from verger.service.edge.asgi import BODY_LIMIT

TIMES = 4
"""How often each fault is committed: at two tables, with its parts sent together and sent apart."""
ROUNDS = 3
"""How often the other clients must move and read during the faults."""

MOVE = {"move": "add_limit", "kind": "line", "text": "Spiders."}

Blamed = Callable[[], object]
"""Returns the failures of processes that a proxy counts."""


class Front(NamedTuple):
    """A proxy before two processes."""

    port: int
    http: httpx.Client
    blamed: Blamed
    tables: list[Player]
    """The GMs of four tables. The first two commit faults, and the others do not."""
    context: ssl.SSLContext | None = None

    def target(self, number: int) -> Target:
        """Return the proxy's port, and the session and token of a faulty client."""
        player = self.tables[number % 2]
        assert player.token
        return Target(self.port, player.session, player.token, self.context)


class Behind(NamedTuple):
    """Two processes behind the proxy, and their database."""

    database: str
    servers: tuple[Server, Server]


Proxy = Callable[[ExitStack, Behind, Path], Front]


@pytest.fixture(scope="module")
def behind(database: str) -> Iterator[Behind]:
    with (
        serving(database, verger_trusted_proxies="private") as one,
        serving(database, verger_trusted_proxies="private") as other,
    ):
        yield Behind(database, (one, other))


def before(stack: ExitStack, behind: Behind, folder: Path, variables: Mapping[str, str]) -> Front:
    """Run Caddy before the processes, with these environment variables."""
    port, admin = free_port(), free_port()
    upstreams = " ".join(f"127.0.0.1:{server.port}" for server in behind.servers)
    own = {"UPSTREAMS": upstreams, "ADMIN_ADDRESS": f"localhost:{admin}"}
    given = {name: value.format(port=port) for name, value in variables.items()}
    stack.enter_context(caddy.at(port, folder, own | given))
    asked = f"http://localhost:{admin}/reverse_proxy/upstreams"

    def blamed() -> object:
        return [one["fails"] for one in httpx.get(asked, trust_env=False).json() if one["fails"]]

    tables = [started(behind.servers[0].http, "Ann")["Ann"] for _ in range(4)]
    if "tls" not in given.get("CELLS", ""):
        http: httpx.Client = HttpClient(caddy.address(port), PATIENCE_SECONDS)
        return ready(stack, Front(port, http, blamed, tables))
    trusting = ssl.create_default_context(cafile=folder / "certificate.pem")
    http = httpx.Client(base_url=f"https://localhost:{port}", verify=trusting, trust_env=False)
    trusting = ssl.create_default_context(cafile=folder / "certificate.pem")
    trusting.set_alpn_protocols(["h2"])
    return ready(stack, Front(port, http, blamed, tables, trusting))


def ready(stack: ExitStack, front: Front) -> Front:
    """Wait until the proxy answers, and return the proxy."""
    stack.enter_context(closing(front.http))
    until(lambda: front.http.get("/healthz").status_code == 200)
    return front


def compose(stack: ExitStack, behind: Behind, folder: Path) -> Front:
    return before(stack, behind, folder, {})


def kubernetes(stack: ExitStack, behind: Behind, folder: Path) -> Front:
    """Run Caddy with the variables of the kustomization, except the port and the names of processes."""
    text = (ROOT / "deploy" / "kustomization.yaml").read_bytes()
    maps: list[dict[str, Any]] = msgspec.yaml.decode(text)["configMapGenerator"]
    literals = next(one["literals"] for one in maps if one["name"] == "verger-proxy")
    given = dict(literal.split("=", 1) for literal in literals)
    assert given.pop("UPSTREAMS")
    assert given["SITE_ADDRESS"] == ":8080"
    return before(stack, behind, folder, given | {"SITE_ADDRESS": ":{port}"})


NO_SUCH_CELL = {"UPSTREAMS_1": "127.0.0.1:1"}


def cells(stack: ExitStack, behind: Behind, folder: Path) -> Front:
    return before(stack, behind, folder, NO_SUCH_CELL | {"CELLS": "import cells.caddy"})


def http2(stack: ExitStack, behind: Behind, folder: Path) -> Front:
    """Run Caddy with TLS. The site address has no host name, because Caddy would request a certificate for it."""
    file = certificate(folder, "localhost")
    given = {"SITE_ADDRESS": ":{port}", "CELLS": f"tls {file} {file}"}
    return before(stack, behind, folder, given)


def haproxy(stack: ExitStack, behind: Behind, folder: Path) -> Front:
    """Run a server that starts two processes and HAProxy."""
    parent = stack.enter_context(serving(behind.database, verger_processes=2))
    tables = [started(parent.http, "Ann")["Ann"] for _ in range(4)]
    return ready(stack, Front(parent.port, HttpClient(parent.url, PATIENCE_SECONDS), list, tables))


needs_caddy = pytest.mark.skipif(caddy.CADDY is None, reason="no caddy 2.11.7 or newer here")
PROXIES = [
    *(pytest.param(proxy, marks=needs_caddy) for proxy in (compose, kubernetes, cells)),
    pytest.param(haproxy, marks=needs_haproxy),
]


@contextmanager
def running(proxy: Proxy, behind: Behind, factory: pytest.TempPathFactory) -> Iterator[Front]:
    with ExitStack() as stack:
        yield proxy(stack, behind, factory.mktemp("proxy"))


@pytest.fixture(scope="module", params=PROXIES)
def front(
    request: pytest.FixtureRequest,
    behind: Behind,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Front]:
    with running(request.param, behind, tmp_path_factory) as made:
        yield made


@pytest.fixture(scope="module")
def over_tls(behind: Behind, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    with running(http2, behind, tmp_path_factory) as made:
        yield made


@contextmanager
def others_play(front: Front) -> Iterator[list[int]]:
    """Let the other two clients move and read during the faults. Yield the statuses of their answers."""
    statuses: list[int] = []
    done = Event()

    def plays() -> None:
        while not done.is_set():
            for player in front.tables[2:]:
                asked: dict[str, Any] = {
                    "headers": player.authorization,
                    "timeout": PATIENCE_SECONDS,
                }
                made = front.http.post(f"{player.home}/moves", json=MOVE, **asked)
                read = front.http.get(player.home, **asked)
                statuses.extend((made.status_code, read.status_code))

    thread = Thread(target=plays)
    thread.start()
    try:
        yield statuses
        until(lambda: len(statuses) >= 4 * ROUNDS or not thread.is_alive())
    finally:
        done.set()
        thread.join()


def nobody_notices(front: Front, fault: Fault) -> None:
    with others_play(front) as statuses:
        for number in range(TIMES):
            answer = commit(fault, front.target(number), apart=number > 1)
            assert answer or fault.end != "read"
            assert answer is None or answer.status in fault.statuses, answer
            assert not front.blamed()
    assert set(statuses) == {200, 201}


@pytest.mark.parametrize("name", FAULTS)
def test_nobody_else_notices_a_clients_fault(front: Front, name: str) -> None:
    nobody_notices(front, FAULTS[name])


@needs_caddy
@pytest.mark.parametrize("name", HTTP2_FAULTS)
def test_nobody_else_notices_a_clients_fault_in_http_2(over_tls: Front, name: str) -> None:
    nobody_notices(over_tls, HTTP2_FAULTS[name])


def test_nobody_else_notices_bodies_that_stop_in_the_middle(front: Front) -> None:
    with ExitStack() as stack, others_play(front) as statuses:
        for number in range(30):
            stack.enter_context(slow_body(front.target(number)))
        assert not front.blamed()
    assert set(statuses) == {200, 201}


@pytest.mark.parametrize(
    "name",
    [name for name, one in FAULTS.items() if one.end == "read" and one.statuses == TOO_LARGE],
)
def test_too_large_a_body_is_refused_by_the_process(front: Front, name: str) -> None:
    answer = commit(FAULTS[name], front.target(0), apart=False)
    assert answer
    problem = json.loads(answer.body)
    assert (problem["code"], problem["facts"]) == ("body_too_large", {"bytes_allowed": BODY_LIMIT})


def test_no_proxy_reads_the_body_of_a_claim_without_content_length(front: Front) -> None:
    """If a proxy read the code, it would send the claim to a cell that does not answer."""
    code = iter([b'{"code":"01-ABCD-EFGH-IJKL-MNOP"}'])
    answer = front.http.post(CLAIM, content=code, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_claim_code")


@pytest.mark.parametrize("body", [b"zz\r\n", b"2\r\n{} {}\r\n", b"f" * 40 + b"\r\n{}"])
def test_a_broken_body_is_refused_as_a_malformed_request(front: Front, body: bytes) -> None:
    answer = continued(front.target(0), body)
    assert answer
    assert (answer.status, json.loads(answer.body)["code"]) == (400, "malformed_request")
