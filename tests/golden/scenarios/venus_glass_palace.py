"""An evening of tasks: aid, every way to KISS a die, what successes buy and what is turned."""

from tests.golden.venus import Evening, ability, attribute, job

RULES = (
    "kiss.lot",
    "kiss.ego",
    "kiss.stunt",
    "kiss.allies",
    "task.aid",
    "task.spend",
    "task.subvert",
)
SEED = 3
OWN = 7


def play(seed: int = SEED) -> Evening:
    """The Glass Palace: three thieves, one guest list, and a roof that sings."""
    game = Evening(
        "The Glass Palace", "Ora Pim Quill Rue", seed=seed, house_rules={"starting_lots": 7}
    )
    thieves = {"Pim": ("bronze", 7), "Quill": ("gold", 2), "Rue": ("silver", 3)}
    for name, (caliber, level) in thieves.items():
        game.writes(name, thief(caliber, level))
    game.begins("begin_chapter")
    game.move("Ora", "set_scene", text="A square, in front of a palace, rain.")
    game.move("Ora", "end_scene", scene="n1")
    for part in (over_the_roof, through_the_hall, out_again):
        part(game)
    game.begins("end_chapter")
    game.agreed("Ora", "hand_over_gm", seat="@Pim")
    assert game.fc == "Pim"
    return game


def thief(caliber: str, level: int) -> dict[str, object]:
    """Somebody with a light step."""
    return {
        "abilities": [ability("Step", caliber, 4), ability("Tongue", "bronze", 3)],
        "jobs": [job("Burglar", "Step", "Tongue", level)],
        "attributes": [
            attribute("asset", "Felt shoes"),
            attribute("feature", "Small", "I fit through where nobody does"),
            attribute("discipline", "Breath of stone"),
        ],
    }


def over_the_roof(game: Evening) -> None:
    """Pim sets the scene and earns Ego; two allies help and pay for their dice; every KISS is used."""
    game.agreed("Pim", "offer_scene", text="A roof that sings under every step.")
    game.tells("Pim", "task", "Step", "Over the roof, all three.", "It sings, and lights go on.")
    game.works("Burglar", "Rain")
    for name in ("Quill", "Rue"):
        game.aids(name, "Burglar")
    game.move("Pim", "roll_task")
    one, two, three, four, *_ = [die for die in game.disappointing() if die <= OWN]
    game.move("Pim", "kiss_lot", die=one)
    game.move("Quill", "kiss_lot", die=8)
    assert game.lots() == {"Pim": 6, "Quill": 6, "Rue": 7}
    game.move("Pim", "claim_insight", die=two, text="The panes are bolted every third step.")
    game.agree_on("Quill", "Rue")
    game.move("Pim", "claim_specialty", die=three, attribute=1)
    game.agree_on("Ora", "Rue")
    game.move("Pim", "perform_stunt", die=four, text="I slide, on my back, arms wide.")
    game.move("Rue", "perform_stunt", die=9, text="I hum in tune with the roof.")
    for name in ("Pim", "Rue"):
        game.move("Ora", "answer_stunt", seat=f"@{name}", stands=True)
    game.move("Pim", "kiss_ego", use="reroll")
    game.move("Pim", "finish_kissing")
    bought = game.buys(
        *("primary", "unharmed", ("prize", "primary"), "special2"),
        primary="All three are in the attic.",
        unharmed="Not a scratch.",
        prize="A page of the guest list.",
        special2="Through the skylight, sideways.",
    )
    assert bought == ["primary", "unharmed", "prize", "special2"]
    game.move("Pim", "finish_spending")
    game.move("Ora", "subvert", consequence="nothing_lost", text="A pane falls, far below.")
    assert game.purse("Pim").ego == 0
    assert game.sheet_of("Pim").attributes[-1].text == "A page of the guest list."


def through_the_hall(game: Evening) -> None:
    """Quill makes every 6 count twice; a stunt is vetoed; the peers tell a surprise."""
    game.move("Ora", "end_scene", scene="n2")
    game.agreed("Quill", "offer_scene", text="The hall of mirrors, a ball.", present=["@Rue"])
    game.tells("Quill", "task", "Tongue", "I am the guest of honour.", "They ask for the list.")
    game.works("Burglar")
    game.aids("Rue", "Burglar", accept=False)
    game.move("Quill", "roll_task")
    game.move("Quill", "perform_stunt", die=1, text="I walk out of a mirror.")
    game.move("Ora", "answer_stunt", seat="@Quill", stands=False)
    game.move("Quill", "kiss_ego", use="sixes")
    for die in (1, 2):
        game.move("Quill", "kiss_lot", die=die)
    game.move("Quill", "finish_kissing")
    assert game.buys(("surprise", "failure"), ("intentions", "failure"))[:1] == ["surprise"]
    game.move("Rue", "tell_surprise", text="The guest of honour is here, and bows to you.")
    game.move("Quill", "finish_spending")
    game.move("Ora", "let_be")


def out_again(game: Evening) -> None:
    """An ally leaves before the dice are rolled; who comes back finds play where it is."""
    game.move("Ora", "set_scene", text="A coach that waits.")
    game.move("Ora", "pace_scenes", pacing="turns")
    game.tells("Rue", "task", "Step", "Out by the kitchen.", "The cook knows me.")
    game.works("Burglar", "A crowd")
    game.move("Quill", "offer_aid", character=game.character("Quill"), job="Burglar")
    game.move("Quill", "leave")
    game.move("Quill", "take_seat", name="Quill")
    assert not game.stage.work.aid
    game.move("Rue", "roll_task")
    game.move("Rue", "finish_kissing")
    game.buys("primary", "graceful")
    game.move("Rue", "finish_spending")
    game.move("Ora", "let_be")
