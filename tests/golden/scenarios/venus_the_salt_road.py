"""An evening of checks: difficulty, factors, bonus dice, a ruling of the FC's, a pause."""

from tests.golden.venus import Evening, ability, attribute, job
from verger.domain.core.reason import Code
from verger.domain.games.venus.reason import Code as Own

RULES = (
    "check.roll",
    "check.difficulty",
    "check.bonus",
    "check.npc",
    "peers.sitting_in",
    "ruling.new",
    "scene.pause",
)
SEED = 5

CARAVAN = {
    "Jonna": [ability("Wits", "silver", 5), ability("Grace", "bronze", 2)],
    "Kito": [ability("Wits", "bronze", 1), ability("Grace", "gold", 6)],
    "Lea": [ability("Wits", "platinum", 3), ability("Grace", "bronze", 0)],
}


def play(seed: int = SEED) -> Evening:
    """The Salt Road: a caravan crosses a white plain by night, and is not alone."""
    game = Evening(
        "The Salt Road", "Ida Jonna Kito Lea (Mo)", seed=seed, house_rules={"undo": "gm"}
    )
    for name, abilities in CARAVAN.items():
        jobs = [job("Guide", "Wits", "Grace", 2)]
        own = {"abilities": abilities, "jobs": jobs, "attributes": [attribute("merit", "Patient")]}
        game.writes(name, own)
    bandit = {"abilities": [ability("Nerve", "bronze", 2)]}
    game.writes("Ida", bandit, "A bandit")
    assert game.lots() == {"Jonna": 10, "Kito": 10, "Lea": 10}
    game.move("Lea", "add_limit", kind="line", text="Nobody dies of thirst.")
    game.begins("begin_chapter")
    for part in (a_track_in_the_salt, the_bandit_listens, a_question, a_leap, called_off, by_hand):
        part(game)
    game.begins("end_chapter")
    return game


def a_track_in_the_salt(game: Evening) -> None:
    """The peers judge how hard it is, Mo among them, who sits in; the median is rounded up to a step."""
    game.move("Ida", "set_scene", text="A white plain, no moon.")
    game.move("Jonna", "pass_turn")
    game.tells("Kito", "check", "Wits", "Where does the track go?", "You walk in a circle.")
    game.move("Ida", "name_peer", seat="@Mo", peer=True)
    judged = (("Ida", 10), ("Jonna", 20), ("Lea", 10), ("Jonna", 25), ("Mo", 10))
    for name, difficulty in judged:
        game.move(name, "judge_difficulty", difficulty=difficulty)
    game.refused("Kito", Code.NOT_ASKED, "judge_difficulty", difficulty=5)
    game.hardens("set_target", "Wind", "Darkness")
    assert game.stage.target == 12
    game.move("Kito", "roll_check")
    falls_short(game, "The stars", "A merchant's map")
    game.move("Kito", "pass_turn")


def falls_short(game: Evening, *helps: str) -> None:
    """What helps, if something may; the last is a Lot."""
    if not game.is_rolling:
        return
    name, peers = game.roller, [name for name in game.lots() if name != game.roller]
    for text in helps:
        game.move(name, "claim_bonus", text=text, lot=text == helps[-1])
        game.agree_on(*peers)
    game.move(name, "roll_bonus")


def the_bandit_listens(game: Evening) -> None:
    """The FC's characters make checks, which the players judge; Mo listens from now on."""
    game.move("Ida", "name_peer", seat="@Mo", peer=False)
    game.move("Ida", "call_roll", character="@A bandit", ability="Nerve")
    game.refused("Ida", Own.NPC_CHECKS_ONLY, "choose_roll", way="task", stakes="He sneezes.")
    game.move("Ida", "choose_roll", way="check", stakes="He sneezes.")
    game.move("Lea", "judge_difficulty", difficulty=15)
    game.hardens("set_target", "Salt in the nose", difficulty=10)
    game.move("Ida", "roll_check")
    if game.is_rolling:
        game.move("Ida", "accept_failure")
    game.move("Ida", "pass_turn")
    assert game.awaited() == {"next_round": ("Ida",), "end_scene": ("Ida",)}
    game.move("Ida", "next_round")


def a_question(game: Evening) -> None:
    """What no rule decides the FC does, having heard everybody; the table thinks on."""
    game.move("Lea", "signal")
    game.agreed("Lea", "resume_play")
    question = "Does a lantern help those who want to be unseen?"
    game.move("Ida", "ask_ruling", question=question, rule="check.bonus")
    for name, text in (("Jonna", "Never."), ("Kito", "In salt mist it does.")):
        game.move(name, "state_view", dispute="q1", text=text)
    game.refused("Ida", Own.PEER_UNHEARD, "give_ruling", dispute="q1", text="In mist.")
    game.move("Lea", "state_view", dispute="q1", text="I do not mind.")
    game.move("Ida", "give_ruling", dispute="q1", text="In mist it does.")


def a_leap(game: Evening) -> None:
    """A check that falls short, until one does: each names the precedent with its bonus."""
    while game.purse("Jonna").lots == 10:
        game.tells("Jonna", "check", "Grace", "Over the crack.", "The salt takes your boots.")
        game.hardens("set_target", difficulty=15)
        game.move("Jonna", "roll_check")
        if game.is_rolling:
            game.move("Jonna", "claim_bonus", text="A pole")
            game.move("Kito", "answer_claim", claim=1, valid=True)
            game.move("Ida", "answer_claim", claim=1)
            game.move("Ida", "count_answers", claim=1)
            game.move("Jonna", "claim_bonus", text="The mist")
            game.agree_on("Kito", "Lea", valid=False)
            falls_short(game, "Fate")
    assert game.purse("Jonna").lots == 9
    while not fails_by_choice(game):
        pass


def fails_by_choice(game: Evening) -> bool:
    """Whether a check falls short, and its player lets it be: a Lot that was not rolled is back."""
    game.tells("Jonna", "check", "Wits", "Which way now?", "You do not know.")
    game.hardens("set_target", difficulty=15)
    game.move("Jonna", "roll_check")
    if not game.is_rolling:
        return False
    game.move("Jonna", "claim_bonus", text="Fate", lot=True)
    game.agree_on("Kito", "Lea")
    game.move("Jonna", "accept_failure")
    assert game.purse("Jonna").lots == 9
    return True


def called_off(game: Evening) -> None:
    """A check may be called off; one that fails may be rewound and become a task."""
    game.tells("Lea", "check", "Wits", "Listen to the salt.", "Nothing.")
    game.refused("Kito", Own.PEERS_CANCEL_NOTHING, "cancel_roll")
    game.move("Lea", "cancel_roll")
    failed = None
    while failed is None:
        game.tells("Lea", "check", "Grace", "Across, lightly.", "You break in.")
        since = game.roll.since
        game.hardens("set_target", "Thin crust", difficulty=25)
        game.move("Lea", "roll_check")
        failed = since if not game.is_rolling else None
        if game.is_rolling:
            game.move("Lea", "accept_failure")
    game.move("Lea", "rewind", to=failed)
    game.move("Ida", "agree", proposal=game.question)
    game.move("Lea", "suggest_roll", way="task", agenda="With all I have.")
    game.move("Ida", "choose_roll", way="task", stakes="You break in.")
    game.works("Guide")
    game.move("Lea", "roll_task")
    game.move("Lea", "finish_kissing")
    game.buys("primary", "unharmed")
    game.move("Lea", "finish_spending")
    game.move("Ida", "let_be")


def by_hand(game: Evening) -> None:
    """The table rolls its own dice from now on, and types in what they show."""
    game.agreed("Ida", "choose_house_rule", house_rule="dice", value="reported")
    game.tells("Kito", "check", "Wits", "Where is north?", "You do not know.")
    game.hardens("set_target", difficulty=15)
    game.move("Kito", "roll_check", reported=[10])
    game.move("Kito", "claim_bonus", text="The stars")
    game.agree_on("Jonna", "Lea")
    game.move("Kito", "roll_bonus", reported=[4])
    game.tells("Kito", "task", "Wits", "Home.", "Salt, and more salt.")
    game.works("Guide")
    game.move("Kito", "roll_task", reported=[1, 6])
    game.move("Kito", "kiss_lot", die=1)
    game.move("Kito", "finish_kissing", reported=[5])
    assert game.buys("primary", "unharmed") == ["primary", "unharmed"]
    game.move("Kito", "finish_spending")
    game.move("Ida", "let_be")
