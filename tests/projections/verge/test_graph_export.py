"""The network as a graph for other programs, which read back what was written."""

import json
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.support.play import Game, effect, in_run
from verger.projections.verge.graph_export import dot, graphml
from verger.projections.verge.network import NetworkView, network
from verger.service.layout.drawing import PROGRAM

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


def graphviz(graph: str, form: str) -> str:
    """A graph as Graphviz writes what it has read."""
    program = shutil.which(PROGRAM, path=sysconfig.get_path("scripts"))
    assert program
    command = [program, f"-T{form}"]
    return subprocess.run(command, input=graph.encode(), stdout=-1, check=True).stdout.decode()


def read(graph: str) -> Any:
    """The same as a tree, in which `id` is a node's own name, whatever else is called so."""
    return json.loads(
        graphviz(graph, "dot_json"),
        object_pairs_hook=lambda pairs: {**dict(pairs), "id": dict(reversed(pairs)).get("name")},
    )


def test_graphviz_reads_back_what_was_written(seen: NetworkView) -> None:
    graph = read(dot(seen, "An evening"))
    assert graph["directed"]
    assert [(edge["tail"], edge["head"]) for edge in graph["edges"]] == [(0, 1), (0, 1)]
    assert re.findall(r"key=(\w+)", graphviz(dot(seen, ""), "canon")) == ["e1", "e2"]
    rex, moon = graph["objects"]
    assert (rex["label"], rex["name"], rex["claimed_by"], rex["power"]) == (
        "Rex!!",
        "Rex",
        "s2",
        "2",
    )
    assert (moon["eliminated"], moon["style"], moon["kind"]) == ("strikes", "dashed", "place")
    assert graph["edges"][0]["thing"] == "1"


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
    said = found["label"]
    assert said == label.replace("\\", "\\\\").replace("&", "&amp;")
    assert dict(data(graphml(shown, label)))[node]["label"] == label
