"""Players that leave and return, rewinds, and corrections."""

from tests.support.afterverse import WIT, Game, in_session, rule
from verger.domain.games.afterverse.reason import Code as Own


def left() -> Game:
    """Return a table that Bo has left before making a roll."""
    game = in_session()
    game.calls("c1", pool=WIT)
    game.move("Bo", "leave")
    return game


@rule("test.hits", "chutzpah.bank", "table.leave")
def test_the_gm_acts_for_a_character_whose_player_is_not_there_without_chutzpah() -> None:
    game = left()
    assert game.awaited()["roll"] == ("Ann",)
    game.refused("Ann", Own.NOT_YOUR_CHARACTER, "good_luck", test="t1", character="c1")
    game.rolls("Ann", "c1", 2, 2, 5, 5)
    assert game.outcome() == (2, "none", "no")


@rule("test.hits", "table.leave")
def test_a_roll_that_could_have_changed_is_kept_by_the_gm() -> None:
    game = in_session()
    game.calls("c1", pool=WIT)
    game.rolls("Bo", "c1", 2, 2, 5, 5)
    game.move("Bo", "leave")
    assert game.awaited()["keep_roll"] == ("Ann",)
    game.move("Ann", "keep_roll", test="t1", character="c1")
    assert game.outcome()[0] == 2


@rule("table.claim")
def test_the_next_player_in_the_seat_plays_the_character() -> None:
    game = left()
    game.move("s2", "take_seat", name="Di")
    assert game.awaited()["roll"] == ("Di",)
    game.move("Di", "good_luck", test="t1", character="c1")


@rule("table.leave")
def test_without_a_gm_play_waits_for_one() -> None:
    game = in_session()
    game.calls("c1", "c3", pool=WIT)
    game.move("Ann", "leave")
    assert game.awaited() == {"claim_seat": ("Ann",), "roll": ("Bo",)}


@rule("table.gm")
def test_a_player_who_becomes_gm_keeps_the_character_and_gets_the_others() -> None:
    game = in_session()
    game.agreed("Bo", "hand_over_gm", seat="s2")
    game.move("Bo", "call_test", about="It.", form="alone", actors=[actor("c1"), actor("c3")])
    game.move("Bo", "good_luck", test="t1", character="c1")
    assert game.awaited()["roll"] == ("Bo",)


def actor(character: str) -> dict[str, object]:
    """An actor whose pool has four dice."""
    return {"character": character, "pool": WIT}


@rule("table.gm", "test.hits")
def test_a_new_gm_says_what_came_of_an_old_ones_note() -> None:
    game = in_session()
    game.calls("c3", pool=WIT, threshold={"threshold": "hidden", "hits": 1})
    game.rolls("Ann", "c3", 5, 1, 1, 1)
    game.agreed("Bo", "hand_over_gm", seat="s2")
    game.move("Bo", "tell_outcome", test="t1", character="c3", outcome="success")
    assert game.outcome() == (1, "success", "no")


@rule("table.rewind")
def test_a_rewind_takes_back_tests_and_points_but_no_note() -> None:
    game = in_session(undo="gm")
    version = len(game.log)
    game.move("Ann", "give_points", character="c1", kind="stun", points=2)
    game.calls("c1", threshold={"threshold": "hidden", "hits": 1})
    game.move("Ann", "rewind", to=version)
    assert (game.points("c1", "stun"), game.view()["tests"]) == (0, ())
    game.calls("c1", threshold={"threshold": "hidden", "hits": 1})
    assert [note.id for note in game.state.table.notes] == ["k1", "k2"]


@rule("table.rewind", "table.leave")
def test_after_a_rewind_nothing_waits_for_a_player_that_has_left() -> None:
    game = in_session(undo="gm")
    game.calls("c1", pool=WIT)
    version = len(game.log)
    game.move("Ann", "call_off", test="t1")
    game.move("Bo", "leave")
    game.move("Ann", "rewind", to=version)
    assert game.awaited()["roll"] == ("Ann",)


def put_to_the_vote() -> Game:
    """Have Ann propose to move two hits from the bank to Plans, a bank of hits."""
    game = in_session()
    game.move("Ann", "open_bank", character="c1", name="Plans")
    game.move("Bo", "dispute", about=OPENED, rule="bank.hits", grounds="I had two.")
    moved = {"correction": "move_tokens", "token": "hits", "amount": 2}
    correction = {**moved, "source": "bank", "target": "hits:b1"}
    remedy = {"remedy": "amendment", "name": "Plans", "corrections": [correction]}
    settled = {"dispute": "q1", "outcome": "upheld", "reason": "So be it.", "remedy": remedy}
    game.move("Ann", "propose_settlement", **settled)
    return game


@rule("dispute.amend", "bank.hits")
def test_a_table_may_put_points_right() -> None:
    game = put_to_the_vote()
    for name in game.awaited()["vote"]:
        game.move(name, "vote", dispute="q1", yes=True)
    assert game.hits("b1") == 2


@rule("dispute.settle", "bank.hits")
def test_a_remedy_about_a_bank_that_was_closed_says_so() -> None:
    game = put_to_the_vote()
    assert "from the bank to Plans" in game.question("vote").sentence
    game.move("Ann", "close_bank", bank="b1")
    assert "to an account that does not exist any more" in game.question("vote").sentence


OPENED = {"of": "event", "version": len(in_session().log) + 1}
