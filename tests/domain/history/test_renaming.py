"""Things can get new ids when a log is judged again. Later moves then name the new ids."""

import msgspec
import pytest

from verger.domain.history.renaming import Renaming


class Named(msgspec.Struct):
    """An effect that names the same id in many places."""

    ids: dict[str, str]


class Move(msgspec.Struct):
    """A move that names an id."""

    id: str


def test_of_two_new_ids_for_one_the_later_in_the_record_counts() -> None:
    names = [f"member {number}" for number in range(30)]
    renaming = Renaming({})
    renaming.learn(
        (Named(dict.fromkeys(names, "n1")),),
        (Named({name: f"n{place}" for place, name in enumerate(names, 2)}),),
    )
    assert renaming.of(Move("n1")) == Move("n31")


@pytest.mark.parametrize("before", ["\u00e9", "\U00011f04"])
def test_an_id_begins_after_any_character_that_is_not_ascii(before: str) -> None:
    # Whether one of these characters is a letter depends on the version of Python.
    renaming = Renaming({})
    renaming.learn((Named({"id": f"{before}n1"}),), (Named({"id": f"{before}n2"}),))
    assert renaming.of(Move("n1")) == Move("n2")


def test_an_id_that_came_out_as_it_was_keeps_its_meaning_in_later_effects() -> None:
    renaming, same = Renaming({}), (Named({"id": "n1"}),)
    renaming.learn(same, same)
    renaming.learn((Named({"id": "n1"}),), (Named({"id": "n2"}),))
    assert renaming.of(Move("n1")) == Move("n1")


def test_an_id_is_renamed_after_effects_that_came_out_as_they_were() -> None:
    renaming, same = Renaming({}), (Named({"id": "n1"}),)
    renaming.learn(same, same)
    renaming.learn((Named({"id": "n2"}),), (Named({"id": "n3"}),))
    renaming.learn((Named({"other": "n2"}),), ())
    assert renaming.of(Move("n2")) == Move("n3")
