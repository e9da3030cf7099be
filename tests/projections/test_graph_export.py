"""The network as a graph for other programs, which read back what was written."""

from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pygraphviz
import pytest

from projections.graph_export import dot, graphml
from projections.network import NetworkView, network
from tests.support.play import Game, effect, in_run

GRAPHML = "{http://graphml.graphdrawing.org/xmlns}"


@pytest.fixture
def seen() -> NetworkView:
    game = in_run("Ann", "Bo")
    rex, moon = game.character("Bo", "Rex!!"), game.node("Ann", "Moon??", "place")
    game.edge("Bo", rex, "wants!!", moon, thing=1)
    game.edge("Bo", rex, "fears", moon)
    game.given(effect("element_eliminated", element=moon, cause="strikes"))
    return network(game.state, 9)


def data(graph: str) -> Iterator[tuple[str, dict[str, str | None]]]:
    root = ET.fromstring(graph)  # noqa: S314, our own
    types = {key.attrib["id"] for key in root.iter(f"{GRAPHML}key")}
    for element in root.findall(f"{GRAPHML}graph/*[@id]"):
        found = {one.attrib["key"]: one.text for one in element}
        assert set(found) <= types
        yield element.attrib["id"], found


def test_graphviz_reads_back_what_was_written(seen: NetworkView) -> None:
    graph = pygraphviz.AGraph(string=dot(seen, "An evening"))
    assert graph.is_directed()
    assert sorted(graph.edges(keys=True)) == [("n1", "n2", "e1"), ("n1", "n2", "e2")]
    rex, moon = graph.get_node("n1").attr, graph.get_node("n2").attr
    assert (rex["label"], rex["name"], rex["claimed_by"], rex["power"]) == (
        "Rex!!",
        "Rex",
        "s2",
        "2",
    )
    assert (moon["eliminated"], moon["style"], moon["kind"]) == ("strikes", "dashed", "place")
    assert graph.get_edge("n1", "n2", "e1").attr["thing"] == "1"


def test_graphml_has_a_key_for_each_field(seen: NetworkView) -> None:
    found = dict(data(graphml(seen, "An evening")))
    assert list(found) == ["n1", "n2", "e1", "e2"]
    assert found["n1"] == {
        "label": "Rex",
        "marks": "!!",
        "power": "2",
        "standing": "2",
        "creator": "s2",
        "kind": "person",
        "claimed_by": "s2",
        "control": "s2",
    }
    assert found["n2"]["eliminated"] == "strikes"
    assert found["e1"]["thing"] == "1"


LABELS = ['"]; n9 [label="x', "a\\", "\\N\\", "&lt;b&gt;", "</data><node id='n9'/>", "שלום 👩‍👩‍👧"]


@pytest.mark.parametrize("label", LABELS)
def test_a_label_is_only_text(label: str) -> None:
    game: Game = in_run("Ann", "Bo")
    node = game.node("Ann", "Rain")
    game.given(effect("relabelled", element=node, label=label))
    shown = network(game.state, 9)
    graph = pygraphviz.AGraph(string=dot(shown, label))
    assert graph.nodes() == [node]
    said = graph.get_node(node).attr["label"]
    assert said == label.replace("\\", "\\\\").replace("&", "&amp;")
    assert dict(data(graphml(shown, label)))[node]["label"] == label
