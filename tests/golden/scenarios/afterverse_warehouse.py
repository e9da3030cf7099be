"""A warehouse at night: who notices what, a fight, and nerve to spare."""

from tests.golden.afterverse import Evening

RULES = (
    "table.limits",
    "table.signal",
    "test.call",
    "test.opposed",
    "chutzpah.bank",
    "chutzpah.good_luck",
    "chutzpah.long_shot",
    "chutzpah.take_two",
    "chutzpah.adrenaline",
    "chutzpah.second_wind",
    "awareness.bank",
    "awareness.again",
    "awareness.refresh",
    "situation_opened",
    "situation_left",
    "something_noticed",
    "question_asked",
    "awareness_tested",
    "combat_changed",
    "chutzpah_used",
    "dice_rerolled",
    "roll_readied",
    "rolls_kept",
    "glitch_dice_added",
    "threshold_set",
)
SEED = 1

LOOK = "PER + INT"


def play(seed: int = SEED) -> Evening:
    """Pier Forty: two thieves, a watchman, and a crate that is not on the list."""
    game = Evening("Pier Forty", "Ida Bram Cleo", seed=seed)
    game.writes("Bram", "Sable", "3 5 4 2 5 4", "Stealth 4, Locks 3", "Crates of Locks 2!")
    game.writes("Cleo", "Finch", "3 3 3 3 4 6", "Stealth 2, Brawl 3, Locks 0", "Crates of Locks 3")
    game.writes("Ida", "Watchman", "4 3 2 3 3 2", "Brawl 4, Stealth 1")
    game.move("Cleo", "add_limit", kind="line", text="Nobody drowns.")
    game.agreed("Ida", "begin_session")
    game.stands("Sable 4 0 0 0", "Finch 6 0 0 0", "Watchman 0 0 0 0")
    casing(game)
    sneaking(game)
    game.move("Bram", "signal")
    game.agreed("Cleo", "resume_play")
    fighting(game)
    running(game)
    return game


def casing(game: Evening) -> None:
    """Both look about; Finch looks twice, and what was there before is dear then."""
    game.move("Ida", "open_situation", text="Rows of crates under one lamp.")
    look = game.calls("Looking about", LOOK, "Sable", "Finch", into="awareness")
    game.does("Bram", "keep_rolls", "Sable", test=look)
    game.does("Bram", "roll", "Sable", test=look)
    game.move("Ida", "add_glitch_dice", test=look, glitch="open")
    game.ends(look)
    game.move("Ida", "notice", character="@Sable", text="The lamp swings.")
    game.does("Bram", "ask", "Sable", text="Which crate is new?")
    game.move("Ida", "answer", question="u1", text="The one without a stamp.")
    game.ends(game.calls("On patrol", LOOK, "Finch", into="awareness"))
    game.does("Cleo", "ask", "Finch", text="Was that door open?")
    game.move("Ida", "answer", question="u2", text="All along.", before=True)
    game.does("Cleo", "ask", "Finch", text="What does the watchman think?")
    game.move("Ida", "turn_away", question="u3")
    game.move("Ida", "notice", character="@Finch", text="A second shadow.")


def sneaking(game: Evening) -> None:
    """Past the watchman, with luck; and a lock that is beyond Finch."""
    luck = game.opposed("Past the watchman", "REA + skill Stealth", "Sable", "Watchman")
    game.does("Bram", "good_luck", "Sable", test=luck)
    game.ends(luck)
    three = {"threshold": "open", "hits": 3}
    shot = game.begins("Cleo", "The lock of the crate", "INT + special Crates", "Finch")
    game.move("Ida", "set_threshold", test=shot, form="alone", threshold=three, glitch="open")
    game.does("Cleo", "long_shot", "Finch", test=shot, dice=6)
    game.ends(shot)
    two = game.calls("Sable's turn", "INT + special Crates", "Sable", threshold=three)
    game.does("Bram", "roll", "Sable", test=two)
    game.does("Bram", "take_two", "Sable", test=two)
    game.ends(two)


def fighting(game: Evening) -> None:
    """The watchman swings; what the book's other chapters say of it is only in points here."""
    game.move("Ida", "begin_combat")
    game.ends(game.calls("Who is quicker", "REA + PER", "Watchman", "Finch", into="initiative"))
    fields = {"attacked": ["@Finch"], "into": "initiative"}
    swing = game.calls("The watchman swings", "REA + skill Brawl", "Watchman", **fields)
    game.does("Cleo", "adrenaline", "Finch")
    game.ends(swing)
    dive = game.begins("Cleo", "Behind the crates", "REA + PER", "Finch")
    dodged = {"form": "alone", "risk": 1, "into": "initiative", "attacked": ["@Finch"]}
    game.move("Ida", "set_threshold", test=dive, **dodged)
    game.ends(dive)
    game.move("Ida", "give_points", character="@Finch", kind="stun", points=4)
    game.move("Ida", "take_points", character="@Watchman", kind="initiative", points=1)
    game.does("Cleo", "second_wind", "Finch")
    more = {"ties": True, "risk": 1, "glitch": "hidden", "into": "initiative"}
    stare = game.opposed(
        "A staring match", "WIL + MAN", "Finch", "Watchman", attacked=["@Watchman"], **more
    )
    game.ends(stare)
    game.move("Ida", "end_combat")
    game.move("Ida", "leave_situation")


def running(game: Evening) -> None:
    """The table rolls its own dice at last."""
    game.agreed("Bram", "choose_house_rule", house_rule="dice", value="reported")
    run = game.calls("Along the pier", LOOK, "Sable", attacked=["@Finch"])
    game.does("Bram", "roll", "Sable", test=run, reported=[2, 5, 1, 3, 6, 1, 1, 4, 1])
    game.does("Cleo", "adrenaline", "Finch", reported=[3])
    game.does("Bram", "take_two", "Sable", test=run, reported=[5, 1, 6])
