"""Follow a session over a WebSocket: the same events and refusals as over HTTP, and the reason for its end."""

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping

import msgspec
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.support.client import Client, Json, Player, Table, of, played
from tests.support.patience import PATIENCE_SECONDS
from tests.support.server import Server, serving
from tests.support.socket import address, ending, listening, messages
from verger.domain.games.rulesets import RULESETS

PAGE = "https://client.example"
NDJSON = "application/x-ndjson"
WEBSOCKET = {"Connection": "Upgrade", "Upgrade": "websocket"}
KEY = {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": b64encode(bytes(16)).decode()}


def test_a_message_is_a_line_and_new_events_come_next(bo: Player) -> None:
    lines = bo.get(f"{bo.home}/events", headers={"Accept": NDJSON}).text.splitlines()
    with listening(bo) as link:
        assert [link.recv(timeout=PATIENCE_SECONDS) for _ in lines] == lines
        made = bo.draws_a_line("Spiders, “ünïcode” \n.")
        assert next(messages(link)) == made


def test_a_socket_continues_after_the_last_event_received(table: Table) -> None:
    bo = table["Bo"]
    with listening(bo, after=2) as link:
        assert [next(messages(link))["version"] for _ in range(2)] == [3, 4]
    made = [table[name].draws_a_line("Spiders.") for name in ("Ann", "Bo", "Cy")]
    with listening(bo, after=4) as link:
        assert [next(messages(link)) for _ in made] == made


def test_a_socket_that_does_not_follow_ends_at_the_head(bo: Player) -> None:
    with listening(bo, after=1, follow="false") as link:
        assert [message["version"] for message in messages(link)] == [2, 3, 4]
        assert ending(link) == (1000, "")


@pytest.mark.parametrize("after", [5, 2**53])
def test_a_position_after_the_head_is_reset_to_the_head(bo: Player, after: int) -> None:
    with listening(bo, after=after) as link:
        assert next(messages(link)) == {"type": "reset", "head": 4}
        made = bo.draws_a_line("Spiders.")
        assert next(messages(link)) == made


def test_no_move_of_any_game_is_called_reset() -> None:
    for ruleset in RULESETS.values():
        schemas = str(msgspec.json.schema(ruleset.move_type))
        assert "'add_limit'" in schemas
        assert "'reset'" not in schemas


def test_a_browser_sends_its_token_as_a_subprotocol_that_nobody_else_sees(
    bo: Player, server: Server
) -> None:
    with listening(bo, subprotocols=["verger.v1", f"verger.token.{bo.token}"]) as link:
        assert link.subprotocol == "verger.v1"
        assert next(messages(link))["version"] == 1
    server.told(path=f"{bo.home}/events", status=101)
    assert bo.token
    assert bo.token not in server.said


@pytest.mark.parametrize("sent", ["hello", b"\x00"])
def test_a_client_that_sends_something_learns_that_nothing_is_read(
    bo: Player, sent: str | bytes
) -> None:
    with listening(bo) as link:
        link.send(sent)
        assert ending(link) == (1003, "unexpected_message")


def test_a_large_message_closes_the_socket(bo: Player) -> None:
    with listening(bo) as link:
        link.send("x" * 2_000)
        assert ending(link)[0] == 1009


def test_a_socket_is_one_line_of_the_log_with_the_trace_that_the_reader_received(
    bo: Player, server: Server
) -> None:
    with listening(bo) as link:
        assert link.response
        trace = link.response.headers["trace-id"]
        link.send("hello")
        ending(link)
    (line,) = server.told(trace_id=trace)
    assert (line["status"], line["code"]) == (101, "unexpected_message")


def refused(url: str, headers: Mapping[str, str] | None = None, *subprotocols: str) -> Json:
    """Start a handshake that must be refused, and return its problem."""
    offered = [Subprotocol(name) for name in subprotocols] or None
    with (
        pytest.raises(InvalidStatus) as refusal,
        connect(url, additional_headers=headers, subprotocols=offered, proxy=None),
    ):
        pass
    answer = refusal.value.response
    found: Json = json.loads(answer.body)
    assert answer.status_code == found["status"]
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["trace-id"] == found["trace_id"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    return found


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ({"after": "x"}, "after"),
        ({"after": "-1"}, "after"),
        ({"after": ""}, "after"),
        ({"after": 2**53 + 1}, "after"),
        ({"follow": "2"}, "follow"),
        ({"aftre": 3}, "aftre"),
        ({"limit": 3}, "limit"),
        ({"after": ["1", "2"]}, "after"),
        ({"after": "null"}, "after"),
    ],
)
def test_a_wrong_parameter_is_refused_before_the_handshake(
    bo: Player, query: Json, parameter: str
) -> None:
    url = address(bo, **query)
    problem = refused(url, bo.authorization)
    assert (problem["code"], problem["facts"]["parameter"]) == ("invalid_parameter", parameter)


def test_a_client_without_the_right_to_read_is_refused_before_the_handshake(
    bo: Player, server: Server
) -> None:
    stranger = played(server.http, "Di")["Di"]
    url = address(bo)
    assert refused(url)["code"] == "missing_token"
    assert refused(url, {"Authorization": "Bearer x"})["code"] == "invalid_token"
    assert refused(url, stranger.authorization)["code"] == "no_such_session"


def test_a_token_in_the_address_is_no_token(bo: Player) -> None:
    problem = refused(address(bo, token=bo.token))
    assert (problem["code"], problem["facts"]["parameter"]) == ("invalid_parameter", "token")
    assert str(bo.token) not in str(problem)


def test_subprotocols_without_ours_are_refused(bo: Player) -> None:
    offered = ("graphql-ws", f"verger.token.{bo.token}")
    assert refused(address(bo), None, *offered)["code"] == "bad_handshake"


@pytest.fixture(scope="module")
def choosy(database: str) -> Iterator[Server]:
    """Start a server that allows pages of only one origin."""
    with serving(database, verger_origins=PAGE) as running:
        yield running


@pytest.mark.parametrize("origin", ["https://evil.example", "null", f"{PAGE}.evil.example"])
def test_a_page_of_an_origin_that_is_not_listed_gets_no_further_than_the_handshake(
    choosy: Server, origin: str
) -> None:
    bo = played(choosy.http, "Ann", "Bo")["Bo"]
    problem = refused(address(bo), bo.authorization | {"Origin": origin})
    assert (problem["code"], problem["facts"]) == ("foreign_origin", {"origin": origin})
    (line,) = choosy.told(trace_id=problem["trace_id"])
    assert (line["status"], line["code"]) == (403, "foreign_origin")


def test_listed_pages_the_servers_pages_and_clients_that_are_no_page_may_listen(
    choosy: Server,
) -> None:
    bo = played(choosy.http, "Ann", "Bo")["Bo"]
    for page in ({"Origin": PAGE}, {"Origin": choosy.url}, {}):
        sent = bo.authorization | page
        with connect(address(bo), additional_headers=sent, proxy=None) as link:
            assert next(messages(link))["version"] == 1


@pytest.mark.parametrize(
    "headers",
    [{}, {**KEY, "Sec-WebSocket-Version": "8"}, {**KEY, "Sec-WebSocket-Key": "short"}],
)
def test_half_a_handshake_is_refused_with_the_missing_part(
    bo: Player, headers: dict[str, str]
) -> None:
    for path in (f"{bo.home}/events", "/v1/feed"):
        problem = of(bo.get(path, headers=WEBSOCKET | headers), 400)
        assert problem["code"] == "bad_handshake"


def test_an_upgrade_at_another_address_is_an_ordinary_request(bo: Player) -> None:
    assert of(bo.get(bo.home, headers=WEBSOCKET | KEY), 200)["version"] == 4
    missing = of(Client(bo.http).get("/v1/nothing", headers=WEBSOCKET | KEY), 404)
    assert missing["code"] == "no_such_page"


def test_a_handshake_may_have_long_fields(bo: Player) -> None:
    fields = {**bo.authorization, "X-Long": "x" * 60_000}
    with connect(address(bo), additional_headers=fields) as link:
        assert json.loads(link.recv(timeout=PATIENCE_SECONDS))["version"] == 1


def feed(player: Client, **query: object) -> ClientConnection:
    """Return a handshake for the feed."""
    base = str(player.http.base_url).replace("http", "ws", 1).rstrip("/")
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    return connect(f"{base}/v1/feed?{asked}", additional_headers=player.authorization)


def test_the_feed_sends_one_message_for_each_item_after_a_position(table: Table) -> None:
    bo = table["Bo"]
    lines = bo.get("/v1/feed", headers={"Accept": NDJSON}).text.splitlines()
    with feed(bo) as link:
        assert [link.recv(timeout=PATIENCE_SECONDS) for _ in lines] == lines
        table["Ann"].draws_a_line("Spiders.")
        item = next(messages(link))
    assert (item["session"], item["version"], item["type"]) == (bo.session, 5, "add_limit")
    with feed(bo, after=json.loads(lines[-1])["place"], follow="false") as link:
        assert list(messages(link)) == [item]
        assert ending(link) == (1000, "")


def test_an_unknown_place_in_the_feed_is_reset(bo: Player) -> None:
    with feed(bo, after="nowhere") as link:
        reset = next(messages(link))
        assert reset.keys() == {"type", "after"}
        bo.draws_a_line("Spiders.")
        assert next(messages(link))["version"] == bo.head
    with feed(bo, after=reset["after"], follow="false") as link:
        assert [one["version"] for one in messages(link)] == [bo.head]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"presence": "here"}, "invalid_parameter"),
        ({"ticket": "x"}, "invalid_parameter"),
        ({"follow": "perhaps"}, "invalid_parameter"),
    ],
)
def test_parameters_that_the_feed_does_not_take_are_refused_before_the_handshake(
    bo: Player, query: dict[str, str], code: str
) -> None:
    with pytest.raises(InvalidStatus) as refusal, feed(bo, **query):
        pass
    assert json.loads(refusal.value.response.body or b"")["code"] == code


def test_the_feed_needs_a_token(server: Server) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        feed(Client(server.http))
    assert json.loads(refusal.value.response.body or b"")["code"] == "missing_token"
