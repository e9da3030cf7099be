"""An evening that starts over: a scrapped network, premises, limits, pauses, a new GM."""

from tests.golden.verge import Evening, claim, connect, create, strengthen
from verger.domain.core.reason import Code
from verger.domain.games.verge import RULESET
from verger.domain.games.verge.model.network import ElementId
from verger.domain.games.verge.reason import Code as Own

RULES = (
    "compile.premise",
    "compile.limits",
    "compile.signal",
    "compile.gm",
    "load.accept",
    "load.relabel",
    "network_scrapped",
    "window_set",
)
SEED = 1

FIRST = """
Sven: + Paper Money (idea)
Tova: + Gravity Leaks (technology)
Sven: + The Mint; -prints> Paper Money
Tova: + Plumbers' Union; -patch> Gravity Leaks; ! The Mint; X prints
Sven: + Banker Holm; -directs> The Mint
Tova: + Plumber Signe; -crawls under> The Mint; X directs; X Banker Holm
Sven: + The Counterfeiter; <fears- Banker Holm; X crawls under; X patch
Tova: = Plumber Signe; X The Counterfeiter; X fears
Sven: Banker Holm #counts> A Gold Brick (thing); X Plumbers' Union; X Gravity Leaks
Tova: #fixed> The First Leak (place); X A Gold Brick; X The Counterfeiter
Sven: Banker Holm #hates> Plumber Signe; X The First Leak; X Plumbers' Union
Tova: #dreads> Banker Holm; X A Gold Brick; X counts
"""
SECOND = """
Sven: + Floating Islands (technology)
Tova: + Vertigo (idea)
Una: + Ballast Law (ideology)
Sven: + Rope Company; -moors> Floating Islands
Tova: + Barefoot Guides; -laugh at> Vertigo
Una: + The Weighhouse; -enforces> Ballast Law
Sven: + Chief Tether; -owns> Rope Company
Tova: + Guide Elin; -walks with> Barefoot Guides; ~ walks with = walks ahead of
Una: + Weigher Ask; -sits in> The Weighhouse
Sven: + The Cutter; -frays> Rope Company
Tova: = Guide Elin
Una: = Weigher Ask
Sven: Chief Tether #keeps> The Long Rope (thing)
Tova: #climbs> The Long Rope
Una: #carries> The True Stone (thing)
Sven: Chief Tether #overpays> Weigher Ask
Tova: #<watches- Weigher Ask
Una: #suspects> Chief Tether
"""
LIKES = {
    "Sven": "Guide Elin, Weigher Ask, Vertigo, The True Stone",
    "Tova": "Floating Islands, Weigher Ask, The Long Rope, Chief Tether",
    "Una": "Floating Islands, Guide Elin, The Long Rope, Chief Tether",
}


def play(seed: int = SEED) -> Evening:
    """Second Draft: the first setting falls out of the sky, the second one floats."""
    game = Evening("Second Draft", "Sven Tova", seed=seed)
    what_it_is_about(game)
    game.begins_load("Sven")
    game.loads(FIRST, {"Sven": "Plumber Signe, fixed", "Tova": "The Mint, counts"})
    thrown_away(game)
    game.loads(SECOND, LIKES)
    assert game.story == {"Sven": 17, "Tova": 16, "Una": 15}
    game.plays("Una")
    cloud = ("Nothing below.", "A rope bridge")
    game.notice("Tova", 1, cloud, "The Cutter", "The long rope is cut")
    scale = create("The False Scale", "outweighs", "The True Stone", "A thumb on it.")
    game.notice("Una", 1, cloud, "Chief Tether", "The stone is found too light", scale)
    camera = "Shoes on the edge."
    game.move("Sven", "frame", camera=camera, place="The Weighhouse", present=["@Chief Tether"])
    a_pause_for_everybody(game)
    windows_through_a_pause(game)
    a_new_gm(game)
    the_last_words(game)
    return game


def what_it_is_about(game: Evening) -> None:
    """Premises are nailed and un-nailed, lines and veils drawn without asking."""
    for aspect, text in (("genre", "Comedy"), ("setting", "A leaking planet"), ("tone", "Dry")):
        game.agreed("Sven", "adopt_premise", aspect=aspect, text=text)
    game.move("Tova", "add_limit", kind="line", text="No drowning")
    game.move("Sven", "add_limit", kind="veil", text="Plumbing in detail")
    game.agreed("Tova", "drop_premise", premise="g3")
    id = game.proposes("Tova", "adopt_premise", aspect="theme", text="Money is a leak")
    game.move("Sven", "decline", proposal=id, reason="Too clever for an evening.")
    id = game.proposes("Tova", "adopt_premise", aspect="theme", text="Repair")
    game.move("Tova", "retract", proposal=id)
    assert [premise.id for premise in game.state.play.premises] == ["g1", "g2"]


def thrown_away(game: Evening) -> None:
    """Cashed out, looked at, declined once, scrapped: tokens go back, ids go on."""
    assert game.is_out("Plumbers' Union") == "standing"
    assert game.story == {"Sven": 0, "Tova": 3}
    id = game.proposes("Tova", "scrap_network")
    game.move("Sven", "decline", proposal=id)
    game.move("Sven", "add_seat", kind="player", name="Una")
    game.move("Una", "take_seat", name="Una")
    game.agreed("Una", "scrap_network")
    assert game.story == {"Sven": 0, "Tova": 0, "Una": 0}
    assert list(game.state.play.network.elements) == []
    twice = [game.proposes(name, "drop_premise", premise="g2") for name in ("Sven", "Tova")]
    for name, number in (("Tova", 0), ("Una", 0), ("Sven", 1), ("Una", 1)):
        game.move(name, "agree", proposal=twice[number])
    assert game.log[-1].effects[-1].outcome == "lapsed"
    game.agreed("Una", "adopt_premise", aspect="setting", text="Islands on ropes")
    assert [premise.text for premise in game.state.play.premises] == ["Comedy", "Islands on ropes"]


def a_pause_for_everybody(game: Evening) -> None:
    """Somebody pauses play and nobody learns who; limits and seats go on meanwhile."""
    game.move("Una", "signal", anonymous=True)
    assert (game.log[-1].seat, game.state.table.paused) == (None, True)
    game.refused("Tova", Code.PAUSED, "add_to_camera", text="A fall.")
    game.move("Tova", "add_limit", kind="line", text="Nobody falls on camera")
    id = game.proposes("Tova", "resume_play")
    game.move("Una", "decline", proposal=id)
    game.agreed("Una", "resume_play")
    assert not game.state.table.paused
    game.move("Tova", "add_to_camera", text="A handrail, freshly painted.")


def windows_through_a_pause(game: Evening) -> None:
    """A pause stops the clock; resumed, silence needs its whole time again."""
    game.agreed("Sven", "choose_house_rule", house_rule="consent", value="window")
    game.agreed("Sven", "choose_house_rule", house_rule="consent_seconds", value=90)
    before = game.story
    id = game.wants("Tova", create("Handrail Fund", "paints", "Rope Company", "Blue, this year."))
    game.wants("Una", connect("Ballast Law", "forbids", "Floating Islands", "On paper."))
    game.move("Sven", "signal")
    assert RULESET.due(game.state) is None
    game.later(3600)
    game.agreed("Tova", "resume_play")
    due = RULESET.due(game.state)
    assert due is not None
    assert (due - game.at).total_seconds() == 90
    game.objects("Una", id, "fiction", "Paint is heavy.")
    game.time_passes(90)
    assert game.marked("forbids") == "forbids"
    game.consents(id, "Una", "Sven")
    assert game.marked("Handrail Fund") == "Handrail Fund"
    assert game.earned(before) == {"Tova": -1, "Una": -1}
    game.agreed("Sven", "choose_house_rule", house_rule="consent", value="explicit")


def a_new_gm(game: Evening) -> None:
    """Everyone agrees: Tova is the GM, lets Elin go, and Sven plays her."""
    held = game.tokens("Tova")
    id = game.proposes("Sven", "hand_over_gm", seat="@Tova")
    game.move("Una", "agree", proposal=id)
    assert game.state.table.gm == "s1"
    game.move("Tova", "agree", proposal=id)
    assert (game.state.table.gm, game.tokens("Tova")) == ("s2", held)
    assert game.state.play.network.claimant(ElementId(game.id("Guide Elin"))) is None
    game.refused("Sven", Code.GM_ONLY, "frame", camera="No.", place="No.")
    game.refused(
        "Tova", Own.GM_CLAIMS_NONE, "declare", overview="?", actions=[claim("Guide Elin", "Mine.")]
    )
    game.changes("Sven", claim("Guide Elin", "I always wanted to walk."))
    assert game.hero("Sven") == game.id("Guide Elin")
    place = {"camera": "Mist, a bell.", "place": "The second island"}
    game.move("Tova", "frame", **place, present=["@Guide Elin", "@Weigher Ask"])
    before = game.story
    game.changes("Tova", strengthen("The Cutter", "The knife is seen at last."))
    game.changes("Sven", connect("Guide Elin", "forgives", "Chief Tether", "For the rope."))
    assert game.earned(before) == {"Tova": -1}


def the_last_words(game: Evening) -> None:
    """The new GM gives the floor, and the old one cuts in."""
    cut_in = {"text": "From the mist, a rope.", "present": ["@Chief Tether"]}
    id = game.proposes("Sven", "join_scene", **cut_in)
    assert game.awaited()["agreement"] == ("Tova",)
    game.move("Tova", "agree", proposal=id)
    assert game.state.play.scene is not None
    assert game.id("Chief Tether") in game.state.play.scene.present
    game.agreed("Una", "adopt_premise", aspect="theme", text="Holding on")
    game.agreed("Sven", "drop_premise", premise="g1")
    game.move("Una", "add_limit", kind="veil", text="The landing")
    game.move("Tova", "end_scene")
    assert [premise.id for premise in game.state.play.premises] == ["g4", "g5"]
