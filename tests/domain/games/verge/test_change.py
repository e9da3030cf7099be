"""The six changes of Run: their prices, their conditions and their results."""

from typing import Any

import msgspec
import pytest

from tests.support.play import Game, action, cited, effect, in_load, in_run, rule, saw
from verger.domain.core.reason import Code
from verger.domain.games.verge.model.network import NodeId
from verger.domain.games.verge.reason import Code as Own


def rich(*names: str) -> tuple[Game, NodeId]:
    """Return a table in Run with a node of the GM's, and the node's id. The last seat can pay."""
    game = in_run(*names).grant(names[-1], story=5, development=5)
    return game, game.node(names[0], "Megasoft!!")


def paid(game: Game, name: str) -> tuple[int, int]:
    """Return how many of its five story tokens and five development tokens a seat has spent."""
    left = game.tokens(name)
    return 5 - left.story, 5 - left.development


@rule("change.create")
@pytest.mark.parametrize(("direction", "ends"), [("out", ("n2", "n1")), ("in", ("n1", "n2"))])
def test_create_writes_a_node_and_an_edge_for_one_story(
    direction: str, ends: tuple[str, str]
) -> None:
    game, there = rich("Ann", "Bo")
    wanted = {"label": "Sarasvati", "kind": "person", "edge": "loves", "direction": direction}
    judgement = game.changes("Bo", action("create", other=there, **wanted))
    added = effect("node_added", node="n2", label="Sarasvati", kind="person", creator="s2")
    assert added in judgement.effects
    source, target = ends
    drawn = {"edge": "e1", "label": "loves", "source": source, "target": target, "creator": "s2"}
    assert effect("edge_added", **drawn) in judgement.effects
    assert paid(game, "Bo") == (1, 0)


@rule("change.create")
@pytest.mark.parametrize(("chosen", "cost"), [("together", 1), ("each", 2)])
def test_a_house_rule_says_what_a_node_with_its_edge_costs(chosen: str, cost: int) -> None:
    game = in_run("Ann", "Bo", create_cost=chosen).grant("Bo", story=5, development=5)
    there = game.node("Ann", "Gil Bates")
    (option,) = msgspec.to_builtins(game.options("Bo", "declare"))
    (shape,) = [one for one in option["fields"][1]["shapes"] if one["fixed"]["action"] == "create"]
    game.changes("Bo", action("create", label="Sarasvati", edge="loves", other=there))
    assert (shape["price"], paid(game, "Bo")) == ({"story": cost}, (cost, 0))


@rule("change.create")
def test_a_created_node_is_described_and_joined_to_a_node_that_is_there() -> None:
    game, there = rich("Ann", "Bo")
    bob = action("create", label="Bob", edge="knows", other=there)
    lost = game.cannot_declare("Bo", Own.UNKNOWN_ELEMENT, {**bob, "other": "n9"})
    assert lost.rule == "change.create"
    silent = game.cannot_declare("Bo", Code.UNUSABLE_TEXT, {**bob, "narration": " "})
    assert silent.facts["field"] == "actions[0].narration"


@rule("change.connect")
def test_connect_draws_an_edge_for_one_story() -> None:
    game, there = rich("Ann", "Bo")
    bob = game.node("Ann", "Bob")
    edge = action("connect", label="invented", source=bob, target=there)
    judgement = game.changes("Bo", edge)
    ends = {"source": bob, "target": there}
    added = effect("edge_added", edge="e1", label="invented", creator="s2", **ends)
    assert added in judgement.effects
    assert (paid(game, "Bo"), "change.connect" in cited(judgement)) == ((1, 0), True)


@rule("change.strike", "character.claim")
def test_a_claimed_character_is_never_struck() -> None:
    game, _ = rich("Ann", "Bo", "Cy")
    knight = game.character("Bo", "Knight")
    refusal = game.cannot_declare("Cy", Own.CLAIMED_CHARACTER, action("strike", element=knight))
    assert refusal.facts["seat_name"] == "Bo"


@rule("change.strike")
def test_an_edge_at_a_character_may_be_struck_and_nobody_may_object() -> None:
    game, there = rich("Ann", "Bo", "Cy")
    edge = game.edge("Bo", game.character("Bo", "Knight"), "hacked!!", there)
    game.declares("Cy", action("strike", element=edge))
    assert game.shown(edge) == "hacked!!X"


@rule("change.strengthen")
def test_strengthen_adds_a_bang_for_one_story() -> None:
    game, there = rich("Ann", "Bo")
    judgement = game.changes("Bo", action("strengthen", element=there))
    assert saw(judgement, "change.strengthen") == {"element": there}
    assert saw(judgement, "mark.power") == {"element": there, "element_power": 3}
    assert paid(game, "Bo") == (1, 0)


@rule("change.strengthen", "change.repair")
def test_a_weakened_element_is_not_strengthened_and_a_whole_element_not_repaired() -> None:
    game, whole = rich("Ann", "Bo")
    weak = game.node("Ann", "Alarm!!??")
    refusal = game.cannot_declare("Bo", Own.WEAKENED, action("strengthen", element=weak))
    assert refusal.facts["weak_marks"] == 2
    game.cannot_declare("Bo", Own.NOTHING_TO_REPAIR, action("repair", element=whole))


@rule("change.strengthen", "change.repair")
def test_a_plan_repairs_an_element_that_it_weakens_before_it_strengthens_it() -> None:
    game, there = rich("Ann", "Bo")
    weaken, repair, firm = (
        action(did, element=there) for did in ("weaken", "repair", "strengthen")
    )
    refusal = game.cannot_declare("Bo", Own.WEAKENED, weaken, firm)
    assert refusal.remedy.endswith(
        "A repair takes one question mark away. It can be an earlier action in the same plan."
    )
    game.changes("Bo", weaken, repair, firm)
    assert game.shown(there) == "Megasoft!!!"


@rule("change.strike", "change.weaken", "change.repair")
@pytest.mark.parametrize(
    ("kind", "written", "shown", "cost"),
    [
        ("strike", "Megasoft!!", "Megasoft!!X", (1, 0)),
        ("weaken", "Megasoft!!", "Megasoft!!?", (0, 1)),
        ("repair", "Cyborgs!!!!!??", "Cyborgs!!!!!?", (0, 1)),
    ],
)
def test_a_strike_costs_one_story_and_other_marks_one_development(
    kind: str, written: str, shown: str, cost: tuple[int, int]
) -> None:
    game, _ = rich("Ann", "Bo")
    there = game.node("Ann", written)
    game.changes("Bo", action(kind, element=there))
    assert (game.shown(there), paid(game, "Bo")) == (shown, cost)


@rule("change.weaken", "mark.power")
def test_power_may_be_weakened_below_zero() -> None:
    game, there = rich("Ann", "Bo")
    judgement = game.changes("Bo", *[action("weaken", element=there)] * 4)
    facts = [applied.facts for applied in judgement.ruling.rules if applied.rule == "mark.power"]
    assert [fact["element_power"] for fact in facts] == [1, 0, -1, -2]


@rule("consent.declare")
def test_the_network_is_not_changed_this_way_before_run() -> None:
    game = in_load("Ann", "Bo", phase=2).grant("Bo", story=1)
    refusal = game.cannot_declare("Bo", Code.WRONG_STEP, action("strike", element="n1"))
    assert refusal.facts == {"step_needed": "run", "step": "load"}


def bob(park: NodeId, knight: NodeId, holo: NodeId) -> list[dict[str, Any]]:
    """Return the rulebook's example of several actions: Bob the inventor, one action after another."""
    return [
        action("create", label="Bob", kind="person", edge="lives near", other=park),
        action("strengthen", element="a1.node"),
        action("connect", label="invented", source="a1.node", target=holo),
        *[action("strengthen", element="a3.edge")] * 4,
        action("connect", label="trusts", source="a1.node", target=knight),
    ]


@rule("consent.declare", "consent.one_at_a_time", "token.pay")
def test_bob_the_inventor_is_written_action_by_action() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=8, development=5)
    park, holo = game.node("Ann", "Park"), game.node("Ann", "Holographic Reality")
    game.changes("Bo", *bob(park, game.character("Bo", "Knight"), holo))
    network = game.state.play.network
    shown = [game.shown(id) for id, _ in network.elements]
    assert shown[3:] == ["Bob!", "lives near", "invented!!!!", "trusts"]
    assert game.tokens("Bo").total == 0
