"""Agreement: a question to certain seats, and their answers."""

from verger.domain.core.agreement import Agreement
from verger.domain.core.identifier import SeatId

ANN, BO = SeatId("s1"), SeatId("s2")


def test_an_agreement_is_settled_when_everyone_asked_has_said_yes() -> None:
    asked = Agreement((ANN, BO))
    answers = [asked, asked.with_yes(BO), asked.with_yes(BO).with_yes(ANN), Agreement(())]
    assert [answer.is_settled for answer in answers] == [False, False, True, True]


def test_a_yes_is_taken_back_and_saying_it_again_changes_nothing() -> None:
    once = Agreement((ANN, BO)).with_yes(BO)
    assert once.with_yes(BO) == once
    assert once.without(BO).waiting == (ANN, BO)
