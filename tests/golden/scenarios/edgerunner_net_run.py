"""A run in the net: a daemon pushed aside, walls of ice, a long decryption, friends who patch each other up."""

from tests.golden.edgerunner import Evening
from verger.domain.games.edgerunner.reason import Code as Own

RULES = (
    "map.doors",
    "map.redraw",
    "action.move_another",
    "action.maneuver",
    "action.maneuver_end",
    "action.continue",
    "action.recovery",
    "action.attack_thing",
    "action.long",
    "action.compel",
)
SEED = 58

NERVE = {"track": "Nerve"}


def play(seed: int = SEED) -> Evening:
    """Nephrite and Onyx in a subnet that is not theirs; Di plays nobody, and calls."""
    game = Evening("Somebody else's subnet", "Ann Bo Cy Di", seed=seed)
    the_cast(game)
    the_subnet(game)
    game.begins("a few seconds")
    game.move("Ann", "hand_over_call", seat="@Di")
    the_wrong_spot(game)
    icewall(game)
    through_the_ice(game)
    the_firewall(game)
    a_long_decryption(game)
    solved(game)
    patched_up(game)
    return game


def the_cast(game: Evening) -> None:
    """Two runners, an iceboy, and who is on call tonight."""
    nerve = {"Nerve": 3}
    skills = {"Deception": 4, "Netrunning": 3}
    game.cast("Nephrite", "Bo", skills=skills, aspects=["Not her real face"], tracks=nerve)
    game.cast("Onyx", "Cy", skills={"Netrunning": 4, "Taunt": 2}, tracks=nerve)
    game.cast("Daemon", skills={"Netrunning": 2}, aspects=["One thing at a time"], tracks=nerve)
    game.cast("Sysop", skills={"Netrunning": 3, "Taunt": 3}, tracks={"Nerve": 2, "Patience": 2})
    game.cast("Spare deck", kind="thing", tracks={"Integrity": 1})


def the_subnet(game: Evening) -> None:
    """Six nodes in a row; the firewall of the last one is dear from outside and cheap from within."""
    game.move("Ann", "draw_map", name="The subnet", metaphorical=True)
    game.zones("Gateway", "Mail", "Payroll", "Attic", "Cellar", "Vault")
    ways = [
        {"value": 3, "condition": "the firewall", "direction": "there"},
        {"value": 0, "condition": "from within", "direction": "back"},
    ]
    game.move("Ann", "redefine_border", border="b5", ways=ways)
    game.move("Ann", "redefine_zone", zone="@Cellar", name="The wine cellar")
    sides = {"Nephrite": 1, "Onyx": 1, "Daemon": 2, "Sysop": 2, "Spare deck": 0}
    for who, side in sides.items():
        game.move("Ann", "place", character=f"@{who}", zone="@Gateway", side=side)
    game.move("Ann", "take_off", character="@Spare deck")


def the_wrong_spot(game: Evening) -> None:
    """Deception of 4 against Netrunning of 2: the daemon defends something else."""
    tale = "She lets it see somebody at payroll."
    pushed = {"skill": "Deception", "target": "@Daemon", "oppose": "Netrunning"}
    assert game.acts_as("Nephrite", tale, "move_another", **pushed) == 4
    game.leaves_it("Nephrite", "Daemon")
    game.does("Nephrite", "go", route="b1.1 b2.1 b3.1 b4.1")
    assert (game.zone("c3"), game.zone("c1")) == ("z5", "z1")
    game.does("Nephrite", "act_simply", narration="She checks her clock.")
    game.does("Nephrite", "free_move", route="b1.1")


def icewall(game: Evening) -> None:
    """The sysop freezes a node; the daemon is kept from coming back by what it is like."""
    wall = {"skill": "Netrunning", "target": "@Mail", "aspect": "Icewall"}
    assert game.acts_as("Sysop", "Frost on every port.", "maneuver", **wall) == 5
    game.leaves_it("Sysop")
    wall = game.view().aspects[-1]
    assert (wall.free_invokes, wall.boxes) == (2, 2)
    game.calls("Daemon")
    game.declares_as("Daemon", "It storms back.", "move", skill="Netrunning")
    game.move("Bo", "compel", aspect="@One thing at a time", by="@Nephrite", why="Payroll first!")
    game.does("Daemon", "answer_compel", take=True)
    game.calls("Onyx")
    game.declares_as(
        "Onyx", "In through the mail.", "attack", skill="Netrunning", target="@Icewall"
    )
    game.move("Ann", "compel", aspect="@Icewall", why="Frozen solid.")
    game.does("Onyx", "answer_compel", take=False)
    assert game.throws("Onyx") == 2
    game.leaves_it("Onyx")
    assert game.view().aspects[-1].marked == (2,)


def through_the_ice(game: Evening) -> None:
    """What was begun goes on without a roll, and the wall comes down."""
    port = {"value": 0, "condition": "the port", "door": "open"}
    change = {"move": "redefine_border", "border": "b2", "ways": [port]}
    game.agreed("Ann", "redraw_map", change=change, why="The thaw has opened a port.")
    change = {"move": "redefine_zone", "zone": "@Attic", "name": "The dripping attic"}
    game.agreed("Ann", "redraw_map", change=change, why="It drips from above.")
    assert game.acts_as("Nephrite", "She slips on.", "move", skill="Deception") == 3
    game.leaves_it("Nephrite")
    game.does("Nephrite", "go", route="b2.1")
    game.does("Nephrite", "turn_door", door="b2.1")
    game.does("Nephrite", "go", route="b3.1")
    game.calls("Onyx")
    wall = {"skill": "Netrunning", "target": "@Icewall"}
    told = {"action": {"action": "attack", **wall}, "narration": "Once more."}
    game.refused("Cy", Own.MUST_CONTINUE, "declare", **told)
    game.declares_as("Onyx", "He leans in.", "attack", continues=True, **wall)
    assert game.throws("Onyx") == 2
    game.leaves_it("Onyx")
    game.does("Onyx", "decide_fate", story="It shatters; the mail is open.")
    taunt = {"skill": "Taunt", "target": "@Onyx", **NERVE}
    assert game.acts_as("Sysop", "I can see you, boy.", "attack", **taunt) == 3
    game.leaves_it("Sysop", "Onyx")
    assert game.marked("c2", "Nerve") == (3,)
    assert game.acts_as("Daemon", "It runs home.", "move", skill="Netrunning") == 0
    game.leaves_it("Daemon")
    game.does("Daemon", "free_move", route="b4.1")


def the_firewall(game: Evening) -> None:
    """A player says what the firewall takes; who takes it out draws it anew."""
    game.move("Bo", "assign_threshold", border="b5", threshold=2)
    game.calls("Nephrite")
    calm = {"skill": "Deception", "target": "@Onyx", **NERVE}
    game.declares_as("Nephrite", "Breathe, boy.", "recovery", **calm)
    game.does("Onyx", "accept_help", accept=False)
    fire = {"skill": "Netrunning", "target": "b5"}
    game.declares_as("Nephrite", "Then she takes the wall.", "attack", **fire)
    assert game.throws("Nephrite") == 0
    assert game.invokes("Nephrite", "Not her real face", "It knows this face.") == 2
    game.leaves_it("Nephrite")
    assert game.view().map.borders[4].marked == (2,)
    game.does("Nephrite", "end_turn")


def a_long_decryption(game: Evening) -> None:
    """What takes a few minutes is a problem of 3 steps from an exchange of a few seconds."""
    told = {"track": "Cipher", "aspect": "Salted twice", "second_aspect": "Old key in the mail"}
    ledger = {"name": "The ledger", "zone": "@Mail", "duration": "a few minutes", **told}
    game.agreed("Bo", "pose_problem", **ledger)
    work = {"skill": "Netrunning", "target": "@The ledger", "track": "Cipher"}
    assert game.acts_as("Onyx", "He tries the old key.", "attack", **work) == 2
    assert game.invokes("Onyx", "Old key in the mail", "It is here!", use="reroll") == 2
    game.leaves_it("Onyx", "The ledger")
    assert game.marked("c6", "Cipher") == (2,)
    guard = {"skill": "Netrunning", "target": "@The ledger", "track": "Cipher"}
    assert game.acts_as("Sysop", "She changes the salt.", "defense", **guard) == 1
    game.leaves_it("Sysop")
    assert game.view().sheets[5].tracks[0].threshold == 1
    assert game.acts_as("Daemon", "It writes it anew.", "recovery", **guard) == 2
    game.leaves_it("Daemon")
    game.does("Daemon", "clear_box", box=2)
    game.does("Daemon", "end_turn")


def solved(game: Evening) -> None:
    """The exchange after, the wall is down and the ledger is read."""
    fire = {"skill": "Netrunning", "target": "b5"}
    game.calls("Nephrite")
    game.declares_as("Nephrite", "She leans on it.", "attack", continues=True, **fire)
    assert game.throws("Nephrite") == 2
    game.leaves_it("Nephrite")
    hole = [{"value": 1, "condition": "through the hole"}]
    game.does("Nephrite", "redefine_border", border="b5", ways=hole)
    game.calls("Onyx")
    work = {"skill": "Netrunning", "target": "@The ledger", "track": "Cipher"}
    game.declares_as("Onyx", "Line by line.", "attack", continues=True, **work)
    assert game.throws("Onyx") == 2
    game.leaves_it("Onyx", "The ledger")
    game.does("Onyx", "decide_fate", story="Every name is in it.")
    trap = {"skill": "Netrunning", "target": "@Nephrite", "aspect": "Lost between nodes"}
    assert game.acts_as("Daemon", "It turns the signs.", "maneuver", **trap) == 2
    game.leaves_it("Daemon")
    game.takes("Nephrite", "She has walked here before.", 1, track="Nerve")
    game.leaves_it("Nephrite")
    assert game.view().aspects[-1].free_invokes == 1


def patched_up(game: Evening) -> None:
    """Both use their action for it; then the other side has had enough."""
    why = "She stands at the hole in the wall: nobody is lost there."
    game.agreed("Cy", "drop_aspect", aspect="@Lost between nodes", why=why)
    game.is_over("Sysop")
    calm = {"skill": "Deception", "target": "@Onyx", **NERVE}
    game.calls("Nephrite")
    game.declares_as("Nephrite", "Breathe, boy. We have it.", "recovery", **calm)
    game.does("Onyx", "accept_help", accept=True)
    assert game.throws("Nephrite") == 4
    game.leaves_it("Nephrite")
    game.does("Nephrite", "clear_box", box=3)
    assert (game.marked("c2", "Nerve"), "c2" in game.view().conflict.acted) == ((), True)
    assert game.acts_as("Sysop", "She backs out.", "move", skill="Netrunning") == 2
    game.leaves_it("Sysop")
    game.does("Sysop", "finish_action")
    story = "The sysop pulls the plug on her own subnet. They are gone before the lights are."
    game.agreed("Ann", "concede", side=2, story=story)
