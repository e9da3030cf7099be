"""An evening of three-sided conflicts: rounds, burned edges, rerolls, giving up, a tie, traded dice."""

from tests.golden.verge import Evening, burn, connect, create, goal, reroll

RULES = (
    "conflict.order",
    "conflict.round",
    "conflict.burn",
    "conflict.reroll",
    "conflict.drop",
    "conflict.conclusions",
    "conflict.development",
)
SEED = 4

LOAD = """
Uma: + The Long Winter (idea)
Viktor: + Ember Runes (technology)
Wren: + Blood Right (ideology)
Xiomara: + Hunger (idea)
Uma: + The Frost Synod; -preaches> The Long Winter
Viktor: + Forge Wardens; -carve> Ember Runes
Wren: + House Corvane; -claims> Blood Right
Xiomara: + The Hearthless; -suffer> Hunger
Uma: + Prelate Isk; -speaks for> The Frost Synod
Viktor: + Brand Tollan; -masters> Ember Runes
Wren: + Lady Corvane; -rules> House Corvane
Xiomara: + Mother Pell; -feeds> The Hearthless
Uma: + The Pale Rider; -brings> The Long Winter
Viktor: = Brand Tollan
Wren: = Lady Corvane
Xiomara: = Mother Pell
Uma: Prelate Isk #covets> The Ash Throne (thing)
Viktor: #swore to mend> The Ash Throne
Wren: #was born to> The Ash Throne
Xiomara: #would burn> The Ash Throne
Uma: Prelate Isk #dreads> The Pale Rider
Viktor: #carries> The Cold Hammer (thing)
Wren: #mourns> Prince Aldous (person)
Xiomara: #shelters> Foundling Nim (person)
"""
LIKES = {
    "Uma": "Brand Tollan, Lady Corvane, Mother Pell, Ember Runes",
    "Viktor": "The Ash Throne, Lady Corvane, Mother Pell, The Hearthless",
    "Wren": "The Ash Throne, Brand Tollan, Mother Pell, The Hearthless",
    "Xiomara": "The Ash Throne, Lady Corvane, Brand Tollan, House Corvane",
}


TALES = {
    "Uma": "Snow comes in under the door.",
    "Viktor": "Runes glow on the hammer.",
    "Wren": "She reads the line of her fathers.",
    "Xiomara": "Torches, and bread for all.",
}


def play(seed: int = SEED) -> Evening:
    """Three Crowns of Ash: a smith, an heiress and a mother of beggars want one throne."""
    game = Evening("Three Crowns of Ash", "Uma Viktor Wren Xiomara", seed=seed)
    game.begins_load("Uma")
    game.loads(LOAD, LIKES)
    assert game.story == {"Uma": 16, "Viktor": 18, "Wren": 20, "Xiomara": 10}
    game.plays("Uma")
    night = ("Ash falls like snow.", "The burnt hall")
    game.notice("Viktor", 2, night, "Prelate Isk", "The hammer is taken for the Synod")
    mark = create("Tomb of Aldous", "holds", "Prince Aldous", "Its door stands open.")
    game.notice("Wren", 2, night, "The Pale Rider", "The prince rises and rides away", mark)
    game.notice("Xiomara", 2, night, "The Pale Rider", "Nim follows the rider")
    game.move("Uma", "frame", camera="Three doors open.", place="The throne room", present=[])
    the_throne(game)
    game.move(
        "Uma", "frame", camera="Hooves on ice.", place="The pass", present=["@The Pale Rider"]
    )
    the_rider(game)
    game.move("Uma", "frame", camera="A long table.", place="The granary", present=[])
    the_granary(game)
    the_last_word(game)
    game.move("Uma", "end_scene")
    return game


def the_throne(game: Evening) -> None:
    """Three goals at one target, three rounds; the losers are insured by what they lack."""
    before, sits = game.story, "The Ash Throne"
    crowns = {
        "Viktor": connect("Brand Tollan", "sits upon", sits, "He mends it and sits."),
        "Wren": create("The Ash Crown", "fits no head but", "Lady Corvane", "It is cold."),
        "Xiomara": create("The Common Hearth", "is made of", sits, "It burns all night."),
    }
    heroes = {"Viktor": "Brand Tollan", "Wren": "Lady Corvane", "Xiomara": "Mother Pell"}
    joins = {n: (hero, goal(crowns[n]["narration"], sits, crowns[n])) for n, hero in heroes.items()}
    game.conflict("Viktor", "I lift the hammer to the throne.", joins)
    paid = dict.fromkeys(heroes, -1)
    assert game.earned(before) == {"Uma": 9 + 10 + 2, **paid}
    dice = [len(game.rolls(name, "By what we swore.").dice) for name in heroes]
    assert dice == [9 + 4 - 2, 10 + 4 - 2, 2 + 4 - 2]
    low = min(set(game.fighter("Wren").dice), key=game.fighter("Wren").dice.count)
    game.move("Wren", "choose_signal", face=low)
    assert sorted(game.tells(**TALES)) == sorted(heroes)
    game.move("Viktor", "go_on")
    oaths = {"Viktor": "swore to mend", "Xiomara": "would burn"}
    game.acts(Wren=reroll(), **{name: burn(oaths[name], "The oath frays.") for name in oaths})
    assert [game.power(oath) for oath in oaths.values()] == [3, 3]
    assert [len(game.fighter(name).dice) for name in heroes] == [11 + 6, 12, 4 + 6]
    game.tells(**TALES)
    game.move("Viktor", "go_on")
    game.acts(Viktor=reroll(), Xiomara=reroll())
    game.tells(**TALES)
    the_throne_is_won(game, heroes)


def the_throne_is_won(game: Evening, heroes: dict[str, str]) -> None:
    """The smith stops while ahead."""
    before, signals = game.story, game.signals()
    best = max(signals.values())
    assert signals["Viktor"] == best > signals["Wren"]
    game.move("Viktor", "stop_conflict")
    assert game.concludes(**TALES) == [*game.signals()]
    game.trades()
    insured = {name: best - signals[name] for name in heroes if signals[name] < best}
    assert game.earned(before) == insured
    assert game.marked("sits upon") == "sits upon"
    assert sum(game.tokens(name).development for name in heroes) > 0


def the_rider(game: Evening) -> None:
    """Two on one side; one gives up, and so does who called it; the first in order goes on."""
    chase = goal("The rider is unhorsed", "The Pale Rider")
    ride = goal("The rider is away", "The Ash Throne")
    own = ("Mother Pell", chase)
    joins = {"Uma": ("The Pale Rider", ride), "Xiomara": own, "Wren": ("Lady Corvane", 2)}
    game.conflict("Xiomara", "Give back the child!", {**joins, "Viktor": ("Brand Tollan", 2)})
    for name in ("Uma", "Wren", "Viktor", "Xiomara"):
        game.rolls(name, "Over the pass.")
    game.tells(**TALES)
    game.move("Xiomara", "go_on")
    before = game.story
    game.acts(Xiomara={"move": "drop_out"}, Wren=burn("was born to", "She lets the throne go."))
    assert "Xiomara" not in game.signals()
    game.tells(**TALES)
    first = game.awaited()["go_on"]
    assert first != ("Xiomara",)
    game.move(first[0], "stop_conflict")
    game.trades()
    assert "Xiomara" not in game.earned(before)


def the_granary(game: Evening) -> None:
    """Equal signals: nobody wins, nothing is recorded, the dice are traded all the same."""
    before, sow = game.story, create("Granary Law", "binds", "Hunger", "Written on the door.")
    joins = {
        "Wren": ("Lady Corvane", goal("The law of grain", "House Corvane", sow)),
        "Xiomara": ("Mother Pell", goal("An open door", "The Ash Throne")),
    }
    game.conflict("Wren", "The grain is mine to share.", joins)
    game.rolls("Wren", "From the high seat.", "rules", "House Corvane")
    game.rolls("Xiomara", "From the crowd.")
    game.tells(**TALES)
    game.move("Wren", "go_on")
    game.acts(Xiomara=burn("would burn", "The torch is spent on the door."))
    game.tells(**TALES)
    signals = game.signals()
    assert signals["Wren"] == signals["Xiomara"]
    game.move("Wren", "stop_conflict")
    game.trades()
    assert game.earned(before) == {"Uma": 10 + 2, "Wren": -1}
    assert "Granary Law" not in [node.label for node in game.state.play.network.nodes.values()]


def the_last_word(game: Evening) -> None:
    """Who is left alone by those who give up has won, without insurance for them."""
    before = game.story
    peace = connect("Lady Corvane", "makes peace with", "Mother Pell", "Over bread.")
    joins = {
        "Viktor": ("Brand Tollan", goal("He keeps the hall", "The Ash Throne")),
        "Wren": ("Lady Corvane", goal("Peace", "Mother Pell", peace)),
    }
    game.conflict("Wren", "Enough.", joins)
    game.rolls("Viktor", "From the throne.", "sits upon", "The Ash Throne")
    game.rolls("Wren", "Across the hall.")
    game.move("Viktor", "drop_out")
    game.trades()
    assert game.earned(before) == {"Uma": 9 + 10, "Wren": -1}
    assert game.marked("makes peace with") == "makes peace with"
