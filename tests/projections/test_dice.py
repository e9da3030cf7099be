"""`GET …/dice` shows the session and the nonces of each seed."""

from tests.support.play import effect, table
from tests.support.throwing import FORK, SESSION
from verger.domain.core.identifier import SessionId
from verger.projections.dice import dice


def session_of(version: int) -> SessionId:
    """Return the session that recorded a version, for a fork that began with version 5."""
    return SESSION if version < 5 else FORK


def test_each_epoch_names_the_session_whose_id_went_into_its_dice() -> None:
    game = table("Ann", "Bo").given(effect("dice_rolled", count=3))
    game.move("Bo", "reveal_dice")
    game.given(effect("dice_epoch_started", commitment="00" * 32, version=5))
    game.given(effect("dice_rolled", count=2)).move("Bo", "reveal_dice")
    shown = dice(game.state.table, 6, session_of)
    assert [epoch.session for epoch in shown.epochs] == [SESSION, FORK]
    assert [(epoch.first, epoch.last) for epoch in shown.epochs] == [(1, 3), (4, 5)]


def test_nonces_are_shown_in_the_order_of_their_use_in_a_roll() -> None:
    names = [f"Player {number}" for number in range(1, 12)]
    game = table(*names)
    for name in reversed(names):
        game.move(name, "give_nonce", nonce=f"of {name}")
    shown = dice(game.state.table, 1, session_of)
    assert list(shown.nonces) == [f"s{number}" for number in range(1, 12)]
    assert tuple(shown.nonces.values()) == game.state.table.nonces_in_order
