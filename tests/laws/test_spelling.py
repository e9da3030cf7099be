"""Laws of texts in twenty scripts.

A text that looks the same is redacted too, a different word is a different label, and an invisible text is empty.
"""

import unicodedata
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verger.domain.core.similarity import same_label
from verger.domain.core.spelling import sought
from verger.domain.core.text import REDACTED, cleaned, unusable_text
from verger.domain.core.unicode import shows
from verger.domain.history.free_text import Texts
from verger.domain.secrets.sealing import SealNote

WORDS = {
    "Latin": ("Zo\u00eb Müller", "Łódź", "ﬁlosofía", "café", "año", "ano"),
    "Vietnamese": ("Ma", "Mả", "Mã", "Lan", "Lân"),
    "Turkish": ("I\u015f\u0131k", "\u0130zmir", "k\u0131s", "kis"),
    "Swedish": ("hår", "här", "har"),
    "Greek": ("Ωραία", "νόμος", "νομός"),
    "Cyrillic": ("Йод", "Ёлка", "Елка"),
    "Armenian": ("Երևան", "Երան"),
    "Georgian": ("თბილისი", "თბილი"),
    "Hebrew": ("שָׁלוֹם", "שלום"),
    "Arabic": ("مُحَمَّد", "كتب", "كتاب"),
    "Persian": ("می\u200cخواهم", "کتاب\u200cها"),
    "Devanagari": ("क्\u200dष", "कल", "काला", "की"),
    "Bengali": ("বাংলা", "বাঙলা"),
    "Tamil": ("கொடு", "பல்", "பால்"),
    "Thai": ("ไก่", "ไข่", "น้ำ"),
    "Khmer": ("ភាសា", "ភាស"),
    "Tibetan": ("བོད་ཡིག", "བོད"),
    "Hangul": ("각하", "가하"),
    "Kana": ("かき", "かぎ", "ガラス", "カラス"),
    "Han": ("葛\U000e0100飾", "漢字", "漢子"),
    "Ethiopic": ("አማርኛ", "አማራ"),
    "Emoji": ("👩🏽\u200d🚀", "❤\ufe0f\u200d🔥", "🏴\U000e0067\U000e0062\U000e007f"),
}
EVERY = [word for words in WORDS.values() for word in words]
SPACES = " \u00a0\u2003\u202f\u3000\u2800"
UNSEEN = "\u00ad\u200b\u2060\ufeff\u200e\u200f\u034f\u2068\u2069\u180e"
DASHES = "-\u2010\u2011\u2012\u2013\u2212"
FORMS = ("NFC", "NFD", "NFKC", "NFKD")


@st.composite
def spellings(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a text of two words, and another spelling that looks the same."""
    one, other = draw(st.sampled_from(EVERY)), draw(st.sampled_from(EVERY))
    text = f"{one}-{other} {one}"
    form = draw(st.sampled_from(FORMS))
    spelt = unicodedata.normalize(form, text)  # type: ignore[arg-type]
    spelt = spelt.replace(" ", draw(st.text(SPACES, min_size=1, max_size=3)))
    spelt = spelt.replace("-", draw(st.sampled_from(DASHES)))
    at = draw(st.integers(0, len(spelt)))
    return text, f"{spelt[:at]}{draw(st.text(UNSEEN, max_size=3))}{spelt[at:]}"


@given(spellings())
def test_a_text_that_reads_the_same_is_redacted_too(pair: tuple[str, str]) -> None:
    for known, spelt in (pair, pair[::-1]):
        found = Texts([known])
        for written in (
            spelt,
            cleaned(spelt),
            f"“{spelt}”, says Bo.",
            f"Nothing about {spelt} please.",
        ):
            assert found.left_of(written) == REDACTED
            assert found.may_be_in(f'{{"text":"{written}"}}')


@given(spellings())
def test_a_search_finds_every_spelling_in_every_case(pair: tuple[str, str]) -> None:
    text, spelt = pair
    assert sought(spelt) in sought(f"The {text} tale")
    assert sought(spelt.upper()) in sought(f"The {text.lower()} tale")


@pytest.mark.parametrize("script", WORDS)
def test_two_different_words_are_never_the_same_label(script: str) -> None:
    for one, other in combinations(WORDS[script], 2):
        # A similar label is not the same label: the writer is only asked to confirm it.
        assert same_label(one, [other]) is None


@pytest.mark.parametrize("word", EVERY)
def test_another_case_spacing_or_form_is_the_same_label(word: str) -> None:
    for form in FORMS:
        spelt = unicodedata.normalize(form, f"\u3000{word}  {word}")  # type: ignore[arg-type]
        assert same_label(f"{word} {word}", [spelt]) == 0


@given(
    st.text(
        st.sampled_from(SPACES + UNSEEN + "\t\n\v\f\r\u0301\u0e31\u3164\u115f\uffa0\ufe0f\u200d"),
        max_size=20,
    )
)
def test_a_text_that_shows_nothing_is_empty(text: str) -> None:
    fault = unusable_text(SealNote(text=cleaned(text), eyes=()))
    assert fault
    assert fault.facts["text_fault"] == "empty"
    assert not shows(text)


@given(st.sampled_from(EVERY), st.text(st.sampled_from(SPACES + UNSEEN), max_size=5))
def test_a_text_that_shows_something_is_not_empty(word: str, around: str) -> None:
    assert unusable_text(SealNote(text=cleaned(around + word + around), eyes=())) is None
