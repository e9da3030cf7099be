"""The texts of rulings: names and labels, correct numbers, and the texts of players."""

import re

import pytest

from tests.golden.record import NAMES, game_of
from tests.support.afterverse import LIFT, WIT, in_session
from tests.support.log import evening
from verger.domain.games.afterverse import RULESET
from verger.domain.games.afterverse.acting import some
from verger.domain.judging.offer import awaited_of

EVENINGS = [name for name in NAMES if game_of(name) == "afterverse"]


@pytest.mark.parametrize("name", EVENINGS)
def test_sentences_use_names_and_not_ids(name: str) -> None:
    said = [event.ruling.sentence for event in evening(name)]
    assert [one for one in said if re.search(r"\b[bcdktu]\d+\b", one)] == []


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [
        (1, "hit", "1 hit"),
        (0, "hit", "0 hits"),
        (1, "dice", "1 die"),
        (2, "stun", "2 points of stun"),
    ],
)
def test_numbers_have_their_plurals(number: int, noun: str, said: str) -> None:
    assert some(number, noun) == said


def test_a_call_shows_each_roller_the_pool_the_threshold_and_the_target() -> None:
    game = in_session()
    acting = [{"character": "c3", "pool": LIFT}]
    fields = {"about": "A swing", "form": "alone", "actors": acting, "attacked": ["c1"], "risk": 1}
    open_ = {"threshold": "open", "hits": 1}
    said = game.move("Ann", "call_test", **fields, threshold=open_).ruling.sentence
    assert said == (
        "Ann calls for a test, “A swing”: Guard (BOD + BOD, 8 dice); 1 hit needed; the risk of a "
        "glitch is 1; Bolena is under attack."
    )


def test_a_refusal_names_the_test_and_the_use() -> None:
    game = in_session()
    game.calls("c1", pool=WIT)
    game.move("Bo", "good_luck", test="t1", character="c1")
    refusal = game.refused("Bo", "chutzpah_used", "good_luck", test="t1", character="c1")
    assert "“An attempt.” already: Good Luck." in refusal.sentence


def test_each_player_that_weighs_a_fact_receives_instructions() -> None:
    game = in_session()
    told = {"character": "c1", "interest": "Earth Flora", "text": "It heals"}
    game.move("Bo", "declare_fact", **told)
    said = [one.sentence for one in awaited_of(RULESET, game.state) if one.what == "weigh_fact"]
    assert said == ["Bolena declares a fact: “It heals” Weigh it, or reject it."]


def test_declarations_and_their_rejections_are_shown() -> None:
    game = in_session()
    told = {"character": "c1", "interest": "Earth Flora", "text": "It heals."}
    said = game.move("Bo", "declare_fact", **told).ruling.sentence
    assert said == "Bolena declares about Earth Flora: “It heals.”"
    said = game.move("Ann", "reject_fact", statement="d1", reason="It is extinct.").ruling.sentence
    assert said == "Ann says that “It heals.” cannot be: “It is extinct.” Bolena's point is spent."
