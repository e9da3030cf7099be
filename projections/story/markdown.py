"""A story as Markdown. Texts by people contain no markup."""

import re
from collections.abc import Iterator
from datetime import UTC, tzinfo

from verger.projections.story.entry import StoryView
from verger.projections.story.passage import Heading, Paragraph, Quotation, Run, passages

_MARKS = re.compile(r"[\\`*_\[\]<>~&$#{}^|]|=(?==)|(?<=[Ww]{3})\.|:(?=//|[\w+-]+:)|@(?=\w)")
"""Characters with a meaning at any place. A `#` also ends a heading or links an issue, braces give a
heading its id, and colons make emoji. The last three are for programs that link bare addresses."""
_OPENING = re.compile(r"^(\d*)([-+=.):])")
"""Characters with a meaning at the beginning of a line: lists, lines below headings, definitions."""


def markdown(story: StoryView, zone: tzinfo = UTC) -> str:
    """Return a story as Markdown (CommonMark, with the common extension for struck-out text).

    Its day is the day in the time zone.
    """
    return "\n\n".join(_parts(story, zone)) + "\n"


def _parts(story: StoryView, zone: tzinfo) -> Iterator[str]:
    yield f"# {escaped(story.title)}"
    yield f"*{escaped(story.about(zone))}*"
    if story.since > 1:
        yield f"*From version {story.since} on.*"
    for passage in passages(story.entries):
        match passage:
            case Heading(level, text, is_undone):
                yield f"{'#' * level} {_struck(escaped(text), is_undone=is_undone)}"
            case Paragraph(runs):
                yield " ".join(_run(run) for run in runs)
            case Quotation():
                yield _quotation(passage)
    if story.next_from:
        yield f"*It goes on with version {story.next_from}.*"


def escaped(text: str) -> str:
    """Return a text as one line without markup."""
    line = _MARKS.sub(r"\\\g<0>", " ".join(text.split()))
    return _OPENING.sub(r"\1\\\2", line)


def _struck(text: str, *, is_undone: bool) -> str:
    return f"~~{text}~~" if is_undone else text


def _run(run: Run) -> str:
    text = _struck(escaped(run.text), is_undone=run.is_undone)
    return f"*{text}*" if run.is_aside else text


def _quotation(quotation: Quotation) -> str:
    lines: list[str] = []
    for text in quotation.texts:
        lines += [
            _struck(escaped(line), is_undone=quotation.is_undone)
            for line in text.splitlines()
            if line.strip()
        ]
    who = escaped(quotation.by or "Somebody")
    if quotation.is_sealed:
        who += ", for some eyes only"
    block = "\n>\n".join(f"> {line}" for line in lines)
    return f"{block} — *{who}*"
