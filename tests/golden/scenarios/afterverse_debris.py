"""A mine has fallen in: those who dig, those who help, and what goes wrong meanwhile."""

from tests.golden.afterverse import Evening

RULES = (
    "table.gm",
    "test.attribute",
    "test.default",
    "test.hits",
    "glitch.roll",
    "glitch.group",
    "glitch.risk",
    "glitch.hidden",
    "glitch.time",
    "team.allowed",
    "team.assist",
    "team.teamwork",
    "bank.hits",
    "bank_opened",
    "bank_capped",
    "bank_closed",
    "time_taken",
    "rolls_counted",
    "test_joined",
)
SEED = 4

LEAD = "MAN + skill Leadership"


def play(seed: int = SEED) -> Evening:
    """Shaft Nine: five dig, three count, and the lamp goes out."""
    game = Evening("Shaft Nine", "Ilse Jun Kaya Lev", seed=seed, chutzpah_attribute="WIL")
    characters(game)
    game.agreed("Jun", "begin_session")
    game.stands("Anvil 2 0 0 0", "Moth 3 0 0 0", "Kestrel 2 0 0 0", *MINERS)
    digging(game)
    propping(game)
    listening(game)
    game.agreed("Lev", "end_session")
    game.agreed("Ilse", "hand_over_gm", seat="@Jun")
    return game


MINERS = ("Old Rell 0 0 0 0", "Tam 0 0 0 0")


def characters(game: Evening) -> None:
    """Three who came to help, and two miners."""
    game.writes("Jun", "Anvil", "6 2 2 2 2 3", "Leadership 2, Mining 3", "Props of Mining 2!")
    game.writes("Kaya", "Moth", "2 4 4 3 4 2", "Mining 1", "Props of Mining 2")
    game.writes("Lev", "Kestrel", "3 3 3 2 3 6", "Leadership 4")
    game.writes("Ilse", "Old Rell", "4 2 3 3 3 2", "Mining 4", "Props of Mining 2!")
    game.writes("Ilse", "Tam", "5 3 2 2 2 2", "Mining 0", "Props of Mining 1")


def digging(game: Evening) -> None:
    """Five lift the beam; Kestrel leads them, and the glitch dice lie in the open."""
    five = ("Anvil", "Moth", "Kestrel", "Old Rell", "Tam")
    test = game.calls(
        "Lifting the beam off the cage",
        "BOD + BOD",
        *five,
        form="teamwork",
        threshold={"threshold": "open", "hits": 5},
        glitch="open",
        together=True,
        risk=1,
    )
    game.joins("Lev", test, "leader", "Kestrel", LEAD)
    game.does("Lev", "take_time", "Kestrel", test=test)
    done = game.ends(test)
    (result,) = done.results
    assert (result.hits, result.outcome) == (9, "success"), result
    counted = "lowest" if done.lowest else "highest"
    assert counted == "highest"


def propping(game: Evening) -> None:
    """Props for the roof: Old Rell sets them, whoever can hands them on."""
    game.move("Ilse", "open_bank", character="@Old Rell", name="Props that stand", cap="first_pool")
    fields = {"form": "assistance", "into": "b1", "glitch": "open", "risk": 2}
    test = game.calls("Setting props", "INT + special Props", "Old Rell", **fields)
    game.joins("Jun", test, "assistant", "Anvil", "INT + special Props")
    game.joins("Kaya", test, "assistant", "Moth", "INT + special Props")
    game.does("Ilse", "take_time", "Old Rell", test=test)
    game.does("Ilse", "take_time", "Old Rell", test=test)
    game.ends(test)
    game.ends(game.calls("More props", "INT + special Props", "Old Rell", into="b1"))
    for _ in range(2):
        game.move("Ilse", "spend_hits", bank="b1", hits=1)
    game.ends(game.calls("By himself", "INT + special Props", "Tam", into="b1", glitch="open"))
    game.move("Ilse", "close_bank", bank="b1")


def listening(game: Evening) -> None:
    """Who hears the knocking? One roll of glitch dice for all, and a die picks."""
    fields = {"glitch": "open", "together": True, "risk": 3}
    test = game.calls("Knocking in the rock", "PER + PER", "Anvil", "Moth", "Kestrel", **fields)
    game.does("Jun", "let_be", "Anvil", test=test)
    done = game.ends(test)
    assert [len(glitch.dice) for glitch in done.glitches] == [6]
    hidden = game.calls(
        "Holding the last prop",
        "BOD + BOD",
        *("Anvil", "Old Rell", "Tam", "Kestrel"),
        form="teamwork",
        glitch="hidden",
        together=True,
    )
    game.joins("Jun", hidden, "leader", "Anvil", LEAD)
    game.ends(hidden)
