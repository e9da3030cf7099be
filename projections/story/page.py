"""A story as a single HTML page, without scripts, readable in print and in dark mode."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, tzinfo
from html import escape

from verger.projections.story.entry import StoryView
from verger.projections.story.passage import Heading, Paragraph, Passage, Quotation, passages

STYLE = """
:root { color-scheme: light dark; --ink: #1c1b19; --paper: #fbfaf7; --quiet: #5f5a52; --line: #cfc8ba; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9e5dc; --paper: #191816; --quiet: #a79f92; --line: #4a463f; }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.1rem/1.6 Georgia, serif; }
main { max-width: 38rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; margin: 2.2em 0 0.6em; }
h1 { margin-top: 0; font-size: 2rem; }
h2 { font-size: 1.5rem; border-bottom: 1px solid var(--line); padding-bottom: 0.2em; }
h3 { font-size: 1.2rem; }
h4 { font-size: 1rem; font-style: italic; }
p { margin: 0 0 0.9em; }
figure { margin: 1.1em 0 1.1em 1.1rem; padding-left: 1rem; border-left: 3px solid var(--line); }
blockquote { margin: 0; font-style: italic; }
blockquote p { margin: 0 0 0.4em; }
figcaption, .aside, .note { color: var(--quiet); font-size: 0.9em; }
figcaption::before { content: "— "; }
@media print { body { background: none; } h2, h3, h4 { break-after: avoid; } }
"""


def page(story: StoryView, zone: tzinfo = UTC, style: str = STYLE) -> str:
    """Return a story as an HTML document. Its day is the day in the time zone."""
    return document(story.title, _parts(story, zone), style)


def document(title: str, parts: Iterable[str], style: str) -> str:
    """Return an HTML document that needs no other file."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(parts)
        + "\n</main>\n</body>\n</html>\n"
    )


def _parts(story: StoryView, zone: tzinfo) -> Iterator[str]:
    isolated = _Isolated(story)
    yield f'<h1 dir="auto">{escape(story.title)}</h1>'
    yield f'<p class="note">{isolated.of(story.about(zone))}</p>'
    if story.since > 1:
        yield f'<p class="note">From version {story.since} on.</p>'
    for passage in passages(story.entries):
        yield isolated.written(passage)
    if story.next_from:
        yield f'<p class="note">It goes on with version {story.next_from}.</p>'


class _Isolated:
    """Writes passages with the direction of each name and quotation isolated (`bdi`).

    Without the isolation, a name that is written from right to left reverses the words next to it.
    """

    def __init__(self, story: StoryView) -> None:
        names = {seat.name for seat in story.seats}
        names |= {entry.by for entry in story.entries if entry.by}
        longest_first = sorted(names, key=len, reverse=True)
        self._names = re.compile(
            "|".join(
                [
                    "(?<=“)[^“”]+(?=”)",
                    *(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first),
                ]
            )
        )

    def of(self, text: str) -> str:
        """Return a sentence as HTML."""
        marked, end = "", 0
        for found in self._names.finditer(text):
            marked += f"{escape(text[end : found.start()])}<bdi>{escape(found[0])}</bdi>"
            end = found.end()
        return marked + escape(text[end:])

    def written(self, passage: Passage) -> str:
        """Return a passage as HTML."""
        match passage:
            case Heading(level, text, is_undone):
                return (
                    f'<h{level} dir="auto">{_struck(self.of(text), is_undone=is_undone)}</h{level}>'
                )
            case Paragraph(runs):
                marked = [
                    (_struck(self.of(run.text), is_undone=run.is_undone), run.is_aside)
                    for run in runs
                ]
                sentences = [
                    f'<span class="aside">{text}</span>' if aside else text
                    for text, aside in marked
                ]
                return f"<p>{' '.join(sentences)}</p>"
            case Quotation():
                return _quotation(passage)


def _quotation(quotation: Quotation) -> str:
    lines = [line for text in quotation.texts for line in text.splitlines() if line.strip()]
    text = "".join(
        f'<p dir="auto">{_struck(escape(line), is_undone=quotation.is_undone)}</p>'
        for line in lines
    )
    who = f"<bdi>{escape(quotation.by or 'Somebody')}</bdi>" + (
        ", for some eyes only" if quotation.is_sealed else ""
    )
    return f"<figure><blockquote>{text}</blockquote><figcaption>{who}</figcaption></figure>"


def _struck(text: str, *, is_undone: bool) -> str:
    return f"<del>{text}</del>" if is_undone else text
