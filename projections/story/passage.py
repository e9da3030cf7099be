"""A story in passages: headings, paragraphs of what happened, and what people wrote."""

import re
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from verger.domain.core.text import listed
from verger.projections.story.entry import ToldView
from verger.projections.story.wording import is_said, told_of

SENTENCES = 4
"""Sentences after which a paragraph ends where somebody else acts."""


class Heading(msgspec.Struct, frozen=True):
    """The heading of a part."""

    level: int
    text: str
    is_undone: bool


class Run(msgspec.Struct, frozen=True):
    """Some sentences of a paragraph; an aside tells of tokens."""

    said: str
    is_aside: bool
    is_undone: bool
    things: tuple[str, ...] = ()
    """What the first sentence is about, one after another, where more of the like may follow."""
    rest: str = ""

    @property
    def text(self) -> str:
        """The sentences."""
        if not self.things:
            return self.said
        return f"{self.said}{listed(self.things)}.{self.rest}"

    def joined(self, other: "Run") -> "Run | None":
        """With what follows, where that says the same of one more thing."""
        if not self.things or not other.things or self.rest:
            return None
        same = (self.said, self.is_undone) == (other.said, other.is_undone)
        same = same and not set(self.things) & set(other.things)
        return replace(other, things=(*self.things, *other.things)) if same else None


class Paragraph(msgspec.Struct, frozen=True):
    """What happened."""

    runs: tuple[Run, ...]


class Quotation(msgspec.Struct, frozen=True):
    """What somebody wrote, a paragraph each."""

    by: str | None
    texts: tuple[str, ...]
    is_undone: bool
    is_sealed: bool = False
    """Whether only some, the reader among them, may see it."""


Passage = Heading | Paragraph | Quotation


def passages(entries: Iterable[ToldView]) -> Iterator[Passage]:
    """The passages of a story."""
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
            # A test in no scene is below its session, and no level between them is left out.
            piece = replace(piece, level=1 + len(above))  # noqa: PLW2901
        if piece:
            yield piece
    if runs:
        yield Paragraph(tuple(runs))


def _pieces(entries: Iterable[ToldView]) -> Iterator[Heading | Run | Quotation | None]:
    """Headings, sentences and quotations in order; nothing where a paragraph ends."""
    by, length, said = None, 0, None
    for entry in entries:
        if entry.is_new or (entry.by != by and length >= SENTENCES):
            yield None
            length = 0
        by = entry.by
        for piece in _of(entry):
            length = length + 1 if isinstance(piece, Run) else 0
            # Who does one thing after another may say the same of each.
            if piece != said:
                yield piece
            said = piece if isinstance(piece, Quotation) else said


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
    said = (entry.sentence, *entry.changes, *(told_of(cast) for cast in entry.dice))
    text = " ".join(part for part in said if part)
    if text:
        yield _run(text, is_undone=entry.is_undone)
    paid = "; ".join(gain.words for gain in entry.tokens if not is_said(gain, text))
    if paid:
        yield Run(f"({paid}.)", is_aside=True, is_undone=entry.is_undone)


_ABOUT = re.compile(r"([^“”]+)(“[^“”]+”)\.( .*)?")
"""Sentences of which the first ends with what it is about."""


def _run(text: str, *, is_undone: bool) -> Run:
    found = _ABOUT.fullmatch(text)
    if not found:
        return Run(text, is_aside=False, is_undone=is_undone)
    return Run(
        found[1], is_aside=False, is_undone=is_undone, things=(found[2],), rest=found[3] or ""
    )
