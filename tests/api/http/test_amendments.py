"""By which amendments a session is judged, how its table adopts others, and what each would change."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from domain.core.amendment import in_force
from domain.games.rulesets import RULESETS
from tests.support.client import Client, Json, Player, Table, forked, of, played
from tests.support.log import archived, rows
from tests.support.mended import (
    LATER,
    adopted_otherwise,
    as_first_written,
    asked_later,
    begun_mended,
    mended,
    with_lines,
)
from tests.support.server import Server, serving
from tests.support.venus import Game

LINES = {"Content-Type": "application/x-ndjson"}
VENUS = RULESETS["venus"]


def begun(server: Server, **house_rules: Any) -> Table:
    return played(server.http, "Ann", "Bo", "Cy", ruleset="venus", house_rules=house_rules)


def newest() -> int:
    """The amendment that sessions begin with today."""
    return in_force(VENUS.beginning({}, datetime.now(UTC).date().isoformat()))


def judged_by(player: Player, **query: Any) -> tuple[int, list[int]]:
    shown = player.see("", **query)
    return shown["amendments"], shown["amendments_to_adopt"]


def adopt(table: Table, number: int) -> Json:
    """Let Ann propose what all others agree to; gives the event that settles it."""
    subject = {"subject": "choose_house_rule", "house_rule": "amendments", "value": number}
    event = table["Ann"].moves("propose", subject=subject)
    asked = event["event"]["effects"][0]
    for seat in asked["asked"]:
        event = table.of_seat(seat).moves("agree", proposal=asked["proposal"])
    return event


def test_a_ruleset_tells_its_amendments(server: Server) -> None:
    shown = Client(server.http).read("/v1/rulesets/venus")
    assert [one["number"] for one in shown["amendments"]] == [
        one.number for one in VENUS.amendments
    ]
    begins = {one["id"]: one["begins"] for one in shown["house_rules"]}
    assert (begins["amendments"], begins["undo"]) == (newest(), None)
    first = shown["amendments"][0]
    assert first["rules"] == ["task.subvert"]
    assert "secondary consequence that you did not choose" in first["statement"]


def test_a_new_session_begins_with_the_newest(server: Server) -> None:
    ann = begun(server)["Ann"]
    assert ann.log()[0]["event"]["move"]["house_rules"] == {"amendments": newest()}
    assert judged_by(ann) == (newest(), [*range(newest() + 1, len(VENUS.amendments) + 1)])


def test_a_new_session_begins_with_none_that_an_older_release_beside_does_not_have(
    database: str,
) -> None:
    with serving(database, verger_hold_back="2000-01-01") as held:
        last = len(VENUS.amendments)
        assert judged_by(bo := begun(held)["Bo"]) == (0, [*range(1, last + 1)])
        # Where it is a game's first amendment, the older one has not even the choice.
        assert bo.log()[0]["event"]["move"]["house_rules"] == {}
        assert judged_by(begun(held, amendments=last)["Bo"]) == (last, [])
        shown = Client(held.http).read("/v1/rulesets/venus")["house_rules"]
        assert [one["begins"] for one in shown if one["id"] == "amendments"] == [None]


def test_a_game_that_was_never_mended_says_so(server: Server) -> None:
    ann = played(server.http, "Ann", "Bo")["Ann"]
    assert judged_by(ann) == (0, [])
    assert ann.log()[0]["event"]["move"]["house_rules"] == {}


def test_its_table_adopts_what_is_newer_and_every_version_keeps_its_own(server: Server) -> None:
    table = begun(server, amendments=0)
    ann, before = table["Ann"], table["Ann"].head
    assert judged_by(ann) == (0, [one.number for one in VENUS.amendments])
    settled = adopt(table, 1)
    assert settled["event"]["effects"][-1] == {
        "effect": "house_rule_chosen",
        "house_rule": "amendments",
        "value": 1,
    }
    assert judged_by(ann)[0] == 1
    assert judged_by(ann, at=before)[0] == 0
    assert judged_by(forked(ann, version=before)["Ann"])[0] == 0
    assert judged_by(forked(ann)["Ann"])[0] == 1


def test_going_back_in_play_takes_no_agreement_about_the_rules_back(server: Server) -> None:
    table = begun(server, amendments=0, undo="gm")
    before = table["Ann"].head
    adopt(table, 1)
    table["Ann"].moves("rewind", to=before)
    assert judged_by(table["Ann"])[0] == 1


def brought(server: Server, game: Game) -> Player:
    """A session that was played elsewhere, as whoever brings its archive reads it."""
    token = played(server.http, "Ada", "Ben")["Ada"].token
    assert token
    body = b"".join(archived(rows(game.log, uuid4())))
    answer = Client(server.http, token).ask("POST", "/v1/imports", content=body, headers=LINES)
    return Player(server.http, token, of(answer, 201)["session"], "")


def told(player: Player, **body: Any) -> Json:
    found: Json = of(player.post(f"{player.home}/what-if", body), 200)
    return found


def test_what_if_says_what_was_allowed_by_an_amendment_alone(server: Server) -> None:
    reader = brought(server, begun_mended())
    first = told(reader, house_rules={"amendments": 0})["first"]
    assert (first["version"], first["outcome"]) == (reader.head, "refused")
    assert (first["code"], first["rule"]) == ("unknown_consequence", "task.subvert")
    assert told(reader, house_rules={"amendments": 1})["identical"] is True


def test_what_if_says_what_an_amendment_would_change(server: Server) -> None:
    reader = brought(server, as_first_written())
    shown = told(reader, house_rules={"amendments": 1})
    assert [(one["version"], one["outcome"]) for one in shown["diverging"]] == [
        (reader.head, "different")
    ]


def test_an_archive_of_a_later_program_is_not_imported(server: Server) -> None:
    log, version = adopted_otherwise(LATER)
    token = played(server.http, "Ada", "Ben")["Ada"].token
    body = b"".join(with_lines(log, mended()))
    answer = Client(server.http, token).ask("POST", "/v1/imports", content=body, headers=LINES)
    problem = answer.json()
    assert problem["code"] == "unreadable_archive"
    assert f"from version {version} on it is judged by amendment {LATER}" in problem["detail"]


def test_a_session_of_a_later_program_is_left_to_later_ones(server: Server, database: str) -> None:
    with serving(database) as own:
        table = begun(own)
        asked_later(table, database)
        ann = table["Ann"]
    with serving(database) as fresh:
        again = ann.at(fresh.http)
        for answer in (again.move("signal"), again.get(again.home)):
            assert of(answer, 503)["code"] == "unavailable"
        told = [line["event"] for line in fresh.lines]
        assert told.count("session_is_newer") == 1
        assert not {"internal_error", "log_damaged"} & set(told)
