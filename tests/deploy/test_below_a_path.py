"""Two servers at two paths of one host. The proxy before them passes the path on, or removes it."""

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

import httpx
import pytest

from tests.api.docs.test_quick_start import node
from tests.support.client import Player, in_time, started
from tests.support.patience import PATIENCE_SECONDS
from tests.support.port import free_port
from tests.support.postgres import fresh_database
from tests.support.proxies import PROXIES, Place, proxied
from tests.support.root import ROOT
from tests.support.server import Server, serving
from tests.support.socket import listening, messages
from verger_client import Verger

PATHS = ("/games/verger", "/games/verger-2")
WAYS = [(name, strips) for name in PROXIES for strips in (False, True)]


class Below(NamedTuple):
    """The proxy's port, and the servers by their paths."""

    port: int
    servers: dict[str, Server]


@pytest.fixture(scope="module")
def below(postgres_url: str) -> Iterator[Below]:
    port, servers = free_port(), dict[str, Server]()
    with ExitStack() as running:
        for path in PATHS:
            url = running.enter_context(fresh_database(postgres_url, durable=False))
            home = f"http://127.0.0.1:{port}{path}/"
            servers[path] = running.enter_context(serving(url, verger_url=home))
        yield Below(port, servers)


@pytest.fixture(
    params=WAYS, ids=[f"{name}-{'strips' if strips else 'passes'}" for name, strips in WAYS]
)
def host(below: Below, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Start a proxy before the servers, and yield the address of the host."""
    name, strips = request.param
    if PROXIES[name].program is None:
        pytest.skip(f"no {name} here")
    places = [Place(path, server.port, strips) for path, server in below.servers.items()]
    with proxied(PROXIES[name], tmp_path, below.port, places) as url:
        yield url


@pytest.fixture
def http(host: str) -> Iterator[httpx.Client]:
    """Yield an HTTP client that resolves relative URLs, as browsers do."""
    with httpx.Client(base_url=host, trust_env=False, timeout=PATIENCE_SECONDS) as asks:
        yield asks


def test_a_program_plays_with_the_addresses_in_answers(http: httpx.Client) -> None:
    for path in PATHS:
        http.headers.pop("Authorization", None)
        seats = [{"kind": "gm", "name": "Ann"}]
        began = http.post(f"{path}/v1/sessions", json={"title": "Tide", "seats": seats})
        http.headers["Authorization"] = f"Bearer {began.json()['token']}"
        session = urljoin(str(began.url), began.headers["Location"])
        assert http.get(session).json()["title"] == "Tide"
        line = {"move": "add_limit", "kind": "line", "text": "spiders"}
        made = http.post(f"{session}/moves", json=line)
        assert http.get(made.headers["Location"]).json()["version"] == 2
        page = http.get(f"{session}/events?limit=1")
        assert page.links["next"]["url"].startswith(f"{path}/")
        assert http.get(page.links["next"]["url"]).json()["events"][0]["version"] == 2
        problem = http.post(f"{session}/moves", json={"move": "rewind", "to": 9}).json()
        assert http.get(problem["type"]).status_code == 200


def test_every_spelling_of_a_servers_address_leads_to_its_documentation(http: httpx.Client) -> None:
    http.follow_redirects = True
    for path in PATHS:
        for end in ("", "/", "/docs", "/docs/"):
            assert http.get(path + end).url.path == f"{path}/docs"


def test_a_session_is_followed_through_the_proxy(http: httpx.Client) -> None:
    http.base_url = http.base_url.join(PATHS[0])
    gm: Player = started(http, "Ann", "Bo").players["Ann"]
    with gm.follows(after=0) as lines:
        assert "id: 1" in in_time(lines)
    with listening(gm, subprotocols=["verger.v1", f"verger.token.{gm.token}"]) as link:
        assert next(messages(link))["version"] == 1


@pytest.mark.parametrize("base", [PATHS[0], f"{PATHS[1]}/"])
def test_the_clients_play_with_an_address_that_has_a_path(host: str, base: str) -> None:
    home = host + base.rstrip("/")
    with Verger(host + base) as verger:
        ann = verger.start("Tide", "Ann", "Bo")
        link = ann.link(ann.invitations["Bo"])
        assert str.startswith(link, f"{home}/watch/{ann.id}#claim=")
        bo = verger.claim(link)
        assert bo.move("add_limit", kind="line", text="spiders").version == bo.now().version
    if program := node():
        words = [program, "--input-type=module", "-e", _PLAYS, host + base]
        said = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        assert said.startswith(f"{home}/watch/")


_PLAYS = f"""
import {{ Verger }} from "{ROOT}/clients/typescript/verger-client/index.js";
const verger = new Verger(process.argv[1]);
const ann = await verger.start("Tide", {{ gm: "Ann", players: ["Bo"] }});
const link = ann.link(ann.invitations.get("Bo"));
const bo = await verger.claim(link);
await bo.move("add_limit", {{ kind: "line", text: "spiders" }});
console.log(link);
verger.close();
"""
