"""An evening of learning: a job from nothing to a level, Lots too many, scenes side by side, an end."""

from tests.golden.argument import argues
from tests.golden.venus import Evening, ability, attribute, job
from verger.domain.games.venus.reason import Code as Own

RULES = (
    "job.learn",
    "job.qualify",
    "job.level",
    "lots.cap",
    "scene.split",
    "scene.enter",
    "scene.pass",
    "ego.earn",
)
SEED = 1


def play(seed: int = SEED) -> Evening:
    """The Apprentices: a tower where nobody may stay who learns nothing."""
    rules: dict[str, str | int] = {"starting_lots": 10}
    game = Evening("The Apprentices", "Uma Vic Wyn Xan", seed=seed, house_rules=rules)
    for name in ("Vic", "Wyn", "Xan"):
        game.writes(name, apprentice())
    game.begins("begin_chapter")
    parts = (in_two_places, the_peers_name_a_job, nearly_there, a_winter, debrief, put_right)
    for part in (*parts, the_end):
        part(game)
    argues(game, [{"correction": "set_lots", "seat": "@Xan", "lots": 9}], "check.difficulty")
    return game


def apprentice(**more: bool) -> dict[str, object]:
    """Somebody who has begun."""
    return {
        "abilities": [
            ability("Wits", "silver", 3),
            ability("Grace", "bronze", 2),
            ability("Nerve", "gold", 4),
        ],
        "jobs": [
            job("Scribe", "Wits", "Grace", 0, 14),
            job(
                "Bell ringer",
                "Grace",
                "Nerve",
                0,
                3,
                qualifications="A winter in the belfry.",
                **more,
            ),
        ],
        "attributes": [
            attribute("aesthetic", "Ink on every cuff"),
            attribute("principle", "A question deserves an answer"),
        ],
    }


def in_two_places(game: Evening) -> None:
    """Scenes run side by side, and the FC edits them."""
    game.move("Uma", "set_scene", text="The scriptorium.", present=["@Vic", "@Xan"])
    game.move("Uma", "set_scene", text="The belfry.", present=["@Wyn"])
    turns = []
    for pacing in ("rounds", "turns", "one_by_one"):
        game.move("Uma", "pace_scenes", pacing=pacing)
        for _ in range(3):
            turns.append(game.state.table.name(game.state.play.scenes.turn))
            game.move(turns[-1], "pass_turn")
            while game.state.play.scenes.turn is None:
                game.move("Uma", "next_round")
    assert turns[:3] == ["Vic", "Xan", "Wyn"]
    game.agreed("Xan", "leave_scene", seat="@Xan")
    game.agreed("Uma", "enter_scene", seat="@Xan", scene="n2")
    game.move("Uma", "end_scene", scene="n2")
    game.move("Uma", "end_scene", scene="n1")
    game.agreed("Xan", "offer_scene", text="The yard, frost, a locked gate.")
    assert game.purse("Xan").ego == 1


def the_peers_name_a_job(game: Evening) -> None:
    """No job fits, so that the peers name one; it is turned down once."""
    game.tells("Xan", "task", "Nerve", "I pick the lock.", "The key breaks off.")
    game.move("Xan", "lack_job")
    game.move("Vic", "put_job", name="Thief", ability="Grace")
    game.agree_on("Uma", "Wyn", valid=False)
    more = {"qualifications": "A smith who vouches for you."}
    game.move("Wyn", "put_job", name="Locksmith", ability="Wits", **more)
    game.agree_on("Uma")
    assert game.stage.work.is_learning
    game.refused("Uma", Own.TOO_MANY_FACTORS, "set_threshold", factors=[{"text": "Frost"}] * 4)
    game.hardens("set_threshold", "Frost")
    game.move("Xan", "roll_task")
    game.move("Xan", "kiss_lot", die=1)
    game.move("Xan", "finish_kissing")
    game.move("Xan", "finish_spending")
    game.move("Uma", "subvert", consequence="graceful", text="You lick the lock. It is cold.")
    assert game.sheet_of("Xan").jobs[-1].exp == 0


def nearly_there(game: Evening) -> None:
    """Vic has 14 exp: a task that fails gives two more, and a level."""
    game.tells("Vic", "task", "Grace", "Copied, all of it.", "The ink runs out.")
    game.works("Scribe", "One candle")
    game.move("Vic", "roll_task")
    game.move("Vic", "finish_kissing")
    game.buys(("intentions", "failure"))
    game.move("Vic", "finish_spending")
    game.move("Uma", "let_be")
    scribe = game.sheet_of("Vic").jobs[0]
    assert (scribe.level, scribe.exp) == (2, 0)
    while job_of_excess(game):
        game.move("Vic", "mark_excess", character=game.character("Vic"), job="Scribe")


def a_winter(game: Evening) -> None:
    """Wyn has met what ringing bells asks for."""
    own = {"name": "Wyn", "seat": "@Wyn", "character": game.character("Wyn")}
    game.agreed("Wyn", "write_sheet", **own, sheet=apprentice(qualified=True))
    assert game.sheet_of("Wyn").jobs[1].may_learn


def put_right(game: Evening) -> None:
    """The table agrees on what was forgotten: a Lot, Ego, and an exp."""
    about = {"of": "event", "version": len(game.log)}
    game.move("Xan", "dispute", about=about, rule="ego.earn", grounds="I asked too.")
    corrections = [
        {"correction": "set_lots", "seat": "@Xan", "lots": 10},
        {"correction": "set_ego", "seat": "@Xan", "held": False},
        {"correction": "set_exp", "character": game.character("Xan"), "job": "Scribe", "exp": 3},
    ]
    remedy = {"remedy": "amendment", "name": "As it was", "corrections": corrections}
    settled = {"dispute": "q1", "outcome": "upheld", "reason": "But this.", "remedy": remedy}
    game.move("Xan", "propose_settlement", **settled)
    for name in ("Uma", "Vic", "Wyn"):
        game.move(name, "vote", dispute="q1", yes=True)
    assert (game.purse("Xan").lots, game.purse("Xan").ego) == (10, 0)


def job_of_excess(game: Evening) -> bool:
    """Whether Vic has a Lot too many."""
    return bool(game.options("Vic", "mark_excess"))


def debrief(game: Evening) -> None:
    """The debrief rewards playing well, to who has Lots enough already too."""
    game.begins("end_chapter")
    for name in ("Vic", "Wyn"):
        game.move("Uma", "award", seat=f"@{name}", ground="portrayal")
    game.move("Uma", "award", seat="@Wyn", ground="aesthetics")
    game.move("Uma", "award", seat="@Wyn", ground="principles")
    assert (game.purse("Wyn").lots, game.purse("Wyn").ego) == (10, 1)
    for _ in range(2):
        game.move("Wyn", "mark_excess", character=game.character("Wyn"), job="Scribe")
    assert game.sheet_of("Wyn").jobs[0].level == 2
    while job_of_excess(game):
        game.move("Vic", "mark_excess", character=game.character("Vic"), job="Scribe")


def the_end(game: Evening) -> None:
    """One more chapter, and the story is told."""
    game.begins("begin_chapter")
    game.move("Uma", "set_scene", text="The gate, open.")
    for name in ("Vic", "Wyn", "Xan"):
        game.move(name, "pass_turn")
    game.begins("end_chapter")
    game.begins("end_game")
    assert game.awaited() == {}
