"""First notices of loss in tests: characters with something to lose, and the scene."""

from domain.core.decider import Accepted
from tests.support.conflict import FIGHTERS, call, goal, join, narrate, roll
from tests.support.play import Game, effect, in_run


def with_things(*names: str) -> Game:
    """A table in Run where each player but the GM has a character, and two things to lose.

    Bo's Knight is `n1`, his #1 is `n2` by `e1`, his #2 is `n3` by `e2`; then Cy's likewise.
    """
    game = in_run(*names)
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


def frame(game: Game, name: str | None = None) -> Accepted:
    """The GM frames a scene, of this player's first notice of loss or an ordinary one."""
    notice = {"notice": game.seat(name)} if name else {}
    return game.move("Ann", "frame", camera="Rain.", place="A park", **notice)


def in_notice(*names: str, thing: int = 1) -> Game:
    """The scene of Bo's first notice of loss, who has chosen what he loses."""
    game = with_things(*names)
    game.move("Bo", "choose_loss", thing=thing)
    frame(game, "Bo")
    return game


def fight(game: Game, ann: str, bo: str) -> Game:
    """Have Ann and Bo fight his notice, a bit character in Bo's place, with these dice narrated."""
    guards = game.node("Ann", "Guards" + "!" * len(ann))
    spouse = game.node("Ann", "Spouse" + "!" * len(bo), "person")
    call(game, "Ann", notice=True)
    join(game, "Ann", guards, goal(guards))
    join(game, "Bo", spouse, goal(spouse))
    roll(game, "Ann", ann)
    roll(game, "Bo", bo)
    return narrate(game)


def lose(game: Game, ann: str = "66", bo: str = "1") -> Game:
    """Have Bo lose the fight of his notice, and the sides trade dice."""
    fight(game, ann, bo).move("Ann", "stop_conflict")
    game.dice(*[1] * len(bo)).move("Ann", "trade_dice")
    game.dice(*[1] * len(ann)).move("Bo", "trade_dice")
    return game
