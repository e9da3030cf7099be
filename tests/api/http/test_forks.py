"""A fork is a new session that continues another session from any version. Reads of a fork include the parent's events."""

import hashlib
import json
from itertools import islice
from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.support.client import Json, Player, Table, forked, frames, of, played
from tests.support.facts import digest_of
from tests.support.server import Server

READS = ("/network", "/banks", "/awaited")


@pytest.fixture(scope="module")
def told(server: Server) -> Table:
    """Return a table in Load that tests only read: Ann is the GM, Bo and Cy play."""
    table = played(server.http, "Ann", "Bo", "Cy", until="load")
    table["Ann"].moves("write_node", label="Salt Fever")
    table["Bo"].moves("write_node", label="Debt")
    table["Cy"].moves("write_node", label="The Tide")
    table["Ann"].moves("write_node", label="Harbour Watch")
    return table


def fork(by: Player, **body: Any) -> Json:
    """Fork, and return the answer."""
    made: Json = of(by.post(f"{by.home}/forks", body), 201)
    return made


def test_a_fork_goes_on_from_the_head(told: Table) -> None:
    ann = told["Ann"]
    answer = ann.post(f"{ann.home}/forks", {})
    made = of(answer, 201)
    assert (made["version"], made["seat"]) == (ann.head + 1, "s1")
    assert answer.headers["location"] == f"/v1/sessions/{made['session']}"
    assert answer.headers["etag"] == f'"{made["version"]}"'
    last = ann.log()[-1]
    lineage = [{"session": ann.session, "until": ann.head}]
    origin = {"session": ann.session, "version": ann.head, "hash": last["hash"], "lineage": lineage}
    assert made["forked_from"] == origin
    assert Player(ann.http, str(ann.token), made["session"], "s1").see()["forked_from"] == origin
    assert ann.see()["forked_from"] is None


def test_the_first_event_of_a_fork_names_its_origin(told: Table) -> None:
    ann = told["Ann"]
    fork = forked(ann, version=5, title="What if")["Ann"]
    event = fork.log()[-1]
    assert (event["version"], event["type"]) == (6, "fork_session")
    told_of, epoch, *left = event["event"]["effects"]
    known = {"parent": ann.session, "version": 5, "hash": ann.log()[4]["hash"]}
    assert told_of == {"effect": "session_forked", **known, "title": "What if"}
    assert (epoch["effect"], epoch["version"]) == ("dice_epoch_started", 6)
    assert [effect["effect"] for effect in left] == ["seat_emptied", "seat_emptied"]
    assert fork.see()["title"] == "What if"


def test_earlier_events_are_the_parents_byte_by_byte(told: Table) -> None:
    ann = told["Ann"]
    fork = forked(ann, version=6)["Ann"]
    assert fork.log()[:-1] == ann.log()[:6]
    assert fork.see("/events/4") == ann.see("/events/4")
    assert fork.see("/events/4/ruling") == ann.see("/events/4/ruling")


def test_play_is_the_parents_at_every_version(told: Table) -> None:
    ann = told["Ann"]
    fork = forked(ann, version=9)["Ann"]
    for version in range(1, 10):
        for path in READS:
            assert fork.see(path, at=version) == ann.see(path, at=version)
        here, there = (player.see("/state", at=version) for player in (fork, ann))
        assert here["play"] == there["play"]
    assert fork.see("/state")["play"] == ann.see("/state", at=9)["play"]


def test_the_chain_goes_on_from_the_parents_hash(told: Table) -> None:
    ann = told["Ann"]
    one = forked(ann, version=7)["Ann"]
    one.draws_a_line("Spiders.")
    two = forked(one, version=9)["Ann"]
    two.draws_a_line("Rats.")
    for fork in (one, two):
        assert_chained(fork)


def assert_chained(fork: Player) -> None:
    """Check every hash with only the answers of the API."""
    found = fork.see()["forked_from"]["lineage"]
    own = [*found, {"session": fork.session, "until": fork.head}]
    previous = bytes(32)
    lines = fork.ask("GET", f"{fork.home}/events", headers={"Accept": "application/x-ndjson"})
    for line in lines.content.splitlines():
        event = json.loads(line)
        holder = next(part for part in own if event["version"] <= part["until"])
        data = line[line.index(b'"event":') + 8 : -1]
        version = event["version"].to_bytes(8, "big")
        linked = previous + UUID(holder["session"]).bytes + version + digest_of(event, data)
        previous = hashlib.sha256(linked).digest()
        assert event["hash"] == previous.hex()


def test_a_fork_and_its_parent_do_not_change_each_other(told: Table) -> None:
    table = forked(told["Bo"])
    before = told["Ann"].log()
    table["Bo"].draws_a_line("Rats.")
    table.claim("Cy").draws_a_line("Spiders.")
    table.claim("Ann").moves("write_edge", label="guards", other="n2")
    assert told["Ann"].log() == before
    assert [edge["label"] for edge in table["Cy"].see("/network")["edges"]] == ["guards"]
    assert told["Cy"].see("/network")["edges"] == []


def test_a_fork_of_a_fork_reads_through_both(told: Table) -> None:
    ann = told["Ann"]
    one = forked(ann, version=6)["Ann"]
    one.draws_a_line("Spiders.")
    two = forked(one)["Ann"]
    two.draws_a_line("Rats.")
    assert two.log()[:6] == ann.log()[:6]
    assert two.log()[:8] == one.log()
    assert [event["type"] for event in two.log()[6:]] == ["fork_session", "add_limit"] * 2
    lineage = two.see()["forked_from"]["lineage"]
    parts = [(ann.session, 6), (one.session, 8)]
    assert lineage == [{"session": session, "until": until} for session, until in parts]
    assert two.see("/network", at=5) == ann.see("/network", at=5)


def test_a_fork_may_be_forked_below_the_version_that_it_began_at(told: Table) -> None:
    ann = told["Ann"]
    one = forked(ann, version=8)["Ann"]
    two = forked(one, version=4)["Ann"]
    assert two.log()[:4] == ann.log()[:4]
    found = two.see()["forked_from"]
    assert (found["session"], found["version"]) == (one.session, 4)
    assert found["lineage"] == [{"session": ann.session, "until": 4}]
    assert (two.head, one.head) == (5, 9)


def test_the_forker_keeps_the_seat_that_plays_and_all_others_are_empty(told: Table) -> None:
    made = fork(told["Bo"])
    assert made["seat"] == "s2"
    assert [bool(seat.get("claim_code")) for seat in made["seats"]] == [True, False, True]
    seats = Player(told.http, str(told["Bo"].token), made["session"], "s2").see()["seats"]
    assert [seat["taken"] for seat in seats] == [False, True, False]


def test_an_observer_takes_the_gms_seat(table: Table) -> None:
    made = fork(table["Vi"])
    assert made["seat"] == "s1"
    vi = Player(table.http, str(table["Vi"].token), made["session"], "s1")
    assert vi.see()["your_seats"] == ["s1"]
    assert [seat["taken"] for seat in vi.see()["seats"]] == [True, False, False, False]


def test_a_forker_without_a_seat_at_that_version_takes_the_gms_seat(table: Table) -> None:
    offered = {"kind": "player", "name": "Di"}
    made = of(table["Ann"].post(f"{table['Ann'].home}/seats", offered), 201)
    table.codes["Di"] = made["claim_code"]
    di = table.claim("Di")
    assert fork(di)["seat"] == "s5"
    assert fork(di, version=2)["seat"] == "s1"


def test_a_repeated_fork_gets_the_same_session_and_the_same_codes(told: Table) -> None:
    ann, key = told["Ann"], str(uuid4())
    first, again = (ann.post(f"{ann.home}/forks", {"version": 3}, key) for _ in range(2))
    assert first.json() == again.json()
    other = ann.post(f"{ann.home}/forks", {"version": 4}, key)
    assert of(other, 422)["code"] == "key_reused"
    listed = [one["session"] for one in ann.see("/forks")["forks"]]
    assert listed.count(first.json()["session"]) == 1


def test_a_key_of_the_parent_is_another_request_in_the_fork(told: Table) -> None:
    table, key = played(told.http, "Ann", "Bo"), str(uuid4())
    made = table["Ann"].draws_a_line("Spiders.", key=key)
    again = forked(table["Ann"])["Ann"].draws_a_line("Spiders.", key=key)
    assert again["version"] == made["version"] + 2


def test_forks_are_listed_with_their_versions_in_order(server: Server) -> None:
    ann = played(server.http, "Ann", "Bo")["Ann"]
    made = [forked(ann, version=version, title=f"From {version}") for version in (2, 1, 2)]
    found: list[Json] = []
    query: Json = {"limit": 2}
    while (page := ann.see("/forks", **query))["next_after"]:
        found += page["forks"]
        query["after"] = page["next_after"]
    found += page["forks"]
    assert [one["session"] for one in found] == [table.session for table in made]
    assert [(one["version"], one["title"]) for one in found] == [
        (2, "From 2"),
        (1, "From 1"),
        (2, "From 2"),
    ]
    assert ann.see("/forks", after=str(uuid4())) == {"forks": [], "next_after": None}


def test_a_stream_goes_through_to_the_forks_own_events(told: Table) -> None:
    fork = forked(told["Ann"], version=8)["Ann"]
    with fork.follows(after=6) as lines:
        coming = frames(lines)
        assert [frame["id"] for frame in islice(coming, 3)] == ["7", "8", "9"]
        fork.draws_a_line("Spiders.")
        assert next(coming)["data"]["version"] == 10


def test_a_diff_goes_through_to_the_forks_own_events(told: Table) -> None:
    fork = forked(told["Ann"], version=8)["Ann"]
    shown = fork.see("/diff", **{"from": 6, "to": 9})
    assert [change["version"] for change in shown["changes"]] == [7, 8, 9]
    patched = [one["path"] for one in shown["patch"]]
    assert any(path.startswith("/state/table/seats") for path in patched)


def test_what_if_goes_through_to_the_forks_own_events(told: Table) -> None:
    fork = forked(told["Ann"])["Ann"]
    fork.draws_a_line("Spiders.")
    shown = of(fork.post(f"{fork.home}/what-if", {"without": [fork.head - 3]}), 200)
    assert shown["judged_to"] == fork.head
    same = of(fork.post(f"{fork.home}/what-if", {"house_rules": {"dice": "server"}}), 200)
    assert (same["identical"], same["judged_to"]) == (True, fork.head)


def test_a_fork_may_rewind_to_before_it_began(told: Table) -> None:
    ann = told["Ann"]
    fork = forked(ann, version=9)["Ann"]
    fork.moves("rewind", to=7)
    assert fork.see("/state")["play"] == ann.see("/state", at=7)["play"]
    assert [node["label"] for node in fork.see("/network")["nodes"]] == ["Salt Fever"]
    fork.moves("rewind", to=9)
    assert fork.see("/state")["play"] == ann.see("/state", at=9)["play"]
