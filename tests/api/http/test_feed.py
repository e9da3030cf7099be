"""One feed has the events of all sessions of a token or an app: as pages, as lines, and live."""

from collections.abc import Iterator, Mapping
from typing import Any

import httpx
import pytest

from tests.support.app import TABLE, app_key, sits_down
from tests.support.client import Client, Json, frames, of, played, started
from tests.support.ended import end
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.postgres import execute, fresh_database
from tests.support.problems import a_problem
from tests.support.server import Server, serving
from verger.service.edge.form import NDJSON, SSE

Running = tuple[Server, str]


@pytest.fixture(scope="module")
def running(postgres_url: str) -> Iterator[Running]:
    with fresh_database(postgres_url, durable=False) as url, serving(url) as server:
        yield server, url


class Follower(Client):
    """Reads the feed only when no commit is running, because the feed leaves out events after a running commit."""

    def __init__(self, http: httpx.Client, token: str | None, url: str) -> None:
        super().__init__(http, token)
        self.url = url

    def get(self, path: str, headers: Mapping[str, str] | None = None, **query: Any) -> Any:
        """Wait until no commit is running, and then read."""
        over = "SELECT NOT EXISTS (SELECT FROM feed_writers)"
        until(lambda: execute(self.url, over) == "t")
        return super().get(path, headers, **query)


@pytest.fixture
def club(running: Running) -> Client:
    server, url = running
    return Follower(server.http, app_key(url), url)


def told(items: list[Json]) -> list[tuple[str, int, str]]:
    return [(item["session"], item["version"], item["type"]) for item in items]


def test_an_app_receives_only_its_own_sessions(running: Running, club: Client) -> None:
    first, second = sits_down(club)[0], sits_down(club, "High Tide")[0]
    played(running[0].http, "Ann", "Bo")
    first.draws_a_line("Spiders.")
    page = club.read("/v1/feed")
    assert page["is_all"]
    assert told(page["items"]) == [
        *[
            (first.session, n, kind)
            for n, kind in enumerate(["start_session", "take_seat", "take_seat"], 1)
        ],
        *[
            (second.session, n, kind)
            for n, kind in enumerate(["start_session", "take_seat", "take_seat"], 1)
        ],
        (first.session, 4, "add_limit"),
    ]


def test_an_item_shows_the_title_of_the_session_and_its_current_waits(club: Client) -> None:
    ann, bo = sits_down(club, "High Tide")
    ann.moves("propose", subject={"subject": "finish_compile"})
    items = club.read("/v1/feed")["items"]
    assert items[0]["version"] == 1
    for item in items:
        assert (item["now"]["title"], item["now"]["ruleset"]) == ("High Tide", "verge")
        assert item["now"]["version"] == ann.head
        assert item["now"]["awaited"] == bo.see("/awaited")["awaited"]


def test_a_token_receives_the_sessions_that_it_has_a_seat_in(running: Running) -> None:
    server, url = running
    http = server.http
    ann = started(http, "Ann", "Bo")["Ann"]
    again = of(Client(http, ann.token).post("/v1/sessions", TABLE | {"title": "Ebb"}), 201)
    started(http, "Ann", "Bo")
    items = Follower(http, ann.token, url).read("/v1/feed")["items"]
    assert [item["session"] for item in items] == [ann.session, again["session"]]


def test_pages_lead_on_each_from_where_the_last_one_ended(club: Client) -> None:
    ann, _ = sits_down(club)
    whole = club.read("/v1/feed")["items"]
    found: list[Json] = []
    page = club.get("/v1/feed", limit=2)
    while "next" in page.links:
        found += page.json()["items"]
        page = club.get(page.links["next"]["url"])
    assert told(found + page.json()["items"]) == told(whole)
    assert club.read("/v1/feed", after=page.json()["after"])["items"] == []
    ann.draws_a_line("Spiders.")
    (new,) = club.read("/v1/feed", after=page.json()["after"])["items"]
    assert new["type"] == "add_limit"


def test_a_streamed_feed_continues_after_the_last_item(running: Running, club: Client) -> None:
    ann, bo = sits_down(club)
    start = club.read("/v1/feed")["after"]
    live = {"Accept": SSE, **club.authorization}
    address = f"/v1/feed?after={start}"
    with club.http.stream("GET", address, headers=live, timeout=PATIENCE_SECONDS) as stream:
        heard = frames(stream.iter_lines())
        ann.draws_a_line("Spiders.")
        first = next(heard)
        bo.draws_a_line("Ghosts.")
        second = next(heard)
    assert [one["data"]["version"] for one in (first, second)] == [4, 5]
    assert all("event" not in one for one in (first, second))
    resumed = live | {"Last-Event-ID": first["id"]}
    in_address = f"{address}&lastEventId={first['id']}"
    for headers, asked in ((resumed, "/v1/feed"), (live, in_address)):
        with club.http.stream("GET", asked, headers=headers, timeout=PATIENCE_SECONDS) as stream:
            assert next(frames(stream.iter_lines()))["id"] == second["id"]


def test_a_feed_that_begins_now_returns_no_earlier_events(club: Client) -> None:
    ann, _ = sits_down(club)
    page = club.read("/v1/feed", after="now")
    assert (page["items"], page["is_all"]) == ([], True)
    ann.draws_a_line("Spiders.")
    assert len(club.read("/v1/feed", after=page["after"])["items"]) == 1


def test_lines_end_at_the_newest_item(club: Client) -> None:
    sits_down(club)
    answer = club.get("/v1/feed", headers={"Accept": NDJSON})
    assert len(answer.text.splitlines()) == 3


def test_an_unknown_position_starts_the_feed_again(running: Running, club: Client) -> None:
    ann, _ = sits_down(club)
    elsewhere = "00000000.1"
    for headers in ({}, {"Accept": NDJSON}):
        gone = club.get("/v1/feed", headers=headers, after=elsewhere)
        # All existing items are before this position.
        given = a_problem(gone, "feed_reset")["facts"]["feed_place"]
        assert club.read("/v1/feed", after=given)["items"] == []
    live = {"Accept": SSE, "Last-Event-ID": elsewhere, **club.authorization}
    with club.http.stream("GET", "/v1/feed", headers=live, timeout=PATIENCE_SECONDS) as stream:
        heard = frames(stream.iter_lines())
        reset = next(heard)
        assert reset["event"] == "reset"
        assert reset["id"] == reset["data"]["after"]
        ann.draws_a_line("Spiders.")
        assert next(heard)["data"]["version"] == 4


def test_the_feed_says_that_its_key_has_ended(running: Running, postgres_url: str) -> None:
    server_quick = {
        "verger.service.edge.feeding.KEEP_ALIVE_SECONDS": 0.2,
        "verger.service.identity.identity.REMEMBER_SECONDS": 0.0,
    }
    with (
        fresh_database(postgres_url, durable=False) as url,
        serving(url, quicker=server_quick) as server,
    ):
        club = Client(server.http, app_key(url))
        live = {"Accept": SSE, **club.authorization}
        with server.http.stream(
            "GET", "/v1/feed", headers=live, timeout=PATIENCE_SECONDS
        ) as stream:
            execute(url, "UPDATE tokens SET revoked_at = now() WHERE app IS NOT NULL")
            (last,) = frames(stream.iter_lines())
    assert (last["event"], last["data"]) == ("end", {"reason": "invalid_token"})


def test_two_processes_return_the_same_feed(running: Running, club: Client) -> None:
    _, url = running
    ann, bo = sits_down(club)
    with serving(url) as other:
        for number in range(5):
            ann.draws_a_line(f"Spiders, {number}.")
            bo.at(other.http).draws_a_line(f"Ghosts, {number}.")
        here, there = (
            Follower(http, club.token, url).read("/v1/feed")["items"]
            for http in (club.http, other.http)
        )
    assert told(here) == told(there)
    assert [item["version"] for item in here] == list(range(1, 14))
    assert [item["place"] for item in here] == [item["place"] for item in there]


def test_the_feed_has_no_events_of_an_ended_session(running: Running, club: Client) -> None:
    ann, _ = sits_down(club)
    bo, _ = sits_down(club)
    end(running[1], ann.session, "session_deleted")
    assert {item["session"] for item in club.read("/v1/feed")["items"]} == {bo.session}


def test_a_client_without_the_right_to_read_is_refused(running: Running) -> None:
    server, url = running
    assert a_problem(Client(server.http).get("/v1/feed"), "missing_token")
    assert a_problem(Client(server.http, "vg_wrong").get("/v1/feed"), "invalid_token")
    deaf = Client(server.http, app_key(url, scopes=("gm",)))
    assert a_problem(deaf.get("/v1/feed"), "missing_scope")
