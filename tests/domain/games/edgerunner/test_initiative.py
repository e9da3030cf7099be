"""The next turn: everyone acts once in an exchange. The first volunteer has it, and several volunteers bid."""

from tests.support.edgerunner import Game, in_conflict, rule, saw
from verger.domain.games.edgerunner.reason import Code as Own


def auction(**bids: int) -> Game:
    """Have Gatto and Jade both claim the turn, and bid."""
    game = in_conflict()
    game.move("Bo", "claim_turn", character="c1")
    game.move("Cy", "claim_turn", character="c2")
    game.move("Ann", "call_auction")
    for name, shifts in bids.items():
        game.move(name, "bid", character={"Bo": "c1", "Cy": "c2"}[name], shifts=shifts)
    return game


@rule("initiative.social")
def test_a_player_that_answers_gets_the_turn() -> None:
    game = in_conflict()
    assert game.awaited()["claim_turn"] == ("Bo", "Cy", "Ann")
    game.move("Bo", "claim_turn", character="c1")
    assert game.awaited() == {"give_turn": ("Ann",)}
    game.move("Ann", "give_turn", character="c1")
    assert game.awaited() == {"act": ("Bo",)}


@rule("initiative.social")
def test_a_player_answers_once_and_for_the_own_characters() -> None:
    game = in_conflict()
    refused = game.refused("Bo", Own.NOT_YOURS, "claim_turn", character="c2")
    assert refused.facts == {
        "character": "c2",
        "character_name": "Jade",
        "seat": "s3",
        "seat_name": "Cy",
    }
    game.move("Bo", "claim_turn", character="c1")
    game.refused("Bo", Own.ANSWERED_ALREADY, "claim_turn", character="c1")


@rule("initiative.social")
def test_a_character_on_no_side_has_no_turn() -> None:
    game = in_conflict()
    game.places(game.sheet("Crate", None, kind="thing"), "z1")
    game.refused("Ann", Own.NO_ACTOR, "claim_turn", character="c4")
    game.refused("Ann", Own.NO_ACTOR, "give_turn", character="c9")


@rule("initiative.social")
def test_the_caller_names_somebody_if_nobody_answers() -> None:
    game = in_conflict()
    game.move("Ann", "give_turn", character="c2")
    assert game.awaited() == {"act": ("Cy",)}


@rule("initiative.social")
def test_only_a_player_who_has_answered_gets_the_turn_or_lets_others_go_first() -> None:
    game = in_conflict()
    game.move("Bo", "claim_turn", character="c1")
    game.refused("Ann", Own.NOT_ANSWERED, "give_turn", character="c2")
    game.refused("Bo", Own.NOT_THE_CALLER, "give_turn", character="c1")
    game.refused("Cy", Own.NOT_YOURS, "yield_turn", character="c1")
    game.move("Bo", "yield_turn", character="c1")
    game.refused("Bo", Own.NOT_ANSWERED, "yield_turn", character="c1")


@rule("exchange.once")
def test_everyone_acts_once_then_the_next_exchange_begins() -> None:
    game = in_conflict()
    game.passes("c1", "c2")
    refused = game.refused("Bo", Own.ACTED_ALREADY, "claim_turn", character="c1")
    assert refused.facts == {"character_name": "Gatto", "exchange_number": 1}
    game.turn("c3")
    assert game.move("Ann", "end_turn").ruling.sentence == (
        "Hargan's turn is over. Exchange 2 begins."
    )
    game.turn("c1")


@rule("initiative.auction")
def test_several_who_want_to_act_bid() -> None:
    game = in_conflict()
    game.move("Bo", "claim_turn", character="c1")
    refused = game.refused("Ann", Own.NOBODY_TO_OUTBID, "call_auction")
    assert refused.facts == {"character_names": ("Gatto",)}
    game.move("Cy", "claim_turn", character="c2")
    refused = game.refused("Ann", Own.SEVERAL_ANSWERED, "give_turn", character="c1")
    assert refused.facts == {"character_names": ("Gatto", "Jade")}
    game.refused("Bo", Own.NOT_THE_CALLER, "call_auction")
    game.move("Ann", "call_auction")
    assert game.awaited() == {"bid": ("Bo", "Cy")}


@rule("initiative.auction")
def test_the_highest_bid_acts_and_comes_off_the_roll() -> None:
    game = auction(Bo=2, Cy=1)
    game.says("c1", "declare", "move", skill="Athletics")
    judgement = game.rolls("c1", (1, 1, 0, 0))
    assert saw(judgement, "action.roll")["shifts_bid"] == 2
    assert game.shifts() == 2 + 3 - 2


@rule("initiative.auction")
def test_players_with_equal_bids_bid_again() -> None:
    game = auction(Bo=2, Cy=2)
    assert game.awaited() == {"bid": ("Bo", "Cy")}
    game.move("Bo", "bid", character="c1", shifts=0)
    game.move("Cy", "bid", character="c2", shifts=1)
    assert game.awaited() == {"act": ("Cy",)}


@rule("initiative.auction")
def test_nobody_bids_more_than_could_be_had_at_all() -> None:
    game = auction()
    refused = game.refused("Bo", Own.UNFIT_BID, "bid", character="c1", shifts=8)
    assert refused.facts == {"character_name": "Gatto", "shifts_bid": 8, "shifts_maximum": 3 + 4}
    game.refused("Bo", Own.UNFIT_BID, "bid", character="c1", shifts=-1)
    game.refused("Ann", Own.NOT_ANSWERED, "bid", character="c3", shifts=1)
    game.move("Bo", "bid", character="c1", shifts=7)
    game.refused("Bo", Own.BID_ALREADY, "bid", character="c1", shifts=3)


@rule("initiative.auction")
def test_a_player_who_lets_others_go_first_bids_no_longer() -> None:
    game = auction(Bo=5)
    judgement = game.move("Bo", "yield_turn", character="c1")
    assert judgement.ruling.sentence == "Gatto lets others go first. It is Jade's turn."
    assert game.view().conflict.turn.bid == 0


@rule("initiative.social")
def test_after_a_turn_the_caller_asks_again() -> None:
    game = auction(Bo=1, Cy=0)
    game.move("Bo", "end_turn")
    assert game.awaited() == {"claim_turn": ("Cy", "Ann")}
    game.refused("Bo", Own.WRONG_MOMENT, "bid", character="c1", shifts=1)
