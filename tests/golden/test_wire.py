"""Stored samples: what is in a log once has to be readable, and written the same, for ever."""

import msgspec
import pytest

from domain.games.rulesets import RULESETS
from tests.golden import stored
from tests.golden.stored import FORMS, SHARED, owner, sampled, samples, types_of, values, words

PLACES = (SHARED, *RULESETS)
FILES = [(place, form) for place in PLACES for form in FORMS if samples(place, form)]

each_place = pytest.mark.parametrize("place", PLACES)
each_game = pytest.mark.parametrize("game", RULESETS)


@pytest.mark.parametrize(("place", "form"), FILES)
def test_stored_samples_are_read_and_written_again_byte_by_byte(
    subtests: pytest.Subtests, place: str, form: str
) -> None:
    for game in RULESETS if place == SHARED else (place,):
        kind = types_of(RULESETS[game])[form]
        for number, sample in enumerate(samples(place, form), start=1):
            with subtests.test(f"line {number} as {game}"):
                assert msgspec.json.encode(msgspec.json.decode(sample, type=kind)) == sample


@each_game
def test_every_stored_class_and_field_has_a_sample(game: str) -> None:
    missing = {f"{kind.__name__}.{field}" for kind, field in stored.missing(RULESETS[game])}
    assert missing == set()


@pytest.mark.parametrize("form", FORMS)
def test_what_is_sampled_for_all_games_is_of_none(form: str) -> None:
    for sample in samples(SHARED, form):
        for ruleset in RULESETS.values():
            kinds = {kind for kind, _ in sampled(sample, types_of(ruleset)[form])}
            assert {owner(kind) for kind in kinds} == {SHARED}


@each_place
def test_a_rules_id_is_never_renamed_and_every_rule_is_on_record(place: str) -> None:
    assert stored.rules_of(place) == set(words(place, "rules"))


@each_place
def test_a_code_is_never_renamed_and_every_code_is_on_record(place: str) -> None:
    assert stored.codes_of(place) == set(words(place, "codes"))


@each_place
def test_which_fields_people_write_is_on_record(place: str) -> None:
    assert stored.texts_of(place) == set(words(place, "texts"))


@each_place
def test_a_stored_value_is_never_renamed_and_every_value_is_on_record(place: str) -> None:
    assert stored.values_of(place) == {field: set(some) for field, some in values(place).items()}
