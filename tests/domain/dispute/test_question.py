"""The question how to settle an open dispute: the asked seats, the words and the answers."""

from collections.abc import Sequence

import pytest

from tests.support.dispute import disputed, disputes, settlement
from tests.support.play import Game, rule
from verger.domain.core.option import Choices, Option
from verger.domain.judging.answering import answered_options


@pytest.fixture
def game() -> Game:
    return disputed("Ann", "Bo", "Cy")


def answers(game: Game, name: str) -> list[Option]:
    """The answers of a seat to the questions about disputes."""
    options = answered_options(game.ruleset, game.state, len(game.log), game.seat(name))
    return [one for one in options if one.answers and "settle_dispute" in one.answers.question]


def verbs(game: Game, name: str) -> list[str]:
    return [option.answers.verb for option in answers(game, name) if option.answers]


@rule("dispute.open", "dispute.settle")
def test_an_open_dispute_asks_the_whole_table(game: Game) -> None:
    assert game.awaited()["settle_dispute"] == ("Ann", "Bo", "Cy")
    assert game.question("settle_dispute").sentence == (
        "Cy opens dispute 1. The ruling is: Bo draws a line. The reason: “It was no line.” "
        "Settle it: say whether the ruling stands, or state your view."
    )
    ways = ["The ruling stands", "The ruling was wrong", "State a view"]
    assert verbs(game, "Bo") == ways
    assert verbs(game, "Cy") == [*ways, "Withdraw a dispute"]


def outcomes(options: Sequence[Option]) -> list[list[object]]:
    """The outcomes that each of these options can propose."""
    return [
        [choice.value for choice in field.choices]
        for option in options
        for field in option.fields
        if isinstance(field, Choices) and field.name == "outcome"
    ]


@rule("dispute.settle")
def test_each_of_several_disputes_has_all_answers(game: Game) -> None:
    disputes(game, "Bo")
    found = answers(game, "Ann")
    assert [option.label for option in found] == [
        f"{verb}: dispute {number}"
        for number in (1, 2)
        for verb in ("The ruling stands", "The ruling was wrong", "State a view")
    ]
    assert outcomes(found) == [["upheld"], ["overturned"]] * 2


@rule("dispute.settle")
def test_a_failed_settlement_asks_the_table_again(game: Game) -> None:
    asked = game.question("settle_dispute").id
    game.move("Bo", "propose_settlement", **settlement("upheld"))
    assert "settle_dispute" not in game.awaited()
    for name in ("Ann", "Cy"):
        game.move(name, "vote", dispute="q1", yes=False)
    assert game.question("settle_dispute").id != asked


@rule("dispute.appeal")
def test_an_appeal_asks_the_table_again(game: Game) -> None:
    asked = game.question("settle_dispute").id
    game.move("Bo", "propose_settlement", **settlement("upheld"))
    game.move("Ann", "vote", dispute="q1", yes=True)
    game.move("Ann", "appeal", dispute="q1", grounds="New evidence.")
    again = game.question("settle_dispute")
    assert again.id != asked
    assert again.sentence.startswith("Ann appeals dispute 1. The ruling is: Bo draws a line. ")
    assert "The reason: “New evidence.”" in again.sentence


@rule("dispute.settle")
def test_if_the_gm_settles_the_others_are_asked_for_their_views() -> None:
    game = disputed("Ann", "Bo", "Cy", disputes="gm")
    assert game.question("settle_dispute").sentence.endswith(
        "Ann decides whether it stands, and everybody can state a view."
    )
    assert verbs(game, "Ann") == ["The ruling stands", "The ruling was wrong", "State a view"]
    assert verbs(game, "Bo") == ["State a view"]
    for number in range(30):
        game.move("Bo", "state_view", dispute="q1", text=f"View {number}.")
    assert game.awaited()["settle_dispute"] == ("Ann", "Cy")


@rule("dispute.open")
def test_a_closed_session_asks_nobody_about_its_disputes(game: Game) -> None:
    game.agreed("Bo", "choose_house_rule", house_rule="session", value="closed")
    assert "settle_dispute" not in game.awaited()
