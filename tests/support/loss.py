"""First notices of loss in tests: characters with something to lose, and the scene."""

from tests.support.conflict import FIGHTERS, aside, call, goal, join, narrate, roll, stop
from tests.support.play import Game, between_scenes, effect
from verger.domain.core.decider import Accepted
from verger.domain.games.verge.model.conflict import Trading


def with_things(*names: str) -> Game:
    """A table in Run. Each player except the GM has a character, and two things to lose.

    Bo's Knight is `n1`. Edge `e1` leads to his thing #1, `n2`, and `e2` to his #2, `n3`. Cy's ids follow in the same order.
    """
    game = between_scenes(*names)
    for name in names[1:]:
        knight, seat = game.character(name, f"{FIGHTERS[name]}!!"), game.seat(name)
        for thing, text in ((1, "!!!!"), (2, "!!")):
            node, edge = game.node(name, f"Thing {thing} of {name}"), f"e{_edges(game) + 1}"
            ends = {"source": knight, "target": node, "thing": thing, "person": knight}
            drawn = effect("edge_added", edge=edge, label="needs", creator=seat, **ends)
            game.given(drawn, effect("mark_added", element=edge, marks=text))
    owed = [game.seat(name) for name in names[1:]]
    return game.given(effect("notices_owed", seats=owed))


def _edges(game: Game) -> int:
    return game.state.play.network.edges_ever


def chooses(game: Game, name: str, thing: int = 1) -> Accepted:
    """A player chooses to lose its most or second most important thing."""
    edges = game.state.play.network.edges
    own = game.state.play.network.characters[game.seat(name)]
    (tie,) = (id for id, edge in edges.items() if (edge.person, edge.thing) == (own, thing))
    return game.move(name, "choose_loss", edge=tie)


def frame(game: Game, name: str | None = None) -> Accepted:
    """Have the GM frame a scene: this player's first notice of loss, or an ordinary scene if no name is given."""
    notice = {"notice": game.seat(name)} if name else {}
    return game.move("Ann", "frame", camera="Rain.", place="A park", **notice)


def in_notice(*names: str, thing: int = 1) -> Game:
    """The scene of Bo's first notice of loss, after Bo has chosen the loss."""
    game = with_things(*names)
    chooses(game, "Bo", thing)
    frame(game, "Bo")
    return game


def fight(game: Game, ann: str, bo: str) -> Game:
    """Have Ann and Bo fight about Bo's notice up to the end of narration, with these dice. Bo uses a bit character."""
    guards = game.node("Ann", "Guards" + "!" * len(ann))
    spouse = game.node("Ann", "Spouse" + "!" * len(bo), "person")
    call(game, "Ann", notice=True)
    join(game, "Ann", guards, goal(guards))
    join(game, "Bo", spouse, goal(spouse))
    aside(game)
    roll(game, "Ann", ann)
    roll(game, "Bo", bo)
    return narrate(game)


def lose(game: Game, ann: str = "66", bo: str = "1") -> Game:
    """Have Bo lose the fight about his notice, and have the sides trade dice."""
    stop(fight(game, ann, bo))
    while (conflict := game.state.play.conflict) and isinstance(conflict.stage, Trading):
        trade = next(one for one in conflict.stage.trades if one.values is None)
        game.dice(*[1] * trade.dice).move(trade.seat, "trade_dice")
    return game
