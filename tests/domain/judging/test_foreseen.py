"""Previews of open proposals and declarations: the results if all asked seats agree."""

from datetime import UTC, datetime

from tests.support.dispute import amendment, disputed, settlement
from tests.support.play import Game, action, in_run
from verger.domain.core.decider import Facts, Wish
from verger.domain.core.dice import RecordedDice
from verger.domain.core.mover import Unseated
from verger.domain.core.past import KnownPast, PastPlay
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging.foreseen import foreseen

DOG = action("create", label="Dog", kind="thing", edge="plays in", other="n1")
CAT = action("create", label="Cat-5", kind="thing", edge="chases", other="a1.node")
HEAD = 100


def game_of() -> Game:
    """Return a game in Run with a node, where Bo and Cy can pay."""
    game = in_run("Ann", "Bo", "Cy").grant("Bo", story=5).grant("Cy", story=5)
    game.node("Ann", "Park!")
    return game


def wishes(game: Game, past: KnownPast | None = None) -> list[Wish]:
    facts = Facts(
        Unseated.SERVER,
        datetime(2026, 1, 1, tzinfo=UTC),
        RecordedDice(()),
        HEAD,
        past or KnownPast({}),
    )
    return list(foreseen(RULESETS["verge"], game.state, facts))


def labels(wish: Wish) -> list[str]:
    return [one.label for _, one in wish.after.play.network.elements]


def test_the_preview_of_a_declaration_has_its_remaining_actions_and_their_price() -> None:
    game = game_of()
    game.declares("Cy", DOG, CAT)
    (wish,) = wishes(game)
    assert (wish.about, wish.by, wish.price) == ("d1", "s3", {"story": 1})
    assert {"Dog", "Cat-5", "chases"} <= set(labels(wish))
    # An action that has become impossible is left out, with the actions that depend on it.
    game.node("Ann", "Dog")
    (wish,) = wishes(game)
    assert "Cat-5" not in labels(wish)


def test_each_open_declaration_has_its_own_preview() -> None:
    game = game_of()
    assert wishes(game) == []
    game.declares("Bo", DOG)
    game.declares("Cy", action("create", label="Bell", kind="thing", edge="rings in", other="n1"))
    first, second = wishes(game)
    assert "Dog" in labels(first)
    assert "Dog" not in labels(second)
    assert "Bell" in labels(second)


def test_the_preview_of_a_rewind_is_the_play_of_its_target() -> None:
    game = game_of()
    past = KnownPast({1: PastPlay(in_run("Ann", "Bo", "Cy").state.play)})
    game.move("Bo", "rewind", to=1)
    (wish,) = wishes(game, past)
    assert (wish.about, wish.by, labels(wish)) == ("r1", "s2", [])


def test_the_preview_of_a_left_out_move_names_that_move() -> None:
    game = game_of()
    game.move("Ann", "frame", camera="A door.", place="The ward")
    framed = len(game.log)
    game.move("Bo", "leave_out", version=framed)
    (wish,) = wishes(game, KnownPast({framed - 1: PastPlay(game.state.play)}))
    assert (wish.about, wish.rewound and wish.rewound.without) == ("r1", framed)


def test_the_preview_of_a_settlement_is_its_remedy() -> None:
    game = disputed("Ann", "Bo", "Cy")
    more = {"correction": "move_tokens", "token": "story", "amount": 2}
    remedy = amendment({**more, "source": "bank", "target": "seat:s2"})
    game.move("Cy", "propose_settlement", **settlement(**remedy))
    (wish,) = wishes(game)
    assert (wish.about, wish.by) == ("q1", "s3")
    assert wish.after.play.ledger["seat:s2"].story == game.tokens("Bo").story + 2


def test_a_settlement_that_enough_seats_have_rejected_has_no_preview() -> None:
    game = disputed("Ann", "Bo", "Cy", "Dee")
    game.move("Cy", "propose_settlement", **settlement())
    game.move("Ann", "vote", dispute="q1", yes=False)
    assert [wish.about for wish in wishes(game)] == ["q1"]
    game.move("Bo", "vote", dispute="q1", yes=False)
    assert wishes(game) == []
