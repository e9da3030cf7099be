"""An evening of second thoughts: undo, redo, branches, and an older move left out."""

from tests.golden.second_thought import leaves_out, rewinds
from tests.golden.verge import Evening, connect, create, goal, strengthen
from tests.support.dispute import amendment, disputes, settles
from verger.domain.core.reason import Code
from verger.domain.games.verge.reason import Code as Own

RULES = ("table.rewind", "table.leave_out", "rewound", "rewind_closed")
SEED = 2

LOAD = """
Ines: + The Tide Clock (technology)
Otto: + Regret (idea)
Ruth: + Clean Hands (ideology)
Ines: + Harbour Office; -winds> The Tide Clock
Otto: + Salvage Crew; -drinks to> Regret
Ruth: + The Laundry; -sells> Clean Hands
Ines: + Pilot Serra; -reports to> Harbour Office
Otto: + Diver Holm; -left> Salvage Crew
Ruth: + Madam Quill; -owns> The Laundry
Ines: + The Sunken Ferry; -stopped> The Tide Clock
Otto: = Diver Holm
Ruth: = Madam Quill
Ines: Pilot Serra #was aboard> The Sunken Ferry
Otto: #dives for> The Captain's Bell (thing)
Ruth: #washes for> Harbour Office
Ines: Pilot Serra #loves> Diver Holm
Otto: #dreams of> The Sunken Ferry
Ruth: #hides> The Red Ledger (thing)
"""
LIKES = {
    "Ines": "Diver Holm, Madam Quill, Regret, Clean Hands",
    "Otto": "Madam Quill, Pilot Serra, The Tide Clock, Clean Hands",
    "Ruth": "Diver Holm, Pilot Serra, The Tide Clock, Regret",
}


def play(seed: int = SEED) -> Evening:
    """The Tide Clock: what was said about the ferry is said again, otherwise."""
    game = Evening("The Tide Clock", "Ines Otto Ruth", seed=seed)
    game.begins_load("Ines")
    game.loads(LOAD, LIKES)
    game.plays("Ines")
    quay = ("Rain on the slipway.", "The quay")
    game.notice("Otto", 1, quay, "Pilot Serra", "The bell is struck from the manifest")
    game.notice("Ruth", 2, quay, "The Sunken Ferry", "The ledger is read aloud")
    game.move("Ines", "frame", camera="Low water.", place="The mud", present=[])
    for part in (a_slip, there_and_back, the_gm_decides, ones_own, one_older_move, dice_stay):
        part(game)
    game.move("Ines", "end_scene")
    return game


def seen(game: Evening) -> tuple[str, ...]:
    """What the camera saw in the scene under way."""
    assert game.state.play.scene is not None
    return game.state.play.scene.seen


def a_slip(game: Evening) -> None:
    """Everybody is asked; one no, a question taken back, and one that play went past."""
    before = len(game.log)
    game.move("Otto", "add_to_camera", text="A light goes out on the wreck.")
    game.move("Otto", "rewind", to=before, reason="It goes on, I meant.")
    game.refused("Ruth", Code.REWIND_OPEN, "rewind", to=before)
    game.move("Ines", "agree", proposal="r1")
    game.move("Ruth", "decline", proposal="r1", reason="I like it dark.")
    game.move("Otto", "rewind", to=before)
    game.move("Otto", "retract", proposal="r2")
    game.move("Otto", "rewind", to=before)
    game.move("Ines", "add_to_camera", text="Somebody coughs.")
    game.refused("Ruth", Code.UNKNOWN_PROPOSAL, "agree", proposal="r3")
    rewinds(game, "Otto", before, reason="From the light on.")
    assert seen(game) == ()


def there_and_back(game: Evening) -> None:
    """What was undone stays on record, and becomes current again."""
    before, story = len(game.log), game.story
    game.changes("Otto", connect("Diver Holm", "once steered", "The Sunken Ferry", "He nods."))
    steered = len(game.log)
    rewinds(game, "Ruth", before)
    assert game.story == story
    game.changes("Otto", connect("Diver Holm", "never boarded", "The Sunken Ferry", "He nods."))
    rewinds(game, "Ruth", steered)
    assert game.marked("once steered") == "once steered"
    assert game.story == {**story, "Otto": story["Otto"] - 1}


def the_gm_decides(game: Evening) -> None:
    """Where the table plays so the GM alone says what is undone."""
    game.agreed("Ines", "choose_house_rule", house_rule="undo", value="gm")
    game.move("Ines", "frame", camera="Lamps on the slip.", place="The quay", present=[])
    before = len(game.log)
    game.move("Ruth", "add_to_camera", text="Steam from the laundry.")
    game.move("Ines", "rewind", to=before)
    assert seen(game) == ()
    game.move("Ruth", "rewind", to=before + 1)
    game.refused("Otto", Code.NOT_ASKED, "agree", proposal=game.question)
    game.move("Ines", "agree", proposal=game.question)
    assert seen(game) == ("Steam from the laundry.",)


def ones_own(game: Evening) -> None:
    """Or everybody undoes what nobody has acted on yet."""
    game.agreed("Ines", "choose_house_rule", house_rule="undo", value="mover")
    before = len(game.log)
    game.move("Ruth", "add_to_camera", text="A bell.")
    game.move("Ruth", "add_to_camera", text="No bell.")
    game.move("Ruth", "rewind", to=before)
    game.move("Ruth", "add_to_camera", text="A gull.")
    game.move("Otto", "rewind", to=before)
    game.move("Ruth", "decline", proposal=game.question, reason="The gull stays.")


def one_older_move(game: Evening) -> None:
    """A move in the middle never was; what does not hang on it is made again."""
    wrong = len(game.log) + 1
    game.changes(
        "Otto", create("The Night Tide", "carried off", "The Sunken Ferry", "Black water.")
    )
    game.changes("Otto", strengthen("The Night Tide", "It comes back every spring."))
    game.changes("Ruth", strengthen("Diver Holm", "He surfaces, with a bell."))
    disputes(game, "Ines", "change.strengthen")
    fee = {"correction": "move_tokens", "token": "story", "amount": 1}
    fee |= {"source": "bank", "target": f"seat:{game.seat('Ruth')}"}
    settles(game, "Otto", outcome="upheld", **amendment(fee, name="The bell was hers"))
    game.move("Ines", "add_to_camera", text="The water closes.")
    gone, story = len(game.log), game.story["Ruth"]
    leaves_out(game, "Otto", wrong, reason="That was another night.")
    again = [event for event in game.log[gone:] if event.repeats is not None]
    labels = [node.label for node in game.state.play.network.nodes.values()]
    assert "The Night Tide" not in labels
    assert game.marked("Diver Holm").endswith("!")
    assert "correct_again" in [type(event.move).__struct_config__.tag for event in again]
    assert game.story["Ruth"] == story
    missed = [one.code for one in game.log[-len(again) - 1].missed]
    assert Own.UNKNOWN_ELEMENT in missed


def dice_stay(game: Evening) -> None:
    """Dice that were thrown are never taken back: another throw has other numbers."""
    called = len(game.log)
    game.move("Otto", "call_conflict", reason="Who brings it up?")
    keep = goal("It stays below", "Diver Holm")
    up = goal("It comes up", "The Sunken Ferry")
    game.everyone_joins({"Otto": ("Diver Holm", up), "Ines": ("The Sunken Ferry", keep)})
    game.rolls("Otto", "Both arms around it.")
    rolled = game.state.table.dice_rolled
    assert rolled > 0
    rewinds(game, "Ines", called, reason="Let us talk about the stakes.")
    assert (game.state.play.conflict, game.state.table.dice_rolled) == (None, rolled)
