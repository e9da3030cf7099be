"""A table can close its session. Then, in any game, players can only propose to open it again."""

from typing import Any

import pytest

from tests.domain.history.test_fork import fork
from tests.support.game import Game, Naming, seated, tags
from tests.support.play import saw, table
from verger.domain.core.decider import Ruleset
from verger.domain.core.mover import Unseated
from verger.domain.core.option import Choices, Group
from verger.domain.core.reason import Code
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging import silence
from verger.domain.judging.offer import awaited_of, options_of
from verger.domain.table.closing import SESSION, is_closed

GAMES = list(RULESETS.values())
rule = Naming(GAMES[0])


@pytest.fixture(params=GAMES, ids=[ruleset.name for ruleset in GAMES])
def game(request: pytest.FixtureRequest) -> Game:
    """A table of Ann, who is the GM, Bo and Dee, who watches; it has agreed to close."""
    ruleset: Ruleset[Any] = request.param
    game = seated(Game(ruleset), "A table", "Ann", "Bo", "Dee", observers=1)
    game.move("Bo", "propose", subject=to("closed"))
    assert not is_closed(game.state.table)
    assert tags(game.move("Ann", "agree", proposal="p1"))[-2:] == [
        "house_rule_chosen",
        "play_paused",
    ]
    return game


def to(value: str) -> dict[str, str]:
    return {"subject": "choose_house_rule", "house_rule": str(SESSION.id), "value": value}


@rule("table.close")
def test_only_the_proposer_retracts_a_proposal_at_a_closed_table() -> None:
    game = seated(Game(GAMES[0]), "A table", "Ann", "Bo", observers=0)
    game.move("Bo", "propose", subject={**to("open"), "house_rule": "seat_limit", "value": 7})
    game.move("Bo", "propose", subject=to("closed"))
    game.move("Ann", "agree", proposal="p2")
    game.refused("Ann", Code.CLOSED, "retract", proposal="p1")
    game.move("Bo", "retract", proposal="p1")
    game.move("Bo", "propose", subject=to("open"))
    game.refused("Ann", Code.NOT_THE_PROPOSER, "retract", proposal="p3")


@rule("table.close")
def test_nothing_is_moved_at_a_closed_table(game: Game) -> None:
    for name in ("Ann", "Bo", "Dee"):
        game.refused(name, Code.CLOSED, "add_limit", kind="line", text="Spiders.")
        game.refused(name, Code.CLOSED, "leave")
    for move, fields in (
        ("rewind", {"to": 1}),
        ("propose", {"subject": {"subject": "resume_play"}}),
        ("propose", {"subject": to("closed")}),
        ("give_nonce", {"nonce": "seven"}),
        ("add_seat", {"kind": "player", "name": "Cy"}),
    ):
        game.refused("Ann", Code.CLOSED, move, **fields)
    assert silence.due(game.state.table) is None


@rule("table.close")
def test_only_a_proposal_to_open_a_closed_table_is_open_there(game: Game) -> None:
    assert awaited_of(game.ruleset, game.state) == []
    assert not offered(game, "Dee")
    assert offered(game, "Bo") == ["propose"]
    id = game.proposes("Bo", "choose_house_rule", house_rule="session", value="open")
    assert game.awaited() == {"agreement": ("Ann",)}
    assert offered(game, "Ann") == ["agree", "decline", "propose"]
    assert offered(game, "Bo") == ["retract", "propose"]
    game.move("Ann", "agree", proposal=id)
    assert not is_closed(game.state.table)
    game.agreed("Bo", "resume_play")
    game.move("Dee", "add_limit", kind="line", text="Spiders.")


def reissuable(game: Game, name: str) -> list[Any]:
    """The seats that a seat is offered to have reissued."""
    options = options_of(game.ruleset, game.state, len(game.log), game.seat(name))
    (group,) = next(option.fields for option in options if option.fixed["move"] == "propose")
    assert isinstance(group, Group)
    lost = [
        field for shape in group.shapes if "house_rule" not in shape.fixed for field in shape.fields
    ]
    return [
        choice.value for field in lost if isinstance(field, Choices) for choice in field.choices
    ]


def offered(game: Game, name: str) -> list[str]:
    seat = game.seat(name)
    options = options_of(game.ruleset, game.state, len(game.log), seat)
    return [str(option.fixed["move"]) for option in options]


@rule("table.close")
def test_a_player_that_has_lost_a_token_gets_back_in_at_a_closed_table(game: Game) -> None:
    subject = {"subject": "reissue_seat", "seat": game.seat("Ann")}
    game.refused("Ann", Code.OTHERS_ONLY, "propose", subject=subject)
    game.refused("Dee", Code.OBSERVERS_WATCH, "propose", subject=subject)
    assert reissuable(game, "Bo") == ["s1", "s3"]
    game.move("Bo", "propose", subject=subject)
    assert awaited_of(game.ruleset, game.state) == []
    assert reissuable(game, "Bo") == ["s3"]
    game.move(game.seat("Ann"), "take_seat", name="Ann")
    for name in ("Bo", "Dee"):
        game.agreed("Ann", "reissue_seat", seat=game.seat(name))
        game.move(game.seat(name), "take_seat", name=name)
    assert is_closed(game.state.table)


@rule("table.close")
def test_two_others_agree_that_the_gm_gets_back_in_at_a_closed_table() -> None:
    game = table("Ann", "Bo", "Cy")
    game.agreed("Bo", "choose_house_rule", house_rule="session", value="closed")
    id = game.proposes("Bo", "reissue_seat", seat=game.seat("Ann"))
    assert game.awaited() == {"agreement": ("Cy",)}
    assert offered(game, "Cy") == ["agree", "decline", "propose"]
    game.move("Cy", "agree", proposal=id)
    assert game.state.table.away == ("s1",)


@rule("table.close")
def test_a_closed_table_waits_only_for_its_seated_players() -> None:
    game = table("Ann", "Bo", "Cy")
    game.agreed("Bo", "choose_house_rule", house_rule="session", value="closed")
    game.proposes("Ann", "choose_house_rule", house_rule="session", value="open")
    assert game.awaited() == {"agreement": ("Bo", "Cy")}
    game.agreed("Ann", "reissue_seat", seat=game.seat("Cy"))
    assert game.awaited() == {"agreement": ("Bo",)}
    game.move(game.seat("Cy"), "take_seat", name="Cy")
    assert game.awaited() == {"agreement": ("Bo", "Cy")}


@rule("table.close")
def test_earlier_questions_wait_until_the_table_is_open(game: Game) -> None:
    game.agreed("Bo", "choose_house_rule", house_rule="session", value="open")
    id = game.proposes("Bo", "choose_house_rule", house_rule="undo", value="gm")
    game.agreed("Bo", "choose_house_rule", house_rule="session", value="closed")
    assert "agree" not in offered(game, "Ann")
    game.refused("Ann", Code.CLOSED, "agree", proposal=id)
    assert {"decline"} <= set(offered(game, "Ann"))
    game.move("Ann", "decline", proposal=id)


@rule("table.close")
def test_no_rewind_opens_a_table_nor_closes_it() -> None:
    game = table("Ann", "Bo", undo="gm")
    before = len(game.log)
    game.agreed("Bo", "choose_house_rule", house_rule="session", value="closed")
    game.agreed("Bo", "choose_house_rule", house_rule="session", value="open")
    closed = len(game.log) - 2
    game.move("Ann", "rewind", to=before)
    game.move("Ann", "rewind", to=closed)
    assert not is_closed(game.state.table)


@rule("table.close")
def test_a_fork_of_a_closed_table_is_open() -> None:
    game = table("Ann", "Bo")
    game.agreed("Bo", "choose_house_rule", house_rule="session", value="closed")
    judgement = fork(game, "Bo")
    assert not is_closed(game.state.table)
    assert saw(judgement, "table.close") == {"house_rule": "session", "value_chosen": "open"}


@rule("table.close")
def test_the_operator_still_takes_texts_out_and_seats_back(game: Game) -> None:
    game.move(Unseated.OPERATOR, "reissue_seat", seat=game.seat("Bo"))
    game.move(game.seat("Bo"), "take_seat", name="Bo")
    assert is_closed(game.state.table)
