"""Draw every version of recorded evenings. Each element is drawn, and keeps its place."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from verger.domain.core.decider import Wish
from verger.domain.core.identifier import SeatId
from verger.domain.core.past import GrowingPast
from verger.domain.core.since import OLDEST
from verger.projections.edgerunner.map_paper import MapReader, entry
from verger.projections.edgerunner.map_picture import elements, map_picture
from verger.projections.picture.arrangement import Arrangement, arranged
from verger.projections.picture.entry import Places
from verger.projections.picture.ghost import apart, entries, ghosts_of
from verger.projections.picture.layout import LayoutBuilder
from verger.projections.picture.written import WrittenSheets
from verger.projections.verge.network_paper import NetworkReader
from verger.projections.verge.network_picture import network_picture
from verger.service.layout.drawing import drawn as together
from verger.service.log.codec import codec_of
from verger.service.log.reading import EventText

EVENINGS = Path(__file__).parent / "evenings"
NETWORKS = ["second_thoughts", "fresh_start", "losses"]
MAPS = ["edgerunner_net_run", "edgerunner_takeover"]


def played(name: str, written: WrittenSheets) -> Iterator[tuple[int, Any]]:
    """Yield every version of an evening with its state, and add the new elements to `written`."""
    lines = (EVENINGS / f"{name}.jsonl").read_text().splitlines()
    told = [line for line in lines if '"effects":' in line]
    events = [EventText(version, event, OLDEST) for version, event in enumerate(told, 1)]
    codec, past = codec_of(events[0]), GrowingPast(range(len(events) + 1))
    state = codec.ruleset.empty
    for event in events:
        state = codec.fold(state, event, past)
        past.add(event.version, state.play, None)
        written.take(event.version, codec.effects.decode(event.data).effects)
        yield event.version, state


def frames(written: WrittenSheets) -> dict[int, Arrangement]:
    """Return the arrangement of each sheet of paper, by the number of the sheet."""
    found: dict[int, Arrangement] = {}
    for sheet in {written.sheet_at(version) for version in range(1, written.version + 1)}:
        growing = LayoutBuilder(together)
        growing.take(written.entries(sheet, written.version))
        found[sheet] = arranged(growing)
    return found


def drawn(picture: str) -> set[str]:
    groups = ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}g")  # noqa: S314, our own
    return {group.attrib["data-id"] for group in groups}


@pytest.mark.parametrize("name", NETWORKS)
def test_every_version_of_an_evenings_network_is_drawn(name: str) -> None:
    written = WrittenSheets(NetworkReader())
    states = dict(played(name, written))
    known = frames(written)
    for version, state in states.items():
        network = state.play.network
        frame = known[written.sheet_at(version)]
        assert drawn(network_picture(state, frame, version, "")) == {*network.nodes, *network.edges}


@pytest.mark.parametrize("name", MAPS)
def test_every_version_of_an_evenings_map_is_drawn_with_all_characters_on_it(name: str) -> None:
    written = WrittenSheets(MapReader())
    states = dict(played(name, written))
    known = frames(written)
    for version, state in states.items():
        chart, there = state.play.chart, state.play.conditions.items()
        people = {id for id, one in there if one.there}
        frame = known[written.sheet_at(version)]
        found = drawn(map_picture(state, frame, version, "")) - {"z0"}
        assert found == {*chart.zones, *chart.borders, *people}


def test_a_clean_network_is_another_sheet_and_undone_elements_stay_on_the_sheet() -> None:
    scrapped, undone = WrittenSheets(NetworkReader()), WrittenSheets(NetworkReader())
    last = dict(played("fresh_start", scrapped))[scrapped.version]
    assert len(frames(scrapped)) > 1
    state = dict(played("second_thoughts", undone))[undone.version]
    assert {*frames(undone)[0].stands} >= {*state.play.network.nodes}
    now = frames(scrapped)[scrapped.sheet_at(scrapped.version)]
    assert {*now.stands} == {*last.play.network.nodes}


def test_labels_keep_clear_of_nodes() -> None:
    written = WrittenSheets(NetworkReader())
    dict(played("losses", written))
    (frame,) = frames(written).values()
    hidden = [
        name
        for name, route in frame.routes.items()
        for stand in frame.stands.values()
        if abs(route.x - stand.x) * 2 < stand.width and abs(route.y - stand.y) * 2 < stand.height
    ]
    assert hidden == []


WISHES = {13: "add Mail", 22: "add Cellar — Vault", 30: "remove Spare deck", 79: "change Nephrite"}


def haunted(version: int) -> tuple[Places, Places, str]:
    """Draw the map at a version with a wished change: the next version. Return the places before and after the wish, and the picture."""
    written = WrittenSheets(MapReader())
    states = dict(played("edgerunner_net_run", written))
    wishes = [Wish("p1", SeatId("s2"), states[version + 1])]
    ghosts = apart(ghosts_of(elements, states[version], wishes))
    growing = LayoutBuilder(together)
    growing.take(written.entries(written.sheet_at(version), version))
    before = dict(growing.places)
    growing.take([entries(ghosts, entry)])
    picture = map_picture(states[version], arranged(growing), version, "", ghosts)
    return before, growing.places, picture


GHOST = re.compile(r'<g class="ghost \w+ seat-2" [^>]*><title>[^<]* wants to (.*?)</title>(.*)</g>')


@pytest.mark.parametrize(("version", "wanted"), WISHES.items())
def test_a_wanted_change_of_a_map_is_drawn_on_it_and_nothing_moves(
    version: int, wanted: str
) -> None:
    before, after, picture = haunted(version)
    assert before.items() <= after.items()
    ((told, drawn),) = GHOST.findall(picture)
    assert told == wanted
    assert "data-id" not in drawn
    assert re.search('class="(halo|line|shape)"', drawn)
