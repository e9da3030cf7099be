"""`dispute.open`, `dispute.view`: a ruling is challenged, with grounds and evidence."""

import pytest

from tests.support.dispute import at, disputed, disputes, outcome, settles
from tests.support.play import Game, in_run, rule, saw, table, tags
from verger.domain.core.reason import Code

LIMIT = {"of": "event", "version": 4}


@pytest.fixture
def game() -> Game:
    return disputed()


@rule("dispute.open")
def test_any_seat_disputes_the_ruling_on_an_event(game: Game) -> None:
    found = at(game)
    assert (found.by, found.rule, found.grounds) == ("s3", "compile.limits", "It was no line.")
    assert (found.ruled.type, found.ruled.seat, found.ruled.version) == ("add_limit", "s2", 4)
    assert found.ruled.rules == ("compile.limits",)
    assert found.version == 5


@rule("dispute.open")
def test_a_refusal_is_disputed_as_it_was_ruled_then(game: Game) -> None:
    refused = game.refused("Bo", Code.WRONG_STEP, "write_node", label="Magic")
    about = {"of": "refusal", "number": 1}
    game.move("Bo", "dispute", about=about, rule=refused.rule, grounds="It is Load.")
    ruled = at(game, "q2").ruled
    assert (ruled.code, ruled.sentence) == (refused.code, refused.sentence)
    assert (ruled.type, ruled.version, ruled.seat) == ("write_node", 5, "s2")


@rule("dispute.open", "dispute.view")
def test_an_observer_may_dispute_and_let_its_own_dispute_go_and_has_no_view_to_state() -> None:
    game = table("Ann", "Bo", "Vi", observers=1)
    disputes(game, "Vi", "table.claim")
    game.refused("Vi", Code.OBSERVERS_WATCH, "state_view", dispute="q1", text="No.")
    game.move("Vi", "withdraw_dispute", dispute="q1", reason="I see.")
    assert outcome(game) == "withdrawn"


@rule("dispute.open")
def test_a_rule_may_have_been_left_out_but_it_has_to_be_one(game: Game) -> None:
    disputes(game, "Bo", "mark.strikes")
    about, grounds = {"of": "event", "version": 4}, "It is."
    game.refused("Bo", Code.UNKNOWN_RULE, "dispute", about=about, rule="no.such", grounds=grounds)


@rule("dispute.open")
@pytest.mark.parametrize("about", [{"of": "event", "version": 6}, {"of": "refusal", "number": 1}])
def test_only_a_ruling_on_record_is_disputed(game: Game, about: dict[str, object]) -> None:
    wanted = {"about": about, "rule": "mark.power", "grounds": "No."}
    game.refused("Bo", Code.NO_SUCH_RULING, "dispute", **wanted)


@rule("dispute.view")
def test_evidence_is_events_of_the_log_and_rules_of_the_game(game: Game) -> None:
    view = {"dispute": "q1", "text": "See there."}
    game.move("Bo", "state_view", **view, versions=[1, 5], rules=["table.pause"])
    assert at(game).views[0].versions == (1, 5)
    game.refused("Bo", Code.NO_SUCH_EVENT, "state_view", **view, versions=[7])
    game.refused("Bo", Code.UNKNOWN_RULE, "state_view", **view, rules=["no.such"])


@rule("dispute.open")
def test_only_the_author_of_a_dispute_may_withdraw_it(game: Game) -> None:
    game.refused("Bo", Code.NOT_THE_DISPUTANT, "withdraw_dispute", dispute="q1", reason="No.")
    game.move("Cy", "withdraw_dispute", dispute="q1", reason="I see.")
    assert outcome(game) == "withdrawn"
    game.refused("Cy", Code.UNKNOWN_DISPUTE, "withdraw_dispute", dispute="q1", reason="No.")


@rule("dispute.open")
def test_an_open_dispute_holds_nothing_up(game: Game) -> None:
    assert game.awaited()["play"] == ("Ann", "Bo", "Cy")
    game.move("Ann", "frame", camera="Rain.", place="The quay")


@rule("dispute.open")
def test_a_pause_can_be_disputed_while_it_lasts() -> None:
    game = in_run("Ann", "Bo")
    game.move("Bo", "signal")
    assert tags(disputes(game, "Ann", "compile.signal")) == ["dispute_opened"]


@rule("dispute.open")
def test_a_dispute_stays_when_its_disputant_leaves(game: Game) -> None:
    game.move("Cy", "leave")
    assert outcome(game) is None
    assert game.options("Ann", "propose_settlement")


@rule("dispute.open", "table.rewind")
def test_a_rewind_leaves_disputes_as_they_are(game: Game) -> None:
    game.move("Bo", "rewind", to=3)
    for name in ("Ann", "Cy"):
        game.move(name, "agree", proposal="r1")
    assert saw(game.move("Bo", "state_view", dispute="q1", text="Still."), "dispute.view")
    assert at(game).version == 5


@rule("dispute.open")
def test_a_seat_disputes_a_ruling_once_and_again_only_after_a_withdrawal(game: Game) -> None:
    again = {"about": LIMIT, "rule": "compile.signal", "grounds": "Still."}
    refused = game.refused("Cy", Code.ALREADY_DISPUTED, "dispute", **again)
    assert refused.facts == {"dispute": "q1", "dispute_number": 1}
    game.move("Bo", "dispute", **again)
    game.move("Cy", "withdraw_dispute", dispute="q1", reason="I see.")
    game.move("Cy", "dispute", **again)


@rule("dispute.open", "dispute.settle")
def test_a_settled_ruling_is_not_disputed_again_by_the_same_seat(game: Game) -> None:
    settles(game, "Bo")
    again = {"about": LIMIT, "rule": "compile.limits", "grounds": "Still."}
    game.refused("Cy", Code.ALREADY_DISPUTED, "dispute", **again)


@rule("dispute.open", "dispute.view")
def test_evidence_can_be_another_dispute_open_or_settled(game: Game) -> None:
    settles(game, "Bo")
    disputes(game, "Cy", disputes=["q1"])
    game.move("Bo", "state_view", dispute="q2", text="Read both.", disputes=["q1", "q2"])
    assert at(game, "q2").disputes == ("q1",)
    assert at(game, "q2").views[0].disputes == ("q1", "q2")
    view = {"dispute": "q2", "text": "See there.", "disputes": ["q3"]}
    game.refused("Bo", Code.NO_DISPUTE_TO_CITE, "state_view", **view)


def test_the_disputed_move_is_named_in_words() -> None:
    game = in_run("Ann", "Bo")
    game.move("Ann", "frame", camera="A door.", place="The ward")
    game.move("Bo", "add_to_camera", text="It opens.")
    said = disputes(game, "Ann").ruling.sentence
    disputed = f"the ruling of version {len(game.log) - 1} (add to camera)"
    assert said.startswith(f"Ann disputes {disputed}, by the rule")
