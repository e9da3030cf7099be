"""A process shows metrics of its work. Only the operator can read them."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest

from tests.support import figures as told
from tests.support.client import Client, Player, Table, forked, of, played
from tests.support.contract import document
from tests.support.figures import figures, until
from tests.support.receiver import QUICK, Receiver, hooked
from tests.support.server import Server, serving
from tests.support.socket import listening

MOVES = "/v1/sessions/{session}/moves"
REQUESTS = "verger_http_requests_total"
Grown = Callable[..., float]


@pytest.fixture(scope="module")
def server(database: str, redis_url: str) -> Iterator[Server]:
    with serving(
        database,
        redis_url,
        quicker=QUICK,
        verger_webhook_private_targets="on",
        verger_hot_sessions=2,
    ) as running:
        yield running


@pytest.fixture
def table(server: Server) -> Table:
    return played(server.http, "Ann", "Bo")


@pytest.fixture
def ann(table: Table) -> Player:
    return table["Ann"]


@pytest.fixture
def grown(server: Server, table: Table) -> Grown:
    """Return a function that returns the growth of a metric since the test began."""
    before = figures(server.http)

    def since(name: str, **labels: str) -> float:
        return figures(server.http).of(name, **labels) - before.of(name, **labels)

    return since


def test_both_formats_of_the_metrics_have_the_same_samples(server: Server) -> None:
    figures(server.http)
    one, other = (
        {(sample.name, *sample.labels.values()) for sample in found.samples}
        for found in (figures(server.http), told.openmetrics(server.http))
    )
    assert one == other
    assert ("verger_redis_up",) in one


@pytest.mark.parametrize("accept", ["", "*/*", "application/json", "text/html;q=x", ";,", "text/*"])
def test_a_request_for_another_format_gets_the_plain_metrics(server: Server, accept: str) -> None:
    answer = Client(server.http).get(told.PATH, {"Accept": accept})
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"


@pytest.mark.parametrize("field", ["X-Forwarded-For", "Forwarded"])
def test_metrics_are_not_found_through_a_proxy(server: Server, field: str) -> None:
    answer = Client(server.http).get(told.PATH, {field: "for=203.0.113.7"})
    assert of(answer, 404)["code"] == "no_such_page"
    assert "verger_" not in answer.text


def test_requests_are_counted_by_their_route_status_and_code(ann: Player, grown: Grown) -> None:
    ann.see("/state")
    ann.get(f"{ann.home}/state", at=1_000)
    ann.ask("HEAD", f"{ann.home}/state")
    ann.ask("GET", "/v1/nothing-of-this-name")
    ann.http.request("PROPFIND", f"{ann.home}/state")
    ann.http.get(ann.home)
    route = "/v1/sessions/{session}/state"
    assert grown(REQUESTS, method="GET", route=route, status="200", code="") == 1
    assert grown(REQUESTS, method="GET", route=route, status="404", code="no_such_version") == 1
    assert grown(REQUESTS, method="HEAD", route=route, status="200") == 1
    assert grown(REQUESTS, method="GET", route="", status="404", code="no_such_page") == 1
    assert grown(REQUESTS, method="_OTHER", status="405") == 1
    assert grown(REQUESTS, route="/v1/sessions/{session}", code="missing_token") == 1
    assert grown("verger_http_request_duration_seconds_count", method="GET", route=route) == 2


def test_moves_are_counted_by_their_outcomes(ann: Player, grown: Grown) -> None:
    first = ann.draws_a_line("Spiders.", key="same")
    assert ann.draws_a_line("Spiders.", key="same") == first
    ann.move("agree", proposal="p9")
    ann.move("add_limit", kind="line", text="Snakes.", query={"dry_run": "true"})
    for verdict in ("accepted", "refused", "replayed"):
        assert grown("verger_moves_total", ruleset="verge", verdict=verdict) == 1
        assert grown("verger_moves_total", ruleset="venus", verdict=verdict) == 0
    assert grown(REQUESTS, method="POST", route=MOVES, status="201") == 2
    assert grown("verger_append_batch_events_sum") == 1
    assert grown("verger_append_batch_events_count") == 1
    assert grown("verger_append_duration_seconds_count") == 1


def sse(player: Player) -> AbstractContextManager[object]:
    return player.follows(after=0)


def lines(player: Player) -> AbstractContextManager[object]:
    return player.follows(form="application/x-ndjson", follow="true")


@pytest.mark.parametrize(
    ("form", "follow"), [("sse", sse), ("lines", lines), ("messages", listening)]
)
def test_followers_are_counted_while_they_are_there(
    server: Server,
    ann: Player,
    form: str,
    follow: Callable[[Player], AbstractContextManager[object]],
    grown: Grown,
) -> None:
    with follow(ann):
        until(server.http, lambda now: now.of("verger_streams", form=form) == 1)
        assert figures(server.http).of("verger_streams") == 1
    status = "101" if form == "messages" else "200"
    over = {"route": "/v1/sessions/{session}/events", "status": status}
    until(server.http, lambda _: grown(REQUESTS, **over) == 1)
    assert figures(server.http).of("verger_streams", form=form) == 0


def test_sessions_in_memory_are_counted_as_they_come_and_go(server: Server, grown: Grown) -> None:
    for _ in range(3):
        played(server.http, "Ann", "Bo")
    assert figures(server.http).of("verger_hot_sessions") <= 2
    assert grown("verger_hot_session_evictions_total") >= 2
    assert grown("verger_session_load_duration_seconds_count") >= 3
    assert grown("verger_snapshot_lookups_total", result="none") >= 3


def test_a_session_that_two_processes_play_is_counted_by_both(
    database: str, redis_url: str, ann: Player, grown: Grown
) -> None:
    with serving(database, redis_url) as other:
        far = ann.at(other.http)
        far.draws_a_line("Spiders.")
        ann.draws_a_line("Snakes.")
        far.draws_a_line("Ladders.")
        now = figures(other.http)
    assert now.of("verger_session_catch_ups_total") == 1
    assert grown("verger_session_catch_ups_total") == 1
    assert now.of("verger_redis_up") == 1


def test_deliveries_are_counted_by_their_outcomes(
    server: Server, ann: Player, receiver: Receiver, grown: Grown
) -> None:
    hook = hooked(ann, receiver.url)
    hook.sends("ping")
    hook.settled(1)
    assert grown("verger_webhook_attempts_total", outcome="delivered") == 1
    assert grown("verger_webhook_attempt_duration_seconds_count") == 1
    until(server.http, lambda now: now.of("verger_webhook_deliveries_due") == 0)


def test_computed_layouts_are_counted(ann: Player, grown: Grown) -> None:
    fork = forked(ann, title="Another evening", version=1)
    ann.ask("GET", f"{fork['Ann'].home}/network.svg")
    assert grown("verger_layout_duration_seconds_count") == 1
    assert grown("verger_layout_failures_total") == 0


def test_no_label_contains_a_text_from_a_request(server: Server, ann: Player) -> None:
    ann.see("/events/1")
    ann.get(f"{ann.home}/conflicts/c9")
    ann.get("/docs/../%2e%2e/etc")
    routes = {"", "/", "/docs", "/docs/{path}", "/v1/openapi.json", "/v1/asyncapi.json"}
    routes |= {"/watch/{session}"} | set(document()["paths"])
    samples = figures(server.http).samples
    assert {sample.labels["route"] for sample in samples if "route" in sample.labels} <= routes
    values = " ".join(value for sample in samples for value in sample.labels.values())
    assert not re.search(r"[0-9a-f]{8}-|vg_|127\.0\.0|\bc9\b|\bAnn\b", values)
