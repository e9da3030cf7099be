"""The glossary: each term is defined once, in a sentence or two, with an example."""

import json
import re
from html.parser import HTMLParser

import pytest

from tests.annexes.portal.test_portal import SITE, VOID, is_one
from tests.support.root import DOCS
from verger.domain.games.rulesets import RULESETS
from verger.service.annexes.portal import glossary, navigation
from verger.service.annexes.portal.markdown import render

TEXT = (DOCS / "concepts.md").read_text()
ENTRIES = re.findall(r"(?ms)^### (.+?)\n\n(.+?)(?=\n^##|\Z)", TEXT)
LINKED = glossary.terms(TEXT)
SENTENCES = 2
"""The maximum number of sentences in a definition."""


def terms(heading: str) -> list[str]:
    """Return the terms in a heading: the standard term, and the terms in parentheses."""
    return [term.strip("` ").lower() for term in re.split("[(),]", heading) if term.strip()]


def test_each_term_is_defined_once() -> None:
    named = [term for heading, _ in ENTRIES for term in terms(heading)]
    assert len(ENTRIES) == TEXT.count("\n### ") > 40
    assert [term for term in named if named.count(term) > 1] == []


@pytest.mark.parametrize(("heading", "entry"), ENTRIES, ids=[heading for heading, _ in ENTRIES])
def test_an_entry_has_a_short_definition_and_an_example(heading: str, entry: str) -> None:
    definition, example = entry.strip().split("\n\nExample: ")
    assert 1 <= len(re.findall(r"\.(?:\s|$)", definition)) <= SENTENCES
    assert example
    for move in re.findall(r'`(\{"move": [^…`]*\})`', example):
        assert any(is_one(json.loads(move), game.move_type) for game in RULESETS.values()), move


class Words(HTMLParser):
    """The texts of a page outside of headings and code, each with the address that it links to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.open: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append((tag, dict(attrs).get("href") or ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        tags = [tag for tag, _ in self.open]
        if not {"h1", "h2", "h3", "h4", "code"} & {*tags}:
            self.found.append((data, next((link for _, link in self.open if link), "")))


@pytest.mark.parametrize("path", sorted({*navigation.order()} - {"concepts"}))
def test_the_first_use_of_a_term_on_a_page_links_to_its_entry(path: str) -> None:
    words = Words(SITE.rendered(path).html).found
    assert [term for term, entry in LINKED.items() if is_unlinked(term, entry, words)] == []


def is_unlinked(term: str, entry: str, words: list[tuple[str, str]]) -> bool:
    """Return whether a page uses a term before it links to the term's entry."""
    for text, link in words:
        if link == entry:
            return False
        if not link and re.search(rf"(?i)\b{term}\b", text):
            return True
    return False


def test_only_terms_of_the_glossary_are_linked_and_most_of_them() -> None:
    assert {*LINKED} < {term for heading, _ in ENTRIES for term in terms(heading)}
    assert len({*LINKED.values()}) > 35
    assert LINKED["rewind"] == "/docs/concepts#undo-and-redo-rewind"


def test_a_term_is_linked_once_and_not_in_a_heading_a_link_or_code() -> None:
    text = "# Fork\n\nA [fork](/x), `fork`, then forks. A fork of a *rewind*."
    html = render(text, {}, LINKED).html
    assert re.findall(r'<a href="([^"]+)" class="term">([^<]+)</a>', html) == [
        (LINKED["fork"], "forks"),
        (LINKED["rewind"], "rewind"),
    ]
    assert '<a href="/x">fork</a>, <code>fork</code>, then ' in html
