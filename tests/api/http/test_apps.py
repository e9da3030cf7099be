"""An app starts sessions with empty seats, hands out the seats, and reads like an observer."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.support.app import TABLE, another_key, app_key
from tests.support.client import Client, Json, Player, of, played, seated
from tests.support.ended import end
from tests.support.postgres import execute, fresh_database
from tests.support.problems import a_problem
from tests.support.server import Server, serving

Running = tuple[Server, str]


@pytest.fixture(scope="module")
def running(postgres_url: str) -> Iterator[Running]:
    with fresh_database(postgres_url, durable=False) as url, serving(url) as server:
        yield server, url


@pytest.fixture
def club(running: Running) -> Client:
    return Client(running[0].http, app_key(running[1]))


def starts(club: Client, **body: Any) -> Json:
    found: Json = of(club.post("/v1/sessions", TABLE | body), 201)
    return found


def claimed(club: Client, begun: Json, seat: int) -> Player:
    return seated(club.http, begun["seats"][seat]["claim_code"])


def test_an_app_starts_an_empty_session_and_has_a_code_for_each_seat(
    club: Client,
) -> None:
    begun = starts(club)
    assert begun["seat"] is None
    assert begun["token"] is None
    assert all(seat["claim_code"] for seat in begun["seats"])
    (first,) = club.read(f"/v1/sessions/{begun['session']}/events")["events"]
    assert first["event"]["seat"] is None
    assert first["event"]["via"] == club.read("/v1/app")["name"]


def test_players_that_claim_the_seats_play_and_the_app_looks_on(club: Client) -> None:
    begun = starts(club)
    ann, bo = (claimed(club, begun, seat) for seat in (0, 1))
    ann.moves("propose", subject={"subject": "finish_compile"})
    bo.moves("agree", proposal="p1")
    seen = club.read(ann.home)
    assert seen["version"] == bo.head
    assert seen["your_seats"] == []
    move = {"move": "add_limit", "kind": "line", "text": "Spiders."}
    assert a_problem(club.post(f"{ann.home}/moves", move), "read_only")


def test_an_app_with_a_seat_plays_there(club: Client) -> None:
    begun = starts(club)
    code = begun["seats"][1]["claim_code"]
    assert of(club.post("/v1/seats/claim", {"code": code}), 201)["token"] is None
    bo = Player(club.http, club.token or "", begun["session"], "s2")
    assert bo.draws_a_line("Spiders.")["event"]["seat"] == "s2"


def code(asker: Client, session: str, seat: str) -> Any:
    return asker.post(f"/v1/sessions/{session}/seats/{seat}/code", {})


def test_an_app_makes_a_new_code_for_a_lost_one_until_somebody_sits_there(club: Client) -> None:
    begun = starts(club)
    session, lost = begun["session"], begun["seats"][1]["claim_code"]
    anew = of(code(club, session, "s2"), 201)["claim_code"]
    stranger = Client(club.http)
    assert a_problem(stranger.post("/v1/seats/claim", {"code": lost}), "claim_code_used")
    of(stranger.post("/v1/seats/claim", {"code": anew}), 201)
    assert a_problem(code(club, session, "s2"), "seat_taken")
    assert a_problem(code(club, session, "s9"), "unknown_seat")


def test_an_app_hands_out_no_seat_of_a_session_that_it_did_not_start(
    running: Running, club: Client
) -> None:
    ann = claimed(club, starts(club), 0)
    other = Client(club.http, app_key(running[1]))
    assert a_problem(code(other, ann.session, "s2"), "no_such_session")
    # Every reader of a session may read its forks. This is the only right.
    fork = of(ann.post(f"{ann.home}/forks", {}), 201)["session"]
    assert club.read(f"/v1/sessions/{fork}")
    assert a_problem(code(club, fork, "s2"), "read_only")


def test_an_app_lists_only_sessions_that_it_started(running: Running, club: Client) -> None:
    other = Client(running[0].http, app_key(running[1]))
    mine = {starts(club)["session"] for _ in range(3)}
    theirs = starts(other)["session"]
    played(running[0].http, "Ann", "Bo")
    assert {one["session"] for one in club.read("/v1/sessions")["sessions"]} == mine
    assert a_problem(club.get(f"/v1/sessions/{theirs}"), "no_such_session")


def test_another_key_of_the_app_sees_the_same_sessions(running: Running, club: Client) -> None:
    session = starts(club)["session"]
    name = club.read("/v1/app")["name"]
    again = Client(running[0].http, another_key(running[1], name))
    assert again.read(f"/v1/sessions/{session}")["session"] == session
    assert club.read("/v1/app")["sessions"] == 1


def test_an_app_at_its_limit_can_start_a_session_when_another_has_ended(
    running: Running,
) -> None:
    server, url = running
    club = Client(server.http, app_key(url, sessions=2))
    with ThreadPoolExecutor(8) as several:
        answers = list(several.map(lambda _: club.post("/v1/sessions", TABLE), range(8)))
    begun = [answer.json() for answer in answers if answer.status_code == 201]
    refused = [answer for answer in answers if answer.status_code != 201]
    assert len(begun) == 2
    assert all(
        a_problem(answer, "session_quota")["facts"]["sessions_allowed"] == 2 for answer in refused
    )
    assert club.read("/v1/app")["sessions"] == 2
    end(url, begun[0]["session"])
    assert starts(club)["session"]


def test_a_key_that_sat_in_a_session_outlives_it(running: Running, club: Client) -> None:
    begun = starts(club)
    of(club.post("/v1/seats/claim", {"code": begun["seats"][1]["claim_code"]}), 201)
    end(running[1], begun["session"], "session_deleted")
    with serving(running[1]) as server:
        assert Client(server.http, club.token).read("/v1/app")["sessions"] == 0


def test_a_start_that_is_repeated_counts_once(running: Running) -> None:
    club = Client(running[0].http, app_key(running[1], sessions=1))
    key = "a-key-of-the-club-0001"
    first, again = (of(club.post("/v1/sessions", TABLE, key), 201) for _ in range(2))
    assert first == again
    assert club.read("/v1/app")["sessions"] == 1


def test_a_key_that_only_reads_starts_nothing(running: Running) -> None:
    club = Client(running[0].http, app_key(running[1], scopes=("read",)))
    assert a_problem(club.post("/v1/sessions", TABLE), "missing_scope")
    assert club.read("/v1/app")["scopes"] == ["read"]


def test_an_app_reads_its_usage(running: Running, club: Client) -> None:
    begun = starts(club)
    of(club.post("/v1/seats/claim", {"code": begun["seats"][1]["claim_code"]}), 201)
    before = club.read("/v1/app")
    moves, line = f"/v1/sessions/{begun['session']}/moves", {"move": "add_limit", "kind": "line"}
    for text in ("spiders", "snakes", "snakes"):
        of(club.post(moves, line | {"text": text}, f"a-key-for-{text}"), 201)
    assert club.post(moves, {"move": "write_node", "label": "Debt"}).status_code == 409
    after = club.read("/v1/app")
    assert after["today"]["requests"] == before["today"]["requests"] + 5
    assert after["today"]["moves"] == before["today"]["moves"] + 2
    assert after["today"]["work"] >= before["today"]["work"] + 5
    assert before["minute"]["used"] + 5 <= after["minute"]["used"] < after["minute"]["limit"]
    assert 0 <= after["minute"]["seconds"] <= 60


def test_the_usage_includes_other_processes_and_keys(running: Running, club: Client) -> None:
    name = club.read("/v1/app")["name"]
    with serving(running[1]) as server:
        again = Client(server.http, another_key(running[1], name))
        for _ in range(3):
            again.read("/v1/sessions")
        server.stop()
    after = club.read("/v1/app")
    assert after["today"]["requests"] == 1 + 3 + 1
    assert after["minute"]["used"] < after["today"]["work"]
    other = Client(running[0].http, app_key(running[1]))
    assert other.read("/v1/app")["today"]["requests"] == 1


def test_usage_noted_during_a_count_is_counted_once(postgres_url: str) -> None:
    noting = {"verger.service.identity.last_use.NOTE_SECONDS": 0.01}
    with fresh_database(postgres_url, durable=False) as url, serving(url, quicker=noting) as server:
        club = Client(server.http, app_key(url))
        counted = [club.read("/v1/app")["today"]["requests"] for _ in range(40)]
        assert counted == list(range(1, 41))
        assert int(execute(url, "SELECT requests FROM app_use")) > 0


def test_an_app_missing_in_a_backup_does_not_stop_the_usage_of_others(
    postgres_url: str,
) -> None:
    with fresh_database(postgres_url, durable=False) as url:
        with serving(url) as server:
            for name in ("Lost", "Kept"):
                Client(server.http, app_key(url, name)).read("/v1/app")
            gone = "SET session_replication_role = replica; DELETE FROM apps WHERE name = 'Lost'"
            execute(url, gone)
            server.stop()
        noted = "SELECT name, requests FROM app_use JOIN apps ON id = app"
        assert execute(url, noted) == "Kept|1"


@pytest.mark.parametrize(
    ("starts", "stranger", "app"), [("apps", False, True), ("nobody", False, False)]
)
def test_the_operator_says_who_may_start_sessions(
    running: Running, starts: str, stranger: bool, app: bool
) -> None:
    _, url = running
    with serving(url, verger_starts=starts) as server:
        for who, may in ((None, stranger), (app_key(url), app)):
            answer = Client(server.http, who).post("/v1/sessions", TABLE)
            if may:
                of(answer, 201)
            else:
                assert a_problem(answer, "starts_restricted")["facts"] == {
                    "session_starters": starts
                }


def test_anybody_claims_a_seat_and_forks_if_apps_start_sessions(
    running: Running,
) -> None:
    _, url = running
    with serving(url, verger_starts="apps") as server:
        club = Client(server.http, app_key(url))
        ann = claimed(club, starts(club), 0)
        of(ann.post(f"{ann.home}/forks", {"title": "Another tide"}), 201)


def archives(club: Client, session: str) -> Any:
    export = club.get(f"/v1/sessions/{session}/export")
    headers = {"If-Match": export.headers["etag"]}
    path = f"/v1/sessions/{session}"
    return club.ask("DELETE", path, params={"archived": "true"}, headers=headers)


def test_an_app_archives_its_own_sessions_though_people_sit_there(club: Client) -> None:
    begun = starts(club)
    ann = claimed(club, begun, 0)
    before = club.read("/v1/app")["sessions"]
    assert archives(club, begun["session"]).status_code == 204
    gone = a_problem(ann.get(ann.home), "session_archived")
    assert gone["facts"]["ended_by"] == f"app {club.read('/v1/app')['name']}"
    assert club.read("/v1/app")["sessions"] == before - 1


def test_an_app_keeps_the_newest_archive_or_ends_nothing(club: Client) -> None:
    begun = starts(club)
    ann = claimed(club, begun, 0)
    old = club.get(f"{ann.home}/export").headers["etag"]
    ann.draws_a_line("Spiders.")
    asked = {"params": {"archived": "true"}}
    late = club.ask("DELETE", ann.home, headers={"If-Match": old}, **asked)
    assert a_problem(late, "stale_version")
    assert a_problem(club.ask("DELETE", ann.home, **asked), "invalid_parameter")


def test_an_app_deletes_only_empty_sessions(club: Client) -> None:
    empty, played_at = starts(club), starts(club)
    ann = claimed(club, played_at, 0)
    assert a_problem(club.ask("DELETE", ann.home), "not_given_up")
    assert club.ask("DELETE", f"/v1/sessions/{empty['session']}").status_code == 204
    assert a_problem(club.get(f"/v1/sessions/{empty['session']}"), "session_deleted")


def test_an_app_cannot_end_a_session_of_another_app(running: Running, club: Client) -> None:
    other = Client(running[0].http, app_key(running[1]))
    theirs = starts(other)["session"]
    assert a_problem(club.ask("DELETE", f"/v1/sessions/{theirs}"), "no_such_session")
    reader = Client(running[0].http, app_key(running[1], scopes=["read", "gm"]))
    own = starts(reader)["session"]
    assert a_problem(reader.ask("DELETE", f"/v1/sessions/{own}"), "missing_scope")
    # The app may read the fork, but the fork belongs to the person who made it.
    ann = claimed(club, starts(club), 0)
    fork = of(ann.post(f"{ann.home}/forks", {}), 201)["session"]
    assert a_problem(club.ask("DELETE", f"/v1/sessions/{fork}"), "read_only")
