"""Preconditions (If-Match, If-None-Match) and requested forms (Accept) work as in RFC 9110."""

import pytest

from tests.support.client import Player, Table
from tests.support.problems import a_problem

FORMS = ["application/json", "application/x-ndjson", "text/event-stream"]
MOVE = {"move": "add_limit", "kind": "veil", "text": "Rats."}


def test_if_match_can_list_several_versions(bo: Player) -> None:
    head = bo.head
    tag = bo.get(f"{bo.home}/state").headers["ETag"]
    for listed in (f'"1", {tag}', f'"{head + 1}","1"', f'W/"{head + 2}" , {tag}'):
        made = bo.ask("POST", f"{bo.home}/moves", json=MOVE, headers={"If-Match": listed})
        assert made.status_code == 201
    stale = bo.ask("POST", f"{bo.home}/moves", json=MOVE, headers={"If-Match": f'"1", {tag}'})
    assert a_problem(stale, "stale_version")["facts"]["version_expected"] == head


def test_a_star_in_if_none_match_matches_any_version(evening: Table) -> None:
    bo = evening["Bo"]
    for path in ("/state", "/events/2", "/events/2/ruling", "/notes", "/export", "/network.svg"):
        answer = bo.get(bo.home + path, headers={"If-None-Match": "*"})
        assert (answer.status_code, answer.content) == (304, b""), path


def test_one_of_several_known_tags_is_enough(evening: Table) -> None:
    bo = evening["Bo"]
    for path in ("/state", "/events/2", "/events/2/ruling", "/notes", "/network.svg"):
        tag = bo.get(bo.home + path).headers["ETag"]
        for known in (f'"x", {tag}', f"W/{tag}"):
            assert bo.get(bo.home + path, headers={"If-None-Match": known}).status_code == 304
        assert bo.get(bo.home + path, headers={"If-None-Match": '"x", "y"'}).status_code == 200


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("text/event-stream;q=0.1, application/json", "application/json"),
        ("application/json;q=0.1, application/x-ndjson;q=0.2", "application/x-ndjson"),
        ("application/json;q=0, */*", "application/x-ndjson"),
        ("*/*", "application/json"),
        ("application/*", "application/json"),
        ("text/html, */*;q=0.01", "application/json"),
    ],
)
def test_the_answer_has_the_form_with_the_highest_weight(
    evening: Table, accept: str, form: str
) -> None:
    bo = evening["Bo"]
    answer = bo.get(f"{bo.home}/events", headers={"Accept": accept})
    assert answer.headers["Content-Type"].startswith(form)


def test_a_form_that_is_refused_is_not_sent(evening: Table) -> None:
    bo = evening["Bo"]
    for accept in ("application/json;q=0", "text/html", "*/*;q=0"):
        answer = bo.get(f"{bo.home}/events", headers={"Accept": accept})
        problem = a_problem(answer, "not_acceptable")
        assert problem["facts"]["media_types"] == FORMS


def test_a_key_in_quotes_is_the_same_key(bo: Player) -> None:
    made = [
        bo.ask("POST", f"{bo.home}/moves", json=MOVE, headers={"Idempotency-Key": key})
        for key in ("a-key", '"a-key"')
    ]
    assert made[0].json() == made[1].json()
    assert made[1].headers["Idempotent-Replayed"] == "true"


def test_an_export_comes_as_a_whole(evening: Table) -> None:
    bo = evening["Bo"]
    answer = bo.get(f"{bo.home}/export", headers={"Range": "bytes=0-9"})
    assert (answer.status_code, answer.headers["Accept-Ranges"]) == (200, "none")
