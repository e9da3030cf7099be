"""The text's own evening: a warehouse, a jamming gun, a character out of it, and a concession."""

from tests.golden.argument import argues
from tests.golden.edgerunner import Evening
from verger.domain.games.edgerunner.reason import Code as Own

RULES = ("action.boost_move", "action.spin", "initiative.auction", "end.concession")
SEED = 4807

GUN = "My gun jams when it matters"
SHOT = {"skill": "Firearms", "track": "Cool"}


def play(seed: int = SEED) -> Evening:
    """Gatto and Jade against Hargan, over data that are not theirs."""
    game = Evening("Nobody leaves the warehouse", "William Jon Sandra", seed=seed)
    game.move("Sandra", "add_limit", kind="line", text="Children in danger")
    the_cast(game)
    the_warehouse(game)
    game.begins("a few seconds")
    to_the_other_end(game)
    shots_in_the_dark(game)
    who_is_first(game)
    the_gun_jams(game)
    good_enough(game)
    a_second_look(game)
    argues(game, [{"correction": "move_tokens", "token": "fate", **_to_jade()}], "action.attack")
    return game


def the_cast(game: Evening) -> None:
    """Two runners, and who is in their way."""
    tracks = {"Cool": 4, "Health": 4}
    game.cast("Gatto", "Jon", skills={"Athletics": 3, "Firearms": 2}, aspects=[GUN], tracks=tracks)
    skills = {"Firearms": 3, "Netrunning": 4, "Athletics": 2}
    game.cast("Jade", "Sandra", skills=skills, tracks=tracks)
    skills = {"Firearms": 5, "Athletics": 1}
    game.cast("Hargan", skills=skills, aspects=["Company man"], tracks=tracks)
    assert [game.tokens(f"c{number}").fate for number in (1, 2, 3)] == [3, 3, 3]


def the_warehouse(game: Evening) -> None:
    """One big space of three zones; labyrinthine aisles make its borders 3 each."""
    game.move("William", "draw_map", name="The warehouse", metaphorical=False)
    game.zones("The gate", "The aisles", "The other end", value=3)
    for who in ("Gatto", "Jade"):
        game.move("William", "place", character=f"@{who}", zone="@The gate", side=1)
    game.refused("William", Own.NO_TWO_SIDES, "begin_conflict", reason="Data.", length="a minute")
    game.move("William", "place", character="@Hargan", zone="@The other end", side=2)


def to_the_other_end(game: Evening) -> None:
    """It takes 6 shifts to the other end; what the dice do not give, stress does."""
    tale = "He runs, to give Hargan a solid punch in the face."
    assert game.acts_as("Gatto", tale, "move", skill="Athletics") == 4
    game.takes("Gatto", "He squeezes between two racks.", 2, track="Health")
    game.leaves_it("Gatto")
    game.does("Gatto", "go", route="b1.1 b2.1")
    assert (game.zone("c1"), game.marked("c1", "Health")) == ("z3", (2,))


def shots_in_the_dark(game: Evening) -> None:
    """Jade shoots from far away, and what goes wrong is used against her."""
    shot = {"target": "@Hargan", **SHOT}
    assert game.acts_as("Jade", "She fires down the aisles.", "attack", **shot) == -1
    game.leaves_it("Jade")
    assert game.tokens("c2").spin == 1
    shot = {"target": "@Jade", **SHOT}
    assert game.acts_as("Hargan", "He aims at the flashes.", "attack", **shot) == 3
    game.does("Hargan", "use_spin")
    assert (game.shifts(), game.tokens("c2").spin) == (4, 0)
    game.leaves_it("Hargan")
    told = {"severity": "mild", "name": "Deaf in one ear", "why": "The racks ring."}
    game.does("Jade", "take_consequence", **told)
    game.leaves_it("Jade")
    assert (game.marked("c2", "Cool"), game.view().conflict.exchange) == ((2,), 2)


def who_is_first(game: Evening) -> None:
    """Both want to act: equal bids bid again, and the higher one comes off the roll."""
    for name, seat in (("Gatto", "Jon"), ("Hargan", "William")):
        game.move(seat, "claim_turn", character=f"@{name}")
    game.move("William", "call_auction")
    for mine, other in ((1, 1), (2, 1)):
        game.does("Gatto", "bid", character="@Gatto", shifts=mine)
        game.does("Hargan", "bid", character="@Hargan", shifts=other)
    game.declares_as("Gatto", "Heavy return fire.", "defense", target="@Gatto", **SHOT)
    assert game.throws("Gatto") == -1
    game.does("Gatto", "keep_threshold")


def the_gun_jams(game: Evening) -> None:
    """8 points of stress on the cool track are more than it takes: William tells what becomes of him."""
    assert game.acts_as("Hargan", "He fires twice.", "attack", target="@Gatto", **SHOT) == 6
    assert game.invokes("Hargan", GUN, "Not this time.") == 8
    game.leaves_it("Hargan", "Gatto")
    story = "A bad round in the chamber. Two bullets in his arm, and he drops where he stands."
    game.does("Hargan", "decide_fate", story=story)
    game.refused("Jon", Own.ACTED_ALREADY, "claim_turn", character="@Gatto")
    assert game.view().sheets[0].is_out


def good_enough(game: Evening) -> None:
    """Jade stands no chance alone: she offers a story, and talks it over once."""
    story = "Jade cuts her uplink, empties her gun and drags Gatto out. The data stay."
    first = game.proposes("Sandra", "concede", side=1, story="Jade gets away with the data.")
    game.move("William", "decline", proposal=first, reason="Not with the data.")
    game.agreed("Sandra", "concede", side=1, story=story)
    assert game.view().step == "prepare"
    assert (game.zone("c1"), game.marked("c2", "Cool")) == (None, ())
    assert game.view().sheets[1].consequences == ("mild",)


def a_second_look(game: Evening) -> None:
    """They look into how Jade was hit, and put things where they should be."""
    told = {"about": {"of": "event", "version": len(game.log)}, "rule": "action.resist"}
    game.move("Sandra", "dispute", **told, grounds="She was behind the racks.")
    box = {"character": "@Jade", "track": "Health", "box": 1}
    corrections = [
        {"correction": "mark_box", **box},
        {"correction": "unmark_box", **box},
        {"correction": "put_into", "character": "@Jade", "zone": "@The aisles"},
        {"correction": "remove_aspect", "aspect": "@Deaf in one ear"},
        {"correction": "move_tokens", "token": "fate", **_to_jade()},
    ]
    remedy = {"remedy": "amendment", "name": "Behind the racks", "corrections": corrections}
    settled = {"dispute": "q1", "outcome": "overturned", "reason": "Quite so.", "remedy": remedy}
    game.move("Jon", "propose_settlement", **settled)
    for name in ("William", "Sandra"):
        game.move(name, "vote", dispute="q1", yes=True)
    assert (game.zone("c2"), game.tokens("c2").fate) == ("z2", 4)
    assert game.view().sheets[1].consequences == ()


def _to_jade() -> dict[str, object]:
    return {"amount": 1, "source": "bank", "target": "character:c2"}
