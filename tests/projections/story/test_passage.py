"""Paragraphs end at the right place, and combine equal sentences about several things."""

from msgspec.structs import replace

from tests.projections.story.test_markdown import said
from verger.projections.story.entry import HeadingView, ToldView
from verger.projections.story.passage import Heading, Paragraph, Quotation, passages


def entries(*sentences: str, **changes: object) -> list[ToldView]:
    """Entries with one sentence each, and without words of players."""
    (one,) = said("x").entries
    return [replace(one, sentence=sentence, words=(), **changes) for sentence in sentences]


def paragraphs(found: list[ToldView]) -> list[str]:
    """The paragraphs of some entries."""
    told = (one for one in passages(found) if isinstance(one, Paragraph))
    return [" ".join(run.text for run in one.runs) for one in told]


def test_a_sentence_about_several_things_in_a_row_is_written_once() -> None:
    drawn = entries("Ann draws “A”.", "Ann draws “B”.", "Ann draws “C”. It is Bo's turn.")
    assert paragraphs(drawn) == ["Ann draws “A”, “B” and “C”. It is Bo's turn."]


def test_a_sentence_about_two_things_at_once_is_not_joined() -> None:
    joined = entries("Ann joins “A” and “B”.", "Ann joins “B” and “C”.")
    assert paragraphs(joined) == ["Ann joins “A” and “B”. Ann joins “B” and “C”."]


def test_two_sentences_about_the_same_thing_are_not_joined() -> None:
    found = entries("Ann uses a hit of “A”.", "Ann uses a hit of “A”.")
    assert paragraphs(found) == ["Ann uses a hit of “A”. Ann uses a hit of “A”."]


def test_undone_sentences_are_not_joined_with_others() -> None:
    found = entries("Ann draws “A”.") + entries("Ann draws “B”.", is_undone=True)
    assert paragraphs(found) == ["Ann draws “A”. Ann draws “B”."]


def test_a_paragraph_ends_when_somebody_else_acts_after_a_while() -> None:
    ann, bo = entries("One.", "Two.", "Three.", by="Ann"), entries("Four.", by="Bo")
    assert len(paragraphs(ann + bo)) == 1
    assert len(paragraphs(ann + ann + bo)) == 2


def test_a_landmark_begins_a_paragraph() -> None:
    assert paragraphs(entries("One.") + entries("Two.", is_new=True)) == ["One.", "Two."]


def test_the_same_words_of_one_thing_after_another_are_quoted_once() -> None:
    found = [replace(one, words=("A page.",)) for one in entries("One.", "Two.")]
    assert sum(isinstance(one, Quotation) for one in passages(found)) == 1


def test_headings_of_one_kind_have_one_level_and_no_level_is_skipped() -> None:
    kinds = [(2, "Session 1"), (4, "A test"), (4, "Another"), (3, "A scene"), (4, "A third")]
    found = [
        replace(one, headings=(HeadingView(level, title, follows=False),))
        for one in entries("So.")
        for level, title in kinds
    ]
    told = [(one.level, one.text) for one in passages(found) if isinstance(one, Heading)]
    assert [level for level, _ in told] == [2, 3, 3, 3, 4]
