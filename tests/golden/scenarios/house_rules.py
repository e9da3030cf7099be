"""An evening with every house rule turned the other way, and real dice typed in."""

from typing import Any

from tests.golden.verge import (
    BACKSTORY,
    Evening,
    burn,
    connect,
    create,
    goal,
    reroll,
    strengthen,
    weaken,
)
from verger.domain.core.reason import Code
from verger.domain.games.verge.consent import Declare
from verger.domain.games.verge.reason import Code as Own

RULES = (
    "interest.buy",
    "interest.lose",
    "table.time",
    "window_closed",
    "interest_uncovered",
    "conflict.ties",
    "interest_bought",
)
SEED = 1

LOAD = """
Yara: + Borrowed Hours (technology)
Zeno: + Punctuality (ideology)
Abel: + Sleep (idea)
Yara: + Bureau of Noon; -rations> Borrowed Hours
Zeno: + The Escapement Union; -strikes against> Bureau of Noon
Abel: + Night School; -teaches> Sleep
Yara: + Minister Vane; -heads> Bureau of Noon
Zeno: + Foreman Brill; -organizes> The Escapement Union
Abel: + Doctor Lull; -founded> Night School
Yara: + The Second Hand; -steals> Borrowed Hours
Zeno: = Foreman Brill
Abel: = Doctor Lull
Yara: Minister Vane #hoards> The Noon Vault (place)
Zeno: #believes in> Punctuality
Abel: #dreams of> The Unwound City (place)
Yara: Minister Vane #envies> Doctor Lull
Zeno: #trained> Apprentice Cog (person)
Abel: #treats> Foreman Brill
"""
LIKES = {
    "Yara": "Punctuality, Foreman Brill, Doctor Lull, The Unwound City",
    "Zeno": "Doctor Lull, Bureau of Noon, Borrowed Hours, The Noon Vault",
    "Abel": "Bureau of Noon, Foreman Brill, Borrowed Hours, The Noon Vault",
}


TURNED: dict[str, str | int] = {
    "residual_control": "creator",
    "create_cost": "each",
    "override_payee": "bank",
    "conflict_ties": "higher_face",
    "consent": "window",
    "consent_seconds": 60,
    "dice": "reported",
    "undo": "mover",
    "controlling_interest": "on",
    "seat_limit": 3,
}
TALES = {
    "Yara": "Bells ring thirteen.",
    "Zeno": "The pickets do not move.",
    "Abel": "The crowd begins to yawn.",
}


def play(seed: int = SEED) -> Evening:
    """The Clockmakers' Strike: the Bureau of Noon lends hours out, and whose are they."""
    title, names = "The Clockmakers' Strike", "Yara Zeno Abel"
    game = Evening(title, names, seed=seed, house_rules=TURNED)
    game.refused("Yara", Code.SEAT_LIMIT, "add_seat", kind="player", name="Latecomer")
    game.begins_load("Yara")
    game.loads(LOAD, LIKES)
    assert game.story == {"Yara": 19, "Zeno": 18, "Abel": 11}
    game.plays("Yara")
    two_losses(game)
    camera = "Hands without clocks."
    game.move("Yara", "frame", camera=camera, place="Noon Square", present=["@Foreman Brill"])
    for part in (silence, makers_keep, shares, the_vault, a_tie, half_asleep, to_the_bank):
        part(game)
    game.agreed("Zeno", "choose_house_rule", house_rule="seat_limit", value=4)
    game.move("Yara", "add_seat", kind="player", name="Latecomer")
    game.agreed("Abel", "choose_house_rule", house_rule="conflict_ties", value="status_quo")
    game.move("Yara", "end_scene")
    return game


def two_losses(game: Evening) -> None:
    """The dice on the table decide nothing here; they are typed in all the same."""
    tock = create("Bailiff Tock", "evicts", "Foreman Brill", "He carries a folded clock.")
    typed = {"Zeno": [6, 6, 2, 3, 1], "Yara": [5, 5, 5, 5, 5]}
    loss(game, "Zeno", "Bailiff Tock", tock, typed, [4, 5, 6])
    assert game.tokens("Yara").development == 4
    nap = create("Sandman Agents", "wake", "Doctor Lull", "They carry bells.")
    loss(game, "Abel", "Sandman Agents", nap, {"Abel": [4], "Yara": [1]}, [2, 3])
    assert game.tokens("Yara").development == 4
    assert game.story == {"Yara": 19 + 7 + 3 + 3, "Zeno": 18 + 1, "Abel": 11 + 1}


def loss(
    game: Evening,
    name: str,
    enemy: str,
    plot: dict[str, Any],
    typed: dict[str, list[int]],
    virtual: list[int],
) -> None:
    """A first notice of loss with real dice; for the GM's virtual ones some are thrown in trade."""
    own = game.hero(name)
    game.move(name, "choose_loss", edge=game.tie(name, 2))
    game.move("Yara", "frame", camera="A knock.", place="At home", notice=f"@{name}")
    game.changes("Yara", plot)
    game.move("Yara", "call_conflict", reason="Nobody may wait.", notice=True)
    game.move("Yara", "join_conflict", node=f"@{enemy}", goal=goal("An end of it", own))
    game.move(name, "join_conflict", node=own, goal=goal("To keep it", enemy))
    game.nobody_else_joins()
    game.rolls("Yara", "By order of the Bureau.")
    game.rolls(name, "With both hands.", reported=typed[name])
    game.tells(**TALES)
    game.move("Yara", "stop_conflict")
    game.trades(**{**typed, name: virtual})
    game.move("Yara", "end_scene")


def silence(game: Evening) -> None:
    """Nobody answers for a minute: that is consent."""
    before = game.story
    kiosk = create("Kiosk of Minutes", "sells", "Borrowed Hours", "On every corner.")
    game.wants("Abel", kiosk)
    waited = game.time_passes(60)
    assert "table.time" in [applied.rule for applied in waited.ruling.rules]
    assert game.marked("Kiosk of Minutes") == "Kiosk of Minutes"
    assert game.earned(before) == {"Abel": -2}
    id = game.wants("Zeno", strengthen("Borrowed Hours", "The pickets borrow one."))
    game.consents(id, "Yara")
    game.time_passes(53)
    assert game.earned(before) == {"Abel": -2, "Zeno": -1, "Yara": 1}


def makers_keep(game: Evening) -> None:
    """What nobody plays is its creator's: no one may object."""
    joined = game.move(
        "Abel",
        "declare",
        overview="My own two.",
        actions=[connect("Sleep", "is taught at", "Night School", "Every night.")],
    )
    assert "control.protected" in [applied.rule for applied in joined.ruling.rules]
    assert game.marked("is taught at") == "is taught at"


def shares(game: Evening) -> None:
    """Points in the Bureau, and who has most of them controls it."""
    before = game.story
    for name in ("Abel", "Zeno", "Abel"):
        game.move(name, "buy_interest", element="@Bureau of Noon")
    for name in ("Yara", "Zeno"):
        game.move(name, "buy_interest", element="@Sleep")
    game.refused("Zeno", Own.INTEREST_FULL, "buy_interest", element=game.id("Sleep"))
    assert game.earned(before) == {"Abel": -2, "Zeno": -2, "Yara": -1}
    game.changes("Abel", connect("Sleep", "comes late to", "Doctor Lull", "Most nights."))
    # With a point each nobody has more than anyone else, and Sleep is its creator's.
    assert isinstance(game.log[-1].move, Declare)
    game.changes("Yara", weaken("Sleep", "The bells ring all night."))
    assert game.awaited()["lose_interest"] == ("Yara",)
    game.move("Yara", "lose_interest", element="@Sleep", seat="@Zeno")
    assert game.power("Sleep") == 1


def the_vault(game: Evening) -> None:
    """A way through what one does not control is closed, until its controller agrees."""
    joins = {
        "Abel": ("Doctor Lull", goal("The Bureau sleeps", "Bureau of Noon")),
        "Yara": ("Minister Vane", goal("The Bureau wakes", "Doctor Lull")),
        "Zeno": ("Foreman Brill", goal("The vault is ours", "The Noon Vault")),
    }
    game.conflict("Abel", "Goodnight, Minister.", joins)
    game.rolls("Abel", "By envy.", *BY_ENVY, "heads", "Bureau of Noon", reported=[2])
    way = [game.id(label) for label in ("treats", "Doctor Lull", *BY_ENVY, *TO_THE_VAULT)]
    game.refused("Zeno", Own.NOT_USABLE, "roll", explanation="After him.", path=way)
    game.move("Abel", "grant_control", element="@Minister Vane", seat="@Zeno")
    game.move("Yara", "grant_control", element="@The Noon Vault", seat="@Zeno")
    steps = ("treats", "Doctor Lull", *BY_ENVY, *TO_THE_VAULT)
    game.rolls("Zeno", "With the Minister's own key.", *steps, reported=[3, 3, 3, 1, 6, 6, 5, 2, 4])
    game.rolls("Yara", "Awake!", *BY_ENVY[:1], "Doctor Lull", reported=[])
    game.tells(**TALES)
    game.move("Abel", "go_on")
    nap = burn("dreams of", "The city fades.", reported=[])
    game.acts(Abel=nap, Zeno=reroll(reported=[3, 1, 1, 1, 1, 2]))
    game.tells(**TALES)
    assert game.signals() == {"Zeno": 4, "Abel": 1, "Yara": 0}
    before = game.story
    game.move("Abel", "stop_conflict")
    game.trades(Zeno=[5], Abel=[4, 4, 4, 2, 2, 1, 1, 6, 6])
    assert game.earned(before) == {"Abel": 3, "Yara": 4}
    assert game.tokens("Abel").development == 2


BY_ENVY = ("envies", "Minister Vane")
TO_THE_VAULT = ("hoards", "The Noon Vault")


def a_tie(game: Evening) -> None:
    """Two signals of two dice: the higher face wins, and takes power from what seats hold."""
    for name in ("Zeno", "Abel", "Abel"):
        game.move(name, "buy_interest", element="@Punctuality")
    for name in ("Zeno", "Yara"):
        game.move(name, "buy_interest", element="@Punctuality")
    late = weaken("Punctuality", "Nobody comes on time.")
    joins = {
        "Zeno": ("Foreman Brill", goal("The shift begins", "Punctuality")),
        "Abel": ("Doctor Lull", goal("A long lie-in", "The Unwound City", late)),
    }
    game.conflict("Zeno", "Up, all of you!", joins)
    game.rolls("Zeno", "By the whistle.", reported=[2, 2, 1, 3, 4, 5, 6, 1, 3])
    game.rolls("Abel", "By the blinds.", reported=[5, 5, 1, 2])
    game.move("Zeno", "choose_signal", face=2)
    assert game.tells(**TALES) == ["Abel", "Zeno"]
    game.move("Zeno", "stop_conflict")
    game.trades(Zeno=[1, 2, 3, 4], Abel=[1, 1, 1, 2, 3, 4, 5, 6, 6])
    assert (game.power("Punctuality"), game.tokens("Abel").development) == (4, 3)


def half_asleep(game: Evening) -> None:
    """It was the winner's doing, so the winner says who loses a point."""
    assert game.awaited()["lose_interest"] == ("Abel",)
    id = game.id("Punctuality")
    game.refused("Yara", Own.NOT_YOURS_TO_SAY, "lose_interest", element=id, seat="s2")
    game.move("Abel", "lose_interest", element=id, seat="@Zeno")
    assert "lose_interest" not in game.awaited()


def to_the_bank(game: Evening) -> None:
    """The price of an override goes to nobody at the table."""
    before = game.story
    met = connect("Minister Vane", "swore by", "Punctuality", "As a boy.", **BACKSTORY)
    id = game.wants("Zeno", met)
    game.objects("Abel", id, "authorship", "He was always late.")
    game.objects("Yara", id, "authorship", "He never swore.")
    game.move("Zeno", "override", declaration=id)
    assert game.earned(before) == {"Zeno": -1 - 4}
    game.passes(id, "Yara", "Abel")
    assert game.marked("swore by") == "swore by"
