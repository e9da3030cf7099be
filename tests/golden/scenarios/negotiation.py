"""An evening of negotiation: objections of every ground, rewording, withdrawing, failing midway."""

from tests.golden.verge import Evening, connect, create, goal, strengthen, strike
from verger.domain.games.verge.reason import Code as Own

RULES = ("consent.negotiate", "action_reworded", "action_withdrawn")
SEED = 1

LOAD = """
Osric: + Grafting (technology)
Pia: + Neighbourliness (ideology)
Rolf: + Blight (idea)
Osric: + The County Board; -licenses> Grafting
Pia: + Cider Guild; -toasts> Neighbourliness
Rolf: + Root Doctors; -study> Blight
Osric: + Clerk Amory; -stamps for> The County Board
Pia: + Widow Harrow; -presides at> Cider Guild
Rolf: + Doctor Fenn; -leads> Root Doctors
Osric: + The Stranger; -carries> Blight
Pia: = Widow Harrow
Rolf: = Doctor Fenn
Osric: Clerk Amory #cherishes> The Great Seal (thing)
Pia: #planted> The First Tree (thing)
Rolf: #seeks> A Cure (idea)
Osric: Clerk Amory #gossips with> Widow Harrow
Pia: #loves> Doctor Fenn
Rolf: #inherited> The Wet Field (place)
"""
LIKES = {
    "Osric": "Widow Harrow, Doctor Fenn, The First Tree, The Wet Field",
    "Pia": "Blight, The County Board, Doctor Fenn, The Wet Field",
    "Rolf": "Widow Harrow, The County Board, Clerk Amory, The First Tree",
}


def play(seed: int = SEED) -> Evening:
    """The Orchard Treaty: a widow, a doctor of roots and a county clerk share one blight."""
    game = Evening("The Orchard Treaty", "Osric Pia Rolf", seed=seed)
    for aspect, text in (("tone", "Gentle"), ("theme", "Good fences")):
        game.agreed("Pia", "adopt_premise", aspect=aspect, text=text)
    game.begins_load("Osric")
    game.loads(LOAD, LIKES)
    assert game.story == {"Osric": 17, "Pia": 15, "Rolf": 16}
    game.plays("Osric")
    frost = ("White breath.", "The lower orchard")
    game.notice("Pia", 1, frost, "Clerk Amory", "The first tree is felled by writ")
    mould = create("Grey Mould", "spoils", "A Cure", "Every jar of it.")
    game.notice("Rolf", 1, frost, "The Stranger", "The cure is spoilt", mould)
    game.move("Osric", "frame", camera="Long benches.", place="The cider hall", present=[])
    for part in (the_hedge_school, a_plan_that_falls_apart, a_missing_link):
        part(game)
    for part in (second_thoughts, nobody_may_object, two_at_once, the_seal):
        part(game)
    game.move("Osric", "end_scene")
    return game


def the_hedge_school(game: Evening) -> None:
    """Four actions with references: bogus goes on, fiction is taken back, authorship reworded."""
    before = game.story
    id = game.wants(
        "Pia",
        create("Hedge School", "teaches", "Neighbourliness", "Under the thorns."),
        connect("a1.node", "sits at the gate of", "The Wet Field", "On benches."),
        strengthen("The County Board", "It sends an inspector, who stays."),
        connect("Widow Harrow", "is feared in", "a1.node", "She brings a cane."),
    )
    game.move("Rolf", "consent", declaration=id, all=True)
    game.consents(id, "Osric")
    assert game.marked("Hedge School") == "Hedge School"
    game.objects("Osric", id, "bogus", "Gates have no benches.")
    assert game.marked("sits at the gate of") == "sits at the gate of"
    game.objects("Osric", id, "fiction", "The inspector would never stay.")
    assert game.awaited()["negotiate"] == ("Pia",)
    game.consents(id, "Osric")
    assert game.power("The County Board") == 11
    late = {"declaration": id, "action": 3, "ground": "bogus", "reason": "It never stays."}
    game.refused("Osric", Own.ACTION_PAST, "object", **late)
    reason = "She is not feared."
    more = {"declaration": id, "action": 4, "ground": "authorship", "reason": reason}
    game.move("Osric", "object", **more)
    kinder = connect("Widow Harrow", "is quoted in", "Hedge School", "Her sayings, in chalk.")
    game.move("Pia", "reword", declaration=id, wording=kinder)
    assert game.awaited()["consent"] == ("Osric", "Rolf")
    for name in ("Osric", "Rolf"):
        game.move(name, "consent", declaration=id, action=4)
    assert game.marked("is quoted in") == "is quoted in"
    assert game.earned(before) == {"Pia": -4, "Osric": 1}
    game.changes("Osric", strike("sits at the gate of", "As I said."))
    assert game.is_out("sits at the gate of") == "standing"


def a_plan_that_falls_apart(game: Evening) -> None:
    """The second of three actions has become impossible: the first stays, the rest lapses."""
    before = game.story
    id = game.wants(
        "Rolf",
        create("Spore Cellar", "breeds", "Blight", "Below the house."),
        strengthen("Grafting", "The knife is cleaned with spirit."),
        connect("a1.node", "is a school of", "Grafting", "In time."),
    )
    game.consents(id, "Pia")
    game.changes("Osric", *[strike("Grafting", "Knives bore me.")] * 2)
    assert game.is_out("Grafting") == "standing"
    game.consents(id, "Osric")
    assert game.marked("Spore Cellar") == "Spore Cellar"
    effects = game.log[-1].effects
    assert (effects[-2].action, str(effects[-2].code)) == (2, "eliminated")
    assert game.earned(before) == {"Rolf": -1, "Osric": -2}


def a_missing_link(game: Evening) -> None:
    """What refers to a withdrawn action fails when its time comes."""
    before = game.story
    id = game.wants(
        "Pia",
        create("Treaty Oak", "grows in", "The Wet Field", "Two hundred years."),
        connect("Cider Guild", "meets at", "The County Board", "On Fridays."),
        connect("Widow Harrow", "carved", "a1.node", "Her name."),
    )
    game.objects("Rolf", id, "fiction", "The field is bog; I would drain it first.")
    game.objects("Osric", id, "authorship", "There are no oaks here.")
    game.move("Pia", "withdraw", declaration=id)
    game.move("Osric", "consent", declaration=id)
    game.move("Rolf", "consent", declaration=id, all=True)
    assert game.marked("meets at") == "meets at"
    effects = game.log[-1].effects
    assert (effects[-2].action, str(effects[-2].code)) == (3, "unknown_result")
    assert game.earned(before) == {"Pia": -1}


def second_thoughts(game: Evening) -> None:
    """A consent to all becomes an objection, and then to one; the mover lets the rest go."""
    before = game.story
    id = game.wants(
        "Rolf",
        create("Lime Wagon", "dusts", "The First Tree", "White ruts."),
        connect("a1.node", "passes", "The County Board", "Every noon."),
    )
    game.move("Pia", "consent", declaration=id, all=True)
    game.objects("Pia", id, "fiction", "Lime would kill my bees.")
    game.consents(id, "Pia", "Osric")
    assert game.awaited()["consent"] == ("Osric", "Pia")
    game.move("Rolf", "withdraw", declaration=id, rest=True)
    assert game.earned(before) == {"Rolf": -1}
    assert game.log[-1].effects[-1].outcome == "withdrawn"


def nobody_may_object(game: Evening) -> None:
    """What one controls at both ends is recorded as it is declared; a new node is asked about."""
    before = game.story
    bees = create("Nine Hives", "stand around", "The First Tree", "White boxes.")
    shade = connect("The First Tree", "once shaded", "a1.node", "When there were ten.")
    id = game.wants("Pia", bees, shade)
    assert game.awaited()["consent"] == ("Osric", "Rolf")
    game.consents(id, "Osric", "Rolf")
    assert game.marked("Nine Hives") == "Nine Hives"
    seat = connect("Widow Harrow", "sits below", "The First Tree", "Every evening.")
    game.objects("Osric", id, "authorship", "Ten is too many.")
    game.move("Pia", "withdraw", declaration=id)
    game.wants("Pia", seat)
    assert game.marked("sits below") == "sits below"
    assert type(game.log[-1].move).__name__ == "Declare"
    assert game.earned(before) == {"Pia": -2}


def two_at_once(game: Evening) -> None:
    """Two declarations are open side by side; each goes its own way."""
    mine = game.wants("Pia", connect("Cider Guild", "bribes", "Root Doctors", "With last year's."))
    his = game.wants("Rolf", connect("Root Doctors", "accuse", "Clerk Amory", "Of neglect."))
    game.objects("Rolf", mine, "fiction", "We do not drink.")
    again = connect("Cider Guild", "sends pies to", "Root Doctors", "Hot ones.")
    game.move("Pia", "reword", declaration=mine, wording=again)
    game.consents(his, "Osric", "Pia")
    game.consents(mine, "Rolf", "Osric")
    assert (game.marked("accuse"), game.marked("sends pies to")) == ("accuse", "sends pies to")


def the_seal(game: Evening) -> None:
    """Where no wording helps, dice decide about the action; it is spent either way."""
    before = game.story
    id = game.wants("Pia", create("The Treaty", "bears", "The Great Seal", "Wax on her sleeve."))
    game.objects("Osric", id, "fiction", "Amory sleeps with the seal.")
    game.move("Osric", "call_conflict", reason="Hands off.", declaration=id)
    keep = goal("The seal stays", "The Great Seal")
    joins = {"Pia": ("Widow Harrow", 1), "Osric": ("Clerk Amory", keep)}
    game.everyone_joins(joins)
    assert len(game.rolls("Pia", "Through gossip.").dice) == 7 + 2 + 4 - 4
    assert len(game.rolls("Osric", "He wakes.").dice) == 0 + 4 - 2
    game.tells(Pia="She has brought pies.", Osric="He counts the spoons.")
    signals = game.signals()
    assert signals["Pia"] > signals["Osric"]
    game.move("Osric", "stop_conflict")
    game.trades()
    assert game.marked("The Treaty") == "The Treaty"
    assert game.earned(before) == {"Pia": -1, "Osric": 7 + signals["Pia"] - signals["Osric"]}
