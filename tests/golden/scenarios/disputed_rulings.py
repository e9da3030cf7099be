"""An evening of disputed rulings: upheld, overturned, withdrawn, appealed, with every remedy."""

from typing import Any

from tests.golden.verge import Evening, connect, strengthen, strike
from tests.support.dispute import amendment, disputes, outcome, settlement, settles
from verger.domain.core.reason import Code

RULES = (
    "dispute.open",
    "dispute.view",
    "dispute.settle",
    "dispute.amend",
    "dispute.override",
    "dispute.appeal",
    "element_restored",
)
SEED = 1

LOAD = """
Mara: + The Signal Lamp (technology)
Finn: + Patience (idea)
Odile: + Old Debts (ideology)
Mara: + Keepers of the Light; -trim> The Signal Lamp
Finn: + Ferrymen; -wait with> Patience
Odile: + The Pawn House; -lends on> Old Debts
Mara: + Warden Grey; -commands> Keepers of the Light
Finn: + Bosun Tell; -sails with> Ferrymen
Odile: + Aunt Sorrel; -keeps> The Pawn House
Mara: + The Wreckers; -smash> The Signal Lamp
Finn: = Bosun Tell
Odile: = Aunt Sorrel
Mara: Warden Grey #swore by> The Signal Lamp
Finn: #whittles> The Ebony Whale (thing)
Odile: #collects for> Ferrymen
Mara: Warden Grey #guards> Aunt Sorrel
Finn: #looks for> The Wreckers
Odile: #pawned> A Wedding Ring (thing)
"""
LIKES = {
    "Mara": "Bosun Tell, Aunt Sorrel, Patience, Old Debts",
    "Finn": "Aunt Sorrel, Warden Grey, The Signal Lamp, Old Debts",
    "Odile": "Bosun Tell, Warden Grey, The Signal Lamp, Patience",
}


def play(seed: int = SEED) -> Evening:
    """The Signal Lamp: a table that argues well."""
    game = Evening("The Signal Lamp", "Mara Finn Odile", seed=seed)
    game.begins_load("Mara")
    game.loads(LOAD, LIKES)
    game.plays("Mara")
    quay = ("A lamp that turns.", "The rock")
    game.notice("Finn", 1, quay, "Warden Grey", "The whale goes overboard")
    game.notice("Odile", 2, quay, "The Wreckers", "The ring is sold")
    game.move("Mara", "frame", camera="Fog.", place="The landing", present=[])
    parts = (upheld, let_go, amended, restored, appealed, set_aside, taken_back, by_the_gm)
    for part in parts:
        part(game)
    game.move("Mara", "end_scene")
    return game


def newest(game: Evening) -> str:
    """The dispute that was opened last."""
    return f"q{game.state.table.disputes.ever}"


def correction(name: str, about: str, /, **more: Any) -> dict[str, Any]:
    """A correction of an element."""
    return {"correction": name, "element": f"@{about}", **more}


def upheld(game: Evening) -> None:
    """A refusal is disputed, views are stated, and the table finds that it was right."""
    refused = game.refused("Finn", Code.WRONG_STEP, "write_node", label="A Rumour")
    about = {"of": "refusal", "number": len(game.refusals)}
    grounds = "There was a turn left, I thought."
    game.move("Finn", "dispute", about=about, rule=refused.rule, grounds=grounds, versions=[2])
    game.move("Odile", "state_view", dispute="q1", text="We play.", rules=["load.accept"])
    game.move("Mara", "state_view", dispute="q1", text="It says so.", versions=[len(game.log)])
    game.move("Odile", "propose_settlement", **settlement("overturned"))
    game.move("Finn", "vote", dispute="q1", yes=False)
    game.move("Finn", "vote", dispute="q1", yes=True)
    assert outcome(game) == "overturned"
    game.move("Mara", "appeal", dispute="q1", grounds="We were too quick: Run is Run.")
    game.move("Odile", "propose_settlement", **settlement("overturned"))
    for name in ("Mara", "Finn"):
        game.move(name, "vote", dispute="q1", yes=False)
    settles(game, "Mara", "q1", outcome="upheld")
    again = game.refused("Finn", Code.WRONG_STEP, "write_node", label="A Rumour")
    assert again.facts["precedents"] == ("q1",)


def let_go(game: Evening) -> None:
    """Who disputed thinks better of it."""
    game.move("Odile", "add_to_camera", text="A bell buoy.")
    disputes(game, "Finn", "scene.frame")
    game.move("Finn", "withdraw_dispute", dispute=newest(game), reason="It was a buoy.")
    assert outcome(game, newest(game)) == "withdrawn"


def amended(game: Evening) -> None:
    """A mark is put right, and a token with it; what became impossible lapses."""
    before = game.marked("The Wreckers")
    game.changes("Finn", strengthen("The Wreckers", "More lanterns on the reef."))
    disputes(game, "Odile", "change.strengthen")
    story = game.story["Mara"]
    back = {"token": "story", "amount": 1, "source": f"seat:{game.seat('Mara')}"}
    fee = {"correction": "move_tokens", **back, "target": "bank"}
    weaker = correction("write_mark", "The Wreckers", mark="?")
    wanted = amendment(weaker, fee, name="Fewer lanterns")
    settles(game, "Finn", newest(game), outcome="overturned", **wanted)
    assert (game.marked("The Wreckers"), game.story["Mara"]) == (f"{before}!?", story - 1)
    lapses(game, "The Pawn House")


def lapses(game: Evening, label: str) -> None:
    """Two tables' worth of the same correction: the second has nothing left to do."""
    game.changes("Mara", strengthen(label, "New shutters."))
    disputes(game, "Finn", "change.strengthen")
    out = amendment(correction("eliminate", label), name="Burnt down")
    game.move("Finn", "propose_settlement", **settlement("upheld", newest(game), **out))
    waiting = newest(game)
    disputes(game, "Odile", "change.strengthen")
    settles(game, "Odile", newest(game), outcome="upheld", **out)
    game.move("Mara", "vote", dispute=waiting, yes=True)
    judgement = game.move("Odile", "vote", dispute=waiting, yes=True)
    assert "lapses" in judgement.ruling.sentence
    game.move("Finn", "withdraw_dispute", dispute=waiting, reason="It has burnt down already.")
    assert game.is_out(label) == "correction"


def restored(game: Evening) -> None:
    """What was eliminated comes back with its edges, and under another name."""
    disputes(game, "Mara", "mark.elimination")
    name = correction("relabel", "The Pawn House", label="The Pledge Office")
    back = (correction("restore", "The Pawn House"), name)
    settles(game, "Mara", newest(game), **amendment(*back, name="Only singed"))
    assert game.is_out("The Pledge Office") is None
    assert game.is_out("keeps") is None


def appealed(game: Evening) -> None:
    """An appeal that is let go leaves what was settled."""
    game.move("Finn", "appeal", dispute=newest(game), grounds="Ash is ash.")
    game.move("Finn", "withdraw_dispute", dispute=newest(game), reason="Let it stand.")
    assert outcome(game, newest(game)) == "overturned"


def set_aside(game: Evening) -> None:
    """The rule was read rightly; for this once the strike counts as none."""
    game.changes("Odile", connect("Aunt Sorrel", "cursed", "The Wreckers", "Thrice."))
    game.changes("Finn", strike("cursed", "She never did."))
    disputes(game, "Odile", "change.strike")
    mend = correction("remove_mark", "cursed", mark="X")
    restore = correction("restore", "cursed")
    aside = {"remedy": "override", "rule": "mark.standing", "corrections": [mend, restore]}
    settles(game, "Odile", newest(game), outcome="upheld", **aside)
    assert game.marked("cursed") == "cursed"


def taken_back(game: Evening) -> None:
    """Play goes back; the dispute stays settled."""
    before = len(game.log)
    game.changes("Mara", strengthen("Patience", "They wait."))
    disputes(game, "Odile", "change.strengthen")
    settles(game, "Mara", newest(game), remedy="rewind", to=before)
    assert outcome(game, newest(game)) == "overturned"


def by_the_gm(game: Evening) -> None:
    """Where the table plays so the GM settles alone."""
    game.agreed("Finn", "choose_house_rule", house_rule="disputes", value="gm")
    disputes(game, "Finn", "compile.house_rules")
    refused = settlement("upheld", newest(game))
    game.refused("Odile", Code.GM_ONLY, "propose_settlement", **refused)
    game.move("Mara", "propose_settlement", **settlement("upheld", newest(game)))
    assert outcome(game, newest(game)) == "upheld"
