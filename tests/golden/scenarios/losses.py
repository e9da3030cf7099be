"""An evening of first notices of loss, each fought another way."""

from tests.golden.verge import Evening, connect, create, goal, strengthen
from verger.domain.games.verge.reason import Code as Own

RULES = (
    "fnol.choice",
    "fnol.loss",
    "fnol.order",
    "fnol.budget",
    "fnol.conflict",
    "conflict.insurance",
    "notice_fought",
)
SEED = 1

LOAD = """
Farid: + The Flood (idea)
Gilda: + Ferry Law (ideology)
Hugo: + River Glass (technology)
Ilka: + Patience (idea)
Joss: + Ghost Lights (idea)
Kemi: + The Old Songs (idea)
Farid: + The Dam Company; -tames> The Flood
Gilda: + Ferryfolk; -live by> Ferry Law
Hugo: + Glassblowers of Ny; -melt> River Glass
Ilka: + The Waiting House; -teaches> Patience
Joss: + Marsh Watch; -follows> Ghost Lights
Kemi: + Reed Singers; -remember> The Old Songs
Farid: + Engineer Stroud; -builds for> The Dam Company
Gilda: + Ferrywoman Ada; -steers for> Ferryfolk
Hugo: + Glazier Ruel; -works among> Glassblowers of Ny
Ilka: + Abbess Quill; -keeps> The Waiting House
Joss: + Warden Moth; -commands> Marsh Watch
Kemi: + Singer Oriel; -leads> Reed Singers
Farid: + Inspector Crane; -reports on> Marsh Watch
Gilda: = Ferrywoman Ada
Hugo: = Glazier Ruel
Ilka: = Abbess Quill
Joss: = Warden Moth
Kemi: = Singer Oriel
Farid: Engineer Stroud #dreams of> The Great Sluice (thing)
Gilda: #raised> Young Pip (person)
Hugo: #perfected> The Blue Lens (thing)
Ilka: #guards> The Bell of Hours (thing)
Joss: #pledged to> Marsh Watch
Kemi: #lost> Her Voice (quality)
Farid: Engineer Stroud #resents> Ferrywoman Ada
Gilda: #mends> The Grey Ferry (thing)
Hugo: #<trusts- Ferrywoman Ada
Ilka: #prays with> Singer Oriel
Joss: #hunts> Ghost Lights
Kemi: #sings> The Old Songs
"""
LIKES = {
    "Farid": "Ferrywoman Ada, Glazier Ruel, Abbess Quill, Warden Moth",
    "Gilda": "The Dam Company, Engineer Stroud, Glazier Ruel, Singer Oriel",
    "Hugo": "Engineer Stroud, The Dam Company, Abbess Quill, Warden Moth",
    "Ilka": "Ferrywoman Ada, Singer Oriel, Inspector Crane, The Flood",
    "Joss": "Engineer Stroud, Inspector Crane, Ferrywoman Ada, The Flood",
    "Kemi": "The Flood, Inspector Crane, Warden Moth, The Dam Company",
}


def play(seed: int = SEED) -> Evening:
    """What the River Took: five people of one river, and the dam that is coming."""
    game = Evening("What the River Took", "Farid Gilda Hugo Ilka Joss Kemi", seed=seed)
    game.agreed("Kemi", "adopt_premise", aspect="theme", text="What is lost has a price")
    game.begins_load("Farid")
    game.loads(LOAD, LIKES)
    assert game.story == {"Farid": 45, "Gilda": 18, "Hugo": 11, "Ilka": 6, "Joss": 7, "Kemi": 9}
    game.plays("Farid")
    game.refused("Farid", Own.NOTICES_FIRST, "frame", camera="Rain.", place="The quay")
    fought(game)
    by_a_bit_character(game)
    given_up(game)
    spent_to_the_last(game)
    cut_too_early(game)
    with_virtual_dice(game)
    afterwards(game)
    once_more(game)
    return game


def fought(game: Evening) -> None:
    """Gilda fights for Pip herself; half of the budget goes back."""
    game.move("Gilda", "choose_loss", edge=game.tie("Gilda", 2))
    game.move("Gilda", "choose_loss", edge=game.tie("Gilda", 1))
    before = game.story
    frames(game, "Gilda", ("A child on the landing.", "Ferry steps"), "@Engineer Stroud", "@Pip")
    survey = create("Survey Boat", "carries", "Engineer Stroud", "Brass and flags.")
    crew = create("Rod Men", "row", "a1.node", "Six of a kind.")
    road = connect("a2.node", "lured", "Young Pip", "With sweets.")
    court = create("Water Court", "claims wards of", "Ferryfolk", "A seal on wet paper.")
    more = [connect("Water Court", "answers to", "The Dam Company", "By statute.")]
    writ = create("A Writ", "names", "Young Pip", "In red.")
    game.changes("Farid", survey, crew, road, court, writ)
    game.changes("Farid", *more)
    assert (budget(game, "Gilda"), game.earned(before)) == (12 - 6, {})
    call(game, "Gilda", "Engineer Stroud", "Ferrywoman Ada")
    assert game.earned(before) == {"Farid": 8}
    assert len(game.rolls("Farid", "He has the boat.").dice) == 12 + 2 - 2
    assert len(game.rolls("Gilda", "She has the current.").dice) == 8 + 2 - 2
    tell(game)
    game.move("Farid", "go_on")
    game.acts(Gilda={"move": "reroll"})
    tell(game)
    ends(game, "Gilda", before, paid={"Gilda": -1}, interest=8)


def by_a_bit_character(game: Evening) -> None:
    """Hugo's apprentice stands in for him; nobody's character enters, so no interest is paid."""
    game.move("Hugo", "choose_loss", edge=game.tie("Hugo", 1))
    before = game.story
    frames(game, "Hugo", ("A kiln door.", "The glass house"), "@Glazier Ruel", "@Engineer Stroud")
    wim = create("Apprentice Wim", "sweeps for", "Glazier Ruel", "Thirteen.", kind="person")
    thief = connect("Engineer Stroud", "sent men for", "a1.node", "By night.")
    game.changes("Farid", wim, thief)
    call(game, "Hugo", "Engineer Stroud", "Apprentice Wim")
    assert game.earned(before) == {}
    assert len(game.rolls("Farid", "A crowbar.").dice) == 12 + 0 - 2
    assert game.rolls("Hugo", "A broom.").dice == ()
    tell(game)
    ends(game, "Hugo", before)


def given_up(game: Evening) -> None:
    """Ilka gives up: the GM wins, and she is not insured."""
    game.move("Ilka", "choose_loss", edge=game.tie("Ilka", 1))
    before = game.story
    frames(game, "Ilka", ("A rope sways.", "The bell tower"), "@Abbess Quill", "@Engineer Stroud")
    wants = connect("Engineer Stroud", "needs the bronze of", "The Bell of Hours", "For valves.")
    game.changes("Farid", wants)
    call(game, "Ilka", "Engineer Stroud", "Abbess Quill", own="The Bell of Hours")
    assert len(game.rolls("Farid", "Ropes and oxen.").dice) == 12 + 0 - 2
    assert len(game.rolls("Ilka", "She rings it once.").dice) == 0 + 4 - 2
    tell(game)
    noise = abs(game.fighter("Farid").noise - game.fighter("Ilka").noise)
    game.move("Ilka", "drop_out")
    game.trades()
    assert game.earned(before) == {"Farid": noise}
    game.move("Farid", "end_scene")


def spent_to_the_last(game: Evening) -> None:
    """Joss: twelve tokens go, two of them by an action that is still open at the cut."""
    game.move("Joss", "choose_loss", edge=game.tie("Joss", 2))
    before = game.story
    frames(game, "Joss", ("Lamps over black water.", "The marsh"), "@Warden Moth")
    drain = create("The Drainage", "swallows", "Ghost Lights", "Pumps all night.")
    order = create("Order Nineteen", "disbands", "Marsh Watch", "Read out at dawn.")
    game.changes("Farid", drain, order)
    crane = [strengthen("Warden Moth", "They look to him.")] * 5
    game.changes("Farid", *crane, *[strengthen("hunts", "One light remains.")] * 4)
    assert budget(game, "Joss") == 1
    assert game.earned(before) == {"Joss": 5 + 4}
    call(game, "Joss", "Inspector Crane", "Warden Moth")
    game.rolls("Farid", "With a list.")
    game.rolls("Joss", "With a lantern.")
    tell(game)
    ends(game, "Joss", before, paid={"Joss": 9}, interest=6, cut=False)
    left = game.wants("Farid", create("Dry Marsh", "was once", "Marsh Watch", "Cracked mud."))
    assert budget(game, "Joss") == 0
    game.move("Farid", "end_scene")
    assert game.awaited().get("consent") is None
    assert left not in game.state.play.declarations
    assert "Dry Marsh" not in [node.label for node in game.state.play.network.nodes.values()]


def cut_too_early(game: Evening) -> None:
    """A scene that ends without its conflict was no notice: it is still to come."""
    game.move("Kemi", "choose_loss", edge=game.tie("Kemi", 1))
    before = game.story
    frames(game, "Kemi", ("An empty choir.", "The reed hall"), "@Singer Oriel")
    game.move("Farid", "end_scene")
    assert (game.earned(before), game.awaited()["frame"]) == ({}, ("Farid",))


def with_virtual_dice(game: Evening) -> None:
    """Kemi has the better dice and loses by one all the same."""
    before = game.story
    frames(game, "Kemi", ("Steam over reeds.", "The reed hall"), "@Singer Oriel")
    cold = create("River Fever", "settles in", "Her Voice", "A cough at dusk.")
    game.changes("Farid", cold)
    call(game, "Kemi", "River Fever", "Singer Oriel", own="Her Voice")
    game.rolls("Farid", "Fog.", "settles in", "Her Voice")
    assert len(game.rolls("Kemi", "She sings against it.").dice) == 3 + 4 - 2
    tell(game)
    signal = game.signals()["Kemi"]
    ends(game, "Kemi", before, interest=3)
    decided = [e for event in game.log[-8:] for e in event.effects if hasattr(e, "virtual")]
    assert decided[0].virtual == signal + 1


def afterwards(game: Evening) -> None:
    """Now ordinary scenes are framed."""
    assert "choose_loss" not in game.awaited()
    game.move(
        "Farid", "frame", camera="Five lamps.", place="The ferry", present=["@Ferrywoman Ada"]
    )
    game.changes(
        "Gilda", connect("Ferrywoman Ada", "swore to sink", "Survey Boat", "By the river.")
    )
    game.move("Farid", "end_scene")


def once_more(game: Evening) -> None:
    """More may be called later: Gilda loses what she swore, although Kemi fights beside her."""
    game.move("Gilda", "choose_loss", edge="@swore to sink")
    before = game.story
    frames(game, "Gilda", ("An axe in a plank.", "The slip"), "@Ferrywoman Ada")
    call(game, "Gilda", "Engineer Stroud", "Ferrywoman Ada", friend=("Kemi", "Singer Oriel"))
    for name, how in {"Farid": "Fire.", "Gilda": "Water.", "Kemi": "A song."}.items():
        game.rolls(name, how)
    tell(game)
    signals = game.signals()
    song = {"Kemi": max(0, signals["Gilda"] + 1 - signals["Kemi"])}
    ends(game, "Gilda", before, paid=song, interest=8 + 3)
    assert [loss.how for loss in game.state.play.notices.lost] == ["It is taken"] * 6


def frames(game: Evening, name: str, scene: tuple[str, str], *present: str) -> None:
    """The scene of a notice; its budget lies ready."""
    camera, place = scene
    who = [one.replace("@Pip", "@Young Pip") for one in present]
    more = {"present": who, "notice": f"@{name}"}
    game.move("Farid", "frame", camera=camera, place=place, **more)
    assert budget(game, name) == 12


def call(
    game: Evening,
    name: str,
    enemy: str,
    fighter: str,
    own: str = "",
    friend: tuple[str, str] | None = None,
) -> None:
    """The GM calls the conflict of a notice, and both join; a friend may fight for the player."""
    game.move("Farid", "call_conflict", reason="The river rises.", notice=True)
    take = goal("It is taken", own or fighter)
    game.move("Farid", "join_conflict", node=f"@{enemy}", goal=take)
    game.move(name, "join_conflict", node=f"@{fighter}", goal=goal("It is kept", own or enemy))
    if friend:
        game.move(friend[0], "join_conflict", node=f"@{friend[1]}", goal=2)
    game.nobody_else_joins()


def tell(game: Evening) -> None:
    """Everybody narrates."""
    names = [seat.name for seat in game.state.table.players]
    game.tells(**dict.fromkeys(names, "The water does not wait."))


def ends(
    game: Evening,
    name: str,
    before: dict[str, int],
    *,
    paid: dict[str, int] | None = None,
    interest: int = 0,
    cut: bool = True,
) -> None:
    """One token of insurance for the player, the difference of the noise for the GM."""
    noise = abs(game.fighter("Farid").noise - game.fighter(name).noise)
    game.move("Farid", "stop_conflict")
    assert game.concludes(**{name: "The river keeps what it takes."}) == [name]
    game.trades()
    expected = {**(paid or {}), "Farid": noise + interest, name: (paid or {}).get(name, 0) + 1}
    assert game.earned(before) == {one: n for one, n in expected.items() if n}
    if cut:
        game.move("Farid", "end_scene")
        assert budget(game, name) == 0


def budget(game: Evening, name: str) -> int:
    """What is left for the GM to spend."""
    return game.account(f"fnol:{game.seat(name)}").story
