"""An evening at which nobody trusts the dice: nonces, and seeds that are shown again and again."""

from tests.golden.verge import Evening, connect, create, goal
from verger.domain.core.reason import Code

RULES = (
    "table.dice_nonce",
    "table.dice_reveal",
    "nonce_given",
    "dice_revealed",
    "dice_epoch_started",
)
SEED = 2

LOAD = """
Gil: + Fortune (idea)
Hana: + Card Engines (technology)
Ines: + Debt (ideology)
Gil: + The Meridian; -feeds on> Fortune
Hana: + Sleight Guild; -winds> Card Engines
Ines: + Saint Roulette; -forgives> Debt
Gil: + Croupier Vale; -deals for> The Meridian
Hana: + Nadia Quill; -learned from> Sleight Guild
Ines: + Father Moro; -preaches in> Saint Roulette
Gil: + The Pit Boss; -counts> Debt
Hana: = Nadia Quill
Ines: = Father Moro
Gil: Croupier Vale #must hold> The Last Table (place)
Hana: #was thrown out of> The Last Table
Ines: #gambled away> Chapel Bell (thing)
Gil: Croupier Vale #fears> The Pit Boss
Hana: #lost> The Queen's Deck (thing)
Ines: #hears the sins of> Croupier Vale
"""
LIKES = {
    "Gil": "Nadia Quill, Father Moro, The Queen's Deck, Chapel Bell",
    "Hana": "Croupier Vale, Father Moro, Chapel Bell, Debt",
    "Ines": "Nadia Quill, Croupier Vale, The Last Table, Fortune",
}
TALES = {
    "Gil": "The wheel turns once more.",
    "Hana": "A card falls from no sleeve at all.",
    "Ines": "He prays where all can hear.",
}


def play(seed: int = SEED) -> Evening:
    """The Meridian: a cardsharp and a priest play against the house."""
    game = Evening("The Meridian", "Gil Hana Ines", seed=seed)
    game.refused("Hana", Code.NOTHING_ROLLED, "reveal_dice")
    game.move("Hana", "give_nonce", nonce="queen of spades")
    game.begins_load("Gil")
    game.loads(LOAD, LIKES)
    game.plays("Gil")
    tables = ("Green cloth, white light.", "The pit")
    game.notice("Hana", 2, tables, "Croupier Vale", "The priest calls his loan")
    shows(game, "Hana")
    game.move("Ines", "give_nonce", nonce="Ave 17 Noir")
    game.move("Hana", "give_nonce", nonce="ten of hearts")
    game.move("Gil", "give_nonce", nonce="the house")
    game.move("Hana", "give_nonce", nonce="ten of hearts, after all of yours")
    game.notice("Ines", 2, tables, "Croupier Vale", "Nobody confesses here")
    game.move("Gil", "frame", camera="One lamp.", place="The last table", present=[])
    the_last_hand(game)
    shows(game, "Ines")
    the_wager(game)
    game.move("Gil", "end_scene")
    return game


def shows(game: Evening, name: str) -> None:
    """Somebody has the seed shown, and the next dice come from another one."""
    before = game.state.table
    game.move(name, "reveal_dice")
    after = game.state.table
    assert after.epochs[:-1] == before.epochs
    assert (after.epochs[-1].commitment, after.nonces_in_order) == (before.dice_commitment, ())
    assert (after.epochs[-1].first, after.epochs[-1].last) == (
        before.dice_before + 1,
        before.dice_rolled,
    )
    assert after.dice_commitment != before.dice_commitment


def the_last_hand(game: Evening) -> None:
    """In the midst of a conflict, with half of the dice on the table, the seed is shown."""
    deck = connect("Nadia Quill", "holds again", "The Queen's Deck", "Fifty-two, all marked.")
    joins = {
        "Hana": ("Nadia Quill", goal("The deck is hers", "The Queen's Deck", deck)),
        "Gil": ("Croupier Vale", goal("The house keeps it", "The Last Table")),
    }
    game.conflict("Hana", "One hand, for the deck.", joins)
    game.rolls("Hana", "With nothing up her sleeve.")
    shows(game, "Ines")
    game.move("Ines", "give_nonce", nonce="Gloria")
    game.rolls("Gil", "With the shoe of the house.")
    game.tells(**TALES)
    game.move("Hana", "stop_conflict")
    game.trades()


def the_wager(game: Evening) -> None:
    """Dice of a seed that is still hidden when the evening ends."""
    bell = create("A Wager", "is sworn on", "Chapel Bell", "Double or nothing.")
    joins = {
        "Ines": ("Father Moro", goal("The bell comes home", "Chapel Bell", bell)),
        "Gil": ("Croupier Vale", goal("It stays in the vault", "The Last Table")),
    }
    game.conflict("Ines", "I call.", joins)
    game.rolls("Ines", "By all the saints.")
    game.rolls("Gil", "By the book.")
    game.tells(**TALES)
    game.move("Ines", "stop_conflict")
    game.trades()
    assert game.state.table.dice_rolled > game.state.table.epochs[-1].last
