"""The network as a graph for other programs, which read it back unchanged."""

import json
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import igraph
import networkx as nx
import pydot
import pytest

from tests.support.play import Game, effect, in_run
from verger.projections.verge.graph_export import dot, graphml
from verger.projections.verge.network import NetworkView, network
from verger.service.layout.drawing import PROGRAM

# pydot uses deprecated names of its parser.
pytestmark = pytest.mark.filterwarnings("ignore:.* deprecated - use:DeprecationWarning")
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
    keys = {key.attrib["id"]: key.attrib for key in root.iter(f"{GRAPHML}key")}
    for element in root.findall(f"{GRAPHML}graph/*[@id]"):
        found = {keys[one.attrib["key"]]["attr.name"]: one.text for one in element}
        assert {keys[one.attrib["key"]]["for"] for one in element} == {element.tag[len(GRAPHML) :]}
        yield element.attrib["id"], found


def graphviz(graph: str, form: str) -> str:
    """Let Graphviz read a graph and write it in another form."""
    program = shutil.which(PROGRAM, path=sysconfig.get_path("scripts"))
    assert program
    command = [program, f"-T{form}"]
    return subprocess.run(command, input=graph.encode(), stdout=-1, check=True).stdout.decode()


def read(graph: str) -> Any:
    """Return the graph as a tree. Its `id` is always the name of a node."""
    return json.loads(
        graphviz(graph, "dot_json"),
        object_pairs_hook=lambda pairs: {**dict(pairs), "id": dict(reversed(pairs)).get("name")},
    )


def by_pydot(graph: str) -> pydot.Dot:
    """Return the same tree, as pydot reads the graph."""
    found = pydot.graph_from_dot_data(graph)
    assert found
    return found[0]


def test_graphviz_reads_the_written_graph_back(seen: NetworkView) -> None:
    graph = read(dot(seen, "An evening"))
    assert graph["directed"]
    assert [(edge["tail"], edge["head"]) for edge in graph["edges"]] == [(0, 1), (0, 1)]
    assert re.findall(r"key=(\w+)", graphviz(dot(seen, ""), "canon")) == ["e1", "e2"]
    rex, moon = graph["objects"]
    assert (rex["label"], rex["text"], rex["claimed_by"], rex["power"]) == (
        "Rex!!",
        "Rex",
        "s2",
        "2",
    )
    assert (moon["eliminated"], moon["style"], moon["kind"]) == ("strikes", "dashed", "place")
    assert graph["edges"][0]["thing"] == "1"


def test_networkx_reads_the_same_graph_from_both_forms(seen: NetworkView, tmp_path: Path) -> None:
    """Networkx reads DOT with pydot, which gives some names of attributes another meaning."""
    files = tmp_path / "graph.dot", tmp_path / "graph.graphml"
    files[0].write_text(dot(seen, 'The "Ninth" Bell\\'))
    files[1].write_text(graphml(seen, 'The "Ninth" Bell\\'))
    drawn: Any = nx.nx_pydot.read_dot(files[0])
    typed: Any = nx.read_graphml(files[1])
    assert [node.strip('"') for node in drawn] == list(typed) == ["n1", "n2"]
    assert [key.strip('"') for *_, key in drawn.edges(keys=True)] == ["e1", "e2"]
    assert [key for *_, key in typed.edges(keys=True)] == ["e1", "e2"]
    assert (drawn.nodes["n1"]["text"], typed.nodes["n1"]["label"]) == ('"Rex"', "Rex")
    assert typed.edges["n1", "n2", "e1"]["thing"] == 1


def test_igraph_reads_the_same_graph(seen: NetworkView, tmp_path: Path) -> None:
    """Igraph loses the values of a key that is for both nodes and edges."""
    file = tmp_path / "graph.graphml"
    file.write_text(graphml(seen, "An evening"))
    found = igraph.Graph.Read_GraphML(str(file))
    assert (found.is_directed(), found.get_edgelist()) == (True, [(0, 1), (0, 1)])
    assert (found.vs["id"], found.vs["label"]) == (["n1", "n2"], ["Rex", "Moon"])
    assert (found.vs["power"], found.vs["eliminated"]) == ([2, -2], ["", "strikes"])
    assert found.es["label"] == ["wants", "fears"]
    assert found.es["thing"][0] == 1


def test_graphml_keeps_the_rules_of_gephis_importer(seen: NetworkView) -> None:
    """Gephi needs the type names of Java, and a separate label key for nodes and for edges."""
    root = ET.fromstring(graphml(seen, "An evening"))  # noqa: S314, our own
    keys = [key.attrib for key in root.iter(f"{GRAPHML}key")]
    assert len({key["id"] for key in keys}) == len(keys)
    assert {key["for"] for key in keys if key["attr.name"] == "label"} == {"node", "edge"}
    assert {key["attr.type"] for key in keys} <= {"string", "int"}
    whole = {key["id"] for key in keys if key["attr.type"] == "int"}
    found = [one.text or "" for one in root.iter(f"{GRAPHML}data") if one.attrib["key"] in whole]
    assert found
    assert all(re.fullmatch(r"-?\d{1,9}", text) for text in found)
    assert root.find(f"{GRAPHML}graph[@edgedefault='directed']") is not None


def test_no_attribute_has_a_name_that_a_reader_in_python_needs(seen: NetworkView) -> None:
    taken = {name for one in (pydot.Node, pydot.Edge) for name in signature(one).parameters}
    graph = by_pydot(dot(seen, ""))
    elements = [*graph.get_nodes(), *graph.get_edges()]
    assert [one.get("text") for one in elements[-2:]] == ['"wants"', '"fears"']
    assert not taken & {name for one in elements for name in one.get_attributes()}


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


@pytest.mark.parametrize("text", [*LABELS, "One line,\nand another."])
def test_an_explanation_is_there_as_text(text: str) -> None:
    game = in_run("Ann", "Bo")
    added = {"label": "Rain", "kind": "idea", "creator": "s1", "explanation": text}
    game.given(effect("node_added", node="n1", **added))
    shown = network(game.state, 9)
    assert dict(data(graphml(shown, "")))["n1"]["explanation"] == text
    (found,) = read(dot(shown, ""))["objects"]
    plain = text.replace("\\", "\\\\").replace("&", "&amp;").replace("\n", " ")
    assert found["explanation"] == plain


@pytest.mark.parametrize("label", LABELS)
def test_a_label_is_only_text(label: str) -> None:
    game: Game = in_run("Ann", "Bo")
    node = game.node("Ann", "Rain")
    game.given(effect("relabelled", element=node, label=label))
    shown = network(game.state, 9)
    (found,) = read(dot(shown, label))["objects"]
    assert found["id"] == node
    assert found["label"] == found["text"] == label.replace("\\", "\\\\").replace("&", "&amp;")
    assert dict(data(graphml(shown, label)))[node]["label"] == label
    graph = by_pydot(dot(shown, label))
    assert [one.get_name() for one in graph.get_nodes()][-1] == f'"{node}"'
