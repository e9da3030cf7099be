"""The FC's rulings: they follow the peers' views, are precedents, and are never final."""

from tests.support.venus import FC, Game, at_check, in_scene, rule, saw
from verger.domain.core.reason import Code
from verger.domain.games.venus.reason import Code as Own
from verger.domain.judging.deed import is_of_play


def asked(about: str = "check.roll") -> Game:
    """Return a game: the FC has asked the peers a question."""
    game = in_scene()
    game.move(FC, "ask_ruling", question="Does armour matter?", rule=about)
    return game


def heard(game: Game, *names: str) -> None:
    """Let these peers state their views."""
    for name in names:
        game.move(name, "state_view", dispute="q1", text="A bit.")


@rule("ruling.new")
def test_the_fc_rules_after_hearing_every_peer_and_all_are_awaited() -> None:
    game, ruling = asked(), {"dispute": "q1", "text": "It does."}
    heard(game, "Bo")
    assert game.awaited()["state_view"] == ("Ann", "Cy")
    heard(game, "Ann")
    assert game.refused(FC, Own.PEER_UNHEARD, "give_ruling", **ruling).facts["seat_name"] == "Cy"
    heard(game, "Cy")
    assert game.awaited()["give_ruling"] == (FC,)
    game.move(FC, "give_ruling", **ruling)
    assert not {"state_view", "give_ruling"} & set(game.awaited())
    (closed,) = game.state.table.disputes.closed.values()
    assert closed.closing is not None
    assert (closed.status, closed.closing.reason) == ("upheld", "It does.")


@rule("ruling.new")
def test_a_ruling_is_a_precedent_that_later_rulings_name() -> None:
    game = asked()
    heard(game, "Ann", "Bo", "Cy")
    game.move(FC, "give_ruling", dispute="q1", text="It does.")
    game.calls("Ann")
    game.move("Bo", "judge_difficulty", difficulty=5)
    game.move(FC, "set_target")
    judgement = game.dice(10).move("Ann", "roll_check")
    assert saw(judgement, "check.roll")["precedents"] == ("q1",)


@rule("ruling.new")
def test_a_ruling_is_never_final() -> None:
    game = asked()
    heard(game, "Ann", "Bo", "Cy")
    game.move(FC, "give_ruling", dispute="q1", text="It does.")
    game.move("Ann", "appeal", dispute="q1", grounds="It did not before.")
    game.refused(FC, Own.NOT_FOR_THE_FC, "give_ruling", dispute="q1", text="It does.")
    about = {"of": "event", "version": len(game.log) - 1}
    game.move("Bo", "dispute", about=about, rule="ruling.new", grounds="Too quick.")


@rule("ruling.new", "dispute.open")
def test_the_table_settles_a_dispute_of_a_question_which_the_fc_cannot_rule_on() -> None:
    game = asked()
    assert "settle_dispute" not in game.awaited()
    about = {"of": "event", "version": len(game.log)}
    game.move("Bo", "dispute", about=about, rule="ruling.new", grounds="That is no question.")
    assert game.question("settle_dispute").about == "q2"
    game.refused(FC, Own.NOT_FOR_THE_FC, "give_ruling", dispute="q2", text="It is one.")


@rule("ruling.new")
def test_the_table_may_settle_a_question_itself() -> None:
    game = asked()
    heard(game, "Ann", "Bo", "Cy")
    nothing = {"remedy": "nothing"}
    settlement = {"dispute": "q1", "outcome": "overturned", "reason": "No.", "remedy": nothing}
    game.move("Ann", "propose_settlement", **settlement)
    game.refused(FC, Code.SETTLEMENT_OPEN, "give_ruling", dispute="q1", text="It does.")


@rule("ruling.new")
def test_only_the_fc_asks_and_rules() -> None:
    game = in_scene()
    game.refused("Ann", Code.GM_ONLY, "ask_ruling", question="May I?", rule="check.roll")
    game.refused(FC, Code.UNKNOWN_RULE, "ask_ruling", question="May I?", rule="check.luck")
    game.refused("Ann", Code.GM_ONLY, "give_ruling", dispute="q1", text="Yes.")
    game.refused(FC, Code.UNKNOWN_DISPUTE, "give_ruling", dispute="q1", text="Yes.")


@rule("ruling.new")
def test_a_dispute_of_somebody_elses_is_the_tables() -> None:
    game = at_check()
    about = {"of": "event", "version": len(game.log)}
    game.move("Bo", "dispute", about=about, rule="check.factors", grounds="Too few.")
    game.refused(FC, Own.NOT_FOR_THE_FC, "give_ruling", dispute="q1", text="Enough.")


@rule("ruling.new")
def test_the_fc_has_a_limited_number_of_open_questions() -> None:
    game = in_scene()
    for number in range(20):
        game.move(FC, "ask_ruling", question=f"Question {number}?", rule="check.roll")
    game.refused(FC, Code.TOO_MANY_DISPUTES, "ask_ruling", question="More?", rule="check.roll")
    assert game.options(FC, "ask_ruling") == []


@rule("ruling.new")
def test_many_views_of_one_peer_leave_room_for_the_others() -> None:
    game = asked()
    for _ in range(30):
        heard(game, "Ann")
    game.refused(FC, Own.PEER_UNHEARD, "give_ruling", dispute="q1", text="It does.")
    heard(game, "Bo", "Cy")
    game.move(FC, "give_ruling", dispute="q1", text="It does.")


@rule("ruling.new")
def test_disputes_of_the_peers_leave_the_fc_its_questions() -> None:
    game = in_scene()
    for version in range(1, 21):
        about = {"of": "event", "version": version}
        game.move("Bo", "dispute", about=about, rule="check.factors", grounds="Too few.")
    assert game.options(FC, "ask_ruling")
    game.move(FC, "ask_ruling", question="May one whistle?", rule="check.roll")


@rule("ruling.new")
def test_a_ruling_stands_when_an_older_move_is_left_out() -> None:
    game = asked()
    heard(game, "Ann", "Bo", "Cy")
    game.move(FC, "give_ruling", dispute="q1", text="It does.")
    assert [is_of_play(event) for event in game.log[-5:]] == [False] * 5
    game.move("Ann", "pass_turn")
    assert is_of_play(game.log[-1])
