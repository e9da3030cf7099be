"""Corrections that a table of Venus votes on: their words and their facts."""

from typing import Any

import pytest

from tests.support.dispute import amendment, disputes, settlement, settles
from tests.support.venus import in_chapter, rule

CHANGES: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    (
        {"correction": "set_lots", "seat": "s2", "lots": 3},
        "set the Lots of Ann to 3",
        {"seat": "s2", "seat_name": "Ann", "lots_set": 3},
    ),
    (
        {"correction": "set_ego", "seat": "s3", "held": False},
        "take Ego from Bo",
        {"seat": "s3", "seat_name": "Bo", "holds_ego": False},
    ),
    (
        {"correction": "set_exp", "character": "c1", "job": "Scout", "exp": 4},
        "set the exp of Ann as Scout to 4",
        {"character": "c1", "character_name": "Ann", "job_name": "Scout", "exp_set": 4},
    ),
]


@rule("dispute.settle")
@pytest.mark.parametrize(("correction", "words", "facts"), CHANGES)
def test_a_proposed_correction_is_put_in_words_and_facts(
    correction: dict[str, Any], words: str, facts: dict[str, Any]
) -> None:
    game = in_chapter()
    disputes(game, "Bo", "chapter.begin")
    ruling = game.move("Ann", "propose_settlement", **settlement(**amendment(correction))).ruling
    assert ruling.sentence.endswith(f"with the amendment “As it was”: to {words}.")
    assert facts in [applied.facts for applied in ruling.rules]


@rule("dispute.settle")
def test_several_corrections_are_one_list_in_their_order() -> None:
    game = in_chapter()
    disputes(game, "Bo", "chapter.begin")
    changes = amendment(*[correction for correction, *_ in CHANGES])
    sentence = game.move("Ann", "propose_settlement", **settlement(**changes)).ruling.sentence
    first, second, third = (words for _, words, _ in CHANGES)
    assert sentence.endswith(f": to {first}, {second} and {third}.")


@rule("dispute.settle")
def test_ego_that_is_given_is_put_in_other_words() -> None:
    game = in_chapter()
    disputes(game, "Bo", "chapter.begin")
    settles(game, "Bo", **amendment({"correction": "set_ego", "seat": "s3", "held": False}))
    disputes(game, "Cy", "chapter.begin")
    back = amendment({"correction": "set_ego", "seat": "s3", "held": True})
    ruling = game.move("Cy", "propose_settlement", **settlement(dispute="q2", **back)).ruling
    assert ruling.sentence.endswith(": to give Ego to Bo.")
