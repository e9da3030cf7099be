"""Read the log as pages, as lines and as a live stream. Each event has its ruling, and the hash chain verifies."""

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from typing import Any
from uuid import UUID

import pytest

from tests.support.client import Json, Player, Table, frames, of, played
from tests.support.facts import digest_of
from tests.support.problems import a_problem
from tests.support.server import Server

Query = dict[str, Any]
NDJSON, SSE = "application/x-ndjson", "text/event-stream"


def raw_events(player: Player) -> list[tuple[Json, bytes]]:
    """Return every event, and the bytes of its member `event` as the API sent them."""
    text = player.get(f"{player.home}/events", headers={"Accept": NDJSON}).content
    lines = text.splitlines()
    return [(json.loads(line), line[line.index(b'"event":') + 8 : -1]) for line in lines]


def follow(player: Player, count: int, **options: object) -> list[Json]:
    """Return the first messages of a live stream."""
    with player.follows(**options) as lines:  # type: ignore[arg-type]
        return list(islice(frames(lines), count))


def ids(messages: list[Json]) -> list[int]:
    return [int(message["id"]) for message in messages]


@pytest.fixture(scope="session")
def talk(server: Server) -> Table:
    """Return a table with twelve events: Ann and Bo draw lines in turn. Tests only read it."""
    table = played(server.http, "Ann", "Bo")
    for number in range(5):
        for name in ("Bo", "Ann"):
            table[name].draws_a_line(f"{name}'s {number}, “ünïcode” \n and \\ quotes.")
    return table


def test_the_hash_chain_can_be_recomputed_from_only_the_answers(talk: Table) -> None:
    previous = bytes(32)
    for version, (event, data) in enumerate(raw_events(talk["Bo"]), 1):
        digest = digest_of(event, data)
        number = version.to_bytes(8, "big")
        previous = sha256(previous + UUID(talk.session).bytes + number + digest).digest()
        assert (event["version"], event["hash"]) == (version, previous.hex())
    assert version == 12


def test_pages_lines_streams_and_single_events_hold_the_same(talk: Table) -> None:
    bo = talk["Bo"]
    lines = [event for event, _ in raw_events(bo)]
    assert bo.log() == lines
    assert [bo.see(f"/events/{event['version']}") for event in lines] == lines
    assert [message["data"] for message in follow(bo, len(lines))] == lines


def test_a_page_after_the_head_is_empty(talk: Table) -> None:
    empty: Json = {"events": [], "next_after": None, "next_before": None}
    assert talk["Bo"].see("/events", after=12) == empty
    assert talk["Bo"].see("/events", after=2**53)["events"] == []


def test_lines_go_to_the_head_and_begin_at_the_requested_version(talk: Table) -> None:
    bo = talk["Bo"]
    answer = bo.get(f"{bo.home}/events", headers={"Accept": NDJSON}, after=9)
    assert answer.headers["content-type"].startswith(NDJSON)
    assert [json.loads(line)["version"] for line in answer.text.splitlines()] == [10, 11, 12]


def lines_of(lines: Iterator[str]) -> Iterator[Json]:
    return (json.loads(line) for line in lines if line)


def test_lines_that_follow_continue_with_new_events(bo: Player) -> None:
    with bo.follows(form=NDJSON, follow="true", after=3) as lines:
        events = lines_of(lines)
        assert next(events)["version"] == 4
        made = bo.draws_a_line("Spiders.")
        assert next(events) == made


@pytest.mark.parametrize("follow", ["true", "false"])
def test_lines_after_an_unknown_position_are_refused(talk: Table, follow: str) -> None:
    bo = talk["Bo"]
    answer = bo.get(f"{bo.home}/events", headers={"Accept": NDJSON}, after=13, follow=follow)
    assert a_problem(answer, "no_such_version")["facts"] == {"version": 13, "head": 12}
    assert bo.get(f"{bo.home}/events", headers={"Accept": NDJSON}, after=12).content == b""


def test_a_stream_that_does_not_follow_ends_at_the_head(talk: Table) -> None:
    bo = talk["Bo"]
    answer = bo.get(f"{bo.home}/events", headers={"Accept": SSE}, after=9, follow="false")
    *events, end = frames(iter(answer.text.splitlines()))
    assert ids(events) == [10, 11, 12]
    assert end == {"event": "end", "data": {"reason": "head_reached"}}


def test_a_stream_sends_past_events_and_then_new_ones(bo: Player) -> None:
    with bo.follows() as lines:
        messages = frames(lines)
        assert ids(list(islice(messages, 4))) == [1, 2, 3, 4]
        made = bo.draws_a_line("Spiders.")
        message = next(messages)
    assert message == {"id": "5", "data": made}


def test_a_stream_says_first_how_soon_a_client_may_connect_again(talk: Table) -> None:
    with talk["Bo"].follows(after=11) as lines:
        retry, data, *_ = islice(lines, 3)
        assert retry == "retry: 1000"
        assert data.startswith("data: {")


def test_the_id_of_an_event_is_sent_after_its_data(talk: Table) -> None:
    """Some clients resume after an id even if they have not read the data of the event."""
    with talk["Bo"].follows(after=11) as lines:
        fields = [line.partition(": ")[0] for line in islice(lines, 4)]
    assert fields == ["retry", "data", "id", ""]
    with talk["Bo"].follows(after=99) as lines:
        fields = [line.partition(": ")[0] for line in islice(lines, 5)]
    assert fields == ["retry", "event", "data", "id", ""]


@pytest.mark.parametrize(
    "options",
    [
        {"last_id": "9"},
        {"after": 9},
        {"last_id": "9", "after": 2},
        {"lastEventId": "9"},
        {"lastEventId": "9", "after": 2},
        {"lastEventId": "2", "last_id": "9"},
        {"lastEventId": "", "after": 9},
    ],
)
def test_a_stream_resumes_after_the_last_event_received(talk: Table, options: Json) -> None:
    assert ids(follow(talk["Bo"], 3, **options)) == [10, 11, 12]


@pytest.mark.parametrize("form", ["application/json", NDJSON])
@pytest.mark.parametrize("path", ["{home}/events", "/v1/feed"])
def test_only_server_sent_events_resume_by_an_id_in_the_address(
    bo: Player, path: str, form: str
) -> None:
    address = path.format(home=bo.home)
    answer = bo.get(address, headers={"Accept": form}, lastEventId="3")
    assert a_problem(answer, "invalid_parameter")["facts"]["parameter"] == "lastEventId"


@pytest.mark.parametrize("last_id", ["99", "9" * 18, "x", "-1", "1.5", "0x1", "9" * 40, ""])
def test_an_id_that_cannot_be_served_resets_the_stream_to_the_head(
    bo: Player, last_id: str
) -> None:
    with bo.follows(last_id=last_id) as lines:
        messages = frames(lines)
        reset = next(messages)
        assert (reset["event"], reset["id"], reset["data"]) == ("reset", "4", {"head": 4})
        made = bo.draws_a_line("Spiders.")
        assert next(messages)["data"] == made


def test_every_reader_of_a_stream_gets_every_event_once_in_order(table: Table) -> None:
    with table["Ann"].follows() as first, table["Vi"].follows(after=4) as second:
        one, two = frames(first), frames(second)
        assert ids(list(islice(one, 4))) == [1, 2, 3, 4]
        for number in range(20):
            table[("Bo", "Cy")[number % 2]].draws_a_line(f"Line {number}.")
        expected = list(range(5, 25))
        assert ids(list(islice(one, 20))) == ids(list(islice(two, 20))) == expected


def test_a_stream_is_not_cached_by_anybody_on_its_way(talk: Table) -> None:
    bo = talk["Bo"]
    headers = bo.authorization | {"Accept": SSE}
    with bo.http.stream("GET", f"{bo.home}/events", headers=headers) as answer:
        assert answer.headers["content-type"].startswith(SSE)
        assert answer.headers["cache-control"] == "no-store, no-transform"


def test_an_event_is_asked_for_again_by_its_hash(talk: Table) -> None:
    bo = talk["Bo"]
    for path in ("/events/3", "/events/3/ruling"):
        answer = bo.get(bo.home + path)
        assert answer.headers["cache-control"] == "private, no-cache"
        assert answer.headers["etag"] == f'"{bo.event_tag(3)}"'


def test_an_event_that_is_not_there_yet_is_not_found(talk: Table) -> None:
    bo = talk["Bo"]
    for path in ("/events/13", "/events/13/ruling"):
        assert of(bo.get(bo.home + path), 404)["facts"] == {"version": 13, "head": 12}


def test_a_ruling_comes_with_the_texts_of_its_rules(evening: Table) -> None:
    ann = evening["Ann"]
    versions = range(1, ann.head + 1)
    for event, ruling in (
        (ann.see(f"/events/{v}"), ann.see(f"/events/{v}/ruling")) for v in versions
    ):
        assert ruling["ruling"] == event["event"]["ruling"]
        cited = {applied["rule"] for applied in ruling["ruling"]["rules"]}
        assert {rule["id"] for rule in ruling["rules"]} == cited
        assert all(rule["statement"] for rule in ruling["rules"])


def paged(player: Player, **query: Any) -> list[list[Json]]:
    """Return the events of every page. Each page has a link to the next."""
    found: list[list[Json]] = []
    address = f"{player.home}/events"
    while address:
        answer = player.get(address, **query)
        found.append(of(answer, 200)["events"])
        address, query = answer.links.get("next", {}).get("url", ""), {}
    return found


def versions(pages: list[list[Json]]) -> list[list[int]]:
    return [[event["version"] for event in page] for page in pages]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"limit": 5}, [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12]]),
        ({"limit": 5, "order": "newest"}, [[12, 11, 10, 9, 8], [7, 6, 5, 4, 3], [2, 1]]),
        ({"limit": 6, "order": "newest"}, [[12, 11, 10, 9, 8, 7], [6, 5, 4, 3, 2, 1]]),
        ({"before": 4}, [[3, 2, 1]]),
        ({"before": 4, "order": "oldest"}, [[1, 2, 3]]),
        ({"before": 2**53, "limit": 500}, [[12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]]),
        ({"after": 4, "before": 8}, [[7, 6, 5]]),
        ({"after": 4, "before": 8, "order": "oldest", "limit": 2}, [[5, 6], [7]]),
        ({"after": 8, "before": 4}, [[]]),
        ({"after": 12, "order": "newest"}, [[]]),
        ({"before": 1}, [[]]),
        ({"type": "take_seat"}, [[2]]),
        ({"type": "no_such_move"}, [[]]),
        ({"seat": "s2", "after": 2, "limit": 2}, [[3, 5], [7, 9], [11]]),
        ({"seat": "s1", "type": "add_limit", "order": "newest", "limit": 4}, [[12, 10, 8, 6], [4]]),
        ({"seat": "s9"}, [[]]),
    ],
)
def test_a_page_has_the_requested_events(
    talk: Table, query: Query, expected: list[list[int]]
) -> None:
    assert versions(paged(talk["Bo"], **query)) == expected


def test_the_same_events_stand_on_every_page_that_has_them(talk: Table) -> None:
    (newest,) = paged(talk["Bo"], order="newest")
    assert newest[::-1] == talk["Bo"].log()


@pytest.mark.parametrize(("cursor", "order"), [("after", "oldest"), ("before", "newest")])
def test_every_page_but_the_first_leads_back_to_that(talk: Table, cursor: str, order: str) -> None:
    bo = talk["Bo"]
    first = bo.get(f"{bo.home}/events", order=order, limit=3, seat="s2")
    assert set(first.links) == {"next"}
    second = bo.get(first.links["next"]["url"])
    assert second.links["first"]["url"] == f"{bo.home}/events?order={order}&limit=3&seat=s2"
    assert bo.get(second.links["first"]["url"]).json() == first.json()
    assert first.json()[f"next_{cursor}"] == first.json()["events"][-1]["version"]


@pytest.mark.parametrize("form", ["application/x-ndjson", "text/event-stream"])
@pytest.mark.parametrize(
    "query",
    [
        {"before": 4},
        {"order": "oldest"},
        {"type": "add_limit"},
        {"seat": "s2"},
        {"limit": 100},
        {"element": "n1"},
    ],
)
def test_lines_and_streams_take_nothing_that_is_for_pages(
    talk: Table, form: str, query: Query
) -> None:
    bo = talk["Bo"]
    answer = bo.get(f"{bo.home}/events", headers={"Accept": form}, follow="false", **query)
    assert a_problem(answer, "invalid_parameter")["facts"]["parameter"] in query


@pytest.mark.parametrize("query", [{"before": 0}, {"order": "both"}, {"type": "x" * 61}])
def test_an_impossible_page_of_events_is_refused(talk: Table, query: Query) -> None:
    bo = talk["Bo"]
    a_problem(bo.get(f"{bo.home}/events", **query), "invalid_parameter")
