"""Pictures over HTTP: each element keeps its place at every version. The headers for caches and browsers are right."""

import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import httpx
import pytest

from tests.support.client import Json, Player, Table, played, started
from tests.support.server import Server

SVG = "{http://www.w3.org/2000/svg}"
ASK_AGAIN = "private, no-cache"


def drawn(player: Player, **query: Any) -> httpx.Response:
    answer: httpx.Response = player.get(f"{player.home}/network.svg", **query)
    assert answer.status_code == 200, answer.text
    return answer


def middles(answer: httpx.Response) -> dict[str, str]:
    """Return the x coordinate of each element's label, by the id of the element."""
    found: dict[str, str] = {}
    for group in ET.fromstring(answer.content).iter(f"{SVG}g"):  # noqa: S314, our own server
        label = group.find(f"{SVG}text")
        if label is not None and "data-id" in group.attrib:
            line = label if label.get("x") else label[0]
            found[group.attrib["data-id"]] = line.attrib["x"]
    return found


def test_every_element_of_the_network_is_drawn_with_its_label(evening: Table) -> None:
    ann = evening["Ann"]
    network, answer = ann.see("/network"), drawn(ann)
    elements = [*network["nodes"], *network["edges"]]
    assert answer.headers["content-type"] == "image/svg+xml"
    assert set(middles(answer)) == {one["id"] for one in elements}
    text = re.sub("<[^>]*>", "", answer.text)
    assert all(word in text for one in elements for word in one["label"].split())


def test_everything_stands_at_one_place_at_every_version(evening: Table) -> None:
    ann = evening["Ann"]
    head = ann.head
    last = middles(drawn(ann, laid_out=head))
    for version in range(1, head, 3):
        assert middles(drawn(ann, at=version, laid_out=head)).items() <= last.items()


def test_only_new_nodes_move_while_a_table_writes_unless_the_game_goes_on_to_something_else(
    evening: Table,
) -> None:
    ann = evening["Ann"]
    seen = [nodes(ann, version) for version in range(1, ann.head + 1)]
    steps = enumerate(pairwise(seen), 2)
    moving = {
        version: {id for id in before if before[id] != after[id]}
        for version, (before, after) in steps
    }
    found = ann.see("/landmarks", limit=200)["landmarks"]
    pauses = {one["version"] for one in found if one["kind"] in ("step", "phase", "scene")}
    # Only one node may move: a node without edges, when its first edge is written.
    assert all(len(moved) <= 1 for version, moved in moving.items() if version not in pauses)


def test_a_portrait_has_the_same_nodes(evening: Table) -> None:
    ann = evening["Ann"]
    assert nodes(ann, ann.head).keys() == nodes(ann, ann.head, orientation="portrait").keys()
    assert ann.get(f"{ann.home}/network.svg", orientation="square").status_code == 400


def test_a_reader_moves_a_node_for_themselves_and_nothing_else_moves(evening: Table) -> None:
    ann = evening["Ann"]
    plain = nodes(ann, ann.head)
    moved = nodes(ann, ann.head, pinned=f"n1:{ann.head}:90:-40")
    assert {id for id in plain if plain[id] != moved[id]} == {"n1"}
    assert nodes(ann, ann.head) == plain
    assert ann.get(f"{ann.home}/network.svg", pinned="n1:1:9").status_code == 400


def nodes(player: Player, version: int, **query: int | str) -> dict[str, str]:
    """Return the places of nodes in the picture of a version."""
    seen = middles(drawn(player, at=version, laid_out=version, **query))
    return {id: place for id, place in seen.items() if id.startswith("n")}


def test_a_picture_is_requested_again_by_its_version_and_the_range_of_its_layout(
    evening: Table,
) -> None:
    ann = evening["Ann"]
    head = ann.head
    fixed, newest = drawn(ann, at=head - 1, laid_out=head), drawn(ann, at=head)
    assert fixed.headers["cache-control"] == newest.headers["cache-control"] == ASK_AGAIN
    laid_out = ann.event_tag(head)
    assert (fixed.headers["etag"], newest.headers["etag"]) == (
        f'"{head - 1}-{laid_out}"',
        f'"{head}-{laid_out}"',
    )


def test_a_picture_may_load_nothing_and_run_nothing(evening: Table) -> None:
    policy = drawn(evening["Ann"]).headers["content-security-policy"]
    assert re.fullmatch(
        r"default-src 'none'; style-src( 'sha256-[\w+/]+='){2}; frame-ancestors 'none'; sandbox",
        policy,
    )


def test_the_layout_covers_at_least_the_drawn_version_and_ends_at_the_head(
    evening: Table,
) -> None:
    ann = evening["Ann"]
    assert drawn(ann, at=20, laid_out=2).content == drawn(ann, at=20, laid_out=20).content
    after = ann.get(f"{ann.home}/network.svg", laid_out=ann.head + 1)
    assert (after.status_code, after.json()["code"]) == (404, "no_such_version")


def test_the_network_is_a_graph_for_other_programs_too(evening: Table) -> None:
    ann = evening["Ann"]
    for form, kind in (
        ("dot", "text/vnd.graphviz; charset=utf-8"),
        ("graphml", "application/graphml+xml"),
    ):
        newest = ann.get(f"{ann.home}/network.{form}")
        fixed = ann.get(f"{ann.home}/network.{form}", at=20)
        assert (newest.status_code, newest.headers["content-type"]) == (200, kind)
        assert (fixed.headers["etag"], fixed.headers["cache-control"]) == (ann.tag(20), ASK_AGAIN)


def test_a_map_shows_zones_their_characters_and_the_prices_of_borders(server: Server) -> None:
    ann = played(server.http, "Ann", "Bo", ruleset="edgerunner")["Ann"]
    sheet = {"kind": "character", "skills": [], "aspects": [], "tracks": []}
    ann.moves("propose", subject={"subject": "write_sheet", "name": "Sysop", "sheet": sheet})
    ann.moves("draw_map", name="The warehouse", metaphorical=False)
    for name in ("Loading dock", "Office"):
        ann.moves("add_zone", name=name)
    ann.moves("add_border", one="z1", other="z2", ways=[{"value": 2, "condition": "the door"}])
    ann.moves("place", character="c1", zone="z2", side=1)
    answer = ann.get(f"{ann.home}/map.svg")
    assert answer.status_code == 200, answer.text
    told = "2 zones, 1 border. Loading dock: nobody. Office: Sysop · character · side 1."
    assert f"{told} Loading dock — Office: 2 shifts the door." in answer.text


def test_a_game_has_only_its_own_pictures(evening: Table, server: Server) -> None:
    ann = played(server.http, "Ann", "Bo", ruleset="edgerunner")["Ann"]
    for player, read in ((evening["Ann"], "map.svg"), (ann, "network.svg"), (ann, "network.dot")):
        answer = player.get(f"{player.home}/{read}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_in_this_game")


OWES: Json = {
    "overview": "A debt comes to light.",
    "actions": [
        {
            "action": "connect", "narration": "It was always so.", "nature": "backstory",
            "label": "owes", "source": "n1", "target": "n2",
        }
    ],
}  # fmt: skip


@pytest.fixture
def in_run(server: Server) -> Table:
    """Return a table of Ann and Bo at the start of Run, before any first notice of loss."""
    return played(server.http, "Ann", "Bo", until="run")


def ghosts(answer: httpx.Response) -> dict[tuple[str, str], str]:
    """Return the CSS classes of ghosts (wished changes), by the subject and the element of each."""
    groups = ET.fromstring(answer.content).iter(f"{SVG}g")  # noqa: S314, our own server
    return {
        (one.attrib["data-about"], one.attrib["data-ghost"]): one.attrib["class"]
        for one in groups
        if "data-ghost" in one.attrib
    }


def test_a_declared_element_is_drawn_as_a_ghost_until_it_is_written(in_run: Table) -> None:
    bo, ann = in_run["Bo"], in_run["Ann"]
    edge = f"e{len(ann.see('/network')['edges']) + 1}"
    before = nodes(ann, ann.head)
    bo.moves("declare", **OWES)
    picture = drawn(ann)
    assert ghosts(picture) == {("d1", edge): "ghost added seat-2"}
    assert nodes(ann, ann.head) == before, "nothing moves for a ghost"
    ann.moves("consent", declaration="d1")
    assert ghosts(drawn(ann)) == {}
    assert ghosts(drawn(ann, at=bo.head - 1)) == ghosts(picture)


def test_a_rewind_that_is_asked_for_shows_what_would_go(in_run: Table) -> None:
    ann, bo = in_run["Ann"], in_run["Bo"]
    last = ann.see("/network")["edges"][-1]["id"]
    bo.moves("rewind", to=next(v for v in range(ann.head, 0, -1) if not _has(ann, last, v)))
    assert ghosts(drawn(ann))[("r1", last)] == "ghost removed seat-2"


def _has(player: Player, edge: str, version: int) -> bool:
    return any(one["id"] == edge for one in player.see("/network", at=version)["edges"])


def test_a_move_is_drawn_before_it_is_made_and_nothing_is_recorded(in_run: Table) -> None:
    bo = in_run["Bo"]
    head = bo.head
    answer = bo.ask("POST", f"{bo.home}/moves/picture", json={"move": "declare", **OWES})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert list(ghosts(answer).values()) == ["ghost added seat-2"]
    assert middles(answer).items() >= nodes(bo, head).items()
    assert bo.head == head


def test_a_move_that_the_rules_refuse_changes_nothing_in_the_picture(in_run: Table) -> None:
    bo = in_run["Bo"]
    refused = {"move": "write_node", "label": "Too late"}
    answer = bo.ask("POST", f"{bo.home}/moves/picture", json=refused)
    assert (answer.status_code, ghosts(answer)) == (200, {})


def test_a_game_without_a_picture_draws_no_move(server: Server) -> None:
    ann = started(server.http, "Ann", "Bo", ruleset="venus")["Ann"]
    answer = ann.ask("POST", f"{ann.home}/moves/picture", json={"move": "leave"})
    assert answer.json()["code"] == "not_in_this_game"
