"""A long and quiet evening: many scenes, many small changes, labels in many scripts."""

from tests.golden.verge import Evening, connect, create, goal, strengthen
from tests.support.play import cited
from verger.domain.games.verge.reason import Code as Own

RULES = (
    "scene.frame",
    "scene.cut_in",
    "network.similar",
    "network.relationship",
    "camera_saw",
    "change.create",
)
SEED = 1

LOAD = """
Yusuf: + Hospitality (ideology)
Zelda: + Doorways (technology)
Arno: + Homesickness (idea)
Yusuf: + The Innkeepers; -honour> Hospitality
Zelda: + Locksmiths' Circle; -opens> Doorways
Arno: + The Lodgers; -share> Homesickness
Yusuf: + Old Basil; -hosts for> The Innkeepers
Zelda: + Key-Maker Liv; -cuts keys for> Locksmiths' Circle
Arno: + Guest Nine; -sleeps among> The Lodgers
Yusuf: + The Night Porter; -bars> Doorways
Zelda: = Key-Maker Liv
Arno: = Guest Nine
Yusuf: Old Basil #polishes> The Front Desk (thing)
Zelda: #cut> The Bone Key (thing)
Arno: #longs for> The Sea Room (place)
Yusuf: Old Basil #watches> Guest Nine
Zelda: #rents> The Attic Workshop (place)
Arno: #befriended> Key-Maker Liv
"""
LIKES = {
    "Yusuf": "Key-Maker Liv, Guest Nine, The Bone Key, The Sea Room",
    "Zelda": "Hospitality, The Innkeepers, Guest Nine, Old Basil",
    "Arno": "Doorways, Key-Maker Liv, Hospitality, Old Basil",
}


SCENES = [
    ("A bell above a door.", "The lobby", ["Old Basil"]),
    ("Steam, and forty cups.", "The kitchen", ["The Innkeepers"]),
    ("Keys on a wall, one hook bare.", "The key room", ["Key-Maker Liv"]),
    ("A door that stands alone on a lawn.", "The garden", []),
    ("Wet footprints on a carpet.", "The ninth floor", ["Guest Nine"]),
    ("Two chairs turned to a window.", "The Sea Room", ["Guest Nine", "Key-Maker Liv"]),
    ("A lamp under a door.", "The attic", ["Key-Maker Liv"]),
    ("Snow falls indoors.", "The winter corridor", ["The Night Porter"]),
    ("A ledger with a ribbon.", "The front desk", ["Old Basil", "The Night Porter"]),
    ("Breakfast for one hundred.", "The long table", ["The Innkeepers", "The Lodgers"]),
]
SEEN = {
    "Zelda": "A keyhole with light in it.",
    "Arno": "A suitcase that was not there before.",
    "Yusuf": "Somebody's breath on the glass.",
}
SMALL = [
    ("Zelda", create("בית קטן", "stands behind", "Doorways", "A small house.", kind="place")),
    ("Arno", create("🌊 Room 9", "smells of", "The Sea Room", "Salt on the sill.")),
    ("Yusuf", create("مفتاح", "hangs beside", "The Front Desk", "A key.", kind="thing")),
    ("Zelda", create("Ünder-Stairs Café", "serves", "The Lodgers", "Nine stools.")),
    ("Arno", connect("🌊 Room 9", "leaks into", "The Attic Workshop", "Drop by drop.")),
    ("Yusuf", create("The Cat 🐈‍⬛", "sleeps on", "The Front Desk", "All day.")),
    ("Zelda", strengthen("Old Basil", "He finds the missing hook.")),
    ("Arno", strengthen("בית קטן", "He knocks, and is let in.")),
    ("Yusuf", connect("The Cat 🐈‍⬛", "follows", "Guest Nine", "Up nine floors.")),
    ("Zelda", create("第九層", "lies above", "🌊 Room 9", "The ninth floor, again.")),
    ("Yusuf", strengthen("🌊 Room 9", "The tide is heard at dinner.")),
    ("Zelda", connect("مفتاح", "opens", "בית קטן", "At the first try.")),
    ("Arno", strengthen("مفتاح", "It is warm.")),
    ("Yusuf", create("Lost Umbrellas", "wait in", "The Innkeepers", "A stand of nine.")),
]


def play(seed: int = SEED) -> Evening:
    """House of a Hundred Doors: nothing much happens in it, door after door."""
    game = Evening("House of a Hundred Doors", "Yusuf Zelda Arno (Mira) (Piet)", seed=seed)
    game.agreed("Zelda", "adopt_premise", aspect="tone", text="Quiet — «hush» 🤫")
    game.begins_load("Yusuf")
    game.loads(LOAD, LIKES)
    assert game.story == {"Yusuf": 17, "Zelda": 20, "Arno": 11}
    game.plays("Yusuf")
    evening = ("Lamps are lit.", "The stairs")
    game.notice("Zelda", 1, evening, "Old Basil", "The bone key is kept at the desk")
    sand = create("Sand in the Lift", "came from", "The Sea Room", "A handful.")
    game.notice("Arno", 1, evening, "The Night Porter", "The sea room is locked", sand)
    for number, scene in enumerate(SCENES):
        a_scene(game, *scene)
        for name, change in SMALL[2 * number : 2 * number + 2]:
            game.changes(name, change)
        if number in (2, 5, 8):
            somebody_cuts_in(game, number)
    likeness(game)
    the_locked_room(game)
    the_ledger(game)
    a_full_reel(game)
    game.move("Yusuf", "end_scene")
    assert len(game.log) > 200
    return game


def a_scene(game: Evening, camera: str, place: str, present: list[str]) -> None:
    """The GM frames; everybody adds what the camera sees."""
    who = [f"@{label}" for label in present]
    game.move("Yusuf", "frame", camera=camera, place=place, present=who)
    for name, text in SEEN.items():
        game.move(name, "add_to_camera", text=f"{text} ({place})")
    scene = game.state.play.scene
    assert scene is not None
    assert len(scene.seen) == 3


def somebody_cuts_in(game: Evening, number: int) -> None:
    """With the GM's word; once it is not given, and once the GM cuts in without asking."""
    text = {"text": f"A door opens. Number {number * 11}.", "present": ["@Guest Nine"]}
    id = game.proposes("Arno", "join_scene", **text)
    assert game.awaited()["agreement"] == ("Yusuf",)
    if number == 5:
        game.move("Yusuf", "decline", proposal=id, reason="Not that door.")
        return
    game.move("Yusuf", "agree", proposal=id)
    scene = game.state.play.scene
    assert scene is not None
    assert game.id("Guest Nine") in scene.present


def likeness(game: Evening) -> None:
    """The same in another form is refused; what is close is acknowledged; advice is given."""
    same = create("the DOORWAY!", "opens to", "Doorways", "No.")
    game.cannot_declare("Zelda", Own.SIMILAR, same)
    nina = create("Guest Nina", "shares a towel with", "Guest Nine", "By mistake.", kind="person")
    game.cannot_declare("Arno", Own.CLOSE, nina)
    known = {**nina, "acknowledges": ["@Guest Nine"]}
    judgement = game.changes("Arno", known)
    assert "network.similar" in cited(judgement)
    again = connect("Guest Nina", "befriends", "Key-Maker Liv", "At the desk.")
    game.changes("Yusuf", again)
    close = connect("Guest Nina", "befriend", "Key-Maker Liv", "Again.")
    game.cannot_declare("Yusuf", Own.SIMILAR, close)
    aunt = create("Aunt of the Porter", "sends soup to", "The Night Porter", "In a tin.")
    (warning,) = game.changes("Zelda", aunt).ruling.warnings
    assert "an edge could say it" in warning


def the_locked_room(game: Evening) -> None:
    """The first of two conflicts: three floors, one door."""
    before = game.story
    sea = connect("Guest Nine", "sleeps at last in", "The Sea Room", "The window is open.")
    joins = {
        "Arno": ("Guest Nine", goal("The door gives", "The Sea Room", sea)),
        "Yusuf": ("The Night Porter", goal("It stays locked", "Doorways")),
    }
    game.conflict("Arno", "I can hear it.", joins)
    assert game.earned(before) == {"Yusuf": 3, "Arno": -1}
    assert len(game.rolls("Arno", "He leans on the door.").dice) == 3 + 4 - 2
    assert len(game.rolls("Yusuf", "He has the list.").dice) == 0
    game.tells(Arno="The lock sighs.", Yusuf="He turns a page.")
    signal = game.signals()["Arno"]
    game.move("Arno", "stop_conflict")
    game.trades()
    assert game.marked("sleeps at last in") == "sleeps at last in"
    assert game.earned(before) == {"Yusuf": 3 + signal, "Arno": -1}


def the_ledger(game: Evening) -> None:
    """The second: two lodgers of one mind against the desk."""
    before = game.story
    paid = create("A Paid Bill", "lies on", "The Front Desk", "Stamped.")
    bill = goal("The bill is torn up", "Old Basil", paid)
    joins = {
        "Zelda": ("Key-Maker Liv", bill),
        "Arno": ("Guest Nine", 1),
        "Yusuf": ("Old Basil", goal("The bill is paid", "Guest Nine")),
    }
    game.conflict("Zelda", "We will not pay for rooms that move.", joins)
    assert game.earned(before) == {"Yusuf": 7 + 3, "Zelda": -1}
    for name in ("Zelda", "Arno", "Yusuf"):
        game.rolls(name, "Across the desk.")
    tales = {"Zelda": "Keys on the counter.", "Arno": "Wet coins.", "Yusuf": "A polite cough."}
    game.tells(**tales)
    game.move("Zelda", "go_on")
    game.acts()
    game.tells(**tales)
    signals = game.signals()
    assert max(signals["Zelda"], signals["Arno"]) > signals["Yusuf"]
    game.move("Zelda", "stop_conflict")
    game.trades()
    lost = max(signals.values()) - signals["Yusuf"]
    assert game.earned(before) == {"Yusuf": 10 + lost, "Zelda": -1}


def a_full_reel(game: Evening) -> None:
    """A last scene, looked at for a long while."""
    game.move("Yusuf", "frame", camera="A row of doors, closing.", place="The house", present=[])
    for number in range(1, 22):
        name = ("Zelda", "Arno", "Yusuf")[number % 3]
        text = f"Door {number}: {'💡' * (number % 4) or 'dark'}\nand a shadow that waves."
        game.move(name, "add_to_camera", text=text)
    scene = game.state.play.scene
    assert scene is not None
    assert len(scene.seen) == 21
