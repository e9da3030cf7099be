"""A move that the rules allow becomes the next event exactly once, and is stored safely before the answer."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from tests.support.client import Json, Player, Table, of
from verger.service.edge.answering import SINCE_BYTES
from verger.service.play.answer import SINCE_EVENTS

LINE: Json = {"kind": "line", "text": "Spiders."}


def test_an_accepted_move_is_answered_with_its_event(bo: Player) -> None:
    answer = bo.move("add_limit", **LINE)
    event = of(answer, 201)
    assert (event["version"], event["type"], event["event"]["seat"]) == (5, "add_limit", "s2")
    assert event["event"]["move"] == {"move": "add_limit", **LINE}
    assert event["event"]["ruling"]["rules"][0]["rule"] == "compile.limits"
    assert event["event"]["effects"][0]["effect"] == "limit_added"
    assert answer.headers["location"] == f"{bo.home}/events/5"
    assert answer.headers["etag"] == '"5"'


def test_a_refused_move_shows_its_rule_and_reason_and_records_nothing(bo: Player) -> None:
    head = bo.head
    problem = of(bo.move("write_node", label="Cyborgs"), 409)
    assert (problem["code"], problem["rule"]) == ("wrong_step", "load.ideas")
    assert (problem["facts"]["step_needed"], problem["facts"]["step"]) == ("load", "compile")
    assert problem["remedy"].endswith(f"{problem['facts']['pending_in_words']}.")
    assert "Load" in problem["remedy"] or "load" in problem["remedy"]
    assert bo.head == head


def test_a_dry_run_shows_the_result_of_a_move_and_records_nothing(bo: Player) -> None:
    head = bo.head
    tried = of(bo.move("add_limit", query={"dry_run": "true"}, **LINE), 200)
    assert (tried["version"], tried["verdict"]) == (head, "allowed")
    assert bo.head == head
    made = bo.draws_a_line("Spiders.")["event"]
    assert (tried["ruling"], tried["effects"]) == (made["ruling"], made["effects"])


@pytest.mark.parametrize(
    ("sent", "status"), [("1", 200), ("true", 200), ("0", 201), ("false", 201), ("2", 400)]
)
def test_a_dry_run_is_requested_with_every_common_form_of_a_flag(
    bo: Player, sent: str, status: int
) -> None:
    assert bo.move("add_limit", query={"dry_run": sent}, **LINE).status_code == status


def test_a_dry_run_shows_the_differences_in_the_picture(loading: Table) -> None:
    ann = loading["Ann"]
    tried = of(ann.move("write_node", query={"dry_run": "true"}, label="Salt Fever"), 200)
    (change,) = tried["changes"]
    assert change.items() >= {"sort": "added", "label": "Salt Fever", "by": "s1"}.items()


def test_a_dry_run_shows_the_result_after_the_consent_of_others(evening: Table) -> None:
    bo = evening["Bo"]
    owes = {"action": "connect", "label": "owes", "source": "n1", "target": "n2"}
    asked: Json = {
        "overview": "So.",
        "actions": [{**owes, "narration": "So.", "nature": "backstory"}],
    }
    (change,) = of(bo.move("declare", query={"dry_run": "true"}, **asked), 200)["changes"]
    assert (change["sort"], change["label"], change["about"]) == ("added", "owes", "d1")
    assert (change["ends"], change["price"]) == (["n1", "n2"], {"story": 1})


def test_a_dry_run_is_refused_as_the_move_would_be(bo: Player) -> None:
    asked: Json = {"label": "Cyborgs"}
    tried = of(bo.move("write_node", query={"dry_run": "true"}, **asked), 409)
    made = of(bo.move("write_node", **asked), 409)
    assert {**tried, "trace_id": ""} == {**made, "trace_id": ""}


def test_a_move_drawn_from_the_head_is_accepted(bo: Player) -> None:
    event = bo.moves("add_limit", headers={"If-Match": f'"{bo.head}"'}, **LINE)
    assert event["version"] == bo.head


def test_a_move_drawn_from_an_older_version_receives_the_events_since(bo: Player) -> None:
    old = bo.head
    since = [bo.draws_a_line("Spiders."), bo.draws_a_line("Ladders.")]
    answer = bo.move("add_limit", headers={"If-Match": f'"{old}"'}, **LINE)
    problem = of(answer, 412)
    assert (problem["code"], problem["facts"]) == (
        "stale_version",
        {"version_expected": old, "head": old + 2},
    )
    assert problem["events"] == since
    assert answer.headers["etag"] == f'"{old + 2}"'
    assert bo.head == old + 2


@pytest.mark.parametrize("length", [1, 2_000])
def test_a_stale_move_gets_some_of_many_events_and_the_place_of_the_rest(
    bo: Player, length: int
) -> None:
    since = [bo.draws_a_line("x" * length) for _ in range(SINCE_EVENTS + 1)]
    answer = bo.move("add_limit", headers={"If-Match": '"4"'}, **LINE)
    problem = of(answer, 412)
    last = 4 + len(problem["events"])
    assert problem["facts"] == {"version_expected": 4, "head": 4 + len(since), "next_after": last}
    rest = of(bo.get(answer.links["next"]["url"]), 200)["events"]
    assert problem["events"] + rest == since
    assert len(answer.content) < 2 * SINCE_BYTES


def test_a_token_that_may_not_read_does_not_receive_the_events_since(bo: Player) -> None:
    bot = bo.issued(scopes=["play"])
    assert "events" not in of(bot.move("add_limit", headers={"If-Match": '"1"'}, **LINE), 412)


@pytest.mark.parametrize("dry_run", ["true", "false"])
def test_a_version_after_the_head_is_stale_too(bo: Player, dry_run: str) -> None:
    answer = bo.move("add_limit", headers={"If-Match": '"99"'}, query={"dry_run": dry_run}, **LINE)
    assert of(answer, 412)["facts"] == {"version_expected": 99, "head": 4}


def test_a_star_matches_any_version(bo: Player) -> None:
    assert bo.moves("add_limit", headers={"If-Match": "*"}, **LINE)["version"] == 5


def test_a_repeated_key_gets_the_original_answer_byte_for_byte(bo: Player) -> None:
    key = str(uuid4())
    first = bo.move("add_limit", key=key, **LINE)
    bo.draws_a_line("Ladders.")
    again = bo.move("add_limit", key=key, **LINE)
    assert (again.status_code, again.content) == (201, first.content)
    assert "idempotent-replayed" not in first.headers
    assert again.headers["idempotent-replayed"] == "true"
    assert again.headers["etag"] == first.headers["etag"]
    assert bo.head == 6


def test_a_move_that_is_no_longer_possible_still_has_its_answer_under_its_key(bo: Player) -> None:
    key = str(uuid4())
    first = bo.move("signal", key=key)
    again = bo.move("signal", key=key)
    assert (again.status_code, again.content) == (201, first.content)
    assert of(bo.move("signal"), 409)["code"] == "paused"


def test_a_repeated_move_keeps_its_answer_though_its_version_is_old_by_now(bo: Player) -> None:
    key, match = str(uuid4()), {"If-Match": f'"{bo.head}"'}
    first = bo.move("add_limit", key=key, headers=match, **LINE)
    bo.draws_a_line("Ladders.")
    assert bo.move("add_limit", key=key, headers=match, **LINE).content == first.content


def test_a_key_with_another_body_is_refused(bo: Player) -> None:
    key = str(uuid4())
    bo.move("add_limit", key=key, **LINE)
    problem = of(bo.move("add_limit", key=key, kind="veil", text="Spiders."), 422)
    assert problem["code"] == "key_reused"
    assert bo.head == 5


def test_only_one_of_simultaneous_requests_with_one_key_becomes_an_event(bo: Player) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: bo.move("add_limit", key="at-once", **LINE), range(16)))
    made = {answer.content for answer in answers if answer.status_code == 201}
    others = {of(a, a.status_code)["code"] for a in answers if a.status_code != 201}
    assert len(made) == 1
    assert others <= {"request_running"}
    assert bo.head == 5


def test_an_anonymous_signal_pauses_play_and_names_nobody(table: Table) -> None:
    event = table["Bo"].moves("signal", anonymous=True)
    assert event["event"]["seat"] is None
    assert "Bo" not in str(event)
    assert "s2" not in str(event)
    assert table["Cy"].see()["paused"] is True
