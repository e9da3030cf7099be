"""Amendments (dated changes of a game's rules): a session has some, and its table can adopt newer ones."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support import mended
from tests.support.client import Client, Json, Player, Table, forked, of, played
from tests.support.mended import NEWEST, NUMBER
from tests.support.server import Server, serving
from verger.domain.core.amendment import in_force
from verger.domain.games.rulesets import RULESETS

BEFORE = NUMBER - 1
ALL = [*range(1, NUMBER + 1)]


@pytest.fixture(scope="module")
def amended(database: str) -> Iterator[Server]:
    """Start a server whose Verge has one more amendment."""
    with serving(database, game=mended.__name__) as running:
        yield running


def begun(server: Server, **house_rules: Any) -> Table:
    return played(server.http, "Ann", "Bo", "Cy", house_rules=house_rules)


def judged_by(player: Player, **query: Any) -> tuple[int, list[int]]:
    shown = player.see("", **query)
    return shown["amendments"], shown["amendments_to_adopt"]


def adopt(table: Table, number: int) -> Json:
    """Let Ann propose an amendment and all others agree. Return the last event."""
    subject = {"subject": "choose_house_rule", "house_rule": "amendments", "value": number}
    event = table["Ann"].moves("propose", subject=subject)
    asked = event["event"]["effects"][0]
    for seat in asked["asked"]:
        event = table.of_seat(seat).moves("agree", proposal=asked["proposal"])
    return event


def shown(server: Server) -> tuple[Json, Json]:
    """Return the ruleset of Verge from the API, and its house rule that chooses amendments."""
    ruleset = Client(server.http).read("/v1/rulesets/verge")
    (choice,) = (one for one in ruleset["house_rules"] if one["id"] == "amendments")
    return ruleset, choice


def test_a_ruleset_lists_its_amendments(amended: Server) -> None:
    ruleset, choice = shown(amended)
    assert [one["number"] for one in ruleset["amendments"]] == ALL
    assert (choice["begins"], choice["most"]) == (NUMBER, NUMBER)
    newest = ruleset["amendments"][-1]
    assert (newest["title"], newest["statement"]) == (NEWEST.title, NEWEST.statement)
    assert newest["rules"] == [mended.RULE]


def test_a_new_session_begins_with_the_newest_amendment(amended: Server) -> None:
    ann = begun(amended)["Ann"]
    assert ann.log()[0]["event"]["move"]["house_rules"] == {"amendments": NUMBER}
    assert judged_by(ann) == (NUMBER, [])


def test_a_new_session_begins_without_amendments_that_an_older_process_does_not_have(
    database: str,
) -> None:
    with serving(database, game=mended.__name__, verger_hold_back="2000-01-01") as held:
        assert judged_by(bo := begun(held)["Bo"]) == (0, ALL)
        # This is the game's first amendment. An older release does not have the house rule for it.
        assert bo.log()[0]["event"]["move"]["house_rules"] == {}
        assert judged_by(begun(held, amendments=NUMBER)["Bo"]) == (NUMBER, [])
        assert shown(held)[1]["begins"] is None


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_lists_the_amendments_in_force(server: Server, name: str) -> None:
    ruleset = RULESETS[name]
    ann = played(server.http, "Ann", "Bo", ruleset=name)["Ann"]
    begins = ann.log()[0]["event"]["move"]["house_rules"]
    known = [one.number for one in ruleset.amendments]
    assert judged_by(ann) == (in_force(begins), known[in_force(begins) :])
    assert begins.keys() <= {"amendments"}


def test_a_table_adopts_an_amendment_and_earlier_versions_keep_theirs(
    amended: Server,
) -> None:
    table = begun(amended, amendments=BEFORE)
    ann, before = table["Ann"], table["Ann"].head
    assert judged_by(ann) == (BEFORE, [NUMBER])
    settled = adopt(table, NUMBER)
    assert settled["event"]["effects"][-1] == {
        "effect": "house_rule_chosen",
        "house_rule": "amendments",
        "value": NUMBER,
    }
    assert judged_by(ann)[0] == NUMBER
    assert judged_by(ann, at=before)[0] == BEFORE
    assert judged_by(forked(ann, version=before)["Ann"])[0] == BEFORE
    assert judged_by(forked(ann)["Ann"])[0] == NUMBER


def test_a_rewind_does_not_undo_the_adoption_of_an_amendment(amended: Server) -> None:
    table = begun(amended, amendments=BEFORE, undo="gm")
    before = table["Ann"].head
    adopt(table, NUMBER)
    table["Ann"].moves("rewind", to=before)
    assert judged_by(table["Ann"])[0] == NUMBER


def told(player: Player, **body: Any) -> Json:
    found: Json = of(player.post(f"{player.home}/what-if", body), 200)
    return found


def draws_a_line(table: Table) -> int:
    """Let Ann draw a line, and return the version."""
    version: int = table["Ann"].moves("add_limit", kind="line", text="Spiders")["version"]
    return version


def test_what_if_lists_moves_that_only_an_amendment_allows(amended: Server) -> None:
    table = begun(amended)
    drawn = draws_a_line(table)
    table["Bo"].moves("propose", subject={"subject": "resume_play"})
    different, refused = told(table["Ann"], house_rules={"amendments": BEFORE})["diverging"]
    assert (different["version"], different["outcome"]) == (drawn, "different")
    assert (refused["version"], refused["outcome"]) == (drawn + 1, "refused")
    assert refused["code"] == "not_paused"
    assert told(table["Ann"], house_rules={"amendments": NUMBER})["identical"] is True
