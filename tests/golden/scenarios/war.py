"""An evening of war: strikes, eliminations in the midst of dice, changes that come too late, powers below 0."""

from tests.golden.verge import (
    BACKSTORY,
    Evening,
    burn,
    connect,
    create,
    goal,
    repair,
    strengthen,
    strike,
    weaken,
)
from verger.domain.games.verge.reason import Code as Own

RULES = (
    "change.strike",
    "mark.strikes",
    "change.weaken",
    "change.repair",
    "change_failed",
    "mark_removed",
)
SEED = 4

LOAD = """
Ugo: + Attrition (idea)
Vera: + Iron Hounds (technology)
Walt: + Honour (ideology)
Xenia: + Rumour (idea)
Ugo: + Northern Command; -counts on> Attrition
Vera: + Hound Masters; -breed> Iron Hounds
Walt: + Third Rifles; -live by> Honour
Xenia: + Kessel Gazette; -spreads> Rumour
Ugo: + General Hask; -commands> Northern Command
Vera: + Handler Brio; -whistles for> Iron Hounds
Walt: + Sergeant Oll; -drills> Third Rifles
Xenia: + Editor Finch; -edits> Kessel Gazette
Ugo: + Sapper Munt; -tunnels for> Northern Command
Vera: = Handler Brio
Walt: = Sergeant Oll
Xenia: = Editor Finch
Ugo: General Hask #must take> Kessel Bridge (place)
Vera: #raised> Old Rust (thing)
Walt: #swore to hold> Kessel Bridge
Xenia: #lives above> Kessel Bridge
Ugo: General Hask #despises> Editor Finch
Vera: #writes to> Sergeant Oll
Walt: #reads> Kessel Gazette
Xenia: #hides> The Deserter (person)
"""
LIKES = {
    "Ugo": "Handler Brio, Sergeant Oll, Editor Finch, Iron Hounds",
    "Vera": "General Hask, Kessel Bridge, Sergeant Oll, Editor Finch",
    "Walt": "General Hask, Iron Hounds, Handler Brio, Northern Command",
    "Xenia": "Kessel Bridge, General Hask, Northern Command, Iron Hounds",
}


TALES = {
    "Ugo": "Smoke over the far bank.",
    "Vera": "The hounds are let off the chain.",
    "Walt": "The Rifles keep their line.",
    "Xenia": "The presses run all night.",
}


def play(seed: int = SEED) -> Evening:
    """The Bridge at Kessel: a dog handler, a sergeant and an editor between two armies."""
    game = Evening("The Bridge at Kessel", "Ugo Vera Walt Xenia", seed=seed)
    game.move("Vera", "add_limit", kind="veil", text="What happens to animals")
    game.begins_load("Ugo")
    game.loads(LOAD, LIKES)
    assert game.story == {"Ugo": 28, "Vera": 17, "Walt": 13, "Xenia": 6}
    game.plays("Ugo")
    shells = ("Flares.", "The river bank")
    mail = create("Field Censor", "burns letters to", "Sergeant Oll", "A stove in a tent.")
    game.notice("Vera", 2, shells, "General Hask", "The letters stop", mail)
    game.notice("Walt", 2, shells, "General Hask", "No paper reaches the trench")
    mortar = create("Long Mortar", "is aimed at", "Kessel Bridge", "A grey tube.")
    game.notice("Xenia", 1, shells, "General Hask", "The house on the bridge burns", mortar)
    game.move("Ugo", "frame", camera="Grey dawn.", place="Both banks", present=["@General Hask"])
    for part in (the_old_dog, a_rumour_dies, mud, a_bridge_below_nothing):
        part(game)
    the_capture(game)
    assert game.tokens("Walt").development + game.tokens("Ugo").development > 0
    no_way_there(game)
    paid_for_nothing(game)
    nobody_left_to_fight(game)
    game.move("Ugo", "end_scene")
    return game


def the_old_dog(game: Evening) -> None:
    """A node without an ! falls to one strike, and takes its edge; a claimed one never."""
    before = game.story
    game.cannot_declare("Xenia", Own.CLAIMED_CHARACTER, strike("Handler Brio", "Dull."))
    game.changes("Xenia", strike("Old Rust", "Not one more brave old dog."))
    assert (game.is_out("Old Rust"), game.is_out("raised")) == ("standing", "node")
    game.refused("Vera", Own.NOTHING_TO_LOSE, "choose_loss", edge=game.tie("Vera", 1))
    game.changes("Vera", strike("Third Rifles", "Soldiers without faces."))
    assert (game.is_out("Third Rifles"), game.is_out("drills")) == ("standing", "node")
    assert game.earned(before) == {"Xenia": -1, "Vera": -1}


def a_rumour_dies(game: Evening) -> None:
    """What was to be joined to is struck while the table is asked: the price comes back."""
    before = game.story
    id = game.wants("Walt", create("Panic", "feeds on", "Rumour", "Whispers on the bridge."))
    game.changes("Ugo", strike("Rumour", "Everything here is rumour."))
    assert (game.is_out("Rumour"), game.is_out("spreads")) == ("standing", "node")
    game.consents(id, "Ugo", "Vera", "Xenia")
    assert game.log[-1].effects[-1].outcome == "failed"
    assert game.earned(before) == {"Ugo": -1}


def mud(game: Evening) -> None:
    """The bridge is weakened to -2, boost by boost: from player to GM to bank and round again."""
    boosted = {"payment": {"boost": 1}}
    for times in range(1, 4):
        game.grant_boost("Walt", f"He holds for the {times}. night.")
        game.changes("Walt", weaken("Kessel Bridge", "He mines a pier himself.", **boosted))
        assert (game.tokens("Walt").boost, game.tokens("Ugo").boost) == (0, 1)
        game.changes("Ugo", weaken("Kessel Bridge", "A shell takes the railing.", **boosted))
        assert game.tokens("Ugo").boost == 0
    assert game.marked("Kessel Bridge") == "Kessel Bridge!!!!??????"
    assert (game.power("Kessel Bridge"), game.is_out("Kessel Bridge")) == (-2, None)


def a_bridge_below_nothing(game: Evening) -> None:
    """Below 0 it is overridden for nothing; it has to be repaired before it is strengthened."""
    before = game.story
    sold = create("Scrap Dealer", "already bought", "Kessel Bridge", "On paper.", **BACKSTORY)
    id = game.wants("Vera", sold)
    game.objects("Walt", id, "authorship", "Not while I stand on it.")
    game.move("Vera", "override", declaration=id)
    game.passes(id, "Ugo", "Walt", "Xenia")
    assert game.earned(before) == {"Vera": -1}
    firm = strengthen("Kessel Bridge", "Planks.")
    game.cannot_declare("Xenia", Own.WEAKENED, firm)
    for _ in range(2):
        game.grant_boost("Xenia", "She prints on the last paper.")
        game.changes("Xenia", repair("Kessel Bridge", "Volunteers with planks."))
    assert game.marked("Kessel Bridge") == "Kessel Bridge!!!!????"
    assert game.power("Kessel Bridge") == 0
    game.changes("Vera", strike("Kessel Bridge", "Bridges are a bore."))
    assert (game.power("Kessel Bridge"), game.is_out("Kessel Bridge")) == (-1, None)
    before = game.story
    game.grant_boost("Xenia", "Her headline stops a charge.")
    own = strengthen("Editor Finch", "Both banks know him.", payment={"story": 1, "boost": 1})
    game.changes("Xenia", own)
    assert game.earned(before) == {"Xenia": -1}


def the_capture(game: Evening) -> None:
    """The target is struck out in mid-conflict; what was won on it comes too late."""
    taken = connect("Sergeant Oll", "captured", "General Hask", "At bayonet point.")
    orders = create("Hask's Orders", "were found on", "General Hask", "A wet envelope.")
    copies = connect("a2.node", "is printed by", "Kessel Gazette", "On the front page.")
    peace = connect("Sergeant Oll", "halts", "Attrition", "One quiet morning.")
    field = create("A Quiet Field", "lies before", "Kessel Bridge", "Larks.")
    larks = connect("a5.node", "is crossed by", "Sergeant Oll", "Upright.")
    wanted = (taken, orders, copies, peace, field, larks)
    goal_of_walt = goal("Hask is taken", "General Hask", *wanted)
    joins = {
        "Walt": ("Sergeant Oll", goal_of_walt),
        "Ugo": ("General Hask", goal("The bridge is taken", "Kessel Bridge")),
    }
    before = game.story
    game.changes("Vera", connect("Sergeant Oll", "hunts", "General Hask", "By night."))
    game.conflict("Walt", "Over the river.", joins)
    assert game.earned(before) == {"Ugo": 4, "Vera": -1, "Walt": -6}
    assert len(game.rolls("Ugo", "By numbers.").dice) == 12 + 4 - 2
    assert len(game.rolls("Walt", "With a rope and six men.").dice) == 4 + 4 + 4 - 4
    game.tells(**TALES)
    for name, times in (("Vera", 1), ("Walt", 1), ("Xenia", 1)):
        game.changes(name, *[strike("General Hask", "He has said all his lines.")] * times)
    assert game.marked("General Hask") == "General Hask" + "!" * 12 + "XXX"
    assert [game.is_out(label) for label in ("General Hask", "hunts")] == ["strikes", "node"]
    game.move("Walt", "go_on")
    game.acts(Walt={"move": "reroll"})
    game.tells(**TALES)
    signals = game.signals()
    assert signals["Walt"] > signals["Ugo"]
    game.move("Walt", "stop_conflict")
    effects = game.log[-1].effects
    failed = [(one.change, str(one.code)) for one in effects if hasattr(one, "code")]
    assert failed == [(1, "eliminated"), (2, "eliminated"), (3, "unknown_result")]
    assert (game.marked("halts"), game.marked("is crossed by")) == ("halts", "is crossed by")
    game.trades()


def no_way_there(game: Evening) -> None:
    """No way leads to a target that was struck out: one's own power, less one, is all there is."""
    joins = {
        "Vera": ("Handler Brio", goal("The hounds take the staff", "Northern Command")),
        "Ugo": ("Sapper Munt", goal("The tunnel holds", "Northern Command")),
    }
    game.conflict("Vera", "Fetch.", joins)
    for name, times in (("Walt", 2), ("Vera", 1)):
        game.changes(name, *[strike("Northern Command", "No more maps.")] * times)
    assert game.is_out("Northern Command") == "strikes"
    assert len(game.rolls("Vera", "By scent.").dice) == game.power("Handler Brio") - 1 == 2
    assert (game.rolls("Ugo", "By lamp.").dice, game.power("Sapper Munt")) == ((), 0)
    assert game.tells(**TALES) == ["Vera", "Ugo"]
    game.move("Vera", "go_on")
    game.acts(Vera=burn("writes to", "She tears the last letter up for scent."))
    dice = game.fighter("Vera").dice
    assert (len(dice), game.power("writes to")) == (2 + 4, 1)
    assert game.tells(**TALES) == ["Vera", "Ugo"]
    before, signal = game.story, game.signals()["Vera"]
    game.move("Vera", "stop_conflict")
    game.trades()
    assert game.earned(before) == {"Ugo": signal}


def paid_for_nothing(game: Evening) -> None:
    """What is no longer possible is not overridden; what becomes so while raised is lost."""
    before = game.story
    horn = create("Hunting Horn", "was made for", "Kessel Gazette", "A prize.", **BACKSTORY)
    id = game.wants("Vera", horn)
    game.objects("Xenia", id, "authorship", "We give no prizes.")
    game.changes("Ugo", strike("Kessel Gazette", "Paper, paper."))
    game.refused("Vera", Own.ELIMINATED, "override", declaration=id)
    game.move("Vera", "withdraw", declaration=id)
    assert game.earned(before) == {"Ugo": -1}
    old = create("The Long Siege", "taught", "Attrition", "In my youth.", **BACKSTORY)
    id = game.wants("Vera", old)
    game.objects("Xenia", id, "authorship", "There was no siege.")
    game.move("Vera", "override", declaration=id)
    game.move("Ugo", "raise_override", declaration=id, by=1, complication="Who was besieged?")
    game.move("Vera", "match_raise", declaration=id, solution="My father was.")
    game.changes("Ugo", *[strike("Attrition", "Say it in dogs.")] * 3)
    game.passes(id, "Ugo", "Walt", "Xenia")
    assert (game.is_out("Attrition"), game.log[-1].effects[-1].outcome) == ("strikes", "failed")
    assert game.earned(before) == {"Vera": -1 - 2 - 1, "Walt": 2, "Ugo": -1 - 2 - 3}


def nobody_left_to_fight(game: Evening) -> None:
    """Who is not opposed wins without dice."""
    game.changes("Walt", strike("Iron Hounds", "Steel in their jaws is too much."))
    assert game.power("Iron Hounds") == 7
    own = create("The Armistice Edition", "is read on", "Kessel Bridge", "Warm ink.")
    joins = {"Xenia": ("Editor Finch", goal("It is over, in print", "Kessel Bridge", own))}
    game.conflict("Xenia", "Stop the presses.", joins)
    assert game.marked("The Armistice Edition") == "The Armistice Edition"
    id = game.wants("Ugo", connect("Sapper Munt", "surrenders to", "Handler Brio", "Hands up."))
    tunnel = strike("Sapper Munt", "The tunnel story is done.")
    game.changes("Vera", tunnel)
    game.consents(id, "Vera", "Walt", "Xenia")
    assert (game.is_out("Sapper Munt"), game.log[-1].effects[-1].outcome) == ("standing", "failed")
