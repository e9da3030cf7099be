"""The report as a single HTML page, without scripts.

It is readable on a phone, in print and in dark mode.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from html import escape

from verger.projections.story.page import STYLE, document
from verger.service.archive.played import Played
from verger.service.archive.point import ReportPoint, events
from verger.service.archive.report import (
    Report,
    headline,
    own_check,
    proved,
    taken_out,
    to_do,
    unproved,
)
from verger.service.archive.verdict import Verdict

HEADINGS = 60
"""The maximum number of headings of a story in a report."""

MARKS = {"verified": "✓", "wrong": "✗", "states_unread": "?", "unreadable": "?"}

LOOK = (
    STYLE
    + """
:root { --good: #1f6b3a; --bad: #a3261b; --open: #7a5a00; --card: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --good: #7fd39b; --bad: #ff9b8f; --open: #e8c566; --card: #211f1c; }
}
main { max-width: 44rem; }
h1 { margin: 0 0 0.2em; }
.verdict { display: grid; grid-template-columns: auto 1fr; gap: 0.2rem 1rem; align-items: start;
  margin: 1.6rem 0 0.5rem; padding: 1.2rem 1.3rem 1.1rem; border: 1px solid var(--line); border-left: 0.4rem solid var(--tone);
  border-radius: 0.4rem; background: var(--card); }
.verdict .mark { grid-row: span 2; font: 700 2.2rem/1 system-ui, sans-serif; color: var(--tone); }
.verdict strong { font-size: 1.35rem; line-height: 1.25; color: var(--tone); }
.verdict p { margin: 0; }
.verified { --tone: var(--good); } .wrong { --tone: var(--bad); } .states_unread, .unreadable { --tone: var(--open); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.3rem 1.2rem; margin: 0; }
dt { color: var(--quiet); } dd { margin: 0; min-width: 0; }
ul, ol { margin: 0; padding-left: 1.3rem; } li { margin: 0 0 0.7em; }
li p { margin: 0 0 0.3em; } li b { display: block; }
.proved { list-style: "✓  "; } .proved ::marker { color: var(--good); }
.unproved { list-style: "○  "; } .unproved ::marker { color: var(--open); }
.heads { list-style: none; padding: 0; } .heads li { margin: 0 0 0.25em; } .heads .l3 { padding-left: 1.2rem; } .heads .l4 { padding-left: 2.4rem; }
.heads .l2 { font-weight: 600; margin-top: 0.7em; }
pre { margin: 0.4em 0 0; padding: 0.5rem 0.7rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.3rem;
  font-size: 0.85em; white-space: pre-wrap; overflow-wrap: anywhere; }
.small { font-size: 0.85em; } .small dd { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
details { margin-top: 1.2em; } summary { cursor: pointer; font-weight: 600; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 0.6rem; }
  .verdict { padding: 1rem; gap: 0.2rem 0.7rem; } h1 { font-size: 1.6rem; } }
@media print { details { display: block; } .verdict { break-inside: avoid; } }
"""
)


def report_page(report: Report) -> str:
    """Return the report as an HTML document."""
    title = report.played.title if report.played else report.file
    return document(f"Checked: {title}", _parts(report, title), LOOK)


def _parts(report: Report, title: str) -> Iterator[str]:
    verdict = report.verdict
    yield f'<h1 dir="auto">{escape(title)}</h1>'
    yield '<p class="note">The record of a game, checked by a program.</p>'
    yield box(verdict)
    if report.played:
        yield from _played(report.played, verdict.version)
        yield from _accounts(report.played)
    yield from section("What is proved", "proved", proved(report))
    yield from section("What is not proved, and why", "unproved", unproved(report))
    redactions = report.played.redactions if report.played else ()
    yield from section("What was taken out, by whom and why", "taken", taken_out(redactions))
    yield from section("What would prove more", "to-do", (*to_do(report), own_check(report)))
    yield from about(report)


def box(verdict: Verdict) -> str:
    """Return the verdict in a box."""
    point = headline(verdict)
    return (
        f'<div class="verdict {verdict.verdict}"><span class="mark" aria-hidden="true">{MARKS[verdict.verdict]}</span>'
        f'<strong>{escape(point.head)}</strong><p dir="auto">{escape(point.more)}</p></div>'
    )


def _played(played: Played, wrong: int | None) -> Iterator[str]:
    yield (
        "<h2>What was played</h2>"
        if wrong is None
        else f"<h2>What was played, up to event {played.events}</h2>"
    )
    seats = (
        f'<span dir="auto">{escape(seat.name)}</span> ({seat.part}, {events(seat.events)})'
        for seat in played.seats
    )
    yield _list(
        ("Game", escape(played.game)),
        ("At the table", "<br>".join(seats)),
        ("Began", _time(played.began)),
        ("Last event", _time(played.ended)),
        ("Events", f"{played.events:,}"),
    )
    if heads := played.headings[:HEADINGS]:
        lines = (
            f'<li class="l{heading.level}" dir="auto">{escape(heading.text)}</li>'
            for heading in heads
        )
        yield f'<details open><summary>The story in headings</summary><ul class="heads">{"".join(lines)}</ul>'
        more = len(played.headings) - len(heads)
        yield f'<p class="note">And {more:,} more.</p></details>' if more else "</details>"


def _accounts(played: Played) -> Iterator[str]:
    """Yield the disputes, the undone play and the chosen house rules, also if there are none."""
    for title, points, nothing in (
        ("What was disputed, and how it ended", played.disputes, "Nobody disputed a ruling."),
        ("What was undone or redone", played.undone, "Nothing was undone."),
        ("Throws that were repeated", played.repeated, "No throw was repeated."),
        (
            "Statements that turned out false",
            played.false_statements,
            "No revealed note disproves a statement.",
        ),
        ("House rules that the table chose", played.house_rules, "The table chose none."),
    ):
        yield f"<h2>{title}</h2>"
        items = "".join(map(_point, points))
        yield f'<ul class="accounts">{items}</ul>' if items else f"<p>{nothing}</p>"


def section(title: str, kind: str, points: Iterable[ReportPoint]) -> Iterator[str]:
    """Yield a section of a page, if it has points."""
    items = "".join(map(_point, points))
    if items:
        yield f'<h2>{title}</h2><ul class="{kind}">{items}</ul>'


def _point(point: ReportPoint) -> str:
    command = f"<pre><code>{escape(point.command)}</code></pre>" if point.command else ""
    texts = "".join(f'<p dir="auto">{escape(text)}</p>' for text in (point.more, *point.lines))
    return f'<li><b dir="auto">{escape(point.head)}</b>{texts}{command}</li>'


def about(report: Report) -> Iterator[str]:
    """Yield the section about the checked file."""
    verdict = report.verdict
    yield '<h2>The file that was checked</h2><div class="small">'
    yield _list(
        ("File", f'<span dir="auto">{escape(report.file)}</span>, {report.size:,} bytes'),
        ("Its fingerprint (SHA-256)", report.sha256),
        *([("Session", str(verdict.session))] if verdict.session else []),
        *([("Hash of its last event", verdict.checked.hash)] if verdict.checked else []),
        ("Checked", f"{_time(report.at)}, by {escape(report.program)}"),
    )
    yield "</div>"


def _list(*pairs: tuple[str, str]) -> str:
    return f"<dl>{''.join(f'<dt>{name}</dt><dd>{value}</dd>' for name, value in pairs)}</dl>"


def _time(at: datetime) -> str:
    return f"{at.day} {at:%B %Y, %H:%M} UTC"
