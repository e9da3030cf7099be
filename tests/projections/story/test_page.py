"""A story as a page: complete in one file, and no text of people is markup in it."""

from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from tests.projections.story.test_markdown import HOSTILE, said
from verger.projections.story.page import page

TAGS = {
    "html", "head", "meta", "title", "style", "body", "main", "h1", "p", "figure", "blockquote",
    "figcaption", "bdi",
}  # fmt: skip


class Seen(HTMLParser):
    """A page as a browser would read it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.said: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        """Record the start of a tag."""
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        """Record a text."""
        self.said.append(data)


@pytest.mark.parametrize("text", [*HOSTILE, '"><img src=x onerror=alert(1)>', "</style>"])
def test_texts_of_people_are_never_markup(text: str) -> None:
    seen = Seen(page(said(text, by=text, title=text, sentence=text), style=""))
    assert seen.tags == TAGS
    assert "".join("".join(seen.said).split()).count("".join(text.split())) == 6


def test_undone_passages_are_struck_out() -> None:
    story = said("It rains.", sentence="Bo narrates.")
    struck = replace(story, entries=(replace(story.entries[0], is_undone=True),))
    assert "<p><del><bdi>Bo</bdi> narrates.</del></p>" in page(struck)


def test_every_name_and_quotation_has_its_own_direction() -> None:
    shown = page(said("Yes.", by="אבי", sentence="אבי (1) writes “שלום” <2>."), style="")
    assert "<p><bdi>אבי</bdi> (1) writes “<bdi>שלום</bdi>” &lt;2&gt;.</p>" in shown
    assert "<bdi>Ann</bdi> (GM) and <bdi>אבי</bdi>.</p>" in shown
    assert "<figcaption><bdi>אבי</bdi></figcaption>" in shown


def test_a_name_within_another_word_stays_there() -> None:
    assert "<p>Bobbin and <bdi>Bo</bdi>.</p>" in page(said("Yes.", sentence="Bobbin and Bo."))
