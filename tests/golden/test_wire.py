"""Every later version must read the stored samples of a release, and write them unchanged."""

import msgspec
import pytest

from tests.golden import sample, stored
from tests.golden.stored import FORMS, SHARED, owner, sampled, samples, types_of, values, words
from verger.domain.games.rulesets import RULESETS

PLACES = (SHARED, *RULESETS)
each_place = pytest.mark.parametrize("place", PLACES)
each_game = pytest.mark.parametrize("game", RULESETS)


@each_game
def test_stored_lines_are_read_and_written_again_byte_by_byte(game: str) -> None:
    types = types_of(RULESETS[game])
    for form, line in sample.stored_of(RULESETS[game]):
        assert msgspec.json.encode(msgspec.json.decode(line, type=types[form])) == line


@each_game
def test_every_stored_class_and_field_is_in_a_sample_or_an_evening(
    game: str,
) -> None:
    _, missing = sample.new(RULESETS[game])
    assert {f"{kind.__name__}.{field}" for kind, field in missing} == set()


@pytest.mark.parametrize("form", FORMS)
def test_a_shared_sample_has_no_class_of_a_single_game(form: str) -> None:
    for line in samples(SHARED, form):
        for ruleset in RULESETS.values():
            kinds = {kind for kind, _ in sampled(line, types_of(ruleset)[form])}
            assert {owner(kind) for kind in kinds} == {SHARED}


@each_place
def test_every_released_rule_still_exists(place: str) -> None:
    assert set(words(place, "rules")) <= stored.rules_of(place)


@each_place
def test_every_released_code_still_exists(place: str) -> None:
    assert set(words(place, "codes")) <= stored.codes_of(place)


@each_place
def test_every_released_field_of_free_text_is_still_one(place: str) -> None:
    assert set(words(place, "texts")) <= stored.texts_of(place)


@each_place
def test_a_value_that_was_stored_can_be_read(place: str) -> None:
    there = stored.values_of(place)
    gone = {field: set(some) - there.get(field, set()) for field, some in values(place).items()}
    assert not any(gone.values()), gone
