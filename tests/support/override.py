"""The rulebook's example of an override, with Sarasvati and Gil Bates."""

from typing import Any

from tests.support.play import Game, action, in_run
from verger.domain.core.decider import Accepted
from verger.domain.games.verge.model.network import ElementId, NodeId

GIL, KNIGHT = NodeId(ElementId("n1")), NodeId(ElementId("n2"))

PAST = {"nature": "backstory"}
SARASVATI = action("create", label="Sarasvati", edge="loves", other="n1", **PAST)


def gil_bates(**house_rules: str) -> Game:
    """Return the rulebook's table: Cy controls Gil Bates!! (`n1`) through Knight, and every seat has tokens."""
    game = in_run("Ann", "Bo", "Cy", "Di", **house_rules)
    gil, knight = game.node("Ann", "Gil Bates!!", "person"), game.character("Cy", "Knight")
    game.edge("Cy", knight, "guards", gil)
    for name in ("Ann", "Bo", "Cy", "Di"):
        game.grant(name, story=20)
    return game


def contested(
    game: Game, *actions: dict[str, Any], by: str = "Cy", ground: str = "authorship"
) -> Game:
    """Let Bo declare `d1`, and somebody object to its first action."""
    game.declares("Bo", *actions)
    game.move(by, "object", declaration="d1", ground=ground, reason="He is unloveable.")
    return game


def overrides(game: Game, **tokens: int) -> Accepted:
    """Let Bo override, paying these tokens if any are named."""
    payment = {"payment": tokens} if tokens else {}
    return game.move("Bo", "override", declaration="d1", **payment)


def sarasvati(*more: dict[str, Any], **house_rules: str) -> Game:
    """Return a table where Bo overrides Cy's objection to Sarasvati."""
    game = contested(gil_bates(**house_rules), SARASVATI, *more)
    overrides(game)
    return game


def raises(game: Game, name: str, by: int, **fields: Any) -> Accepted:
    """Let a seat raise the price."""
    complication = {"complication": "He is married. ", **fields}
    return game.move(name, "raise_override", declaration="d1", by=by, **complication)


def matches(game: Game, **fields: Any) -> Accepted:
    """Let Bo match the raise."""
    return game.move("Bo", "match_raise", declaration="d1", solution="So what? ", **fields)


def stands(game: Game, *names: str) -> Accepted:
    """Have seats pass, one after the other, and return the result of the last."""
    return [game.move(name, "pass_raise", declaration="d1") for name in names][-1]
