"""Examples of the game's own text that no other test plays, with the figures that it prints."""

import pytest
from msgspec.structs import replace

from domain.games.verge.model.network import Network
from domain.games.verge.reason import Code as Own
from tests.support.loss import in_notice, lose
from tests.support.play import Game, action, in_load, in_run, rule, steps

BUDGET = "fnol:s2"


@rule("mark.power", "mark.strikes", "mark.standing")
@pytest.mark.parametrize(
    ("shown", "fate"),
    [
        ("Cyborgs", None),
        ("Cyborgs!", None),
        ("Cyborgs!X", None),
        ("Cyborgs!!!!X!", None),
        ("Cyborgs!XX", "standing"),
        ("Cyborgs!XX!", None),
    ],
)
def test_cyborgs_leave_the_game_at_the_end_of_load_where_the_text_says_so(
    shown: str, fate: str | None
) -> None:
    game = at_the_end_of_load()
    cyborgs = game.node("Cy", shown)
    game.move("Cy", "end_turn")
    assert (game.shown(cyborgs), game.eliminated(cyborgs)) == (shown, fate)


def at_the_end_of_load() -> Game:
    """Give the last turn of Load on a sheet where nothing else can be marked."""
    game = in_load("Ann", "Bo", "Cy", phase=6)
    list(steps(game, "Cy"))
    game.move("Cy", "tie", thing={"label": "Fame"}, label="wants")
    play = game.state.play
    game.state = replace(game.state, play=replace(play, network=Network()))
    return game


@rule("network.similar")
def test_cyborgs_are_not_added_where_weakened_cyborgs_are() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    there = game.node("Ann", "Cyborgs???")
    again = action("create", label="Cyborgs", edge="hunt", other=there)
    assert game.cannot_declare("Bo", Own.SIMILAR, again).facts["element"] == there


def hunters() -> tuple[Game, list[str]]:
    """Give the table of the example of several actions: Bo has five tokens."""
    game = in_run("Ann", "Bo", "Cy").grant("Bo", story=5)
    knight, megasoft = game.character("Bo", "Knight Carson"), game.node("Cy", "Megasoft Corp!X!")
    return game, [knight, megasoft]


@rule("change.create", "change.connect", "change.strengthen", "consent.one_at_a_time")
def test_five_tokens_write_mandy_win_two_edges_between_people_and_a_mark() -> None:
    game, (knight, megasoft) = hunters()
    win = action("create", label="Win Carson", edge="owes", other=megasoft, kind="person")
    mandy = action("create", label="Mandy Math", edge="works for", other=megasoft, kind="person")
    hunting = action("connect", label="is hunting", source="a2.node", target="a1.node")
    sibling = action("connect", label="is sibling of", source="a1.node", target=knight)
    game.changes("Bo", win, mandy, hunting, sibling, action("strengthen", element=megasoft))
    assert [game.shown(id) for id in ("e3", "e4", megasoft)] == [
        *("is hunting", "is sibling of"),
        "Megasoft Corp!X!!",
    ]
    assert (game.tokens("Bo").total, game.tokens("Cy").story) == (0, 1)


@rule("change.create", "consent.declare")
def test_a_new_node_brings_its_edge_so_that_the_same_picture_takes_three() -> None:
    game, (knight, megasoft) = hunters()
    win = action("create", label="Win Carson", edge="is sibling of", other=knight, kind="person")
    mandy = action("create", label="Mandy Math", edge="is hunting", other="a1.node", kind="person")
    game.changes("Bo", win, mandy, action("strengthen", element=megasoft))
    drawn = [game.shown(id) for id, _ in game.state.play.network.edges.items()]
    assert (sorted(drawn), game.tokens("Bo").total) == (["is hunting", "is sibling of"], 2)


@rule("change.weaken")
def test_two_shots_weaken_william_by_two() -> None:
    game = in_run("Ann", "Bo").grant("Bo", development=2)
    william = game.node("Ann", "William M. All!!!", "person")
    game.changes("Bo", *[action("weaken", element=william)] * 2)
    assert (game.shown(william), game.tokens("Bo").total) == ("William M. All!!!??", 0)


@rule("change.weaken", "mark.power")
def test_cyborgs_weakened_eight_times_have_power_minus_six_and_stay() -> None:
    game = in_run("Ann", "Bo").grant("Bo", development=8)
    cyborgs = game.node("Ann", "Cyborgs!!")
    game.changes("Bo", *[action("weaken", element=cyborgs)] * 8)
    assert (game.shown(cyborgs), game.eliminated(cyborgs)) == ("Cyborgs!!????????", None)
    element = game.state.play.network.nodes[cyborgs]
    assert element.marks.power == -6


@rule("change.strengthen")
def test_ones_own_security_system_is_raised_by_two_for_two_of_each_token() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=2, development=2)
    system = game.node("Bo", "security system!!!")
    game.changes("Bo", *[action("strengthen", element=system)] * 2)
    assert (game.shown(system), game.tokens("Bo").total) == ("security system!!!!!", 0)


@rule("change.repair")
def test_a_sister_forgives_after_four_repairs_and_no_more() -> None:
    game = in_run("Ann", "Bo").grant("Bo", development=5)
    _, adores, _ = game.draws("Ann", "Aliana -adores!!!????-> Knight (Bo)")
    game.changes("Bo", *[action("repair", element=adores)] * 4)
    assert (game.shown(adores), game.tokens("Bo").development) == ("adores!!!", 1)
    game.cannot_declare("Bo", Own.NOTHING_TO_REPAIR, action("repair", element=adores))


@rule("change.strike")
def test_silly_cyborgs_get_an_x_and_stay_until_there_are_more() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=2)
    cyborgs = game.node("Ann", "Cyborgs!")
    game.changes("Bo", action("strike", element=cyborgs))
    assert (game.shown(cyborgs), game.eliminated(cyborgs)) == ("Cyborgs!X", None)
    game.changes("Bo", action("strike", element=cyborgs))
    assert game.eliminated(cyborgs) == "standing"


def kidnapped() -> Game:
    """Give the notice of a child who is taken in a park, as far as the GM has paid for it."""
    game = in_notice("Ann", "Bo")
    game.changes(
        "Ann",
        action("create", label="Megasoft VP", edge="envies", other="n1", kind="person"),
        action("create", label="Evil Thugs", edge="kidnap", other="n2"),
        action("create", label="The Park", edge="was left by", other="n2", direction="in"),
        action("connect", label="orders", source="a1.node", target="a2.node"),
    )
    return game


@rule("fnol.budget")
def test_the_vp_the_thugs_and_the_park_are_paid_from_twelve_free_tokens() -> None:
    game = kidnapped()
    assert (game.account(BUDGET).story, game.tokens("Ann").story) == (12 - 4, 0)
    bank = game.account("bank").story
    lose(game)
    paid = game.tokens("Ann").story + game.tokens("Bo").story
    game.move("Ann", "end_scene")
    assert game.account(BUDGET).story == 0
    assert game.account("bank").story == bank + (12 - 4) - paid


@rule("fnol.conflict", "conflict.insurance")
def test_the_other_parent_fights_for_the_child_and_loses_by_one() -> None:
    game = lose(kidnapped(), ann="12", bo="6665")
    decided = [e for event in game.log for e in event.effects if hasattr(e, "virtual")]
    assert [one.virtual for one in decided] == [3 + 1 - 1]
    assert (game.tokens("Bo").story, game.tokens("Ann").story) == (1, abs(1 - 1))
