"""A story in passages: headings, paragraphs of what happened, and what people wrote."""

from collections.abc import Iterable, Iterator

import msgspec

from projections.story.entry import EntryView
from projections.story.wording import told_of

SENTENCES = 4
"""Sentences after which a paragraph ends where somebody else acts."""


class Heading(msgspec.Struct, frozen=True):
    """The heading of a part."""

    level: int
    text: str
    is_undone: bool


class Run(msgspec.Struct, frozen=True):
    """Some sentences of a paragraph; an aside tells of tokens."""

    text: str
    is_aside: bool
    is_undone: bool


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


def passages(entries: Iterable[EntryView]) -> Iterator[Passage]:
    """The passages of a story."""
    runs: list[Run] = []
    for piece in _pieces(entries):
        if isinstance(piece, Run):
            runs.append(piece)
            continue
        if runs:
            yield Paragraph(tuple(runs))
            runs = []
        if piece:
            yield piece
    if runs:
        yield Paragraph(tuple(runs))


def _pieces(entries: Iterable[EntryView]) -> Iterator[Heading | Run | Quotation | None]:
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


def _of(entry: EntryView) -> Iterator[Heading | Run | Quotation]:
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


def _runs(entry: EntryView) -> Iterator[Run]:
    said = (entry.sentence, *entry.changes, *(told_of(cast) for cast in entry.dice))
    if text := " ".join(part for part in said if part):
        yield Run(text, is_aside=False, is_undone=entry.is_undone)
    if entry.tokens:
        paid = "; ".join(gain.words for gain in entry.tokens)
        yield Run(f"({paid}.)", is_aside=True, is_undone=entry.is_undone)
