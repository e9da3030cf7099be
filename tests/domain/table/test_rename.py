"""A player can rename the own seat during play, in any game."""

from typing import Any

import pytest

from tests.domain.history.test_fork import fork
from tests.support.dispute import disputed, settles
from tests.support.game import Game, Naming, seated, tags
from tests.support.play import in_run, saw, table
from verger.domain.core.decider import Accepted
from verger.domain.core.option import TextField
from verger.domain.core.reason import Code
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging.offer import awaited_of, options_of
from verger.domain.judging.rejudge import rejudge

GAMES = list(RULESETS.values())
rule = Naming(GAMES[0])


@pytest.fixture(params=GAMES, ids=[ruleset.name for ruleset in GAMES])
def game(request: pytest.FixtureRequest) -> Game:
    """A table of Ann, who is the GM, Bo and Dee, who watches."""
    return seated(Game(request.param), "A table", "Ann", "Bo", "Dee", observers=1)


def names(game: Game) -> list[str]:
    """The names of the seats, in order."""
    return [seat.name for seat in game.state.table.seats]


@rule("table.rename")
def test_a_seat_takes_another_name(game: Game) -> None:
    judgement = game.move("Bo", "rename", name="  Robin   R. ")
    assert tags(judgement) == ["seat_renamed"]
    assert judgement.ruling.sentence == "Bo is called Robin R. now."
    assert saw(judgement, "table.rename") == {"seat": "s2", "earlier_name": "Bo"}
    assert names(game) == ["Ann", "Robin R.", "Dee"]


@rule("table.rename")
def test_the_gm_and_observers_take_other_names_too(game: Game) -> None:
    game.move("Ann", "rename", name="Anna")
    game.move("Dee", "rename", name="Dora")
    assert names(game) == ["Anna", "Bo", "Dora"]
    assert game.state.table.gm == "s1"


@rule("table.rename")
def test_later_sentences_have_the_new_name_and_earlier_ones_the_old(game: Game) -> None:
    game.move("Bo", "add_limit", kind="line", text="Spiders.")
    game.move("Bo", "rename", name="Robin")
    game.move("Robin", "add_limit", kind="veil", text="Rats.")
    said = [event.ruling.sentence for event in game.log[-3:]]
    assert said == ["Bo draws a line.", "Bo is called Robin now.", "Robin draws a veil."]


@rule("table.rename")
def test_open_questions_stay_and_are_asked_under_the_new_name(game: Game) -> None:
    game.move("Ann", "rewind", to=1)
    game.move("Ann", "rename", name="Robin")
    (question,) = [one for one in awaited_of(game.ruleset, game.state) if one.about == "r1"]
    assert question.seats == ("s2",)
    assert question.sentence.endswith("? Robin asks.")


@rule("table.names")
@pytest.mark.parametrize("name", ["Bo", " bo ", "BO"])
def test_no_two_seats_have_the_same_name(game: Game, name: str) -> None:
    refused = game.refused("Ann", Code.NAME_TAKEN, "rename", name=name)
    assert (refused.facts["seat"], refused.facts["seat_name"]) == ("s2", "Bo")
    game.refused("Dee", Code.NAME_TAKEN, "rename", name=name)


@rule("table.names")
def test_the_name_of_an_empty_seat_is_not_free(game: Game) -> None:
    game.move("Bo", "leave")
    game.refused("Ann", Code.NAME_TAKEN, "rename", name="Bo")


@rule("table.names")
def test_the_name_of_a_removed_seat_is_free() -> None:
    game = seated(Game(GAMES[0]), "A table", "Ann", "Bo", "Cy")
    game.move("Cy", "leave")
    game.move("Ann", "remove_seat", seat="s3")
    game.move("Bo", "rename", name="Cy")
    assert names(game) == ["Ann", "Cy"]


@rule("table.rename")
def test_a_name_that_a_seat_has_is_not_taken_again(game: Game) -> None:
    assert game.refused("Bo", Code.NAME_UNCHANGED, "rename", name=" Bo ").rule == "table.rename"
    game.move("Bo", "rename", name="bo")
    assert names(game)[1] == "bo"


@rule("table.text")
@pytest.mark.parametrize(
    ("name", "fault"), [("", "empty"), ("  ", "empty"), ("x" * 101, "too_long")]
)
def test_a_name_is_neither_empty_nor_endless(game: Game, name: str, fault: str) -> None:
    refused = game.refused("Bo", Code.UNUSABLE_TEXT, "rename", name=name)
    assert (refused.facts["field"], refused.facts["text_fault"]) == ("name", fault)


@rule("table.rename")
def test_an_empty_seat_takes_no_name(game: Game) -> None:
    game.move("Bo", "leave")
    game.refused("Bo", Code.SEAT_NOT_TAKEN, "rename", name="Robin")


@rule("table.rename")
def test_a_name_is_listed_for_every_taken_seat_also_during_a_pause(game: Game) -> None:
    game.move("Bo", "signal")
    for name in ("Ann", "Bo", "Dee"):
        (option,) = game.options(name, "rename")
        (field,) = option.fields
        assert isinstance(field, TextField)
        assert (field.name, field.limit, option.rules) == ("name", 100, ("table.rename",))
    game.move("Bo", "rename", name="Robin")


@rule("table.rename", "table.close")
def test_nobody_changes_names_at_a_closed_table(game: Game) -> None:
    game.agreed("Bo", "choose_house_rule", house_rule="session", value="closed")
    game.refused("Bo", Code.CLOSED, "rename", name="Robin")
    assert not game.options("Bo", "rename")


@rule("table.rename", "table.rewind")
def test_a_rewind_does_not_bring_the_old_name_back() -> None:
    game = in_run("Ann", "Bo", undo="gm")
    game.move("Bo", "rename", name="Robin")
    game.move("Ann", "frame", camera="A door.", place="The ward")
    game.move("Ann", "rewind", to=len(game.log) - 2)
    assert names(game) == ["Ann", "Robin"]


@rule("table.rename", "table.leave_out")
def test_a_new_name_is_never_left_out() -> None:
    game = in_run("Ann", "Bo", undo="gm")
    game.move("Bo", "rename", name="Robin")
    game.refused("Ann", Code.NOT_OF_PLAY, "leave_out", version=len(game.log))


@rule("table.rename", "table.rewind")
def test_another_name_does_not_end_the_question_of_a_rewind() -> None:
    game = in_run("Ann", "Bo")
    game.move("Ann", "rewind", to=1)
    game.move("Bo", "rename", name="Robin")
    game.move("Robin", "agree", proposal="r1")
    assert game.state.table.timeline.rewinds


@rule("table.rename", "table.fork")
def test_a_fork_begins_with_the_names_of_its_version() -> None:
    game = table("Ann", "Bo")
    before = game.copy()
    game.move("Bo", "rename", name="Robin")
    for at, called in ((before, "Bo"), (game, "Robin")):
        assert fork(at, "Ann").ruling.sentence.startswith("Ann forks")
        assert names(at)[1] == called


@rule("table.rename", "table.claim")
def test_a_person_who_claims_the_seat_of_somebody_gives_it_another_name(game: Game) -> None:
    game.move("Bo", "rename", name="Robin")
    game.move("Robin", "leave")
    game.move("s2", "take_seat", name="Cy")
    assert names(game)[1] == "Cy"


@rule("table.rename")
def test_the_copy_of_a_disputed_ruling_keeps_the_old_name() -> None:
    game = disputed("Ann", "Bo", "Cy")
    copied = game.state.table.disputes.open["q1"].ruled.sentence  # type: ignore[index]
    for name in ("Ann", "Bo", "Cy"):
        game.move(name, "rename", name=f"{name} X.")
    assert game.state.table.disputes.open["q1"].ruled.sentence == copied  # type: ignore[index]
    settles(game, "Cy X.", remedy="nothing")


@rule("table.rename")
def test_a_move_is_judged_again_as_it_was(game: Game) -> None:
    before, version = game.state, len(game.log) + 1
    judgement = game.move("Bo", "rename", name="Robin")
    again: Any = rejudge(game.ruleset, before, game.log[-1], version)
    assert isinstance(again, Accepted)
    assert (again.ruling, again.effects) == (judgement.ruling, judgement.effects)


@rule("table.rename")
def test_no_other_seat_and_nobody_without_a_seat_gives_a_name() -> None:
    game = table("Ann", "Bo")
    game.refused("s9", Code.UNKNOWN_SEAT, "rename", name="Robin")
    listed = options_of(game.ruleset, game.state, len(game.log), game.seat("Ann"))
    named = [field.name for one in listed if one.fixed["move"] == "rename" for field in one.fields]
    assert named == ["name"]
