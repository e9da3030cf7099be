"""The texts of refusals."""

from verger.domain.core.refusal_code import NOTHING_TO_NAME, Reason

CHOICE = Reason("Not one of them", "{it} is none of them.", "Name one of these: {them}.")


def test_a_remedy_offers_the_choices_that_there_are() -> None:
    assert CHOICE.remedy_for({"it": "a", "them": ("b", "c")}) == CHOICE.remedy


def test_a_remedy_without_a_choice_left_asks_for_another_move() -> None:
    assert CHOICE.remedy_for({"it": "a", "them": ()}) == NOTHING_TO_NAME
