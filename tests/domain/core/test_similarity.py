"""When two labels are the same in another form, and when they are merely close."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.core.similarity import close_forms, form
from tests.support.play import rule


@rule("network.similar")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Cyborgs", "cyborg"),
        ("The Church of the Pure Soul", "church of pure soul"),
        ("Zombies", "Zombie"),
        ("Cities", "city"),
        ("Boxes", "box"),
        ("Axes", "axe"),
        ("Churches", "Church"),
        ("Sorcerer's Guild", "Sorcerers Guild"),
        ("Reverend Smiley Haggler", "Haggler, Reverend Smiley"),
        ("Straße", "STRASSE"),
        ("Ärger", "Arger"),
        ("Cat-5", "cat 5"),
    ],
)
def test_the_same_in_another_form(one: str, other: str) -> None:
    assert form(one) == form(other)


@rule("network.similar")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Magic", "Magic Academy"),
        ("Cyborgs", "Humanlike Robots"),
        ("Tom", "Tim"),
        ("Cat-5", "Cat-6"),
        ("?", "!"),
        ("The", "A"),
        ("Glass", "Glas"),
        ("loves", "hates"),
        ("Zander Little", "Little Things, Corp."),
    ],
)
def test_different_things_stay_different(one: str, other: str) -> None:
    assert form(one) != form(other)


@rule("network.similar")
@pytest.mark.parametrize(
    ("one", "other"),
    [("Megasoft", "Megasofft"), ("Brainframe", "Brain-frame"), ("Knight Carson", "Night Carson")],
)
def test_what_differs_little_is_close(one: str, other: str) -> None:
    assert close_forms(form(one), [form(other)]) == [0]


@rule("network.similar")
@pytest.mark.parametrize(
    ("one", "other"), [("Magic", "Magic Academy"), ("Cyborgs", "Cybernetics"), ("FBI", "CIA")]
)
def test_what_shares_a_word_is_not_close(one: str, other: str) -> None:
    assert close_forms(form(one), [form(other)]) == []


@rule("network.similar")
def test_the_closest_comes_first() -> None:
    assert close_forms("megasoft", ["megasofft", "magic", "megasoft x", "megasoft"])[0] == 3


@given(st.text(min_size=1, max_size=100))
def test_every_label_has_a_form_and_it_is_stable(label: str) -> None:
    assert form(label)
    assert form(label.casefold()) == form(label)


@given(st.lists(st.sampled_from(["pure", "soul", "church", "guild"]), min_size=1))
def test_the_order_of_words_does_not_matter(words: list[str]) -> None:
    assert form(" ".join(words)) == form(" ".join(reversed(words)))
