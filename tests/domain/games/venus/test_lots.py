"""The limit on Lots, and Lots that are earned beyond it."""

from tests.support.venus import Game, rule, saw, spending
from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.games.venus.effects import ExcessOwed, ExpMarked
from verger.domain.games.venus.reason import Code as Own
from verger.domain.table.sheet import CharacterId


def brimming(*jobs: dict[str, object]) -> Game:
    """Return a game: Ann has 10 Lots and earns another by revealing her intentions."""
    game = spending(6, 6, 6, jobs=list(jobs)).grant("Ann", lots=5)
    game.move("Ann", "buy", consequence="intentions", to="failure")
    return game


def job(name: str, **more: object) -> dict[str, object]:
    """A job of level 3."""
    return {"name": name, "abilities": ["Wits", "Grace"], "level": 3, "exp": 0, **more}


@rule("lots.cap")
def test_a_lot_beyond_the_cap_is_exp_for_a_job_of_the_players_choice() -> None:
    game = brimming(job("Scout"), job("Baker"))
    assert (game.purse("Ann").lots, game.state.play.owed["s2"]) == (10, 1)
    assert game.awaited()["mark_excess"] == ("Ann",)
    judgement = game.move("Ann", "mark_excess", character="c1", job="Baker")
    assert saw(judgement, "lots.cap") == {"lots_owed": 1, "character": "c1"}
    assert game.sheet_of("Ann").jobs[1].exp == 1
    game.refused("Ann", Own.NOTHING_OWED, "mark_excess", character="c1", job="Baker")


@rule("lots.cap", "job.qualify")
def test_the_choice_is_a_job_of_ones_own_that_marks_exp() -> None:
    game = brimming(job("Scout"), job("Baker", qualifications="A guild."))
    game.refused("Ann", Code.UNKNOWN_CHARACTER, "mark_excess", character="c2", job="Scout")
    game.refused("Ann", Own.NO_SUCH_JOB, "mark_excess", character="c1", job="Smith")
    game.refused("Ann", Own.NOT_QUALIFIED, "mark_excess", character="c1", job="Baker")
    assert [option.fixed["job"] for option in game.options("Ann", "mark_excess")] == ["Scout"]


@rule("lots.cap")
def test_each_lot_beyond_the_cap_is_one_question_and_a_new_sheet_changes_no_id() -> None:
    game = brimming(job("Scout")).given(ExcessOwed(SeatId("s2"), 1))
    before = game.question("mark_excess")
    game.given(ExpMarked(CharacterId("c1"), 1, 2))
    assert game.question("mark_excess") == before
    game.move("Ann", "mark_excess", character="c1", job="Scout")
    assert game.question("mark_excess").id != before.id


@rule("lots.cap")
def test_an_extra_lot_is_worth_nothing_if_no_job_marks_exp() -> None:
    game = brimming(job("Scout", qualifications="A guild."))
    assert not game.state.play.owed
    assert game.purse("Ann").lots == 10
