"""The network as a picture: the drawing of an element, and labels as plain text."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.support.loss import frame, in_notice, lose
from tests.support.play import Game, action, effect, in_run
from tests.support.root import ROOT
from verger.domain.core.decider import Facts
from verger.domain.core.dice import RecordedDice
from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.mover import Unseated
from verger.domain.games.rulesets import RULESETS
from verger.domain.games.verge.model.network import CharacterClaimed, EdgeAdded, NodeAdded
from verger.domain.judging.foreseen import foreseen
from verger.projections.picture.arrangement import Arrangement, arranged
from verger.projections.picture.entry import Box, Places, Tie
from verger.projections.picture.ghost import Ghost, apart, entries, ghosts_of
from verger.projections.picture.layout import LayoutBuilder
from verger.projections.picture.svg import seat_class
from verger.projections.verge.network_paper import NetworkReader, entry
from verger.projections.verge.network_picture import elements, network_picture
from verger.projections.verge.pips import PIP

SVG = "{http://www.w3.org/2000/svg}"
NAUGHTY = [
    "</text><script>alert(1)</script>",
    "]]><!--&lt;",
    "\" onload='alert(1)",
    "&#0;&bogus; %s {} ${x}",
    "\ue000\U0010ffff\u0378",
    "\u200f<b>שלום</b>",
    "👩‍👩‍👧" * 20,
    "x" * 100,
]


def written(game: Game) -> Iterator[Any]:
    """Yield effects that would produce this network."""
    network = game.state.play.network
    for id, node in in_order(network.nodes.items()):
        yield NodeAdded(id, node.label, node.kind, node.creator)
    for edge_id, edge in in_order(network.edges.items()):
        yield EdgeAdded(edge_id, edge.label, edge.source, edge.target, edge.creator)
    for seat, character in in_order(network.characters.items()):
        yield CharacterClaimed(seat, character)


def in_a_row(
    part: Sequence[str],
    boxes: Mapping[str, Box],
    ties: Sequence[Tie],
    places: Places,
    is_tall: bool,
) -> Places:
    return {id: (number * 400, 0) for number, id in enumerate(part)}


def framed(game: Game) -> Arrangement:
    growing, reader = LayoutBuilder(in_a_row), NetworkReader()
    for done in written(game):
        growing.take([tuple(reader.read(done))])  # type: ignore[arg-type]
    return arranged(growing)


def drawn(game: Game) -> ET.Element:
    return ET.fromstring(network_picture(game.state, framed(game), 7, [".x > .y {}"]))  # noqa: S314


def element(game: Game, id: str) -> Any:
    groups = drawn(game).iter(f"{SVG}g")
    return next(group for group in groups if group.attrib["data-id"] == id)


def classes(game: Game, id: str) -> set[str]:
    return set(element(game, id).attrib["class"].split())


def title(game: Game, id: str) -> str:
    text: str = element(game, id).findtext(f"{SVG}title")
    return text


def test_power_is_a_number_behind_the_label_and_marks_are_in_the_title() -> None:
    game = in_run("Ann", "Bo")
    strong, plain = game.node("Ann", "Rain!!!!!!!!?"), game.node("Bo", "Debt")
    assert element(game, strong).findtext(f"{SVG}text/{SVG}tspan") == " 7"
    assert element(game, plain).find(f"{SVG}text/{SVG}tspan") is None
    assert title(game, strong) == (
        "Rain · node · power 7 · !!!!!!!!? · 8 ratifications, 1 weakening · written by Ann"
    )


def strokes(game: Game, id: str) -> str:
    """The drawn pips of an element. The pips of an edge are at its label."""
    groups = [group for group in drawn(game).iter(f"{SVG}g") if group.attrib["data-id"] == id]
    found = groups[-1].find("*[@class='pips']")
    return "" if found is None else found.attrib["d"]


def test_each_mark_is_a_sign_below_the_label_and_many_are_a_number_and_a_sign() -> None:
    game = in_run("Ann", "Bo")
    rain, debt = game.node("Ann", "Rain on the harbour!!!XX?"), game.node("Bo", "Debt!!!!!!!!!!!!X")
    feeds = game.edge("Ann", rain, "feeds!!", debt)
    plain = game.edge("Ann", debt, "feeds", rain)
    assert [strokes(game, id).count("M") for id in (rain, debt, feeds, plain)] == [6, 2, 2, 0]
    assert [one.text for one in element(game, debt).iterfind("*[@class='count']")] == ["12"]
    assert element(game, rain).find("*[@class='count']") is None


@pytest.mark.parametrize("kind", ["idea", "organization", "person", "place", "quality", "thing"])
def test_pips_stay_within_the_shape_of_their_node(kind: str) -> None:
    game = in_run("Ann", "Bo")
    node = game.node("Ann", "Rain!!!!!!!!XX?", kind)
    stand = framed(game).stands[node]
    starts = re.findall(r"M(\S+) (\S+?)[vm]", strokes(game, node))
    assert len(starts) == 4
    for x, y in starts:
        assert abs(float(x) - stand.x) < stand.width * 0.4
        assert stand.y < float(y) < stand.y + stand.height / 2 - PIP


def test_each_of_sixteen_seats_has_a_different_colour() -> None:
    rules = (ROOT / "service/http/picture.css").read_text()
    seats = [seat_class(SeatId(f"s{number}")) for number in range(1, 17)]
    assert len(set(seats)) == 16
    for seat in seats:
        light, dark = re.findall(rf"--{seat}: (#\w+);", rules)
        assert rules.count(light) == rules.count(dark) == 1
        assert f".picture .{seat} {{" in rules


def test_a_line_below_each_label_has_the_colour_of_the_seat_that_wrote_it() -> None:
    game = in_run("Ann", "Bo", "Cy")
    rex, debt = game.character("Bo", "Rex"), game.node("Cy", "Debt")
    game.edge("Ann", rex, "owes", debt)
    lines = [line.attrib["class"] for line in drawn(game).iterfind(f".//{SVG}path")]
    assert sorted(one for one in lines if one.startswith("by ")) == [
        *("by seat-1", "by seat-2", "by seat-3"),
    ]
    assert title(game, debt).endswith(" · written by Cy")


def test_the_power_of_a_node_is_its_font_weight_and_in_its_title() -> None:
    game = in_run("Ann", "Bo")
    strong, weak = game.node("Ann", "Rain!!!!!!!!", "idea"), game.node("Bo", "Debt?")
    assert "weight-6" in classes(game, strong)
    assert (
        title(game, strong) == "Rain · idea · power 8 · !!!!!!!! · 8 ratifications · written by Ann"
    )
    assert {"plain", "weight-0"} < classes(game, weak)
    assert title(game, weak) == "Debt · node · power -1 · ? · 1 weakening · written by Bo"


def test_a_character_is_circled_in_its_seats_colour_and_names_its_player() -> None:
    game = in_run("Ann", "Bo")
    rex = game.character("Bo", "Rex")
    assert classes(game, rex) >= {"node", "person", "character", "seat-2"}
    assert element(game, rex).find("*[@class='ring']") is not None
    assert element(game, rex).findtext("*[@class='seat']") == "Bo"
    assert title(game, rex).endswith(" · Bo")


def test_an_eliminated_element_is_struck_through() -> None:
    game = in_run("Ann", "Bo")
    monks = game.node("Ann", "Monks XXX")
    game.given(effect("element_eliminated", element=monks, cause="strikes"))
    assert "eliminated" in classes(game, monks)
    assert element(game, monks).find("*[@class='strike']") is not None
    assert "eliminated (strikes)" in title(game, monks)


def test_an_edge_shows_its_sentence_and_the_owner_of_its_thing() -> None:
    game = in_run("Ann", "Bo")
    rex, moon = game.character("Bo", "Rex"), game.node("Ann", "Moon")
    wants = game.edge("Bo", rex, "wants!!", moon, thing=1)
    assert title(game, wants).startswith("Rex —wants→ Moon · power 2 · !! · 2 ratifications")
    assert element(game, wants).attrib["data-ends"] == f"{rex} {moon}"
    label = [group for group in drawn(game).iter(f"{SVG}g") if group.attrib["data-id"] == wants][1]
    assert "".join(label.itertext()) == "wants 2 #1"


@pytest.mark.parametrize("text", ["Pure souls only.", "<b>&amp;</b>", "]]></title>"])
def test_an_explanation_stands_in_the_title_as_text(text: str) -> None:
    game = in_run("Ann", "Bo")
    added = {"label": "Rain", "creator": "s1", "explanation": text}
    game.given(effect("node_added", node="n1", kind="idea", **added))
    game.given(effect("edge_added", edge="e1", source="n1", target="n1", **added))
    assert title(game, "n1") == f"Rain · idea · power 0 · written by Ann · {text}"
    assert title(game, "e1") == f"Rain —Rain→ Rain · power 0 · written by Ann · {text}"


def fate(game: Game, id: str) -> str | None:
    words: str | None = element(game, id).findtext("*[@class='fate']")
    return words


def test_the_thing_of_a_first_notice_is_at_stake_and_later_lost() -> None:
    game = in_notice("Ann", "Bo")
    assert fate(game, "n2") == "at stake for Bo"
    assert {"at-stake"} < classes(game, "n2")
    assert " · at stake for Bo · " in title(game, "e1")
    assert "Thing 1 of Bo is at stake for Bo." in drawn(game).findtext(f"{SVG}desc", "")
    assert [fate(game, id) for id in ("n1", "n3")] == [None, None]
    lose(game)
    assert fate(game, "n2") == "lost by Bo"
    frame(game)
    assert fate(game, "n2") == "lost by Bo"
    assert "lost" in classes(game, "e1")


def test_a_thing_that_two_seats_lost_names_both() -> None:
    game = lose(in_notice("Ann", "Bo"))
    knight = game.node("Bo", "Squire", "person")
    game.given(effect("character_released", seat="s2", node="n1"))
    game.given(effect("notice_ended", seat="s2"))
    game.given(effect("loss_chosen", seat="s1", edge="e1"), effect("notice_began", seat="s1"))
    game.given(effect("notice_fought", seat="s1", how="It burns.", by=knight))
    assert fate(game, "n2") == "lost by Bo and Ann"


def test_ties_between_the_same_two_boxes_take_separate_ways() -> None:
    game = in_run("Ann", "Bo")
    rain, debt = game.node("Ann", "Rain"), game.node("Bo", "Debt")
    for ends in ((rain, debt), (debt, rain), (rain, debt), (rain, rain), (rain, rain)):
        game.edge("Ann", ends[0], "feeds", ends[1])
    lines = [line.attrib["d"] for line in drawn(game).iterfind(".//*[@class='line']")]
    assert len(set(lines)) == 5
    spots = {(r.x, r.y) for r in framed(game).routes.values()}
    assert len(spots) == 5


def test_the_picture_describes_its_content_in_words() -> None:
    game = in_run("Ann", "Bo")
    game.draws("Ann", "Rex (Bo) -wants-> Moon")
    game.draws("Ann", "Rain!")
    assert drawn(game).findtext(f"{SVG}desc") == (
        "3 nodes and 1 edge. Characters: Rex (Bo). Rex —wants→ Moon. Rain 1."
    )


@pytest.mark.parametrize("label", NAUGHTY)
def test_a_label_is_only_text(label: str) -> None:
    game = in_run("Ann", "Bo")
    node = game.node("Ann", "Rain")
    game.given(effect("relabelled", element=node, label=label))
    game.edge("Ann", node, "is", node)
    picture = drawn(game)
    assert {one.tag.removeprefix(SVG) for one in picture.iter()} <= {
        *("svg", "title", "desc", "style", "rect", "g", "path", "text", "tspan"),
    }
    said = element(game, node).find(f"{SVG}text")
    assert "".join(said.itertext()).replace(" ", "") == label.replace(" ", "")


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\ud800", "\ufffe"])
def test_characters_that_no_document_may_hold_are_replaced(character: str) -> None:
    game = in_run("Ann", "Bo")
    node = game.node("Ann", f"a{character}b")
    assert "a\ufffdb" in title(game, node)


def test_a_label_from_right_to_left_is_set_so() -> None:
    game = in_run("Ann", "Bo")
    node = game.node("Ann", "בית קטן!!")
    assert element(game, node).find(f"{SVG}text").attrib["direction"] == "rtl"


DOG = action("create", label="Dog<b>", kind="thing", edge="plays in", other="n1")


def haunted() -> tuple[Game, list[Ghost]]:
    """Return a table where two seats want to change the network, and the ghosts of these changes."""
    game = in_run("Ann", "Bo", "Cy").grant("Bo", story=5).grant("Cy", story=5)
    game.node("Ann", "Park!!")
    game.declares("Bo", DOG)
    game.declares(
        "Cy",
        action("create", label="Bell", kind="thing", edge="rings in", other="n1"),
        action("strengthen", element="n1"),
    )
    facts = Facts(Unseated.SERVER, datetime(2026, 1, 1, tzinfo=UTC), RecordedDice(()))
    found = foreseen(RULESETS["verge"], game.state, facts)
    return game, apart(ghosts_of(elements, game.state, found))


def _with_room(game: Game, wanted: list[Ghost]) -> Arrangement:
    growing, reader = LayoutBuilder(in_a_row), NetworkReader()
    for done in written(game):
        growing.take([tuple(reader.read(done))])  # type: ignore[arg-type]
    before = dict(growing.places)
    growing.take([entries(wanted, entry)])
    assert growing.places.items() >= before.items(), "nothing moves for a ghost"
    return arranged(growing)


def ghosts(game: Game, wanted: list[Ghost]) -> list[ET.Element]:
    """The drawn ghosts, in a layout with room for them."""
    image = network_picture(game.state, _with_room(game, wanted), 7, "", wanted)
    drawing = ET.fromstring(image)  # noqa: S314
    return [one for one in drawing.iter(f"{SVG}g") if one.get("class", "").startswith("ghost")]


def test_a_wanted_change_is_drawn_in_the_colour_of_its_seat_with_its_price() -> None:
    dog, plays, bell, rings, park = sorted(
        ghosts(*haunted()), key=lambda one: (one.get("data-about"), one.get("class"))
    )
    assert [one.get("class") for one in (dog, bell, park)] == [
        "ghost added seat-2",
        "ghost added seat-3",
        "ghost changed seat-3",
    ]
    assert "Bo · 1 story" in "".join(dog.itertext())
    assert "plays in" in "".join(plays.itertext())
    assert "rings in" in "".join(rings.itertext())
    assert "→ 3" in "".join(park.itertext())
    assert "wants to change Park to 3" in "".join(park.itertext())


def test_a_ghost_takes_no_element_s_id_and_its_label_stays_text() -> None:
    found = ghosts(*haunted())
    assert all("data-id" not in one.attrib for ghost in found for one in ghost.iter())
    assert any("Dog<b>" in "".join(one.itertext()) for one in found)


def test_ghosts_of_one_id_stand_apart() -> None:
    _, wanted = haunted()
    assert {one.id for ghost in wanted for one in ghost.changes} == {"n1", "n2", "e1"}
    boxes = [one for one in entries(wanted, entry) if isinstance(one, Box)]
    assert len({box.id for box in boxes}) == 2


def test_a_picture_describes_in_words_the_wanted_changes() -> None:
    game, wanted = haunted()
    assert "Bo wants to add Dog&lt;b&gt;." in network_picture(
        game.state, _with_room(game, wanted), 7, "", wanted
    )
