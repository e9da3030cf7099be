"""`dispute.settle`, `dispute.appeal`: the table or the GM ends a dispute, always with a reason."""

import pytest

from tests.domain.history.test_rewind import fought
from tests.support.dispute import (
    amendment,
    at,
    disputed,
    disputes,
    outcome,
    settlement,
    settles,
)
from tests.support.play import Game, rule, tags
from verger.domain.core.dispute import FAILURES_KEPT
from verger.domain.core.reason import Code
from verger.domain.core.table import SeatEmptied
from verger.domain.dispute.arguing import OPEN_LIMIT
from verger.domain.judging.offer import awaited_of

MORE_DEBT = {"correction": "move_tokens", "token": "story", "amount": 1}
TO_BO = {**MORE_DEBT, "source": "bank", "target": "seat:s2"}
FROM_BO = {**MORE_DEBT, "source": "seat:s2", "target": "bank"}


@pytest.fixture
def game() -> Game:
    return disputed("Ann", "Bo", "Cy", "Dee")


@rule("dispute.settle")
def test_more_than_half_of_the_table_settle_a_dispute(game: Game) -> None:
    game.move("Bo", "propose_settlement", **settlement("overturned"))
    game.move("Cy", "vote", dispute="q1", yes=True)
    assert outcome(game) is None
    assert tags(game.move("Dee", "vote", dispute="q1", yes=True)) == [
        "vote_cast",
        "dispute_settled",
    ]
    assert outcome(game) == "overturned"


@rule("dispute.settle")
def test_a_settlement_fails_as_soon_as_too_few_are_left_to_carry_it(game: Game) -> None:
    game.move("Bo", "propose_settlement", **settlement("upheld"))
    game.move("Cy", "vote", dispute="q1", yes=False)
    judgement = game.move("Dee", "vote", dispute="q1", yes=False)
    assert tags(judgement) == ["vote_cast", "settlement_failed"]
    assert outcome(game) is None
    assert game.options("Dee", "propose_settlement")


@rule("dispute.settle")
def test_a_vote_may_be_changed_while_it_is_open(game: Game) -> None:
    game.move("Bo", "propose_settlement", **settlement())
    game.move("Cy", "vote", dispute="q1", yes=False)
    game.refused("Cy", Code.ALREADY_ANSWERED, "vote", dispute="q1", yes=False)
    game.move("Cy", "vote", dispute="q1", yes=True)
    game.move("Ann", "vote", dispute="q1", yes=True)
    assert outcome(game) == "overturned"


@rule("dispute.settle")
def test_those_who_have_a_vote_to_give_are_awaited(game: Game) -> None:
    game.move("Bo", "propose_settlement", **settlement())
    assert game.awaited()["vote"] == ("Ann", "Cy", "Dee")
    game.move("Cy", "vote", dispute="q1", yes=False)
    assert game.awaited()["vote"] == ("Ann", "Dee")


def question(game: Game) -> str:
    """The sentence of the pending vote."""
    (wait,) = [wait for wait in awaited_of(game.ruleset, game.state) if wait.what == "vote"]
    return wait.sentence


NINE_TO_BO = {**MORE_DEBT, "amount": 9, "source": "bank", "target": "seat:s2"}
NINE = {"token_kind": "story", "tokens_to_move": 9}


@rule("dispute.amend")
def test_the_question_says_what_is_corrected(game: Game) -> None:
    ruling = game.move("Bo", "propose_settlement", **settlement(**amendment(NINE_TO_BO))).ruling
    proposes = "Bo proposes that the ruling of dispute 1 is overturned, with the amendment"
    corrected = "“As it was”: to move 9 tokens (story) from the bank to Bo."
    assert ruling.sentence == f"{proposes} {corrected}"
    disputed = "The ruling is: Bo draws a line. The reason: “We have talked.”"
    assert question(game) == f"{ruling.sentence} {disputed}"
    accounts = {"source_account": "bank", "target_account": "seat:s2"}
    assert ruling.rules[-1].facts == {**NINE, **accounts}


@rule("dispute.settle")
def test_the_question_says_what_is_undone(game: Game) -> None:
    game.move("Ann", "frame", camera="A door.", place="The ward")
    ruling = game.move(
        "Bo", "propose_settlement", **settlement(remedy="rewind", to=len(game.log) - 1)
    ).ruling
    framed = f"and to take back: {game.log[-2].ruling.sentence.removesuffix('.')}."
    assert framed in ruling.sentence
    assert framed in question(game)


@rule("dispute.override")
def test_the_question_names_the_rule_that_is_set_aside(game: Game) -> None:
    remedy = {"remedy": "override", "rule": "compile.limits"}
    ruling = game.move("Bo", "propose_settlement", **settlement(**remedy)).ruling
    assert ruling.sentence.endswith("and to set compile.limits aside for this once.")
    assert ruling.rules[-1].facts == {"overridden_rule": "compile.limits"}


@rule("dispute.settle", "table.rewind")
def test_if_throws_are_never_undone_the_gm_cannot_settle_with_an_undo_of_a_throw() -> None:
    game = fought(undo_dice="never", disputes="gm")
    disputes(game, "Bo")
    game.move("Ann", "propose_settlement", **settlement(remedy="rewind", to=1))
    assert outcome(game) is None
    game.move("Bo", "vote", dispute="q1", yes=True)
    assert outcome(game) == "overturned"


@rule("dispute.settle")
def test_one_settlement_of_a_dispute_is_voted_on_at_a_time(game: Game) -> None:
    game.refused("Bo", Code.NO_SETTLEMENT, "vote", dispute="q1", yes=True)
    game.move("Bo", "propose_settlement", **settlement())
    game.refused("Cy", Code.SETTLEMENT_OPEN, "propose_settlement", **settlement("upheld"))
    assert not game.options("Cy", "propose_settlement")


@rule("dispute.settle", "table.fork")
def test_a_vote_lists_the_missing_voters_and_empty_seats_too(game: Game) -> None:
    game.move("Bo", "propose_settlement", **settlement())
    game.move("Dee", "vote", dispute="q1", yes=False)
    game.given(*[SeatEmptied(game.seat(name)) for name in ("Ann", "Cy")])
    refused = game.refused("Bo", Code.SETTLEMENT_OPEN, "propose_settlement", **settlement())
    assert refused.facts["waiting_names"] == "Ann and Cy"
    assert game.awaited()["claim_seat"] == ("Ann", "Cy")


@rule("dispute.settle")
def test_a_vote_no_longer_counts_a_player_that_leaves_and_this_may_decide_it(game: Game) -> None:
    game.move("Bo", "propose_settlement", **settlement())
    game.move("Cy", "vote", dispute="q1", yes=True)
    judgement = game.move("Dee", "leave")
    assert tags(judgement)[-1] == "dispute_settled"
    assert outcome(game) == "overturned"


@rule("dispute.settle", "table.fork", "table.seats")
def test_a_place_that_is_taken_away_is_no_longer_counted_which_may_decide_it(game: Game) -> None:
    game.move("Bo", "propose_settlement", **settlement("overturned"))
    game.move("Cy", "vote", dispute="q1", yes=True)
    game.given(SeatEmptied(game.seat("Dee")))
    judgement = game.move("Ann", "remove_seat", seat=game.seat("Dee"))
    assert tags(judgement)[-1] == "dispute_settled"


@rule("dispute.settle")
def test_a_vote_without_voters_is_rejected_and_a_seat_taken_later_has_no_vote(
    game: Game,
) -> None:
    game.move("Bo", "propose_settlement", **settlement())
    game.move("Ann", "add_seat", kind="player", name="Eve")
    game.move("Eve", "take_seat", name="Eve")
    game.refused("Eve", Code.NOT_ASKED, "vote", dispute="q1", yes=True)
    for name in ("Ann", "Cy", "Bo"):
        game.move(name, "leave")
    assert "rejected" in game.move("Dee", "leave").ruling.sentence


@rule("dispute.settle")
def test_under_the_house_rule_gm_the_gm_settles_at_once_and_others_cannot() -> None:
    game = disputed(disputes="gm")
    game.refused("Bo", Code.GM_ONLY, "propose_settlement", **settlement())
    assert not game.options("Bo", "propose_settlement")
    game.move("Ann", "propose_settlement", **settlement("upheld"))
    assert outcome(game) == "upheld"


@rule("dispute.amend")
def test_an_amendment_needs_everyone_even_if_the_gm_settles_disputes() -> None:
    game = disputed(disputes="gm")
    game.move("Ann", "propose_settlement", **settlement(**amendment(TO_BO)))
    game.move("Bo", "vote", dispute="q1", yes=True)
    assert outcome(game) is None
    game.move("Cy", "vote", dispute="q1", yes=True)
    assert (outcome(game), game.tokens("Bo").story) == ("overturned", 1)


@rule("dispute.amend")
def test_one_no_is_enough_against_an_amendment(game: Game) -> None:
    game.move("Bo", "propose_settlement", **settlement(**amendment(TO_BO)))
    judgement = game.move("Dee", "vote", dispute="q1", yes=False)
    assert tags(judgement) == ["vote_cast", "settlement_failed"]


@rule("dispute.settle")
def test_a_remedy_that_became_impossible_lapses_and_says_which_correction(game: Game) -> None:
    game.grant("Bo", story=1)
    to_ann = {**TO_BO, "target": "seat:s1"}
    game.move("Ann", "propose_settlement", **settlement(**amendment(to_ann, FROM_BO)))
    disputes(game, "Bo")
    settles(game, "Bo", "q2", **amendment(FROM_BO))
    for name in ("Bo", "Cy"):
        game.move(name, "vote", dispute="q1", yes=True)
    judgement = game.move("Dee", "vote", dispute="q1", yes=True)
    why = "because correction 2 of 2 is no longer possible: There are too few tokens."
    assert judgement.ruling.sentence.endswith(f"The settlement of dispute 1 lapses, {why}")
    failed = at(game).failed[-1]
    assert (failed.why, failed.correction, failed.code) == ("lapsed", 2, Code.TOO_FEW_THERE)


@rule("dispute.settle")
def test_a_dispute_keeps_the_settlements_that_failed_up_to_ten(game: Game) -> None:
    game.move("Cy", "propose_settlement", **settlement("overturned"))
    for name in ("Bo", "Dee"):
        game.move(name, "vote", dispute="q1", yes=False)
    failed = at(game).failed[-1]
    assert (failed.why, failed.version, failed.correction) == ("rejected", len(game.log), None)
    assert (failed.settlement.outcome, failed.settlement.vote.no) == ("overturned", ("s2", "s4"))
    for _ in range(FAILURES_KEPT):
        game.move("Bo", "propose_settlement", **settlement("upheld"))
        for name in ("Cy", "Dee"):
            game.move(name, "vote", dispute="q1", yes=False)
    assert [one.settlement.outcome for one in at(game).failed] == ["upheld"] * FAILURES_KEPT


@rule("dispute.amend")
def test_a_settlement_is_refused_with_the_place_of_the_impossible_correction(game: Game) -> None:
    wanted = settlement(**amendment(TO_BO, FROM_BO, FROM_BO))
    refused = game.refused("Bo", Code.TOO_FEW_THERE, "propose_settlement", **wanted)
    assert refused.facts["correction_number"] == 3


@rule("dispute.settle", "table.rewind")
def test_the_remedy_may_be_a_rewind_to_an_earlier_version(game: Game) -> None:
    wanted = settlement(remedy="rewind", to=len(game.log))
    game.refused("Bo", Code.NOT_EARLIER, "propose_settlement", **wanted)
    game.move("Ann", "frame", camera="Rain.", place="The quay")
    settles(game, "Bo", remedy="rewind", to=3)
    assert game.state.play.scene is None
    assert outcome(game) == "overturned"


@rule("dispute.override")
def test_a_rule_is_set_aside_for_this_once(game: Game) -> None:
    wanted = settlement("upheld", remedy="override", rule="no.such")
    game.refused("Bo", Code.UNKNOWN_RULE, "propose_settlement", **wanted)
    settles(game, "Bo", outcome="upheld", remedy="override", rule="compile.limits")
    assert game.log[-1].ruling.rules[-1].facts["overridden_rule"] == "compile.limits"
    game.move("Bo", "add_limit", kind="veil", text="As before.")


@rule("dispute.appeal")
def test_a_settled_dispute_is_opened_again_once(game: Game) -> None:
    settles(game, "Bo")
    game.move("Dee", "appeal", dispute="q1", grounds="New evidence.")
    assert outcome(game) is None
    settles(game, "Dee", outcome="upheld")
    assert outcome(game) == "upheld"
    # The table can appeal once, and not each seat once.
    for name in ("Dee", "Bo"):
        game.refused(name, Code.ALREADY_APPEALED, "appeal", dispute="q1", grounds="Again.")
        assert not game.options(name, "appeal")


@rule("dispute.appeal")
def test_an_appeal_that_one_seat_withdraws_is_left_to_the_others(game: Game) -> None:
    settles(game, "Bo")
    game.move("Dee", "appeal", dispute="q1", grounds="New evidence.")
    game.move("Dee", "withdraw_dispute", dispute="q1", reason="No.")
    game.refused("Dee", Code.ALREADY_APPEALED, "appeal", dispute="q1", grounds="Again.")
    assert not game.options("Dee", "appeal")
    assert game.options("Bo", "appeal")
    game.move("Bo", "appeal", dispute="q1", grounds="New evidence.")


@rule("dispute.appeal")
def test_a_seat_with_too_many_open_disputes_appeals_none(game: Game) -> None:
    settles(game, "Bo")
    for _ in range(OPEN_LIMIT):
        disputes(game, "Bo", "dispute.settle")
    game.refused("Bo", Code.TOO_MANY_DISPUTES, "appeal", dispute="q1", grounds="New evidence.")
    assert not game.options("Bo", "appeal")
    game.move("Dee", "appeal", dispute="q1", grounds="New evidence.")


@rule("dispute.appeal")
def test_only_settled_disputes_can_be_appealed(game: Game) -> None:
    game.refused("Bo", Code.NOT_SETTLED, "appeal", dispute="q1", grounds="No.")
    game.move("Cy", "withdraw_dispute", dispute="q1", reason="I see.")
    game.refused("Bo", Code.NOT_SETTLED, "appeal", dispute="q1", grounds="No.")
    game.refused("Bo", Code.UNKNOWN_DISPUTE, "appeal", dispute="q9", grounds="No.")


@rule("dispute.appeal")
def test_a_withdrawn_appeal_keeps_the_settlement(game: Game) -> None:
    settles(game, "Bo")
    game.move("Dee", "appeal", dispute="q1", grounds="New evidence.")
    game.refused("Cy", Code.NOT_THE_DISPUTANT, "withdraw_dispute", dispute="q1", reason="No.")
    game.move("Dee", "withdraw_dispute", dispute="q1", reason="It is none.")
    assert outcome(game) == "overturned"
    assert at(game).settlement is None
