"""A hostile takeover: a corporation deploys what it has, bids for the floor, and is taken out."""

from tests.golden.edgerunner import Evening
from verger.domain.games.edgerunner.reason import Code as Own

RULES = ("faction.deploy", "action.defense", "end.taken_out")
SEED = 6

FACE = {"track": "Reputation"}


def play(seed: int = SEED) -> Evening:
    """Bo's founder and Cy's lawyer against a corporation that owns half the street."""
    game = Evening("Shareholders meeting", "Ann Bo Cy", seed=seed, house_rules={"fate_points": 2})
    the_cast(game)
    the_street(game)
    game.begins("a day")
    drones_first(game)
    the_floor(game)
    lights_out(game)
    return game


def the_cast(game: Evening) -> None:
    """Who owns the shop, who knows the law, and who wants both."""
    face = {"Reputation": 4}
    skills = {"Rapport": 3, "Taunt": 3}
    game.cast("Ines", "Bo", skills=skills, aspects=["This shop is my life"], tracks=face)
    game.cast("Okafor", "Cy", skills={"Law": 4, "Rapport": 2}, tracks=face)
    game.cast("Nakatomi", kind="faction", skills={"Money": 5}, aspects=["Listed company"])
    game.cast("Spokesman", skills={"Taunt": 4, "Law": 2}, tracks={"Reputation": 2})
    game.cast("Camera drone", kind="thing", skills={"Taunt": 1}, tracks={"Hull": 1})


def the_street(game: Evening) -> None:
    """Three places of one day's walk, and a faction that stands in none of them."""
    game.zones("The shop", "The court", "The square")
    for who, zone, side in (("Ines", "The shop", 1), ("Okafor", "The court", 1)):
        game.move("Ann", "place", character=f"@{who}", zone=f"@{zone}", side=side)
    game.move("Ann", "place", character="@Spokesman", zone="@The square", side=2)
    told = {"character": "@Nakatomi", "side": 2}
    game.refused("Ann", Own.FACTION_OFF_MAP, "place", zone="@The court", **told)
    game.move("Ann", "place", **told)


def drones_first(game: Evening) -> None:
    """The corporation deploys a drone; Ines keeps her name up."""
    game.calls("Nakatomi")
    game.does("Nakatomi", "deploy", thing="@Camera drone", zone="@The shop", narration="It hums.")
    ward = {"skill": "Rapport", "target": "@Ines", **FACE}
    assert game.acts_as("Ines", "She talks to everybody.", "defense", **ward) == 7
    game.leaves_it("Ines")
    assert game.view().sheets[0].tracks[0].threshold == 7
    slander = {"skill": "Taunt", "target": "@Ines", **FACE}
    assert game.acts_as("Spokesman", "Have you seen her books?", "attack", **slander) == 4
    game.leaves_it("Spokesman", "Ines")
    game.calls("Okafor")
    game.does("Okafor", "free_move", route="b2.1")
    claim = {"skill": "Law", "target": "@Spokesman", **FACE}
    game.declares_as("Okafor", "He reads the statute out.", "attack", **claim)
    assert game.throws("Okafor") == 2
    assert game.invokes("Okafor", "Listed company", "Shareholders have rights.") == 4
    game.leaves_it("Okafor")
    told = {"severity": "mild", "name": "Caught in a lie", "why": "He talks himself out of it."}
    game.does("Spokesman", "take_consequence", **told)
    game.leaves_it("Spokesman")
    assert game.marked("c4", "Reputation") == (2,)
    game.is_over("Camera drone")


def the_floor(game: Evening) -> None:
    """Who speaks first is worth something to both: the higher bid comes off what was kept."""
    for name in ("Ines", "Spokesman"):
        game.does(name, "claim_turn", character=f"@{name}")
    game.move("Ann", "call_auction")
    game.does("Spokesman", "bid", character="@Spokesman", shifts=2)
    game.does("Ines", "bid", character="@Ines", shifts=2)
    game.does("Ines", "bid", character="@Ines", shifts=3)
    game.does("Spokesman", "yield_turn", character="@Spokesman")
    ward = {"skill": "Rapport", "target": "@Ines", **FACE}
    game.declares_as("Ines", "And goes on talking.", "defense", continues=True, **ward)
    assert game.throws("Ines") == 7 - 3
    game.leaves_it("Ines")
    assert game.view().conflict.defenses[0].threshold == 4
    game.does("Ines", "free_move", route="b1.1")
    assert game.view().conflict.defenses == ()
    claim = {"skill": "Law", "target": "@Spokesman", **FACE}
    game.calls("Okafor")
    game.declares_as("Okafor", "Paragraph two.", "attack", continues=True, **claim)
    assert game.throws("Okafor") == 4
    game.leaves_it("Okafor", "Spokesman")
    game.does("Okafor", "decide_fate", story="He reads his own resignation from the prompter.")
    assert game.view().step == "conflict"


def lights_out(game: Evening) -> None:
    """The corporation is left with a drone, and then without."""
    game.is_over("Nakatomi", "Camera drone")
    hit = {"skill": "Taunt", "target": "@Camera drone", "track": "Hull"}
    game.agreed("Bo", "choose_house_rule", house_rule="dice", value="reported")
    game.calls("Ines")
    game.declares_as("Ines", "She throws her shoe.", "attack", **hit)
    game.move("Ann", "close_compels")
    game.does("Ines", "roll", reported=[3, 2, 2, 2])
    assert game.shifts() == 3
    game.leaves_it("Ines")
    game.does("Camera drone", "give_in", why="It has nothing to cover itself with.")
    game.does("Ines", "decide_fate", story="It falls into the fountain, live on every channel.")
    assert (game.view().step, game.zone("c5")) == ("prepare", None)
    assert game.tokens("c1").fate == 2
    game.move("Cy", "signal")
    game.agreed("Ann", "resume_play")
    game.agreed("Ann", "hand_over_gm", seat="@Cy")
    assert game.awaited() == {"place": ("Cy",)}
