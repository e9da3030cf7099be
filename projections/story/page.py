"""A story as a single HTML page, without scripts, readable in print and in dark mode."""

from collections.abc import Iterable, Iterator
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


def page(story: StoryView, style: str = STYLE) -> str:
    """Return a story as an HTML document."""
    return document(story.title, _parts(story), style)


def document(title: str, parts: Iterable[str], style: str) -> str:
    """Return an HTML document that needs no other file."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(parts)
        + "\n</main>\n</body>\n</html>\n"
    )


def _parts(story: StoryView) -> Iterator[str]:
    yield f'<h1 dir="auto">{escape(story.title)}</h1>'
    yield f'<p class="note">{escape(story.about)}</p>'
    if story.since > 1:
        yield f'<p class="note">From version {story.since} on.</p>'
    yield from map(_written, passages(story.entries))
    if story.next_from:
        yield f'<p class="note">It goes on with version {story.next_from}.</p>'


def _written(passage: Passage) -> str:
    match passage:
        case Heading(level, text, is_undone):
            return f'<h{level} dir="auto">{_struck(text, is_undone=is_undone)}</h{level}>'
        case Paragraph(runs):
            marked = [(_struck(run.text, is_undone=run.is_undone), run.is_aside) for run in runs]
            sentences = [
                f'<span class="aside">{text}</span>' if aside else text for text, aside in marked
            ]
            return f"<p>{' '.join(sentences)}</p>"
        case Quotation():
            return _quotation(passage)


def _quotation(quotation: Quotation) -> str:
    lines = [line for text in quotation.texts for line in text.splitlines() if line.strip()]
    text = "".join(
        f'<p dir="auto">{_struck(line, is_undone=quotation.is_undone)}</p>' for line in lines
    )
    who = escape(quotation.by or "Somebody") + (
        ", for some eyes only" if quotation.is_sealed else ""
    )
    return f"<figure><blockquote>{text}</blockquote><figcaption>{who}</figcaption></figure>"


def _struck(text: str, *, is_undone: bool) -> str:
    return f"<del>{escape(text)}</del>" if is_undone else escape(text)
