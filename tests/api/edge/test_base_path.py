"""A server below a path: every address in its answers has the path, even if a proxy removes the path from requests."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urljoin

import pytest

from tests.support.client import Client, Player, of, started
from tests.support.http_client import HttpClient
from tests.support.patience import PATIENCE_SECONDS
from tests.support.server import Server, serving

PATH = "/games/verger"
HOME = f"https://play.example{PATH}"


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, verger_url=f"{HOME}/", verger_webhook_private_targets="on") as running:
        yield running


@pytest.fixture(params=["", PATH], ids=["left out", "passed on"])
def http(server: Server, request: pytest.FixtureRequest) -> Iterator[HttpClient]:
    """Yield an HTTP client that sends addresses as a proxy would: the path is left in, or removed."""
    with closing(HttpClient(server.url + request.param, PATIENCE_SECONDS)) as asks:
        yield asks


@pytest.fixture
def ann(http: HttpClient) -> Player:
    return started(http, "Ann", "Bo").players["Ann"]


def disputed(player: Player) -> str:
    """Dispute an event, and return the dispute."""
    version = player.draws_a_line("spiders")["version"]
    about = {"of": "event", "version": version}
    player.moves("dispute", about=about, rule="compile.limits", grounds="It was a veil.")
    found: str = player.see("/disputes")["disputes"][0]["dispute"]
    return found


@pytest.mark.parametrize("path", ["", "/", "/v1//rulesets", "/docs/", "/%77atch"])
def test_a_redirect_leads_below_the_path(server: Server, path: str) -> None:
    for base in ("", PATH) if path.strip("/") else (PATH,):
        answer = raw(server, base + path)
        assert re.search(rf"(?m)^location: {PATH}/(docs|v1/rulesets|watch)\r$", answer)


def raw(server: Server, target: str) -> str:
    """Send a request with exactly this target."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE_SECONDS) as link:
        link.sendall(f"GET {target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: link.recv(65_536), b"")).decode()


def test_the_path_in_other_letters_leads_to_the_one_spelling(server: Server) -> None:
    for target in ("/games/%76erger/v1/rulesets", "//games//verger/v1/rulesets"):
        assert f"location: {PATH}/v1/rulesets\r" in raw(server, target)
    assert raw(server, "/games/verger2/v1/rulesets").startswith("HTTP/1.1 404")


def test_the_headers_of_answers_have_the_path(ann: Player) -> None:
    home = f"{PATH}{ann.home}"
    made = ann.move("add_limit", kind="line", text="spiders")
    assert made.headers["Location"] == f"{home}/events/2"
    page = ann.get(f"{ann.home}/events?limit=1")
    assert page.headers["Link"] == f'<{home}/events?limit=1&after=1>; rel="next"'
    listed = ann.get("/v1/sessions?limit=1")
    assert listed.headers.get("Link", f"<{PATH}/").startswith(f"<{PATH}/")
    stale = ann.move("add_limit", kind="line", text="rats", headers={"If-Match": '"1"'})
    assert stale.json()["code"] == "stale_version"
    guide = ann.get("/docs/moves", {"Accept": "text/html"})
    assert guide.headers["Link"].startswith(f"<{PATH}/docs/moves.md>")


def test_a_session_a_fork_and_a_webhook_are_at_their_locations(ann: Player) -> None:
    ann.draws_a_line("spiders")
    seats = [{"kind": "gm", "name": "Ann"}]
    fork = ann.post(f"{ann.home}/forks", {"version": 1, "title": "Other"})
    began = Client(ann.http).post("/v1/sessions", {"title": "Tide", "seats": seats})
    for made in (fork, began):
        assert made.status_code == 201, made.text
        assert made.headers["Location"].startswith(f"{PATH}/v1/sessions/")
    url = {"url": "http://127.0.0.1:9/hook", "description": "a bot"}
    made = ann.post(f"{ann.home}/webhooks", url)
    assert made.headers["Location"].startswith(f"{PATH}{ann.home}/webhooks/")


@pytest.mark.parametrize("path", ["/v1/nothing", "/v1/sessions/x/state", "/nothing"])
def test_a_problem_names_its_page_and_its_instance_below_the_path(
    http: HttpClient, path: str
) -> None:
    problem = http.get(path).json()
    assert problem["type"] == f"{PATH}/docs/problems/{problem['code']}"
    assert problem["instance"] == PATH + path
    served = urljoin(str(http.base_url), problem["type"])
    assert http.get(served.replace(PATH, "", 1)).status_code == 200


def test_a_refusal_and_a_malformed_request_name_addresses_below_the_path(
    server: Server, ann: Player
) -> None:
    refused = ann.move("rewind", to=9).json()
    assert refused["type"] == f"{PATH}/docs/problems/not_earlier"
    assert refused["instance"] == f"{PATH}{ann.home}/moves"
    for base in ("", PATH):
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE_SECONDS) as link:
            link.sendall(f"GET {base}/watch HTTP/1.1\r\n\r\n".encode())
            body = link.makefile("rb").read().partition(b"\r\n\r\n")[2]
        assert json.loads(body)["type"] == f"{PATH}/docs/problems/malformed_request"
        assert json.loads(body)["instance"] == f"{PATH}/watch"


def test_the_addresses_in_answers_have_the_path(ann: Player) -> None:
    shown = ann.see(f"/disputes/{disputed(ann)}")
    addresses = re.findall(r'"address":\s*"([^"]*)"', json.dumps(shown))
    assert len(addresses) >= 3
    assert all(address.startswith(f"{PATH}/v1/") for address in addresses)
    code = of(ann.post(f"{ann.home}/device-codes", {}), 201)
    assert code["address"] == f"{HOME}/watch/{ann.session}#claim={code['code']}"


def test_the_api_documents_say_where_the_server_is(http: HttpClient) -> None:
    openapi = http.get("/v1/openapi.json?rulesets=").json()
    assert [server["url"] for server in openapi["servers"]] == [PATH]
    assert "/v1/sessions" in openapi["paths"]
    text = json.dumps(openapi)
    assert not re.findall(r"\]\(/(?!games/verger/)", text)
    assert f'"type": "{PATH}/docs/problems/' in text
    servers = http.get("/v1/asyncapi.json").json()["servers"]
    for name, protocol in (("http", "https"), ("ws", "wss")):
        assert (servers[name]["protocol"], servers[name]["pathname"]) == (protocol, PATH)
        assert servers[name]["variables"]["host"]["default"] == "play.example"
    assert "pathname" not in servers["receiver"]


def test_the_pages_lead_below_the_path_only(http: HttpClient) -> None:
    pages = ("/docs", "/docs/reference", "/docs/problems/stale_version", "/docs/nothing", "/watch")
    for path in pages:
        page = http.get(path, headers={"Accept": "text/html"}).text
        links = re.findall(r' (?:href|src|srcset)="(/[^"]*)"', page)
        assert len(links) >= 2
        assert [link for link in links if not link.startswith(f"{PATH}/")] == []
    for path in ("/docs/llms.txt", "/docs/errors.md", "/docs/reference.md"):
        links = re.findall(r"\]\((/[^)]*)\)", http.get(path).text)
        assert links
        assert [link for link in links if not link.startswith(f"{PATH}/")] == []
    for _, path, _, _ in http.get("/docs/search.json").json():
        assert path.startswith(f"{PATH}/docs")


def test_the_examples_of_guides_are_for_this_server(http: HttpClient) -> None:
    guide = http.get("/docs/quick-start.md").text
    assert f"BASE=${{BASE:-{HOME}}}" in guide
    assert "127.0.0.1:8000" not in guide
    example = http.get("/docs/problems/not_earlier.md").text
    assert f"POST {PATH}/v1/sessions/" in example
    assert f'"type": "{PATH}/docs/problems/not_earlier"' in example


def test_health_is_asked_without_the_path_too(server: Server) -> None:
    for path in ("/healthz", "/readyz", "/metrics"):
        assert server.http.get(path).status_code == server.http.get(PATH + path).status_code == 200
