"""A story in passages: headings, paragraphs, and quotations of people."""

import re
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from verger.domain.core.text import listed
from verger.projections.story.entry import ToldView
from verger.projections.story.wording import is_said, told_of

SENTENCES = 4
"""A paragraph with at least this number of sentences ends when another seat acts."""


class Heading(msgspec.Struct, frozen=True):
    """The heading of a part."""

    level: int
    text: str
    is_undone: bool


class Run(msgspec.Struct, frozen=True):
    """Some sentences of a paragraph. An aside is about tokens."""

    beginning: str
    is_aside: bool
    is_undone: bool
    things: tuple[str, ...] = ()
    """The subjects of the first sentence, in order. Empty if the subjects of similar sentences cannot
    join them."""
    rest: str = ""

    @property
    def text(self) -> str:
        """Return the sentences."""
        if not self.things:
            return self.beginning
        return f"{self.beginning}{listed(self.things)}.{self.rest}"

    def joined(self, other: "Run") -> "Run | None":
        """Return both runs as one if the other run says the same about another subject.

        If not, return None.
        """
        if not self.things or not other.things or self.rest:
            return None
        same = (self.beginning, self.is_undone) == (other.beginning, other.is_undone)
        same = same and not set(self.things) & set(other.things)
        return replace(other, things=(*self.things, *other.things)) if same else None


class Paragraph(msgspec.Struct, frozen=True):
    """Sentences about events."""

    runs: tuple[Run, ...]


class Quotation(msgspec.Struct, frozen=True):
    """A text that somebody wrote, in paragraphs."""

    by: str | None
    texts: tuple[str, ...]
    is_undone: bool
    is_sealed: bool = False
    """Whether only some readers, including this one, can see it."""


Passage = Heading | Paragraph | Quotation


def passages(entries: Iterable[ToldView]) -> Iterator[Passage]:
    """Yield the passages of a story."""
    runs: list[Run] = []
    above: list[int] = []
    for piece in _pieces(entries):
        if isinstance(piece, Run):
            joined = runs[-1].joined(piece) if runs else None
            runs[-1:] = [joined] if joined else [*runs[-1:], piece]
            continue
        if runs:
            yield Paragraph(tuple(runs))
            runs = []
        if isinstance(piece, Heading):
            above = [*(level for level in above if level < piece.level), piece.level]
            # Headings must not skip a level. So the heading of a test in no scene is one level below
            # the heading of its session.
            piece = replace(piece, level=1 + len(above))  # noqa: PLW2901
        if piece:
            yield piece
    if runs:
        yield Paragraph(tuple(runs))


def _pieces(entries: Iterable[ToldView]) -> Iterator[Heading | Run | Quotation | None]:
    """Yield headings, sentences and quotations in order, and None at the end of a paragraph."""
    by, length, quotation = None, 0, None
    for entry in entries:
        if entry.is_new or (entry.by != by and length >= SENTENCES):
            yield None
            length = 0
        by = entry.by
        for piece in _of(entry):
            length = length + 1 if isinstance(piece, Run) else 0
            # Several moves in a row can quote the same text. The story quotes it once.
            if piece != quotation:
                yield piece
            quotation = piece if isinstance(piece, Quotation) else quotation


def _of(entry: ToldView) -> Iterator[Heading | Run | Quotation]:
    levels = sorted({heading.level for heading in entry.headings})
    titles = {
        level: [heading.title for heading in entry.headings if heading.level == level]
        for level in levels
    }
    headings = [Heading(level, " — ".join(titles[level]), entry.is_undone) for level in levels]
    follows = all(heading.follows for heading in entry.headings)
    yield from () if follows else headings
    yield from _runs(entry)
    if entry.words:
        yield Quotation(entry.by, entry.words, entry.is_undone)
    if entry.sealed:
        yield Quotation(entry.by, entry.sealed, entry.is_undone, is_sealed=True)
    yield from headings if follows else ()


def _runs(entry: ToldView) -> Iterator[Run]:
    sentences = (entry.sentence, *entry.changes, *(told_of(cast) for cast in entry.dice))
    text = " ".join(part for part in sentences if part)
    if text:
        yield _run(text, is_undone=entry.is_undone)
    paid = "; ".join(gain.words for gain in entry.tokens if not is_said(gain, text))
    if paid:
        yield Run(f"({paid}.)", is_aside=True, is_undone=entry.is_undone)


_ABOUT = re.compile(r"([^“”]+)(“[^“”]+”)\.( .*)?")
"""Matches sentences if the first sentence ends with its subject in quotation marks."""


def _run(text: str, *, is_undone: bool) -> Run:
    match = _ABOUT.fullmatch(text)
    if not match:
        return Run(text, is_aside=False, is_undone=is_undone)
    return Run(
        match[1], is_aside=False, is_undone=is_undone, things=(match[2],), rest=match[3] or ""
    )
