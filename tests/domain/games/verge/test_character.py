"""Characters: a seat claims one in phase 4 of Load, or later if it has none."""

from tests.support.play import Game, action, cited, effect, in_load, in_run, rule, steps, tags
from verger.domain.games.verge.reason import Code as Own


def claiming(*names: str) -> Game:
    """Return a game in phase 4 of Load, at the first player's turn. Three persons are free."""
    game = in_load(*names, phase=4)
    list(steps(game, names[1]))
    return game


@rule("character.claim", "character.will", "load.characters")
def test_a_player_claims_a_person_that_nobody_claimed() -> None:
    game = claiming("Ann", "Bo", "Cy")
    judgement = game.move("Bo", "claim", node="n7")
    assert judgement.effects[0] == effect("character_claimed", seat="s2", node="n7")
    assert "character.will" in cited(judgement)
    list(steps(game, "Cy"))
    assert game.refused("Cy", Own.ALREADY_CLAIMED, "claim", node="n7").facts["seat_name"] == "Bo"


@rule("character.will")
def test_others_may_still_change_a_characters_circumstances() -> None:
    game = in_run("Ann", "Bo", "Cy").grant("Cy", story=1, development=1)
    knight, park = game.character("Bo", "Knight!!"), game.node("Ann", "Park")
    edge = action("connect", label="is wanted in", source=knight, target=park)
    assert "edge_added" in tags(game.changes("Cy", edge))
    assert "mark_added" in tags(game.changes("Cy", action("weaken", element=knight)))


@rule("character.claim")
def test_a_character_is_a_person() -> None:
    game = claiming("Ann", "Bo", "Cy")
    refusal = game.refused("Bo", Own.WRONG_KIND, "claim", node="n1")
    assert refusal.facts == {"node_kind": "idea", "node_kinds_allowed": ("person",)}
    game.refused("Bo", Own.NOT_A_NODE, "claim", node="e1")


@rule("character.claim")
def test_a_late_joiner_claims_a_character_with_the_tables_consent() -> None:
    game = in_run("Ann", "Bo", "Cy")
    knight = game.node("Bo", "Knight", "person")
    assert tags(game.declares("Cy", action("claim", element=knight))) == [
        "change_declared",
        "action_opened",
    ]
    game.move("Ann", "consent", declaration="d1")
    judgement = game.move("Bo", "consent", declaration="d1")
    assert effect("character_claimed", seat="s3", node=knight) in judgement.effects


@rule("character.claim", "load.characters")
def test_a_seat_has_at_most_one_character_and_the_gm_none() -> None:
    game = in_run("Ann", "Bo")
    game.character("Bo", "Knight")
    aliana = game.node("Bo", "Aliana", "person")
    refusal = game.cannot_declare("Bo", Own.HAS_CHARACTER, action("claim", element=aliana))
    assert refusal.facts["element_label"] == "Knight"
    game.cannot_declare("Ann", Own.GM_CLAIMS_NONE, action("claim", element=aliana))


@rule("character.claim")
def test_two_seats_that_want_the_same_character_do_not_both_get_it() -> None:
    game = in_run("Ann", "Bo", "Cy")
    knight = game.node("Ann", "Knight", "person")
    game.declares("Bo", action("claim", element=knight))
    game.changes("Cy", action("claim", element=knight))
    game.move("Ann", "consent", declaration="d1")
    assert "action_failed" in tags(game.move("Cy", "consent", declaration="d1"))
