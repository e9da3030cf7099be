"""Labels are split into lines that fit the space, and no visible character is cut in two."""

import pytest
import wcwidth

from verger.projections.picture.lettering import width, wrapped

FAMILY = "👩‍👩‍👧"


def test_words_stay_whole_and_lines_about_equal() -> None:
    assert wrapped("The Harbour Watch of Old Ny", 6, 12).texts == ("The Harbour", "Watch of Old Ny")


def test_no_line_is_wider_than_there_is_room() -> None:
    lines = wrapped("Donaudampfschifffahrtsgesellschaftskapitän", 6, 12)
    assert "".join(lines.texts) == "Donaudampfschifffahrtsgesellschaftskapitän"
    assert max(lines.widths) <= 12


@pytest.mark.parametrize("text", [FAMILY * 20, "e\u0301" * 60, "🇩🇪" * 30, "नमस्ते" * 15])
def test_a_word_is_never_cut_within_a_character_as_readers_see_it(text: str) -> None:
    clusters = list(wcwidth.iter_graphemes(text))
    cut = [list(wcwidth.iter_graphemes(line)) for line in wrapped(text, 6, 12).texts]
    assert [cluster for line in cut for cluster in line] == clusters
    assert len(cut) > 1


def test_wide_characters_are_wide_and_joined_ones_are_one() -> None:
    assert width("漢字") > width("ab") * 1.8
    assert width(FAMILY) == width("👩")


@pytest.mark.parametrize(
    ("text", "turned"), [("בית קטן", True), ("مفتاح", True), ("3 בית", True), ("Rain בית", False)]
)
def test_the_first_letter_of_a_text_decides_its_direction(text: str, turned: bool) -> None:
    assert wrapped(text, 6, 12).is_right_to_left is turned


def test_a_text_of_nothing_but_blanks_has_no_lines() -> None:
    assert wrapped("\u3000 ", 6, 12).texts == ()
