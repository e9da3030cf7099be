"""Undo, redo and branches over HTTP: earlier play returns, and no event is lost."""

from typing import Any

import pytest

from tests.support.client import Json, Player, Table, of, played
from tests.support.patch import patched
from tests.support.server import Server, serving

READS = ("/state", "/network", "/banks")
OPENING: list[tuple[str, str, Json]] = [
    ("Ann", "write_node", {"label": "Rain"}),
    ("Bo", "write_node", {"label": "Debt"}),
    ("Ann", "write_node", {"label": "Harbour Watch"}),
    ("Ann", "write_edge", {"label": "guards", "other": "n2"}),
    ("Ann", "mark", {"element": "n2", "mark": "!"}),
]


@pytest.fixture
def table(server: Server) -> Table:
    """Return a table in Load, after the opening. The GM decides what is undone."""
    return opened(played(server.http, "Ann", "Bo", house_rules={"undo": "gm"}))


def opened(table: Table) -> Table:
    """Play the opening of Load."""
    table.agree("Ann", "finish_compile")
    for name, move, fields in OPENING:
        table[name].moves(move, **fields)
    return table


def three_premises(table: Table) -> int:
    """Agree on three premises, and return the version that proposed the second."""
    for number, text in enumerate(("Gloomy.", "Salty.", "Slow."), start=1):
        subject = {"subject": "adopt_premise", "aspect": "tone", "text": text}
        table["Bo"].moves("propose", subject=subject)
        table["Ann"].moves("agree", proposal=f"p{number + 1}")
    return table["Ann"].head - 3


def shown(player: Player, **query: Any) -> list[Json]:
    """Return the answers of all reads about play, without the version and the table."""
    found = [player.see(path, **query) for path in READS]
    return [{k: v for k, v in read.items() if k not in ("version", "table")} for read in found]


def test_undone_events_are_a_branch_and_become_current_again(ann: Player) -> None:
    head, now = ann.head, shown(ann)
    ann.moves("rewind", to=ann.see("/timeline")["undo"])
    there = ann.see("/timeline")
    assert there["branches"] == [
        {"first": head, "last": head, "after": head - 1, "parent": None, "undone_by": head + 1}
    ]
    ann.moves("rewind", to=there["redo"])
    assert shown(ann) == now
    assert ann.see("/timeline")["branches"] == []


def test_a_restarted_process_and_another_one_read_the_same(database_url: str) -> None:
    with serving(database_url) as one, serving(database_url) as two:
        ann = opened(played(one.http, "Ann", "Bo", house_rules={"undo": "gm"}))["Ann"]
        elsewhere = ann.at(two.http)
        assert elsewhere.head == ann.head
        for to in (4, 6, 5):
            event = ann.moves("rewind", to=to)
            assert shown(elsewhere, at=event["version"]) == shown(ann)
        two.stop()
        one.stop()
        with serving(database_url) as three:
            again = ann.at(three.http)
            assert shown(again) == shown(again, at=5)


def test_an_older_move_is_left_out_and_the_rest_is_made_again(table: Table) -> None:
    ann, gone = table["Ann"], three_premises(table)
    head = ann.head
    ann.moves("leave_out", version=gone + 1)
    assert [p["text"] for p in ann.see("/state")["play"]["premises"]] == ["Gloomy.", "Slow."]
    made = [event["event"] for event in ann.log()[head + 1 :]]
    assert [(e["repeats"], e["seat"], e["move"]["move"]) for e in made] == [
        (head - 1, "s2", "propose"),
        (head, "s1", "agree"),
    ]
    assert made[1]["move"]["proposal"] == "p3"


def test_a_repeated_request_leaves_a_move_out_only_once(table: Table) -> None:
    ann, left_out = table["Ann"], three_premises(table)
    first = ann.move("leave_out", key="once", version=left_out)
    head = ann.head
    again = ann.move("leave_out", key="once", version=left_out)
    assert (again.status_code, again.content, ann.head) == (201, first.content, head)
    assert head > first.json()["version"]


def test_a_move_that_cannot_be_repeated_is_reported_the_same_everywhere(table: Table) -> None:
    ann, gone = table["Ann"], table["Ann"].head - 3
    foretold = of(ann.post(f"{ann.home}/what-if", {"without": [gone]}), 200)["diverging"]
    tried = of(ann.move("leave_out", version=gone, query={"dry_run": "true"}), 200)["missed"]
    made = ann.moves("leave_out", version=gone)
    assert [one["version"] for one in tried] == [gone + 1, gone + 2, gone + 3]
    ruled = ann.see(f"/events/{made['version']}/ruling")["missed"]
    assert foretold == tried == made["event"]["missed"] == ruled


def test_every_voter_is_shown_the_result_of_leaving_a_move_out(server: Server) -> None:
    table = played(server.http, "Ann", "Bo", "Cy")
    table.agree("Ann", "finish_compile")
    for name, label in (("Ann", "Rain"), ("Bo", "Debt"), ("Cy", "Fog")):
        table[name].moves("write_node", label=label)
    ann, before, dry = table["Ann"], shown_as_one(table["Ann"]), {"dry_run": "true"}
    gone = ann.head - 1
    tried = [of(ann.move("leave_out", version=gone, query=dry), 200)]
    ann.moves("leave_out", version=gone)
    tried.append(of(table["Bo"].move("agree", proposal="r1", query=dry), 200))
    table["Bo"].moves("agree", proposal="r1")
    tried.append(of(table["Cy"].move("agree", proposal="r1", query=dry), 200))
    made = table["Cy"].moves("agree", proposal="r1")
    assert [one["version"] for one in made["event"]["missed"]] == [gone + 1]
    assert all(one["missed"] == made["event"]["missed"] for one in tried)
    for one in tried:
        removed = {(change["id"], change["sort"]) for change in one["changes"]}
        assert removed == {("n2", "removed"), ("n3", "removed")}
    assert patched(before, tried[0]["outcome"]) == shown_as_one(ann)


def test_the_preview_of_a_left_out_move_has_the_later_moves_that_are_repeated(
    server: Server,
) -> None:
    table = opened(played(server.http, "Ann", "Bo"))
    gone, ann = three_premises(table) + 1, table["Ann"]
    before = shown_as_one(ann)
    tried = of(ann.move("leave_out", version=gone, query={"dry_run": "true"}), 200)
    ann.moves("leave_out", version=gone)
    table["Bo"].moves("agree", proposal="r1")
    after = shown_as_one(ann)
    assert [p["text"] for p in after["state"]["play"]["premises"]] == ["Gloomy.", "Slow."]
    assert (tried["missed"], patched(before, tried["outcome"])) == ([], after)


def shown_as_one(player: Player) -> Json:
    """Return the reads about play as one document. The patch of a dry run has the same form."""
    names = ("state", "network", "banks")
    return dict(zip(names, shown(player), strict=True))


def test_a_voter_is_shown_the_result_of_a_settlement(server: Server) -> None:
    table = opened(played(server.http, "Ann", "Bo"))
    ann, bo = table["Ann"], table["Bo"]
    about = {"of": "event", "version": ann.head}
    bo.moves("dispute", about=about, rule="load.marks", grounds="No.")
    remove = {"correction": "eliminate", "element": "n1"}
    remedy = {"remedy": "amendment", "name": "As it was", "corrections": [remove]}
    wanted: Json = {"dispute": "q1", "outcome": "overturned", "reason": "No.", "remedy": remedy}
    ann.moves("propose_settlement", **wanted)
    tried = of(bo.move("vote", dispute="q1", yes=True, query={"dry_run": "true"}), 200)
    assert ("n1", "removed") in [(one["id"], one["sort"]) for one in tried["changes"]]
    before = shown_as_one(bo)
    bo.moves("vote", dispute="q1", yes=True)
    assert patched(before, tried["outcome"]) == shown_as_one(bo)


def test_a_dispute_says_whether_its_remedy_is_in_force(table: Table) -> None:
    ann, bo = table["Ann"], table["Bo"]
    bo.moves("dispute", about={"of": "event", "version": 3}, rule="load.marks", grounds="No.")
    remedy = {
        "remedy": "amendment",
        "name": "As it was",
        "corrections": [{"correction": "eliminate", "element": "n1"}],
    }
    wanted: Json = {"dispute": "q1", "outcome": "overturned", "reason": "No.", "remedy": remedy}
    ann.moves("propose_settlement", **wanted)
    settled = bo.moves("vote", dispute="q1", yes=True)["version"]
    assert bo.see("/disputes/q1")["closing"]["in_force"] is True
    ann.moves("rewind", to=settled - 1)
    closing = bo.see("/disputes/q1")["closing"]
    assert (closing["outcome"], closing["in_force"]) == ("overturned", False)
    assert bo.see("/disputes")["disputes"][0]["closing"] == closing
    ann.moves("rewind", to=settled)
    assert bo.see("/disputes/q1")["closing"]["in_force"] is True


def test_the_timeline_offers_actions_and_no_events_of_the_table(table: Table) -> None:
    ann, proposed = table["Ann"], three_premises(table)
    ann.moves("add_limit", kind="line", text="Spiders.")
    there = ann.see("/timeline")
    assert there["undo"] == there["actions"][0]["version"] - 1
    assert [action["versions"] for action in there["actions"][:2]] == [
        [proposed + 2, proposed + 3],
        [proposed, proposed + 1],
    ]


def test_a_what_if_under_the_same_version_of_the_ruleset_is_identical(ann: Player) -> None:
    told = of(ann.post(f"{ann.home}/what-if", {"ruleset_version": 1}), 200)
    assert (told["identical"], told["judged_to"]) == (True, ann.head)


def test_a_what_if_under_an_unknown_version_of_the_ruleset_is_refused(ann: Player) -> None:
    answer = ann.post(f"{ann.home}/what-if", {"ruleset_version": 99})
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_ruleset")


def test_a_diff_across_a_rewind_leads_back(ann: Player) -> None:
    head = ann.head
    ann.moves("rewind", to=head - 2)
    told = ann.see("/diff", **{"from": head - 2, "to": head + 1})
    assert [event["type"] for event in told["changes"]] == [
        OPENING[-2][1],
        OPENING[-1][1],
        "rewind",
    ]


def test_a_question_about_others_moves_is_judged_again_the_same(server: Server) -> None:
    table = opened(played(server.http, "Ann", "Bo", house_rules={"undo": "mover"}))
    ann, bo = table["Ann"], table["Bo"]
    bo.moves("rewind", to=5)
    ann.moves("decline", proposal="r1")
    told = of(ann.post(f"{ann.home}/what-if", {"house_rules": {"seat_limit": 7}}), 200)
    assert (told["identical"], told["judged_to"]) == (True, ann.head)


def test_by_another_house_rule_a_question_that_was_declined_is_a_rewind(server: Server) -> None:
    table = opened(played(server.http, "Ann", "Bo"))
    ann, bo = table["Ann"], table["Bo"]
    ann.moves("rewind", to=5)
    bo.moves("decline", proposal="r1")
    body = {"house_rules": {"undo": "gm"}}
    told = of(ann.post(f"{ann.home}/what-if", body), 200)
    asked = ann.head - 1
    assert (told["first"]["version"], told["first"]["outcome"]) == (asked, "different")
    assert "Play is at version 5 again" in told["first"]["now"]


def test_the_ledger_says_what_was_taken_back(server: Server) -> None:
    table = played(server.http, "Ann", "Bo", until="run", house_rules={"undo": "gm"})
    ann, head = table["Ann"], table["Ann"].head
    award = ann.moves("award_boost", seat="s2", reason="The leap!")["version"]
    ann.moves("rewind", to=head)
    moved = ann.see("/ledger", limit=5000)["entries"]
    assert {entry["version"] for entry in moved if entry["is_undone"]} == {award}
    assert not any(entry["is_undone"] for entry in ann.see("/ledger", at=award)["entries"])
    ann.moves("rewind", to=award)
    moved = ann.see("/ledger", limit=5000)["entries"]
    assert not any(entry["is_undone"] for entry in moved)
