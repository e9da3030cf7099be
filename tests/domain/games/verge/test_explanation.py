"""Explanations in Load: the meaning of an element, and the reason why a character cares."""

from typing import Any

import pytest

from tests.support.options import listed
from tests.support.play import Game, effect, in_load, rule, step
from verger.domain.core.reason import Code
from verger.domain.core.text import PROSE_LIMIT
from verger.domain.games.verge.model.network import ElementId
from verger.domain.history.free_text import Texts, blanked

WHY = "We'll see!"


def explained(game: Game, id: str) -> str:
    """Return the explanation of an element."""
    element = game.state.play.network.element(ElementId(id))
    assert element is not None
    return element.explanation


@rule("load.ideas")
def test_a_node_is_explained_by_its_writer() -> None:
    game = in_load("Ann", "Bo")
    move = {"move": "write_node", "label": "Magic", "kind": "idea", "explanation": WHY}
    assert listed(game.options("Ann", "write_node"), move)
    judgement = game.send("Ann", {**move, "explanation": f" {WHY}\n"})
    added = {"node": "n1", "label": "Magic", "kind": "idea", "creator": "s1", "explanation": WHY}
    assert judgement.effects[0] == effect("node_added", **added)
    assert judgement.ruling.sentence.startswith(f"Ann writes “Magic”: “{WHY}”")
    assert explained(game, "n1") == WHY


@rule("load.organizations")
def test_the_seat_that_draws_an_edge_explains_it() -> None:
    game = in_load("Ann", "Bo", phase=2)
    game.move("Ann", "write_node", label="The Church")
    move = {"move": "write_edge", "label": "hates", "other": "n1", "explanation": WHY}
    assert listed(game.options("Ann", "write_edge"), move)
    sentence = game.send("Ann", move).ruling.sentence
    assert sentence.startswith(f"Ann draws an edge: “The Church” hates “Alfa”: “{WHY}”")
    assert (explained(game, "e1"), explained(game, "n3")) == (WHY, "")


@rule("load.first_thing")
@pytest.mark.parametrize("thing", ["new", "there"])
def test_a_tie_says_why_the_character_cares_and_explains_a_new_thing(thing: str) -> None:
    game = in_load("Ann", "Bo", phase=5)
    about: Any = {"label": "Fame", "explanation": "In the press."} if thing == "new" else "n1"
    move = {"move": "tie", "thing": about, "label": "needs", "explanation": WHY}
    assert listed(game.options("Ann", "tie"), move)
    sentence = game.send("Ann", move).ruling.sentence
    network = game.state.play.network
    edge, node = f"e{network.edges_ever}", f"n{network.nodes_ever}"
    assert explained(game, edge) == WHY
    assert f"needs “{'Fame' if thing == 'new' else 'Alfa'}”: “{WHY}”" in sentence
    if thing == "new":
        assert explained(game, node) == "In the press."
        assert "“Fame”: “In the press.”" in sentence


@rule("load.ideas", "load.first_thing")
def test_nobody_has_to_explain_anything() -> None:
    game = in_load("Ann", "Bo")
    added = effect("node_added", node="n1", label="Magic", kind="idea", creator="s1")
    assert game.move("Ann", "write_node", label="Magic").effects[0] == added
    assert explained(game, "n1") == ""


@rule("load.ideas")
@pytest.mark.parametrize("text", [" ", "a" * (PROSE_LIMIT + 1), "\x07"])
def test_an_explanation_is_a_text_like_every_other(text: str) -> None:
    fields = {"label": "Magic", "explanation": text}
    refusal = in_load("Ann", "Bo").refused("Ann", Code.UNUSABLE_TEXT, "write_node", **fields)
    assert refusal.facts["field"] == "explanation"


@rule("load.relabel")
def test_a_relabelled_element_keeps_its_explanation() -> None:
    game = in_load("Ann", "Bo", phase=2)
    game.move("Ann", "write_node", label="Church", explanation=WHY)
    game.move("Ann", "relabel", element="n3", label="Chapel")
    assert (game.shown("n3"), explained(game, "n3")) == ("Chapel", WHY)


@rule("load.accept")
def test_a_new_sheet_has_none_of_the_old_explanations() -> None:
    game = in_load("Ann", "Bo", phase=2)
    game.agreed("Ann", "scrap_network")
    step(game)
    assert explained(game, "n3") == ""


@pytest.mark.parametrize("kind", ["node_added", "edge_added"])
def test_an_explanation_can_be_redacted(kind: str) -> None:
    ends = (
        {"edge": "e1", "source": "n1", "target": "n2"} if kind == "edge_added" else {"node": "n1"}
    )
    fields = {"label": "Magic", "creator": "s1", "explanation": WHY, "kind": "idea", **ends}
    added = effect(kind, **fields)
    assert WHY in blanked(added)[1]
    assert Texts([WHY]).taken_out(added).explanation == "[redacted]"
