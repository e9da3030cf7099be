"""The history of an element over HTTP, in pages, as every process reads it."""

from uuid import uuid4

import pytest

from tests.api.http.test_redactions import redacted
from tests.projections.test_history import played as gone_through
from tests.support.client import Json, Player, Table, forked, of, played
from tests.support.log import archived, evening, rows
from tests.support.server import Server, serving


def history(player: Player, element: str, **query: object) -> list[Json]:
    """Return the entries of an element."""
    found: list[Json] = player.see(f"/elements/{element}/history", **query)["entries"]
    return found


@pytest.fixture
def table(server: Server) -> Table:
    """Return a table in Load with two nodes and marks. Its GM decides what is undone."""
    table = played(server.http, "Ann", "Bo", until="load", house_rules={"undo": "gm"})
    for name, move, fields in (
        ("Ann", "write_node", {"label": "Rain"}),
        ("Bo", "write_node", {"label": "Debt"}),
        ("Ann", "write_node", {"label": "Harbour Watch"}),
        ("Ann", "write_edge", {"label": "guards", "other": "n2"}),
        ("Ann", "mark", {"element": "n2", "mark": "!"}),
    ):
        table[name].moves(move, **fields)
    return table


def test_a_history_names_the_maker_of_an_element_and_its_changes(table: Table) -> None:
    entries = history(table["Bo"], "n2")
    assert [(one["type"], one["seat"]) for one in entries] == [
        ("write_node", "s2"),
        ("write_edge", "s1"),
        ("mark", "s1"),
    ]
    assert entries[0]["sentence"].startswith("Bo writes “Debt”.")
    assert {"effect": "mark_added", "element": "n2", "marks": "!"} in entries[-1]["effects"]


def test_the_history_has_disputes_and_rewinds_of_its_events(table: Table) -> None:
    ann, marked = table["Ann"], table["Ann"].head
    about = {"of": "event", "version": marked}
    ann.moves("dispute", about=about, rule="load.marks", grounds="Why?")
    ann.moves("rewind", to=marked - 1)
    entries = history(ann, "n2")[-3:]
    assert [(one["type"], one["undone_by"]) for one in entries] == [
        ("mark", marked + 2),
        ("dispute", None),
        ("rewind", None),
    ]
    assert history(ann, "n2", at=marked)[-1]["undone_by"] is None


def test_pages_lead_through_all_entries(table: Table) -> None:
    found: list[Json] = []
    after: int | None = 0
    while after is not None:
        page = table["Bo"].see("/elements/n2/history", after=after, limit=1)
        assert len(page["entries"]) == 1
        found, after = found + page["entries"], page["next_after"]
    assert found == history(table["Bo"], "n2")


def test_the_list_of_events_can_be_filtered_by_element_seat_and_both(table: Table) -> None:
    ann = table["Ann"]
    versions = [one["version"] for one in history(ann, "n2")]

    def listed(**query: object) -> list[int]:
        return [one["version"] for one in ann.see("/events", **query)["events"]]

    assert listed(element="n2") == versions
    assert listed(element="n2", order="newest", limit=2) == versions[:0:-1]
    assert listed(element="n2", seat="s2") == versions[:1]
    problem = of(ann.get(f"{ann.home}/events", element="n99"), 404)
    assert problem["code"] == "no_such_element"


def test_an_unknown_element_is_refused_with_the_reads_that_have_ids(table: Table) -> None:
    ann = table["Ann"]
    for element, at in (("n99", ann.head), ("s1", ann.head), ("n3", 5)):
        problem = of(ann.get(f"{ann.home}/elements/{element}/history", at=at), 404)
        assert problem["code"] == "no_such_element"
        assert problem["facts"] == {"element": element, "version": at}
    assert "n3" in [node["id"] for node in ann.see("/network")["nodes"]]


def test_redacted_words_are_gone_from_every_version_of_the_history(
    database: str,
) -> None:
    with serving(database) as one, serving(database) as other:
        ann = played(one.http, "Ann", "Bo", until="load")["Ann"]
        there = ann.at(other.http)
        version = ann.moves("write_node", label="Zwiebelgasse")["version"]
        fork = forked(ann)["Ann"]
        path = f"/elements/n1/history?at={version}"
        tag = ann.get(f"{ann.home}{path}").headers["etag"]
        done = redacted(ann, version)["version"]
        for player in (ann, there, fork):
            assert "[redacted]" in history(player, "n1")[0]["sentence"]
            assert "Zwiebel" not in str(history(player, "n1") + history(player, "n1", at=version))
        assert history(ann, "n1")[-1]["version"] == done
        known = ann.get(f"{ann.home}{path}", headers={"If-None-Match": tag})
        assert known.status_code == 200


@pytest.mark.parametrize(
    "name",
    ["second_thoughts", "edgerunner_data_run", "venus_the_salt_road", "afterverse_herbarium"],
)
def test_an_evening_of_any_game_has_the_histories_that_are_read_from_its_log(
    server: Server, name: str
) -> None:
    log = rows(evening(name), uuid4())
    ann = played(server.http, "Ann", "Bo")["Ann"]
    of(ann.imports(b"".join(archived(log))), 201)
    reader, told = Player(server.http, str(ann.token), str(log[0].session), ""), gone_through(name)
    for element in ("n8", "c1", "z1"):
        if versions := told.versions(element):
            entries = history(reader, element, limit=500)
            assert [one["version"] for one in entries] == versions
            undone = {one["version"]: one["undone_by"] for one in entries if one["undone_by"]}
            assert undone == told.undone(element)
