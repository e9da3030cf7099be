"""Marks (ratified, struck, weakened), and the power and elimination that follow from them."""

import pytest

from tests.support.play import Game, action, cited, effect, in_load, in_run, rule, saw, tags
from verger.domain.games.verge.model.mark import marks
from verger.domain.games.verge.reason import Code as Own


@rule("mark.power")
@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("", 0),
        ("!", 1),
        ("!X", 0),
        ("!!!!X!", 4),
        ("!XX", -1),
        ("!!?!!", 3),
        ("!!!??", 1),
        ("!!!???", 0),
        ("!!????????", -6),
        ("!!?!!!", 4),
    ],
)
def test_power_is_ratified_less_struck_less_weakened(written: str, expected: int) -> None:
    assert marks(written).power == expected


@rule("mark.power", "mark.standing")
@pytest.mark.parametrize(("written", "expected"), [("!!!??", 3), ("!XX", -1), ("????", 0)])
def test_standing_takes_no_notice_of_weakening(written: str, expected: int) -> None:
    assert marks(written).standing == expected


@rule("mark.order")
def test_marks_keep_the_order_of_their_writing() -> None:
    game = in_run("Ann", "Bo").grant("Ann", development=1)
    knight = game.node("Bo", "Knight Carson!!?!")
    game.changes("Ann", action("weaken", element=knight))
    assert game.shown(knight) == "Knight Carson!!?!?"


@rule("mark.order", "change.repair")
def test_repair_crosses_out_the_latest_weakening() -> None:
    game = in_run("Ann", "Bo").grant("Ann", development=1)
    knight = game.node("Bo", "Knight!?!?!")
    judgement = game.changes("Ann", action("repair", element=knight))
    assert effect("mark_removed", element=knight, mark="?") in judgement.effects
    assert game.shown(knight) == "Knight!?!!"


@rule("mark.strikes")
@pytest.mark.parametrize("there", ["!XX", "!XX!!!", "!!!!!!XX", "XX"])
def test_the_third_strike_eliminates_even_a_ratified_element(there: str) -> None:
    game = in_load("Ann", "Bo", phase=2)
    game.move("Ann", "write_node", label="Megasoft")
    game.move("Ann", "write_edge", label="owns", other="n1")
    game.given(effect("mark_added", element="n2", marks=there))
    judgement = game.move("Ann", "mark", element="n2", mark="X")
    assert effect("element_eliminated", element="n2", cause="strikes") in judgement.effects
    assert saw(judgement, "mark.strikes") == {"element": "n2", "strike_marks": 3}


@rule("mark.standing")
def test_in_load_a_standing_below_zero_waits_for_the_cash_out() -> None:
    game = in_load("Ann", "Bo", phase=2)
    game.move("Ann", "write_node", label="Megasoft")
    game.move("Ann", "write_edge", label="owns", other="n1")
    game.move("Ann", "mark", element="n2", mark="X")
    assert game.eliminated("n2") is None


@rule("mark.standing")
def test_in_run_a_standing_below_zero_eliminates_at_once() -> None:
    game = in_run("Ann", "Bo").grant("Ann", story=1)
    zombies = game.node("Bo", "Zombies!X")
    judgement = game.changes("Ann", action("strike", element=zombies))
    assert effect("element_eliminated", element=zombies, cause="standing") in judgement.effects
    assert "mark.standing" in cited(judgement)


@rule("mark.standing", "change.weaken")
def test_weakening_never_eliminates() -> None:
    game = in_run("Ann", "Bo").grant("Ann", development=3)
    zombies = game.node("Bo", "Zombies")
    game.changes("Ann", *[action("weaken", element=zombies)] * 3)
    assert game.shown(zombies) == "Zombies???"
    assert game.eliminated(zombies) is None


def struck(label: str = "Zombies!XX") -> tuple[Game, str, str, str]:
    """Return a game just after a node with an edge to another was eliminated, and the three ids."""
    game = in_run("Ann", "Bo").grant("Ann", story=2, development=1)
    zombies, edge, park = game.draws("Bo", f"{label} -haunt!!-> Park!")
    game.changes("Ann", action("strike", element=zombies))
    return game, zombies, park, edge


@rule("mark.elimination")
def test_a_node_takes_its_edges_with_it_and_stays_readable() -> None:
    game, zombies, park, edge = struck()
    found = [game.eliminated(id) for id in (zombies, edge, park)]
    assert found == ["strikes", "node", None]
    assert game.shown(zombies) == "Zombies!XXX"


@rule("mark.elimination")
def test_an_edge_leaves_its_nodes() -> None:
    game = in_run("Ann", "Bo").grant("Ann", story=1)
    knight, edge, park = game.draws("Bo", "Knight -visits-> Park")
    game.changes("Ann", action("strike", element=edge))
    assert [game.eliminated(id) for id in (edge, knight, park)] == ["standing", None, None]


@rule("mark.elimination")
@pytest.mark.parametrize("change", ["strike", "strengthen", "weaken", "repair"])
def test_an_eliminated_element_takes_no_further_mark(change: str) -> None:
    game, zombies, _, _ = struck()
    refusal = game.cannot_declare("Ann", Own.ELIMINATED, action(change, element=zombies))
    assert refusal.rule == "mark.elimination"


@rule("mark.elimination")
def test_nothing_is_joined_to_an_eliminated_element() -> None:
    game, zombies, park, _ = struck()
    edge = action("connect", label="fears", source=park, target=zombies)
    game.cannot_declare("Ann", Own.ELIMINATED, edge)


@rule("mark.elimination", "character.claim")
def test_a_character_that_is_eliminated_is_nobodys_any_more() -> None:
    game = in_load("Ann", "Bo", phase=5)
    hero = game.state.play.network.characters[game.seat("Bo")]
    game.move("Ann", "tie", thing={"label": "Fame"}, label="wants")
    game.given(effect("mark_added", element=hero, marks="XX"))
    judgement = game.move("Ann", "mark", element=hero, mark="X")
    assert tags(judgement)[1:] == [
        *("element_eliminated", "element_eliminated"),
        *("character_released", "step_done"),
    ]


@rule("load.marks")
@pytest.mark.parametrize("mark", ["!\n", "?", "!!", "", "x"])
def test_a_mark_of_load_is_one_ratification_or_one_strike(mark: str) -> None:
    game = in_load("Ann", "Bo", phase=2)
    with pytest.raises(ValueError, match=r"mark|pattern|enum"):
        game.judge("Ann", {"move": "mark", "element": "n2", "mark": mark})
