"""The GM's budget in a first notice of loss: twelve story tokens for one scene."""

from tests.support.conflict import call, goal, join, moved, narrate, roll
from tests.support.loss import chooses, frame, in_notice, lose, with_things
from tests.support.play import Game, action, effect, rule, tags
from verger.domain.core.reason import Code
from verger.domain.games.verge.model.network import ElementId, NodeId


def budget(game: Game) -> int:
    """Return the story tokens that are left in the budget of Bo's notice."""
    return game.account("fnol:s2").story


def objected(game: Game, *actions: dict[str, object], ground: str = "authorship") -> Game:
    """Let Ann declare this action, and let Bo object."""
    game.declares("Ann", *actions)
    game.move("Bo", "object", declaration="d1", ground=ground, reason="No!")
    return game


def changing(element: str = "n2", **fields: object) -> dict[str, object]:
    """Return a change to an element that Bo controls, so that Bo is asked."""
    return action("strengthen", element=element, nature="backstory", **fields)


@rule("fnol.budget")
def test_the_gm_gets_twelve_story_tokens_for_the_scene() -> None:
    game = with_things("Ann", "Bo")
    chooses(game, "Bo")
    judgement = frame(game, "Bo")
    assert moved(judgement) == [(12, "story", "bank", "fnol:s2", "fnol.budget")]
    assert game.tokens("Ann").total == 0


@rule("fnol.budget")
def test_the_rest_of_the_budget_goes_back_to_the_bank_at_the_end_of_the_scene() -> None:
    game = in_notice("Ann", "Bo")
    game.declares("Ann", action("strike", element="n3"))
    judgement = game.move("Ann", "end_scene")
    assert (11, "story", "fnol:s2", "bank", "fnol.budget") in moved(judgement)
    assert judgement.ruling.warnings == (
        "Unspent budget of Bo's first notice of loss: 11 story tokens.",
    )
    assert (budget(game), game.tokens("Ann").total) == (0, 0)


@rule("fnol.budget")
def test_nobody_is_warned_of_a_budget_that_is_spent() -> None:
    game = in_notice("Ann", "Bo")
    game.changes("Ann", *[changing()] * 12)
    assert game.move("Ann", "end_scene").ruling.warnings == ()


@rule("fnol.budget")
def test_the_budget_pays_before_the_gm_s_own_tokens() -> None:
    game = in_notice("Ann", "Bo").grant("Ann", story=3)
    paid = moved(game.declares("Ann", action("strike", element="n3")))
    assert paid == [
        (1, "story", "fnol:s2", "seat:s1", "fnol.budget"),
        (1, "story", "seat:s1", "bank", "token.pay"),
    ]
    assert game.tokens("Ann").story == 3


@rule("fnol.budget")
def test_the_gm_s_own_tokens_pay_the_part_that_the_budget_lacks() -> None:
    game = in_notice("Ann", "Bo").grant("Ann", story=3)
    game.changes("Ann", *[changing()] * 14)
    assert (budget(game), game.tokens("Ann").story, game.shown("n2")) == (
        0,
        1,
        f"{THING}{'!' * 14}",
    )


THING = "Thing 1 of Bo"


@rule("fnol.budget")
def test_nobody_else_pays_from_the_budget() -> None:
    game = in_notice("Ann", "Bo", "Cy")
    park = game.node("Ann", "Park")
    for name in ("Bo", "Cy"):
        assert game.tokens(name).total == 0
        game.cannot_declare(name, Code.NOT_ENOUGH_TOKENS, action("strike", element=park))


@rule("fnol.budget", "consent.negotiate")
def test_a_rewording_is_paid_from_the_budget_again() -> None:
    game = objected(in_notice("Ann", "Bo"), changing())
    game.move("Ann", "reword", declaration="d1", wording=changing("n3"))
    assert (budget(game), game.account("escrow:d1").story) == (11, 1)
    game.move("Bo", "consent", declaration="d1")
    assert (budget(game), game.tokens("Ann").total, game.shown("n3")) == (11, 0, "Thing 2 of Bo!")


@rule("fnol.budget", "consent.negotiate")
def test_each_part_of_a_price_goes_back_to_its_source() -> None:
    game = in_notice("Ann", "Bo").grant("Ann", development=1)
    dog = game.node("Ann", "Dog")
    game.edge("Bo", dog, "follows", NodeId(ElementId("n1")))
    objected(game, changing(dog))
    assert str(game.account("escrow:d1")) == "1 story, 1 development"
    game.move("Ann", "withdraw", declaration="d1")
    assert (budget(game), str(game.tokens("Ann"))) == (12, "1 development")


@rule("fnol.budget", "consent.one_at_a_time")
def test_the_next_action_is_paid_from_the_budget_too() -> None:
    game = in_notice("Ann", "Bo")
    game.declares("Ann", changing(), changing("n3"))
    game.move("Bo", "consent", declaration="d1")
    assert (budget(game), game.account("escrow:d1").story) == (10, 1)


@rule("fnol.budget")
def test_a_declaration_that_waits_for_consent_is_withdrawn_when_the_scene_ends() -> None:
    game = objected(in_notice("Ann", "Bo"), changing())
    judgement = game.move("Ann", "end_scene")
    assert "action_withdrawn" in tags(judgement)
    closed = effect("declaration_closed", declaration="d1", outcome="withdrawn")
    assert closed in judgement.effects
    assert (game.account("escrow:d1").total, game.tokens("Ann").total) == (0, 0)


@rule("fnol.budget")
def test_the_gm_s_own_tokens_go_back_to_the_gm_in_the_scene_and_after_it() -> None:
    game = with_things("Ann", "Bo").grant("Ann", story=1)
    game.given(effect("notices_owed", seats=[]))
    objected(game, changing())
    chooses(game, "Bo")
    frame(game, "Bo")
    within = game.copy()
    within.move("Ann", "withdraw", declaration="d1")
    assert (budget(within), within.tokens("Ann").story) == (12, 1)
    game.move("Ann", "end_scene")
    assert game.account("escrow:d1").story == 1
    game.move("Ann", "withdraw", declaration="d1")
    assert game.tokens("Ann").story == 1


@rule("fnol.budget", "override.change")
def test_an_override_is_paid_from_the_budget_first() -> None:
    game = in_notice("Ann", "Bo").grant("Ann", story=2)
    objected(game, changing("n1"))
    # One token pays for the change, and two for the override, because Knight's power is 2.
    game.move("Ann", "override", declaration="d1")
    assert (budget(game), game.tokens("Ann").story, game.tokens("Bo").story) == (9, 2, 2)


@rule("fnol.budget", "override.raise")
def test_raises_are_paid_from_the_budget_first() -> None:
    game = in_notice("Ann", "Bo").grant("Bo", story=1).grant("Ann", story=2)
    game.declares("Bo", action("strengthen", element=game.node("Ann", "Park"), nature="backstory"))
    game.move("Ann", "object", declaration="d1", ground="authorship", reason="No!")
    game.move("Bo", "override", declaration="d1")
    game.move("Ann", "raise_override", declaration="d1", by=2, complication="Rain.")
    assert (budget(game), game.tokens("Ann").story) == (8, 2)


@rule("fnol.budget", "override.match")
def test_a_raise_is_matched_from_the_budget_first() -> None:
    game = in_notice("Ann", "Bo").grant("Bo", story=4)
    objected(game, changing()).move("Ann", "override", declaration="d1")
    game.move("Bo", "raise_override", declaration="d1", by=2, complication="Rain.")
    game.move("Ann", "match_raise", declaration="d1", solution="An umbrella.")
    # One token pays for the change, none for a thing without power, and two for the match of the raise.
    assert budget(game) == 12 - 1 - 2


@rule("fnol.budget", "conflict.reroll")
def test_noise_is_rolled_again_from_the_budget_first() -> None:
    game = in_notice("Ann", "Bo").grant("Ann", story=1)
    guards = game.node("Ann", "Guards!!")
    call(game, "Ann", notice=True)
    join(game, "Ann", guards, goal(guards))
    join(game, "Bo", game.node("Bo", "Dog"), goal("n1"))
    roll(game, "Bo", "")
    roll(game, "Ann", "61")
    narrate(game).move("Ann", "go_on")
    game.dice(6).move("Ann", "reroll")
    assert (budget(game), game.tokens("Ann").story) == (11, 1)


@rule("fnol.budget", "conflict.goals")
def test_a_goal_is_paid_from_the_budget_first() -> None:
    game = in_notice("Ann", "Bo").grant("Ann", story=1)
    guards = game.node("Ann", "Guards")
    call(game, "Ann", notice=True)
    join(game, "Ann", guards, goal(guards, *[action("strengthen", element="n2")] * 3))
    assert (budget(game), game.tokens("Ann").story) == (9, 1)


@rule("fnol.budget", "token.pay")
def test_the_budget_pays_only_in_its_scene() -> None:
    game = lose(in_notice("Ann", "Bo"), "11", "1")
    game.move("Ann", "end_scene")
    game.cannot_declare("Ann", Code.NOT_ENOUGH_TOKENS, action("strike", element="n3"))


@rule("fnol.budget")
def test_each_notice_has_a_separate_budget() -> None:
    game = in_notice("Ann", "Bo", "Cy")
    game.declares("Ann", action("strike", element="n3"))
    chooses(game, "Cy")
    frame(game, "Cy")
    assert (budget(game), game.account("fnol:s3").story) == (0, 12)
