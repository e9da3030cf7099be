"""A seat uses up only its own limits: the others can still propose, dispute and state their views."""

from typing import Any

import pytest

from tests.support.game import Game, Naming, seated
from verger.domain.core.option import Group
from verger.domain.core.reason import Code
from verger.domain.core.refusal_code import ReasonCode
from verger.domain.dispute.arguing import OPEN_LIMIT as DISPUTE_LIMIT
from verger.domain.dispute.arguing import VIEW_LIMIT
from verger.domain.games.rulesets import RULESETS
from verger.domain.table.closing import SESSION
from verger.domain.table.proposal import OPEN_LIMIT as PROPOSAL_LIMIT

GAMES = list(RULESETS.values())
rule = Naming(GAMES[0])

PROPOSES = {
    "move": "propose",
    "subject": {"subject": "choose_house_rule", "house_rule": "undo", "value": "gm"},
}
SAFETY = (
    {"subject": "vacate_seat", "seat": "s2"},
    {"subject": "reissue_seat", "seat": "s2"},
    {"subject": "resume_play"},
)
DISPUTES = {
    "move": "dispute",
    "about": {"of": "event", "version": 1},
    "rule": "table.start",
    "grounds": "No.",
}


@pytest.fixture(params=GAMES, ids=[ruleset.name for ruleset in GAMES])
def game(request: pytest.FixtureRequest) -> Game:
    """Ann, who is the GM, Bo, Cy, and Dee and Eve, who watch."""
    return seated(Game(request.param), "A table", "Ann", "Bo", "Cy", "Dee", "Eve", observers=2)


def numbered(move: dict[str, Any], version: int) -> dict[str, Any]:
    """Return a move; if it is a dispute, it is about the event at this version."""
    return {**move, "about": {"of": "event", "version": version}} if "about" in move else move


def uses_up(
    game: Game, busy: str, other: str, move: dict[str, Any], code: ReasonCode, most: int
) -> None:
    """Let a seat make a move until its limit refuses it, and then let another seat make it once."""
    for number in range(1, most + 1):
        game.send(busy, numbered(move, number))
    rest = dict(move)
    name = rest.pop("move")
    game.refused(busy, code, name, **rest)
    assert not game.options(busy, name)
    assert game.options(other, name)
    game.send(other, move)


@rule("table.agreement")
def test_each_seat_has_its_own_open_proposals(game: Game) -> None:
    uses_up(game, "Bo", "Cy", PROPOSES, Code.TOO_MANY_OPEN, PROPOSAL_LIMIT)


@rule("dispute.open")
@pytest.mark.parametrize(("busy", "other"), [("Bo", "Cy"), ("Dee", "Eve"), ("Dee", "Ann")])
def test_each_seat_has_its_own_open_disputes(game: Game, busy: str, other: str) -> None:
    uses_up(game, busy, other, DISPUTES, Code.TOO_MANY_DISPUTES, DISPUTE_LIMIT)


@rule("dispute.view")
def test_each_seat_states_its_own_views_of_a_dispute(game: Game) -> None:
    game.send("Dee", DISPUTES)
    view = {"dispute": "q1", "text": "No."}
    uses_up(game, "Bo", "Cy", {"move": "state_view", **view}, Code.VIEWS_FULL, VIEW_LIMIT)
    game.refused("Bo", Code.VIEWS_FULL, "state_view", **view)


@rule("table.leave", "table.reissue", "table.pause")
@pytest.mark.parametrize("subject", SAFETY, ids=[one["subject"] for one in SAFETY])
def test_proposals_of_one_seat_keep_nobody_from_mending_the_table(
    game: Game, subject: dict[str, str]
) -> None:
    for _ in range(PROPOSAL_LIMIT):
        game.send("Bo", PROPOSES)
    game.move("Dee", "signal")
    assert subject["subject"] in offered(game, "Cy")
    game.move("Cy", "propose", subject=subject)


@rule("table.close", "table.reissue")
def test_the_proposals_of_one_seat_do_not_keep_a_table_closed(game: Game) -> None:
    for _ in range(PROPOSAL_LIMIT):
        game.send("Bo", PROPOSES)
    opening = {"subject": "choose_house_rule", "house_rule": str(SESSION.id), "value": "open"}
    game.agreed("Cy", "choose_house_rule", house_rule=str(SESSION.id), value="closed")
    game.refused("Bo", Code.TOO_MANY_OPEN, "propose", subject=opening)
    assert not game.options("Bo", "propose")
    assert game.options("Cy", "propose")
    game.agreed("Cy", "choose_house_rule", house_rule=str(SESSION.id), value="open")


@rule("table.leave")
def test_the_proposals_of_a_seat_do_not_count_after_it_has_left(game: Game) -> None:
    for _ in range(PROPOSAL_LIMIT):
        game.send("Bo", PROPOSES)
    game.move("Bo", "leave")
    game.move("Bo", "take_seat", name="Bo")
    game.send("Bo", PROPOSES)


def offered(game: Game, name: str) -> set[str]:
    """Return the subjects that a seat is offered to propose."""
    (option,) = game.options(name, "propose")
    (group,) = option.fields
    assert isinstance(group, Group)
    return {str(shape.fixed["subject"]) for shape in group.shapes}
