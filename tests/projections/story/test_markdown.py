"""A story as Markdown: texts of people never become markup."""

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from markdown_it import MarkdownIt
from msgspec.structs import replace

from verger.domain.core.identifier import SeatId
from verger.domain.core.seat import SeatKind
from verger.projections.session import SeatView
from verger.projections.story.entry import HeadingView, StoryView, ToldView
from verger.projections.story.markdown import markdown

HOSTILE = [
    "<script>alert(1)</script>",
    "*bold* and __strong__ and _it_",
    "[here](javascript:alert(1)) ![x](http://a.example/x.png)",
    "# A heading",
    "- a list\n+ another\n1. one\n2) two",
    "    code by four spaces",
    "```\ncode\n```",
    "`code`",
    "Above\n===",
    "Above\n---",
    "> quoted",
    "***",
    "<https://a.example> https://a.example www.a.example",
    "a | b\n--- | ---\n1 | 2",
    "~~struck~~ ~once~",
    "&lt;b&gt; &#42;no&#42;",
    "one\\\ntwo  \nthree",
    "[a]: http://a.example",
    "\\*not\\* escaped\\",
    "# ",
    "$x^2$",
    "a #",
    "The Ninth {#bell .big}",
    "issue #12",
]
ALLOWED = {"heading_open", "heading_close", "paragraph_open", "paragraph_close", "inline"}
QUOTED = {"blockquote_open", "blockquote_close"}


def said(*words: str, by: str = "Bo", title: str = "Low Tide", sentence: str = "") -> StoryView:
    """A story with one event."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    bo = SeatId("s2")
    one = ToldView(1, at, bo, by, (), False, sentence, (), words, (), (), (), False, True)
    seats = (
        SeatView(SeatId("s1"), SeatKind.GM, "Ann", True),
        SeatView(bo, SeatKind.PLAYER, by, True),
    )
    return StoryView(1, title, "Verge", seats, (SeatId("s1"),), 1, 1, (one,), None)


def tokens(text: str) -> list[str]:
    """The types of the tokens that a Markdown parser finds in a text, of blocks and then within blocks."""
    reader = MarkdownIt("commonmark", {"linkify": False}).enable(["table", "strikethrough"])
    found = reader.parse(text)
    within = [part.type for one in found for part in one.children or ()]
    return [one.type for one in found] + within


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_of_people_are_never_markup(text: str) -> None:
    found = tokens(markdown(said(text, by="Bo")))
    assert {*found} - ALLOWED - QUOTED == {"text", "em_open", "em_close"}
    assert found.count("em_open") == 2


@pytest.mark.parametrize("text", HOSTILE)
def test_names_titles_and_sentences_are_never_markup(text: str) -> None:
    story = said("Yes.", by=text, title=text, sentence=text)
    assert {*tokens(markdown(story))} - ALLOWED - QUOTED == {"text", "em_open", "em_close"}


@pytest.mark.parametrize("text", HOSTILE)
def test_every_sign_of_a_text_can_be_read_in_markdown(text: str) -> None:
    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    found = reader.parse(markdown(said(text)))
    read = [part.content for one in found for part in one.children or () if part.type == "text"]
    assert "".join("".join(text.split()) for text in read).startswith(
        "LowTideVergeon1January2026(UTC),withAnn(GM)andBo." + "".join(text.split())
    )


def test_the_page_has_a_title_the_events_and_the_words_of_players() -> None:
    assert markdown(said("It rains.\n\nStill.", sentence="Bo narrates.")) == (
        "# Low Tide\n\n*Verge on 1 January 2026 (UTC), with Ann (GM) and Bo.*\n\nBo narrates.\n\n> It rains.\n>\n> Still. — *Bo*\n"
    )


def test_undone_passages_are_struck_out() -> None:
    story = said("It rains.", sentence="Bo narrates.")
    struck = replace(story, entries=(replace(story.entries[0], is_undone=True),))
    assert "~~Bo narrates.~~\n\n> ~~It rains.~~ — *Bo*" in markdown(struck)


def test_a_part_of_a_story_names_its_first_and_next_version() -> None:
    story = replace(said("It rains."), since=40, next_from=90)
    assert "*From version 40 on.*" in markdown(story)
    assert markdown(story).endswith("*It goes on with version 90.*\n")


@pytest.mark.parametrize(
    "title", ["The pier #", "Act {#one}", "## Below", ":wave: at the pier", "^up^"]
)
def test_a_heading_keeps_every_sign_of_a_name(title: str) -> None:
    story = said("Yes.")
    headed = replace(story.entries[0], headings=(HeadingView(2, title, follows=False),))
    found = MarkdownIt("commonmark").parse(markdown(replace(story, entries=(headed,))))
    inner = found[[one.tag for one in found].index("h2") + 1].children or ()
    assert "".join(part.content for part in inner) == title
    assert not re.search(
        r"(?<!\\)[#{}^]|^:", markdown(replace(story, entries=(headed,))).split("\n")[4][3:]
    )


def test_a_day_is_that_of_its_time_zone() -> None:
    late = datetime.fromisoformat("2026-01-01T23:30:00-05:00")
    story = said("Yes.")
    story = replace(story, entries=(replace(story.entries[0], at=late),))
    assert "on 2 January 2026 (UTC)" in markdown(story)
    assert "on 1 January 2026 (America/New\\_York)" in markdown(story, ZoneInfo("America/New_York"))
