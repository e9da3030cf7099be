"""An evening of boosts and bribes, of control granted and revoked."""

from tests.golden.verge import Evening, connect, create, goal, strengthen, weaken
from verger.domain.games.verge.reason import Code as Own

RULES = ("token.boost", "token.bribe", "control.grant", "bribe_awarded", "control_revoked")
SEED = 4

LOAD = """
Leto: + Favours (idea)
Mina: + Masks (technology)
Noor: + Applause (idea)
Pax: + Stage Fright (idea)
Leto: + The Ringmasters; -trade in> Favours
Mina: + Mask Makers; -carve> Masks
Noor: + The Claque; -sells> Applause
Pax: + Trapeze School; -cures> Stage Fright
Leto: + Madame Ott; -rules> The Ringmasters
Mina: + Carver Bly; -apprenticed with> Mask Makers
Noor: + Loud Harriet; -leads> The Claque
Pax: + Little Icarus; -swings at> Trapeze School
Leto: + The Moneylender; -counts> Favours
Mina: = Carver Bly
Noor: = Loud Harriet
Pax: = Little Icarus
Leto: Madame Ott #wears> The First Mask (thing)
Mina: #carved> The First Mask
Noor: #shouts for> Little Icarus
Pax: #trusts> The Old Net (thing)
Leto: Madame Ott #is owed by> Carver Bly
Mina: #hides> The Blank Face (thing)
Noor: #saves> A Bag of Coins (thing)
Pax: #fears> Madame Ott
"""
LIKES = {
    "Leto": "Carver Bly, Loud Harriet, Little Icarus, Applause",
    "Mina": "Madame Ott, Applause, Little Icarus, The Ringmasters",
    "Noor": "The First Mask, Madame Ott, Carver Bly, Stage Fright",
    "Pax": "The First Mask, Loud Harriet, Favours, The Ringmasters",
}


BOOST = {"payment": {"boost": 1}}


def play(seed: int = SEED) -> Evening:
    """Carnival of Small Favours: everything is paid with a favour, and favours go round."""
    game = Evening("Carnival of Small Favours", "Leto Mina Noor Pax", seed=seed)
    game.begins_load("Leto")
    game.loads(LOAD, LIKES)
    assert boosts(game) == {"bank": 4, "Leto": 0, "Mina": 0, "Noor": 0, "Pax": 0}
    game.plays("Leto")
    tent = ("Striped canvas, from above.", "The small tent")
    game.notice("Mina", 2, tent, "Madame Ott", "The blank face is put on a debtor")
    toll = create("Toll of the Ring", "falls due for", "Loud Harriet", "A ticket in red.")
    game.notice("Noor", 2, tent, "The Moneylender", "The bag is emptied", toll)
    game.notice("Pax", 1, tent, "Madame Ott", "The net is sold for rope")
    game.move("Leto", "frame", camera="A ring of sawdust.", place="The big tent", present=[])
    for part in (cool_things, the_way_round, three_bribes, who_got_them):
        part(game)
    for part in (the_net_is_lent, lent_and_taken_back, dice_for_favours):
        part(game)
    game.move("Leto", "end_scene")
    return game


def cool_things(game: Evening) -> None:
    """Boosts go to whom the table likes, the GM too, until the bank has none."""
    for name, to in (("Mina", "Pax"), ("Pax", "Noor"), ("Noor", "Leto"), ("Leto", "Mina")):
        reason = f"{to} made the whole tent hold its breath."
        game.move(name, "award_boost", seat=f"@{to}", reason=reason)
    assert boosts(game) == {"bank": 0, "Leto": 1, "Mina": 1, "Noor": 1, "Pax": 1}
    more = {"seat": "s2", "reason": "Once more!"}
    game.refused("Leto", Own.NO_BOOSTS, "award_boost", **more)
    net = game.id("The Old Net")
    game.refused("Noor", Own.NO_BOOSTS, "place_bribe", element=net, condition="Cut it.")


def the_way_round(game: Evening) -> None:
    """A player's boost goes to the GM, the GM's to the bank, for a story or a development token."""
    before = game.story
    stilts = create("Stilt Walkers", "tower over", "Stage Fright", "Legs of ash wood.", **BOOST)
    game.changes("Pax", stilts)
    assert boosts(game) == {"bank": 0, "Leto": 2, "Mina": 1, "Noor": 1, "Pax": 0}
    frail = weaken("The Claque", "They clap in the wrong place.", **BOOST)
    game.changes("Noor", frail)
    assert boosts(game) == {"bank": 0, "Leto": 3, "Mina": 1, "Noor": 0, "Pax": 0}
    game.changes("Leto", *[weaken("The Ringmasters", "A whip breaks.", **BOOST)] * 2)
    assert boosts(game) == {"bank": 2, "Leto": 1, "Mina": 1, "Noor": 0, "Pax": 0}
    assert (game.power("The Claque"), game.earned(before)) == (-1, {})


def three_bribes(game: Evening) -> None:
    """Boosts lie on elements with a condition, one of a seat at a time."""
    fear = {"element": "@fears", "condition": "Icarus looks Madame Ott in the eye."}
    game.move("Mina", "place_bribe", **fear)
    mask = {"element": "@The First Mask", "condition": "Somebody sees behind it."}
    game.move("Noor", "place_bribe", **mask)
    assert boosts(game) == {"bank": 0, "Leto": 1, "Mina": 1, "Noor": 0, "Pax": 0}
    again = {"element": game.id("Masks"), "condition": "Another."}
    game.refused("Mina", Own.BRIBE_ACTIVE, "place_bribe", **again)
    held = [game.account(f"bribe:s{number}").boost for number in (2, 3)]
    assert held == [1, 1]


def who_got_them(game: Evening) -> None:
    """Who laid a bribe judges; one is handed over, one taken back."""
    eye = connect("Little Icarus", "stared down", "Madame Ott", "A long minute.")
    game.changes("Pax", eye)
    seen = {"seat": "@Pax", "reason": "He did not blink."}
    game.move("Mina", "award_bribe", **seen)
    game.refused("Mina", Own.NO_BRIBE, "take_back_bribe")
    game.move("Noor", "take_back_bribe")
    assert boosts(game) == {"bank": 1, "Leto": 1, "Mina": 1, "Noor": 0, "Pax": 1}
    asked = {"element": "@Applause", "condition": "A show without any."}
    game.move("Leto", "place_bribe", **asked)
    hush = create("The Silent Matinee", "does without", "Applause", "Nobody claps.")
    game.changes("Noor", hush)
    game.move("Leto", "award_bribe", seat="@Noor", reason="You could hear the sawdust.")
    assert boosts(game) == {"bank": 0, "Leto": 1, "Mina": 1, "Noor": 1, "Pax": 1}


def the_net_is_lent(game: Evening) -> None:
    """Who is granted control changes things unasked, while the grant lasts."""
    before = game.story
    net = game.id("The Old Net")
    game.refused("Mina", Own.NOT_IN_CONTROL, "grant_control", element=net, seat="s3")
    game.move("Pax", "grant_control", element="@The Old Net", seat="@Mina")
    game.changes("Mina", strengthen("The Old Net", "She ties every knot anew."))
    assert game.marked("The Old Net") == "The Old Net!"
    game.move("Pax", "revoke_control", element="@The Old Net", seat="@Mina")
    id = game.wants("Mina", strengthen("The Old Net", "And one more knot."))
    game.objects("Pax", id, "authorship", "It is mine again.")
    game.move("Mina", "withdraw", declaration=id)
    assert game.earned(before) == {"Mina": -1, "Pax": 1}


def lent_and_taken_back(game: Evening) -> None:
    """The GM lends what nobody plays; several may hold a grant of the same element."""
    for name in ("Mina", "Noor"):
        game.move("Leto", "grant_control", element="@The Ringmasters", seat=f"@{name}")
    again = {"element": game.id("The Ringmasters"), "seat": "s2"}
    game.refused("Leto", Own.ALREADY_GRANTED, "grant_control", **again)
    before = game.story
    tour = connect("The Ringmasters", "hire", "The Claque", "By the season.")
    game.changes("Noor", tour)
    assert [type(event.move).__name__ for event in game.log[-2:]] == ["GrantControl", "Declare"]
    game.move("Leto", "revoke_control", element="@The Ringmasters", seat="@Noor")
    assert game.earned(before) == {"Noor": -1}
    game.move("Mina", "grant_control", element="@The First Mask", seat="@Noor")
    masked = connect("Loud Harriet", "tried on", "The First Mask", "Just once.")
    game.changes("Noor", masked)
    assert game.marked("tried on") == "tried on"


def dice_for_favours(game: Evening) -> None:
    """A boost pays for rolling noise again."""
    joins = {
        "Noor": ("Loud Harriet", goal("He jumps", "Madame Ott")),
        "Leto": ("Madame Ott", goal("He climbs down", "Little Icarus")),
    }
    game.conflict("Noor", "Without a net!", joins)
    assert len(game.rolls("Noor", "She shouts his name.").dice) == 7 + 4 + 2 - 4
    feared = game.rolls("Leto", "She looks at him.", "fears", "Little Icarus")
    assert len(feared.dice) == 8 + 2 - 2
    tales = {"Noor": "The claque roars.", "Leto": "She cracks the whip."}
    game.tells(**tales)
    game.move("Noor", "go_on")
    game.acts(Noor={"move": "reroll", **BOOST})
    assert boosts(game) == {"bank": 0, "Leto": 2, "Mina": 1, "Noor": 0, "Pax": 1}
    game.tells(**tales)
    signals, before = game.signals(), game.story
    assert signals["Noor"] > signals["Leto"]
    game.move("Noor", "stop_conflict")
    game.trades()
    assert game.earned(before) == {"Leto": signals["Noor"] - signals["Leto"]}
    the_last_favour(game)


def the_last_favour(game: Evening) -> None:
    """A raise paid with boosts, and one matched with a boost."""
    before, power = game.story, game.power("Favours")
    born = connect("Little Icarus", "was raised on", "Favours", "An orphan.", nature="backstory")
    id = game.wants("Pax", born)
    game.objects("Mina", id, "authorship", "Nobody raised him.")
    game.move("Pax", "override", declaration=id)
    more = {"by": 1, "complication": "They were never repaid.", "payment": {"boost": 2}}
    game.move("Leto", "raise_override", declaration=id, **more)
    assert boosts(game)["bank"] == 2
    game.move("Pax", "match_raise", declaration=id, solution="Tonight they are.", **BOOST)
    game.passes(id, "Leto", "Mina", "Noor")
    assert boosts(game) == {"bank": 2, "Leto": 1, "Mina": 1, "Noor": 0, "Pax": 0}
    assert game.earned(before) == {"Pax": -1 - power, "Leto": power}


def boosts(game: Evening) -> dict[str, int]:
    """Where the boosts are, those laid out as bribes aside."""
    seats = {seat.name: game.tokens(seat.name).boost for seat in game.state.table.players}
    return {"bank": game.account("bank").boost, **seats}
