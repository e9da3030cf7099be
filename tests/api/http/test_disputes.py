"""Disputes over HTTP: from a ruling that seems wrong to the precedent that later rulings cite."""

import pytest

from tests.support.client import Json, Player, Table, of
from verger.service.log.refusals import KEPT

LINE = {"kind": "line", "text": "Spiders."}


def dispute(player: Player, rule: str = "compile.limits", **more: object) -> Json:
    """Dispute the ruling on the newest event, or on the subject in `about`."""
    about = {"of": "event", "version": player.head}
    return player.moves("dispute", **{"about": about, "rule": rule, "grounds": "No.", **more})


def settle(table: Table, by: str, outcome: str, id: str = "q1", remedy: Json | None = None) -> Json:
    """Propose a settlement, and let all asked seats say yes. Return the dispute after that."""
    wanted: Json = {"dispute": id, "outcome": outcome, "reason": "We looked it up."}
    table[by].moves("propose_settlement", **wanted, remedy=remedy or {"remedy": "nothing"})
    while running := table[by].see(f"/disputes/{id}")["settlement"]:
        voted = {*running["yes"], *running["no"]}
        seat = next(seat for seat in running["asked"] if seat not in voted)
        table.of_seat(seat).moves("vote", dispute=id, yes=True)
    found: Json = table[by].see(f"/disputes/{id}")
    return found


def test_a_dispute_is_read_with_links_to_its_subject(table: Table) -> None:
    bo = table["Bo"]
    line = bo.moves("add_limit", **LINE)["version"]
    opened = dispute(table["Cy"], versions=[1, line], rules=["table.text"])["version"]
    bo.moves("state_view", dispute="q1", text="It is one.", versions=[line])
    shown = bo.see("/disputes/q1")
    assert (shown["status"], shown["by"], shown["grounds"]) == ("open", "s3", "No.")
    assert shown["ruled"]["sentence"] == bo.see(f"/events/{line}")["event"]["ruling"]["sentence"]
    assert bo.read(shown["about"]["address"])["version"] == line
    assert [link["version"] for link in shown["versions"]] == [1, line]
    assert bo.read(shown["event"]["address"])["version"] == opened
    assert shown["rules"][0]["statement"]
    assert bo.read(shown["views"][0]["event"]["address"])["type"] == "state_view"


def test_a_dispute_keeps_the_text_of_a_refusal_that_is_no_longer_kept(bo: Player) -> None:
    problem = of(bo.move("write_node", label="Magic"), 409)
    about = {"of": "refusal", "number": 1}
    of(bo.move("dispute", about=about, rule=problem["rule"], grounds="It is Load."), 201)
    shown = bo.see("/disputes/q1")
    (kept,) = bo.read(shown["about"]["address"])["refusals"]
    assert kept["code"] == shown["ruled"]["code"] == problem["code"] == "wrong_step"
    for _ in range(KEPT):
        of(bo.move("write_node", label="Magic"), 409)
    assert bo.read(shown["about"]["address"])["refusals"] == []
    assert bo.see("/disputes/q1")["ruled"]["sentence"] == problem["detail"]


@pytest.mark.parametrize("about", [{"of": "refusal", "number": 9}, {"of": "event", "version": 999}])
def test_an_event_that_is_not_on_record_is_not_disputed(table: Table, about: Json) -> None:
    wanted: Json = {"about": about, "rule": "table.text", "grounds": "No."}
    problem = of(table["Bo"].move("dispute", **wanted), 409)
    assert (problem["code"], problem["rule"]) == ("no_such_ruling", "dispute.open")
    assert of(table["Bo"].move("dispute", query={"dry_run": "true"}, **wanted), 409)


def test_the_disputed_ruling_is_the_servers_and_not_a_clients(
    table: Table,
) -> None:
    ruled = {"version": 1, "type": "x", "seat": None, "sentence": "x", "rules": []}
    about = {"of": "event", "version": 1}
    wanted: Json = {"about": about, "rule": "table.text", "grounds": "No.", "ruled": ruled}
    assert of(table["Bo"].move("dispute", **wanted), 400)["code"] == "invalid_body"


def test_the_ruling_of_an_event_shows_its_precedents_as_they_stood_then(table: Table) -> None:
    bo = table["Bo"]
    bo.moves("add_limit", **LINE)
    dispute(table["Cy"])
    settle(table, "Bo", "overturned")
    version = bo.moves("add_limit", kind="veil", text="Wasps.")["version"]
    bo.moves("appeal", dispute="q1", grounds="New evidence.")
    settle(table, "Cy", "upheld")
    (precedent,) = bo.see(f"/events/{version}/ruling")["precedents"]
    assert (precedent["dispute"], precedent["rule"]) == ("q1", "compile.limits")
    assert (precedent["outcome"], precedent["reason"]) == ("overturned", "We looked it up.")
    assert bo.read(precedent["address"])["status"] == "upheld"


def test_disputes_are_found_by_rule_and_status_page_by_page(bo: Player) -> None:
    for rule in ("table.seats", "compile.limits", "compile.limits"):
        dispute(bo, rule)
    bo.moves("withdraw_dispute", dispute="q2", reason="I see.")
    named = {
        "": ids(bo),
        "rule": ids(bo, rule="compile.limits"),
        "status": ids(bo, status="withdrawn"),
        "both": ids(bo, rule="compile.limits", status="open"),
        "none": ids(bo, rule="no.such"),
    }
    assert named == {
        "": ["q3", "q2", "q1"],
        "rule": ["q3", "q2"],
        "status": ["q2"],
        "both": ["q3"],
        "none": [],
    }
    page = bo.see("/disputes", limit=2)
    assert page["next_before"] == 2
    assert ids(bo, before=page["next_before"]) == ["q1"]


def ids(player: Player, **query: object) -> list[str]:
    """Return the ids of the disputes that match a query."""
    return [one["dispute"] for one in player.see("/disputes", **query)["disputes"]]


def test_disputes_are_read_at_any_version_with_an_etag(bo: Player) -> None:
    opened = dispute(bo, "table.claim")["version"]
    bo.moves("withdraw_dispute", dispute="q1", reason="I see.")
    assert bo.see("/disputes/q1", at=opened)["status"] == "open"
    of(bo.get(f"{bo.home}/disputes/q1", at=opened - 1), 404)
    answer = bo.get(f"{bo.home}/disputes", at=opened)
    assert answer.headers["etag"] == bo.tag(opened)
