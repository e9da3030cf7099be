"""Requests that the server refuses in every game: wrong form, sender or subject, or a wrong time."""

import json
import socket
import time
from base64 import b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPResponse

import httpx

from tests.captures.desk import JSON, LINE, NOBODY, Desk, Scripts, as_if_sent, of_any
from tests.support.app import app_key
from tests.support.client import Client, Player, forked, of, played, started
from tests.support.patience import PATIENCE_SECONDS
from tests.support.postgres import execute
from tests.support.server import serving

SCRIPTS = Scripts()

SEATS = [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}]
STREAM = {"Accept": "text/event-stream"}
UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket"}


@SCRIPTS.provokes("malformed_json")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return ann.ask("POST", f"{ann.home}/moves", content='{"move":"add_limit",', headers=JSON)


@SCRIPTS.provokes("malformed_request")
def _(desk: Desk) -> httpx.Response:
    # The server refuses this before it chooses an operation, so no operation's headers are expected.
    twice = {"Transfer-Encoding": "chunked", "Content-Length": "20"} | JSON
    return desk.http.post("/v1/sessions", content='{"title":"Low Tide"}', headers=twice)


@SCRIPTS.provokes("unknown_method")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return ann.ask("REWIND", f"{ann.home}/moves")


@SCRIPTS.provokes("uri_too_long")
def _(desk: Desk) -> httpx.Response:
    return desk.http.get("/v1/sessions", params={"title": "Low Tide " * 900})


@SCRIPTS.provokes("head_too_large")
def _(desk: Desk) -> httpx.Response:
    return desk.http.get("/v1/rulesets", headers={"Accept": "application/json, " * 4_000})


@SCRIPTS.provokes("unknown_expectation")
def _(desk: Desk) -> httpx.Response:
    return desk.http.get("/v1/rulesets", headers={"Expect": "200-ok"})


@SCRIPTS.provokes("unsupported_transfer_coding")
def _(desk: Desk) -> httpx.Response:
    packed = {"Transfer-Encoding": "gzip, chunked"} | JSON
    return desk.http.post("/v1/sessions", content=iter([b"{}"]), headers=packed)


@SCRIPTS.provokes("unsupported_http_version")
def _(desk: Desk) -> httpx.Response:
    url = desk.http.base_url.join("/v1/rulesets")
    with socket.create_connection((url.host, url.port), timeout=PATIENCE_SECONDS) as link:
        link.sendall(b"GET /v1/rulesets HTTP/1.2\r\nHost: %b\r\n\r\n" % url.netloc)
        answer = HTTPResponse(link)
        answer.begin()
        headers, content = answer.getheaders(), answer.read()
    asked = httpx.Request("GET", url)
    return httpx.Response(answer.status, headers=headers, content=content, request=asked)


@SCRIPTS.provokes("invalid_body")
def _(desk: Desk) -> httpx.Response:
    return desk.table()["Ann"].move("add_limit", kind="wall", text="No spiders.")


@SCRIPTS.provokes("invalid_parameter")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return of_any(ann.get(f"{ann.home}/events", limit=0))


@SCRIPTS.provokes("unsupported_media_type")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    return ann.ask("POST", f"{ann.home}/moves", content="move=signal", headers=form)


@SCRIPTS.provokes("body_too_large")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    body = '{"move":"add_limit","kind":"line","text":"' + "a" * 2**18 + '"}'
    return ann.ask("POST", f"{ann.home}/moves", content=body, headers=JSON)


@SCRIPTS.provokes("request_timeout")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]

    def slowly() -> Iterator[bytes]:
        yield b'{"move":'
        time.sleep(0.6)
        yield b'"signal"}'

    answer = ann.ask("POST", f"{ann.home}/moves", content=slowly(), headers=JSON)
    return as_if_sent(answer, '{"move":')


@SCRIPTS.provokes("not_acceptable")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return of_any(ann.get(f"{ann.home}/events", headers={"Accept": "text/csv"}))


@SCRIPTS.provokes("method_not_allowed")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return ann.ask("PUT", f"{ann.home}/moves")


@SCRIPTS.provokes("no_such_page")
def _(desk: Desk) -> httpx.Response:
    return of_any(Client(desk.http).get("/v1/nothing"))


@SCRIPTS.provokes("unusable_key")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return ann.post(f"{ann.home}/tokens", {"label": "a bot"}, key="1")


@SCRIPTS.provokes("key_reused")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    ann.draws_a_line("No rats.", key="a-line-1")
    return ann.move("add_limit", key="a-line-1", **LINE)


@SCRIPTS.provokes("request_running")
def _(desk: Desk) -> httpx.Response:
    ann = desk.hindered("slow")
    sleeping = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(ann.move, "add_limit", key="a-line-1", **LINE)
        while execute(desk.url, sleeping) == "0":
            assert not first.done()
        second = ann.move("add_limit", key="a-line-1", **LINE)
        of(first.result(), 201)
    return second


@SCRIPTS.provokes("stale_version")
def _(desk: Desk) -> httpx.Response:
    table = desk.table()
    table["Bo"].draws_a_line("No rats.")
    return table["Ann"].move("add_limit", headers={"If-Match": '"2"'}, **LINE)


@SCRIPTS.provokes("missing_token")
def _(desk: Desk) -> httpx.Response:
    return of_any(Client(desk.http).get(desk.table()["Ann"].home))


@SCRIPTS.provokes("invalid_ticket")
def _(desk: Desk) -> httpx.Response:
    events = f"{desk.table()['Ann'].home}/events"
    return of_any(Client(desk.http).get(events, headers=STREAM, ticket="vt_mistyped"))


@SCRIPTS.provokes("ticket_and_token")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return of_any(ann.get(f"{ann.home}/events", headers=STREAM, ticket="vt_of-a-page"))


@SCRIPTS.provokes("ticket_of_streams")
def _(desk: Desk) -> httpx.Response:
    events = f"{desk.table()['Ann'].home}/events"
    return of_any(Client(desk.http).get(events, ticket="vt_of-a-page"))


@SCRIPTS.provokes("invalid_token")
def _(desk: Desk) -> httpx.Response:
    return of_any(Client(desk.http, "mistyped").get(desk.table()["Ann"].home))


@SCRIPTS.provokes("not_your_seat")
def _(desk: Desk) -> httpx.Response:
    return desk.table()["Bo"].move("add_limit", query={"seat": "s1"}, **LINE)


@SCRIPTS.provokes("which_seat")
def _(desk: Desk) -> httpx.Response:
    table = started(desk.http, "Ann", "Bo")
    ann = table["Ann"]
    of(ann.post("/v1/seats/claim", {"code": table.codes["Bo"]}), 201)
    return ann.move("add_limit", **LINE)


@SCRIPTS.provokes("read_only")
def _(desk: Desk) -> httpx.Response:
    table = desk.table()
    fork = forked(table["Ann"]).session
    return Player(desk.http, str(table["Bo"].token), fork, "s2").move("add_limit", **LINE)


@SCRIPTS.provokes("no_such_token")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return ann.ask("DELETE", f"{ann.home}/tokens/{NOBODY}")


@SCRIPTS.provokes("no_such_claim_code")
def _(desk: Desk) -> httpx.Response:
    return Client(desk.http).post("/v1/seats/claim", {"code": "AAAA-BBBB-CCCC"})


@SCRIPTS.provokes("claim_code_used")
def _(desk: Desk) -> httpx.Response:
    code = desk.table().codes["Bo"]
    answer = Client(desk.http).post("/v1/seats/claim", {"code": code})
    return as_if_sent(answer, json.dumps({"code": "AAAA-BBBB-CCCC"}))


@SCRIPTS.provokes("claim_code_expired")
def _(desk: Desk) -> httpx.Response:
    table = desk.table()
    ann = table["Ann"]
    of(ann.move("propose", subject={"subject": "reissue_seat", "seat": "s2"}), 201)
    code = of(ann.ask("POST", f"{ann.home}/seats/s2/code"), 201)["claim_code"]
    execute(desk.url, f"UPDATE claims SET expires_at = now() WHERE session = '{table.session}'")  # noqa: S608
    answer = Client(desk.http).post("/v1/seats/claim", {"code": code})
    return as_if_sent(answer, json.dumps({"code": "AAAA-BBBB-CCCC"}))


@SCRIPTS.provokes("not_renewable")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    body = {"label": "the innkeeper", "expires_in": 3600}
    issued = of(ann.post(f"{ann.home}/tokens", body), 201)
    return Client(desk.http, issued["token"]).ask("POST", "/v1/tokens/renewal")


@SCRIPTS.provokes("starts_restricted")
def _(desk: Desk) -> httpx.Response:
    with serving(desk.url, verger_starts="nobody") as server:
        return Client(server.http).post("/v1/sessions", {"title": "Low Tide", "seats": SEATS})


@SCRIPTS.provokes("session_quota")
def _(desk: Desk) -> httpx.Response:
    club = Client(desk.http, app_key(desk.url, sessions=0))
    return club.post("/v1/sessions", {"title": "Low Tide", "seats": SEATS})


@SCRIPTS.provokes("feed_reset")
def _(desk: Desk) -> httpx.Response:
    return of_any(desk.table()["Ann"].get("/v1/feed", after="3f"))


@SCRIPTS.provokes("not_an_app")
def _(desk: Desk) -> httpx.Response:
    return of_any(desk.table()["Ann"].get("/v1/app"))


@SCRIPTS.provokes("no_such_session")
def _(desk: Desk) -> httpx.Response:
    return of_any(desk.table()["Ann"].get(f"/v1/sessions/{NOBODY}"))


@SCRIPTS.provokes("no_such_version")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return of_any(ann.get(f"{ann.home}/events/9"))


@SCRIPTS.provokes("no_such_conflict")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return of_any(ann.get(f"{ann.home}/conflicts/c1"))


@SCRIPTS.provokes("no_such_element")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return of_any(ann.get(f"{ann.home}/elements/n99/history"))


@SCRIPTS.provokes("no_such_dispute")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return of_any(ann.get(f"{ann.home}/disputes/q1"))


@SCRIPTS.provokes("not_in_this_game")
def _(desk: Desk) -> httpx.Response:
    ann = played(desk.http, "Ann", "Bo", ruleset="venus")["Ann"]
    return of_any(ann.get(f"{ann.home}/network"))


@SCRIPTS.provokes("other_game")
def _(desk: Desk) -> httpx.Response:
    return desk.table()["Ann"].move("offer_aid", job="j1", character="s2")


@SCRIPTS.provokes("via_of_token")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    claim = {"code": "EXAM-PLEC-ODEX-0001", "via": "Lantern 2.1"}
    return Client(desk.http, ann.token).post("/v1/seats/claim", claim)


@SCRIPTS.provokes("no_such_ruleset")
def _(desk: Desk) -> httpx.Response:
    return of_any(Client(desk.http).get("/v1/rulesets/chess"))


@SCRIPTS.provokes("too_many_streams")
def _(desk: Desk) -> httpx.Response:
    table, others = desk.table(), desk.table()
    bo = table["Bo"]
    with table["Ann"].follows() as one, others["Ann"].follows() as two:
        assert next(one) == next(two)
        return of_any(bo.get(f"{bo.home}/events", headers=STREAM))


@SCRIPTS.provokes("stream_limit")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    with ann.follows() as lines:
        next(lines)
        return of_any(ann.get(f"{ann.home}/events", headers=STREAM))


@SCRIPTS.provokes("contended")
def _(desk: Desk) -> httpx.Response:
    return desk.hindered("taken").move("add_limit", **LINE)


@SCRIPTS.provokes("log_damaged")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    ann.draws_a_line("Spiders.")
    gone = f"DELETE FROM events WHERE session = '{ann.session}' AND version = 2"  # noqa: S608
    execute(desk.url, f"SET session_replication_role = replica; {gone}")
    return of_any(ann.get(ann.home, at=2))


@SCRIPTS.provokes("internal_error")
def _(desk: Desk) -> httpx.Response:
    return desk.hindered("broken").move("add_limit", **LINE)


@SCRIPTS.provokes("unavailable")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    with desk.without_database():
        return ann.move("add_limit", key="a-line-1", **LINE)


@SCRIPTS.provokes("missing_scope")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    body = {"label": "a scoreboard", "scopes": ["read"]}
    issued = of(ann.post(f"{ann.home}/tokens", body), 201)
    return Player(desk.http, issued["token"], ann.session, "s1").move("add_limit", **LINE)


@SCRIPTS.provokes("rate_limited")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    while True:
        answer = of_any(ann.get(ann.home))
        if answer.status_code != 200:
            return answer


@SCRIPTS.provokes("bad_handshake")
def _(desk: Desk) -> httpx.Response:
    bo = desk.table()["Bo"]
    return of_any(bo.get(f"{bo.home}/events", headers=UPGRADE))


@SCRIPTS.provokes("foreign_origin")
def _(desk: Desk) -> httpx.Response:
    bo = desk.table()["Bo"]
    key = {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": b64encode(bytes(16)).decode()}
    page = {"Origin": "https://client.example"}
    return of_any(bo.get(f"{bo.home}/events", headers=UPGRADE | key | page))
