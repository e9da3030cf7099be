"""Comparison of labels: the same label in another form, and labels that are only similar."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.play import rule
from verger.domain.core.similarity import CLOSE_FROM, close_forms, close_labels, form, same_label


@rule("network.similar")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Salt Fever", "SALT  fever"),
        ("Salt Fever", "Salt\u00a0Fever"),
        ("Zo\xeb", "Zoe\u0308"),
        ("\uff33alt", "salt"),
        ("H₂O", "h2o"),
        ("ﬁre", "FIRE"),
        ("カフェ", "ｶﾌｪ"),
        ("ΣΑΣ", "σας"),
        ("Salt\u200e", "Salt"),
        ("각", "\u1100\u1161\u11a8"),
    ],
)
def test_only_case_spacing_and_forms_of_characters_make_the_same_label(
    one: str, other: str
) -> None:
    assert same_label(one, ["x", other]) == same_label(other, ["x", one]) == 1


@rule("network.similar")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Cyborgs", "cyborg"),
        ("The Church of the Pure Soul", "church of pure soul"),
        ("Cities", "city"),
        ("Boxes", "box"),
        ("Churches", "Church"),
        ("Sorcerer's Guild", "Sorcerers Guild"),
        ("Reverend Smiley Haggler", "Haggler, Reverend Smiley"),
        ("Straße", "STRASSE"),
        ("Maße", "Masse"),
        ("Ärger", "Arger"),
        ("Cat-5", "cat 5"),
        ("Plan A", "Plan"),
        ("Man Bites Dog", "Dog Bites Man"),
        ("año", "ano"),
        ("hår", "här"),
        ("Ma", "Mả"),
        ("שָׁלוֹם", "שלום"),
        ("Salt", "S\u0430lt"),
        ("BO", "\u0412\u041e"),
        ("\u06a9\u062a\u0627\u0628\u200c\u0647\u0627", "\u06a9\u062a\u0627\u0628\u0647\u0627"),
        ("☠", "☠\ufe0f"),
        ("\u0131s\u0131", "isi"),
    ],
)
def test_labels_that_only_look_the_same_are_asked_about(one: str, other: str) -> None:
    assert same_label(one, [other]) is None
    assert close_labels(one, ["x", other]) == close_labels(other, ["x", one]) == [1]


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
        ("कल", "काला"),
        ("かき", "かぎ"),
        ("ไก่", "ไข่"),
        ("பல்", "பால்"),
    ],
)
def test_labels_of_different_things_are_not_the_same(one: str, other: str) -> None:
    assert form(one) != form(other)
    assert same_label(one, [other]) is None


@rule("network.similar")
@pytest.mark.parametrize(
    ("one", "other"),
    [("Megasoft", "Megasofft"), ("Brainframe", "Brain-frame"), ("Knight Carson", "Night Carson")],
)
def test_texts_that_differ_little_are_close(one: str, other: str) -> None:
    assert close_forms(form(one), [form(other)]) == [0]


@rule("network.similar")
@pytest.mark.parametrize(
    ("one", "other"), [("Magic", "Magic Academy"), ("Cyborgs", "Cybernetics"), ("FBI", "CIA")]
)
def test_texts_that_share_only_a_word_are_not_close(one: str, other: str) -> None:
    assert close_forms(form(one), [form(other)]) == []


@rule("network.similar")
def test_the_closest_label_comes_first() -> None:
    assert close_forms("megasoft", ["megasofft", "magic", "megasoft x", "megasoft"])[0] == 3


@given(st.text(min_size=1, max_size=100))
def test_every_label_has_a_form_and_it_is_stable(label: str) -> None:
    assert form(label)
    assert form(label.casefold()) == form(label)


@given(st.lists(st.sampled_from(["pure", "soul", "church", "guild"]), min_size=1))
def test_the_order_of_words_does_not_matter(words: list[str]) -> None:
    assert form(" ".join(words)) == form(" ".join(reversed(words)))


def in_common(one: str, other: str) -> int:
    """The length of the longest common subsequence, computed with the table of the textbook."""
    above = [0] * (len(other) + 1)
    for letter in one:
        row = [0]
        for place, across in enumerate(other):
            row.append(above[place] + 1 if letter == across else max(row[-1], above[place + 1]))
        above = row
    return above[-1]


@given(st.text("ab", min_size=1, max_size=30), st.lists(st.text("ab", max_size=36), max_size=20))
def test_forms_are_close_by_the_exact_share_that_they_have_in_common(
    wanted: str, forms: list[str]
) -> None:
    shares = {
        place: Fraction(200 * in_common(wanted, form), len(wanted) + len(form))
        for place, form in enumerate(forms)
    }
    close = [place for place in shares if forms[place] and shares[place] >= CLOSE_FROM]
    assert close_forms(wanted, forms) == sorted(close, key=lambda place: -shares[place])[:10]


@pytest.mark.parametrize(("length", "is_close"), [(23, True), (24, False)])
def test_the_limit_of_closeness_is_itself_close(length: int, is_close: bool) -> None:
    # 17 characters of 17 + 23 are in common: 85 % exactly.
    assert bool(close_forms("a" * 17, ["a" * length])) is is_close
