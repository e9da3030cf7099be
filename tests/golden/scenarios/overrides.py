"""An evening of authors at odds: prices paid, raised, matched, shared, given up, taken to dice."""

from tests.golden.verge import BACKSTORY, Evening, connect, create, goal, strengthen
from verger.domain.games.verge.reason import Code as Own

RULES = (
    "override.allowed",
    "override.create",
    "override.connect",
    "override.change",
    "override.cost",
    "override.payee",
    "override.raise",
    "override.match",
)
SEED = 11

LOAD = """
Ines: + Bottled Tides (technology)
Odo: + Debt (idea)
Petra: + Weather Rights (ideology)
Quim: + Drowned Saints (idea)
Ines: + Moon Exchange; -sells> Bottled Tides
Odo: + Lantern Court; -enforces> Debt
Petra: + Rain Carters; -smuggle> Weather Rights
Quim: + Choir of Salt; -prays to> Drowned Saints
Ines: + Broker Hale; -runs> Moon Exchange
Odo: + Judge Orlane; -presides over> Lantern Court
Petra: + Captain Sorrel; -leads> Rain Carters
Quim: + Sister Wrack; -sings in> Choir of Salt
Ines: + The Tallyman; -collects> Debt
Odo: = Judge Orlane
Petra: = Captain Sorrel
Quim: = Sister Wrack
Ines: Broker Hale #guards> The Moon Ledger (thing)
Odo: #misses> Old Tam (person)
Petra: #flies> The Storm Kite (thing)
Quim: #hears> Drowned Saints
Ines: Broker Hale #fears> Judge Orlane
Odo: #owes> Captain Sorrel
Petra: #<shelters- Broker Hale
Quim: #keeps> The Glass Reliquary (thing)
"""
LIKES = {
    "Ines": "Sister Wrack, Captain Sorrel, Judge Orlane, Lantern Court, Drowned Saints",
    "Odo": "Moon Exchange, Captain Sorrel, Bottled Tides, Broker Hale",
    "Petra": "Moon Exchange, Drowned Saints, Judge Orlane, Old Tam, Bottled Tides",
    "Quim": "Bottled Tides, Judge Orlane, Moon Exchange, Debt",
}


def play(seed: int = SEED) -> Evening:
    """The Tide Market: who wrote the history of a city that sells its sea in bottles."""
    game = Evening("The Tide Market", "Ines Odo Petra Quim (Rhea)", seed=seed)
    game.agreed("Ines", "adopt_premise", aspect="setting", text="A harbour that sells its tides")
    game.begins_load("Ines")
    game.loads(LOAD, LIKES)
    assert game.story == {"Ines": 24, "Odo": 12, "Petra": 12, "Quim": 16}
    game.plays("Ines")
    first_losses(game)
    game.move("Ines", "frame", camera="Stalls of blue bottles.", place="The quay", present=[])
    for part in (the_flood_year, a_debt_to_dice, a_blessing_given_up, three_heirs):
        part(game)
    for part in (a_chapel_for_nothing, a_boost_for_the_saints, with_the_captains_word):
        part(game)
    game.move("Ines", "end_scene")
    return game


def first_losses(game: Evening) -> None:
    """Everybody loses something to the market."""
    kite = create("The Auction Hammer", "sold", "The Storm Kite", "It falls three times.")
    quay = ("A crowd looks up.", "The auction stairs")
    game.notice("Petra", 1, quay, "Broker Hale", "The kite is sold", kite)
    cell = create("Debtors' Cellar", "holds", "Old Tam", "A barred window at high water.")
    game.notice(
        "Odo", 1, ("Rain on bars.", "Below the court"), "The Tallyman", "Tam is taken", cell
    )
    game.notice("Quim", 2, ("Broken glass.", "The chapel"), "Broker Hale", "The relic is pawned")


def the_flood_year(game: Evening) -> None:
    """Paid to the GM, raised once, matched."""
    before, held = game.story, "The Flood Year"
    made = create(held, "made the fortune of", "Moon Exchange", "Before my time.", **BACKSTORY)
    id = game.wants("Petra", made)
    game.objects("Ines", id, "authorship", "The Exchange was founded dry.")
    game.consents(id, "Odo")
    game.move("Petra", "override", declaration=id)
    game.passes(id, "Ines")
    game.move("Quim", "raise_override", declaration=id, by=1, complication="Nobody kept the books.")
    game.move("Petra", "match_raise", declaration=id, solution="The water stains are dated.")
    assert held not in labels(game)
    game.passes(id, "Odo", "Quim", "Ines")
    assert held in labels(game)
    assert game.earned(before) == {"Ines": 11, "Petra": -13, "Quim": -2}


def a_debt_to_dice(game: Evening) -> None:
    """An objection is put on another ground, overridden, raised, and so goes to dice."""
    before = game.story
    id = game.wants("Odo", connect("Debt", "is owed to", "Old Tam", "It was my debt.", **BACKSTORY))
    game.objects("Quim", id, "fiction", "Wrack would not let him.")
    game.refused("Odo", Own.NOT_OVERRIDABLE, "override", declaration=id)
    game.objects("Quim", id, "authorship", "Rather: saints cancel debts.")
    game.move("Odo", "override", declaration=id)
    assert game.earned(before) == {"Ines": 1, "Odo": -2}
    burnt = "The choir burns the notes tonight."
    game.move("Quim", "raise_override", declaration=id, by=2, complication=burnt)
    reason = "Then we meet at the fire."
    game.move("Odo", "call_conflict", reason=reason, declaration=id)
    no_debt = ("Sister Wrack", goal("The saints forgive it", "Drowned Saints"))
    game.everyone_joins({"Odo": ("Judge Orlane", 1), "Quim": no_debt})
    game.rolls("Odo", "By the law of the court.")
    game.rolls("Quim", "By the saints.")
    game.tells(Odo="The judge reads out each name.", Quim="The choir sings louder.")
    game.move("Odo", "stop_conflict")
    game.trades()
    assert "is owed to" in labels(game)


def a_blessing_given_up(game: Evening) -> None:
    """Raised by two, it is given up, and what it cost is spent."""
    before, power = game.story, game.power("Bottled Tides")
    id = game.wants("Quim", strengthen("Bottled Tides", "They were always holy.", **BACKSTORY))
    game.objects("Odo", id, "authorship", "The court never licensed a blessing.")
    game.consents(id, "Ines", "Petra")
    game.move("Quim", "override", declaration=id)
    game.move("Odo", "raise_override", declaration=id, by=1, complication="Holy water is untaxed.")
    game.move("Ines", "raise_override", declaration=id, by=3, complication="Hale sues for heresy.")
    game.move("Quim", "give_up", declaration=id)
    assert game.earned(before) == {"Quim": -8, "Ines": 7 - 6, "Odo": -2}
    assert game.power("Bottled Tides") == power == 7


def three_heirs(game: Evening) -> None:
    """Three seats control Old Tam and share his price, the odd token by seat order."""
    ferried = connect("Captain Sorrel", "ferried", "Old Tam", "Many nights.")
    game.changes("Quim", connect("Sister Wrack", "heard the sins of", "Old Tam", "In spring."))
    game.grant_boost("Petra", "The whole table laughed at the kite.")
    game.changes("Petra", ferried)
    pipe = game.wants("Odo", create("A Clay Pipe", "is smoked by", "Old Tam", "Cold now."))
    assert game.awaited()["consent"] == ("Ines", "Petra", "Quim")
    game.consents(pipe, "Ines", "Petra", "Quim")
    game.changes("Ines", *[strengthen("Old Tam", "He laughs in his cell.")] * 4)
    assert game.power("Old Tam") == 4
    before = game.story
    id = game.wants("Ines", create("Tam's Will", "names no", "Old Tam", "Old paper.", **BACKSTORY))
    for name in ("Odo", "Petra", "Quim"):
        game.objects(name, id, "authorship", "He told me otherwise.")
    game.move("Ines", "override", declaration=id)
    assert game.earned(before) == {"Ines": -5, "Odo": 2, "Petra": 1, "Quim": 1}
    game.move("Odo", "raise_override", declaration=id, by=1, complication="It is unsigned.")
    game.move("Ines", "match_raise", declaration=id, solution="A thumb print in tar.")
    game.move("Odo", "raise_override", declaration=id, by=1, complication="The thumb is Hale's.")
    game.move("Ines", "match_raise", declaration=id, solution="He was the witness.")
    game.passes(id, "Petra", "Quim", "Odo")
    assert game.earned(before) == {"Ines": -7, "Odo": -2, "Petra": 1, "Quim": 1}
    assert "Tam's Will" in labels(game)


def a_chapel_for_nothing(game: Evening) -> None:
    """What has no power costs nothing to override."""
    before = game.story
    chapel = create("Chapel of Ebb", "is the mother of", "Choir of Salt", "Older.", **BACKSTORY)
    id = game.wants("Ines", chapel)
    game.objects("Quim", id, "authorship", "The choir has no mother.")
    game.move("Ines", "override", declaration=id)
    game.passes(id, "Odo", "Petra", "Quim")
    assert game.earned(before) == {"Ines": -1}


def a_boost_for_the_saints(game: Evening) -> None:
    """A boost pays too: it goes to the GM, and the bank makes it good to who is paid."""
    game.grant_boost("Odo", "A judge who weeps.")
    before, boosts = game.story, game.tokens("Ines").boost
    id = game.wants(
        "Odo", connect("Lantern Court", "tried", "Drowned Saints", "Once.", **BACKSTORY)
    )
    game.objects("Quim", id, "authorship", "No court did.")
    game.move("Odo", "override", declaration=id, payment={"story": 6, "boost": 1})
    game.passes(id, "Ines", "Petra", "Quim")
    assert game.earned(before) == {"Odo": -7, "Quim": 7}
    assert (game.tokens("Odo").boost, game.tokens("Ines").boost) == (0, boosts + 1)


def with_the_captains_word(game: Evening) -> None:
    """Where a controller consents, only the other end is paid for."""
    before = game.story
    sank = connect("Bottled Tides", "nearly sank", "Captain Sorrel", "A crate slid.", **BACKSTORY)
    id = game.wants("Quim", sank)
    game.consents(id, "Petra")
    game.objects("Ines", id, "authorship", "Bottles float.")
    game.move("Quim", "override", declaration=id)
    game.passes(id, "Ines", "Odo", "Petra")
    assert game.earned(before) == {"Quim": -8, "Ines": 7}


def labels(game: Evening) -> set[str]:
    """The labels of all that is in the fiction."""
    elements = game.state.play.network.elements
    return {element.label for _, element in elements if not element.eliminated}
