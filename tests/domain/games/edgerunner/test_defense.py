"""Defense: while it is continued, its shifts replace the threshold of a track."""

from tests.support.edgerunner import Game, in_conflict, rule, saw, tags
from verger.domain.games.edgerunner.reason import Code as Own


def defended(*dice: int, target: str = "c1") -> Game:
    """Have Gatto defend somebody's cool track of 5, with Firearms of 2."""
    game = in_conflict()
    told = {"skill": "Firearms", "target": target, "track": "Cool"}
    game.acts("c1", "defense", dice, **told)
    game.stands("c1")
    return game


def threshold(game: Game, character: int = 1) -> int:
    """The threshold of somebody's cool track now."""
    return int(game.view().sheets[character - 1].tracks[0].threshold)


@rule("action.defense")
def test_shifts_replace_the_threshold_of_a_track_and_none_makes_it_negative() -> None:
    game = defended(1, 1, 1, 1)
    assert threshold(game) == 6
    assert game.view().conflict.defenses[0].by == "c1"
    assert threshold(defended(0, 0, 0, -1)) == 1
    assert threshold(defended(-1, -1, -1, -1)) == 0


@rule("action.defense")
def test_the_defender_may_leave_the_threshold_as_it_was() -> None:
    game = in_conflict()
    game.acts("c1", "defense", (0, 0, 0, -1), skill="Firearms", target="c1", track="Cool")
    judgement = game.move("Bo", "keep_threshold")
    assert judgement.ruling.sentence == "Gatto leaves the threshold of “Cool” of Gatto at 5."
    assert (threshold(game), game.view().conflict.defenses) == (5, ())


@rule("action.defense")
def test_an_action_that_is_no_defense_leaves_no_threshold() -> None:
    game = in_conflict()
    game.acts("c1", "move", (0, 0, 0, 0), skill="Athletics")
    assert game.refused("Bo", Own.NOT_A_DEFENSE, "keep_threshold").facts == {
        "action": "move",
        "action_in_words": "a move",
    }
    assert game.options("Bo", "keep_threshold") == []


def of_the_other_side() -> Game:
    """Return a game: Gatto has declared a defense of Hargan."""
    game = in_conflict()
    game.declares("c1", "defense", skill="Firearms", target="c3", track="Cool")
    return game


@rule("action.defense")
def test_a_character_of_another_side_is_defended_only_with_their_yes() -> None:
    game = of_the_other_side()
    assert game.awaited() == {"accept_help": ("Ann",)}
    game.refused("Bo", Own.NOT_YOURS, "accept_help", accept=True)
    said = game.move("Ann", "accept_help", accept=True).ruling.sentence
    deed = "a defense of Hargan's “Cool” with “Firearms”"
    assert said == f"Hargan agrees to this: {deed}."
    game.rolls("c1", (0, 0, 0, 0))
    game.stands("c1")
    assert threshold(game, 3) == 2


@rule("action.defense")
def test_a_character_that_refuses_is_not_defended() -> None:
    game = of_the_other_side()
    judgement = game.move("Ann", "accept_help", accept=False)
    assert saw(judgement, "action.defense") == {"target": "c3", "is_accepted": False}
    assert (game.awaited(), threshold(game, 3)) == ({"act": ("Bo",)}, 5)


@rule("action.defense")
def test_a_character_on_no_side_is_defended_if_its_player_agrees() -> None:
    game = in_conflict()
    game.places(game.sheet("Lock", None, kind="thing", tracks={"Integrity": 1}), "z1")
    game.declares("c1", "defense", skill="Firearms", target="c4", track="Integrity")
    assert game.awaited() == {"accept_help": ("Ann",)}


@rule("action.defense")
def test_distance_takes_shifts_off_the_defense_of_another_character() -> None:
    game = in_conflict()
    game.given_zone("c2", "z2")
    told = {"skill": "Firearms", "target": "c2", "track": "Cool"}
    game.acts("c1", "defense", (1, 1, 1, 1), **told)
    game.stands("c1")
    assert threshold(game, 2) == 5


@rule("action.defense")
def test_the_threshold_matters_when_stress_is_received() -> None:
    game = defended(1, 1, 1, 1)
    game.move("Bo", "end_turn")
    told = {"skill": "Firearms", "target": "c1", "track": "Cool"}
    game.acts("c3", "attack", (1, 1, 0, 0), **told)
    game.stands("c3")
    game.move("Bo", "take_stress", track="Cool", box=5, why="Cover.")
    game.stands("c1")
    assert game.marked("c1", "Cool") == (5, 1)


def next_exchange(game: Game) -> Game:
    """Have everybody else act, so that the next exchange begins."""
    game.move("Bo", "end_turn")
    game.passes("c2", "c3")
    return game


@rule("action.defense")
def test_a_defense_ends_with_another_action() -> None:
    game = next_exchange(defended(1, 1, 1, 1))
    assert threshold(game) == 6
    judgement = game.declares("c1", "move", skill="Athletics")
    assert saw(judgement, "action.defense") == {"ended_defense": "c1"}
    assert threshold(game) == 5


@rule("action.defense")
def test_a_defense_ends_if_nothing_is_done_in_the_next_exchange() -> None:
    game = next_exchange(defended(1, 1, 1, 1))
    game.passes("c1")
    assert threshold(game) == 5


@rule("action.defense", "action.continue")
def test_a_defense_lasts_while_it_is_continued_and_can_be_given_up() -> None:
    game = next_exchange(defended(1, 1, 1, 1))
    game.turn("c1")
    told = {"skill": "Firearms", "target": "c1", "track": "Cool"}
    game.says("c1", "continue", "defense", **told)
    assert threshold(game) == 6
    game.move("Ann", "close_compels")
    given_up = game.copy()
    given_up.move("Bo", "keep_threshold")
    game.stands("c1")
    assert (threshold(game), threshold(given_up)) == (6, 5)


@rule("action.defense")
def test_a_defense_ends_when_the_target_moves() -> None:
    game = defended(1, 1, 1, 1).given_stress("c1", "Cool", 6)
    judgement = game.move("Bo", "free_move", route="b1.1")
    assert "wards_ended" in tags(judgement)
    # A box above the threshold that fell stays marked.
    assert (game.marked("c1", "Cool"), threshold(game)) == ((6,), 5)
