"""The story (a session's log as text for people) over HTTP: three forms, in parts, and only texts that a reader may see."""

from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

import httpx
import pytest

from tests.api.http.test_redactions import redacted
from tests.support.client import Json, Player, Table, of, played
from tests.support.onlooker import onlooker
from tests.support.server import Server
from verger.domain.core.text import REDACTED

FORMS = ("application/json", "text/markdown", "text/html")

each_form = pytest.mark.parametrize("form", FORMS)


def asked(player: Player, form: str = "text/markdown", **query: Any) -> httpx.Response:
    answer: httpx.Response = player.get(f"{player.home}/story", headers={"Accept": form}, **query)
    return answer


def text(player: Player, form: str = "text/markdown", **query: Any) -> str:
    answer = asked(player, form, **query)
    assert answer.status_code == 200, answer.text
    charset = "" if form.endswith("json") else "; charset=utf-8"
    assert answer.headers["content-type"] == form + charset
    return answer.text


def entries(player: Player, **query: Any) -> list[Json]:
    found: list[Json] = player.see("/story", **query)["entries"]
    return found


def test_a_browser_gets_a_page_and_a_program_json(told: Table) -> None:
    accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    assert asked(told["Ann"], accept).text.startswith("<!doctype html>")
    assert asked(told["Ann"], "*/*").json()["title"] == told["Ann"].see()["title"]


def test_a_story_in_another_form_is_refused(told: Table) -> None:
    problem = of(asked(told["Ann"], "image/png"), 406)
    assert problem["code"] == "not_acceptable"
    assert ", ".join(FORMS) in problem["detail"] + problem["remedy"]


def test_the_page_of_a_story_runs_no_script(told: Table) -> None:
    policy = asked(told["Ann"], "text/html").headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "script-src" not in policy


@each_form
def test_the_parts_of_a_story_lead_through_the_whole(told: Table, form: str) -> None:
    ann, links = told["Ann"], 0
    answer = asked(ann, form, limit=20)
    while "link" in answer.headers:
        address = answer.headers["link"].partition(">")[0].removeprefix("<")
        query = parse_qs(urlsplit(address).query)
        assert query["at"] == [str(ann.head)]
        answer, links = ann.get(address, headers={"Accept": form}), links + 1
    assert links == (ann.head - 1) // 20


def test_from_and_to_limit_the_versions_of_a_story(told: Table) -> None:
    page = told["Ann"].see("/story", **{"from": 10, "to": 30})
    assert (page["since"], page["until"], page["next_from"]) == (10, 30, None)
    assert {one["version"] for one in page["entries"]} <= {*range(10, 31)}


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({"to": 9999}, 404, "no_such_version"),
        ({"from": 9999}, 404, "no_such_version"),
        ({"at": 9999}, 404, "no_such_version"),
        ({"from": 20, "to": 10}, 400, "invalid_parameter"),
        ({"at": 10, "to": 11}, 404, "no_such_version"),
        ({"limit": 1001}, 400, "invalid_parameter"),
        ({"undone": "shown"}, 400, "invalid_parameter"),
        ({"zone": "Nowhere/Land"}, 400, "invalid_parameter"),
        ({"zone": "Europe"}, 400, "invalid_parameter"),
        ({"zone": "../../etc/passwd"}, 400, "invalid_parameter"),
        ({"zone": "zone.tab"}, 400, "invalid_parameter"),
        ({"zone": ""}, 400, "invalid_parameter"),
    ],
)
def test_a_part_after_the_end_of_a_story_is_a_problem(
    told: Table, query: Json, status: int, code: str
) -> None:
    assert of(asked(told["Ann"], **query), status)["code"] == code


def test_undone_events_are_left_out_or_struck_out(server: Server) -> None:
    table = played(server.http, "Ann", "Bo", until="load", house_rules={"undo": "gm"})
    ann = table["Ann"]
    before = ann.head
    ann.moves("write_node", label="Salt Fever")
    told = text(ann)
    ann.moves("rewind", to=before)
    assert "Salt Fever" in told
    assert "Salt Fever" not in text(ann)
    assert "~~Ann writes “Salt Fever”." in text(ann, undone="struck")
    assert "<del><bdi>Ann</bdi> writes “<bdi>Salt Fever</bdi>”." in text(
        ann, "text/html", undone="struck"
    )
    assert text(ann, at=before + 1) == told


@pytest.mark.parametrize("form", FORMS[1:])
def test_the_day_is_one_of_the_time_zone_that_was_asked_for(told: Table, form: str) -> None:
    at = datetime.fromisoformat(entries(told["Ann"])[0]["at"])
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        shown = text(told["Ann"], form, zone=zone).replace("\\", "")
        assert f"on {at.astimezone(ZoneInfo(zone)).day} " in shown
        assert f"({zone})" in shown


def test_a_program_gets_times_in_utc_also_with_another_zone(told: Table) -> None:
    assert entries(told["Ann"], zone="Pacific/Kiritimati") == entries(told["Ann"])


@each_form
def test_a_story_that_the_client_has_is_not_sent_again(told: Table, form: str) -> None:
    tag = asked(told["Ann"], form).headers["etag"]
    answer = told["Ann"].get(
        f"{told['Ann'].home}/story", headers={"Accept": form, "If-None-Match": tag}
    )
    assert (answer.status_code, answer.headers["etag"]) == (304, tag)


def test_each_form_part_and_manner_has_a_different_tag(told: Table) -> None:
    ann = told["Ann"]
    tags = [asked(ann, form).headers["etag"] for form in FORMS]
    tags += [asked(ann, undone="struck").headers["etag"], asked(ann, limit=9).headers["etag"]]
    tags += [asked(ann, zone="Europe/Berlin").headers["etag"]]
    tags += [asked(told["Bo"]).headers["etag"]]
    assert len({*tags}) == len(tags)


def test_a_redacted_text_is_gone_from_a_story_and_the_tag_changes(bo: Player) -> None:
    bo.moves("add_limit", kind="line", text="Never tell Gerda Zwiebel.")
    version = bo.head
    before = asked(bo, at=version)
    assert "Gerda" in before.text
    redacted(bo, version)
    after = asked(bo, at=version)
    assert "Gerda" not in after.text
    assert REDACTED.strip("[]") in after.text
    assert before.headers["etag"] != after.headers["etag"]
    again = {"Accept": "text/markdown", "If-None-Match": before.headers["etag"]}
    assert bo.get(f"{bo.home}/story", headers=again, at=version).status_code == 200
    assert "Bo takes words out of the log." in text(bo)


def test_an_onlooker_reads_a_story_without_a_token(server: Server) -> None:
    table = played(server.http, "Ann", "Bo", house_rules={"onlookers": "anyone"})
    stranger = onlooker(table)
    assert text(stranger) == text(table["Ann"])
